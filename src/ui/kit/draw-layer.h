/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A widget that does nothing but draw what its owner tells it to. GTK keeps what a widget drew
 * until it is asked to draw again: a layer above another can change without that one. */

#define TV_TYPE_DRAW_LAYER (tv_draw_layer_get_type ())
G_DECLARE_FINAL_TYPE (TvDrawLayer, tv_draw_layer, TV, DRAW_LAYER, GtkWidget)

/**
 * TvDrawFunc:
 * @data: what was given to tv_draw_layer_new()
 * @snapshot: to draw on
 * @width: width of the layer
 * @height: height of the layer
 */
typedef void (*TvDrawFunc) (gpointer     data,
                                     GtkSnapshot *snapshot,
                                     int          width,
                                     int          height);

GtkWidget *tv_draw_layer_new (TvDrawFunc draw,
                                  gpointer            data);

G_END_DECLS
