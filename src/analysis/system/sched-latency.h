/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/range/range.h"

G_BEGIN_DECLS

/* Waits for a CPU (latencies) and ends of runs, by thread. */

/**
 * TvSchedLatency:
 * @utid: thread
 * @n_runs: number of runs that begin in the range
 * @n_latencies: number of these runs that directly follow a runnable state
 * @total_ns: total duration of these runnable states in ns
 * @max_ns: longest latency in ns
 * @max_run: running state after the longest latency, or %TV_NONE
 * @n_over_1ms: number of latencies above 1 ms
 * @n_over_10ms: number of latencies above 10 ms
 * @n_preempted: number of runs that ended because another thread preempted the thread
 * @n_yielded: number of runs that ended in a runnable state for another reason
 * @n_slept: number of runs that ended in a sleep
 * @n_blocked: number of runs that ended in an uninterruptible sleep
 * @n_migrations: number of runs on another CPU than the thread's previous run, which may precede the range
 *
 * Scheduling statistics of a thread.
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
