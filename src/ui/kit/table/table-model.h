/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table.h"

G_BEGIN_DECLS

/* The rows of any TvTable as a list model, in any order. Row objects are created on demand, so that a table of a
 * million rows is as cheap as one of ten:
 *
 *   table ─▶ order (4 bytes a row, sorted in a worker) ─▶ GListModel of TvTableRow
 *
 * A new table or order emits "items-changed" only for the difference in the number of rows. All other rows stay in
 * place, and the signal "rows-changed" is emitted because their content has changed.
 *
 * A row can have children, which are the rows of a separate table with the same columns. They are visible if the row
 * is expanded (property "is-expanded"). */

#define TV_TYPE_TABLE_ROW (tv_table_row_get_type ())
G_DECLARE_FINAL_TYPE (TvTableRow, tv_table_row, TV, TABLE_ROW, GObject)

TvTable *tv_table_row_get_table (TvTableRow *self);
guint32  tv_table_row_get_row   (TvTableRow *self);
guint32  tv_table_row_get_owner (TvTableRow *self);
gboolean tv_table_row_is_expanded (TvTableRow *self);

/**
 * TvTableTree:
 * @renew: (nullable): called with the children of @row when another table is set; sets @row to the corresponding row
 *   of the new table, and returns its children (transfer full); returns %NULL if there is no such row
 * @is_open: (nullable): returns whether the expander of a child points down
 * @is_expanded: (nullable): returns whether the expander of a row points down; for tables in tree order, whose rows
 *   have no separate tables of children
 *
 * Functions for children of rows.
 */
typedef struct
{
  TvTable *(*renew) (TvTable *children, TvTable *table, guint32 *row, gpointer data);
  gboolean (*is_open) (TvTable *children, guint32 row);
  gboolean (*is_expanded) (TvTable *table, guint32 row, gpointer data);
} TvTableTree;

#define TV_TYPE_TABLE_MODEL (tv_table_model_get_type ())
G_DECLARE_FINAL_TYPE (TvTableModel, tv_table_model, TV, TABLE_MODEL, GObject)

TvTableModel *tv_table_model_new       (void);
void          tv_table_model_set_table (TvTableModel *self,
                                        TvTable      *table,
                                        GBytes       *order);
void          tv_table_model_splice    (TvTableModel *self,
                                        GBytes       *order,
                                        guint         position,
                                        guint         n_removed,
                                        guint         n_added);
TvTable      *tv_table_model_get_table (TvTableModel *self);
GBytes       *tv_table_model_get_order (TvTableModel *self);
guint         tv_table_model_count     (TvTableModel *self);
guint32       tv_table_model_get_ordered (TvTableModel *self,
                                        guint         index);
guint32       tv_table_model_get_row   (TvTableModel *self,
                                        guint         position);
TvTable      *tv_table_model_get_shown (TvTableModel *self,
                                        guint         position,
                                        guint32      *row);
guint         tv_table_model_find_row  (TvTableModel *self,
                                        guint32       row);

void          tv_table_model_set_tree  (TvTableModel      *self,
                                        const TvTableTree *tree,
                                        gpointer           data);
void          tv_table_model_expand    (TvTableModel      *self,
                                        guint32            row,
                                        TvTable           *children);
void          tv_table_model_replace_children (TvTableModel *self,
                                        guint32            row,
                                        TvTable           *children,
                                        guint32            first);
TvTable      *tv_table_model_get_children (TvTableModel   *self,
                                        guint32            row);
GArray       *tv_table_model_dup_expanded (TvTableModel   *self);

G_END_DECLS
