/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Pointer, wheel, touchpad and touch input of a widget that paints its own content. The input owns the event
 * controllers and the pointer's position. By default, all widgets follow the same rules; TvPointerHandlers has
 * options for the exceptions:
 *
 *   wheel, touchpad               pans; a wheel click pans by three rows, or horizontally by 8 % of the page
 *   Shift                         pans horizontally
 *   Ctrl                          zooms at the pointer; a wheel click zooms by 25 %, a touchpad by 0.6 % per px
 *   pinch                         zooms between the fingers
 *   drag                          starts beyond the desktop's drag threshold; pans unless the widget handles drags
 *   press, double click           takes the focus; counts consecutive presses
 *   secondary button, long touch  opens a menu
 *
 * The widget implements panning, zooming, dragging and the menu, because only it knows its content. */

typedef struct _TvPointerInput TvPointerInput;

/* A press, a release or a movement during a drag. Positions during a drag may be outside the widget. */
typedef struct
{
  double x, y;
  double start_x, start_y; /* position of the press that started the drag */
  guint n_presses;         /* number of consecutive presses; 2 for a double click */
  guint button;
  GdkModifierType modifiers; /* keys held now */
} TvPointerEvent;

typedef enum
{
  TV_PAN_BOTH,       /* Shift turns vertical scrolling into horizontal panning */
  TV_PAN_HORIZONTAL, /* all scrolling pans horizontally */
  TV_PAN_VERTICAL,   /* Shift has no effect */
} TvPanAxes;

/* Options and callbacks of a widget. All callbacks are nullable, but @pan, @zoom and @measure must be set together. */
typedef struct
{
  TvPanAxes axes;
  gboolean wheel_zooms;     /* whether vertical scrolling without Ctrl and Shift zooms */
  gboolean zooms_by_steps;  /* whether zooming is quantized to wheel clicks */
  gboolean has_middle_drag; /* whether the middle button also drags */

  /* Gets the width of a page and the height of a row in px. Returns FALSE if there is no content. */
  gboolean (*measure) (GtkWidget *widget, double *page, double *row);

  /* Called when the pointer has entered, moved or left, and when a drag has ended. Not called during a drag. */
  void (*hover) (GtkWidget *widget);

  /* Pans by a number of px; positive values scroll to the right and down. */
  void (*pan) (GtkWidget *widget, double dx, double dy);

  /* Zooms in if @factor > 1, out if @factor < 1. @is_smooth is set for the small steps of a touchpad or a pinch,
   * which need no animation. */
  void (*zoom) (GtkWidget *widget, double factor, double x, double y, gboolean is_smooth);

  /* Handle a pinch. @scale is the current distance between the fingers divided by the initial distance. If @pinch is
   * NULL, @zoom is called instead. */
  void (*begin_pinch) (GtkWidget *widget, double x, double y);
  void (*pinch) (GtkWidget *widget, double scale);

  /* @press handles a press, which may become a drag; @click handles a release without a drag. */
  void (*press) (GtkWidget *widget, const TvPointerEvent *event);
  void (*click) (GtkWidget *widget, const TvPointerEvent *event);

  /* Handle a drag. @begin_drag returns whether the widget accepts the drag. If @drag is NULL, @pan is called
   * instead. */
  gboolean (*begin_drag) (GtkWidget *widget, const TvPointerEvent *event);
  void (*drag) (GtkWidget *widget, const TvPointerEvent *event);
  void (*end_drag) (GtkWidget *widget, gboolean is_cancelled);

  /* Opens the menu for a position. Returns whether there is one. */
  gboolean (*open_menu) (GtkWidget *widget, double x, double y);
} TvPointerHandlers;

TvPointerInput *tv_pointer_input_new          (GtkWidget               *widget,
                                               const TvPointerHandlers *handlers);
gboolean        tv_pointer_input_get_position (TvPointerInput          *self,
                                               double                  *x,
                                               double                  *y);
gboolean        tv_pointer_input_is_dragging  (TvPointerInput          *self);
gboolean        tv_pointer_input_cancel_drag  (TvPointerInput          *self);

/* Called by the event controllers, and by tests in place of devices that an X server does not emulate. */
gboolean        tv_pointer_input_scroll       (TvPointerInput          *self,
                                               double                   dx,
                                               double                   dy,
                                               GdkScrollUnit            unit,
                                               GdkModifierType          modifiers);
void            tv_pointer_input_begin_pinch  (TvPointerInput          *self,
                                               double                   x,
                                               double                   y);
void            tv_pointer_input_pinch        (TvPointerInput          *self,
                                               double                   scale);

G_END_DECLS
