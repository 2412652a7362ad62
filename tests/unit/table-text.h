/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/tables.h"

G_BEGIN_DECLS

/* Tables as text: one line per row, "|" between cells, "-" for null, reals with two decimals. */

static inline TvTable *
open_table (const char *name, TvTrace *trace, const TvTableOptions *options)
{
  g_autoptr (GError) error = NULL;
  TvTable *table = tv_tables_open (name, trace, options, NULL, &error);

  g_assert_no_error (error);
  return table;
}

static inline void
append_cell (GString *out, TvTable *table, guint32 row, guint column)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  if (cell.is_null)
    g_string_append (out, "-");
  else if (tv_table_get_columns (table, NULL)[column].type == TV_COLUMN_INTEGER)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, cell.integer);
  else if (tv_table_get_columns (table, NULL)[column].type == TV_COLUMN_REAL)
    g_string_append_printf (out, "%.2f", cell.real);
  else
    g_string_append (out, cell.text);
  tv_cell_clear (&cell);
}

/* Returns all rows as text. @order (nullable) is the order of the rows; @columns (nullable) contains the names of the
 * columns to print, separated by spaces. */
static inline char *
print_table (TvTable *table, const char *columns, const guint32 *order)
{
  g_auto (GStrv) names = columns != NULL ? g_strsplit (columns, " ", -1) : NULL;
  const TvTableInfo *info = tv_table_get_info (table);
  GString *out = g_string_new (NULL);

  for (guint32 row = 0; row < tv_table_get_n_rows (table); row++)
    {
      gboolean is_first = TRUE;

      for (guint column = 0; column < info->n_columns; column++)
        {
          if (names != NULL &&
              !g_strv_contains ((const char *const *) names, info->columns[column].name))
            continue;
          g_string_append (out, is_first ? "" : "|");
          append_cell (out, table, order != NULL ? order[row] : row, column);
          is_first = FALSE;
        }
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

/* Asserts the rows of the trace's table @name. @columns contains the names of the compared columns, separated by
 * spaces. */
static inline void
expect_rows (TvTrace *trace, const char *name, const char *columns, const char *expected)
{
  g_autoptr (TvTable) table = open_table (name, trace, NULL);
  g_autofree char *rows = print_table (table, columns, NULL);

  g_assert_cmpstr (rows, ==, expected);
}

G_END_DECLS
