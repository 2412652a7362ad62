/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/call-graph/graph-canvas.h"

G_BEGIN_DECLS

/* Private parts of the widget:
 *
 *   graph-canvas.c        nodes and their positions
 *   graph-canvas-input.c  pointer, keys, menu
 *   graph-export.c        export as an image or a table
 */

struct _TvGraphCanvas
{
  TvCanvas parent_instance;

  TvSession *session; /* session of the view */
  TvMethodRanks *ranks;
  TvCallGraph *graph; /* (nullable): current graph; set together with @drawing and @boxes */
  TvGraphDrawing *drawing;
  TvGraphBox *boxes;

  double scale;
  double x, y;
  gboolean is_fitted; /* whether the graph was not scrolled or zoomed since it was fitted */
  guint32 focused;
  guint32 pointed;
  double pointer_x, pointer_y;

  gboolean is_dragging;
  double drag_x, drag_y;

  const TvTheme *theme;
  TvLabelCache *names;
  TvLabelCache *numbers;

  GtkWidget *menu; /* (nullable): the open menu */
};

TvGraphImage tv_graph_canvas_get_image        (TvGraphCanvas  *self);
TvColoring    *tv_graph_canvas_get_coloring       (TvGraphCanvas  *self);
guint32        tv_graph_canvas_get_number         (TvGraphCanvas  *self,
                                                   guint32         node);
void           tv_graph_canvas_reveal             (TvGraphCanvas  *self,
                                                   guint32         node);
void           tv_graph_canvas_fit                (TvGraphCanvas  *self);
void           tv_graph_canvas_zoom               (TvGraphCanvas  *self,
                                                   double          factor,
                                                   double          x,
                                                   double          y);
void           tv_graph_canvas_update_description (TvGraphCanvas  *self);

void           tv_graph_canvas_add_keys           (GtkWidgetClass *widget_class);
void           tv_graph_canvas_add_input          (TvGraphCanvas  *self);

G_END_DECLS
