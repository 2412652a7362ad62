/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_counters;

/* Counters and their samples. */

/* Ends the current value of every counter at @ts, in ticks. A counter then has no value until its next sample. */
void tv_trace_builder_end_counters     (TvTraceBuilder *self,
                                        gint64          ts);

/* Stages. The first moves counters to the trace. The second removes the gaps that begin at the end of the trace; it
 * runs when that end is final. */
void tv_trace_builder_lay_out_counters (TvTraceBuilder *self);
void tv_trace_builder_settle_counter_gaps (TvTraceBuilder *self);

G_END_DECLS
