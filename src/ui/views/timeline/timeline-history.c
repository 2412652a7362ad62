/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Goes back and forward through earlier views. A view is added to the history when it has been visible for a while. A
 * part of TvTimeline (timeline-part.h) that connects the list of visits (view-history.c) to the timeline. Going back
 * or forward also restores the selected slice, symbol and range of the session. */

#include "ui/views/timeline/timeline-history.h"

#include "ui/views/timeline/timeline-input.h"
#include "ui/views/timeline/timeline-keys.h"
#include "ui/views/timeline/timeline-motion.h"
#include "ui/views/timeline/view-history.h"

#define REST_MS 600

#define BUTTON_BACK    8
#define BUTTON_FORWARD 9

typedef struct
{
  TvViewHistory *history; /* (nullable): created at the first allocation with a session */
  guint rest_id;          /* timeout that adds the current view to the history, or 0 */
} HistoryPart;

static HistoryPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_HISTORY);
}

static TvVisit
get_visit (TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);
  TvTimelinePosition position = tv_timeline_get_destination (self);
  TvVisit visit = {
    .start_ns = position.start_ns,
    .end_ns = position.end_ns,
    .scroll_y = position.scroll_y,
    .page_height = tv_timeline_get_page_height (self),
    .slice = tv_session_get_selected_slice (session),
    .symbol = tv_session_get_selected_symbol (session),
  };

  tv_session_get_range (session, &visit.selection_start_ns, &visit.selection_end_ns);
  return visit;
}

static void
update_actions (TvTimeline *self)
{
  HistoryPart *part = get_part (self);
  TvVisit visit = get_visit (self);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "timeline.back",
                                 tv_view_history_can_go_back (part->history, &visit));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "timeline.forward",
                                 tv_view_history_can_go_forward (part->history, &visit));
}

static gboolean
on_rest (gpointer data)
{
  TvTimeline *self = data;
  HistoryPart *part = get_part (self);
  TvVisit visit = get_visit (self);

  part->rest_id = 0;
  if (!tv_timeline_is_key_held (self) && tv_timeline_get_drag (self) == TV_TIMELINE_DRAG_NONE)
    tv_view_history_visit (part->history, &visit);
  update_actions (self);
  return G_SOURCE_REMOVE;
}

/* Restarts the timeout that adds the current view. Called when the view has changed. */
void
tv_timeline_update_history (TvTimeline *self)
{
  HistoryPart *part = get_part (self);

  if (part->history == NULL)
    return;
  g_clear_handle_id (&part->rest_id, g_source_remove);
  part->rest_id = g_timeout_add (REST_MS, on_rest, self);
  update_actions (self);
}

gboolean
tv_timeline_has_history (TvTimeline *self)
{
  return get_part (self)->history != NULL;
}

void
tv_timeline_start_history (TvTimeline *self)
{
  HistoryPart *part = get_part (self);
  TvVisit visit = get_visit (self);

  part->history = tv_view_history_new ();
  tv_view_history_visit (part->history, &visit);
  update_actions (self);
}

static void
drop_session (TvTimeline *self)
{
  HistoryPart *part = get_part (self);

  g_clear_handle_id (&part->rest_id, g_source_remove);
  g_clear_pointer (&part->history, tv_view_history_free);
}

/* Goes back (-1) or forward (1) in the history. Does nothing at the end of the history. */
void
tv_timeline_go_in_history (TvTimeline *self, int direction)
{
  HistoryPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);
  TvTimelinePosition before = tv_timeline_get_position (self), after;
  TvVisit now = get_visit (self);
  const TvVisit *visit;

  if (part->history == NULL)
    return;
  visit = direction < 0 ? tv_view_history_go_back (part->history, &now)
                        : tv_view_history_go_forward (part->history, &now);
  if (visit == NULL)
    return;
  /* The session scrolls to the selection immediately; the old position is restored below, so that the timeline can
   * animate the movement. */
  tv_session_select_symbol (session, visit->symbol);
  tv_session_select_slice (session, visit->slice);
  tv_session_select_range (session, visit->selection_start_ns, visit->selection_end_ns);
  after = (TvTimelinePosition){ visit->start_ns, visit->end_ns, visit->scroll_y };
  tv_timeline_set_position (self, &before);
  tv_timeline_move_to (self, &after);
  update_actions (self);
}

static void
on_pressed (GtkGestureClick *gesture, int n_presses, double x, double y, TvTimeline *self)
{
  guint button = gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (gesture));

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_activate_action (GTK_WIDGET (self),
                              button == BUTTON_BACK ? "timeline.back" : "timeline.forward", NULL);
}

static void
add_button (TvTimeline *self, guint button)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), button);
  /* Capture phase, because scrollbars would otherwise handle these buttons. */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

/* Adds gestures for the back and forward buttons of a mouse. */
static void
init (TvTimeline *self)
{
  add_button (self, BUTTON_BACK);
  add_button (self, BUTTON_FORWARD);
}

const TvTimelinePart tv_timeline_part_history = {
  .size = sizeof (HistoryPart),
  .init = init,
  .drop_session = drop_session,
};
