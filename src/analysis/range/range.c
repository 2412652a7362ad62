/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/range/range.h"

/* Clips the slices of a track to a time range. Called by analyses of time ranges. Pure: TvRange and TvRangeWalk are
 * plain values, which the caller owns. */

/**
 * tv_range_new:
 * @trace: a trace
 * @selection: (nullable): selected part of the trace; %NULL for all
 *
 * Returns: time range of the selection; a range that ends before it starts becomes empty
 */
TvRange
tv_range_new (TvTrace *trace, const TvSelection *selection)
{
  TvRange self = { 0 };
  gint64 start, end;

  self.start_ns = tv_selection_get_start_ns (selection);
  self.end_ns = tv_selection_get_end_ns (selection);
  if (self.start_ns >= self.end_ns)
    return (TvRange){ G_MININT64, G_MININT64, 0 };
  start = MAX (self.start_ns, tv_trace_get_start_ns (trace));
  end = MIN (self.end_ns, tv_trace_get_end_ns (trace));
  self.length_ns = end > start ? end - start : 0;
  return self;
}

/**
 * tv_range_walk:
 * @self: a range
 * @trace: trace of the range
 * @track: track whose slices are not nested
 *
 * Returns: iterator over the track's slices in the range; call tv_range_walk_next() to get the first one
 */
TvRangeWalk
tv_range_walk (const TvRange *self, TvTrace *trace, guint32 track)
{
  const TvTrack *t = &tv_trace_get_tracks (trace, NULL)[track];
  TvRangeWalk walk = { .row = TV_NONE,
                       .slices = tv_trace_get_slices (trace),
                       .range = *self,
                       .next = tv_trace_find_slice_from (trace, track, self->start_ns),
                       .end = t->first_slice + t->n_slices };

  if (walk.next > t->first_slice && tv_slices_end (walk.slices, walk.next - 1) > self->start_ns)
    walk.next--;
  return walk;
}

/**
 * tv_range_get_percent:
 * @self: a range
 * @ns: duration in ns
 *
 * Returns: @ns in percent of the range; 0 if its length is 0
 */
double
tv_range_get_percent (const TvRange *self, gint64 ns)
{
  return self->length_ns > 0 ? 100.0 * (double) ns / (double) self->length_ns : 0.0;
}
