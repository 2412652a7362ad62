/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/trace-table.h"
#include "ui/views/dump/dump-rows.h"

G_BEGIN_DECLS

/* All rows of a #TvDumpList as a table, for the list of threads */

enum
{
  TV_DUMP_COLUMN_NAME,
  TV_DUMP_COLUMN_TID,
  TV_DUMP_COLUMN_HELD_BY,
  TV_DUMP_COLUMN_WAITS_FOR,
  TV_DUMP_COLUMN_STATE,
  TV_DUMP_COLUMN_SYS_TID,
  TV_DUMP_COLUMN_PRIORITY,
  TV_DUMP_COLUMN_USER_NS,
  TV_DUMP_COLUMN_SYSTEM_NS,
  TV_DUMP_COLUMN_WAIT_CHANNEL,
  TV_DUMP_COLUMN_FRAMES,
  TV_DUMP_COLUMN_PROCESS,
  TV_N_DUMP_COLUMNS,
};

extern const TvTableInfo tv_dump_rows_table_info;

#define TV_TYPE_DUMP_ROWS_TABLE (tv_dump_rows_table_get_type ())
G_DECLARE_FINAL_TYPE (TvDumpRowsTable, tv_dump_rows_table, TV, DUMP_ROWS_TABLE, TvTable)

TvTable         *tv_dump_rows_table_new      (TvTrace         *trace,
                                              TvDumpFindings  *findings,
                                              TvDumpRows      *rows);
const TvDumpRow *tv_dump_rows_table_get_row  (TvDumpRowsTable *self,
                                              guint32          row);
TvDumpRows      *tv_dump_rows_table_get_rows (TvDumpRowsTable *self);
TvTrace         *tv_dump_rows_table_get_trace (TvDumpRowsTable *self);
char            *tv_dump_rows_table_dup_name (TvDumpRowsTable *self,
                                              guint32          row);
char            *tv_dump_rows_table_dup_aside (TvDumpRowsTable *self,
                                              guint32          row);

G_END_DECLS
