/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The findings in the dumps of a trace, and the selected thread of a dump. A part of the session. Used by the pages,
 * the views of dumps and the diagnosis. The worker that loads a file computes the findings before the session is
 * created. */

#include "ui/session/session-part.h"

typedef struct
{
  TvDumpFindings *findings; /* (nullable): NULL if the trace has no incident */
  guint32 thread;           /* selected thread, or TV_NONE */
} DumpsPart;

static DumpsPart *
get_part (TvSession *self)
{
  return tv_session_get_part (self, TV_SESSION_PART_DUMPS);
}

static void
part_init (TvSession *self, gpointer data)
{
  DumpsPart *part = data;

  part->thread = TV_NONE;
}

static void
part_clear (gpointer data)
{
  DumpsPart *part = data;

  g_clear_pointer (&part->findings, tv_dump_findings_unref);
}

const TvSessionPart tv_session_part_dumps = { .size = sizeof (DumpsPart),
                                              .init = part_init,
                                              .clear = part_clear };

/* Returns: (transfer none) (nullable): findings in dumps, faults or log lines; %NULL if there is no incident */
TvDumpFindings *
tv_session_get_dump_findings (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return get_part (self)->findings;
}

/* Sets the findings of a new session. @findings: (transfer full) (nullable) */
void
tv_session_init_dump_findings (TvSession *self, TvDumpFindings *findings)
{
  get_part (self)->findings = findings;
}

/* Returns: the index of the selected #TvDumpThread, or %TV_NONE */
guint32
tv_session_get_dump_thread (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return get_part (self)->thread;
}

/**
 * tv_session_select_dump_thread:
 * @thread: index of a #TvDumpThread, or %TV_NONE
 *
 * Selects a dumped thread. If a dump in the same snapshot has more details of the thread, that dump's thread is
 * selected instead.
 */
void
tv_session_select_dump_thread (TvSession *self, guint32 thread)
{
  g_return_if_fail (TV_IS_SESSION (self));
  g_return_if_fail (thread == TV_NONE ||
                    thread < tv_trace_get_dumps (tv_session_get_trace (self))->n_threads);

  if (thread != TV_NONE)
    thread = tv_dump_snapshots_find_shown (tv_session_get_dump_findings (self)->snapshots, thread);
  if (get_part (self)->thread == thread)
    return;
  get_part (self)->thread = thread;
  tv_session_notify (self, TV_SESSION_PROP_DUMP_THREAD);
}
