/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Patterns of names that differ only in numbers: "Layout 17" and "Layout 4" have the pattern "Layout #". */

char    *tv_name_pattern_dup          (const char *name);
guint32 *tv_name_pattern_find_symbols (TvTrace    *trace);

G_END_DECLS
