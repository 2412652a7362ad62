/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A widget that calls a draw callback of its owner. GTK caches the drawing of a widget until it is invalidated, so a
 * layer can be redrawn without redrawing the layer below. */

#define TV_TYPE_DRAW_LAYER (tv_draw_layer_get_type ())
G_DECLARE_FINAL_TYPE (TvDrawLayer, tv_draw_layer, TV, DRAW_LAYER, GtkWidget)

/**
 * TvDrawFunc:
 * @data: user data of tv_draw_layer_new()
 * @snapshot: target
 * @width: width of the layer in px
 * @height: height of the layer in px
 *
 * Draws a layer.
 */
typedef void (*TvDrawFunc) (gpointer     data,
                                     GtkSnapshot *snapshot,
                                     int          width,
                                     int          height);

GtkWidget *tv_draw_layer_new (TvDrawFunc draw,
                                  gpointer            data);

G_END_DECLS
