/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pointer, wheel and touch. */

#include "ui/views/flame/flame-private.h"

#define WHEEL_LEVELS 3.0

static void
on_motion (TvFlameGraph *self, double x, double y)
{
  self->has_pointer = TRUE;
  self->pointer_x = x;
  self->pointer_y = y;
  tv_flame_graph_update_hover (self);
}

static void
on_leave (TvFlameGraph *self)
{
  self->has_pointer = FALSE;
  tv_flame_graph_update_hover (self);
}

static gboolean
hit_test (TvFlameGraph *self, double x, double y, TvFlameHit *hit)
{
  TvFlameView view;

  *hit = (TvFlameHit){ .node = TV_NONE };
  if (tv_flame_graph_get_view (self, &view))
    tv_flame_painter_hit_test (self->painter, &view, x, y, hit);
  return hit->node != TV_NONE;
}

/* One frame further down towards what is below the pointer, or one up. */
static void
zoom_by_wheel (TvFlameGraph *self, double dy)
{
  guint32 zoom = self->zoom, node = self->hit.node;

  if (dy > 0.0)
    {
      guint32 parent = tv_flame_layout_get_node (self->layout, zoom)->parent;

      if (parent != TV_NONE)
        tv_flame_graph_zoom_to (self, parent);
      return;
    }
  if (node == TV_NONE || node == zoom || !tv_flame_layout_is_within (self->layout, node, zoom))
    return;
  /* Frames that are as wide as this one would show the same. */
  while (tv_flame_layout_get_node (self->layout, node)->parent != zoom &&
         tv_flame_layout_get_length (self->layout,
                                     tv_flame_layout_get_node (self->layout, node)->parent) <
             tv_flame_layout_get_length (self->layout, zoom))
    node = tv_flame_layout_get_node (self->layout, node)->parent;
  tv_flame_graph_zoom_to (self, node);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, TvFlameGraph *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (
      GTK_EVENT_CONTROLLER (controller));
  gboolean is_smooth = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE;

  if (self->layout == NULL)
    return GDK_EVENT_PROPAGATE;
  if (modifiers & GDK_CONTROL_MASK)
    zoom_by_wheel (self, dy);
  else
    gtk_adjustment_set_value (self->vertical,
                              gtk_adjustment_get_value (self->vertical) +
                                  dy * (is_smooth ? 1.0 : WHEEL_LEVELS * self->metrics.step));
  return GDK_EVENT_STOP;
}

static void
on_pressed (GtkGestureClick *gesture, int n_presses, double x, double y, TvFlameGraph *self)
{
  TvFlameHit hit;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  /* Pressed twice, and twice again, it goes in further. */
  if (tv_click_count_add (&self->clicks, GTK_GESTURE (gesture), x, y) % 2 != 0 ||
      self->layout == NULL)
    return;
  if (hit_test (self, x, y, &hit))
    tv_flame_graph_zoom_to (self, hit.node);
  else
    tv_flame_graph_zoom_to (self, 0);
}

static void
on_released (GtkGestureClick *gesture, int n_presses, double x, double y, TvFlameGraph *self)
{
  TvFlameHit hit;

  if (self->clicks.n % 2 == 0 || self->layout == NULL)
    return;
  hit_test (self, x, y, &hit);
  tv_flame_graph_select (self, hit.node);
}

static void
on_menu_wanted (GtkGesture *gesture, double x, double y, TvFlameGraph *self)
{
  TvFlameHit hit;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (hit_test (self, x, y, &hit) && tv_flame_graph_open_menu (self, hit.node, x, y))
    gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_secondary_pressed (GtkGesture *gesture, int n_presses, double x, double y, TvFlameGraph *self)
{
  on_menu_wanted (gesture, x, y, self);
}

void
tv_flame_graph_add_input (TvFlameGraph *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *wheel = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *secondary = gtk_gesture_click_new ();
  GtkGesture *press = gtk_gesture_long_press_new ();

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);

  g_signal_connect (wheel, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, wheel);

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect (secondary, "pressed", G_CALLBACK (on_secondary_pressed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (secondary));

  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  g_signal_connect (press, "pressed", G_CALLBACK (on_menu_wanted), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (press));
}
