/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the dumps of a trace tell, and which of their threads is looked at. */

#include "ui/session/session-private.h"

#include "ui/session/occurrence-step.h"

/**
 * tv_session_get_dump_findings:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): what its dumps tell, or lines of its log; %NULL where nothing tells what went
 *   wrong
 */
TvDumpFindings *
tv_session_get_dump_findings (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);

  /* One that was not loaded from a file has found nothing yet. */
  if (self->dump_findings == NULL && tv_incident_has_any (self->trace))
    self->dump_findings = tv_dump_findings_new (self->trace);
  return self->dump_findings;
}

/* The #TvDumpThread that is looked at, or %TV_NONE. */
guint32
tv_session_get_dump_thread (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return self->dump_thread;
}

/**
 * tv_session_select_dump_thread:
 * @self: a session
 * @thread: a #TvDumpThread, or %TV_NONE
 *
 * Looks at it, or at what is shown for it where another dump of the moment tells more.
 */
void
tv_session_select_dump_thread (TvSession *self, guint32 thread)
{
  g_return_if_fail (TV_IS_SESSION (self));
  g_return_if_fail (thread == TV_NONE || thread < tv_trace_get_dumps (self->trace)->n_threads);

  if (thread != TV_NONE)
    thread = tv_dump_moments_find_shown (tv_session_get_dump_findings (self)->moments, thread);
  if (self->dump_thread == thread)
    return;
  self->dump_thread = thread;
  tv_session_notify (self, TV_SESSION_PROP_DUMP_THREAD);
}

static gboolean
has_frame (TvSession *self, guint32 thread, guint32 callsite)
{
  const TvCallsite *callsites = tv_trace_get_stacks (self->trace)->callsites;
  guint32 at = tv_trace_get_dumps (self->trace)->threads[thread].callsite;

  while (at != TV_NONE && callsites[at].depth > callsites[callsite].depth)
    at = callsites[at].parent;
  return at == callsite;
}

/* A thread that has a frame: what the incident is about before others. */
static guint32
find_thread_of (TvSession *self, guint32 callsite)
{
  guint32 most = tv_incident_get_thread (tv_session_get_dump_findings (self)->incident);

  if (most != TV_NONE && has_frame (self, most, callsite))
    return most;
  for (guint32 t = 0; t < tv_trace_get_dumps (self->trace)->n_threads; t++)
    if (has_frame (self, t, callsite))
      return t;
  return TV_NONE;
}

/**
 * tv_session_follow_link:
 * @self: a session
 * @target: what a part of a sentence about dumps is about
 * @row: which one
 *
 * Looks at the thread of that, and brings the frame of a lock or of a call into sight; of a slice, that on the
 * timeline; of a log line, that among others.
 */
void
tv_session_follow_link (TvSession *self, TvSentenceTarget target, guint32 row)
{
  const TvDumps *dumps;
  guint32 thread = TV_NONE, callsite = TV_NONE;

  g_return_if_fail (TV_IS_SESSION (self));

  dumps = tv_trace_get_dumps (self->trace);
  if (target == TV_SENTENCE_SLICE)
    {
      tv_session_select_slice (self, row);
      tv_session_show_slice (self, row);
      tv_session_reveal_track (self, tv_trace_find_track_at (self->trace, row));
    }
  else if (target == TV_SENTENCE_LINE)
    {
      tv_session_select_line (self, row);
      tv_session_set_cursor_time (self, tv_trace_get_log_lines (self->trace)->ts[row]);
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
