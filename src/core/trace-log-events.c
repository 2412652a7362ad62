/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace-private.h"

/* Decoded log lines and their slices on the timeline. */

/**
 * tv_trace_get_log_events:
 * @self: a trace
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n): the lines that mean something, by line
 */
const TvLogMeaning *
tv_trace_get_log_events (TvTrace *self, guint32 *n)
{
  *n = self->log_events != NULL ? self->log_events->len : 0;
  return *n > 0 ? (const TvLogMeaning *) (gconstpointer) self->log_events->data : NULL;
}

/**
 * tv_trace_find_log_event:
 * @self: a trace
 * @line: one of its log lines
 *
 * Returns: (transfer none) (nullable): its decoded event
 */
const TvLogMeaning *
tv_trace_find_log_event (TvTrace *self, guint32 line)
{
  guint32 n, low = 0, high;
  const TvLogMeaning *all = tv_trace_get_log_events (self, &n);

  for (high = n; low < high;)
    {
      guint32 middle = low + (high - low) / 2;

      if (all[middle].line < line)
        low = middle + 1;
      else
        high = middle;
    }
  return low < n && all[low].line == line ? &all[low] : NULL;
}

/**
 * tv_trace_get_slice_log_event:
 * @self: a trace
 * @slice: a slice
 *
 * Returns: (transfer none) (nullable): the decoded line of its end, or of its start if it has no end
 */
const TvLogMeaning *
tv_trace_get_slice_log_event (TvTrace *self, guint32 slice)
{
  const TvTrack *track;
  guint32 row;

  if (self->slice_events == NULL)
    return NULL;
  track = &self->tracks[tv_trace_find_track_at (self, slice)];
  if (!tv_track_role_is_of_log (track->role))
    return NULL;
  row = g_array_index (self->slice_events, guint32,
                       track->first_side + (slice - track->first_slice));
  return row != TV_NONE ? &g_array_index (self->log_events, TvLogMeaning, row) : NULL;
}
