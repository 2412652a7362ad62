/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The existing row objects of a list model, by position. A row object keeps its position when its content changes, so
 * that the list can keep its expensive widgets and only bind them again. In that case the model emits "rows-changed",
 * a signal without parameters. */

typedef struct _TvRowPositions TvRowPositions;

/**
 * TvRowPositionsFunc:
 * @model: a model
 * @position: a position
 * @row: row object at the position
 *
 * Updates a row object to the current content of the model.
 */
typedef void (*TvRowPositionsFunc) (GListModel *model, guint position, gpointer row);

TvRowPositions *tv_row_positions_new     (void);
void         tv_row_positions_free    (TvRowPositions     *self);
void         tv_row_positions_add     (TvRowPositions     *self,
                                    guint            position,
                                    gpointer         row);
gpointer     tv_row_positions_find    (TvRowPositions     *self,
                                    guint            position);
void         tv_row_positions_splice  (TvRowPositions     *self,
                                    guint            position,
                                    guint            n_removed,
                                    guint            n_added);
void         tv_row_positions_refill  (TvRowPositions     *self,
                                    GListModel      *model,
                                    guint            n_before,
                                    TvRowPositionsFunc  fill);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRowPositions, tv_row_positions_free)

G_END_DECLS
