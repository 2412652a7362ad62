/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/work.h"
#include "ui/views/range/range-section.h"

G_BEGIN_DECLS

/* Rows of a table that match the filters of its section, or that are selected, with their sums. A worker computes
 * them, so this code must not use widgets. */

/**
 * TvRangeRows:
 * @all: the whole table
 * @table: rows that match the filters, or the selected rows
 * @is_selected: whether @table contains the selected rows
 * @sums: sums of the rows of @table, one for each column in #TvRangeTableView.sums
 *
 * Visible or selected part of a table.
 */
typedef struct
{
  TvTable *all;
  TvTable *table;
  gboolean is_selected;
  double sums[TV_RANGE_MAX_SUMS];
} TvRangeRows;

/**
 * TvRangeRowsJob:
 * @view: presentation of the table
 * @trace: (nullable): trace of the table; required if @table is %NULL or @words is not empty
 * @base: time base for timestamps
 * @selection: (nullable): selected part of the trace; required if @table is %NULL
 * @table: (nullable): the whole table, if it is already computed
 * @selected: (nullable) (element-type guint32): selected rows of @table, which replace the filters below
 * @is_quiet: (nullable): returns whether a row is hidden
 * @words: (nullable) (element-type TvTextMatch): words from tv_range_labels_new(); rows must match all of them
 *
 * Input of %tv_range_rows_work, which returns a #TvRangeRows.
 */
typedef struct
{
  const TvRangeTableView *view;
  TvTrace *trace;
  TvTimeBase base;
  TvSelection *selection;
  TvTable *table;
  GArray *selected;
  gboolean (*is_quiet) (TvTable *table, guint32 row);
  GPtrArray *words;
} TvRangeRowsJob;

extern const TvWork tv_range_rows_work;

GPtrArray *tv_range_labels_new    (const char             *text,
                                  gboolean                is_regex);
void       tv_range_rows_free    (TvRangeRows            *self);
double     tv_range_rows_get_share (TvTable            *table,
                                  guint32                 row,
                                  guint                   column,
                                  gpointer                data);
char      *tv_range_rows_dup_sum (const TvRangeRows      *self,
                                  const TvRangeTableView *view);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRangeRows, tv_range_rows_free)

G_END_DECLS
