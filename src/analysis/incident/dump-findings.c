/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/dump-findings.h"

/* Runs all analyses of dumps: first waits.c, then incident.c, dump-snapshots.c and dump-list.c. Called by `tracedump
 * render`, and by the session when it loads a trace; the session shares the result with its views. */

/* Returns the visible row of the diagnosed thread, or else of a thread in a deadlock; TV_NONE if there is none. */
static guint32
find_first (const TvDumpFindings *self)
{
  guint32 thread = tv_incident_get_thread (self->incident), n;
  const TvCycleMember *members = tv_waits_get_cycles (self->waits, &n, NULL);

  if (n > 0 && thread == TV_NONE)
    thread = members[0].thread;
  return thread != TV_NONE ? tv_dump_snapshots_find_shown (self->snapshots, thread) : TV_NONE;
}

/**
 * tv_dump_findings_new:
 *
 * Runs all analyses of the trace's dumps.
 *
 * Returns: (transfer full): results of the analyses
 */
TvDumpFindings *
tv_dump_findings_new (TvTrace *trace)
{
  TvDumpFindings *self = g_new0 (TvDumpFindings, 1);

  g_atomic_ref_count_init (&self->n_refs);
  self->waits = tv_waits_new (trace);
  self->incident = tv_incident_new (trace, self->waits);
  self->snapshots = tv_dump_snapshots_new (trace);
  self->thread = find_first (self);
  self->list = tv_dump_list_new (trace, self->waits, self->snapshots, self->thread);
  return self;
}

TvDumpFindings *
tv_dump_findings_ref (TvDumpFindings *self)
{
  g_atomic_ref_count_inc (&self->n_refs);
  return self;
}

void
tv_dump_findings_unref (TvDumpFindings *self)
{
  if (!g_atomic_ref_count_dec (&self->n_refs))
    return;
  tv_dump_list_free (self->list);
  tv_dump_snapshots_free (self->snapshots);
  tv_incident_free (self->incident);
  tv_waits_free (self->waits);
  g_free (self);
}
