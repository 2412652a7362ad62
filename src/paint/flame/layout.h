/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-comparison.h"
#include "analysis/calls/call-tree.h"

G_BEGIN_DECLS

/* Positions of the nodes of a call tree in a flame graph, in the unit of the measure:
 *
 *   0                                     100
 *   ├ everything ──────────────────────────┤     Children start at the start of their parent, the widest
 *   ├ main ──────────────────────┤ run ─┤        first. The space to their right is exclusive time of
 *   ├ draw ────────┤ load ──┤                     the parent.
 *
 * Positions are sums of integers, so they are exact at any zoom. Layouts are immutable, so any thread may read them. */
typedef struct _TvFlameLayout TvFlameLayout;

/**
 * TvFlameRange:
 * @start: position at the left edge, rounded down
 * @offset: fraction of the position at the left edge, 0 ≤ @offset < 1
 * @length: distance between the edges, positive
 *
 * The visible part of a layout.
 */
typedef struct
{
  gint64 start;
  double offset;
  double length;
} TvFlameRange;

TvFlameLayout    *tv_flame_layout_new         (TvCallTree          *tree,
                                               TvCallMeasure        measure,
                                               GCancellable        *cancellable);
TvFlameLayout    *tv_flame_layout_ref         (TvFlameLayout       *self);
void              tv_flame_layout_unref       (TvFlameLayout       *self);

TvCallTree       *tv_flame_layout_get_tree    (const TvFlameLayout *self);
gboolean          tv_flame_layout_is_reversed (const TvFlameLayout *self);
TvCallMeasure     tv_flame_layout_get_measure (const TvFlameLayout *self);
void              tv_flame_layout_compare     (TvFlameLayout       *self,
                                               TvCallComparison    *comparison);
const TvCallComparison *tv_flame_layout_get_comparison (const TvFlameLayout *self);
const TvCallNode *tv_flame_layout_get_node    (const TvFlameLayout *self,
                                               guint32              node);
gint64            tv_flame_layout_get_start   (const TvFlameLayout *self,
                                               guint32              node);
gint64            tv_flame_layout_get_length  (const TvFlameLayout *self,
                                               guint32              node);
gint64            tv_flame_layout_get_end     (const TvFlameLayout *self,
                                               guint32              node);
guint32           tv_flame_layout_get_child   (const TvFlameLayout *self,
                                               guint32              node,
                                               guint32              index);
guint32           tv_flame_layout_get_index   (const TvFlameLayout *self,
                                               guint32              node);
guint32           tv_flame_layout_count_wide  (const TvFlameLayout *self,
                                               guint32              node,
                                               double               min);
guint32           tv_flame_layout_find_child  (const TvFlameLayout *self,
                                               guint32              node,
                                               gint64               at);
guint32           tv_flame_layout_find_symbol (const TvFlameLayout *self,
                                               guint32              symbol);
guint32           tv_flame_layout_find_same   (const TvFlameLayout *self,
                                               const TvFlameLayout *other,
                                               guint32              node);
gboolean          tv_flame_layout_is_within   (const TvFlameLayout *self,
                                               guint32              node,
                                               guint32              other);
void              tv_flame_layout_sort        (const TvFlameLayout *self,
                                               GArray              *nodes);
TvFlameRange      tv_flame_layout_get_range   (const TvFlameLayout *self,
                                               guint32              node);
TvFlameRange      tv_flame_range_mix          (const TvFlameRange  *from,
                                               const TvFlameRange  *to,
                                               double               part);

/* Returns a position as a fraction of the range. */
static inline double
tv_flame_range_get_part (const TvFlameRange *self, gint64 at)
{
  return ((double) (at - self->start) - self->offset) / self->length;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFlameLayout, tv_flame_layout_unref)

G_END_DECLS
