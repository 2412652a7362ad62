/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pointer, wheel and touch. */

#include "ui/views/timeline/timeline-private.h"

#include <math.h>

#define WHEEL_ZOOM    1.25
#define TOUCHPAD_ZOOM 1.006 /* for each px */
#define WHEEL_ROWS    3.0
#define WHEEL_PAN     0.08 /* of the width */
#define BAR_PX        14.0 /* within this a scrollbar gets wide */

/* ---- Moving the pointer ---- */

static void
set_class (GtkWidget *widget, const char *name, gboolean is_set)
{
  if (is_set)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

static void
on_motion (TvTimeline *self, double x, double y)
{
  if (x != self->pointer_x || y != self->pointer_y)
    g_clear_pointer (&self->moved_key, g_free);
  self->has_pointer = TRUE;
  self->pointer_x = x;
  self->pointer_y = y;
  tv_timeline_update_hover (self);
  tv_timeline_update_pointer (self);
  set_class (self->vertical_bar, "hovering", x > gtk_widget_get_width (GTK_WIDGET (self)) - BAR_PX);
  set_class (self->horizontal_bar, "hovering",
             y > gtk_widget_get_height (GTK_WIDGET (self)) - BAR_PX);
}

static void
on_leave (TvTimeline *self)
{
  g_clear_pointer (&self->moved_key, g_free);
  self->has_pointer = FALSE;
  tv_timeline_update_hover (self);
  set_class (self->vertical_bar, "hovering", FALSE);
  set_class (self->horizontal_bar, "hovering", FALSE);
}

/* ---- Wheel ---- */

static void
zoom_by_wheel (TvTimeline *self, double delta, gboolean is_smooth)
{
  TvTimelinePlace place = tv_timeline_get_destination (self);
  gint64 about_ns = tv_timeline_get_zoom_center (self, &place);

  if (!is_smooth)
    {
      tv_timeline_step_zoom (self, pow (WHEEL_ZOOM, -delta), about_ns);
      return;
    }
  place = tv_timeline_zoom_place (self, &place, pow (TOUCHPAD_ZOOM, -delta), about_ns);
  tv_timeline_stop_motion (self);
  tv_timeline_set_place (self, &place);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, TvTimeline *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (
      GTK_EVENT_CONTROLLER (controller));
  gboolean is_smooth = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE;
  TvTimelinePlace place;

  if (self->session == NULL)
    return GDK_EVENT_PROPAGATE;
  if (modifiers & GDK_CONTROL_MASK)
    {
      zoom_by_wheel (self, dy, is_smooth);
      return GDK_EVENT_STOP;
    }

  tv_timeline_stop_motion (self);
  if ((modifiers & GDK_SHIFT_MASK) && dx == 0.0)
    {
      dx = dy;
      dy = 0.0;
    }
  place = tv_timeline_get_place (self);
  if (dx != 0.0)
    {
      double width = gtk_widget_get_width (GTK_WIDGET (self)) - self->label_width;
      double part = is_smooth ? dx / MAX (width, 1.0) : dx * WHEEL_PAN;

      tv_session_pan (self->session,
                      (gint64) llround ((double) (place.end_ns - place.start_ns) * part));
    }
  if (dy != 0.0 &&
      !tv_timeline_scroll_row (self, is_smooth ? dy / self->metrics.step : dy * WHEEL_ROWS))
    gtk_adjustment_set_value (
        self->vertical, place.scroll_y + dy * (is_smooth ? 1.0 : WHEEL_ROWS * self->metrics.step));
  return GDK_EVENT_STOP;
}

/* ---- Click ---- */

static void
on_pressed (GtkGestureClick *gesture, int n_presses, double x, double y, TvTimeline *self)
{
  TvTimelineView view;
  TvTimelineHit hit;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (tv_click_count_add (&self->clicks, GTK_GESTURE (gesture), x, y) != 2 ||
      !tv_timeline_get_view (self, &view) || tv_timeline_is_at_label_edge (self, x))
    return;
  tv_timeline_hit_test (self->painter, &view, x, y, &hit);
  if (hit.mark != 0 || hit.cue != 0)
    return; /* the second release names it, or turns once more */
  if (hit.slice != TV_NONE)
    tv_timeline_fit_slice (self, hit.slice);
  else if (hit.area != TV_TIMELINE_HEADER && hit.area != TV_TIMELINE_LABELS)
    tv_timeline_fit_all (self);
}

static void
on_released (GtkGestureClick *gesture, int n_presses, double x, double y, TvTimeline *self)
{
  TvTimelineView view;
  TvTimelineHit hit;
  const TvTimelineRow *row;

  if (!tv_timeline_get_view (self, &view) || tv_timeline_is_at_label_edge (self, x))
    return;
  tv_timeline_hit_test (self->painter, &view, x, y, &hit);
  if ((hit.area == TV_TIMELINE_HEADER || hit.area == TV_TIMELINE_LABELS) &&
      (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) &
       GDK_CONTROL_MASK) != 0)
    {
      tv_timeline_toggle_threads (self, tv_timeline_layout_get_row (self->layout, hit.row));
      return;
    }
  if (hit.area == TV_TIMELINE_HEADER)
    {
      tv_timeline_toggle_group (self, tv_timeline_layout_get_row (self->layout, hit.row)->group);
      return;
    }
  if (hit.mark != 0)
    {
      tv_timeline_click_mark (self, hit.mark, self->clicks.n);
      return;
    }
  if (hit.area == TV_TIMELINE_LABELS)
    {
      row = tv_timeline_layout_get_row (self->layout, hit.row);
      if (row->can_fold &&
          (self->clicks.n == 2 || tv_timeline_view_hits_triangle (&view, row, x, y)))
        tv_timeline_toggle_row (self, row);
      return;
    }
  if (hit.cue != 0)
    {
      tv_timeline_turn_row (self, hit.row, hit.cue);
      return;
    }
  if (self->clicks.n != 1)
    return;
  self->is_clicked = TRUE;
  if (hit.area == TV_TIMELINE_RULER)
    tv_session_clear_range (self->session);
  else if (hit.slice != TV_NONE)
    {
      guint32 before = tv_session_get_selected_slice (self->session);

      tv_session_select_slice (self->session, hit.slice);
      tv_session_show_heap_dump (self->session, hit.slice);
      if (tv_session_is_heap_dump (self->session, hit.slice) &&
          (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) &
           GDK_SHIFT_MASK) != 0)
        gtk_widget_activate_action (GTK_WIDGET (self), "win.compare-dumps", "(uu)", hit.slice,
                                    before);
    }
  else if (hit.stack_sample != TV_NONE && hit.stack.n_samples > 0)
    tv_session_select_on_stack (self->session, hit.stack_sample,
                                tv_call_name_get_symbol (hit.stack.name));
  else if (hit.stack_sample != TV_NONE)
    tv_session_select_sample (self->session, hit.stack_sample);
  else if (hit.counter != TV_NONE)
    tv_session_select_counter (self->session, hit.counter, tv_timeline_get_ns_at (self, x));
  else
    {
      tv_session_select_symbol (self->session, TV_NONE);
      tv_session_select_sample (self->session, TV_NONE);
      tv_session_select_counter (self->session, TV_NONE, G_MININT64);
    }
  self->is_clicked = FALSE;
}

/* ---- Pinch ---- */

/* The time between the fingers stays there, or, of fingers on the names, the chart's left edge. */
void
tv_timeline_begin_pinch (TvTimeline *self, double x)
{
  tv_timeline_stop_motion (self);
  self->drag_from = tv_timeline_get_place (self);
  self->drag_ns = tv_timeline_get_ns_at (self, MAX (x, self->label_width));
}

/* @scale is how far the fingers are from each other now, as a part of what they were at first. */
void
tv_timeline_pinch (TvTimeline *self, double scale)
{
  TvTimelinePlace place;

  if (self->session == NULL)
    return;
  place = tv_timeline_zoom_place (self, &self->drag_from, scale, self->drag_ns);
  tv_timeline_set_place (self, &place);
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, TvTimeline *self)
{
  double x = 0.0, y = 0.0;

  if (self->session == NULL)
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_gesture_get_bounding_box_center (gesture, &x, &y);
  tv_timeline_begin_pinch (self, x);
}

void
tv_timeline_add_controllers (TvTimeline *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *wheel = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);

  g_signal_connect (wheel, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, wheel);

  tv_timeline_add_drag (self);
  tv_timeline_add_mark_menu (self);
  tv_timeline_add_history_buttons (self);

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));

  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect_swapped (pinch, "scale-changed", G_CALLBACK (tv_timeline_pinch), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
}
