/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Entry point: tv_dump_step(), for “next match” in the Dump Threads view (dump-view.c). Steps through the visible
 * stack first, then selects the next listed thread in the session until the stack of a thread contains a match. If
 * there is none, restores the selected thread. */

#include "ui/views/dump/dump-step.h"

/* Selects the next (1) or previous (-1) thread in the list that matches the filters. Returns %FALSE if there is
 * none. */
static gboolean
step_thread (TvSession *session, const TvDumpRows *rows, int direction)
{
  const TvDumpList *list = tv_session_get_dump_findings (session)->list;
  guint32 thread = tv_session_get_dump_thread (session), n;
  const TvDumpRow *all = tv_dump_list_get_rows (list, &n);
  guint32 at = thread != TV_NONE ? tv_dump_list_find (list, thread) : TV_NONE;

  if (at >= n)
    at = direction > 0 ? TV_NONE : n;
  for (at += (guint32) direction; at < n; at += (guint32) direction)
    if (all[at].kind == TV_DUMP_ROW_THREAD && tv_dump_rows_is_match (rows, all[at].thread))
      {
        tv_session_select_dump_thread (session, all[at].thread);
        return TRUE;
      }
  return FALSE;
}

/**
 * tv_dump_step:
 * @rows: filters of the list of threads
 * @stack: pane with the stack of the selected thread
 * @match: search text
 * @direction: 1 for the next frame, -1 for the previous one
 *
 * Goes to the next or previous matching frame, first in the visible stack, then in the stacks of the listed threads
 * after or before the selected one. Selects the thread of that frame. If there is no match, the selection does not
 * change.
 *
 * Returns: whether there is a match
 */
gboolean
tv_dump_step (TvSession *session,
              const TvDumpRows *rows,
              TvStackPane *stack,
              const TvTextMatch *match,
              int direction)
{
  guint32 thread = tv_session_get_dump_thread (session);

  do
    if (tv_stack_pane_step (stack, match, direction))
      return TRUE;
  while (step_thread (session, rows, direction));
  /* Restores the selection, which step_thread() has changed. */
  tv_session_select_dump_thread (session, thread);
  return FALSE;
}
