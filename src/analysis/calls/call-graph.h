/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/method-ranks.h"

G_BEGIN_DECLS

/* Methods as nodes, and as edges who called whom while it was not recursive itself. */

/**
 * TvCallGraphEdge:
 * @caller: node
 * @callee: node
 * @calls: how often
 * @inclusive_ns: full time of these calls
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
 * @ranks: what they are numbers of; not owned
 * @threshold: what it was made with, in percent
 * @nodes: guint32: methods, the one that it was begun from first
 * @n_left_out: how many more calls there are of methods for which there was no room
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
                                       guint                most_nodes);
TvCallGraph *tv_call_graph_copy       (const TvCallGraph   *self);
void         tv_call_graph_free       (TvCallGraph         *self);
GArray      *tv_call_graph_dup_edge_rows (const TvCallGraph *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallGraph, tv_call_graph_free)

/**
 * TvGraphPoint:
 * @x: to the right
 * @y: downwards
 *
 * A place in a drawing, in points.
 */
typedef struct
{
  double x;
  double y;
} TvGraphPoint;

/**
 * TvGraphCurve:
 * @first: its first point in @points of #TvGraphDrawing: one, then three for each piece of a Bézier curve
 * @n: how many points
 *
 * How an edge runs, from caller to callee.
 */
typedef struct
{
  guint32 first;
  guint32 n;
} TvGraphCurve;

/**
 * TvGraphDrawing:
 * @size: width and height
 * @centers: #TvGraphPoint: the middle of each node
 * @curves: #TvGraphCurve of each edge; without points where it has none
 * @points: #TvGraphPoint
 *
 * Where the nodes and edges of a graph are drawn.
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
