/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pointer and wheel input of the overview. */

#include "ui/views/timeline/overview-view-private.h"

#include <math.h>

#define WHEEL_ZOOM    1.25
#define TOUCHPAD_ZOOM 1.006 /* per px */
#define WHEEL_PAN     0.08  /* fraction of the window's duration */
#define TOUCHPAD_PAN  0.002 /* fraction of the window's duration, per px */

static void
update_cursor (TvOverviewView *self)
{
  const char *name = NULL;
  TvOverviewPart part = TV_OVERVIEW_NOWHERE;
  TvOverview overview;

  if (self->pointer_x >= 0.0 && tv_overview_view_get_overview (self, &overview))
    part = tv_overview_hit_test (&overview, self->pointer_x);
  if (self->drag == TV_OVERVIEW_DRAG_WINDOW)
    name = "grabbing";
  else if (self->drag == TV_OVERVIEW_DRAG_EDGE)
    name = "col-resize";
  else if (self->drag == TV_OVERVIEW_DRAG_NEW || self->drag == TV_OVERVIEW_DRAG_SELECT)
    name = "crosshair";
  else if (part == TV_OVERVIEW_WINDOW_START || part == TV_OVERVIEW_WINDOW_END)
    name = "col-resize";
  else if (part == TV_OVERVIEW_WINDOW)
    name = "grab";
  else if (part == TV_OVERVIEW_OUTSIDE)
    name = "crosshair";
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), name);
}

static void
on_motion (TvOverviewView *self, double x, double y)
{
  self->pointer_x = x;
  update_cursor (self);
}

static void
on_leave (TvOverviewView *self)
{
  self->pointer_x = -1.0;
  update_cursor (self);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, TvOverviewView *self)
{
  gboolean is_smooth = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE;
  TvOverview overview;

  if (!tv_overview_view_get_overview (self, &overview))
    return GDK_EVENT_PROPAGATE;
  if (dx != 0.0)
    {
      double length_ns = (double) (overview.visible_end_ns - overview.visible_start_ns);

      tv_session_pan (self->session,
                      (gint64) llround (dx * length_ns * (is_smooth ? TOUCHPAD_PAN : WHEEL_PAN)));
    }
  if (dy != 0.0)
    {
      gint64 about_ns = tv_overview_get_ns (&overview, self->pointer_x);

      if (is_smooth)
        tv_session_zoom (self->session, pow (TOUCHPAD_ZOOM, -dy), about_ns);
      else
        tv_session_step_zoom (self->session, pow (WHEEL_ZOOM, -dy), about_ns);
    }
  update_cursor (self);
  return GDK_EVENT_STOP;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, TvOverviewView *self)
{
  TvOverview overview;

  if (!tv_overview_view_get_overview (self, &overview) ||
      tv_overview_hit_test (&overview, x) == TV_OVERVIEW_NOWHERE)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->drag_ns = tv_overview_get_ns (&overview, x);
  self->from_ns = overview.visible_start_ns;
  self->to_ns = overview.visible_end_ns;
}

static TvOverviewDrag
choose_drag (TvOverviewView *self, GtkGestureDrag *gesture, double x)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (
      GTK_EVENT_CONTROLLER (gesture));
  TvOverview overview;

  if (!tv_overview_view_get_overview (self, &overview))
    return TV_OVERVIEW_DRAG_NONE;
  self->fixed_ns = self->drag_ns;
  if (modifiers & GDK_SHIFT_MASK)
    return TV_OVERVIEW_DRAG_SELECT;
  switch (tv_overview_hit_test (&overview, x))
    {
    case TV_OVERVIEW_WINDOW_START:
      self->fixed_ns = self->to_ns;
      return TV_OVERVIEW_DRAG_EDGE;
    case TV_OVERVIEW_WINDOW_END:
      self->fixed_ns = self->from_ns;
      return TV_OVERVIEW_DRAG_EDGE;
    case TV_OVERVIEW_WINDOW:
      return TV_OVERVIEW_DRAG_WINDOW;
    case TV_OVERVIEW_OUTSIDE:
      return TV_OVERVIEW_DRAG_NEW;
    case TV_OVERVIEW_NOWHERE:
    default:
      return TV_OVERVIEW_DRAG_NONE;
    }
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, TvOverviewView *self)
{
  TvOverview overview;
  double x, y, px_ns;
  gint64 ns, by_ns;

  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  if (self->drag == TV_OVERVIEW_DRAG_NONE)
    {
      if (!gtk_drag_check_threshold (GTK_WIDGET (self), (int) x, (int) y, (int) (x + dx),
                                     (int) (y + dy)))
        return;
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      self->drag = choose_drag (self, gesture, x);
    }
  if (self->drag == TV_OVERVIEW_DRAG_NONE || !tv_overview_view_get_overview (self, &overview))
    return;

  self->pointer_x = x + dx;
  px_ns = (double) (overview.end_ns - overview.start_ns) /
          MAX (overview.width - overview.label_width, 1.0);
  by_ns = (gint64) llround (dx * px_ns);
  ns = tv_overview_get_ns (&overview, x + dx);
  switch (self->drag)
    {
    case TV_OVERVIEW_DRAG_WINDOW:
      tv_session_set_visible (self->session, self->from_ns + by_ns, self->to_ns + by_ns);
      break;
    case TV_OVERVIEW_DRAG_EDGE:
      /* The dragged edge moves by the same distance as the pointer. */
      ns = (self->fixed_ns == self->to_ns ? self->from_ns : self->to_ns) + by_ns;
      ns = CLAMP (ns, overview.start_ns, overview.end_ns);
      tv_session_set_visible (self->session, MIN (ns, self->fixed_ns), MAX (ns, self->fixed_ns));
      break;
    case TV_OVERVIEW_DRAG_NEW:
      tv_session_set_visible (self->session, MIN (ns, self->fixed_ns), MAX (ns, self->fixed_ns));
      break;
    case TV_OVERVIEW_DRAG_SELECT:
      tv_session_select_range (self->session, self->fixed_ns, ns);
      break;
    case TV_OVERVIEW_DRAG_NONE:
    default:
      break;
    }
  update_cursor (self);
}

static void
on_drag_end (TvOverviewView *self)
{
  self->drag = TV_OVERVIEW_DRAG_NONE;
  update_cursor (self);
}

static void
on_pressed (GtkGestureClick *gesture, int n_presses, double x, double y, TvOverviewView *self)
{
  if (tv_click_count_add (&self->clicks, GTK_GESTURE (gesture), x, y) == 2 && self->session != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.zoom-fit", NULL);
}

static void
on_released (GtkGestureClick *gesture, int n_presses, double x, double y, TvOverviewView *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (
      GTK_EVENT_CONTROLLER (gesture));
  TvOverview overview;

  if (self->clicks.n != 1 || (modifiers & GDK_SHIFT_MASK) ||
      !tv_overview_view_get_overview (self, &overview) ||
      tv_overview_hit_test (&overview, x) != TV_OVERVIEW_OUTSIDE)
    return;
  tv_session_reveal_time (self->session, tv_overview_get_ns (&overview, x));
  update_cursor (self);
}

void
tv_overview_view_add_controllers (TvOverviewView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *wheel = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);

  g_signal_connect (wheel, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, wheel);

  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
}
