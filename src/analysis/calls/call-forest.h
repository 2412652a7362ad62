/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-values.h"

G_BEGIN_DECLS

/**
 * TvCallForest:
 * @n: number of nodes
 * @nodes: (array length=n): nodes level by level; siblings are adjacent, in the order of their parents; the first
 *   node is the root, %TV_CALL_EVERYTHING
 * @own: exclusive value per node
 * @values: (nullable): owner of @own, which is then read-only; %NULL if the forest owns @own
 * @owns_nodes: whether the forest owns @nodes
 * @n_paths: number of paths in all #TvCallValues from which the forest was created
 * @node_of_path: (array length=n_paths) (nullable): node per path, or %TV_NONE if omitted; %NULL if paths and nodes
 *   have the same indexes
 * @is_merged: (array length=n_paths) (nullable): per path, whether it was merged into another node, so that its calls
 *   are no longer counted
 *
 * A call tree to which filters and transforms are applied.
 */
typedef struct
{
  guint32 n;
  const TvCallPath *nodes;
  TvCallValue *own;
  TvCallValues *values;
  gboolean owns_nodes;
  guint32 n_paths;
  guint32 *node_of_path;
  guint8 *is_merged;
} TvCallForest;

void tv_call_forest_init (TvCallForest *self,
                          const TvCallPaths *paths,
                          const GPtrArray *values,
                          gboolean by_thread);
void tv_call_forest_clear (TvCallForest *self);
void
tv_call_forest_filter (TvCallForest *self, const TvCallPaths *paths, const TvSelection *selection);
void tv_call_forest_transform (TvCallForest *self,
                               const TvCallPaths *paths,
                               const TvSelection *selection,
                               guint transform,
                               gboolean keeps_entries);

/* Returns the node of a path, or %TV_NONE if the path is omitted. */
static inline guint32
tv_call_forest_get_node (const TvCallForest *self, guint32 path)
{
  return self->node_of_path != NULL ? self->node_of_path[path] : path;
}

G_END_DECLS
