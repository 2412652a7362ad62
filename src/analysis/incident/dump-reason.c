/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/dump-reason.h"

#include <string.h>

/* Parses the reason of an ANR in a dump. Called for the diagnosis in the window (ui/views/diagnosis-text.c). Pure:
 * only reads the trace. */

#define NS_PER_MS 1000000

/* Maximum plausible waiting time in ms */
#define MAX_MS (24 * 3600 * 1000)

/* Returns the first time in ms that a string contains, or -1. */
static gint64
find_ms (const char *text)
{
  const char *at = text;

  while ((at = strpbrk (at, "0123456789")) != NULL)
    {
      char *end;
      guint64 ms = g_ascii_strtoull (at, &end, 10);
      const char *unit = *end == ' ' ? end + 1 : end;

      if (strncmp (unit, "ms", 2) == 0 && !g_ascii_isalnum (unit[2]) && ms <= MAX_MS &&
          (at == text || !g_ascii_isalnum (at[-1])))
        return (gint64) ms;
      at = end;
    }
  return -1;
}

/* Returns the reason of the thread's dump, or else the first reason in its report. Of several simultaneous dumps, only
 * one contains the reason. */
static const char *
find_text (TvTrace *trace, guint32 thread)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvDump *dump = thread != TV_NONE ? &dumps->dumps[tv_dumps_find_dump (dumps, thread)] : NULL;

  if (dump != NULL && dump->title != TV_NONE)
    return tv_trace_get_string (trace, dump->title);
  for (guint32 d = 0; d < dumps->n; d++)
    if (dumps->dumps[d].title != TV_NONE &&
        (dump == NULL || dumps->dumps[d].report == dump->report))
      return tv_trace_get_string (trace, dumps->dumps[d].title);
  return NULL;
}

/**
 * tv_dump_reason_find:
 * @trace: a trace
 * @thread: #TvDumpThread whose dump is of interest, or %TV_NONE
 * @reason: (out): reason of the dump
 *
 * Finds and parses the reason of a dump.
 */
void
tv_dump_reason_find (TvTrace *trace, guint32 thread, TvDumpReason *reason)
{
  gint64 ms;

  reason->text = find_text (trace, thread);
  ms = reason->text != NULL ? find_ms (reason->text) : -1;
  reason->waited_ns = ms >= 0 ? ms * NS_PER_MS : -1;
}

/**
 * tv_dump_reason_dup_short:
 *
 * Returns: (transfer full) (nullable): the reason up to the first parenthesis or brace; %NULL if there is no reason
 */
char *
tv_dump_reason_dup_short (const TvDumpReason *reason)
{
  const char *end;

  if (reason->text == NULL)
    return NULL;
  end = strpbrk (reason->text, "({");
  if (end == NULL || end == reason->text)
    return g_strdup (reason->text);
  return g_strchomp (g_strndup (reason->text, (gsize) (end - reason->text)));
}
