/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/trace-builder-private.h"

G_BEGIN_DECLS

/* Shared by the files that build scheduling. */

/* The word beside a run: its priority and, in the low bits, the name of the state that it ended in. */
#define TV_SCHED_NAME_BITS 16
#define TV_SCHED_NAME_MASK G_MAXUINT16

TvTrackBuilder *tv_sched_peek_track     (const TvTraceBuilder *self,
                                         guint32               track);
TvThreadNow    *tv_sched_get_thread     (TvTraceBuilder       *self,
                                         guint32               utid);
gboolean        tv_sched_is_idle        (const TvTraceBuilder *self,
                                         guint32               utid);
guint32         tv_sched_get_state_track (TvTraceBuilder      *self,
                                         guint32               utid);
void            tv_sched_begin_run      (TvTraceBuilder       *self,
                                         guint32               cpu,
                                         guint32               utid,
                                         gint32                priority,
                                         gint64                ts,
                                         gint64                where);

/* Of switches that follow from other lines. */

void            tv_sched_infer_switch   (TvTraceBuilder       *self,
                                         guint32               cpu,
                                         guint32               utid,
                                         gboolean              is_switch,
                                         gint64                ts,
                                         gint64                where);
void            tv_sched_settle_leaving (TvTraceBuilder       *self,
                                         guint32               cpu,
                                         guint32               utid);
void            tv_sched_leave_other_cpu (TvTraceBuilder      *self,
                                         guint32               utid,
                                         guint32               cpu,
                                         gint64                ts,
                                         gint64                where);

static inline gboolean
tv_sched_runs_on (const TvThreadNow *thread, guint32 cpu)
{
  return thread->has_state && thread->kind == TV_STATE_RUNNING && thread->cpu == cpu;
}

G_END_DECLS
