/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called by the actions of the timeline (next and previous call), by the details and by session-selection.c. Has no
 * state; changes the selected slice and the visible range of the session. */

#include "ui/session/occurrence-step.h"

#include "analysis/calls/occurrences.h"
#include "analysis/system/frame-outcome.h"

/* Margin on both sides of a slice that is scrolled into view, as a share of the visible range. */
#define MARGIN 0.1

/**
 * tv_session_get_occurrence:
 * @self: a session
 * @n: (out): number of counted calls of the selected method; 0 if not known yet
 *
 * Returns: the index of the selected slice among the counted calls, starting at 1; 0 if none is selected or the calls
 * are not known yet
 */
guint
tv_session_get_occurrence (TvSession *self, guint *n)
{
  GArray *counted = tv_session_get_counted_occurrences (self);
  guint32 slice = tv_session_get_selected_slice (self);
  guint position;

  *n = counted != NULL ? counted->len : 0;
  if (*n == 0 || slice == TV_NONE)
    return 0;
  position = tv_occurrences_count_before (counted, slice);
  return position < *n && g_array_index (counted, guint32, position) == slice ? position + 1 : 0;
}

static gboolean
is_late_frame (TvTrace *trace, guint32 slice)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
  TvFrameOutcome outcome = tv_frame_get_outcome (trace, track, slice);

  return outcome != TV_FRAME_UNKNOWN && outcome != TV_FRAME_ON_TIME;
}

/* Returns the index of the next late or dropped frame from @position in a direction; @position if there is none, or if
 * the slices are not frames with outcomes. */
static guint
skip_frames_in_time (TvTrace *trace, GArray *frames, guint position, int direction)
{
  guint n = frames->len;

  if (!tv_track_has_outcomes (&tv_trace_get_tracks (
          trace, NULL)[tv_trace_find_track_at (trace, g_array_index (frames, guint32, position))]))
    return position;
  for (guint i = 0; i < n; i++)
    {
      guint next = (position + (direction > 0 ? i : n - i)) % n;

      if (is_late_frame (trace, g_array_index (frames, guint32, next)))
        return next;
    }
  return position;
}

/**
 * tv_session_step_occurrence:
 * @self: a session
 * @direction: 1 for the next counted call of the selected method, -1 for the previous one; for frames, the next or
 *   previous late frame
 *
 * Selects a call and scrolls it into view; wraps around at the ends.
 */
void
tv_session_step_occurrence (TvSession *self, int direction)
{
  GArray *counted = tv_session_get_counted_occurrences (self);
  guint32 slice = tv_session_get_selected_slice (self);
  guint n, position = tv_session_get_occurrence (self, &n);

  if (n == 0)
    return;
  if (position > 0)
    position = (position - 1 + (direction > 0 ? 1 : n - 1)) % n;
  else if (slice != TV_NONE) /* a call that is not counted: use its neighbours */
    position = (tv_occurrences_count_before (counted, slice) + (direction > 0 ? 0 : n - 1)) % n;
  else
    position = direction > 0 ? 0 : n - 1;
  position = skip_frames_in_time (tv_session_get_trace (self), counted, position, direction);
  slice = g_array_index (counted, guint32, position);
  tv_session_select_slice (self, slice);
  tv_session_show_slice (self, slice);
}

/* Scrolls the timeline until a slice is visible; does nothing if it is already visible. */
void
tv_session_show_slice (TvSession *self, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (tv_session_get_trace (self));
  gint64 from_ns = tv_slices_start (slices, slice), to_ns = tv_slices_end (slices, slice);
  gint64 start_ns, end_ns, length_ns, margin_ns;

  tv_session_get_visible (self, &start_ns, &end_ns);
  if (from_ns >= start_ns && to_ns <= end_ns)
    return;

  length_ns = end_ns - start_ns;
  margin_ns = (gint64) ((double) length_ns * MARGIN);
  if (to_ns - from_ns > length_ns - 2 * margin_ns)
    start_ns = from_ns - margin_ns;
  else
    start_ns = from_ns - (length_ns - (to_ns - from_ns)) / 2;
  tv_session_set_visible (self, start_ns, start_ns + length_ns);
}
