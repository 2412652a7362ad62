/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/trace-numbers.h"

#include <glib/gi18n.h>

#include "analysis/samples/sample-kinds.h"

/* Computes counts that describe a whole trace, such as numbers of threads, calls and log lines. Called by `tracedump
 * info`, the Properties dialog and the findings of files. Pure: only reads the trace. */

/* Appends a count, unless the count is 0. */
static void
add_count (GArray *numbers, const char *key, const char *title, guint64 count)
{
  TvTraceNumber number = { key, title, count, FALSE };

  if (count > 0)
    g_array_append_val (numbers, number);
}

/**
 * tv_trace_count_calls:
 *
 * Returns: number of calls or slices; excludes runs, thread states and instants of dumps, which are also stored as
 * slices
 */
guint32
tv_trace_count_calls (TvTrace *trace)
{
  guint32 n_tracks, n_marks = 0;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 track = 0; track < n_tracks; track++)
    if (tv_track_role_has_instants (tracks[track].role))
      n_marks += tracks[track].n_slices;
  return tv_trace_get_slices (trace)->n - tv_trace_get_runs (trace)->n -
         tv_trace_get_states (trace)->n - n_marks;
}

static void
add_slices (GArray *numbers, TvTrace *trace)
{
  gboolean is_of_methods = tv_trace_names_methods (trace);
  guint32 n_symbols;

  tv_trace_get_symbols (trace, &n_symbols);
  add_count (numbers, is_of_methods ? "calls" : "slices", is_of_methods ? _("Calls") : _("Slices"),
             tv_trace_count_calls (trace));
  add_count (numbers, is_of_methods ? "methods" : "names",
             is_of_methods ? _("Methods") : _("Names"), n_symbols);
}

static void
add_kernel (GArray *numbers, TvTrace *trace)
{
  guint32 n_flows, n_counters;

  tv_trace_get_flows (trace, &n_flows);
  tv_trace_get_counter_tracks (trace, &n_counters);
  add_count (numbers, "flows", _("Flows"), n_flows);
  add_count (numbers, "runs", _("Runs on CPUs"), tv_trace_get_runs (trace)->n);
  add_count (numbers, "thread_states", _("Thread States"), tv_trace_get_states (trace)->n);
  add_count (numbers, "counters", _("Counters"), n_counters);
  add_count (numbers, "counter_values", _("Counter Values"), tv_trace_get_samples (trace)->n);
}

static void
add_texts (GArray *numbers, TvTrace *trace)
{
  guint32 n_texts;

  tv_trace_get_texts (trace, &n_texts);
  add_count (numbers, "events", _("Events"), tv_trace_get_events (trace)->n);
  add_count (numbers, "log_lines", _("Log Lines"), tv_trace_get_log_lines (trace)->n);
  add_count (numbers, "texts", _("Text Documents"), n_texts);
  add_count (numbers, "text_lines", _("Lines of Text"), tv_trace_get_n_text_lines (trace));
}

static void
add_stacks (GArray *numbers, TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvHeapGraphs *heaps = tv_trace_get_heap_graphs (trace);

  add_count (numbers, "stack_samples", _("Stack Samples"), stacks->samples.n);
  add_count (numbers, "heap_changes", _("Heap Changes"), tv_heap_count_changes (trace));
  add_count (numbers, "stacks", _("Stacks"), stacks->n_callsites);
  add_count (numbers, "heap_graphs", _("Java Heap Dumps"), heaps->n_graphs);
  add_count (numbers, "heap_objects", _("Heap Objects"), heaps->n_objects);
  add_count (numbers, "dumps", _("Thread Dumps"), dumps->n);
  add_count (numbers, "dump_threads", _("Threads in Dumps"), dumps->n_threads);
  add_count (numbers, "faults", _("Crashes and Freezes"), tv_trace_get_faults (trace)->n);
}

/**
 * tv_trace_numbers_new:
 * Lists the duration of the trace, and counts of the objects that it contains. Omits counts that are 0.
 *
 * Returns: (transfer full) (element-type TvTraceNumber): duration and counts in display order
 */
GArray *
tv_trace_numbers_new (TvTrace *trace)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (TvTraceNumber));
  TvTraceNumber duration = { "duration_ns", _("Duration"),
                             (guint64) tv_trace_get_duration_ns (trace), TRUE };
  guint32 n_processes, n_threads;

  if (duration.value > 0)
    g_array_append_val (numbers, duration);
  tv_trace_get_processes (trace, &n_processes);
  tv_trace_get_threads (trace, &n_threads);
  add_count (numbers, "processes", _("Processes"), n_processes);
  add_count (numbers, "threads", _("Threads"), n_threads);
  add_slices (numbers, trace);
  add_kernel (numbers, trace);
  add_texts (numbers, trace);
  add_stacks (numbers, trace);
  return numbers;
}
