/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/table.h"

#include <math.h>

#include "core/types.h"

/* Finds the rows that may contain the widest number of a column, so that views can compute the width of the column
 * without formatting all rows. Called only when the widths of columns are computed (ui/kit/table/table-measure.c).
 * Only reads the table. */

#define ROWS_PER_CANCEL_CHECK 65536

/* Candidates for the longest text: the positive and the negative number with the largest absolute value, each with
 * and without decimals. */
enum
{
  LARGEST_WHOLE,
  LARGEST_BROKEN,
  SMALLEST_WHOLE, /* for negative numbers */
  SMALLEST_BROKEN,
};

typedef struct
{
  guint32 rows[TV_TABLE_MAX_LONGEST]; /* row of each candidate, or TV_NONE */
  double values[TV_TABLE_MAX_LONGEST];
} Longest;

static void
consider (Longest *self, guint32 row, double value)
{
  gboolean is_broken = value != floor (value);
  guint slot = value < 0.0 ? SMALLEST_WHOLE : LARGEST_WHOLE;

  if (is_broken)
    slot++;
  if (self->rows[slot] != TV_NONE && fabs (value) <= fabs (self->values[slot]))
    return;
  self->rows[slot] = row;
  self->values[slot] = value;
}

/**
 * tv_table_find_longest:
 * @self: a table
 * @column: a numeric column
 * @rows: (out caller-allocates) (array fixed-size=4): rows that may contain the widest number
 * @cancellable: (nullable): a #GCancellable
 *
 * Finds rows that may contain the widest number of a column, regardless of the number format. Visits all rows.
 * Returns: the number of rows found; 0 if cancelled
 */
guint
tv_table_find_longest (TvTable *self,
                       guint column,
                       guint32 rows[TV_TABLE_MAX_LONGEST],
                       GCancellable *cancellable)
{
  guint32 n_rows = tv_table_get_n_rows (self);
  Longest longest = { { TV_NONE, TV_NONE, TV_NONE, TV_NONE }, { 0 } };
  TvColumnType type;
  guint n = 0;

  g_return_val_if_fail (column < tv_table_get_info (self)->n_columns, 0);
  type = tv_table_get_columns (self, NULL)[column].type;
  g_return_val_if_fail (type != TV_COLUMN_TEXT, 0);

  for (guint32 row = 0; row < n_rows; row++)
    {
      TvCell cell;
      double value;

      if (row % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return 0;
      tv_table_get_cell (self, row, column, &cell);
      value = tv_cell_get_number (&cell, type);
      if (!cell.is_null && isfinite (value))
        consider (&longest, row, value);
      tv_cell_clear (&cell);
    }
  for (guint i = 0; i < TV_TABLE_MAX_LONGEST; i++)
    if (longest.rows[i] != TV_NONE)
      rows[n++] = longest.rows[i];
  return n;
}
