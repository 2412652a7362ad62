/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/log-lines.h"

G_BEGIN_DECLS

/* Adds log lines. Times are in ns, as in #TvTrace. Messages need not be copied: they remain in the bytes of the file
 * or in a buffer derived from the file. */

void     tv_trace_builder_set_log_clock  (TvTraceBuilder  *self,
                                          TvLogClock       clock,
                                          gint32           utc_offset_s);
guint64  tv_trace_builder_add_log_text   (TvTraceBuilder  *self,
                                          GBytes          *bytes,
                                          gboolean         has_lines);
guint64  tv_trace_builder_copy_log_text  (TvTraceBuilder  *self,
                                          const char      *text,
                                          gsize            len);
void     tv_trace_builder_add_log_line   (TvTraceBuilder  *self,
                                          const TvLogLine *line);
gboolean tv_trace_builder_add_log_lines  (TvTraceBuilder  *self,
                                          guint64          n,
                                          TvLogLines      *rows);
void     tv_trace_builder_note_log_jump  (TvTraceBuilder  *self,
                                          guint32          row,
                                          gint64           step_ns);
void     tv_trace_builder_get_log_lines  (TvTraceBuilder  *self,
                                          TvLogLines      *rows);
const char *tv_trace_builder_get_log_text (TvTraceBuilder *self,
                                          guint32          row,
                                          gsize           *len);

G_END_DECLS
