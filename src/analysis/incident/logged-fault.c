/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/logged-fault.h"

#include <string.h>

/* Finds the crash to which a log line belongs. The lines of a crash are consecutive; the program's own signal handler
 * may log the signal shortly before them. Called only for the properties of a log line
 * (ui/properties/log-properties.c). Pure: only reads the trace. */

#define LONGEST_NS G_GINT64_CONSTANT (10000000000)
#define MAX_LINES  400u /* maximum number of lines to search before and after a line */

static gint64
get_distance (gint64 from, gint64 to)
{
  gint64 ns;

  if (from == TV_NO_TIME || to == TV_NO_TIME || __builtin_sub_overflow (to, from, &ns))
    return G_MAXINT64;
  return ns;
}

static guint32
get_pid (TvTrace *trace, const TvFault *fault)
{
  return fault->upid != TV_NONE ? tv_trace_get_processes (trace, NULL)[fault->upid].pid : TV_NONE;
}

/* Parses `pid: N, …`. */
static gboolean
parse_pid (const char *text, gsize size, guint32 *pid)
{
  char digits[12];

  if (size < 6 || memcmp (text, "pid: ", 5) != 0 || !g_ascii_isdigit (text[5]))
    return FALSE;
  g_strlcpy (digits, text + 5, MIN (sizeof digits, size - 4));
  *pid = (guint32) g_ascii_strtoull (digits, NULL, 10);
  return TRUE;
}

/* Returns the process that crashed according to the lines of a crash. The logger writes its id once, in a nearby
 * line. */
static guint32
find_subject (TvTrace *trace, guint32 line)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  guint32 first = line > MAX_LINES ? line - MAX_LINES : 0, pid = TV_NONE;
  guint32 end = MIN (lines->n - line, MAX_LINES) + line;

  for (guint32 i = first; i < end; i++)
    {
      gsize size;
      const char *text = tv_trace_get_log_text (trace, i, &size);

      if (lines->pid[i] == lines->pid[line] && lines->tag[i] == lines->tag[line] &&
          parse_pid (text, size, &pid) && i >= line)
        return pid;
    }
  return pid;
}

/**
 * tv_logged_fault_find:
 *
 * Returns: fault whose lines include or follow the log line, or %TV_NONE
 */
guint32
tv_logged_fault_find (TvTrace *trace, guint32 line)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  const TvFaults *faults = tv_trace_get_faults (trace);
  const char *tag = tv_trace_get_string (trace, lines->tag[line]);
  gboolean is_of_crash = g_strcmp0 (tag, "DEBUG") == 0;
  gint64 nearest = LONGEST_NS;
  guint32 found = TV_NONE, pid;

  if (!is_of_crash && lines->level[line] != TV_LOG_LEVEL_FATAL)
    return TV_NONE;
  pid = is_of_crash ? find_subject (trace, line) : lines->pid[line];
  for (guint32 i = 0; i < faults->n; i++)
    {
      const TvFault *fault = &faults->faults[i];
      gint64 ns = is_of_crash ? get_distance (fault->ts, lines->ts[line])
                              : get_distance (lines->ts[line], fault->ts);

      if (!fault->is_logged || ns < 0 || ns > nearest || get_pid (trace, fault) != pid)
        continue;
      nearest = ns;
      found = i;
    }
  return found;
}
