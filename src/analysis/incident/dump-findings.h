/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/dump-list.h"
#include "analysis/incident/incident.h"

G_BEGIN_DECLS

/**
 * TvDumpFindings:
 * @waits: waits between threads
 * @incident: diagnosis of the most important report, and of the others
 * @snapshots: snapshots of the dumps
 * @list: threads in order of importance
 * @thread: #TvDumpThread to select initially, or %TV_NONE
 *
 * Results of all analyses of a trace's dumps, which are computed once. Immutable; any thread may use it.
 */
typedef struct
{
  /*< private >*/
  gatomicrefcount n_refs;

  /*< public >*/
  TvWaits *waits;
  TvIncident *incident;
  TvDumpSnapshots *snapshots;
  TvDumpList *list;
  guint32 thread;
} TvDumpFindings;

TvDumpFindings *tv_dump_findings_new   (TvTrace        *trace);
TvDumpFindings *tv_dump_findings_ref   (TvDumpFindings *self);
void            tv_dump_findings_unref (TvDumpFindings *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvDumpFindings, tv_dump_findings_unref)

G_END_DECLS
