/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-groups.h"
#include "core/selection.h"
#include "core/trace.h"
#include "tables/table.h"

G_BEGIN_DECLS

/**
 * TvRangeTableKind:
 * @info: description of the table
 * @compute: computes the rows for a selection of a trace; the element type of the array is private to the kind.
 *   Returns %NULL with %TV_ERROR_CANCELLED if cancelled
 * @get_cell: see #TvTableClass; @row is a pointer to the array element
 * @get_text_id: (nullable): see #TvTableClass
 * @get_sort_key: (nullable): see #TvTableClass
 * @ties: columns by which rows with equal keys are sorted, see #TvTableClass
 *
 * Kind of a table that is computed for a time range. The module that computes the rows documents their numbers, see
 * analysis/range/range.h.
 */
typedef struct
{
  TvTableInfo info;
  GArray *(*compute) (TvTrace *trace,
                      const TvSelection *selection,
                      GCancellable *cancellable,
                      GError **error);
  void (*get_cell) (TvTrace *trace, gconstpointer row, guint column, TvCell *cell);
  gboolean (*get_text_id) (TvTrace *trace, gconstpointer row, guint column, guint32 *id);
  gboolean (*get_sort_key) (TvTrace *trace, gconstpointer row, guint column, guint64 *sort_key);
  TvTableTie ties[TV_TABLE_MAX_TIES];
} TvRangeTableKind;

#define TV_TYPE_RANGE_TABLE (tv_range_table_get_type ())
G_DECLARE_FINAL_TYPE (TvRangeTable, tv_range_table, TV, RANGE_TABLE, TvTable)

extern const TvRangeTableKind tv_thread_use_table;
extern const TvRangeTableKind tv_cpu_use_by_cpu_table;
extern const TvRangeTableKind tv_cpu_use_by_process_table;
extern const TvRangeTableKind tv_cpu_use_by_thread_table;
extern const TvRangeTableKind tv_state_use_table;
extern const TvRangeTableKind tv_state_use_by_process_table;
extern const TvRangeTableKind tv_state_use_by_state_table;
extern const TvRangeTableKind tv_slice_use_table;
extern const TvRangeTableKind tv_slice_use_by_pattern_table;
extern const TvRangeTableKind tv_source_line_table;
extern const TvRangeTableKind tv_binder_transaction_table;
extern const TvRangeTableKind tv_critical_path_table;
extern const TvRangeTableKind tv_critical_path_use_table;
extern const TvRangeTableKind tv_wakeup_graph_table;
extern const TvRangeTableKind tv_sched_latency_table;
extern const TvRangeTableKind tv_finding_table;
extern const TvRangeTableKind tv_finding_evidence_table;
extern const TvRangeTableKind tv_frame_table;
extern const TvRangeTableKind tv_app_start_table;
extern const TvRangeTableKind tv_app_start_phase_table;
extern const TvRangeTableKind tv_app_start_breakdown_table;
extern const TvRangeTableKind tv_app_start_reason_table;
extern const TvRangeTableKind tv_app_start_slice_table;
extern const TvRangeTableKind tv_lock_contention_table;
extern const TvRangeTableKind tv_gc_event_table;
extern const TvRangeTableKind tv_profile_by_package_table;
extern const TvRangeTableKind tv_profile_by_class_table;
extern const TvRangeTableKind tv_profile_by_library_table;
extern const TvRangeTableKind tv_profile_by_process_table;
extern const TvRangeTableKind tv_frame_percentile_table;
extern const TvRangeTableKind tv_counter_use_table;
extern const TvRangeTableKind tv_thread_dump_frame_table;
extern const TvRangeTableKind tv_thread_dump_change_table;
extern const TvRangeTableKind tv_deadlock_table;
extern const TvRangeTableKind tv_heap_graph_class_table;
extern const TvRangeTableKind tv_heap_graph_class_change_table;
extern const TvRangeTableKind tv_heap_graph_object_table;
extern const TvRangeTableKind tv_heap_path_table;
extern const TvRangeTableKind tv_log_event_table;
extern const TvRangeTableKind tv_log_event_field_table;
extern const TvRangeTableKind tv_frame_statistic_table;
extern const TvRangeTableKind tv_memory_report_table;
extern const TvRangeTableKind tv_memory_report_row_table;
extern const TvRangeTableKind tv_cpu_report_table;

const TvRangeTableKind *tv_group_table_get (TvCallGroupBy by);
gboolean tv_group_table_find (const TvTableInfo *info, TvCallGroupBy *by);

TvTable *tv_range_table_new_of (const TvRangeTableKind *kind, TvTrace *trace, GArray *rows);
TvTable *tv_range_table_new (const TvRangeTableKind *kind,
                             TvTrace *trace,
                             const TvSelection *selection,
                             GCancellable *cancellable,
                             GError **error);

G_END_DECLS
