/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"
#include "tables/table.h"

G_BEGIN_DECLS

#define TV_TRACE_TABLE_NULL G_MININT64

/**
 * TvTraceTableKind:
 * @info: description of the table
 * @get_n_rows: returns the number of rows in the trace, including rows for which @is_row returns %FALSE; %NULL if
 *   @is_track is set
 * @is_row: (nullable): returns whether the table includes a row; called for every row, so only for small tables
 * @is_track: (nullable): for tables of slices: returns whether the table includes the slices of a track
 * @get_cell: see #TvTableClass; the row is a row of the trace
 * @dup_numbers: (nullable): returns all numbers of an integer column, with %TV_TRACE_TABLE_NULL for null; %NULL if
 *   @get_cell sets the cells of the column. For numbers that are faster to compute all at once
 * @get_text_id: (nullable): see #TvTableClass; the row is a row of the trace
 * @get_sort_key: (nullable): see #TvTableClass; the row is a row of the trace
 * @is_in_order: whether rows with equal keys keep their order
 *
 * Kind of a table whose rows are rows of the trace.
 */
typedef struct
{
  TvTableInfo info;
  guint32 (*get_n_rows) (TvTrace *trace);
  gboolean (*is_row) (TvTrace *trace, guint32 row);
  gboolean (*is_track) (const TvTrack *track);
  void (*get_cell) (TvTrace *trace, guint32 row, guint column, TvCell *cell);
  gint64 *(*dup_numbers) (TvTrace *trace, guint column);
  gboolean (*get_text_id) (TvTrace *trace, guint32 row, guint column, guint32 *id);
  gboolean (*get_sort_key) (TvTrace *trace, guint32 row, guint column, guint64 *sort_key);
  gboolean is_in_order;
} TvTraceTableKind;

/* Columns that several tables have in common. */

#define TV_UCPU_COLUMN                                                                                   \
  {                                                                                                      \
    "ucpu", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("CPU of the trace"),                                     \
        N_("ID of the CPU among the CPUs of all machines; with a single machine, the number of the CPU") \
  }

#define TV_MACHINE_ID_COLUMN                                                                       \
  {                                                                                                \
    "machine_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Machine"),                                  \
        N_("ID of the machine: 0 is the device, others are guests")                                \
  }

#define TV_TYPE_TRACE_TABLE (tv_trace_table_get_type ())
G_DECLARE_FINAL_TYPE (TvTraceTable, tv_trace_table, TV, TRACE_TABLE, TvTable)

extern const TvTraceTableKind tv_metadata_table;
extern const TvTraceTableKind tv_problem_table;
extern const TvTraceTableKind tv_process_table;
extern const TvTraceTableKind tv_thread_table;
extern const TvTraceTableKind tv_track_table;
extern const TvTraceTableKind tv_thread_track_table;
extern const TvTraceTableKind tv_process_track_table;
extern const TvTraceTableKind tv_cpu_track_table;
extern const TvTraceTableKind tv_slice_table;
extern const TvTraceTableKind tv_thread_slice_table;
extern const TvTraceTableKind tv_process_slice_table;
extern const TvTraceTableKind tv_expected_frame_table;
extern const TvTraceTableKind tv_actual_frame_table;
extern const TvTraceTableKind tv_gpu_slice_table;
extern const TvTraceTableKind tv_args_table;
extern const TvTraceTableKind tv_flow_table;
extern const TvTraceTableKind tv_symbol_table;
extern const TvTraceTableKind tv_sched_slice_table;
extern const TvTraceTableKind tv_thread_state_table;
extern const TvTraceTableKind tv_counter_track_table;
extern const TvTraceTableKind tv_cpu_counter_track_table;
extern const TvTraceTableKind tv_process_counter_track_table;
extern const TvTraceTableKind tv_counter_table;
extern const TvTraceTableKind tv_counter_gap_table;
extern const TvTraceTableKind tv_ftrace_event_table;
extern const TvTraceTableKind tv_android_logs_table;
extern const TvTraceTableKind tv_stack_profile_mapping_table;
extern const TvTraceTableKind tv_stack_profile_frame_table;
extern const TvTraceTableKind tv_stack_profile_callsite_table;
extern const TvTraceTableKind tv_stack_profile_symbol_table;
extern const TvTraceTableKind tv_perf_sample_table;
extern const TvTraceTableKind tv_sample_event_table;
extern const TvTraceTableKind tv_heap_profile_allocation_table;
extern const TvTraceTableKind tv_profiler_smaps_table;
extern const TvTraceTableKind tv_heap_graph_table;
extern const TvTraceTableKind tv_heap_graph_reference_table;
extern const TvTraceTableKind tv_package_list_table;
extern const TvTraceTableKind tv_machine_table;
extern const TvTraceTableKind tv_cpu_table;
extern const TvTraceTableKind tv_clock_snapshot_table;
extern const TvTraceTableKind tv_stats_table;
extern const TvTraceTableKind tv_thread_dump_table;
extern const TvTraceTableKind tv_thread_dump_thread_table;
extern const TvTraceTableKind tv_thread_dump_lock_table;
extern const TvTraceTableKind tv_thread_dump_transaction_table;
extern const TvTraceTableKind tv_thread_dump_fact_table;
extern const TvTraceTableKind tv_text_table;
extern const TvTraceTableKind tv_text_line_table;
extern const TvTraceTableKind tv_fault_table;
extern const TvTraceTableKind tv_fault_cause_table;
extern const TvTraceTableKind tv_register_table;
extern const TvTraceTableKind tv_memory_map_table;
extern const TvTraceTableKind tv_memory_word_table;
extern const TvTraceTableKind tv_open_file_table;
extern const TvTraceTableKind tv_event_queue_table;
extern const TvTraceTableKind tv_call_server_table;

TvTable *tv_trace_table_new      (const TvTraceTableKind *kind,
                                  TvTrace                *trace);
void     tv_cell_set_id          (TvCell                 *cell,
                                  guint32                 id);
void     tv_cell_set_weight      (TvCell                 *cell,
                                  TvWeightUnit            unit,
                                  gint64                  weight);
void     tv_cell_set_trace_text  (TvCell                 *cell,
                                  TvTrace                *trace,
                                  guint32                 string);
void     tv_cell_set_address     (TvCell                 *cell,
                                  guint64                 address,
                                  guint32                 word_bytes);

G_END_DECLS
