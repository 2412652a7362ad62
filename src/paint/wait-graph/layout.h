/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/wait-graph/graph.h"

G_BEGIN_DECLS

/* Measures of a picture, in px. */
#define TV_WAIT_BOX_PX    42.0 /* height */
#define TV_WAIT_ROW_PX    108.0
#define TV_WAIT_GAP_PX    18.0 /* between boxes of a row */
#define TV_WAIT_LEAST_PX  96.0 /* width of a box */
#define TV_WAIT_WIDEST_PX 196.0

/**
 * TvWaitBox:
 * @x: left edge
 * @y: upper edge
 * @width: from there
 * @height: from there
 *
 * Where a node is, in px.
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
 * @node: the node that waits; each has one at most
 * @points: x and y of the start, of two points that bend it, and of its end, where the arrow is
 * @label_x: where what it waits for is written
 * @label_y: middle of that
 * @label_align: 0: from there on; 1: up to there
 * @label_width: room for it
 * @is_in_cycle: both ends are in the same deadlock
 * @is_dashed: it is no lock that is waited for
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
 * Where the nodes of a graph are: waiters above what they wait for, in rows. The threads of a deadlock stand
 * one below the other, and the last points back to the first along the left side. What waits for any but the
 * first of these is at the right of them. The same graph always has the same layout.
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
