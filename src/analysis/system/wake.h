/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/slice-states.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* Explains why a thread ran at a given time: adjacent rows of its states, and the concurrent activity of other
 * threads.
 *
 *   thread  │ Sleeping          │ Runnable     │ Running        │
 *           │ wait              │ latency      │ run
 *   waker            …Running…──┘ wakes it
 *   CPU                            the thread that ran here kept it waiting */

/**
 * TvWake:
 * @run: running state; %TV_NONE if the thread did not run directly after @latency
 * @latency: runnable state before @run, or %TV_NONE if unknown
 * @wait: waiting state before @latency; %TV_NONE if the thread was preempted, or if unknown
 * @woken: wakeup at the start of @latency; its waker may be %TV_NONE
 * @latency_ns: duration of @latency in ns
 *
 * Adjacent states of a thread, from a wait to a run, as rows of the trace's slices.
 */
typedef struct
{
  guint32 run;
  guint32 latency;
  guint32 wait;
  TvWakeup woken;
  gint64 latency_ns;
} TvWake;

/**
 * TvCpuGuest:
 * @utid: thread
 * @run: first run of the thread in the range, as a slice of the CPU's track
 * @ns: running time in the range in ns
 *
 * A thread that ran on a CPU in a range.
 */
typedef struct
{
  guint32 utid;
  guint32 run;
  gint64 ns;
} TvCpuGuest;

gboolean  tv_wake_find_before    (TvTrace  *trace,
                                  guint32   state,
                                  TvWake   *wake);
gboolean  tv_wake_find_after    (TvTrace  *trace,
                                  guint32   state,
                                  TvWake   *wake);
guint32   tv_wake_find_state     (TvTrace  *trace,
                                  guint32   utid,
                                  gint64    ts_ns);
guint32   tv_wake_find_cpu       (TvTrace  *trace,
                                  guint32   state);
guint32   tv_wake_find_run       (TvTrace  *trace,
                                  guint32   state);
guint32   tv_wake_find_interrupt (TvTrace  *trace,
                                  guint32   waker,
                                  gint64    ts_ns);
guint32   tv_wake_find_longest_wait (TvTrace *trace,
                                  guint32   utid,
                                  gint64    start_ns,
                                  gint64    end_ns);
GArray   *tv_wake_find_guests    (TvTrace  *trace,
                                  guint32   cpu,
                                  gint64    start_ns,
                                  gint64    end_ns,
                                  gint64   *busy_ns);
GArray   *tv_wake_find_woken     (TvTrace  *trace,
                                  guint32   waker,
                                  gint64    start_ns,
                                  gint64    end_ns);

G_END_DECLS
