/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The keyboard cursor is the selected slice. This file moves the cursor with the arrow keys, scrolls to it, and
 * describes it for screen readers. A part of TvTimeline (timeline-part.h), called by the actions of the timeline.
 * Changes the selected slice of the session. State: the time at which Up and Down move. */

#include "ui/views/timeline/timeline-cursor.h"

#include <glib/gi18n.h>

#include "ui/properties/path-properties.h"
#include "ui/properties/sample-properties.h"
#include "ui/properties/slice-properties.h"
#include "ui/kit/slice-labels.h"
#include "ui/views/timeline/timeline-motion.h"

/* Margin beside a slice after scrolling to it, as a fraction of the visible range */
#define MARGIN 0.06

/* A slice that is longer than the visible range counts as visible if it covers this fraction of the range. */
#define ENOUGH 0.2

typedef struct
{
  guint32 slice; /* slice that Up or Down selected last, or TV_NONE */
  gint64 ns;     /* time at which Up and Down move */
} CursorPart;

static CursorPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_CURSOR);
}

/* Computes the start and end of the visible part of a slice, or of the whole slice if no part is visible. */
static void
find_shown (TvTimeline *self, guint32 slice, gint64 *start_ns, gint64 *end_ns)
{
  const TvSlices *slices = tv_trace_get_slices (
      tv_session_get_trace (tv_timeline_get_session (self)));
  TvTimelinePosition position = tv_timeline_get_destination (self);

  *start_ns = MAX (tv_slices_start (slices, slice), position.start_ns);
  *end_ns = MIN (tv_slices_end (slices, slice), position.end_ns);
  if (*start_ns > *end_ns)
    {
      *start_ns = tv_slices_start (slices, slice);
      *end_ns = tv_slices_end (slices, slice);
    }
}

/* Moves @position as little as possible so that the slice is visible. */
static void
reveal_slice (TvTimeline *self, guint32 slice, TvTimelinePosition *position)
{
  const TvSlices *slices = tv_trace_get_slices (
      tv_session_get_trace (tv_timeline_get_session (self)));
  gint64 from_ns = tv_slices_start (slices, slice), to_ns = tv_slices_end (slices, slice);
  gint64 length_ns = position->end_ns - position->start_ns;
  gint64 margin_ns = (gint64) ((double) length_ns * MARGIN);
  gint64 shown_ns = MIN (to_ns, position->end_ns) - MAX (from_ns, position->start_ns);

  position->scroll_y = tv_timeline_find_scroll (self, slice, position->scroll_y);
  if (to_ns - from_ns <= length_ns - 2 * margin_ns)
    {
      if (from_ns < position->start_ns)
        tv_timeline_shift_position (self, position, from_ns - margin_ns - position->start_ns);
      else if (to_ns > position->end_ns)
        tv_timeline_shift_position (self, position, to_ns + margin_ns - position->end_ns);
    }
  else if ((double) shown_ns < ENOUGH * (double) length_ns)
    tv_timeline_shift_position (self, position,
                                from_ns >= position->start_ns
                                    ? from_ns - margin_ns - position->start_ns
                                    : to_ns + margin_ns - position->end_ns);
}

/* Selects a slice and scrolls to it with an animation. */
void
tv_timeline_select_slice (TvTimeline *self, guint32 slice)
{
  TvTimelinePosition before = tv_timeline_get_position (self);
  TvTimelinePosition after = tv_timeline_get_destination (self);

  /* The session scrolls to the slice immediately; the old position is restored below, so that the timeline can
   * animate the movement. */
  tv_session_select_slice (tv_timeline_get_session (self), slice);
  reveal_slice (self, slice, &after);
  tv_timeline_set_position (self, &before);
  tv_timeline_move_to (self, &after);
}

/* Updates and returns the time at which Up and Down move: the middle of the visible part of the slice from which the
 * first of these keys moved. Further presses of Up and Down keep this time, so that Down after Up returns to the same
 * slice. */
static gint64
update_cursor_ns (TvTimeline *self, guint32 slice)
{
  CursorPart *part = get_part (self);
  gint64 start_ns, end_ns;

  if (part->slice != slice)
    {
      find_shown (self, slice, &start_ns, &end_ns);
      part->ns = start_ns + (end_ns - start_ns) / 2;
    }
  return part->ns;
}

/* Moves the selection to a neighbouring slice. If no slice is selected, selects the outermost slice that is nearest
 * to the middle of the visible range, in the first visible row with slices. Rings the bell if no slice was found. */
void
tv_timeline_step_cursor (TvTimeline *self, TvTimelineStep step)
{
  TvSession *session = tv_timeline_get_session (self);
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  TvTrace *trace = tv_session_get_trace (session);
  const TvSliceIndex *index = tv_session_get_index (session);
  guint32 slice = tv_session_get_selected_slice (session);
  guint32 found;

  if (slice == TV_NONE)
    {
      TvTimelineView view;

      if (!tv_timeline_update_view (self, &view))
        return;
      found = tv_timeline_find_first (layout, trace, index,
                                      tv_timeline_view_find_row (&view, view.ruler_height),
                                      view.start_ns + (view.end_ns - view.start_ns) / 2);
    }
  else
    found = tv_timeline_find_step (layout, trace, index, slice, step,
                                   update_cursor_ns (self, slice));
  if (found == TV_NONE)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  get_part (self)->slice = step == TV_STEP_UP || step == TV_STEP_DOWN ? found : TV_NONE;
  tv_timeline_select_slice (self, found);
  tv_session_show_heap_dump (session, found);
}

/* ---- Description ---- */

/* Returns a phrase with the position of the slice among the occurrences of its symbol. A worker computes this
 * position after the slice was selected, so the phrase belongs to the description, not to the label, which is read
 * out immediately. */
static char *
dup_position_text (TvTimeline *self, guint32 slice)
{
  TvSession *session = tv_timeline_get_session (self);
  guint n, position = tv_session_get_occurrence (session, &n);

  return position > 0
             ? tv_slice_labels_dup_position (tv_session_get_trace (session), slice, position, n)
             : g_strdup (_("Timeline"));
}

/* Updates the accessible label and description. Called when the selection has changed, or when the position of the
 * slice among the occurrences of its symbol is known. */
void
tv_timeline_update_description (TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);
  guint32 slice = TV_NONE, sample = TV_NONE;
  g_autofree char *text = NULL, *more = NULL;

  if (session != NULL)
    {
      slice = tv_session_get_selected_slice (session);
      sample = tv_session_get_selected_sample (session);
    }
  if (slice != TV_NONE)
    {
      text = tv_slice_facts_dup_spoken (tv_session_get_trace (session),
                                        tv_session_get_time_base (session), slice);
      more = dup_position_text (self, slice);
    }
  else if (sample != TV_NONE)
    text = tv_sample_facts_dup_spoken (tv_session_get_trace (session), sample);
  else if (session != NULL && tv_session_get_selected_path (session) != NULL)
    text = tv_path_facts_dup_spoken (tv_session_get_trace (session),
                                     tv_session_get_selected_path (session));
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text != NULL ? text : _("Timeline"),
      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, more != NULL ? more : _("Nothing is selected"), -1);
}

/* ---- Part ---- */

static void
drop_session (TvTimeline *self)
{
  get_part (self)->slice = TV_NONE;
}

const TvTimelinePart tv_timeline_part_cursor = {
  .size = sizeof (CursorPart),
  .init = drop_session,
  .drop_session = drop_session,
};
