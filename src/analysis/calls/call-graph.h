/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/method-ranks.h"

G_BEGIN_DECLS

/* Methods as nodes, and calls of non-recursive callers as edges. */

/**
 * TvCallGraphEdge:
 * @caller: node
 * @callee: node
 * @calls: number of calls
 * @inclusive_ns: inclusive time of the calls
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
 * @nodes: guint32: methods, the first one is the centre
 * @n_left_out: number of calls to or from methods that exceed the limit of nodes
 * @edges: #TvCallGraphEdge
 */
typedef struct
{
  const TvMethodRanks *ranks;
  double threshold;
  GArray *nodes;
  guint n_left_out;
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
 * @x: x coordinate, to the right
 * @y: y coordinate, downwards
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
 * @first: index of its first point in @points of #TvGraphDrawing: one point, then three for each Bézier segment
 * @n: number of points
 *
 * Curve of an edge, from caller to callee.
 */
typedef struct
{
  guint32 first;
  guint32 n;
} TvGraphCurve;

/**
 * TvGraphDrawing:
 * @size: width and height
 * @centers: #TvGraphPoint: centre of each node
 * @curves: #TvGraphCurve of each edge; without points if not drawn
 * @points: #TvGraphPoint
 *
 * Layout of a graph.
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
