/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-paths.h"
#include "analysis/calls/call-values.h"
#include "core/selection.h"

G_BEGIN_DECLS

/* The time of a selection, broken down from the outermost callers to their callees. Calls with the same stack of
 * names share a node. Calls, slices and samples have the same structure.
 *
 *   0 everything          total 100
 *   ├ 1 main                     90   self 10
 *   │ ├ 3 draw                   50
 *   │ └ 4 load                   30
 *   └ 2 Thread.run               10
 *
 * Siblings are adjacent, the largest first; parents precede children. Values follow the rules of
 * analysis/range/range.h and of profiles. */

typedef struct _TvCallTree TvCallTree;

/**
 * TvCallTreeFlags:
 * @TV_CALL_TREE_MERGED: no options: the stacks of all threads are merged
 * @TV_CALL_TREE_BY_THREAD: the children of the root are threads, with separate trees
 * @TV_CALL_TREE_KEEPS_ENTRIES: a collapsed package keeps the names of its entry methods
 * @TV_CALL_TREE_REVERSED: innermost functions first, then their callers; see tv_call_tree_new_reversed()
 *
 * Options of a call tree.
 */
typedef enum
{
  TV_CALL_TREE_MERGED = 0,
  TV_CALL_TREE_BY_THREAD = 1 << 0,
  TV_CALL_TREE_KEEPS_ENTRIES = 1 << 1,
  TV_CALL_TREE_REVERSED = 1 << 2,
} TvCallTreeFlags;

/**
 * TvCallNode:
 * @name: name, see tv_call_tree_dup_label()
 * @parent: parent node; %TV_NONE for the root
 * @first_child: first child
 * @n_children: number of children
 * @depth: number of ancestors; 0 for the root
 * @own: index of the exclusive value, see tv_call_tree_get_self()
 * @total: inclusive values by #TvCallMeasure; for %TV_MEASURE_COUNT, the sum of the counts of the node and all its
 *   descendants
 *
 * A node of a call tree.
 */
typedef struct
{
  TvCallName name;
  guint32 parent;
  guint32 first_child;
  guint32 n_children;
  guint32 depth;
  guint32 own;
  TvCallValue total;
} TvCallNode;

/**
 * TvCallMoved:
 * @merged: exclusive values that were moved to callers, and number of calls that are no longer counted, because nodes
 *   were merged or collapsed
 * @omitted: values that were dropped, or that are outside the focus
 *
 * Effect of a selection's transforms on the values that the name filters left.
 */
typedef struct
{
  TvCallValue merged;
  TvCallValue omitted;
} TvCallMoved;

TvCallTree *tv_call_tree_new (TvCallPaths *paths,
                              const TvSelection *selection,
                              TvCallTreeFlags flags,
                              GCancellable *cancellable,
                              GError **error);
TvCallTree *tv_call_tree_new_reversed (TvCallTree *tree, GCancellable *cancellable);
TvCallTree *tv_call_tree_ref (TvCallTree *self);
void tv_call_tree_unref (TvCallTree *self);

TvCallPaths *tv_call_tree_get_paths (const TvCallTree *self);
const TvSelection *tv_call_tree_get_selection (const TvCallTree *self);
TvCallTreeFlags tv_call_tree_get_flags (const TvCallTree *self);
TvCallMeasure tv_call_tree_get_measure (const TvCallTree *self);
const TvCallMoved *tv_call_tree_get_moved (const TvCallTree *self);
const TvCallNode *tv_call_tree_get_nodes (const TvCallTree *self, guint32 *n);
const TvCallValue *tv_call_tree_get_self (const TvCallTree *self, guint32 node);
double tv_call_tree_get_percent (const TvCallTree *self, gint64 value, TvCallMeasure measure);
char *tv_call_name_dup (TvTrace *trace, TvCallName name);
char *tv_call_tree_dup_name (const TvCallTree *self, TvCallName name);
char *tv_call_tree_dup_label (const TvCallTree *self, TvCallName name);
guint32 tv_call_tree_find (const TvCallTree *self, guint32 utid, guint32 path);
gboolean tv_call_tree_counts (const TvCallTree *self, guint32 utid, guint32 path);
guint8 *tv_call_tree_dup_outermost (const TvCallTree *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallTree, tv_call_tree_unref)

G_END_DECLS
