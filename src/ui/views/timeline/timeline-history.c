/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Back and forward through the views that were looked at for a while. */

#include "ui/views/timeline/timeline-private.h"

#define REST_MS 600

#define BUTTON_BACK    8
#define BUTTON_FORWARD 9

static TvVisit
get_visit (TvTimeline *self)
{
  TvTimelinePlace place = tv_timeline_get_destination (self);
  TvVisit visit = {
    .start_ns = place.start_ns,
    .end_ns = place.end_ns,
    .scroll_y = place.scroll_y,
    .page_height = gtk_adjustment_get_page_size (self->vertical),
    .slice = tv_session_get_selected_slice (self->session),
    .symbol = tv_session_get_selected_symbol (self->session),
  };

  tv_session_get_range (self->session, &visit.selection_start_ns, &visit.selection_end_ns);
  return visit;
}

static void
update_actions (TvTimeline *self)
{
  TvVisit visit = get_visit (self);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "timeline.back",
                                 tv_view_history_can_go_back (self->history, &visit));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "timeline.forward",
                                 tv_view_history_can_go_forward (self->history, &visit));
}

static gboolean
on_rest (gpointer data)
{
  TvTimeline *self = data;
  TvVisit visit = get_visit (self);

  self->rest_id = 0;
  if (self->held_id == 0 && self->drag == TV_TIMELINE_DRAG_NONE)
    tv_view_history_visit (self->history, &visit);
  update_actions (self);
  return G_SOURCE_REMOVE;
}

/* To be called whenever another view is shown. */
void
tv_timeline_update_history (TvTimeline *self)
{
  if (self->history == NULL)
    return;
  g_clear_handle_id (&self->rest_id, g_source_remove);
  self->rest_id = g_timeout_add (REST_MS, on_rest, self);
  update_actions (self);
}

void
tv_timeline_start_history (TvTimeline *self)
{
  TvVisit visit = get_visit (self);

  self->history = tv_view_history_new ();
  tv_view_history_visit (self->history, &visit);
  update_actions (self);
}

void
tv_timeline_drop_history (TvTimeline *self)
{
  g_clear_handle_id (&self->rest_id, g_source_remove);
  g_clear_pointer (&self->history, tv_view_history_free);
}

/**
 * tv_timeline_go_in_history:
 * @self: a timeline with a session
 * @direction: -1 back, 1 forward
 *
 * Does nothing where there is no other view.
 */
void
tv_timeline_go_in_history (TvTimeline *self, int direction)
{
  TvTimelinePlace before = tv_timeline_get_place (self), after;
  TvVisit now = get_visit (self);
  const TvVisit *visit;

  if (self->history == NULL)
    return;
  visit = direction < 0 ? tv_view_history_go_back (self->history, &now)
                        : tv_view_history_go_forward (self->history, &now);
  if (visit == NULL)
    return;
  /* What selecting does to the place is taken back, to be eased. */
  tv_session_select_symbol (self->session, visit->symbol);
  tv_session_select_slice (self->session, visit->slice);
  tv_session_select_range (self->session, visit->selection_start_ns, visit->selection_end_ns);
  after = (TvTimelinePlace){ visit->start_ns, visit->end_ns, visit->scroll_y };
  tv_timeline_set_place (self, &before);
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
  /* Scrollbars would take them. */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

/* The buttons that some mice have for this; each has its gesture, as for drags. */
void
tv_timeline_add_history_buttons (TvTimeline *self)
{
  add_button (self, BUTTON_BACK);
  add_button (self, BUTTON_FORWARD);
}
