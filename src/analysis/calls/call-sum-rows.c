/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "analysis/calls/call-values-private.h"

/* Finds the rows to sum for a selection, and divides them into segments for the workers. Called only by
 * call-values.c. Fills in the given TvCallSum. If the values of the whole trace are cached, and fewer rows are
 * outside the selection than inside, lists the rows to subtract instead. */

/* Maximum number of rows in a segment, which one worker sums at a time */
#define ROWS_PER_SEGMENT 65536

static void
cut (TvCallSum *self, guint32 utid, guint32 part, guint32 first, guint32 end)
{
  g_array_append_val (self->utids, utid);
  g_array_append_val (self->groups, self->segments->len);
  do
    {
      TvCallSegment segment = { part, first, first + MIN (ROWS_PER_SEGMENT, end - first) };

      g_array_append_val (self->segments, segment);
      first = segment.end;
    }
  while (first < end);
}

/* Replaces the segments of selected rows by segments of the other rows. Keeps an empty segment for each track part,
 * because the values of the calls that are open at its bounds must still be corrected. */
static void
use_complement (TvCallSum *self, TvTrace *trace, const TvCallValues *whole)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  guint p = 0;

  self->whole = whole;
  g_array_set_size (self->segments, 0);
  g_array_set_size (self->groups, 0);
  g_array_set_size (self->utids, 0);
  for (guint32 t = 0; t < n_tracks; t++)
    {
      guint32 first = tracks[t].first_slice, end = first + tracks[t].n_slices;
      const TvTrackPart *part = p < self->parts->len ? &g_array_index (self->parts, TvTrackPart, p)
                                                     : NULL;

      if (tracks[t].kind != TV_TRACK_THREAD)
        continue;
      if (part != NULL && part->track == &tracks[t])
        {
          cut (self, TV_NONE, p++, part->first, part->first);
          cut (self, TV_NONE, TV_CALL_OUTSIDE, first, part->first);
          first = part->end;
        }
      cut (self, TV_NONE, TV_CALL_OUTSIDE, first, end);
    }
}

void
tv_call_sum_find_slices (TvCallSum *self, gboolean by_thread)
{
  TvTrace *trace = tv_call_paths_get_trace (self->paths);
  guint32 n_tracks, n_rows = 0, n_inside = 0;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  const TvCallValues *whole = tv_call_paths_get_cached (self->paths);
  TvTrackPart part;

  for (guint32 t = 0; t < n_tracks; t++)
    {
      if (tracks[t].kind != TV_TRACK_THREAD)
        continue;
      n_rows += tracks[t].n_slices;
      if (!tv_selection_has_track (self->selection, t) ||
          !tv_track_part_find (&part, trace, t, self->selection))
        continue;
      cut (self, tracks[t].utid, self->parts->len, part.first, part.end);
      g_array_append_val (self->parts, part);
      n_inside += part.end - part.first;
    }
  if (whole != NULL && whole->paths == NULL && !by_thread && self->min_duration_ns == 0 &&
      n_rows - n_inside < n_inside)
    use_complement (self, trace, whole);
}

/* Lists the samples of the selection by thread. Samples without a thread come last. */
void
tv_call_sum_find_samples (TvCallSum *self)
{
  TvTrace *trace = tv_call_paths_get_trace (self->paths);
  const TvKindRows *rows = tv_call_paths_get_rows (self->paths);
  guint32 n_threads, n = 0;
  g_autofree guint32 *next = NULL;

  tv_trace_get_threads (trace, &n_threads);
  next = g_new0 (guint32, (gsize) n_threads + 2);
  for (guint32 i = 0; i < rows->n; i++)
    if (tv_call_values_has_sample (self->paths, self->selection, i))
      {
        next[MIN (rows->utid[i], n_threads) + 1]++;
        n++;
      }
  for (guint32 utid = 0; utid <= n_threads; utid++)
    {
      if (next[utid + 1] > 0)
        cut (self, utid < n_threads ? utid : TV_NONE, 0, next[utid], next[utid] + next[utid + 1]);
      next[utid + 1] += next[utid];
    }
  g_array_set_size (self->samples, n);
  for (guint32 i = 0; i < rows->n; i++)
    if (tv_call_values_has_sample (self->paths, self->selection, i))
      g_array_index (self->samples, guint32, next[MIN (rows->utid[i], n_threads)]++) = i;
}
