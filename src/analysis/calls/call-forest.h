/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-values.h"

G_BEGIN_DECLS

/**
 * TvCallForest:
 * @n: how many nodes there are
 * @nodes: (array length=n): parents first, the children of a node one after another; the first one is the
 *   root, %TV_CALL_EVERYTHING
 * @own: by node: what it comes to without what it calls
 * @first_child: by node: the first of its children
 * @n_children: by node: how many these are
 * @n_places: what it was planted with: how many
 * @first_place: the node of the first of these, if @places is %NULL: then the others are behind it
 * @places: (array length=n_places) (nullable): where that is now, or %TV_NONE where it was left out
 * @is_merged: (array length=n_places) (nullable): whether it was made a part of something else: then its
 *   calls are no calls any more
 *
 * A tree of calls while it is being changed.
 */
typedef struct
{
  guint32 n;
  TvCallPath *nodes;
  TvCallValue *own;
  guint32 *first_child;
  guint32 *n_children;
  guint32 n_places;
  guint32 first_place;
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

/* Returns: the node of a place, or %TV_NONE */
static inline guint32
tv_call_forest_get_place (const TvCallForest *self, guint32 place)
{
  return self->places != NULL ? self->places[place] : self->first_place + place;
}

G_END_DECLS
