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
 *   of the column's unit
 * @dup_text: (nullable): returns the text of a cell, if it is not the plain value
 * @width: width of a text column in px; %TV_TABLE_COLUMN_FILL for the remaining width; 0 for the default, which is
 *   the remaining width for text, and the required width for numbers
 * @sample_text: (nullable): text that must fit into a text column in any font, such as an id
 * @get_color: (nullable): gets the colour of the spot before the text; returns whether there is a spot
 * @min_px: minimum width in px if the column takes the remaining width; 0 for the default
 * @has_no_bar: whether percentages are shown without a bar
 * @get_share: (nullable): returns the length of the bar of a number that is not a percentage, 0 … 1; -1 for no bar
 * @is_strong: (nullable): returns whether a cell is bold
 * @is_dim: (nullable): returns whether a cell is dimmed
 * @second_column: (nullable): name of another column of the table whose values are also shown in the cells
 * @dup_longest: (nullable): returns the longest text of right-aligned cells in the children of a row
 * @new_cell: (nullable): creates a cell widget of another type
 * @set_row: (nullable): sets the row of a widget created by @new_cell, or %NULL
 * @keys: (nullable): colour legend in the header, see tv_column_headers_set_keys()
 * @follow: (nullable): called when a link is clicked; if set, all cells with a value are links
 * @is_needed: whether the column cannot be hidden
 * @is_extra: whether the column is hidden by default
 * @group: group number, or 0 for none; see @plain_title
 * @plain_title: (nullable): header, marked with N_(), if there is at most one @group among the visible columns
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

/* The columns of a GtkColumnView whose items are #TvTableRow. */

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
