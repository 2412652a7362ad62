/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/method-ranks.h"

G_BEGIN_DECLS

/* Graphs of methods (nodes) and their calls (edges), and their layout. Excludes calls from recursive callers. */

/**
 * TvCallGraphEdge:
 * @caller: index of the caller's node
 * @callee: index of the callee's node
 * @calls: number of calls
 * @inclusive_ns: inclusive time of these calls
 *
 * The calls between two nodes of a call graph.
 */
typedef struct
{
  guint32 caller;
  guint32 callee;
  guint32 calls;
  gint64 inclusive_ns;
} TvCallGraphEdge;

/**
 * TvCallGraph:
 * @ranks: ranks of the methods; not owned
 * @threshold: threshold in percent
 * @nodes: guint32 per node: index of its method in @ranks; the first node is the root or central method
 * @n_omitted: number of callers and callees that were omitted because the maximum number of nodes was reached
 * @edges: #TvCallGraphEdge
 *
 * A graph of methods and their calls; see tv_call_graph_new_below() and tv_call_graph_new_around().
 */
typedef struct
{
  const TvMethodRanks *ranks;
  double threshold;
  GArray *nodes;
  guint n_omitted;
  GArray *edges;
} TvCallGraph;

TvCallGraph *tv_call_graph_new_below  (const TvMethodRanks *ranks,
                                       guint32              number,
                                       double               threshold);
TvCallGraph *tv_call_graph_new_around (const TvMethodRanks *ranks,
                                       guint32              number,
                                       double               threshold,
                                       guint                n_levels,
                                       guint                max_nodes);
TvCallGraph *tv_call_graph_copy       (const TvCallGraph   *self);
void         tv_call_graph_free       (TvCallGraph         *self);
GArray      *tv_call_graph_dup_edge_rows (const TvCallGraph *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallGraph, tv_call_graph_free)

/**
 * TvGraphPoint:
 * @x: x coordinate, increasing to the right
 * @y: y coordinate, increasing downwards
 *
 * A position in a drawing, in points.
 */
typedef struct
{
  double x;
  double y;
} TvGraphPoint;

/**
 * TvGraphCurve:
 * @first: index of the first point in @points of #TvGraphDrawing: one point, then three points per Bézier
 *   segment
 * @n: number of points
 *
 * The curve of an edge, from caller to callee.
 */
typedef struct
{
  guint32 first;
  guint32 n;
} TvGraphCurve;

/**
 * TvGraphDrawing:
 * @size: width and height in points
 * @centers: #TvGraphPoint: centre of each node
 * @curves: #TvGraphCurve per edge; without points if the edge is not drawn
 * @points: #TvGraphPoint: points of all curves
 *
 * The layout of a graph.
 */
typedef struct
{
  TvGraphPoint size;
  GArray *centers;
  GArray *curves;
  GArray *points;
} TvGraphDrawing;

TvGraphDrawing *tv_graph_drawing_new  (void);
void            tv_graph_drawing_free (TvGraphDrawing *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvGraphDrawing, tv_graph_drawing_free)

G_END_DECLS
