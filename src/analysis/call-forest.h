/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/call-values.h"

G_BEGIN_DECLS

/**
 * TvCallForest:
 * @trie: its nodes, parents first; the first one is the root, %TV_CALL_EVERYTHING. As it is planted nothing
 *   can be looked up in it
 * @own: by node: what it comes to without what it calls
 * @n_places: what it was planted with: how many
 * @places: (array length=n_places): where that is now, or %TV_NONE where it was left out
 * @is_merged: (array length=n_places): whether it was made a part of something else: then its calls are
 *   no calls any more
 *
 * A tree of calls while it is being changed. Its nodes are in no order but that of parents and children.
 */
typedef struct
{
  TvCallTrie trie;
  TvCallValue *own;
  guint32 n_places;
  guint32 *places;
  guint8 *is_merged;
} TvCallForest;

void tv_call_forest_init      (TvCallForest        *self,
                               const TvCallPaths   *paths,
                               const GPtrArray     *values,
                               gboolean             by_thread);
void tv_call_forest_clear     (TvCallForest        *self);
void tv_call_forest_filter    (TvCallForest        *self,
                               const TvCallPaths   *paths,
                               const TvSelection   *selection);
void tv_call_forest_transform (TvCallForest        *self,
                               const TvCallPaths   *paths,
                               const TvSelection   *selection,
                               guint                transform,
                               gboolean             keeps_entries);

G_END_DECLS
