/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvSparseColumn:
 * @n: number of rows with a value
 * @row: rows with a value, sorted
 * @value: values of these rows
 *
 * A column in which few rows have a value; the others use no memory. A struct filled with zeros is an empty column.
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
 * A value and its row, from which a column is filled.
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
