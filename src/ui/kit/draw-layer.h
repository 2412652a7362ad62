/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A widget that only runs a draw callback of its owner. GTK caches a widget's drawing until it is invalidated, so
 * a layer can change without redrawing the one below. */

#define TV_TYPE_DRAW_LAYER (tv_draw_layer_get_type ())
G_DECLARE_FINAL_TYPE (TvDrawLayer, tv_draw_layer, TV, DRAW_LAYER, GtkWidget)

/**
 * TvDrawFunc:
 * @data: data of tv_draw_layer_new()
 * @snapshot: target
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
