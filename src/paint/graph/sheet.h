/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/graph/boxes.h"

G_BEGIN_DECLS

/* An exported call graph with a title. Only the thread that created a sheet may use it. */
typedef struct _TvGraphSheet TvGraphSheet;

/**
 * TvGraphSheetPlan:
 * @graph: methods and calls; must outlive the sheet
 * @coloring: colours of the methods
 * @source: source of the times: a kind of samples, or %TV_CALLS_OF_SLICES
 * @theme: theme colours
 * @font: (nullable): font family for Pango
 * @title: title
 *
 * The content of an exported call graph.
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

/* Computes the positions of nodes from their sizes; implemented by tv_graphviz_lay_out(). Returns: (transfer full)
 * (nullable): the drawing; %NULL on error */
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
