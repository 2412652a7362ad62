/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/range/range.h"

G_BEGIN_DECLS

/* Waits for a CPU and ends of runs, by thread. */

/**
 * TvSchedLatency:
 * @utid: thread
 * @n_runs: runs that begin in the range
 * @n_latencies: those that follow a runnable state directly
 * @total_ns: Σ of these states
 * @max_ns: longest latency of a run
 * @max_run: running state after it, or %TV_NONE
 * @n_over_1ms: latencies over 1 ms
 * @n_over_10ms: latencies over 10 ms
 * @n_preempted: runs that another thread ended, while the thread could run on
 * @n_yielded: runs that ended runnable for another reason
 * @n_slept: runs that a sleep ended
 * @n_blocked: runs that an uninterruptible sleep ended
 * @n_migrations: runs on another CPU than the run before, in or before the range
 */
typedef struct
{
  guint32 utid;
  guint32 n_runs;
  guint32 n_latencies;
  gint64 total_ns;
  gint64 max_ns;
  guint32 max_run;
  guint32 n_over_1ms;
  guint32 n_over_10ms;
  guint32 n_preempted;
  guint32 n_yielded;
  guint32 n_slept;
  guint32 n_blocked;
  guint32 n_migrations;
} TvSchedLatency;

GArray *tv_sched_latency_new (TvTrace            *trace,
                              const TvSelection  *selection,
                              GCancellable       *cancellable,
                              GError            **error);

G_END_DECLS
