/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/dump-list.h"
#include "analysis/incident/incident.h"

G_BEGIN_DECLS

/**
 * TvDumpFindings:
 * @waits: who waits for whom
 * @incident: what kept the program from answering
 * @moments: when its processes were dumped
 * @list: the threads, what matters first
 * @thread: the #TvDumpThread to be looked at first, or %TV_NONE
 *
 * All that the dumps of a trace tell, found once. Immutable; any thread may use it.
 */
typedef struct
{
  /*< private >*/
  gatomicrefcount n_refs;

  /*< public >*/
  TvWaits *waits;
  TvIncident *incident;
  TvDumpMoments *moments;
  TvDumpList *list;
  guint32 thread;
} TvDumpFindings;

TvDumpFindings *tv_dump_findings_new   (TvTrace        *trace);
TvDumpFindings *tv_dump_findings_ref   (TvDumpFindings *self);
void            tv_dump_findings_unref (TvDumpFindings *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvDumpFindings, tv_dump_findings_unref)

G_END_DECLS
