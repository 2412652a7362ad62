/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvClickCount:
 * @n: number of presses in a row; 2 is a double click
 *
 * Counts presses in a row. A #GtkGestureClick reports two single clicks for a double click that follows a double
 * click elsewhere, and uses the time at which it handles an event instead of the event's time. All zeros is the
 * initial state.
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
