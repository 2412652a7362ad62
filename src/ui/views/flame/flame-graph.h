/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/canvas.h"

#include "paint/flame/layout.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* Flame graph with zoom and keyboard navigation.
 *
 * Properties (with notify):
 *   zoom        uint     node that fills the width; read-only
 *   selected    uint     selected node, or TV_NONE; read-only
 *   flipped     boolean  whether the root is at the bottom
 *   by-package  boolean  whether to colour by package, even if the timeline or a comparison uses other colours
 *
 * Actions:
 *   flame.zoom-in   zooms to the selected frame  Return
 *   flame.zoom-out  zooms to the caller of the zoomed frame  Backspace
 *   flame.fit       shows the whole graph  F
 *   flame.up, flame.down, flame.left, flame.right  select the next frame in that direction  arrow keys
 *   flame.menu      opens the menu of the selected frame  Menu, Shift+F10
 *   calls.copy-stack  copies the stack of the selected frame as text */

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
