/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-forest.h"

G_BEGIN_DECLS

/* What becomes of a node, and notes beside it. */
enum
{
  TV_CALL_STAYS,  /* under what its parent became */
  TV_CALL_MERGES, /* into one above: what it did itself is done by that then, and what it calls is
                           * called from there */
  TV_CALL_IS_PASSED_OVER, /* the same, but for what it did itself */
  TV_CALL_GOES,           /* and all below it */
  TV_CALL_FATES = 3,
  TV_CALL_IS_RENAMED = 1 << 2,
  TV_CALL_HAS_RENAMED = 1 << 3, /* a child is */
};

/**
 * TvCallPass:
 * @forest: what is changed
 * @first_child: by node, and one more: the children of a node end where those of the next one begin
 * @paths: of what it was planted
 * @matches: by symbol: 0 not looked at yet, 1 no, 2 yes
 * @has_calls: they are calls and no samples: one that is merged into another is none any more
 * @fates: by node
 * @targets: (nullable): by node that is merged or passed over: one that stays
 * @more: (nullable): by node: the first of those that it is the target of, or %TV_NONE
 * @next: (nullable): by node: the next of the same target, or of the same image
 * @new_name: of those that are renamed
 * @n_out, @out_nodes, @out_own: the new nodes
 * @images: by node: what it became, or %TV_NONE
 * @heads: by new node: the first of those that became it
 * @children: room for them
 *
 * A change of a forest on its way: tv_call_pass_begin(), what becomes of each node, parents first,
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
  TvCallName new_name;

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
void tv_call_pass_rename (TvCallPass *self, guint32 node);
void tv_call_pass_regroup (TvCallPass *self);
void tv_call_pass_finish (TvCallPass *self);

G_END_DECLS
