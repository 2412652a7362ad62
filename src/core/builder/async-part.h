/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_async;

/* Asynchronous slices (spans), which belong to a process instead of a thread. */

/* Ends the open spans at the end of a recording. @end is in ticks from the builder's base. */
void tv_trace_builder_cut_spans     (TvTraceBuilder *self,
                                     gint64          end);

/* Stage: moves spans to tracks. Runs after tv_trace_builder_join_sched(), so that the tracks of spans follow those of
 * scheduling. */
void tv_trace_builder_lay_out_async (TvTraceBuilder *self);

G_END_DECLS
