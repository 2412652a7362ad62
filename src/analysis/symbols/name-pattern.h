/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Names that differ only in their numbers, such as "Layout 17" and "Layout 4", have one pattern: "Layout #". */

char    *tv_name_pattern_dup          (const char *name);
guint32 *tv_name_pattern_find_symbols (TvTrace    *trace);

G_END_DECLS
