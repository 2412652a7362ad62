/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-paths.h"
#include "analysis/calls/call-values.h"
#include "core/selection.h"

G_BEGIN_DECLS

/* Where the time of a selection went, from the outermost callers down: calls of a name from the same stack
 * are one node. The same for calls, marks and samples.
 *
 *   0 everything          total 100
 *   ├ 1 main                     90   self 10
 *   │ ├ 3 draw                   50
 *   │ └ 4 load                   30
 *   └ 2 Thread.run               10
 *
 * A node's children lie one after another, those with the most first; parents before children. The numbers
 * of each node follow the rules of analysis/range/range.h and of profiles. */

typedef struct _TvCallTree TvCallTree;

/**
 * TvCallTreeFlags:
 * @TV_CALL_TREE_BY_THREAD: the root's children are threads, and each has a tree of its own
 * @TV_CALL_TREE_KEEPS_ENTRIES: a package that is collapsed has no name of its own, but is what it was
 *   entered by
 * @TV_CALL_TREE_REVERSED: what ends a stack comes first, then who called it; see tv_call_tree_new_reversed()
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
 * @name: what is called, see tv_call_tree_dup_label()
 * @parent: the node it is called from; %TV_NONE for the root
 * @first_child: the first node that is called from it
 * @n_children: how many such there are
 * @depth: 0 for the root
 * @own: where its own value is, see tv_call_tree_get_self()
 * @total: with all that is called from it, by #TvCallMeasure; of %TV_MEASURE_COUNT the sum of the counts
 *   of all nodes in it
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
 * @merged: own time that became that of a caller, and calls that are none any more, since their names were
 *   merged or collapsed
 * @left_out: what was dropped, or lies outside of what is focused on
 *
 * What the transforms of a selection did, to what its filters leave.
 */
typedef struct
{
  TvCallValue merged;
  TvCallValue left_out;
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
