/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The keyboard cursor is the selected call: where the arrows take it, that it stays in sight, and
 * what a screen reader says of it. */

#include "ui/views/timeline/timeline-private.h"

#include <glib/gi18n.h>

#include "paint/timeline/cursor.h"
#include "ui/facts/sample-facts.h"
#include "ui/facts/slice-facts.h"
#include "ui/kit/slice-words.h"
#include "ui/session/occurrence-step.h"

/* A call that was out of sight gets this part of the width beside it. */
#define MARGIN 0.06

/* A call that is longer than the window is in sight if that much of the window shows it. */
#define ENOUGH 0.2

/* The part of a call that is in sight, or all of it. */
static void
find_shown (TvTimeline *self, guint32 slice, gint64 *start_ns, gint64 *end_ns)
{
  const TvSlices *slices = tv_trace_get_slices (tv_session_get_trace (self->session));
  TvTimelinePlace place = tv_timeline_get_destination (self);

  *start_ns = MAX (tv_slices_start (slices, slice), place.start_ns);
  *end_ns = MIN (tv_slices_end (slices, slice), place.end_ns);
  if (*start_ns > *end_ns)
    {
      *start_ns = tv_slices_start (slices, slice);
      *end_ns = tv_slices_end (slices, slice);
    }
}

/* Changes the place as little as brings the call into sight. */
static void
reveal_slice (TvTimeline *self, guint32 slice, TvTimelinePlace *place)
{
  const TvSlices *slices = tv_trace_get_slices (tv_session_get_trace (self->session));
  gint64 from_ns = tv_slices_start (slices, slice), to_ns = tv_slices_end (slices, slice);
  gint64 length_ns = place->end_ns - place->start_ns;
  gint64 margin_ns = (gint64) ((double) length_ns * MARGIN);
  gint64 shown_ns = MIN (to_ns, place->end_ns) - MAX (from_ns, place->start_ns);

  place->scroll_y = tv_timeline_find_scroll (self, slice, place->scroll_y);
  if (to_ns - from_ns <= length_ns - 2 * margin_ns)
    {
      if (from_ns < place->start_ns)
        tv_timeline_shift_place (self, place, from_ns - margin_ns - place->start_ns);
      else if (to_ns > place->end_ns)
        tv_timeline_shift_place (self, place, to_ns + margin_ns - place->end_ns);
    }
  else if ((double) shown_ns < ENOUGH * (double) length_ns)
    tv_timeline_shift_place (self, place,
                             from_ns >= place->start_ns ? from_ns - margin_ns - place->start_ns
                                                        : to_ns + margin_ns - place->end_ns);
}

/**
 * tv_timeline_select_slice:
 * @self: a timeline
 * @slice: a call
 *
 * Selects it and goes to where it is in sight.
 */
void
tv_timeline_select_slice (TvTimeline *self, guint32 slice)
{
  TvTimelinePlace before = tv_timeline_get_place (self);
  TvTimelinePlace after = tv_timeline_get_destination (self);

  /* What selecting it does to the place is taken back, to be eased. */
  tv_session_select_slice (self->session, slice);
  reveal_slice (self, slice, &after);
  tv_timeline_set_place (self, &before);
  tv_timeline_move_to (self, &after);
}

/* Up and down go along one time, so that what went up comes down where it began: the middle of
 * what is seen of the call from which they first went. */
static gint64
get_cursor_ns (TvTimeline *self, guint32 slice)
{
  gint64 start_ns, end_ns;

  if (self->cursor_slice != slice)
    {
      find_shown (self, slice, &start_ns, &end_ns);
      self->cursor_ns = start_ns + (end_ns - start_ns) / 2;
    }
  return self->cursor_ns;
}

/**
 * tv_timeline_step_cursor:
 * @self: a timeline with a session
 * @step: where to
 *
 * Without a selected call the first in sight is selected.
 */
void
tv_timeline_step_cursor (TvTimeline *self, TvTimelineStep step)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvSliceIndex *index = tv_session_get_index (self->session);
  guint32 slice = tv_session_get_selected_slice (self->session);
  guint32 found;

  if (slice == TV_NONE)
    {
      TvTimelineView view;

      if (!tv_timeline_get_view (self, &view))
        return;
      found = tv_timeline_find_first (self->layout, trace, index,
                                      tv_timeline_view_find_row (&view, view.ruler_height),
                                      view.start_ns + (view.end_ns - view.start_ns) / 2);
    }
  else
    found = tv_timeline_find_step (self->layout, trace, index, slice, step,
                                   get_cursor_ns (self, slice));
  if (found == TV_NONE)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  self->cursor_slice = step == TV_STEP_UP || step == TV_STEP_DOWN ? found : TV_NONE;
  tv_timeline_select_slice (self, found);
  tv_session_show_heap_dump (self->session, found);
}

/* ---- What is said ---- */

/* Which one of its name it is is known a moment later than it itself: it describes what has been said
 * already. */
static char *
dup_place_text (TvTimeline *self, guint32 slice)
{
  guint n, place = tv_session_get_occurrence (self->session, &n);

  return place > 0
             ? tv_slice_words_dup_place (tv_session_get_trace (self->session), slice, place, n)
             : g_strdup (_("Timeline"));
}

/* Says what is selected, after that changed, or more of it is known. */
void
tv_timeline_update_description (TvTimeline *self)
{
  guint32 slice = TV_NONE, sample = TV_NONE;
  g_autofree char *text = NULL, *more = NULL;

  if (self->session != NULL)
    {
      slice = tv_session_get_selected_slice (self->session);
      sample = tv_session_get_selected_sample (self->session);
    }
  if (slice != TV_NONE)
    {
      text = tv_slice_facts_dup_spoken (tv_session_get_trace (self->session),
                                        tv_session_get_time_base (self->session), slice);
      more = dup_place_text (self, slice);
    }
  else if (sample != TV_NONE)
    text = tv_sample_facts_dup_spoken (tv_session_get_trace (self->session), sample);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text != NULL ? text : _("Timeline"),
      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, more != NULL ? more : _("Nothing is selected"), -1);
}
