/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/range/range.h"

G_BEGIN_DECLS

/* Slices of a range, grouped by symbol; frames are grouped by surface. Slices of threads are separated from async
 * slices, which can begin and end on any thread. Inclusive and exclusive times are defined as in a profile, see
 * analysis/calls/profile.h. */

/**
 * TvSliceUse:
 * @kind: %TV_TRACK_THREAD or %TV_TRACK_ASYNC
 * @symbol: symbol of the name, or of one of the grouped names; %TV_NONE for frames
 * @n_names: number of names; 1 unless names are grouped
 * @role: %TV_ROLE_EXPECTED_FRAMES, %TV_ROLE_ACTUAL_FRAMES or %TV_ROLE_BUFFERS, whose slices have numbers as names and
 *   are therefore grouped by surface; otherwise %TV_ROLE_OTHER
 * @surface: string id of the surface, of the track of buffers, or of the process if the surface is unknown; %TV_NONE
 *   for frames of the display
 * @count: number of slices in the range
 * @n_unfinished: number of slices whose end is unknown, see tv_slices_is_unfinished()
 * @inclusive_ns: time in ns with at least one of the slices on its thread's stack, summed over threads; for async
 *   slices, with at least one of them open in its process; per #TvClock
 * @exclusive_ns: time of all slices in ns, excluding their direct children, per #TvClock; 0 for async slices
 * @total_ns: sum of the durations in ns, including nested slices, per #TvClock
 * @finished_ns: sum of the durations of finished slices in ns, per #TvClock
 * @min_ns: duration of the shortest finished slice in ns, per #TvClock
 * @max_ns: duration of the longest finished slice in ns, per #TvClock
 * @percent: @inclusive_ns in percent of the range, per #TvClock; may exceed 100 if several threads are counted
 * @longest: longest finished slice by wall time; without finished slices, the longest unfinished one
 *
 * Number and times of the slices with one name, clipped to the range. CPU times are 0 for %TV_TRACK_ASYNC, and if the
 * trace lacks that clock.
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

/* Returns the number of finished slices; averages, minimum and maximum are based on these. */
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
