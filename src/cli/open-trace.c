/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/open-trace.h"

#include <inttypes.h>

#include <glib/gi18n.h>

#include "cli/terminal-text.h"
#include "formats/load.h"
#include "formats/input/input.h"

static void
warn_of_problem (const char *path, const TvProblem *problem)
{
  GString *where = g_string_new (NULL);

  if (problem->where >= 0)
    g_string_append_printf (where, _ (", first at byte %" PRId64), problem->where);
  if (problem->detail != NULL)
    g_string_append_printf (where, ": %s", problem->detail);
  /* Translators: "note", "warning" or "error", a file, what is odd in it, how often, and where */
  tv_terminal_text_warn (_ ("%s: %s: %s (%" PRIu64 "×%s)"),
                         _ (tv_severity_name (tv_problem_kind_severity (problem->kind))), path,
                         tv_problem_kind_text (problem->kind), problem->count, where->str);
  g_string_free (where, TRUE);
}

/**
 * tv_open_trace:
 * @name: a trace's name as the user gave it
 * @error: (nullable): where to put the error
 *
 * Reads the trace; what is odd in it goes to standard error, a line each.
 *
 * Returns: (transfer full): the trace, or %NULL
 */
TvTrace *
tv_open_trace (const char *name, GError **error)
{
  g_autofree char *path = tv_load_find (name, error);
  g_autofree char *shown = NULL;
  const TvProblem *problems;
  TvTrace *trace;
  guint n;

  if (path == NULL)
    return NULL;
  trace = tv_load (path, NULL, NULL, NULL, error);
  if (trace == NULL)
    return NULL;
  shown = tv_input_dup_display_name (path);
  problems = tv_trace_get_problems (trace, &n);
  for (guint i = 0; i < n; i++)
    warn_of_problem (shown, &problems[i]);
  return trace;
}

/**
 * tv_open_trace_warn_of_switches:
 * @trace: a trace
 * @flags: what is asked of its profile
 *
 * Says so if context switches are asked for and the trace cannot tell them.
 */
void
tv_open_trace_warn_of_switches (TvTrace *trace, TvProfileFlags flags)
{
  if (!(flags & TV_PROFILE_CONTEXT_SWITCHES))
    return;
  if (tv_trace_has (trace, TV_HAS_SCHEDULING | TV_HAS_EVENTS))
    tv_terminal_text_warn ("%s", _("warning: context switches are not guessed for a log: what it "
                                   "tells of them is in the table thread_state"));
  else if (!tv_trace_has_clock (trace, TV_CLOCK_WALL) || !tv_trace_has_clock (trace, TV_CLOCK_CPU))
    tv_terminal_text_warn ("%s", _("warning: the trace has one clock only, so that it does not "
                                   "tell context switches"));
}
