/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "core/types.h"
#include "ui/table-model.h"

G_BEGIN_DECLS

/**
 * TvTableViewColumn:
 * @name: a column of the table
 * @title: (nullable): heading, marked with N_(), if it is not to be the table's
 * @widest: (nullable): what a right-aligned cell must have room for, if not what suits its unit
 * @dup_text: (nullable): what its cells say, if not the value as it is
 * @width: pixels of a column of texts; 0 = what the others leave
 * @get_color: (nullable): the colour of a spot before a text; returns whether it has one
 *
 * One of the columns that a view of a table has, where it does not have all of them.
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *widest;
  char *(*dup_text) (TvTable *table, guint32 row, guint column, gpointer data);
  int width;
  gboolean (*get_color) (TvTable *table, guint32 row, guint column, gpointer data, GdkRGBA *color);
} TvTableViewColumn;

/* A table with headings to sort it by. What is to be shown next is sorted in a worker, and what was
 * shown stays meanwhile.
 *
 * Properties (with notify):
 *   is-sorting  boolean            what is shown is not yet what is to be shown
 *
 * Signals:
 *   shown                          a new table, or order, is shown
 *   row-selected (uint row)        the user selected a row of the table
 *   row-activated (uint row)       the user double-clicked it, or pressed Enter
 *
 * Actions:
 *   table.copy-row                 what the selected row says, to the clipboard
 *   table.export                   what is shown, to a CSV file
 */

#define TV_TYPE_TABLE_VIEW (tv_table_view_get_type ())
G_DECLARE_FINAL_TYPE (TvTableView, tv_table_view, TV, TABLE_VIEW, GtkWidget)

GtkWidget    *tv_table_view_new           (void);
void          tv_table_view_set_columns   (TvTableView             *self,
                                           const TvTableInfo       *info,
                                           const TvTableViewColumn *columns,
                                           guint                    n_columns,
                                           gpointer                 data);
void          tv_table_view_set_sort      (TvTableView             *self,
                                           const char              *column,
                                           gboolean                 is_descending);
void          tv_table_view_set_empty_text (TvTableView            *self,
                                           const char              *text);
void          tv_table_view_set_table     (TvTableView             *self,
                                           TvTable                 *table);
TvTableModel *tv_table_view_get_model     (TvTableView             *self);
guint32       tv_table_view_get_selected  (TvTableView             *self);
void          tv_table_view_select_row    (TvTableView             *self,
                                           guint32                  row);
void          tv_table_view_scroll_to     (TvTableView             *self,
                                           guint                    position);
void          tv_table_view_reveal        (TvTableView             *self,
                                           guint                    position);
gboolean      tv_table_view_get_shown     (TvTableView             *self,
                                           guint                   *first,
                                           guint                   *end);

G_END_DECLS
