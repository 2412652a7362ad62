/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_log_lines;

/* Log lines, and the slices of decoded log lines (trace-builder-log-events.c). */

extern const TvBuilderPart tv_builder_log_events;

/* Adds @by_ns to the times of all lines from row @first on, and marks them as lines of a file with its own clock. */
void     tv_trace_builder_shift_log_lines (TvTraceBuilder *self,
                                           guint32         first,
                                           gint64          by_ns,
                                           gint64          uncertainty_ns);

/* Returns the maximum error of a line's time, in ns. Lines must be laid out. */
gint64   tv_trace_builder_get_log_uncertainty (const TvTraceBuilder *self,
                                           guint32         line);

/* Returns whether the clock of the log was set back just before the line @row; rows are numbered in the order in
 * which they were added. If so, sets @step_ns to the size of the step. */
gboolean tv_trace_builder_find_log_jump   (const TvTraceBuilder *self,
                                           guint32         row,
                                           gint64         *step_ns);

/* Removes lines that an earlier file also contains with the same timestamp, and returns how many were removed. Lines
 * must be laid out. @starts contains the first line of each file, as guint32. */
guint32  tv_trace_builder_drop_duplicates (TvTraceBuilder *self,
                                           const GArray   *starts);

/* Stages, in this order: the first sorts lines; the second adds slices for decoded lines; the third links decoded
 * lines with their slices, after slices are laid out. */
void     tv_trace_builder_lay_out_log_lines (TvTraceBuilder *self);
void     tv_trace_builder_mark_log_events (TvTraceBuilder *self);
void     tv_trace_builder_link_log_events (TvTraceBuilder *self);

G_END_DECLS
