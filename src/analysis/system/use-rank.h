/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Used time of threads and CPUs in a whole trace, and ranks by used time. Used time is the running time or, without
 * scheduling data, the time of calls and slices. */

/**
 * TvUseRank:
 * @ns: used time in ns
 * @id: thread or process
 *
 * A thread or process with its used time.
 */
typedef struct
{
  gint64 ns;
  guint32 id;
} TvUseRank;

void     tv_use_ranks_sort          (TvUseRank *ranks,
                                     guint32    n);
double   tv_trace_get_busy_share    (TvTrace   *trace,
                                    guint32    machine);
gint64   tv_trace_get_thread_use_ns (TvTrace   *trace,
                                     guint32    utid);
gboolean tv_trace_counts_samples    (TvTrace   *trace);
gint64   tv_trace_get_thread_finished_ns (TvTrace *trace,
                                          guint32  utid);
gint64  *tv_trace_dup_thread_uses   (TvTrace   *trace);
guint32 *tv_trace_rank_threads      (TvTrace   *trace);

G_END_DECLS
