/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/trace-summary.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "analysis/samples/sample-kinds.h"
#include "core/time-format.h"
#include "ui/kit/number-format.h"
#include "ui/session/session-runs.h"

/* Creates the subtitle of the window for a trace: its process, duration, and numbers of threads, calls or samples in
 * one line. Called by the trace page; also shown in the recent files. Only reads the session. */

#define SEPARATOR " · "

static const char *
get_process_name (TvTrace *trace)
{
  guint32 n;
  const TvProcess *processes = tv_trace_get_processes (trace, &n);

  for (guint32 i = 0; i < n; i++)
    if (processes[i].name != TV_NONE)
      return tv_trace_get_string (trace, processes[i].name);
  return NULL;
}

static guint
count_tracks (TvTrace *trace, TvTrackKind kind)
{
  guint32 n_tracks;
  guint n = 0;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 track = 0; track < n_tracks; track++)
    n += tracks[track].kind == kind;
  return n;
}

static guint32
count_calls (TvTrace *trace)
{
  guint32 n_tracks, n = 0;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 track = 0; track < n_tracks; track++)
    if (tracks[track].role == TV_ROLE_CALLS)
      n += tracks[track].n_slices;
  return n;
}

/* Appends a number to a summary. @format contains one %s for the number. */
static void
append_count (GString *summary, guint32 n, const char *format)
{
  g_autofree char *number = tv_format_count (n);

  g_string_append (summary, SEPARATOR);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_string_append_printf (summary, format, number);
#pragma GCC diagnostic pop
}

/* Appends the number of samples. A sampled stack may have values of several events, and then counts as one sample per
 * event. */
static void
append_samples (GString *summary, TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 n = stacks->samples.n;
  guint n_kinds = 0;

  for (guint32 kind = 0; kind < stacks->n_kinds; kind++)
    n_kinds += stacks->kinds[kind].heap == TV_NONE;
  append_count (summary, n, ngettext ("%s sample", "%s samples", n));
  if (n_kinds > 1)
    /* Translators: after a number of samples */
    tv_number_append_printf (summary, ngettext (" of %u event", " of %u events", n_kinds), n_kinds);
}

/* Returns: (transfer full): the summary of a file that is only plain text */
static char *
dup_text_summary (TvTrace *trace)
{
  guint32 n = tv_trace_get_n_text_lines (trace);
  g_autofree char *number = tv_format_count (n);

  return g_strdup_printf (ngettext ("%s line", "%s lines", n), number);
}

/* Returns: (transfer full) (nullable): the version of Android in the build fingerprint of a dump, as in
 * brand/product/device:16/… */
static char *
dup_version (TvTrace *trace, guint32 dump)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);

  for (guint32 i = 0; i < dumps->n_attributes; i++)
    {
      const TvDumpAttribute *property = &dumps->attributes[i];
      const char *colon;

      if ((property->dump != dump && property->dump != TV_NONE) || property->name == TV_NONE ||
          !g_str_equal (tv_trace_get_string (trace, property->name), "Build fingerprint"))
        continue;
      colon = strchr (tv_trace_get_string (trace, property->value), ':');
      if (colon != NULL && strcspn (colon + 1, "/") > 0 && strcspn (colon + 1, "/") < 8)
        /* Translators: a version of the system */
        return g_strdup_printf (_("Android %.*s"), (int) strcspn (colon + 1, "/"), colon + 1);
    }
  return NULL;
}

/* Appends the reason of the first fault, as named in the file. */
static void
append_fault (GString *summary, TvTrace *trace)
{
  const TvFaults *faults = tv_trace_get_faults (trace);
  const char *reason = faults->n > 0 ? tv_trace_get_string (trace, faults->faults[0].reason) : NULL;

  if (reason != NULL)
    g_string_append_printf (summary, "%s%s", summary->len > 0 ? SEPARATOR : "", reason);
}

/* Returns: (transfer full): the process and the reason of a fault. The duration of such a trace is omitted, because
 * it is not meaningful */
static char *
dup_fault_summary (TvTrace *trace)
{
  const TvFault *fault = &tv_trace_get_faults (trace)->faults[0];
  g_autofree char *process = fault->upid != TV_NONE
                                 ? tv_trace_dup_process_label (trace, fault->upid)
                                 : NULL;
  GString *summary = g_string_new (process);

  append_fault (summary, trace);
  return g_string_free (summary, FALSE);
}

/* Returns: (transfer full): the summary of thread dumps: a process, the reason of a fault and the version of Android,
 * as far as known, then the numbers of processes, dumps and threads. Dumps have no duration */
static char *
dup_dump_summary (TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvDumpFindings *findings = tv_session_get_dump_findings (session);
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  guint32 thread = tv_incident_get_thread (findings->incident), n_snapshots, n_threads = 0;
  guint32 dump = thread != TV_NONE ? tv_dumps_find_dump (dumps, thread) : 0, n_processes = 0;
  const TvDumpSnapshot *snapshots = tv_dump_snapshots_get (findings->snapshots, &n_snapshots);
  g_autofree char *process = NULL;
  g_autofree char *version = NULL;
  GString *summary;

  if (dumps->n > 0 && dumps->dumps[dump].upid != TV_NONE)
    process = tv_trace_dup_process_label (trace, dumps->dumps[dump].upid);
  version = dup_version (trace, dump);
  summary = g_string_new (process);
  append_fault (summary, trace);
  if (version != NULL)
    g_string_append_printf (summary, "%s%s", process != NULL ? SEPARATOR : "", version);
  for (guint32 m = 0; m < n_snapshots; m++)
    {
      n_threads += snapshots[m].n_threads;
      n_processes += snapshots[m].previous == TV_NONE ||
                     snapshots[snapshots[m].previous].upid != snapshots[m].upid;
    }
  append_count (summary, n_processes, ngettext ("%s process", "%s processes", n_processes));
  if (n_snapshots > n_processes)
    append_count (summary, n_snapshots, ngettext ("%s dump", "%s dumps", n_snapshots));
  append_count (summary, n_threads, ngettext ("%s thread", "%s threads", n_threads));
  if (g_str_has_prefix (summary->str, SEPARATOR))
    g_string_erase (summary, 0, strlen (SEPARATOR));
  return g_string_free (summary, FALSE);
}

/* ---- Comparisons ---- */

static int
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 one = *(const gint64 *) a, other = *(const gint64 *) b;

  return (one > other) - (one < other);
}

static void
add_length (GArray *lengths, TvTrace *trace)
{
  gint64 length_ns = tv_trace_get_end_ns (trace) - tv_trace_get_start_ns (trace);

  g_array_append_val (lengths, length_ns);
}

/* Returns the median duration in ns of the runs of one side. @n_runs: (out): number of these runs */
static gint64
find_length (TvSession *session, gboolean is_after, guint *n_runs)
{
  g_autoptr (GArray) lengths = g_array_new (FALSE, FALSE, sizeof (gint64));
  TvSession *shown = is_after ? session : tv_session_get_baseline (session);
  GPtrArray *more = tv_session_get_runs (session);
  guint middle;

  add_length (lengths, tv_session_get_trace (shown));
  for (guint i = 0; i < more->len; i++)
    {
      const TvSessionRun *run = more->pdata[i];

      if (run->is_after == is_after)
        add_length (lengths, run->trace);
    }
  g_array_sort (lengths, compare_times);
  *n_runs = lengths->len;
  middle = lengths->len / 2;
  if (lengths->len % 2 == 1)
    return g_array_index (lengths, gint64, middle);
  return (g_array_index (lengths, gint64, middle - 1) + g_array_index (lengths, gint64, middle)) /
         2;
}

static void
append_runs (GString *summary, const guint *n_runs)
{
  if (n_runs[0] == n_runs[1] && n_runs[0] > 1)
    tv_number_append_printf (
        summary, ngettext ("%u run each, medians", "%u runs each, medians", n_runs[0]), n_runs[0]);
  else if (n_runs[0] != n_runs[1])
    /* Translators: number of runs before and after a change */
    tv_number_append_printf (summary, _("%u → %u runs, medians"), n_runs[0], n_runs[1]);
  else
    return;
  g_string_append (summary, SEPARATOR);
}

/* Returns: (transfer full) (nullable): a comparison of the numbers of samples, for recordings without timestamps;
 * NULL if one side has no samples */
static char *
dup_samples_comparison (TvSession *session)
{
  TvTrace *before = tv_session_get_trace (tv_session_get_baseline (session));
  guint32 n_before = tv_trace_get_stacks (before)->samples.n;
  guint32 n_after = tv_trace_get_stacks (tv_session_get_trace (session))->samples.n;
  g_autofree char *old = tv_format_count (n_before);
  g_autofree char *now = tv_format_count (n_after);

  /* Translators: number of samples before and after */
  return n_before > 0 && n_after > 0 ? g_strdup_printf (_("%s → %s samples"), old, now) : NULL;
}

/* Returns: (transfer full) (nullable): the summary of a comparison, such as "com.example.shop · 5 runs each, medians
 * · 667 ms → 712.3 ms, +6.8 %". If a side has no duration, the summary compares the numbers of samples; %NULL if a
 * side has no samples either */
static char *
dup_comparison (TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);
  const char *process = tv_trace_names_methods (trace) ? get_process_name (trace) : NULL;
  GString *summary;
  gint64 lengths_ns[2];
  guint n_runs[2];
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *percent = NULL;
  double change;

  for (guint side = 0; side < G_N_ELEMENTS (lengths_ns); side++)
    lengths_ns[side] = find_length (session, side == 1, &n_runs[side]);
  if (lengths_ns[0] <= 0 || lengths_ns[1] <= 0)
    return dup_samples_comparison (session);
  summary = g_string_new (process);
  if (process != NULL)
    g_string_append (summary, SEPARATOR);
  append_runs (summary, n_runs);
  before = tv_time_format (lengths_ns[0]);
  after = tv_time_format (lengths_ns[1]);
  change = 100.0 * ((double) lengths_ns[1] / (double) lengths_ns[0] - 1.0);
  percent = tv_format_percent (fabs (change) < 0.05 ? 0.0 : change);
  /* Translators: durations of the earlier and the later run, a plus sign or nothing, and the relative change */
  g_string_append_printf (summary, _("%s → %s, %s%s"), before, after, change >= 0.05 ? "+" : "",
                          percent);
  return g_string_free (summary, FALSE);
}

/**
 * tv_trace_summary_dup:
 *
 * Returns: (transfer full): a summary, such as "com.example.shop · 6.37 s · 12 threads · 13,295 calls"; for a system
 * trace "32.5 s · 4 CPUs · 192 threads · 61,380 events"; for a dump "com.example.shop [14210] · Android 16 · 2
 * processes · 268 threads"
 */
char *
tv_trace_summary_dup (TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);
  gint64 length_ns = tv_trace_get_duration_ns (trace);
  g_autofree char *time = tv_time_format (length_ns);
  const char *process = tv_trace_names_methods (trace) ? get_process_name (trace) : NULL;
  guint32 n_threads, n_cpus = count_tracks (trace, TV_TRACK_CPU);
  guint32 n_events = tv_trace_get_events (trace)->n;
  guint32 n_lines = tv_trace_get_log_lines (trace)->n;
  guint32 n_samples = tv_trace_get_stacks (trace)->samples.n;
  guint32 n_changes = tv_heap_count_changes (trace);
  guint32 n_heaps = tv_trace_get_heap_graphs (trace)->n_graphs;
  GString *summary;
  TvSession *baseline = tv_session_get_baseline (session);
  g_autofree char *comparison = NULL;

  /* If two times of one trace are compared, the title already contains the times. */
  if (baseline != NULL && tv_session_get_trace (baseline) != trace)
    comparison = dup_comparison (session);
  if (comparison != NULL)
    return g_steal_pointer (&comparison);
  if (!tv_trace_has (trace, ~(TvTraceParts) TV_HAS_TEXTS) && tv_trace_has (trace, TV_HAS_TEXTS))
    return dup_text_summary (trace);
  if (tv_trace_has (trace, TV_HAS_DUMPS) && !tv_trace_has_tracks (trace) && n_lines == 0)
    return dup_dump_summary (session);
  if (tv_trace_is_incident (trace) &&
      tv_incident_get_fault (tv_session_get_dump_findings (session)->incident) != TV_NONE)
    return dup_fault_summary (trace);

  summary = g_string_new (process);
  /* Samples may have neither timestamps nor threads. */
  if (length_ns > 0)
    g_string_append_printf (summary, "%s%s", process != NULL ? SEPARATOR : "", time);
  tv_trace_get_threads (trace, &n_threads);
  /* In a method trace, only threads with calls are counted. */
  if (tv_trace_names_methods (trace))
    n_threads = count_tracks (trace, TV_TRACK_THREAD);
  if (n_cpus > 0)
    append_count (summary, n_cpus, ngettext ("%s CPU", "%s CPUs", n_cpus));
  if (n_threads > 0)
    append_count (summary, n_threads, ngettext ("%s thread", "%s threads", n_threads));
  if (tv_trace_has (trace, TV_HAS_CALLS))
    {
      guint32 n_calls = count_calls (trace);

      append_count (summary, n_calls, ngettext ("%s call", "%s calls", n_calls));
    }
  if (n_samples > 0)
    append_samples (summary, trace);
  if (n_changes > 0)
    append_count (summary, n_changes, ngettext ("%s heap change", "%s heap changes", n_changes));
  if (n_heaps > 0)
    append_count (summary, n_heaps, ngettext ("%s Java heap dump", "%s Java heap dumps", n_heaps));
  if (tv_trace_has (trace, TV_HAS_EVENTS))
    append_count (summary, n_events, ngettext ("%s event", "%s events", n_events));
  if (tv_trace_has (trace, TV_HAS_LOG_LINES))
    append_count (summary, n_lines, ngettext ("%s log line", "%s log lines", n_lines));
  if (g_str_has_prefix (summary->str, SEPARATOR))
    g_string_erase (summary, 0, strlen (SEPARATOR));
  return g_string_free (summary, FALSE);
}
