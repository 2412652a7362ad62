/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The existing row objects of a list model, by position. A row keeps its position when its content changes, so that
 * the list can reuse the expensive widgets and only rebind them. The model emits "rows-changed" without parameters
 * when that happens. */

typedef struct _TvRowPlaces TvRowPlaces;

/**
 * TvRowPlacesFunc:
 * @model: a model
 * @position: a position
 * @row: row at the position
 *
 * Updates a row to the current content of the model.
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
