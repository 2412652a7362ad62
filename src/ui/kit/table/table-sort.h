/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

/**
 * TvSortedRows:
 * @order: (nullable): guint32 numbers of all rows of a table; %NULL for the table's order
 * @shown: (nullable): guint32 numbers of the rows that match the filter; %NULL without a filter
 *
 * The rows of a table, sorted and filtered.
 */
typedef struct
{
  GBytes *order;
  GBytes *shown;
} TvSortedRows;

void    tv_sorted_rows_free     (TvSortedRows    *self);
void    tv_table_sort_in_worker (TvTable         *table,
                                 guint            column,
                                 gboolean         is_descending,
                                 GBytes          *order,
                                 GBytes          *filter,
                                 TvWorkDoneFunc   done,
                                 gpointer         owner,
                                 GCancellable   **slot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSortedRows, tv_sorted_rows_free)

G_END_DECLS
