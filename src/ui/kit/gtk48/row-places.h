/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The rows of a list model that somebody holds, each by its position. A row stays at its place when
 * what is shown there changes, so that a list keeps its widgets, which are dear to make, and only
 * has them filled again. That is told by a signal "rows-changed" of the model, without parameters.
 */

typedef struct _TvRowPlaces TvRowPlaces;

/**
 * TvRowPlacesFunc:
 * @model: a model
 * @position: a place of it
 * @row: the row there, which is to say what is there now
 */
typedef void (*TvRowPlacesFunc) (GListModel *model, guint position, gpointer row);

TvRowPlaces *tv_row_places_new     (void);
void         tv_row_places_free    (TvRowPlaces     *self);
void         tv_row_places_add     (TvRowPlaces     *self,
                                    guint            position,
                                    gpointer         row);
gpointer     tv_row_places_find    (TvRowPlaces     *self,
                                    guint            position);
void         tv_row_places_splice  (TvRowPlaces     *self,
                                    guint            position,
                                    guint            n_removed,
                                    guint            n_added);
void         tv_row_places_refill  (TvRowPlaces     *self,
                                    GListModel      *model,
                                    guint            n_before,
                                    TvRowPlacesFunc  fill);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRowPlaces, tv_row_places_free)

G_END_DECLS
