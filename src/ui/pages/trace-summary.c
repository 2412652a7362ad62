/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/trace-summary.h"

#include <glib/gi18n.h>

#include "paint/kit/time-format.h"
#include "ui/kit/number-format.h"

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

/* @format has one %s, for the number. */
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

/* Of nothing but texts. */
static char *
dup_text_summary (TvTrace *trace)
{
  guint32 n = tv_trace_get_n_text_lines (trace);
  g_autofree char *number = tv_format_count (n);

  return g_strdup_printf (ngettext ("%s line", "%s lines", n), number);
}

/**
 * tv_trace_summary_dup:
 * @trace: a trace
 *
 * Returns: (transfer full): such as "com.example.shop · 6.37 s · 12 threads · 13,295 calls", or of a
 *   whole system "32.5 s · 4 CPUs · 192 threads · 61,380 events"
 */
char *
tv_trace_summary_dup (TvTrace *trace)
{
  g_autofree char *time = tv_time_format (tv_trace_get_end_ns (trace) -
                                          tv_trace_get_start_ns (trace));
  const char *process = tv_trace_names_methods (trace) ? get_process_name (trace) : NULL;
  GString *summary = g_string_new (process);
  guint32 n_threads, n_cpus = count_tracks (trace, TV_TRACK_CPU);
  guint32 n_events = tv_trace_get_events (trace)->n;
  guint32 n_lines = tv_trace_get_log_lines (trace)->n;

  if (!tv_trace_has (trace, ~(TvTraceParts) TV_HAS_TEXTS) && tv_trace_has (trace, TV_HAS_TEXTS))
    return dup_text_summary (trace);
  if (process != NULL)
    g_string_append (summary, SEPARATOR);
  g_string_append (summary, time);
  tv_trace_get_threads (trace, &n_threads);
  /* Of one program's methods, those threads count that called any. */
  if (tv_trace_names_methods (trace))
    n_threads = count_tracks (trace, TV_TRACK_THREAD);
  if (n_cpus > 0)
    append_count (summary, n_cpus, ngettext ("%s CPU", "%s CPUs", n_cpus));
  append_count (summary, n_threads, ngettext ("%s thread", "%s threads", n_threads));
  if (tv_trace_has (trace, TV_HAS_CALLS))
    {
      guint32 n_calls = count_calls (trace);

      append_count (summary, n_calls, ngettext ("%s call", "%s calls", n_calls));
    }
  if (tv_trace_has (trace, TV_HAS_EVENTS))
    append_count (summary, n_events, ngettext ("%s event", "%s events", n_events));
  if (tv_trace_has (trace, TV_HAS_LOG_LINES))
    append_count (summary, n_lines, ngettext ("%s log line", "%s log lines", n_lines));
  return g_string_free (summary, FALSE);
}
