/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The findings in the dumps of a trace, and the selected thread of a dump. A part of the session. Used by the Dump
 * view, the diagnosis and the page; the findings are computed on the loading worker, or by the first
 * tv_session_get_dump_findings() on the main thread. */

#include "ui/session/session-part.h"

#include "ui/session/occurrence-step.h"

typedef struct
{
  TvDumpFindings *findings; /* (nullable): findings; NULL until first used */
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

/**
 * tv_session_get_dump_findings:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): findings in dumps or log lines, created on first use; %NULL if there is no
 * incident
 */
TvDumpFindings *
tv_session_get_dump_findings (TvSession *self)
{
  DumpsPart *part;

  g_return_val_if_fail (TV_IS_SESSION (self), NULL);

  /* Usually they were created by the worker that loaded the file. */
  part = get_part (self);
  if (part->findings == NULL && tv_incident_has_any (tv_session_get_trace (self)))
    part->findings = tv_dump_findings_new (tv_session_get_trace (self));
  return part->findings;
}

/* Sets the findings. @findings: (transfer full) (nullable) */
void
tv_session_take_dump_findings (TvSession *self, TvDumpFindings *findings)
{
  DumpsPart *part = get_part (self);

  g_clear_pointer (&part->findings, tv_dump_findings_unref);
  part->findings = findings;
}

/* Returns: the selected #TvDumpThread, or %TV_NONE */
guint32
tv_session_get_dump_thread (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return get_part (self)->thread;
}

/**
 * tv_session_select_dump_thread:
 * @self: a session
 * @thread: a #TvDumpThread, or %TV_NONE
 *
 * Selects a thread. If another dump made at the same time has more details of the thread, selects the thread in that
 * dump.
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

static gboolean
has_frame (TvSession *self, guint32 thread, guint32 callsite)
{
  const TvCallsite *callsites = tv_trace_get_stacks (tv_session_get_trace (self))->callsites;
  guint32 at = tv_trace_get_dumps (tv_session_get_trace (self))->threads[thread].callsite;

  while (at != TV_NONE && callsites[at].depth > callsites[callsite].depth)
    at = callsites[at].parent;
  return at == callsite;
}

/* Returns: a thread whose stack contains a frame, preferably the thread of the incident, or %TV_NONE */
static guint32
find_thread_of (TvSession *self, guint32 callsite)
{
  guint32 preferred = tv_incident_get_thread (tv_session_get_dump_findings (self)->incident);

  if (preferred != TV_NONE && has_frame (self, preferred, callsite))
    return preferred;
  for (guint32 t = 0; t < tv_trace_get_dumps (tv_session_get_trace (self))->n_threads; t++)
    if (has_frame (self, t, callsite))
      return t;
  return TV_NONE;
}

/**
 * tv_session_follow_link:
 * @self: a session
 * @target: type of the link in a sentence about dumps
 * @row: index of the target
 *
 * Follows a link: selects the thread of the target, and shows the frame of a lock or call. Also shows slices on the
 * timeline, and lines in the log.
 */
void
tv_session_follow_link (TvSession *self, TvSentenceTarget target, guint32 row)
{
  const TvDumps *dumps;
  guint32 thread = TV_NONE, callsite = TV_NONE;

  g_return_if_fail (TV_IS_SESSION (self));

  dumps = tv_trace_get_dumps (tv_session_get_trace (self));
  if (target == TV_SENTENCE_SLICE)
    {
      tv_session_select_slice (self, row);
      tv_session_show_slice (self, row);
      tv_session_reveal_track (self, tv_trace_find_track_at (tv_session_get_trace (self), row));
    }
  else if (target == TV_SENTENCE_LINE)
    {
      tv_session_select_line (self, row);
      tv_session_set_cursor_time (self,
                                  tv_trace_get_log_lines (tv_session_get_trace (self))->ts[row]);
    }
  else if (target == TV_SENTENCE_THREAD)
    thread = row;
  else if (target == TV_SENTENCE_LOCK)
    {
      thread = tv_dumps_find_thread (dumps, row);
      callsite = dumps->locks[row].callsite;
    }
  else if (target == TV_SENTENCE_CALLSITE)
    {
      thread = find_thread_of (self, row);
      callsite = row;
    }
  if (thread == TV_NONE)
    return;
  tv_session_select_dump_thread (self, thread);
  if (callsite != TV_NONE)
    g_signal_emit_by_name (self, "reveal-frame", callsite);
}
