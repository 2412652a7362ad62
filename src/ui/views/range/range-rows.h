/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/work.h"
#include "ui/views/range/range-section.h"

G_BEGIN_DECLS

/* Rows of a table that match the filters of its section, or the selected rows, with their sums. A worker
 * computes them, so this code must not use widgets. */

/**
 * TvRangeRows:
 * @all: the whole table
 * @table: rows that match the filters
 * @is_selected: whether @table contains the selected rows instead
 * @sums: sum of each column in @sums of the #TvRangeTableView, over the rows of @table
 *
 * Visible part of a table.
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
 * @trace: (nullable): trace of the table; required without @table and with @words
 * @base: time base of timestamps
 * @selection: (nullable): part of the trace; required without @table
 * @table: (nullable): whole table if it is already computed
 * @selected: (nullable) (element-type guint32): selected rows of @table, which replace the filters below
 * @is_quiet: (nullable): whether a row is hidden
 * @words: (nullable) (element-type TvTextMatch): words from tv_range_labels_new(); rows must match all of them
 *
 * Input of %tv_range_rows_work, which computes a #TvRangeRows.
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
