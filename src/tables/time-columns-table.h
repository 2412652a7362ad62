/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/time-base.h"
#include "tables/table.h"

G_BEGIN_DECLS

/* A table that adds columns to another table. After each timestamp column `ts`, it has a column with the same times
 * in another time base:
 *
 *   start   `ts_since_start`, integer, ns since the start of the trace
 *   utc     `ts_utc`, text, such as 2026-11-28 06:13:20.012345678
 *   local   `ts_local`, text in the same format, in the device's time zone
 *
 * Rows, sorting and all other columns are the same. */

#define TV_TYPE_TIME_COLUMNS_TABLE (tv_time_columns_table_get_type ())
G_DECLARE_FINAL_TYPE (TvTimeColumnsTable, tv_time_columns_table, TV, TIME_COLUMNS_TABLE, TvTable)

TvTable *tv_time_columns_table_new (TvTable          *table,
                              const TvTimeBase *base);

G_END_DECLS
