/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/tables.h"

#include <glib/gi18n.h>

#include "analysis/calls/call-source.h"
#include "analysis/compare/group-profile.h"
#include "analysis/calls/ranking.h"
#include "analysis/calls/source-lines.h"
#include "analysis/samples/sample-kinds.h"
#include "analysis/system/thread-use.h"
#include "core/error.h"
#include "tables/bundle-hit-table.h"
#include "tables/bundle-member-table.h"
#include "tables/incident-table.h"
#include "tables/occurrence-table.h"
#include "tables/method-edge.h"
#include "tables/method-profile.h"
#include "tables/range-table.h"
#include "tables/sample-table.h"
#include "tables/trace-table.h"

/* Lists all tables, and opens a table by name (tv_tables_open()). Most tables are listed in trace_tables (rows of the
 * trace) or range_tables (computed for a selection). Others have their own class, and tv_tables_open() handles them
 * separately. Called by tracedump, by SQL, and by views and exports in the window. Only contains constants. Opening a
 * table may take long if it is computed. */

static const TvTraceTableKind *const trace_tables[] = {
  &tv_metadata_table,
  &tv_problem_table,
  &tv_process_table,
  &tv_thread_table,
  &tv_track_table,
  &tv_thread_track_table,
  &tv_process_track_table,
  &tv_cpu_track_table,
  &tv_slice_table,
  &tv_thread_slice_table,
  &tv_process_slice_table,
  &tv_expected_frame_table,
  &tv_actual_frame_table,
  &tv_gpu_slice_table,
  &tv_args_table,
  &tv_flow_table,
  &tv_symbol_table,
  &tv_sched_slice_table,
  &tv_thread_state_table,
  &tv_counter_track_table,
  &tv_cpu_counter_track_table,
  &tv_process_counter_track_table,
  &tv_counter_table,
  &tv_counter_gap_table,
  &tv_ftrace_event_table,
  &tv_android_logs_table,
  &tv_stack_profile_mapping_table,
  &tv_stack_profile_frame_table,
  &tv_stack_profile_callsite_table,
  &tv_stack_profile_symbol_table,
  &tv_perf_sample_table,
  &tv_sample_event_table,
  &tv_heap_profile_allocation_table,
  &tv_profiler_smaps_table,
  &tv_heap_graph_table,
  &tv_heap_graph_reference_table,
  &tv_package_list_table,
  &tv_machine_table,
  &tv_cpu_table,
  &tv_clock_snapshot_table,
  &tv_stats_table,
  &tv_thread_dump_table,
  &tv_thread_dump_thread_table,
  &tv_thread_dump_lock_table,
  &tv_thread_dump_transaction_table,
  &tv_thread_dump_fact_table,
  &tv_text_table,
  &tv_text_line_table,
  &tv_fault_table,
  &tv_fault_cause_table,
  &tv_register_table,
  &tv_memory_map_table,
  &tv_memory_word_table,
  &tv_open_file_table,
  &tv_event_queue_table,
  &tv_call_server_table,
};

static const TvRangeTableKind *const range_tables[] = {
  &tv_thread_use_table,
  &tv_cpu_use_by_cpu_table,
  &tv_cpu_use_by_process_table,
  &tv_cpu_use_by_thread_table,
  &tv_state_use_table,
  &tv_slice_use_table,
  &tv_slice_use_by_pattern_table,
  &tv_source_line_table,
  &tv_profile_by_package_table,
  &tv_profile_by_class_table,
  &tv_profile_by_library_table,
  &tv_profile_by_process_table,
  &tv_counter_use_table,
  &tv_app_start_table,
  &tv_app_start_phase_table,
  &tv_app_start_breakdown_table,
  &tv_app_start_reason_table,
  &tv_app_start_slice_table,
  &tv_critical_path_table,
  &tv_critical_path_use_table,
  &tv_wakeup_graph_table,
  &tv_sched_latency_table,
  &tv_finding_table,
  &tv_finding_evidence_table,
  &tv_binder_transaction_table,
  &tv_lock_contention_table,
  &tv_gc_event_table,
  &tv_frame_table,
  &tv_frame_percentile_table,
  &tv_thread_dump_frame_table,
  &tv_deadlock_table,
  &tv_log_event_table,
  &tv_log_event_field_table,
  &tv_frame_statistic_table,
  &tv_memory_report_table,
  &tv_memory_report_row_table,
  &tv_cpu_report_table,
  &tv_state_use_by_process_table,
  &tv_state_use_by_state_table,
  &tv_thread_dump_change_table,
  &tv_heap_graph_class_table,
  &tv_heap_graph_object_table,
  &tv_heap_graph_class_change_table,
};

/* All tables, in the order in which they are shown. */
static const TvTableInfo *const infos[] = {
  &tv_metadata_table.info,
  &tv_problem_table.info,
  &tv_process_table.info,
  &tv_thread_table.info,
  &tv_thread_use_table.info,
  &tv_track_table.info,
  &tv_thread_track_table.info,
  &tv_process_track_table.info,
  &tv_cpu_track_table.info,
  &tv_slice_table.info,
  &tv_thread_slice_table.info,
  &tv_process_slice_table.info,
  &tv_expected_frame_table.info,
  &tv_actual_frame_table.info,
  &tv_gpu_slice_table.info,
  &tv_args_table.info,
  &tv_flow_table.info,
  &tv_symbol_table.info,
  &tv_sched_slice_table.info,
  &tv_thread_state_table.info,
  &tv_counter_track_table.info,
  &tv_cpu_counter_track_table.info,
  &tv_process_counter_track_table.info,
  &tv_counter_table.info,
  &tv_counter_gap_table.info,
  &tv_ftrace_event_table.info,
  &tv_android_logs_table.info,
  &tv_stack_profile_mapping_table.info,
  &tv_stack_profile_frame_table.info,
  &tv_stack_profile_callsite_table.info,
  &tv_stack_profile_symbol_table.info,
  &tv_perf_sample_table.info,
  &tv_sample_event_table.info,
  &tv_heap_profile_allocation_table.info,
  &tv_profiler_smaps_table.info,
  &tv_heap_graph_table.info,
  &tv_heap_graph_class_table.info,
  &tv_heap_graph_class_change_table.info,
  &tv_heap_graph_object_table.info,
  &tv_heap_graph_reference_table.info,
  &tv_package_list_table.info,
  &tv_machine_table.info,
  &tv_cpu_table.info,
  &tv_clock_snapshot_table.info,
  &tv_stats_table.info,
  &tv_thread_dump_table.info,
  &tv_thread_dump_thread_table.info,
  &tv_thread_dump_frame_table.info,
  &tv_thread_dump_lock_table.info,
  &tv_thread_dump_change_table.info,
  &tv_thread_dump_transaction_table.info,
  &tv_thread_dump_fact_table.info,
  &tv_text_table.info,
  &tv_text_line_table.info,
  &tv_frame_statistic_table.info,
  &tv_memory_report_table.info,
  &tv_memory_report_row_table.info,
  &tv_cpu_report_table.info,
  &tv_bundle_member_table_info,
  &tv_bundle_hit_table_info,
  &tv_incident_table_info,
  &tv_deadlock_table.info,
  &tv_fault_table.info,
  &tv_fault_cause_table.info,
  &tv_register_table.info,
  &tv_memory_map_table.info,
  &tv_memory_word_table.info,
  &tv_open_file_table.info,
  &tv_event_queue_table.info,
  &tv_call_server_table.info,
  &tv_method_profile_table_info,
  &tv_method_edge_table_info,
  &tv_call_tree_table_info,
  &tv_call_tree_inverted_table_info,
  &tv_occurrence_table_info,
  &tv_sample_table_info,
  &tv_source_line_table.info,
  &tv_profile_by_package_table.info,
  &tv_profile_by_class_table.info,
  &tv_profile_by_library_table.info,
  &tv_profile_by_process_table.info,
  &tv_cpu_use_by_cpu_table.info,
  &tv_cpu_use_by_process_table.info,
  &tv_cpu_use_by_thread_table.info,
  &tv_state_use_table.info,
  &tv_state_use_by_process_table.info,
  &tv_state_use_by_state_table.info,
  &tv_slice_use_table.info,
  &tv_slice_use_by_pattern_table.info,
  &tv_counter_use_table.info,
  &tv_app_start_table.info,
  &tv_app_start_phase_table.info,
  &tv_app_start_breakdown_table.info,
  &tv_app_start_reason_table.info,
  &tv_app_start_slice_table.info,
  &tv_critical_path_table.info,
  &tv_critical_path_use_table.info,
  &tv_wakeup_graph_table.info,
  &tv_sched_latency_table.info,
  &tv_finding_table.info,
  &tv_finding_evidence_table.info,
  &tv_binder_transaction_table.info,
  &tv_lock_contention_table.info,
  &tv_gc_event_table.info,
  &tv_frame_table.info,
  &tv_frame_percentile_table.info,
  &tv_log_event_table.info,
  &tv_log_event_field_table.info,
};

/**
 * tv_tables_list:
 * @n: (out): number of tables
 *
 * Returns: (transfer none) (array length=n): descriptions of all tables
 */
const TvTableInfo *const *
tv_tables_list (guint *n)
{
  *n = G_N_ELEMENTS (infos);
  return infos;
}

/**
 * tv_tables_find:
 * @name: name of a table
 * @error: (nullable): return location for %TV_ERROR_NO_SUCH_TABLE, whose message lists all names
 *
 * Returns: (transfer none) (nullable): the description of the table; %NULL if there is none
 */
const TvTableInfo *
tv_tables_find (const char *name, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    {
      if (g_str_equal (infos[i]->name, name))
        return infos[i];
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", infos[i]->name);
    }
  g_set_error (error, TV_ERROR, TV_ERROR_NO_SUCH_TABLE,
               _("No table is named “%s”. Available tables: %s"), name, names->str);
  return NULL;
}

/* Returns whether a table is in the list of all tables. Tables that only the window shows are not. */
gboolean
tv_tables_has (const TvTableInfo *info)
{
  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    if (infos[i] == info)
      return TRUE;
  return FALSE;
}

/**
 * Returns whether a table is computed from a profile, and uses TvTableOptions.profile_flags.
 */
gboolean
tv_tables_uses_profile (const TvTableInfo *info)
{
  return info == &tv_method_profile_table_info || info == &tv_method_edge_table_info;
}

/**
 * Returns whether a table is computed from a call tree, and can be limited and grouped by thread.
 */
gboolean
tv_tables_is_call_tree (const TvTableInfo *info)
{
  return info == &tv_call_tree_table_info || info == &tv_call_tree_inverted_table_info;
}

/**
 * Returns whether a table can be limited to one kind of samples.
 */
gboolean
tv_tables_supports_source (const TvTableInfo *info)
{
  TvCallGroupBy by;

  return tv_group_table_find (info, &by) || tv_tables_is_call_tree (info) ||
         info == &tv_sample_table_info || info == &tv_method_edge_table_info ||
         info == &tv_thread_use_table.info || info == &tv_source_line_table.info;
}

/**
 * Returns whether a table can be limited to one symbol.
 */
gboolean
tv_tables_supports_symbol (const TvTableInfo *info)
{
  return info == &tv_occurrence_table_info || info == &tv_source_line_table.info;
}

/**
 * Returns whether a table is empty unless threads are selected.
 */
gboolean
tv_tables_requires_threads (const TvTableInfo *info)
{
  return info == &tv_critical_path_table.info || info == &tv_critical_path_use_table.info;
}

/**
 * Returns whether a selection's name filters and minimum duration apply to a table.
 */
gboolean
tv_tables_supports_filters (const TvTableInfo *info)
{
  return tv_tables_supports_transforms (info) || info == &tv_slice_use_table.info ||
         info == &tv_slice_use_by_pattern_table.info;
}

/**
 * Returns whether a selection's transforms apply to the stacks from which a table is computed.
 */
gboolean
tv_tables_supports_transforms (const TvTableInfo *info)
{
  TvCallGroupBy by;

  return tv_group_table_find (info, &by) || tv_tables_uses_profile (info) ||
         tv_tables_is_call_tree (info) || tv_tables_supports_symbol (info) ||
         info == &tv_sample_table_info;
}

static TvTable *
open_call_tree (const TvTableInfo *info,
                TvTrace *trace,
                const TvTableOptions *options,
                GCancellable *cancellable,
                GError **error)
{
  guint32 source = options->source != NULL ? *options->source : tv_call_source_get_default (trace);
  g_autoptr (TvCallPaths) paths = tv_call_paths_new (trace, source, cancellable, error);
  g_autoptr (TvCallTree) tree = NULL;

  if (paths != NULL)
    tree = tv_call_tree_new (paths, options->selection,
                             options->by_thread ? TV_CALL_TREE_BY_THREAD : TV_CALL_TREE_MERGED,
                             cancellable, error);
  if (tree == NULL)
    return NULL;
  return info == &tv_call_tree_table_info
             ? tv_call_tree_table_new (tree, options->cut)
             : tv_call_tree_table_new_inverted (tree, options->cut, cancellable, error);
}

static TvTable *
open_method_profile (TvTrace *trace,
                     TvProfile *profile,
                     const TvTableOptions *options,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (TvProfile) whole = NULL;
  g_autoptr (TvRanking) ranking = NULL;

  if (tv_selection_is_all (options->selection))
    whole = g_object_ref (profile);
  else
    whole = tv_profile_new (trace, NULL, TV_PROFILE_DEFAULT, cancellable, error);
  if (whole == NULL)
    return NULL;
  ranking = tv_ranking_new (whole);
  return tv_method_profile_table_new (profile, ranking);
}

static TvTable *
open_method_edge (TvTrace *trace,
                  const TvTableOptions *options,
                  GCancellable *cancellable,
                  GError **error)
{
  guint32 source = options->source != NULL ? *options->source : tv_call_source_get_default (trace);
  g_autoptr (TvProfile) profile = tv_profile_new_of_source (
      trace, source, options->selection, options->profile_flags, cancellable, error);

  return profile != NULL ? tv_method_edge_table_new (profile, source) : NULL;
}

static TvTable *
open_rows (const TvRangeTableKind *kind, TvTrace *trace, GArray *rows)
{
  return rows != NULL ? tv_range_table_new_of (kind, trace, rows) : NULL;
}

/* Opens the table of source lines. Slices have no source lines, so if the source is slices, the default kind of
 * samples is used instead. */
static TvTable *
open_source_lines (TvTrace *trace,
                   const TvTableOptions *options,
                   GCancellable *cancellable,
                   GError **error)
{
  guint32 source = options->source != NULL ? *options->source : tv_call_source_get_default (trace);
  guint32 symbol = options->symbol != NULL ? *options->symbol : TV_NONE;

  if (source >= tv_trace_get_stacks (trace)->n_kinds)
    source = tv_sample_kind_choose (trace);
  return open_rows (
      &tv_source_line_table, trace,
      tv_source_lines_find (trace, source, symbol, options->selection, cancellable, error));
}

/* Opens the table of incidents in a trace. For incidents in a bundle, the caller owns the bundle and adds the rows. */
static TvTable *
open_incidents (TvTrace *trace)
{
  TvIncidentTable *table = tv_incident_table_new ();
  g_autoptr (TvFinding) finding = NULL;

  if (!tv_incident_has_any (trace))
    return TV_TABLE (table);
  finding = tv_finding_new_for_incidents (trace);
  tv_incident_table_add (table, finding, NULL, NULL);
  for (guint i = 0; i < finding->others->len; i++)
    tv_incident_table_add (table, finding->others->pdata[i], NULL, NULL);
  return TV_TABLE (table);
}

/**
 * tv_tables_open:
 * @name: name of a table
 * @trace: the trace
 * @options: (nullable): options of computed tables; %NULL for the defaults
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): return location for %TV_ERROR_NO_SUCH_TABLE or %TV_ERROR_CANCELLED
 *
 * Opens a table.
 * Returns: (transfer full) (nullable): the table; %NULL with an error
 */
TvTable *
tv_tables_open (const char *name,
                TvTrace *trace,
                const TvTableOptions *options,
                GCancellable *cancellable,
                GError **error)
{
  static const TvTableOptions no_options = { 0 };
  const TvTableInfo *info = tv_tables_find (name, error);
  g_autoptr (TvProfile) profile = NULL;
  TvCallGroupBy by;

  if (info == NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (trace_tables); i++)
    if (info == &trace_tables[i]->info)
      return tv_trace_table_new (trace_tables[i], trace);

  /* A trace has no members, so these tables are empty. Callers that have a bundle add the rows. */
  if (info == &tv_bundle_member_table_info)
    return TV_TABLE (tv_bundle_member_table_new ());
  if (info == &tv_bundle_hit_table_info)
    return TV_TABLE (tv_bundle_hit_table_new ());
  if (info == &tv_incident_table_info)
    return open_incidents (trace);
  if (options == NULL)
    options = &no_options;
  if (info == &tv_thread_use_table.info && options->source != NULL)
    return open_rows (
        &tv_thread_use_table, trace,
        tv_thread_use_new_of (trace, *options->source, options->selection, cancellable, error));
  if (tv_group_table_find (info, &by) && options->source != NULL)
    return open_rows (tv_group_table_get (by), trace,
                      tv_group_profile_find (trace, NULL, *options->source, options->selection, by,
                                             cancellable, error));
  if (info == &tv_source_line_table.info && tv_trace_get_stacks (trace)->n_kinds > 0)
    return open_source_lines (trace, options, cancellable, error);
  for (guint i = 0; i < G_N_ELEMENTS (range_tables); i++)
    if (info == &range_tables[i]->info)
      return tv_range_table_new (range_tables[i], trace, options->selection, cancellable, error);

  if (tv_tables_is_call_tree (info))
    return open_call_tree (info, trace, options, cancellable, error);
  if (info == &tv_sample_table_info)
    return tv_sample_table_new (
        trace, options->source != NULL ? *options->source : tv_call_source_get_default (trace),
        options->selection, cancellable, error);
  if (info == &tv_occurrence_table_info)
    return tv_occurrence_table_new (trace, options->symbol != NULL ? *options->symbol : TV_NONE,
                                    options->selection, cancellable, error);
  if (info == &tv_method_edge_table_info)
    return open_method_edge (trace, options, cancellable, error);
  profile = tv_profile_new (trace, options->selection, options->profile_flags, cancellable, error);
  if (profile == NULL)
    return NULL;
  g_assert (info == &tv_method_profile_table_info);
  return open_method_profile (trace, profile, options, cancellable, error);
}
