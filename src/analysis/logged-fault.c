/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/logged-fault.h"

#include <string.h>

/* Which crash a line of a log is about: the lines of one follow each other, and shortly before them the program's
 * own signal handler logs that it was hit. */

#define LONGEST_NS G_GINT64_CONSTANT (10000000000)

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

/**
 * tv_logged_fault_find:
 * @trace: a trace
 * @line: one of its log lines
 *
 * Returns: the fault that was logged by lines of which this is one, or that this announces; or %TV_NONE
 */
guint32
tv_logged_fault_find (TvTrace *trace, guint32 line)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  const TvFaults *faults = tv_trace_get_faults (trace);
  const char *tag = tv_trace_get_string (trace, lines->tag[line]);
  gboolean is_of_crash = g_strcmp0 (tag, "DEBUG") == 0;
  gint64 nearest = LONGEST_NS;
  guint32 found = TV_NONE;

  if (!is_of_crash && lines->level[line] != TV_LOG_LEVEL_FATAL)
    return TV_NONE;
  for (guint32 i = 0; i < faults->n; i++)
    {
      const TvFault *fault = &faults->faults[i];
      gint64 ns = is_of_crash ? get_distance (fault->ts, lines->ts[line])
                              : get_distance (lines->ts[line], fault->ts);

      if (!fault->is_logged || ns < 0 || ns > nearest ||
          (!is_of_crash && get_pid (trace, fault) != lines->pid[line]))
        continue;
      nearest = ns;
      found = i;
    }
  return found;
}
