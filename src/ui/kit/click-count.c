/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/kit/click-count.h"

#include <math.h>

/**
 * tv_click_count_add:
 * @self: click counter of a gesture
 * @gesture: the gesture, in its "pressed" handler
 * @x: x coordinate in px
 * @y: y coordinate in px
 *
 * Counts a press, with the user's double-click settings.
 *
 * Returns: the number of consecutive presses
 */
guint
tv_click_count_add (TvClickCount *self, GtkGesture *gesture, double x, double y)
{
  GtkEventController *controller = GTK_EVENT_CONTROLLER (gesture);
  GtkSettings *settings = gtk_widget_get_settings (gtk_event_controller_get_widget (controller));
  guint32 time_ms = gtk_event_controller_get_current_event_time (controller);
  int max_ms, max_px;

  g_object_get (settings, "gtk-double-click-time", &max_ms, "gtk-double-click-distance", &max_px,
                NULL);
  /* Event times wrap around after 49 days. */
  if (time_ms - self->time_ms > (guint32) MAX (max_ms, 0) || fabs (x - self->x) >= max_px ||
      fabs (y - self->y) >= max_px)
    self->n = 0;
  self->time_ms = time_ms;
  self->x = x;
  self->y = y;
  return ++self->n;
}
