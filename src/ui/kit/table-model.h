/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table.h"

G_BEGIN_DECLS

/* The rows of any TvTable as a list model, in any order. Rows are made when they are asked for, so
 * that a table of a million rows costs no more than one of ten:
 *
 *   table ─▶ order (4 bytes a row, sorted in a worker) ─▶ GListModel of TvTableRow
 *
 * Of another table or order "items-changed" tells only how many rows there are more or fewer; the
 * others keep their place and change, which the signal "rows-changed" tells.
 */

#define TV_TYPE_TABLE_ROW (tv_table_row_get_type ())
G_DECLARE_FINAL_TYPE (TvTableRow, tv_table_row, TV, TABLE_ROW, GObject)

TvTable *tv_table_row_get_table (TvTableRow *self);
guint32  tv_table_row_get_row   (TvTableRow *self);

#define TV_TYPE_TABLE_MODEL (tv_table_model_get_type ())
G_DECLARE_FINAL_TYPE (TvTableModel, tv_table_model, TV, TABLE_MODEL, GObject)

TvTableModel *tv_table_model_new       (void);
void          tv_table_model_set_table (TvTableModel *self,
                                        TvTable      *table,
                                        GBytes       *order);
TvTable      *tv_table_model_get_table (TvTableModel *self);
GBytes       *tv_table_model_get_order (TvTableModel *self);
guint32       tv_table_model_get_row   (TvTableModel *self,
                                        guint         position);
guint         tv_table_model_find_row  (TvTableModel *self,
                                        guint32       row);

void          tv_table_sort_async      (TvTable             *table,
                                        guint                column,
                                        gboolean             is_descending,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data);
GBytes       *tv_table_sort_finish     (GAsyncResult        *result,
                                        GError             **error);

G_END_DECLS
