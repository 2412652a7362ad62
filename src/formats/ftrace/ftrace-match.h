/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-line.h"

G_BEGIN_DECLS

/* Pattern matcher for event arguments. Only the parsers and handlers of events and the cutter use it. */

/* Matches a pattern like tv_ftrace_match(). The addresses of the values follow the pattern. */
#define match(text, pattern, ...) tv_ftrace_match (text, pattern, (const gpointer[]){ __VA_ARGS__ })

const char *tv_ftrace_match      (TvSpan          text,
                                  const char     *pattern,
                                  const gpointer *values);
gboolean    tv_ftrace_find_field (TvSpan          text,
                                  const char     *key,
                                  TvSpan         *field);
gboolean    tv_ftrace_find_long  (TvSpan          text,
                                  const char     *key,
                                  gint64         *number);
gboolean    tv_ftrace_find_word  (TvSpan          text,
                                  const char     *key,
                                  TvSpan         *word);
TvSpan      tv_ftrace_trim_end   (TvSpan          text);
gboolean    tv_ftrace_has_fields (TvSpan          args);
void        tv_ftrace_put_fields (TvSpan          args,
                                  GString        *plain);

G_END_DECLS
