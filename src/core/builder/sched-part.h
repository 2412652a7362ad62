/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"
#include "core/builder/problem-list.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_sched;

/* Runs on CPUs and states of threads. One thread may add them while another thread fills the other parts. */

struct _TvSliceChunk;

/* Returns: (transfer none): the problems found in scheduling; valid until tv_trace_builder_join_sched() */
TvProblemList *tv_trace_builder_get_sched_problems (TvTraceBuilder *self);

/* Allocates the columns of runs and states, and sets the first side row of each track. Called when the tracks and
 * slices of the trace have been allocated. */
void           tv_trace_builder_allocate_sched (TvTraceBuilder     *self);

/* Copies the side rows of a chunk of @track, which must be flat. Thread-safe for different tracks. */
void           tv_trace_builder_copy_sched     (TvTrace            *trace,
                                                const TvTrack      *track,
                                                const struct _TvSliceChunk *chunk);

/* Stages, in this order. The first merges tracks, symbols and problems into those of the other parts. The second,
 * after slices are laid out, sets the symbols of slices. The third computes the error bounds of inferred slices. */
void           tv_trace_builder_join_sched     (TvTraceBuilder     *self);
void           tv_trace_builder_lay_out_sched  (TvTraceBuilder     *self);
void           tv_trace_builder_lay_out_bounds (TvTraceBuilder     *self);

G_END_DECLS
