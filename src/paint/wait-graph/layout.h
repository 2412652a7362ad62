/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/wait-graph/graph.h"

G_BEGIN_DECLS

/* Sizes in a picture, in px. */
#define TV_WAIT_BOX_PX    42.0 /* height */
#define TV_WAIT_ROW_PX    108.0
#define TV_WAIT_GAP_PX    18.0 /* between boxes of a row */
#define TV_WAIT_MIN_PX    96.0 /* width of a box */
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
 * @node: waiting node; each has at most one edge
 * @points: x and y of the start, of two control points, and of the end with the arrow
 * @label_x: position of the label
 * @label_y: middle of the label
 * @label_align: alignment of the label: 0 for start, 1 for end
 * @label_width: available width of the label
 * @is_in_cycle: whether both ends are in the same deadlock
 * @is_dashed: whether the wait is not for a lock
 *
 * An edge.
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
 * Positions of a graph's nodes: waiters above their targets, in rows. The threads of a deadlock are below each
 * other, and the last points back to the first along the left side. Waiters of all but the first are at the right
 * of them. The layout is deterministic.
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
