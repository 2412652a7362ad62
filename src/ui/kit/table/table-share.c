/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/kit/table/table-share.h"

/* Computes the length of the bar in a cell, relative to the largest value in the column. Used as @get_share by
 * columns of views with few rows, because each call searches for the largest value. Pure. */

/**
 * tv_table_get_share_of_largest:
 * @table: a table with few rows, because all of them are read
 * @row: a row
 * @column: a numeric column
 * @data: unused
 *
 * Implements @get_share of #TvTableColumn.
 *
 * Returns: the value divided by the largest value, 0 … 1; -1 if no row has a positive value
 */
double
tv_table_get_share_of_largest (TvTable *table, guint32 row, guint column, gpointer data)
{
  double largest = 0.0;

  for (guint32 i = 0; i < tv_table_get_n_rows (table); i++)
    largest = MAX (largest, tv_table_get_number (table, i, column));
  return largest > 0.0 ? MAX (tv_table_get_number (table, row, column), 0.0) / largest : -1.0;
}
