/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/range/track-part.h"

#include "analysis/range/cpu-clock.h"

/* Finds the slices of a track that a selection counts. Called by the profile, the call trees and the statistics of
 * slices and threads, once for each track. Pure: only reads the trace. */

/* Returns the innermost counted slice that started before the selection: it is still open when the selection starts,
 * or it calls the first slice inside the selection. */
static guint32
find_innermost_before (const TvSlices *slices, const TvTrackPart *self)
{
  guint32 slice = self->first > self->track->first_slice ? self->first - 1 : TV_NONE;

  while (slice != TV_NONE && tv_slices_end (slices, slice) <= self->from[TV_CLOCK_WALL] &&
         (self->first == self->end ||
          tv_slices_depth (slices, slice) >= tv_slices_depth (slices, self->first)))
    slice = tv_slices_parent (slices, slice);
  return slice;
}

/**
 * tv_track_part_find:
 * @self: (out): part of the track
 * @trace: a trace
 * @track: track of @trace
 * @selection: (nullable): selected part of the trace; its tracks are ignored
 *
 * Finds the part of a track in the range of a selection.
 *
 * Returns: whether the range contains any part of the track
 */
gboolean
tv_track_part_find (TvTrackPart *self, TvTrace *trace, guint32 track, const TvSelection *selection)
{
  gint64 start_ns = tv_selection_get_start_ns (selection);
  gint64 end_ns = tv_selection_get_end_ns (selection);
  const TvTrack *info = &tv_trace_get_tracks (trace, NULL)[track];
  gboolean has_cpu = info->utid != TV_NONE && tv_trace_has_clock (trace, TV_CLOCK_CPU);

  *self = (TvTrackPart){
    .track = info,
    .before = TV_NONE,
    .first = info->first_slice,
    .end = info->first_slice + info->n_slices,
    .from = { start_ns, G_MININT64 },
    .to = { end_ns, G_MAXINT64 },
  };
  if (start_ns >= end_ns || info->n_slices == 0)
    return FALSE;
  if (start_ns != G_MININT64)
    self->first = tv_trace_find_slice_from (trace, track, start_ns);
  if (end_ns != G_MAXINT64)
    self->end = tv_trace_find_slice_from (trace, track, end_ns);
  self->before = find_innermost_before (tv_trace_get_slices (trace), self);
  if (self->before == TV_NONE && self->first == self->end)
    return FALSE;
  if (has_cpu && start_ns != G_MININT64)
    self->from[TV_CLOCK_CPU] = tv_cpu_clock_at_start (trace, track, start_ns);
  if (has_cpu && end_ns != G_MAXINT64)
    self->to[TV_CLOCK_CPU] = tv_cpu_clock_at_end (trace, track, end_ns);
  return TRUE;
}
