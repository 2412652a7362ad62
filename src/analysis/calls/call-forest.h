/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-values.h"

G_BEGIN_DECLS

/**
 * TvCallForest:
 * @n: number of nodes
 * @nodes: (array length=n): level by level, the children of a node one after another and in the order of their
 *   parents; the first one is the root, %TV_CALL_EVERYTHING
 * @own: by node: its value without those of its children
 * @values: (nullable): owner of @own, which then must not change; %NULL: the forest owns it
 * @owns_nodes: whether the forest owns @nodes
 * @n_places: number of paths that it was planted with, over all of its values
 * @places: (array length=n_places) (nullable): by path: its node, or %TV_NONE where it was left out; %NULL:
 *   paths and nodes have the same numbers
 * @is_merged: (array length=n_places) (nullable): whether the path became a part of another node; then its
 *   calls no longer count as calls
 *
 * A call tree while filters and transforms change it.
 */
typedef struct
{
  guint32 n;
  const TvCallPath *nodes;
  TvCallValue *own;
  TvCallValues *values;
  gboolean owns_nodes;
  guint32 n_places;
  guint32 *places;
  guint8 *is_merged;
} TvCallForest;

void tv_call_forest_init (TvCallForest *self,
                          const TvCallPaths *paths,
                          const GPtrArray *values,
                          gboolean by_thread);
void tv_call_forest_clear (TvCallForest *self);
void tv_call_forest_own (TvCallForest *self);
void
tv_call_forest_filter (TvCallForest *self, const TvCallPaths *paths, const TvSelection *selection);
void tv_call_forest_transform (TvCallForest *self,
                               const TvCallPaths *paths,
                               const TvSelection *selection,
                               guint transform,
                               gboolean keeps_entries);

/* Returns: the node of a place, or %TV_NONE */
static inline guint32
tv_call_forest_get_place (const TvCallForest *self, guint32 place)
{
  return self->places != NULL ? self->places[place] : place;
}

G_END_DECLS
