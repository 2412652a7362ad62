/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/kit/gtk48/column-heads.h"
#include "ui/kit/table/table-model.h"

G_BEGIN_DECLS

#define TV_TABLE_COLUMN_FILL (-1)

/**
 * TvTableColumn:
 * @name: a column of the table
 * @title: (nullable): heading, marked with N_(), if it differs from the table's
 * @description: (nullable): description, marked with N_(), if it differs from the table's
 * @widest: (nullable): widest text of a right-aligned cell, marked with N_() if it is a word; by default that of its
 *   unit
 * @dup_text: (nullable): returns the text of a cell, if it is not the plain value
 * @width: pixels of a column of texts; %TV_TABLE_COLUMN_FILL = what the others leave; 0 = that for
 *   texts, and for numbers what they need
 * @room_for: (nullable): a text that a column of @width has room for, whatever the font: a number that is no figure
 * @get_color: (nullable): the colour of a spot before a text; returns whether it has one
 * @min_px: how narrow it may become where it takes what the others leave; 0 = as usual
 * @is_bare: a percentage without a bar
 * @get_share: how long a bar is beside a number that is no percentage, 0 … 1; or -1 for none
 * @is_strong: whether a cell stands out from the others, in bold
 * @is_dim: whether a cell is of less weight than the others
 * @also: (nullable): another column of the table whose values its cells contain
 * @dup_longest: (nullable): returns the longest text of a right-aligned cell under a row of the table
 * @new_cell: (nullable): makes a cell of another kind
 * @set_row: what such a cell shows from now on, or %NULL
 * @keys: (nullable): what colours in its cells stand for, in the heading; its title is only heard
 * @follow: (nullable): makes the text of each cell with a value a link, which calls it
 * @is_needed: it cannot be hidden
 * @is_extra: it is hidden unless it is requested
 * @group: a number, or 0; where all columns that are shown and have one have the same…
 * @plain_title: (nullable): …this is the heading, marked with N_()
 *
 * One of the columns that a view of a table has, where it does not have all of them.
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *description;
  const char *widest;
  char *(*dup_text) (TvTable *table, guint32 row, guint column, gpointer data);
  int width;
  const char *room_for;
  gboolean (*get_color) (TvTable *table, guint32 row, guint column, gpointer data, GdkRGBA *color);
  int min_px;
  gboolean is_bare;
  double (*get_share) (TvTable *table, guint32 row, guint column, gpointer data);
  gboolean (*is_strong) (TvTable *table, guint32 row, guint column, gpointer data);
  gboolean (*is_dim) (TvTable *table, guint32 row, guint column, gpointer data);
  const char *also;
  char *(*dup_longest) (TvTable *table, guint32 row);
  GtkWidget *(*new_cell) (gpointer data);
  void (*set_row) (GtkWidget *cell, TvTableRow *row);
  const TvHeadKey *keys;
  void (*follow) (TvTable *table, guint32 row, guint column, gpointer data);
  gboolean is_needed;
  gboolean is_extra;
  guint group;
  const char *plain_title;
} TvTableColumn;

/* The columns of a table in a GtkColumnView whose items are TvTableRow. */

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
