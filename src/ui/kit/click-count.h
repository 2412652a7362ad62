/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvClickCount:
 * @n: number of consecutive presses; 2 is a double click
 *
 * Counts consecutive presses. A #GtkGestureClick reports two single clicks for a double click that follows a double
 * click at another position, and uses the time at which it handles an event instead of the timestamp of the event.
 * Initialize it with zeros.
 */
typedef struct
{
  guint n;
  guint32 time_ms;
  double x, y;
} TvClickCount;

guint tv_click_count_add (TvClickCount *self,
                          GtkGesture   *gesture,
                          double        x,
                          double        y);

G_END_DECLS
