/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-paths.h"
#include "analysis/range/time-scale.h"
#include "analysis/samples/thread-samples.h"

G_BEGIN_DECLS

/**
 * TvStackBar:
 * @first: first pixel column
 * @end: end of the pixel columns, exclusive
 * @level: level on the stack, which is the number of callers
 * @name: function, or the library of code without symbols
 *
 * A function on the stacks of consecutive columns.
 */
typedef struct
{
  guint32 first;
  guint32 end;
  guint32 level;
  TvCallName name;
} TvStackBar;

/**
 * TvStackRun:
 * @name: function, or the library of code without symbols
 * @start_ns: time of the first sample
 * @end_ns: end of the last sample, see tv_thread_samples_get_end_ns()
 * @n_samples: number of samples
 *
 * Consecutive samples of a thread that share a function and all its callers.
 */
typedef struct
{
  TvCallName name;
  gint64 start_ns;
  gint64 end_ns;
  guint32 n_samples;
} TvStackRun;

/* Stacks of all threads over time. Consecutive samples share one bar for each outermost function that they have in
 * common. A pause of more than two sampling periods ends all bars:
 *
 *   samples   0    1    2    3         4
 *   level 0   main─────────────────    main
 *   level 1   draw──────     load──    load
 *   level 2   text clip
 *   shared    0    2    1    1         0      number of levels shared with the previous sample
 *
 * Immutable, so any thread may read it. */
typedef struct _TvStackChart TvStackChart;

TvStackChart *
tv_stack_chart_new (TvTrace *trace, guint32 kind, GCancellable *cancellable, GError **error);
void tv_stack_chart_free (TvStackChart *self);
guint32 tv_stack_chart_get_kind (const TvStackChart *self);
const TvThreadSamples *tv_stack_chart_get_samples (const TvStackChart *self);
guint32 tv_stack_chart_get_n_levels (const TvStackChart *self, guint32 i);
TvCallName tv_stack_chart_get_name (const TvStackChart *self, guint32 i, guint32 level);
guint32 tv_stack_chart_find_at (const TvStackChart *self,
                                guint32 utid,
                                const TvTimeScale *scale,
                                guint32 column);
void tv_stack_chart_find (const TvStackChart *self,
                          guint32 utid,
                          const TvTimeScale *scale,
                          guint32 first_level,
                          guint32 end_level,
                          GArray *bars);
guint32 tv_stack_chart_find_row (const TvStackChart *self, guint32 utid, guint32 sample);
void tv_stack_chart_measure (const TvStackChart *self,
                             guint32 utid,
                             guint32 i,
                             guint32 level,
                             TvStackRun *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvStackChart, tv_stack_chart_free)

G_END_DECLS
