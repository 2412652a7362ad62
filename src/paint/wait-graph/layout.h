/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/wait-graph/graph.h"

G_BEGIN_DECLS

/* Sizes in the graph, in px. */
#define TV_WAIT_BOX_PX    42.0 /* height of a box */
#define TV_WAIT_ROW_PX    108.0
#define TV_WAIT_GAP_PX    18.0 /* horizontal distance between boxes */
#define TV_WAIT_MIN_PX    96.0 /* minimum width of a box */
#define TV_WAIT_WIDEST_PX 196.0

/**
 * TvWaitBox:
 * @x: left edge
 * @y: upper edge
 * @width: width
 * @height: height
 *
 * Rectangle of a node, in px.
 */
typedef struct
{
  double x;
  double y;
  double width;
  double height;
} TvWaitBox;

/**
 * TvWaitCurve:
 * @node: waiting node, at which the edge starts
 * @points: x and y coordinates of the start, two control points, and the end with the arrowhead
 * @label_x: x coordinate of the label's start or end, see @label_align
 * @label_y: vertical centre of the label
 * @label_align: 0 if the label starts at @label_x, 1 if it ends there
 * @label_width: available width for the label
 * @is_in_cycle: whether both ends are in the same deadlock
 * @is_dashed: whether the thread is parked or waits for the end of a thread
 *
 * An edge of the graph. Each node has at most one outgoing edge.
 */
typedef struct
{
  guint node;
  double points[8];
  double label_x;
  double label_y;
  double label_align;
  double label_width;
  gboolean is_in_cycle;
  gboolean is_dashed;
} TvWaitCurve;

/**
 * TvWaitLayout:
 *
 * Positions of a graph's nodes, in rows, with waiters above their targets. The threads of a deadlock are below each
 * other; an edge on the left side leads from the last thread back to the first. Waiters of the first thread are above
 * it, waiters of the other threads are to the right of the deadlock. The layout is deterministic.
 *
 *      waiter  waiter
 *          ╲    ╱
 *         ┌ first   waiter
 *         │  │       ╱
 *         └ second ◀╯
 */
typedef struct _TvWaitLayout TvWaitLayout;

TvWaitLayout      *tv_wait_layout_new         (TvWaitGraph        *graph,
                                               const double       *widths);
void               tv_wait_layout_free        (TvWaitLayout       *self);
TvWaitGraph       *tv_wait_layout_get_graph   (const TvWaitLayout *self);
void               tv_wait_layout_get_size    (const TvWaitLayout *self,
                                               double             *width,
                                               double             *height);
const TvWaitBox   *tv_wait_layout_get_box     (const TvWaitLayout *self,
                                               guint               node);
const TvWaitCurve *tv_wait_layout_get_curves  (const TvWaitLayout *self,
                                               guint              *n);
gboolean           tv_wait_layout_get_deadlock (const TvWaitLayout *self,
                                               guint               cycle,
                                               double             *x,
                                               double             *y);
guint              tv_wait_layout_hit         (const TvWaitLayout *self,
                                               double              x,
                                               double              y);
guint              tv_wait_layout_find_beside (const TvWaitLayout *self,
                                               guint               node,
                                               int                 dx,
                                               int                 dy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvWaitLayout, tv_wait_layout_free)

G_END_DECLS
