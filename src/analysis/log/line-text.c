/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/log/line-text.h"

#include "analysis/log/log-timestamp.h"
#include "core/threads.h"

/* Formats log lines and kernel events as text. Called by the Log and Events views when the user copies lines. Pure:
 * only reads the trace. */

#define NS_PER_S  G_GINT64_CONSTANT (1000000000)
#define NS_PER_US 1000

/* Returns the string, or "" for %TV_NONE. */
static const char *
get_string (TvTrace *trace, guint32 string)
{
  return string != TV_NONE ? tv_trace_get_string (trace, string) : "";
}

static void
append_id (GString *text, guint32 id)
{
  if (id != TV_NONE)
    g_string_append_printf (text, " %5u", id);
  else
    g_string_append (text, "     -");
}

/* Returns: (transfer full): the original line if the log is a text file, otherwise a line in logcat's "threadtime"
 * format with the year */
char *
tv_log_line_dup_text (TvTrace *trace, guint32 line)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  char *original = tv_trace_dup_log_line (trace, line);
  GString *text;
  g_autofree char *time = NULL;
  g_autofree char *message = NULL;

  if (original != NULL)
    return original;
  text = g_string_new (NULL);
  time = tv_log_timestamp_format (lines, lines->ts[line],
                                  TV_LOG_TIMESTAMP_DATE | TV_LOG_TIMESTAMP_MS);
  message = tv_trace_dup_log_text (trace, line);
  if (time != NULL)
    g_string_append (text, time);
  append_id (text, lines->pid[line]);
  append_id (text, lines->tid[line]);
  g_string_append_printf (text, " %s %s: %s", tv_log_level_letter (lines->level[line]),
                          get_string (trace, lines->tag[line]), message);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): the event in ftrace's text format, without flags: thread, CPU, time in s, name and
 * arguments */
char *
tv_event_dup_text (TvTrace *trace, guint32 event)
{
  const TvEvents *events = tv_trace_get_events (trace);
  const TvThread *threads = tv_trace_get_threads (trace, NULL);
  guint32 utid = tv_id_column_get (&events->utid, event);
  gint64 ts = tv_time_column_get (&events->ts, event);
  g_autofree char *args = tv_trace_dup_event_args (trace, event);
  GString *text = g_string_new (NULL);

  if (utid != TV_NONE)
    g_string_append_printf (text, "%s-%u", get_string (trace, threads[utid].name),
                            threads[utid].tid);
  if (tv_id_column_get (&events->cpu, event) != TV_NONE)
    g_string_append_printf (text, "%s[%03u]", text->len > 0 ? " " : "",
                            tv_id_column_get (&events->cpu, event));
  g_string_append_printf (text, "%s%" G_GINT64_FORMAT ".%06d: %s: %s", text->len > 0 ? " " : "",
                          ts / NS_PER_S, (int) (ABS (ts % NS_PER_S) / NS_PER_US),
                          tv_trace_get_string (trace, tv_events_get_name (events, event)), args);
  return g_string_free (text, FALSE);
}
