/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/kit/gtk48/column-headers.h"
#include "ui/kit/table/table-model.h"

G_BEGIN_DECLS

#define TV_TABLE_COLUMN_FILL (-1)

/**
 * TvTableColumn:
 * @name: name of a column of the table
 * @title: (nullable): header, marked with N_(), if it differs from the table's header
 * @description: (nullable): description, marked with N_(), if it differs from the table's description
 * @widest: (nullable): widest text of a right-aligned cell, marked with N_() if it is a word; %NULL for the default
 * of the column's unit
 * @dup_text: (nullable): returns the text of a cell if it is not the plain value
 * @width: width of a text column in px; %TV_TABLE_COLUMN_FILL for the remaining width; 0 for the default, which is
 * the remaining width for text, and the required width for numbers
 * @sample_text: (nullable): text that must fit into a column of @width in any font, such as an id
 * @get_color: (nullable): gets the colour of the spot before the text; returns whether there is one
 * @min_px: minimum width of a column that takes the remaining width; 0 for the default
 * @has_no_bar: whether a percentage has no bar
 * @get_share: (nullable): returns the length of the bar of a number that is not a percentage, 0 … 1; -1 for no bar
 * @is_strong: (nullable): returns whether a cell is bold
 * @is_dim: (nullable): returns whether a cell is dimmed
 * @second_column: (nullable): name of another column of the table whose values are also shown in the cells
 * @dup_longest: (nullable): returns the longest text of right-aligned cells in the children of a row
 * @new_cell: (nullable): creates a cell widget of another type
 * @set_row: (nullable): sets the content of a widget created by @new_cell
 * @keys: (nullable): colour legend in the header; the title is then only an accessible label
 * @follow: (nullable): callback of links; if set, the text of each cell with a value is a link
 * @is_needed: whether the column cannot be hidden
 * @is_extra: whether the column is hidden by default
 * @group: group number, or 0 for none; see @plain_title
 * @plain_title: (nullable): header if all visible columns with a group are in the same group, marked with N_()
 *
 * A column of a view. A view may show only some of the columns of its table.
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *description;
  const char *widest;
  char *(*dup_text) (TvTable *table, guint32 row, guint column, gpointer data);
  int width;
  const char *sample_text;
  gboolean (*get_color) (TvTable *table, guint32 row, guint column, gpointer data, GdkRGBA *color);
  int min_px;
  gboolean has_no_bar;
  double (*get_share) (TvTable *table, guint32 row, guint column, gpointer data);
  gboolean (*is_strong) (TvTable *table, guint32 row, guint column, gpointer data);
  gboolean (*is_dim) (TvTable *table, guint32 row, guint column, gpointer data);
  const char *second_column;
  char *(*dup_longest) (TvTable *table, guint32 row);
  GtkWidget *(*new_cell) (gpointer data);
  void (*set_row) (GtkWidget *cell, TvTableRow *row);
  const TvHeaderKey *keys;
  void (*follow) (TvTable *table, guint32 row, guint column, gpointer data);
  gboolean is_needed;
  gboolean is_extra;
  guint group;
  const char *plain_title;
} TvTableColumn;

/* The columns of a table in a GtkColumnView, whose items are TvTableRow. */

void tv_table_columns_add (GtkColumnView *view,
                           const TvTableInfo *info,
                           const TvTableColumn *columns,
                           guint n_columns,
                           gpointer data);
void tv_table_columns_widen (GtkColumnView *view, TvTable *table, const GArray *longest);
guint tv_table_columns_find (const TvTableInfo *info, const char *name);
GtkColumnViewColumn *tv_table_columns_find_shown (GtkColumnView *view, guint column);
void tv_table_columns_make_sortable (GtkColumnView *view, const TvTableInfo *info);
guint tv_table_columns_get_index (GtkColumnViewColumn *column);
char *tv_table_columns_dup_row (GtkColumnView *view, TvTable *table, guint32 row);

G_END_DECLS
