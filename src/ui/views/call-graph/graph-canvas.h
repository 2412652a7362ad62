/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/graph/boxes.h"
#include "paint/kit/image-file.h"
#include "tables/table.h"
#include "ui/kit/canvas.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* A call graph that the user can navigate. A click on a method, or Return, centres the graph on that method. Arrow
 * keys move the focus from node to node. Dragging or the wheel scrolls a graph that does not fit. The wheel with Ctrl
 * zooms.
 *
 * Signals:
 *   node-activated (uint number)  the user has chosen a method; index in the method ranks
 *   font-changed                  the font has changed; the boxes must be measured again */

#define TV_TYPE_GRAPH_CANVAS (tv_graph_canvas_get_type ())
G_DECLARE_FINAL_TYPE (TvGraphCanvas, tv_graph_canvas, TV, GRAPH_CANVAS, TvCanvas)

GtkWidget    *tv_graph_canvas_new        (void);
void          tv_graph_canvas_set_session (TvGraphCanvas  *self,
                                           TvSession      *session);
TvGraphBox   *tv_graph_canvas_make_boxes (TvGraphCanvas  *self,
                                          const TvCallGraph *graph);
TvGraphPoint *tv_graph_canvas_measure    (TvGraphCanvas  *self,
                                          const TvGraphBox *boxes,
                                          guint           n);
void          tv_graph_canvas_take       (TvGraphCanvas  *self,
                                          TvMethodRanks  *ranks,
                                          TvCallGraph    *graph,
                                          TvGraphDrawing *drawing,
                                          TvGraphBox     *boxes);
TvSession    *tv_graph_canvas_get_session (TvGraphCanvas *self);
TvColoring   *tv_graph_canvas_get_coloring (TvGraphCanvas *self);
TvMethodRanks *tv_graph_canvas_get_ranks (TvGraphCanvas *self);
const TvCallGraph *tv_graph_canvas_get_graph (TvGraphCanvas *self);
TvTable      *tv_graph_canvas_dup_table  (TvGraphCanvas  *self);
void          tv_graph_canvas_export     (TvGraphCanvas  *self);
void          tv_graph_canvas_export_to  (TvGraphCanvas  *self,
                                          GFile          *file,
                                          TvImageFormat format);

G_END_DECLS
