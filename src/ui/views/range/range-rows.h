/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/work.h"
#include "ui/views/range/range-section.h"

G_BEGIN_DECLS

/* The rows of a section's table that are left by what is typed and by what is quiet, or those of them that are
 * selected, and what they come to together: found in a worker, so nothing here is of a widget. */

/**
 * TvRangeRows:
 * @all: the table
 * @table: those rows of it that are left
 * @is_selected: they are what is selected of it
 * @sums: what each of the columns in @sums of their #TvRangeTableView comes to, of these rows
 *
 * What is shown of a table.
 */
typedef struct
{
  TvTable *all;
  TvTable *table;
  gboolean is_selected;
  double sums[TV_RANGE_MOST_SUMS];
} TvRangeRows;

/**
 * TvRangeRowsJob:
 * @view: which table, and how its rows are shown
 * @trace: (nullable): of which trace; needed without @table, as the next, and with @words
 * @base: the base of its moments
 * @selection: (nullable): of which part of it
 * @table: (nullable): that table, where it was computed before
 * @selected: (nullable) (element-type guint32): which rows of @table it is about, in place of what follows
 * @is_quiet: (nullable): whether a row is to be left out
 * @words: (nullable) (element-type TvTextMatch): what a row must have, of tv_range_words_new()
 *
 * What is to be found, by %tv_range_rows_work: a #TvRangeRows.
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
