/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-forest.h"

G_BEGIN_DECLS

/* Fates of nodes, and flags. */
enum
{
  TV_CALL_STAYS, /* becomes a child of its parent's image */
  TV_CALL_MERGES, /* merged into an ancestor, including its exclusive value; its children become the ancestor's */
  TV_CALL_IS_PASSED_OVER, /* like TV_CALL_MERGES, but the exclusive value is dropped */
  TV_CALL_GOES,           /* removed together with all descendants */
  TV_CALL_FATES = 3,
  TV_CALL_IS_RENAMED = 1 << 2,
  TV_CALL_HAS_RENAMED = 1 << 3, /* flag: a child is renamed */
};

/**
 * TvCallPass:
 * @forest: forest to change
 * @first_child: first child per node; one additional element for the end. The children of a node end where
 *   those of the next node begin
 * @paths: call paths of the forest
 * @matches: result per symbol: 0 not tested yet, 1 no match, 2 match
 * @has_calls: whether the paths are calls, not samples: a merged call is no longer counted
 * @fates: fate and flags per node
 * @targets: (nullable): per node, the ancestor that a merged node becomes part of
 * @more: (nullable): per node, the first node that was merged into it, or %TV_NONE
 * @next: (nullable): per node, the next node with the same target or image, or %TV_NONE
 * @new_names: (nullable): new name per renamed node
 * @n_out, @out_nodes, @out_own: number of new nodes, the nodes, and their exclusive values
 * @images: new node per node, or %TV_NONE
 * @heads: per new node, the first node with this image
 * @children: scratch buffer for children
 *
 * State while a forest is changed. Call tv_call_pass_begin(), set the fate of each node, parents first, then
 * call tv_call_pass_regroup() and tv_call_pass_finish().
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
void tv_call_pass_send (TvCallPass *self, guint32 node, guint8 fate, guint32 target);
guint32 tv_call_pass_get_target (const TvCallPass *self, guint32 node);
void tv_call_pass_rename (TvCallPass *self, guint32 node, TvCallName name);
void tv_call_pass_regroup (TvCallPass *self);
void tv_call_pass_finish (TvCallPass *self);

G_END_DECLS
