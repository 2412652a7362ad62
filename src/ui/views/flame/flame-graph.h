/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/canvas.h"

#include "paint/flame/layout.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* A flame graph that one can zoom into, and walk in.
 *
 * Properties (with notify):
 *   zoom        uint     the node that is as wide as the graph; read-only
 *   selected    uint     the selected node, or TV_NONE; read-only
 *   flipped     boolean  the root is below
 *   by-package  boolean  colours by package, independent of the timeline and a comparison
 *
 * Actions:
 *   flame.zoom-in    zooms into the selected frame     Return, double click
 *   flame.zoom-out   to the one that calls it          Backspace
 *   flame.fit        shows all                         F
 *   flame.up, flame.down, flame.left, flame.right      arrows: selects the next one there
 *   flame.menu       what can be done with it          Menu, Shift+F10
 *   calls.copy-stack
 */

#define TV_TYPE_FLAME_GRAPH (tv_flame_graph_get_type ())
G_DECLARE_FINAL_TYPE (TvFlameGraph, tv_flame_graph, TV, FLAME_GRAPH, TvCanvas)

GtkWidget     *tv_flame_graph_new          (void);
void           tv_flame_graph_set_session  (TvFlameGraph  *self,
                                            TvSession     *session);
TvFlameLayout *tv_flame_graph_get_layout   (TvFlameGraph  *self);
void           tv_flame_graph_set_layout   (TvFlameGraph  *self,
                                            TvFlameLayout *layout);
guint32        tv_flame_graph_get_zoom     (TvFlameGraph  *self);
void           tv_flame_graph_zoom_to      (TvFlameGraph  *self,
                                            guint32        node);
guint32        tv_flame_graph_get_selected (TvFlameGraph  *self);
void           tv_flame_graph_select       (TvFlameGraph  *self,
                                            guint32        node);
void           tv_flame_graph_reveal       (TvFlameGraph  *self,
                                            guint32        node);
void           tv_flame_graph_set_found    (TvFlameGraph  *self,
                                            GBytes        *is_found);
TvColoring    *tv_flame_graph_get_coloring (TvFlameGraph  *self);

G_END_DECLS
