/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "query/database.h"

G_BEGIN_DECLS

/* SQL modules for the statement INCLUDE PERFETTO MODULE. They are compiled into the program as resources. */

gboolean tv_modules_include (TvDatabase *database, const char *name, GError **error);
char **tv_modules_list (void);

G_END_DECLS
