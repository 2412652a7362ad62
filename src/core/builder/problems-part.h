/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"
#include "core/builder/problem-list.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_problems;

/* Problems of all files, and a flag for traces that are too large. Readers report problems with the functions in
 * core/trace-builder.h. */

/* Returns: (transfer none): the list, for writers that share it. The address stays the same, but
 * tv_trace_builder_begin_problems() replaces the content. */
TvProblemList *tv_trace_builder_get_problems (TvTraceBuilder *self);

/* Start and end the problems of a file whose offsets and times are converted later. The first function replaces the
 * list by an empty one. The second adds @base_offset to the offsets and @offset_ns to the times of the new problems,
 * and appends them to the previous list. Calls must not be nested. */
void           tv_trace_builder_begin_problems (TvTraceBuilder *self);
void           tv_trace_builder_end_problems (TvTraceBuilder *self,
                                              guint64         base_offset,
                                              gint64          offset_ns);

/* Marks the trace as too large for 32-bit row numbers, so that tv_trace_builder_check_size() fails. */
void           tv_trace_builder_set_full     (TvTraceBuilder *self);
gboolean       tv_trace_builder_is_full      (const TvTraceBuilder *self);

/* Stage: moves problems to the trace. This is the last stage, because any stage may add problems. */
void           tv_trace_builder_lay_out_problems (TvTraceBuilder *self);

G_END_DECLS
