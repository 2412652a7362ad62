/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Turns GTK events into pans, zooms, drags, clicks and hovers of a widget. Widgets that paint their own content call
 * tv_pointer_input_new() when they are created, and implement #TvPointerHandlers. Does not depend on the content of
 * the widgets. Each input is owned by its widget, and stores the pointer's position and the state of the current drag
 * or pinch. */

#include "ui/kit/pointer-input.h"

#include <math.h>

#define WHEEL_ZOOM    1.25
#define TOUCHPAD_ZOOM 1.006 /* per px */
#define WHEEL_ROWS    3.0
#define WHEEL_PAGES   0.08

struct _TvPointerInput
{
  GtkWidget *widget; /* owner */
  const TvPointerHandlers *handlers;

  gboolean is_inside;
  double x, y; /* last position of the pointer in the widget */

  guint n_presses;
  guint32 press_ms;
  double press_x, press_y;

  GtkGesture *gesture; /* (nullable): current or last drag gesture */
  gboolean is_dragging;
  double drag_x, drag_y; /* last position of the drag */

  double pinch_x, pinch_y;
  double scale; /* current scale of the pinch */
  double steps; /* fraction of a zoom step that has accumulated; negative when zooming out */
};

static gboolean
has_content (TvPointerInput *self)
{
  double page, row;

  return self->handlers->measure (self->widget, &page, &row);
}

static TvPointerEvent
make_event (TvPointerInput *self, gpointer gesture, double x, double y)
{
  return (TvPointerEvent){
    .x = x,
    .y = y,
    .n_presses = self->n_presses,
    .button = gtk_gesture_single_get_current_button (gesture),
    .modifiers = gtk_event_controller_get_current_event_state (gesture),
  };
}

/* ---- Hover ---- */

static void
update_hover (TvPointerInput *self)
{
  if (!self->is_dragging && self->handlers->hover != NULL)
    self->handlers->hover (self->widget);
}

static void
on_motion (TvPointerInput *self, double x, double y)
{
  self->is_inside = TRUE;
  self->x = x;
  self->y = y;
  update_hover (self);
}

static void
on_leave (TvPointerInput *self)
{
  self->is_inside = FALSE;
  update_hover (self);
}

/**
 * tv_pointer_input_get_position:
 * @x: (out) (optional): x position
 * @y: (out) (optional): y position
 *
 * Gets the current or last position of the pointer.
 *
 * Returns: whether the pointer is inside the widget, or is dragging
 */
gboolean
tv_pointer_input_get_position (TvPointerInput *self, double *x, double *y)
{
  if (x != NULL)
    *x = self->x;
  if (y != NULL)
    *y = self->y;
  /* GTK does not report that the pointer is outside after the widget has shrunk. */
  return self->is_dragging ||
         (self->is_inside && self->x >= 0.0 && self->x < gtk_widget_get_width (self->widget) &&
          self->y >= 0.0 && self->y < gtk_widget_get_height (self->widget));
}

/* ---- Wheel and touchpad ---- */

static void
zoom (TvPointerInput *self, double factor, double x, double y, gboolean is_smooth)
{
  double steps = log (factor) / log (WHEEL_ZOOM);

  if (!self->handlers->zooms_by_steps)
    {
      self->handlers->zoom (self->widget, factor, x, y, is_smooth);
      return;
    }
  self->steps = self->steps * steps < 0.0 ? steps : self->steps + steps;
  for (; fabs (self->steps) > 1.0 - 1e-6; self->steps -= copysign (1.0, self->steps))
    self->handlers->zoom (self->widget, pow (WHEEL_ZOOM, copysign (1.0, self->steps)), x, y,
                          is_smooth);
}

/* Pans, or zooms if Ctrl is held. If the widget has set @wheel_zooms, also zooms unless Shift is held. Stops the
 * event if the widget has content; otherwise, the event propagates. */
gboolean
tv_pointer_input_scroll (TvPointerInput *self,
                         double dx,
                         double dy,
                         GdkScrollUnit unit,
                         GdkModifierType modifiers)
{
  const TvPointerHandlers *handlers = self->handlers;
  gboolean is_smooth = unit == GDK_SCROLL_UNIT_SURFACE;
  gboolean has_ctrl = (modifiers & GDK_CONTROL_MASK) != 0;
  gboolean has_shift = (modifiers & GDK_SHIFT_MASK) != 0;
  gboolean is_inside = tv_pointer_input_get_position (self, NULL, NULL);
  double page, row;

  if (!handlers->measure (self->widget, &page, &row))
    return GDK_EVENT_PROPAGATE;
  if (has_ctrl || (handlers->wheel_zooms && !has_shift))
    {
      if (dy != 0.0)
        zoom (self, pow (is_smooth ? TOUCHPAD_ZOOM : WHEEL_ZOOM, -dy),
              is_inside ? self->x : gtk_widget_get_width (self->widget) / 2.0,
              is_inside ? self->y : gtk_widget_get_height (self->widget) / 2.0, is_smooth);
      dx = has_ctrl ? 0.0 : dx;
      dy = 0.0;
    }
  else if (handlers->axes == TV_PAN_HORIZONTAL ||
           (handlers->axes == TV_PAN_BOTH && has_shift && dx == 0.0))
    {
      dx += dy;
      dy = 0.0;
    }
  if (dx != 0.0 || dy != 0.0)
    handlers->pan (self->widget, dx * (is_smooth ? 1.0 : WHEEL_PAGES * page),
                   dy * (is_smooth ? 1.0 : WHEEL_ROWS * row));
  return GDK_EVENT_STOP;
}

static gboolean
on_scroll (gpointer controller, double dx, double dy, TvPointerInput *self)
{
  return tv_pointer_input_scroll (self, dx, dy, gtk_event_controller_scroll_get_unit (controller),
                                  gtk_event_controller_get_current_event_state (controller));
}

/* ---- Pinch ---- */

void
tv_pointer_input_begin_pinch (TvPointerInput *self, double x, double y)
{
  self->pinch_x = x;
  self->pinch_y = y;
  self->scale = 1.0;
  if (self->handlers->begin_pinch != NULL)
    self->handlers->begin_pinch (self->widget, x, y);
}

/* Zooms by @scale, the ratio of the current distance of the fingers to their initial distance. */
void
tv_pointer_input_pinch (TvPointerInput *self, double scale)
{
  if (!has_content (self) || scale <= 0.0)
    return;
  if (self->handlers->pinch != NULL)
    self->handlers->pinch (self->widget, scale);
  else
    zoom (self, scale / self->scale, self->pinch_x, self->pinch_y, TRUE);
  self->scale = scale;
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, TvPointerInput *self)
{
  double x = 0.0, y = 0.0;

  if (!has_content (self))
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_gesture_get_bounding_box_center (gesture, &x, &y);
  tv_pointer_input_begin_pinch (self, x, y);
}

/* ---- Press, click and menu ---- */

/* Counts consecutive presses with the user's double-click settings. GtkGestureClick is not used for this, because it
 * has two faults: it reports two single clicks for a double click that follows a double click at another position,
 * and it uses the time at which it handles an event instead of the event's timestamp. */
static void
count_press (TvPointerInput *self, gpointer gesture, double x, double y)
{
  guint32 time_ms = gtk_event_controller_get_current_event_time (gesture);
  int max_ms, max_px;

  g_object_get (gtk_widget_get_settings (self->widget), "gtk-double-click-time", &max_ms,
                "gtk-double-click-distance", &max_px, NULL);
  /* Event times wrap around after 49 days; the unsigned difference remains correct. */
  if (time_ms - self->press_ms > (guint32) MAX (max_ms, 0) || fabs (x - self->press_x) >= max_px ||
      fabs (y - self->press_y) >= max_px)
    self->n_presses = 0;
  self->n_presses++;
  self->press_ms = time_ms;
  self->press_x = x;
  self->press_y = y;
}

static void
on_pressed (GtkGesture *gesture, int n_presses, double x, double y, TvPointerInput *self)
{
  TvPointerEvent event;

  gtk_widget_grab_focus (self->widget);
  count_press (self, gesture, x, y);
  event = make_event (self, gesture, x, y);
  if (self->handlers->press != NULL)
    self->handlers->press (self->widget, &event);
}

static void
on_released (GtkGesture *gesture, int n_presses, double x, double y, TvPointerInput *self)
{
  TvPointerEvent event = make_event (self, gesture, x, y);

  if (self->handlers->click != NULL)
    self->handlers->click (self->widget, &event);
}

static void
on_long_pressed (GtkGesture *gesture, double x, double y, TvPointerInput *self)
{
  gtk_widget_grab_focus (self->widget);
  if (self->handlers->open_menu (self->widget, x, y))
    gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_secondary_pressed (GtkGesture *gesture, int n_presses, double x, double y, TvPointerInput *self)
{
  on_long_pressed (gesture, x, y, self);
}

/* ---- Drag ---- */

gboolean
tv_pointer_input_is_dragging (TvPointerInput *self)
{
  return self->is_dragging;
}

static void
on_drag_begin (GtkGesture *gesture, double x, double y, TvPointerInput *self)
{
  if (self->is_dragging)
    gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_DENIED);
  else
    self->gesture = gesture;
}

/* Starts a drag. Returns: FALSE if the widget refuses the drag */
static gboolean
start_drag (TvPointerInput *self, const TvPointerEvent *event)
{
  self->is_dragging = self->handlers->begin_drag != NULL
                          ? self->handlers->begin_drag (self->widget, event)
                          : has_content (self);
  gtk_gesture_set_state (self->gesture, self->is_dragging ? GTK_EVENT_SEQUENCE_CLAIMED
                                                          : GTK_EVENT_SEQUENCE_DENIED);
  self->drag_x = event->start_x;
  self->drag_y = event->start_y;
  return self->is_dragging;
}

static void
on_drag_update (GtkGesture *gesture, double dx, double dy, TvPointerInput *self)
{
  TvPointerEvent event = make_event (self, gesture, 0.0, 0.0);

  if (gesture != self->gesture)
    return;
  gtk_gesture_drag_get_start_point (GTK_GESTURE_DRAG (gesture), &event.start_x, &event.start_y);
  event.x = event.start_x + dx;
  event.y = event.start_y + dy;
  if (!self->is_dragging &&
      (!gtk_drag_check_threshold (self->widget, (int) event.start_x, (int) event.start_y,
                                  (int) event.x, (int) event.y) ||
       !start_drag (self, &event)))
    return;
  on_motion (self, event.x, event.y);
  if (self->handlers->drag != NULL)
    self->handlers->drag (self->widget, &event);
  else
    self->handlers->pan (self->widget, self->drag_x - event.x, self->drag_y - event.y);
  self->drag_x = event.x;
  self->drag_y = event.y;
}

static void
end_drag (TvPointerInput *self, gboolean is_cancelled)
{
  self->is_dragging = FALSE;
  if (self->handlers->end_drag != NULL)
    self->handlers->end_drag (self->widget, is_cancelled);
  update_hover (self);
}

static void
on_drag_end (GtkGesture *gesture, double dx, double dy, TvPointerInput *self)
{
  if (gesture == self->gesture && self->is_dragging)
    end_drag (self, FALSE);
}

/* Cancels the current drag. Returns: whether there was one */
gboolean
tv_pointer_input_cancel_drag (TvPointerInput *self)
{
  if (!self->is_dragging)
    return FALSE;
  end_drag (self, TRUE);
  gtk_gesture_set_state (self->gesture, GTK_EVENT_SEQUENCE_DENIED);
  return TRUE;
}

static void
on_drag_cancel (GtkGesture *gesture, GdkEventSequence *sequence, TvPointerInput *self)
{
  if (gesture == self->gesture)
    tv_pointer_input_cancel_drag (self);
}

/* ---- Controllers ---- */

static void
add_gesture (TvPointerInput *self, gpointer gesture, guint button)
{
  gtk_gesture_single_set_button (gesture, button);
  gtk_widget_add_controller (self->widget, gesture);
}

/* Adds a drag gesture for one button. A gesture for all buttons would miss presses of other buttons after a secondary
 * press: it would wait for the release of the secondary button, which goes to the menu that the press has opened. */
static void
add_drag (TvPointerInput *self, guint button)
{
  add_gesture (self,
               g_object_connect (gtk_gesture_drag_new (), "signal::drag-begin", on_drag_begin, self,
                                 "signal::drag-update", on_drag_update, self, "signal::drag-end",
                                 on_drag_end, self, "signal::cancel", on_drag_cancel, self, NULL),
               button);
}

static void
add_menu (TvPointerInput *self)
{
  GtkGesture *press = gtk_gesture_long_press_new ();

  add_gesture (self,
               g_object_connect (gtk_gesture_click_new (), "signal::pressed", on_secondary_pressed,
                                 self, NULL),
               GDK_BUTTON_SECONDARY);
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  g_signal_connect (press, "pressed", G_CALLBACK (on_long_pressed), self);
  gtk_widget_add_controller (self->widget, GTK_EVENT_CONTROLLER (press));
}

/**
 * tv_pointer_input_new:
 * @widget: a widget, which owns the input
 * @handlers: callbacks, which must outlive @widget
 *
 * Adds the event controllers that @handlers need. The controller that was added last receives events first.
 *
 * Returns: (transfer none): an input that is freed with @widget
 */
TvPointerInput *
tv_pointer_input_new (GtkWidget *widget, const TvPointerHandlers *handlers)
{
  TvPointerInput *self = g_new0 (TvPointerInput, 1);

  self->widget = widget;
  self->handlers = handlers;
  g_object_set_data_full (G_OBJECT (widget), "tv-pointer-input", self, g_free);
  gtk_widget_add_controller (
      widget, g_object_connect (gtk_event_controller_motion_new (), "swapped-signal::enter",
                                on_motion, self, "swapped-signal::motion", on_motion, self,
                                "swapped-signal::leave", on_leave, self, NULL));
  if (handlers->pan != NULL)
    gtk_widget_add_controller (widget, g_object_connect (gtk_event_controller_scroll_new (
                                                             GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES),
                                                         "signal::scroll", on_scroll, self, NULL));
  if (handlers->has_middle_drag)
    add_drag (self, GDK_BUTTON_MIDDLE);
  if (handlers->drag != NULL || handlers->pan != NULL)
    add_drag (self, GDK_BUTTON_PRIMARY);
  add_gesture (self,
               g_object_connect (gtk_gesture_click_new (), "signal::pressed", on_pressed, self,
                                 "signal::released", on_released, self, NULL),
               GDK_BUTTON_PRIMARY);
  if (handlers->zoom != NULL)
    gtk_widget_add_controller (widget, g_object_connect (gtk_gesture_zoom_new (), "signal::begin",
                                                         on_pinch_begin, self,
                                                         "swapped-signal::scale-changed",
                                                         tv_pointer_input_pinch, self, NULL));
  if (handlers->open_menu != NULL)
    add_menu (self);
  return self;
}
