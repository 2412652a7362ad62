/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Pointer, wheel, touchpad and touch input of a widget that paints its own content. The input owns the event
 * controllers and the position of the pointer, and applies the same rules to all widgets:
 *
 *   wheel, touchpad           pans; a click of the wheel pans by three rows, or horizontally by 8 % of the page
 *   Shift                     pans horizontally
 *   Ctrl                      zooms at the pointer; a click of the wheel by 25 %, a touchpad by 0.6 % per px
 *   pinch                     zooms between the fingers
 *   drag                      starts beyond the threshold of the desktop; pans, unless the widget handles it
 *   press, double click       takes the focus; counts consecutive presses
 *   secondary button, long touch  opens a menu
 *
 * The widget knows the content below a position, and the effect of panning, zooming and dragging on it. */

typedef struct _TvPointerInput TvPointerInput;

/* Press, release or position during a drag. Positions during a drag may be outside the widget. */
typedef struct
{
  double x, y;
  double start_x, start_y; /* position of the press that became a drag */
  guint n_presses;         /* number of consecutive presses; 2 is a double click */
  guint button;
  GdkModifierType modifiers; /* keys held now */
} TvPointerEvent;

typedef enum
{
  TV_PAN_BOTH,       /* Shift turns vertical scrolling into horizontal panning */
  TV_PAN_HORIZONTAL, /* all scrolling pans horizontally */
  TV_PAN_VERTICAL,   /* Shift has no effect */
} TvPanAxes;

/* Options and callbacks of a widget; all callbacks are nullable. @pan, @zoom and @measure are set together. */
typedef struct
{
  TvPanAxes axes;
  gboolean wheel_zooms;     /* whether vertical scrolling without Ctrl and Shift zooms */
  gboolean zooms_by_steps;  /* whether each zoom is a click of the wheel; smaller ones accumulate */
  gboolean has_middle_drag; /* whether the middle button drags, too */

  /* Gets the width of a page and the height of a row in px. Returns FALSE without content. */
  gboolean (*measure) (GtkWidget *widget, double *page, double *row);

  /* The pointer has entered, moved or left, or a drag has ended. Not called during a drag. */
  void (*hover) (GtkWidget *widget);

  /* Scrolls by px towards the end and the bottom. */
  void (*pan) (GtkWidget *widget, double dx, double dy);

  /* Zooms in if @factor > 1. Small steps that follow each other are smooth and need no animation. */
  void (*zoom) (GtkWidget *widget, double factor, double x, double y, gboolean is_smooth);

  /* A pinch, with the ratio of the distance of the fingers to their initial distance. Default: @zoom */
  void (*begin_pinch) (GtkWidget *widget, double x, double y);
  void (*pinch) (GtkWidget *widget, double scale);

  /* A press, which may become a drag; and a release without a drag */
  void (*press) (GtkWidget *widget, const TvPointerEvent *event);
  void (*click) (GtkWidget *widget, const TvPointerEvent *event);

  /* A drag, which the widget may refuse. Default: @pan */
  gboolean (*begin_drag) (GtkWidget *widget, const TvPointerEvent *event);
  void (*drag) (GtkWidget *widget, const TvPointerEvent *event);
  void (*end_drag) (GtkWidget *widget, gboolean is_cancelled);

  /* Opens the menu of a position. Returns whether there is one. */
  gboolean (*open_menu) (GtkWidget *widget, double x, double y);
} TvPointerHandlers;

TvPointerInput *tv_pointer_input_new          (GtkWidget               *widget,
                                               const TvPointerHandlers *handlers);
gboolean        tv_pointer_input_get_position (TvPointerInput          *self,
                                               double                  *x,
                                               double                  *y);
gboolean        tv_pointer_input_is_dragging  (TvPointerInput          *self);
gboolean        tv_pointer_input_cancel_drag  (TvPointerInput          *self);

/* Called by the event controllers, and by tests for devices that X servers lack */
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
