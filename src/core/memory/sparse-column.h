/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvSparseColumn:
 * @n: how many rows have a number
 * @row: which rows, sorted
 * @value: their numbers
 *
 * A numeric column that only few rows have, if any: it takes room for these only. All 0 is one that is empty.
 */
typedef struct
{
  guint32 n;
  guint32 *row;
  gint64 *value;
} TvSparseColumn;

/**
 * TvSparseCell:
 *
 * A number of a row, on its way to the column.
 */
typedef struct
{
  gint64 value;
  guint32 row;
} TvSparseCell;

void     tv_sparse_column_fill  (TvSparseColumn       *self,
                                 const GArray         *cells);
void     tv_sparse_column_clear (TvSparseColumn       *self);
gboolean tv_sparse_column_find  (const TvSparseColumn *self,
                                 guint32               row,
                                 gint64               *value);

G_END_DECLS
