/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/range/range.h"

G_BEGIN_DECLS

/* The slices of a range of time, grouped by symbol, frames by surface; slices of threads apart from spans of
 * processes, which begin and end on any thread. Inclusive and exclusive times are those of a profile, see
 * analysis/calls/profile.h. */

/**
 * TvSliceUse:
 * @kind: %TV_TRACK_THREAD or %TV_TRACK_ASYNC
 * @symbol: their name, or one of their names; %TV_NONE of frames
 * @n_names: number of names that are counted as one, 1 unless names are grouped
 * @role: %TV_ROLE_EXPECTED_FRAMES, %TV_ROLE_ACTUAL_FRAMES or %TV_ROLE_BUFFERS, whose slices have numbers for names
 *   and are grouped by surface; else %TV_ROLE_OTHER
 * @surface: string: that surface, the track of buffers, the process where the surface is unknown, or %TV_NONE
 *   of frames of the display
 * @count: number of slices in the range
 * @n_unfinished: number of these whose end is unknown, see tv_slices_is_unfinished()
 * @inclusive_ns: time during which at least one of them was on its thread's stack, added up over threads; of
 *   spans during which at least one was open in its process; per #TvClock
 * @exclusive_ns: time of all slices without that of their direct children, per #TvClock; 0 of spans
 * @total_ns: Σ of durations, where one slice inside another counts again, per #TvClock
 * @finished_ns: the same of finished slices
 * @min_ns: shortest finished slice, per #TvClock
 * @max_ns: longest finished slice, per #TvClock
 * @percent: @inclusive_ns in percent of the range's length, per #TvClock; several threads make it more than 100
 * @longest: longest finished slice by wall time, else the longest unfinished one
 *
 * Only the parts inside the range count. CPU times are 0 of %TV_TRACK_ASYNC and where the trace lacks the clock.
 */
typedef struct
{
  TvTrackKind kind;
  guint32 symbol;
  guint32 n_names;
  TvTrackRole role;
  guint32 surface;
  guint32 count;
  guint32 n_unfinished;
  gint64 inclusive_ns[TV_N_CLOCKS];
  gint64 exclusive_ns[TV_N_CLOCKS];
  gint64 total_ns[TV_N_CLOCKS];
  gint64 finished_ns[TV_N_CLOCKS];
  gint64 min_ns[TV_N_CLOCKS];
  gint64 max_ns[TV_N_CLOCKS];
  double percent[TV_N_CLOCKS];
  guint32 longest;
} TvSliceUse;

/* Returns how many of the slices are finished; averages and extremes are of these. */
static inline guint32
tv_slice_use_count_finished (const TvSliceUse *self)
{
  return self->count - self->n_unfinished;
}

GArray *tv_slice_use_new (TvTrace *trace,
                          const TvSelection *selection,
                          GCancellable *cancellable,
                          GError **error);
GArray *tv_slice_use_new_by_pattern (TvTrace *trace,
                                     const TvSelection *selection,
                                     GCancellable *cancellable,
                                     GError **error);
gboolean tv_slice_use_ranks_last (const TvSliceUse *self, TvTrace *trace);
gboolean tv_slice_use_has_any (TvTrace *trace);

G_END_DECLS
