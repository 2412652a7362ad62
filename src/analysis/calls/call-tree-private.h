/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-forest.h"
#include "analysis/calls/call-tree.h"

G_BEGIN_DECLS

/* Maps paths to nodes: for one thread if the tree is grouped by thread, otherwise for all threads */
typedef struct
{
  TvCallValues *values; /* exclusive values of the thread, or of all threads */
  guint32 *nodes;       /* node per path of @values, or TV_NONE if omitted */
  guint8 *
      is_merged; /* (nullable): per path, whether its calls are no longer counted because it was merged */
} TvCallNodeMap;

/* A call tree; private to the files that create call trees. */
struct _TvCallTree
{
  gatomicrefcount ref_count;
  TvCallPaths *paths;
  TvSelection *selection;
  TvCallTreeFlags flags;
  TvCallMeasure measure; /* measure by which siblings are sorted */
  guint32 n;
  TvCallNode *nodes;
  TvCallValue *own;         /* exclusive values, indexed by TvCallNode.own */
  TvCallValues *own_values; /* (nullable): owner of @own; NULL if the tree owns @own */
  GArray *maps;             /* TvCallNodeMap: one per thread if grouped by thread, otherwise one */
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
