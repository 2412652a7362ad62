/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-line.h"

G_BEGIN_DECLS

/* Names of the tags and levels in marks of HiTraceMeter. */

const char *tv_hitrace_tag_name   (guint   tag);
const char *tv_hitrace_level_name (char    level);
gboolean    tv_hitrace_tags_next  (TvSpan *tags,
                                   guint  *tag);

G_END_DECLS
