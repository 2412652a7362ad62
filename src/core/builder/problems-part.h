/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"
#include "core/builder/problem-list.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_problems;

/* Problems of all files, and whether the trace is too large. Readers report problems with core/trace-builder.h. */

/* Returns: (transfer none): the list, for writers that share it. It stays at this address, but see
 * tv_trace_builder_begin_problems(). */
TvProblemList *tv_trace_builder_get_problems (TvTraceBuilder *self);

/* Starts an empty list for a file whose offsets and times are converted later. tv_trace_builder_end_problems()
 * adds @place to its offsets and @offset_ns to its times, and appends it to the list from before. Such files do not
 * nest. */
void           tv_trace_builder_begin_problems (TvTraceBuilder *self);
void           tv_trace_builder_end_problems (TvTraceBuilder *self,
                                              guint64         place,
                                              gint64          offset_ns);

/* The trace is too large for row numbers of 32 bits; tv_trace_builder_check_size() fails. */
void           tv_trace_builder_set_full     (TvTraceBuilder *self);
gboolean       tv_trace_builder_is_full      (const TvTraceBuilder *self);

/* Stage: the last one, because all stages may add problems. */
void           tv_trace_builder_lay_out_problems (TvTraceBuilder *self);

G_END_DECLS
