/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Filters the rows of a table. Called by sessions, by the workers of views with a filter entry, and by sorting. Pure:
 * only reads the table. A filter is an immutable #GBytes. */

#include "ui/kit/table/table-filter.h"

#include <string.h>

#include "tables/table-subset.h"

#define ROWS_PER_CANCEL_CHECK 1024

/**
 * tv_table_filter_new:
 * @test: returns whether a row matches
 * @data: user data of @test
 * @n_left: (out): number of matching rows
 * @cancellable: (nullable): a #GCancellable
 *
 * Tests all rows of a table.
 *
 * Returns: (transfer full) (nullable): a filter; %NULL if cancelled
 */
GBytes *
tv_table_filter_new (TvTable *table,
                     TvTableTest test,
                     gconstpointer data,
                     guint32 *n_left,
                     GCancellable *cancellable)
{
  guint32 n = tv_table_get_n_rows (table);
  g_autofree guint8 *is_left = g_malloc0 ((gsize) n + 1);

  *n_left = 0;
  for (guint32 row = 0; row < n; row++)
    {
      if (row % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      is_left[row] = test (table, row, data) ? 1 : 0;
      *n_left += is_left[row];
    }
  return g_bytes_new_take (g_steal_pointer (&is_left), n);
}

/* Formats a number as SQLite converts it to text, so that a filter and its SQL find the same rows. */
static const char *
print_number (const TvCell *cell, TvColumnType type, char *number, gsize size)
{
  if (type == TV_COLUMN_INTEGER)
    g_snprintf (number, size, "%" G_GINT64_FORMAT, cell->integer);
  else
    {
      g_ascii_formatd (number, (int) size, "%.15g", cell->real);
      if (strpbrk (number, ".en") == NULL)
        g_strlcat (number, ".0", size);
    }
  return number;
}

/* Returns whether any cell of a row matches a text. Numbers are formatted without units and digit grouping. */
gboolean
tv_table_filter_has_text (TvTable *table, guint32 row, const TvTextMatch *match)
{
  guint n_columns;
  const TvColumn *columns = tv_table_get_columns (table, &n_columns);
  gboolean is_match = FALSE;

  for (guint column = 0; column < n_columns && !is_match; column++)
    {
      TvColumnType type = columns[column].type;
      char number[G_ASCII_DTOSTR_BUF_SIZE];
      TvCell cell;

      tv_table_get_cell (table, row, column, &cell);
      if (!cell.is_null)
        is_match = tv_text_match_test (
            match,
            type == TV_COLUMN_TEXT ? cell.text : print_number (&cell, type, number, sizeof number),
            -1);
      tv_cell_clear (&cell);
    }
  return is_match;
}

static gboolean
test_text (TvTable *table, guint32 row, gconstpointer match)
{
  return tv_table_filter_has_text (table, row, match);
}

/**
 * tv_table_filter_find_rows:
 * @match: text that at least one cell of a row must match
 * @filter: (out) (optional) (transfer full): the filter
 * @cancellable: (nullable): a #GCancellable
 *
 * Finds the rows of a table that match a text.
 *
 * Returns: (transfer full) (nullable): a table of these rows; %NULL if cancelled
 */
TvTable *
tv_table_filter_find_rows (TvTable *table,
                           const TvTextMatch *match,
                           GBytes **filter,
                           GCancellable *cancellable)
{
  guint32 n_left;
  g_autoptr (GBytes) found = tv_table_filter_new (table, test_text, match, &n_left, cancellable);
  g_autoptr (GArray) rows = NULL;
  const guint8 *is_left;

  if (found == NULL)
    return NULL;
  is_left = g_bytes_get_data (found, NULL);
  rows = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n_left);
  for (guint32 row = 0; rows->len < n_left; row++)
    if (is_left[row])
      g_array_append_val (rows, row);
  if (filter != NULL)
    *filter = g_steal_pointer (&found);
  return tv_table_subset_new (table, rows);
}

/**
 * tv_table_filter_order:
 * @n_rows: number of rows of the table
 * @order: (nullable): guint32 row numbers in order; %NULL for the table's order
 * @filter: a filter of the table
 *
 * Removes rows that do not match from an order.
 *
 * Returns: (transfer full): guint32 numbers of the matching rows, in the same order
 */
GBytes *
tv_table_filter_order (guint32 n_rows, GBytes *order, GBytes *filter)
{
  const guint32 *rows = order != NULL ? g_bytes_get_data (order, NULL) : NULL;
  const guint8 *is_left = g_bytes_get_data (filter, NULL);
  GArray *left = g_array_new (FALSE, FALSE, sizeof (guint32));
  gsize n_left;

  for (guint32 i = 0; i < n_rows; i++)
    {
      guint32 row = rows != NULL ? rows[i] : i;

      if (is_left[row])
        g_array_append_val (left, row);
    }
  n_left = left->len;
  return g_bytes_new_take (g_array_free (left, FALSE), sizeof (guint32) * n_left);
}
