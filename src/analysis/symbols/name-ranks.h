/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Case-insensitive sort order of names in lists. */

char    *tv_name_fold       (const char *name);
guint32 *tv_name_ranks_new (TvTrace    *trace);

G_END_DECLS
