/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/graph/boxes.h"

G_BEGIN_DECLS

/* A call graph with a title, to be kept. Belongs to the thread that made it. */
typedef struct _TvGraphSheet TvGraphSheet;

/**
 * TvGraphSheetPlan:
 * @graph: who called whom; is to outlive the sheet
 * @coloring: of its methods
 * @source: what its times are of: a kind of samples, or %TV_CALLS_OF_SLICES
 * @theme: colours
 * @font: (nullable): a family as Pango knows it
 * @title: what stands above it
 */
typedef struct
{
  const TvCallGraph *graph;
  const TvColoring *coloring;
  guint32 source;
  const TvTheme *theme;
  const char *font;
  const char *title;
} TvGraphSheetPlan;

/* Returns: (transfer full) (nullable): where nodes of these sizes are; tv_graphviz_lay_out() is one such */
typedef TvGraphDrawing *(*TvGraphLayOut) (const TvCallGraph   *graph,
                                          const TvGraphPoint  *sizes,
                                          GError             **error);

TvGraphSheet *tv_graph_sheet_new      (const TvGraphSheetPlan *plan,
                                       TvGraphLayOut           lay_out,
                                       GError                **error);
void          tv_graph_sheet_free     (TvGraphSheet           *self);
void          tv_graph_sheet_get_size (const TvGraphSheet     *self,
                                       double                 *width,
                                       double                 *height);
void          tv_graph_sheet_paint    (cairo_t                *cr,
                                       guint                   page,
                                       gpointer                sheet);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvGraphSheet, tv_graph_sheet_free)

G_END_DECLS
