/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/perfetto/public-tables.h"

#include <glib/gi18n.h>
#include <string.h>

#include "tables/tables.h"

/* Lists the tables that `tracedump` documents as Perfetto's. Contains only constants: names, modules and
 * descriptions. Used by `tracedump table` and `tables`, by query/query-tables.c and query/public-rows.c, and by the
 * list of tables in the query view. */

#define CONTEXT "slices.with_context"

/* A table without a description here has the description of the table with the same name in tables/tables.c, whose
 * ids are those of the trace. */
static const TvPublicTable public_tables[] = {
  { "metadata", NULL, NULL },
  { "process", NULL, NULL },
  { "thread", NULL, NULL },
  { "track", N_("A track of slices, states or counter values"), NULL },
  { "thread_track", NULL, NULL },
  { "process_track", NULL, NULL },
  { "cpu_track", NULL, NULL },
  { "gpu_track", N_("A track of a GPU"), NULL },
  { "slice", NULL, NULL },
  { "slices", N_("A slice; the same rows as in “slice”"), NULL },
  { "instant", N_("A slice without a duration"), NULL },
  { "kernel_slice",
    N_("Kernel activity that Perfetto’s trace processor does not decode, such as interrupts and "
       "timers in logs"),
    NULL },
  { "thread_slice", NULL, CONTEXT },
  { "process_slice", NULL, CONTEXT },
  { "expected_frame_timeline_slice", NULL, NULL },
  { "actual_frame_timeline_slice", NULL, NULL },
  { "gpu_slice", NULL, NULL },
  { "args", N_("An argument of a slice, an event, a track or a flow"), NULL },
  { "flow", NULL, NULL },
  { "sched_slice", NULL, NULL },
  { "sched", N_("A run of a thread on a CPU; the rows of “sched_slice” with their end times"),
    NULL },
  { "sched_inferred",
    N_("A run that is missing from the recording and was inferred from other "
       "events"),
    NULL },
  { "thread_state", NULL, NULL },
  { "thread_state_inferred",
    N_("A state that is missing from the recording and was inferred from "
       "other events"),
    NULL },
  { "counter_track", NULL, NULL },
  { "cpu_counter_track", NULL, NULL },
  { "gpu_counter_track", N_("A counter of a GPU"), NULL },
  { "process_counter_track", NULL, NULL },
  { "thread_counter_track", N_("A counter of a thread"), NULL },
  { "counter", NULL, NULL },
  { "counters", N_("A counter value, with the name of the counter"), NULL },
  { "ftrace_event", NULL, NULL },
  { "raw", N_("A kernel event; the same rows as in “ftrace_event”"), NULL },
  { "android_logs", NULL, NULL },
  { "logs", N_("A log message; the same rows as in “android_logs”"), NULL },
  { "stack_profile_mapping", NULL, NULL },
  { "stack_profile_frame", NULL, NULL },
  { "stack_profile_callsite", NULL, NULL },
  { "stack_profile_symbol", NULL, NULL },
  { "perf_sample", NULL, NULL },
  { "perf_sample_weight", N_("A weight of a sample in the table “perf_sample”"), NULL },
  { "perf_session", N_("A sampling session"), NULL },
  { "cpu_profile_stack_sample", N_("A sample from a profiler other than perf"), NULL },
  { "stack_sample", N_("A sample from any profiler"), NULL },
  { "stack_sample_session", N_("A sampling session and the profiler that recorded it"), NULL },
  { "stack_sample_task_context", N_("A thread that was sampled"), NULL },
  { "stack_sample_execution_context", N_("A CPU and a mode in which samples were taken"), NULL },
  { "heap_profile_allocation", NULL, NULL },
  { "heap_profile", N_("A dump by a heap profiler"), NULL },
  { "profiler_smaps", NULL, NULL },
  { "heap_graph", NULL, NULL },
  { "heap_graph_class", NULL, NULL },
  { "heap_graph_object", NULL, NULL },
  { "heap_graph_reference", NULL, NULL },
  { "package_list", NULL, NULL },
  { "machine", NULL, NULL },
  { "cpu", NULL, NULL },
  { "clock_snapshot", NULL, NULL },
  { "stats", NULL, NULL },
  { "trace_bounds", N_("Start and end of the trace"), NULL },
  { "recording", N_("A property of the recording, under the name that Traceview uses"), NULL },
};

/* Descriptions of columns whose meaning does not depend on the table, including columns of Perfetto's tables that are
 * always null. */
static const struct
{
  const char *name;
  const char *description;
} column_texts[] = {
  { "id", N_("ID of the row") },
  { "ts", N_("Time, on the trace’s clock") },
  { "dur", N_("Duration; -1 if the end was not recorded") },
  { "ts_end", N_("End time, on the trace’s clock") },
  { "name", N_("Name") },
  { "type", N_("Perfetto’s type of the row") },
  { "category", N_("Categories") },
  { "cat", N_("Categories; same as “category”") },
  { "slice_id", N_("ID of the slice; same as “id”") },
  { "depth", N_("Number of enclosing slices") },
  { "parent_id", N_("ID of the enclosing row") },
  { "track_id", N_("ID of the track") },
  { "utid", N_("Unique ID of the thread") },
  { "upid", N_("Unique ID of the process") },
  { "cpu", N_("Number of the CPU") },
  { "ucpu", N_("Number of the CPU, unique across all machines") },
  { "ugpu", N_("Number of the GPU, unique across all machines") },
  { "gpu_id", N_("Number of the GPU") },
  { "machine_id", N_("ID of the machine") },
  { "trace_id", N_("ID of the trace") },
  { "arg_set_id", N_("ID of the argument set in the table “args”") },
  { "dimension_arg_set_id", N_("ID of the set of dimensions in the table “args”") },
  { "source_arg_set_id", N_("Arguments of the track’s source; not recorded") },
  { "track_group_id", N_("Group of the track; not recorded") },
  { "is_main_thread", N_("Whether the thread is the main thread of its process") },
  { "thread_ts", N_("CPU time of the thread at the start, if recorded") },
  { "thread_dur", N_("CPU time of the thread during the slice, if recorded") },
  { "thread_instruction_count",
    N_("Number of instructions that the thread had executed at the start, if recorded") },
  { "thread_instruction_delta",
    N_("Number of instructions that the thread executed during the slice, if recorded") },
  { "thread_name", N_("Name of the thread") },
  { "process_name", N_("Name of the process") },
  { "track_name", N_("Name of the track") },
  { "tid", N_("Thread ID") },
  { "pid", N_("Process ID") },
  { "unit", N_("Unit of the values") },
  { "description", N_("Description of the track, if the recorder provides one") },
  { "value", N_("Value") },
  { "value_type", N_("Type of the value: int, uint, string, real, bool, pointer or json") },
  { "display_value", N_("Value as text") },
  { "common_flags", N_("Flags of the kernel event; not recorded") },
  { "key", N_("Key") },
  { "key_type", N_("single if one row has this name, multi if several rows may have it") },
  { "str_value", N_("Value, if it is a string") },
  { "int_value", N_("Value, if it is a number") },
  { "end_state", N_("State of the thread after the run") },
  { "priority", N_("Kernel priority of the thread") },
  { "state", N_("State of the thread") },
  { "io_wait", N_("Whether the thread waits for I/O") },
  { "blocked_function", N_("Kernel function in which the thread waits") },
  { "waker_utid", N_("Unique ID of the waker") },
  { "irq_context", N_("Whether an interrupt woke the thread") },
  { "bound_ns", N_("Maximum error of the start and end, in ns") },
  { "callsite_id", N_("ID of the stack in the table “stack_profile_callsite”") },
  { "perf_session_id", N_("ID of the sampling session") },
  { "session_id", N_("ID of the sampling session") },
  { "perf_sample_id", N_("ID of the sample in the table “perf_sample”") },
  { "event", N_("Event of the sample; only weights of the same event can be added up") },
  { "weight", N_("Weight of the sample") },
  { "async_id", N_("ID of the asynchronous operation of the process, if recorded") },
  { "task_context_id", N_("ID of the thread in the table “stack_sample_task_context”") },
  { "execution_context_id",
    N_("ID of the CPU and mode in the table “stack_sample_execution_context”") },
  { "async_context_id", N_("Asynchronous operation; not recorded") },
  { "cpu_mode", N_("Mode of the CPU, such as kernel or user") },
  { "process_priority", N_("Priority of the process; not recorded") },
  { "source", N_("Profiler") },
  { "timebase_unit", N_("Event that triggers the samples; not recorded") },
  { "cmdline", N_("Command line, if recorded") },
  { "log_source", N_("Log that contains the message") },
  { "prio", N_("Priority: 2 (verbose) to 7 (fatal)") },
  { "tag", N_("Tag") },
  { "msg", N_("Message") },
  { "heap_name", N_("Name of the heap") },
  { "start_ts", N_("Start time, on the trace’s clock") },
  { "end_ts", N_("End time, on the trace’s clock") },
  { "scope", N_("Kind of the track; same as “type”") },
  { "context_id", N_("Number of the GPU context") },
};

/* Descriptions of the columns of specific tables. */
static const struct
{
  const char *table;
  const char *name;
  const char *description;
} own_texts[] = {
  { "process", "arg_set_id", N_("Arguments; not recorded") },
  { "thread", "arg_set_id", N_("Arguments; not recorded") },
  { "cpu", "arg_set_id", N_("Arguments; not recorded") },
  { "stack_profile_frame", "type", N_("Kind of the frame; not recorded") },
  { "stack_profile_symbol", "inlined", N_("Whether the function is inlined; not recorded") },
  { "gpu_slice", "frame_id", N_("ID of the frame; not recorded") },
  { "gpu_slice", "render_stage_category", N_("Category of the stage; not recorded") },
  { "actual_frame_timeline_slice", "jank_tag_experimental", N_("Not recorded") },
  { "actual_frame_timeline_slice", "jank_score", N_("Not recorded") },
  { "actual_frame_timeline_slice", "latched_unsignaled_count", N_("Not recorded") },
  { "actual_frame_timeline_slice", "addressable_unsignaled_latch_count", N_("Not recorded") },
  { "actual_frame_timeline_slice", "latched_fence_state", N_("Not recorded") },
  { "heap_graph", "dump_reason", N_("Not recorded") },
  { "heap_graph_object", "root_distance", N_("Not computed; always -1") },
  { "heap_graph_object", "object_data_id", N_("Content of the object; not recorded") },
  { "heap_profile", "ts_end", N_("Time of the dump; same as “ts”") },
  { "stats", "key", N_("Not recorded") },
  { "stats", "description", N_("Not recorded") },
  { "machine", "sysname", N_("Name of the operating system") },
  { "machine", "release", N_("Release of the kernel") },
  { "machine", "version", N_("Version of the kernel") },
  { "machine", "arch", N_("Architecture of the processor") },
  { "machine", "android_build_fingerprint", N_("Build fingerprint of Android") },
  { "machine", "android_device_manufacturer", N_("Manufacturer of the device") },
  { "machine", "android_sdk_version", N_("Android API level") },
  { "machine", "system_ram_bytes", N_("Not recorded") },
  { "machine", "system_ram_gb", N_("Not recorded") },
  { "machine", "label_index", N_("ID of the machine; same as “id”") },
  { "profiler_smaps", "path_trimmed", N_("Path of the mapped file; same as “path”") },
  { "profiler_smaps", "aggregate_count", N_("Number of mappings that the row covers; always 1") },
  { "profiler_smaps", "is_deleted", N_("Whether the mapped file has been deleted") },
  { "profiler_smaps", "module_timestamp", N_("Not recorded") },
  { "profiler_smaps", "module_debugid", N_("Not recorded") },
  { "profiler_smaps", "module_debug_path", N_("Not recorded") },
  { "profiler_smaps", "rss_kb", N_("Not recorded") },
  { "profiler_smaps", "anonymous_kb", N_("Not recorded") },
  { "profiler_smaps", "pss_dirty_kb", N_("Not recorded") },
  { "profiler_smaps", "swap_pss_kb", N_("Not recorded") },
  { "recording", "name", N_("Key of the metadata entry") },
  { "kernel_slice", "track_type", N_("Kind of the track, such as “cpu_irq”") },
};

/**
 * tv_public_tables_list:
 * @n: (out): number of tables
 *
 * Returns: (transfer none) (array length=n): the tables, in display order
 */
const TvPublicTable *
tv_public_tables_list (guint *n)
{
  *n = G_N_ELEMENTS (public_tables);
  return public_tables;
}

/* Returns: (nullable): the table called @name */
const TvPublicTable *
tv_public_tables_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (public_tables); i++)
    if (strcmp (public_tables[i].name, name) == 0)
      return &public_tables[i];
  return NULL;
}

/* Returns the untranslated description of a table. */
const char *
tv_public_table_get_description (const TvPublicTable *self)
{
  return self->description != NULL ? self->description
                                   : tv_tables_find (self->name, NULL)->description;
}

/* Returns: (nullable): the untranslated description of a column */
const char *
tv_public_table_find_description (const TvPublicTable *self, const char *column)
{
  const TvTableInfo *own = tv_tables_find (self->name, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (own_texts); i++)
    if (strcmp (own_texts[i].table, self->name) == 0 && strcmp (own_texts[i].name, column) == 0)
      return own_texts[i].description;
  for (guint i = 0; own != NULL && i < own->n_columns; i++)
    if (strcmp (own->columns[i].name, column) == 0)
      return own->columns[i].description;
  for (guint i = 0; i < G_N_ELEMENTS (column_texts); i++)
    if (strcmp (column_texts[i].name, column) == 0)
      return column_texts[i].description;
  return NULL;
}
