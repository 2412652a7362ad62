/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/graph/graph.h"
#include "paint/timeline/coloring.h"

G_BEGIN_DECLS

TvGraphBox   *tv_graph_boxes_new         (const TvCallGraph *graph,
                                          const TvColoring  *coloring,
                                          guint32            source);
void          tv_graph_boxes_free        (TvGraphBox        *self,
                                          guint              n);
TvGraphPoint *tv_graph_boxes_dup_sizes   (const TvGraphBox  *self,
                                          guint              n,
                                          TvLabelCache      *names,
                                          TvLabelCache      *numbers);
char         *tv_graph_boxes_dup_summary (const TvCallGraph *graph);
char         *tv_graph_boxes_dup_description   (const TvGraphBox  *self,
                                          const TvCallGraph *graph);

G_END_DECLS
