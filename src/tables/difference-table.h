/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/compare/difference.h"
#include "tables/table.h"

G_BEGIN_DECLS

/* A comparison of runs as a table, with one row per method, name, class, package or thread. tv_tables_open() cannot
 * open it, because it needs several traces. Comparisons of samples have other columns for numbers than comparisons of
 * calls. */

/* Numbers that are compared for calls and slices. Each number has four columns, see #TvDifferenceColumnSide. */
typedef enum
{
  TV_DIFFERENCE_INCL_WALL,
  TV_DIFFERENCE_EXCL_WALL,
  TV_DIFFERENCE_WALL_PER_CALL,
  TV_DIFFERENCE_INCL_CPU,
  TV_DIFFERENCE_EXCL_CPU,
  TV_DIFFERENCE_CPU_PER_CALL,
  TV_DIFFERENCE_CALLS,
  TV_N_DIFFERENCE_NUMBERS,
} TvDifferenceNumber;

/* Numbers that are compared for samples. Each number has four columns, see #TvDifferenceColumnSide. */
typedef enum
{
  TV_SAMPLE_DIFFERENCE_INCL_WEIGHT,
  TV_SAMPLE_DIFFERENCE_EXCL_WEIGHT,
  TV_SAMPLE_DIFFERENCE_INCL_SHARE,
  TV_SAMPLE_DIFFERENCE_EXCL_SHARE,
  TV_SAMPLE_DIFFERENCE_SAMPLES,
  TV_N_SAMPLE_DIFFERENCE_NUMBERS,
} TvSampleDifferenceNumber;

typedef enum
{
  TV_DIFFERENCE_BEFORE,
  TV_DIFFERENCE_AFTER,
  TV_DIFFERENCE_CHANGE,
  TV_DIFFERENCE_PERCENT,
  TV_N_DIFFERENCE_SIDES,
} TvDifferenceColumnSide;

typedef enum
{
  TV_DIFFERENCE_COLUMN_NAME,
  TV_DIFFERENCE_COLUMN_CLASS,
  TV_DIFFERENCE_COLUMN_METHOD,
  TV_DIFFERENCE_COLUMN_SIGNATURE,
  TV_DIFFERENCE_COLUMN_STATE,
  TV_DIFFERENCE_COLUMN_NUMBERS,
  TV_DIFFERENCE_COLUMN_P_WALL = TV_DIFFERENCE_COLUMN_NUMBERS +
                                TV_N_DIFFERENCE_NUMBERS * TV_N_DIFFERENCE_SIDES,
  TV_DIFFERENCE_COLUMN_P_CPU,
  TV_DIFFERENCE_COLUMN_RUNS_BEFORE,
  TV_DIFFERENCE_COLUMN_RUNS_AFTER,
  TV_N_DIFFERENCE_COLUMNS,

  TV_SAMPLE_DIFFERENCE_COLUMN_KIND = TV_DIFFERENCE_COLUMN_NUMBERS +
                                     TV_N_SAMPLE_DIFFERENCE_NUMBERS * TV_N_DIFFERENCE_SIDES,
  TV_SAMPLE_DIFFERENCE_COLUMN_UNIT,
  TV_SAMPLE_DIFFERENCE_COLUMN_P,
  TV_SAMPLE_DIFFERENCE_COLUMN_RUNS_BEFORE,
  TV_SAMPLE_DIFFERENCE_COLUMN_RUNS_AFTER,
  TV_N_SAMPLE_DIFFERENCE_COLUMNS,
} TvDifferenceColumn;

#define TV_TYPE_DIFFERENCE_TABLE (tv_difference_table_get_type ())
G_DECLARE_FINAL_TYPE (TvDifferenceTable, tv_difference_table, TV, DIFFERENCE_TABLE, TvTable)

extern const TvTableInfo tv_difference_table_info;
extern const TvTableInfo tv_sample_difference_table_info;

TvTable *tv_difference_table_new        (TvDifference           *difference);
guint32  tv_difference_table_get_symbol (TvDifferenceTable      *self,
                                         guint32                 row,
                                         gboolean                is_after);
TvDifference *tv_difference_table_get_difference (TvDifferenceTable *self);
guint    tv_difference_table_get_inclusive (TvDifferenceTable   *self,
                                         TvClock                 clock);
guint    tv_difference_table_get_p      (TvDifferenceTable      *self,
                                         TvClock                 clock);
double   tv_difference_table_get_number (TvDifferenceTable      *self,
                                         guint32                 row,
                                         guint                   column);
guint    tv_difference_table_get_column (guint                   number,
                                         TvDifferenceColumnSide  side);

G_END_DECLS
