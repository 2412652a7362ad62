/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/work.h"
#include "ui/views/range/range-section.h"

G_BEGIN_DECLS

/* The rows of a table that pass the filters of its section, or the selected ones, with their sums. Computed in a worker,
 * so nothing here uses widgets. */

/**
 * TvRangeRows:
 * @all: the table
 * @table: the rows that pass the filters
 * @is_selected: whether these are the selected rows
 * @sums: sums of these rows, for each of the columns in @sums of their #TvRangeTableView
 *
 * The visible part of a table.
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
 * @view: the table and its presentation
 * @trace: (nullable): its trace; needed without @table, and with @words
 * @base: the base of its timestamps
 * @selection: (nullable): its part of the trace; needed without @table
 * @table: (nullable): the table, if it was computed before
 * @selected: (nullable) (element-type guint32): selected rows of @table, instead of the filters below
 * @is_quiet: (nullable): test for rows to hide
 * @words: (nullable) (element-type TvTextMatch): from tv_range_words_new(); rows must match all
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

GPtrArray *tv_range_words_new    (const char             *text,
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
