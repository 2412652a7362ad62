/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/change-cell.h"
#include "ui/kit/table/table-model.h"
#include "ui/views/call-tree/call-rows.h"

G_BEGIN_DECLS

/* Cells of a call tree. Each node is a row of the table, whether it is visible or not. A cell is empty if the tree
 * lacks the data, such as CPU time of samples. Only the main thread may use the table. */

typedef enum
{
  TV_CALL_COLUMN_NAME,
  TV_CALL_COLUMN_INCL_PCT,
  TV_CALL_COLUMN_EXCL_PCT,
  TV_CALL_COLUMN_INCL_WALL_NS,
  TV_CALL_COLUMN_EXCL_WALL_NS,
  TV_CALL_COLUMN_INCL_CPU_NS,
  TV_CALL_COLUMN_EXCL_CPU_NS,
  TV_CALL_COLUMN_INCL_WEIGHT,
  TV_CALL_COLUMN_EXCL_WEIGHT,
  TV_CALL_COLUMN_CALLS,
  TV_CALL_COLUMN_SAMPLES,
  TV_N_CALL_COLUMNS,

  /* Inclusive values of a tree that is compared with an earlier run: each #TvChangePart, per measure */
  TV_CALL_COLUMN_BEFORE_PCT = TV_N_CALL_COLUMNS,
  TV_CALL_COLUMN_WALL_CHANGES,
  TV_CALL_COLUMN_CPU_CHANGES = TV_CALL_COLUMN_WALL_CHANGES + TV_N_CHANGE_PARTS,
  TV_CALL_COLUMN_WEIGHT_CHANGES = TV_CALL_COLUMN_CPU_CHANGES + TV_N_CHANGE_PARTS,
  TV_N_CALL_COLUMNS_COMPARED = TV_CALL_COLUMN_WEIGHT_CHANGES + TV_N_CHANGE_PARTS,
} TvCallColumn;

#define TV_TYPE_CALL_ROWS_TABLE (tv_call_rows_table_get_type ())
G_DECLARE_FINAL_TYPE (TvCallRowsTable, tv_call_rows_table, TV, CALL_ROWS_TABLE, TvTable)

extern const TvTableInfo tv_call_rows_table_info;
extern const TvTableInfo tv_call_rows_table_compared_info;
extern const TvTableTree tv_call_rows_tree;

TvTable       *tv_call_rows_table_new         (TvCallRows      *rows,
                                               TvCallMeasure    measure);
TvCallRows    *tv_call_rows_table_get_rows    (TvCallRowsTable *self);
void           tv_call_rows_table_set_measure (TvCallRowsTable *self,
                                               TvCallMeasure    measure);
double         tv_call_rows_table_get_change_share (TvCallRowsTable *self,
                                               guint32          node,
                                               TvCallMeasure    measure);
double         tv_call_rows_table_get_percent (TvCallRowsTable *self,
                                               guint32          node,
                                               gboolean         is_self);
char          *tv_call_rows_table_dup_stack   (TvCallRowsTable *self,
                                               guint32          node);

G_END_DECLS
