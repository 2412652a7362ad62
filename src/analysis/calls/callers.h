/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-comparison.h"

G_BEGIN_DECLS

/* The inverted call tree: functions with their exclusive values, and their callers as children.
 *
 *   roots           measure  total 40  self 40       all calls
 *   their children  draw           30       30       calls from draw
 *                   layout         10       10       calls from layout
 *
 * A root's total covers only the outermost occurrences of the function, so that recursive calls are not counted
 * twice; its exclusive value and count cover all occurrences. The values of a caller are the parts of the root's
 * values that pass through it. Nodes are created on demand, so only one thread may use it. */

typedef struct _TvCallers TvCallers;

TvCallers *tv_callers_new (TvCallTree *tree, TvCallName name, GCancellable *cancellable);
void tv_callers_free (TvCallers *self);
const TvCallNode *tv_callers_get_node (const TvCallers *self, guint32 node);
const TvCallValue *tv_callers_get_self (const TvCallers *self, guint32 node);
guint32 tv_callers_count_nodes (const TvCallers *self);
gboolean tv_callers_expand (TvCallers *self, guint32 node);
gboolean tv_callers_compare (TvCallers *self,
                             TvCallName name,
                             TvCallComparison *comparison,
                             GCancellable *cancellable);
gboolean tv_callers_get_before (const TvCallers *self, guint32 node, TvCallValue *before);

#define TV_CALLERS_OF_ALL TV_NONE

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallers, tv_callers_free)

G_END_DECLS
