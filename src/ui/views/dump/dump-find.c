/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Searches for text in the threads of dumps and in their frames. The Dump Threads view (dump-view.c) searches threads
 * in a worker; stack-lines.c tests single frames. Pure: only reads the trace. During a search, results are cached in
 * one byte per callsite, because stacks share callers. */

#include "ui/views/dump/dump-find.h"

#include <string.h>

#include "analysis/incident/dump-label.h"

/* Number of threads between two checks of the cancellable */
#define THREADS_PER_CHECK 256

/* Cached search result for the stack of a callsite: the callsite and its callers */
enum
{
  NOT_KNOWN,
  FOUND,
  NOT_FOUND,
};

static gboolean
test_text (const TvTextMatch *match, const char *text)
{
  return text != NULL && tv_text_match_test (match, text, -1);
}

/**
 * tv_dump_find_frame:
 * @trace: trace with dumps
 * @match: search text
 * @callsite: a #TvCallsite
 *
 * Tests the frame of a callsite: its class and name, and the path of its mapping.
 *
 * Returns: whether the frame matches
 */
gboolean
tv_dump_find_frame (TvTrace *trace, const TvTextMatch *match, guint32 callsite)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  const TvFrame *frame = &stacks->frames[stacks->callsites[callsite].frame];
  const TvSymbol *symbol;
  g_autofree char *label = NULL;

  if (frame->mapping != TV_NONE &&
      test_text (match, tv_trace_get_string (trace, stacks->mappings[frame->mapping].path)))
    return TRUE;
  if (frame->symbol == TV_NONE)
    return FALSE;
  symbol = &tv_trace_get_symbols (trace, NULL)[frame->symbol];
  label = g_strconcat (
      symbol->class_name != TV_NONE ? tv_trace_get_string (trace, symbol->class_name) : "",
      symbol->class_name != TV_NONE ? "." : "", tv_trace_get_string (trace, symbol->name), NULL);
  return test_text (match, label);
}

/* Returns whether any frame of a stack matches. Reads and updates @known, the cached results per callsite. */
static gboolean
test_stack (TvTrace *trace, const TvTextMatch *match, guint32 callsite, guint8 *known)
{
  const TvCallsite *callsites = tv_trace_get_stacks (trace)->callsites;
  gboolean is_found = FALSE;

  for (guint32 at = callsite; at != TV_NONE && !is_found; at = callsites[at].parent)
    {
      if (known[at] != NOT_KNOWN)
        {
          is_found = known[at] == FOUND;
          break;
        }
      is_found = tv_dump_find_frame (trace, match, at);
    }
  if (callsite != TV_NONE)
    known[callsite] = is_found ? FOUND : NOT_FOUND;
  return is_found;
}

/**
 * tv_dump_find_threads:
 * @trace: trace with dumps
 * @match: search text
 * @cancellable: (nullable): a #GCancellable
 *
 * Searches the names of threads, and the names, classes and mappings of their frames.
 *
 * Returns: (transfer full) (nullable): one byte per thread: 1 if the thread matches, otherwise 0; %NULL if cancelled
 */
GBytes *
tv_dump_find_threads (TvTrace *trace, const TvTextMatch *match, GCancellable *cancellable)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  g_autofree guint8 *found = g_new0 (guint8, MAX (dumps->n_threads, 1));
  g_autofree guint8 *known = g_new0 (guint8, MAX (tv_trace_get_stacks (trace)->n_callsites, 1));

  for (guint32 t = 0; t < dumps->n_threads; t++)
    {
      g_autofree char *name = tv_dump_dup_thread_label (trace, t);

      if (t % THREADS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      found[t] = test_text (match, name) ||
                 test_stack (trace, match, dumps->threads[t].callsite, known);
    }
  return g_bytes_new_take (g_steal_pointer (&found), MAX (dumps->n_threads, 1));
}
