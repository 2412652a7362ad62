/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/wait-graph/graph.h"

G_BEGIN_DECLS

/* Sizes of the graph, in px. */
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
 * @node: waiting node; a node has at most one outgoing edge
 * @points: x and y of the start, of two control points, and of the end with the arrowhead
 * @label_x: x coordinate of the label's start or end, see @label_align
 * @label_y: vertical centre of the label
 * @label_align: alignment of the label: 0 if it starts at @label_x, 1 if it ends there
 * @label_width: available width of the label
 * @is_in_cycle: whether both ends are in the same deadlock
 * @is_dashed: whether the wait is not for a lock
 *
 * An edge of the graph.
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
 * Positions of the nodes of a graph, in rows, with waiters above their targets. The threads of a deadlock are below
 * each other, and an edge along the left side leads from the last back to the first. The waiters of the first thread
 * are above it; the waiters of the other threads are to the right of the deadlock. The layout is deterministic.
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
