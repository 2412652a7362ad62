/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-forest.h"

G_BEGIN_DECLS

/* Fate of a node, and flags. */
enum
{
  TV_CALL_STAYS, /* becomes a child of its parent's image */
  TV_CALL_MERGES, /* merged into an ancestor, with its exclusive value; its children become the ancestor's */
  TV_CALL_IS_PASSED_OVER, /* like merged, but the exclusive value is dropped */
  TV_CALL_GOES,           /* removed with all descendants */
  TV_CALL_FATES = 3,
  TV_CALL_IS_RENAMED = 1 << 2,
  TV_CALL_HAS_RENAMED = 1 << 3, /* has a renamed child */
};

/**
 * TvCallPass:
 * @forest: forest to change
 * @first_child: by node, plus one: first child; the end is that of the next node
 * @paths: paths of the forest
 * @matches: per symbol: 0 not tested yet, 1 no match, 2 match
 * @has_calls: whether the paths are calls, not samples: a merged call no longer counts
 * @fates: by node
 * @targets: (nullable): ancestor that a merged node becomes part of, by node
 * @more: (nullable): first node merged into a node, or %TV_NONE
 * @next: (nullable): next node with the same target or image
 * @new_names: (nullable): new name of a renamed node, by node
 * @n_out, @out_nodes, @out_own: the new nodes
 * @images: by node: its image, or %TV_NONE
 * @heads: by new node: the first node with this image
 * @children: scratch for children
 *
 * State of a change of a forest: tv_call_pass_begin(), then the fate of each node, parents first,
 * tv_call_pass_regroup(), tv_call_pass_finish().
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
