/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/sparse-column.h"

#include "core/memory/key-order.h"

/* Sorts cells into a column, and finds a row by binary search. The builder fills columns for values that few rows
 * have (thread clocks, flow ids, ids of asynchronous tasks); trace-slices.c and tables read them. */

/**
 * tv_sparse_column_fill:
 * @self: an empty column
 * @cells: #TvSparseCell in any order; only the first cell of each row is used
 *
 * Fills a column.
 */
void
tv_sparse_column_fill (TvSparseColumn *self, const GArray *cells)
{
  g_autofree guint64 *keys = g_new (guint64, cells->len);
  g_autofree guint32 *order = g_new (guint32, cells->len);
  g_autofree guint32 *spare = g_new (guint32, cells->len);

  for (guint i = 0; i < cells->len; i++)
    {
      keys[i] = g_array_index (cells, TvSparseCell, i).row;
      order[i] = i;
    }
  tv_key_order_sort (keys, cells->len, &order, &spare, NULL);
  self->row = g_new (guint32, cells->len);
  self->value = g_new (gint64, cells->len);
  for (guint i = 0; i < cells->len; i++)
    {
      const TvSparseCell *cell = &g_array_index (cells, TvSparseCell, order[i]);

      if (self->n > 0 && self->row[self->n - 1] == cell->row)
        continue;
      self->row[self->n] = cell->row;
      self->value[self->n++] = cell->value;
    }
}

void
tv_sparse_column_clear (TvSparseColumn *self)
{
  g_free (self->row);
  g_free (self->value);
  *self = (TvSparseColumn){ 0 };
}

/**
 * tv_sparse_column_find:
 * @value: (out): value of the row; not set if there is none
 *
 * Returns: whether the row has a value
 */
gboolean
tv_sparse_column_find (const TvSparseColumn *self, guint32 row, gint64 *value)
{
  guint32 first = 0, end = self->n;

  while (first < end)
    {
      guint32 middle = first + (end - first) / 2;

      if (self->row[middle] < row)
        first = middle + 1;
      else
        end = middle;
    }
  if (first == self->n || self->row[first] != row)
    return FALSE;
  *value = self->value[first];
  return TRUE;
}
