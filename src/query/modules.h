/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "query/database.h"

G_BEGIN_DECLS

/* SQL modules that INCLUDE PERFETTO MODULE runs. They are resources of the program. */

gboolean tv_modules_include (TvDatabase *database, const char *name, GError **error);
char **tv_modules_list (void);

G_END_DECLS
