/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"
#include "tables/table.h"

G_BEGIN_DECLS

/* The compared runs as a table. tv_tables_open() cannot open it, because it needs several traces. */

/**
 * TvRunFacts:
 * @name: name of the run
 * @trace: trace of the run
 * @is_after: whether the run is from after the change
 * @is_shown: whether a timeline shows the run
 *
 * A row of the table: a run.
 */
typedef struct
{
  char *name;
  TvTrace *trace;
  gboolean is_after;
  gboolean is_shown;
} TvRunFacts;

typedef enum
{
  TV_RUN_COLUMN_SIDE,
  TV_RUN_COLUMN_NAME,
  TV_RUN_COLUMN_DUR,
  TV_RUN_COLUMN_CALLS,
  TV_RUN_COLUMN_SAMPLES,
  TV_RUN_COLUMN_IS_SHOWN,
  TV_N_RUN_COLUMNS,
} TvRunColumn;

#define TV_TYPE_RUN_TABLE (tv_run_table_get_type ())
G_DECLARE_FINAL_TYPE (TvRunTable, tv_run_table, TV, RUN_TABLE, TvTable)

extern const TvTableInfo tv_run_table_info;

TvTable *tv_run_table_new (const TvRunFacts *runs,
                           guint             n);

G_END_DECLS
