/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace-private.h"

/* Lookups of slices: track, subtree, exclusive time, and values that few slices have. Called by analyses, tables,
 * views and painters. Pure: only reads the trace. */

/**
 * tv_trace_find_track_at:
 *
 * Returns: the track that contains the slice
 */
guint32
tv_trace_find_track_at (TvTrace *self, guint32 slice)
{
  guint32 low = 0, high = self->n_tracks;

  g_return_val_if_fail (slice < self->slices.n, TV_NONE);
  while (high - low > 1)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->tracks[middle].first_slice <= slice)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/**
 * tv_trace_find_thread_clock:
 * @value: (out): the reported value
 *
 * Returns: whether the program reported a value of this clock; if not, @value is not set
 */
gboolean
tv_trace_find_thread_clock (TvTrace *self, guint32 slice, TvThreadClock clock, gint64 *value)
{
  return tv_sparse_column_find (&self->thread_clocks[clock], slice, value);
}

/**
 * tv_trace_find_flow_id:
 * @flow: row of a flow
 * @id: (out): id of the flow in the file
 *
 * Returns: whether the flow has an id; if not, @id is not set
 */
gboolean
tv_trace_find_flow_id (TvTrace *self, guint32 flow, guint64 *id)
{
  gint64 value;

  if (!tv_sparse_column_find (&self->flow_ids, flow, &value))
    return FALSE;
  *id = (guint64) value;
  return TRUE;
}

/**
 * tv_trace_get_seen_end_ns:
 *
 * Gets the end of a view that contains the whole trace. A view only shows slices that begin before its end. If a
 * slice begins at the end of the trace, the view must therefore be 1 ns longer.
 *
 * Returns: end of the trace in ns, plus 1 if a slice begins at this time
 */
gint64
tv_trace_get_seen_end_ns (TvTrace *self)
{
  for (guint32 i = 0; i < self->n_tracks; i++)
    {
      const TvTrack *track = &self->tracks[i];

      /* The last slice of a track has the latest start. */
      if (track->n_slices > 0 &&
          tv_slices_start (&self->slices, track->first_slice + track->n_slices - 1) >= self->end_ns)
        return self->end_ns + 1;
    }
  return self->end_ns;
}

/**
 * tv_trace_find_slice_from:
 * @ts_ns: a time
 *
 * Returns: row of the first slice on the track that starts at or after @ts_ns; the row after the track's last slice
 * if there is none
 */
guint32
tv_trace_find_slice_from (TvTrace *self, guint32 track, gint64 ts_ns)
{
  const TvTrack *t;
  guint32 first, n;

  g_return_val_if_fail (track < self->n_tracks, TV_NONE);
  t = &self->tracks[track];
  first = t->first_slice;
  n = t->n_slices;
  while (n > 0)
    {
      guint32 half = n / 2;

      if (tv_slices_start (&self->slices, first + half) < ts_ns)
        {
          first += half + 1;
          n -= half + 1;
        }
      else
        n = half;
    }
  return first;
}

/**
 * tv_trace_find_slice_at:
 * @depth: a depth, or %TV_NONE for the innermost slice
 * @ts_ns: a time
 *
 * Returns: the slice at @depth that starts at or before @ts_ns and ends later, or %TV_NONE
 */
guint32
tv_trace_find_slice_at (TvTrace *self, guint32 track, guint32 depth, gint64 ts_ns)
{
  const TvSlices *slices = &self->slices;
  guint32 slice;

  g_return_val_if_fail (track < self->n_tracks, TV_NONE);
  if (ts_ns == G_MAXINT64)
    return TV_NONE;
  /* The slice at this time is the last one that starts at or before it, or one that encloses that slice. */
  slice = tv_trace_find_slice_from (self, track, ts_ns + 1);
  if (slice == self->tracks[track].first_slice)
    return TV_NONE;
  for (slice--; slice != TV_NONE; slice = tv_slices_parent (slices, slice))
    {
      if (depth != TV_NONE && tv_slices_depth (slices, slice) < depth)
        return TV_NONE;
      if (tv_slices_end (slices, slice) > ts_ns &&
          (depth == TV_NONE || tv_slices_depth (slices, slice) == depth))
        return slice;
    }
  return TV_NONE;
}

/**
 * tv_trace_get_subtree_end:
 * @self: a trace
 * @slice: a slice
 *
 * Returns: the row after the last direct or indirect child of @slice
 */
guint32
tv_trace_get_subtree_end (TvTrace *self, guint32 slice)
{
  const TvSlices *slices = &self->slices;
  guint32 track = tv_trace_find_track_at (self, slice);
  guint32 end = self->tracks[track].first_slice + self->tracks[track].n_slices;
  guint32 row = tv_trace_find_slice_from (self, track, tv_slices_end (slices, slice));

  /* Slices that start before the end of @slice are inside it. Of the slices that start at its end, only deeper ones
   * are. */
  row = MAX (row, slice + 1);
  while (row < end && tv_slices_depth (slices, row) > tv_slices_depth (slices, slice))
    row++;
  return row;
}

/**
 * tv_trace_get_self_ns:
 * @clock: a clock that the trace has
 *
 * Computes the exclusive time of a slice: its duration minus the durations of its direct children. The cost is
 * proportional to the number of children.
 *
 * Returns: exclusive time in ns
 */
gint64
tv_trace_get_self_ns (TvTrace *self, guint32 slice, TvClock clock)
{
  const TvSlices *slices = &self->slices;
  const TvTimeColumn *dur = clock == TV_CLOCK_CPU ? &slices->cpu_dur : &slices->dur;
  guint32 child_depth = tv_slices_depth (slices, slice) + 1;
  guint32 end = tv_trace_get_subtree_end (self, slice);
  gint64 ns;

  g_return_val_if_fail (tv_time_column_is_present (dur), 0);
  ns = tv_time_column_get (dur, slice);
  for (guint32 row = slice + 1; row < end;)
    {
      ns -= tv_time_column_get (dur, row);
      /* Most children are leaves. For other children, a search skips their subtree. */
      if (row + 1 < end && tv_slices_depth (slices, row + 1) > child_depth)
        row = tv_trace_get_subtree_end (self, row);
      else
        row++;
    }
  return ns;
}

/**
 * tv_trace_dup_self_ns:
 * @clock: a clock that the trace has
 *
 * Computes the exclusive time of all slices. The cost is proportional to the number of slices. Calling
 * tv_trace_get_self_ns() for each slice would cost more if many nested slices begin at the same time.
 *
 * Returns: (transfer full) (array): exclusive time of each slice in ns
 */
gint64 *
tv_trace_dup_self_ns (TvTrace *self, TvClock clock)
{
  const TvSlices *slices = &self->slices;
  const TvTimeColumn *dur = clock == TV_CLOCK_CPU ? &slices->cpu_dur : &slices->dur;
  gint64 *ns;

  g_return_val_if_fail (tv_time_column_is_present (dur), NULL);
  ns = g_new (gint64, (gsize) slices->n + 1); /* allocated even if there are no slices */
  for (guint32 slice = 0; slice < slices->n; slice++)
    {
      ns[slice] = tv_time_column_get (dur, slice);
      if (tv_slices_parent (slices, slice) != TV_NONE)
        ns[tv_slices_parent (slices, slice)] -= ns[slice];
    }
  return ns;
}
