/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-tree.h"

G_BEGIN_DECLS

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
  GArray *places; /* of places of paths: by thread, or one for all */
  TvCallMoved moved;
};

TvCallTree *tv_call_tree_new_bare (TvCallPaths       *paths,
                                   const TvSelection *selection,
                                   TvCallTreeFlags    flags,
                                   TvCallMeasure      measure);

G_END_DECLS
