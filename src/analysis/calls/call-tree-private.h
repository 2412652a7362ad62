/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-forest.h"
#include "analysis/calls/call-tree.h"

G_BEGIN_DECLS

/* Where the paths of a thread are. */
typedef struct
{
  TvCallValues *values; /* of the thread */
  guint32 *nodes;       /* by path of these: TV_NONE where it was left out */
  guint8 *is_merged;    /* (nullable): the same: whether its calls are no calls any more */
} TvCallPlace;

/* What a tree consists of, for those who make one. */
struct _TvCallTree
{
  gatomicrefcount ref_count;
  TvCallPaths *paths;
  TvSelection *selection;
  TvCallTreeFlags flags;
  TvCallMeasure measure; /* what children are sorted by */
  guint32 n;
  TvCallNode *nodes;
  TvCallValue *own;         /* by TvCallNode.own */
  TvCallValues *own_values; /* (nullable): owner of @own; NULL: the tree */
  GArray *places;           /* TvCallPlace: of places of paths: by thread, or one for all */
  TvCallMoved moved;
};

TvCallTree *tv_call_tree_new_bare (TvCallPaths *paths,
                                   const TvSelection *selection,
                                   TvCallTreeFlags flags,
                                   TvCallMeasure measure);
gboolean tv_call_tree_order (TvCallTree *self,
                             TvCallForest *forest,
                             const GPtrArray *values,
                             GCancellable *cancellable);

G_END_DECLS
