/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvClickCount:
 * @n: how often the button was pressed in a row, with the last press: 2 is a double click
 *
 * How many presses of a button belong together. A #GtkGestureClick takes a double click for two single ones
 * when it comes right after a double click at another place, and goes by when it got round to look at a press
 * and not by when that was. Zeros are a count that knows of no press yet.
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
