/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Steps through the counted calls of the selected symbol. Called by the actions of the timeline. Stateless: changes
 * the selected slice of the session and the position of the timeline. */

#include "ui/views/timeline/timeline-call-step.h"

#include "analysis/calls/occurrences.h"
#include "analysis/system/frame-outcome.h"
#include "ui/views/timeline/timeline-motion.h"

static gboolean
is_late_frame (TvTrace *trace, guint32 slice)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
  TvFrameOutcome outcome = tv_frame_get_outcome (trace, track, slice);

  return outcome != TV_FRAME_UNKNOWN && outcome != TV_FRAME_ON_TIME;
}

/* Returns the index of the first late or dropped frame, starting at @position in a direction; @position if there is
 * none, or if the slices are not frames with outcomes. */
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

/* Selects the next (1) or previous (-1) counted call, or for frames the next or previous late frame, and scrolls to
 * it. Wraps around at both ends. */
static void
step_occurrence (TvSession *session, int direction)
{
  GArray *counted = tv_session_get_counted_occurrences (session);
  guint32 slice = tv_session_get_selected_slice (session);
  guint n, position = tv_session_get_occurrence (session, &n);

  if (n == 0)
    return;
  if (position > 0)
    position = (position - 1 + (direction > 0 ? 1 : n - 1)) % n;
  else if (slice != TV_NONE) /* a call that is not counted; continues with its neighbours */
    position = (tv_occurrences_count_before (counted, slice) + (direction > 0 ? 0 : n - 1)) % n;
  else
    position = direction > 0 ? 0 : n - 1;
  position = skip_frames_in_time (tv_session_get_trace (session), counted, position, direction);
  slice = g_array_index (counted, guint32, position);
  tv_session_select_slice (session, slice);
  tv_session_show_slice (session, slice);
}

/* Goes to the next (1) or previous (-1) call. The session scrolls to the call immediately; the old position is
 * restored below, so that the timeline can animate the movement. */
void
tv_timeline_step_call (TvTimeline *self, int direction)
{
  TvSession *session = tv_timeline_get_session (self);
  TvTimelinePosition before = tv_timeline_get_position (self), after;
  guint32 slice;

  step_occurrence (session, direction);
  slice = tv_session_get_selected_slice (session);
  if (slice == TV_NONE)
    return;
  after = tv_timeline_get_position (self);
  after.scroll_y = tv_timeline_find_scroll (self, slice, before.scroll_y);
  tv_timeline_set_position (self, &before);
  tv_timeline_move_to (self, &after);
}
