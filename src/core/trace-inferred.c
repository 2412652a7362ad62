/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace-private.h"

/* Scheduling inferred from other lines than switches, and by how much it may be off. */

const TvBound *
tv_trace_get_bounds (TvTrace *self, guint32 *n)
{
  TV_RETURN_ROWS (self->bounds, self->n_bounds);
}

/* The first row of a slice at or behind the one given. */
static guint32
find_bound (const TvTrace *self, guint32 slice)
{
  guint32 first = 0, end = self->n_bounds;

  while (first < end)
    {
      guint32 middle = first + (end - first) / 2;

      if (self->bounds[middle].slice < slice)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/**
 * tv_trace_get_bound_ns:
 * @self: a trace
 * @slice: a slice
 *
 * Returns: maximum error of its start and end together, in ns; or -1 if both are recorded
 */
gint64
tv_trace_get_bound_ns (TvTrace *self, guint32 slice)
{
  guint32 row;

  if ((self->slices.flags[slice] & TV_SLICE_INFERRED) == 0)
    return -1;
  row = find_bound (self, slice);
  return row < self->n_bounds && self->bounds[row].slice == slice ? self->bounds[row].ns : -1;
}

static gboolean
is_run (const TvTrace *self, const TvTrack *track, guint32 slice)
{
  return track->kind == TV_TRACK_CPU ||
         tv_states_get_kind (&self->states, tv_track_get_side (track, slice)) == TV_STATE_RUNNING;
}

/**
 * tv_trace_get_inferred:
 * @self: a trace
 * @track: a track of a CPU or of a thread's states
 * @start_ns: a time
 * @end_ns: a later one
 *
 * Returns: how much of the time that was run between them is inferred
 */
TvInferred
tv_trace_get_inferred (TvTrace *self, guint32 track, gint64 start_ns, gint64 end_ns)
{
  const TvTrack *t = &self->tracks[track];
  TvInferred sum = { 0, 0 };

  for (guint32 row = find_bound (self, t->first_slice);
       row < self->n_bounds && self->bounds[row].slice - t->first_slice < t->n_slices; row++)
    {
      guint32 slice = self->bounds[row].slice;
      gint64 start = tv_slices_start (&self->slices, slice);
      gint64 end = tv_slices_end (&self->slices, slice);

      if (start >= end_ns)
        break;
      if (end < start_ns || !is_run (self, t, slice))
        continue;
      tv_add_ns (&sum.ns, MIN (end, end_ns) - MAX (start, start_ns));
      tv_add_ns (&sum.bound_ns, self->bounds[row].ns);
    }
  return sum;
}

/**
 * tv_trace_get_inferred_cpu:
 * @self: a trace
 * @slice: a slice of a thread
 *
 * Returns: how much of its CPU time is inferred
 */
TvInferred
tv_trace_get_inferred_cpu (TvTrace *self, guint32 slice)
{
  const TvTrack *track = &self->tracks[tv_trace_find_track_at (self, slice)];
  guint32 states = track->utid != TV_NONE
                       ? g_array_index (self->threads, TvThread, track->utid).state_track
                       : TV_NONE;

  if (self->n_bounds == 0 || states == TV_NONE)
    return (TvInferred){ 0, 0 };
  return tv_trace_get_inferred (self, states, tv_slices_start (&self->slices, slice),
                                tv_slices_end (&self->slices, slice));
}
