/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-tree.h"

G_BEGIN_DECLS

/* Earlier totals of the nodes of a call tree. Each node corresponds to the node with the same stack in the tree of an
 * earlier run. Immutable, so any thread may read it. */
typedef struct _TvCallComparison TvCallComparison;

/* Number of steps in each direction, see tv_call_change_get_step() */
#define TV_CALL_MAX_STEP 3

TvCallComparison *tv_call_comparison_new      (TvCallTree              *tree,
                                               TvCallTree              *baseline,
                                               GBytes                  *pairs,
                                               GCancellable            *cancellable);
TvCallComparison *tv_call_comparison_ref      (TvCallComparison        *self);
void              tv_call_comparison_unref    (TvCallComparison        *self);
TvCallTree       *tv_call_comparison_get_baseline (const TvCallComparison *self);
TvCallName        tv_call_comparison_find_name (const TvCallComparison *self,
                                               TvCallName              name);
gint64            tv_call_comparison_get_largest (const TvCallComparison *self,
                                               TvCallMeasure           measure);
gboolean          tv_call_comparison_get      (const TvCallComparison  *self,
                                               guint32                  node,
                                               TvCallValue             *before);
guint32           tv_call_comparison_count_gone (const TvCallComparison *self);
int               tv_call_comparison_get_step (const TvCallComparison  *self,
                                               guint32                  node,
                                               TvCallMeasure            measure);
int               tv_call_change_get_step     (gint64                   before,
                                               gint64                   after);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallComparison, tv_call_comparison_unref)

G_END_DECLS
