/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-forest.h"

G_BEGIN_DECLS

/* Fates of nodes, in the lower two bits, and flags */
enum
{
  TV_CALL_STAYS,  /* gets a new node, its image, below the image of its parent */
  TV_CALL_MERGES, /* merged into an ancestor, which receives its exclusive value and its children */
  TV_CALL_IS_PASSED_OVER, /* like TV_CALL_MERGES, but the exclusive value is dropped */
  TV_CALL_REMOVED,        /* removed together with all descendants */
  TV_CALL_FATES = 3,
  TV_CALL_IS_RENAMED = 1 << 2,
  TV_CALL_HAS_RENAMED = 1 << 3, /* flag: at least one child is renamed */
};

/**
 * TvCallPass:
 * @forest: forest to change
 * @first_child: per node, index of its first child, which is also the end of the previous node's children; one
 *   additional element
 * @paths: call paths of the forest
 * @matches: result per symbol: 0 not tested yet, 1 no match, 2 match
 * @has_calls: whether the paths are those of calls, not of samples; a merged call is no longer counted
 * @fates: fate and flags per node
 * @targets: (nullable): per merged node, the ancestor into which it is merged
 * @more: (nullable): per node, the first node that is merged into it, or %TV_NONE
 * @next: (nullable): per node, the next node with the same target or image, or %TV_NONE
 * @new_names: (nullable): new name per renamed node
 * @n_out: number of new nodes
 * @out_nodes: new nodes
 * @out_own: exclusive value per new node
 * @images: new node per node, or %TV_NONE
 * @heads: per new node, the first node with this image
 * @children: scratch buffer for children
 *
 * State while a forest is changed. Call tv_call_pass_begin(), set the fate of each node, parents first, then call
 * tv_call_pass_regroup() and tv_call_pass_finish().
 */
typedef struct
{
  TvCallForest *forest;
  guint32 *first_child;
  const TvCallPaths *paths;
  guint8 *matches;
  gboolean has_calls;

  guint8 *fates;
  guint32 *targets;
  guint32 *more;
  guint32 *next;
  TvCallName *new_names;

  guint32 n_out;
  TvCallPath *out_nodes;
  TvCallValue *out_own;
  guint32 *images;
  guint32 *heads;
  GArray *children;
} TvCallPass;

void tv_call_pass_begin (TvCallPass *self, TvCallForest *forest, const TvCallPaths *paths);
void tv_call_pass_merge_into (TvCallPass *self, guint32 node, guint8 fate, guint32 target);
guint32 tv_call_pass_get_target (const TvCallPass *self, guint32 node);
void tv_call_pass_rename (TvCallPass *self, guint32 node, TvCallName name);
void tv_call_pass_regroup (TvCallPass *self);
void tv_call_pass_finish (TvCallPass *self);

G_END_DECLS
