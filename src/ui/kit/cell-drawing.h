/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Draws cells without child widgets, because a list creates about 200 cells at once. Parts are placed in the reading
 * direction. */

#define TV_CELL_ARROW_PX 16

/* Opacity of secondary text after a name. */
#define TV_CELL_ASIDE_ALPHA 0.65f

/**
 * TvCellDrawing:
 * @snapshot: target
 * @width: width of the cell
 * @height: height of the cell
 * @is_rtl: whether the text direction is right to left
 * @color: text colour
 * @x: position of the next part: distance from the start edge
 *
 * Drawing state of one cell. Lengths are in px.
 */
typedef struct
{
  GtkSnapshot *snapshot;
  int width, height;
  gboolean is_rtl;
  GdkRGBA color;
  int x;
} TvCellDrawing;

PangoLayout *tv_cell_layout_new       (GtkWidget          *cell,
                                       PangoEllipsizeMode  ellipsize);
int          tv_cell_layout_get_width (PangoLayout        *layout);

void         tv_cell_drawing_init     (TvCellDrawing      *self,
                                       GtkWidget          *cell,
                                       GtkSnapshot        *snapshot);
int          tv_cell_drawing_take     (TvCellDrawing      *self,
                                       int                 width);
void         tv_cell_drawing_arrow    (TvCellDrawing      *self,
                                       GtkWidget          *cell,
                                       gboolean            is_expanded);
void         tv_cell_drawing_text     (TvCellDrawing      *self,
                                       PangoLayout        *layout,
                                       int                 width,
                                       float               alpha);
int          tv_cell_drawing_aside    (TvCellDrawing      *self,
                                       PangoLayout        *layout,
                                       int                 gap,
                                       int                 space);

G_END_DECLS
