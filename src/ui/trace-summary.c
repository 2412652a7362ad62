/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/trace-summary.h"

#include <glib/gi18n.h>

#include "paint/time-format.h"
#include "ui/number-format.h"

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
count_threads (TvTrace *trace)
{
  guint32 n_tracks;
  guint n = 0;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 track = 0; track < n_tracks; track++)
    n += tracks[track].kind == TV_TRACK_THREAD;
  return n;
}

/* Returns: (transfer full): such as "com.example.shop · 6.37 s · 12 threads · 13,295 calls" */
char *
tv_trace_summary_dup (TvTrace *trace)
{
  const char *process = get_process_name (trace);
  guint32 n_calls = tv_trace_get_slices (trace)->n;
  g_autofree char *time = NULL;
  g_autofree char *threads = NULL;
  g_autofree char *number = NULL;
  g_autofree char *calls = NULL;
  guint n_threads = count_threads (trace);

  time = tv_time_format (tv_trace_get_end_ns (trace) - tv_trace_get_start_ns (trace));
  threads = g_strdup_printf (ngettext ("%u thread", "%u threads", n_threads), n_threads);
  number = tv_format_count (n_calls);
  calls = g_strdup_printf (ngettext ("%s call", "%s calls", n_calls), number);
  return g_strconcat (process != NULL ? process : "", process != NULL ? " · " : "", time, " · ",
                      threads, " · ", calls, NULL);
}
