/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/slice-states.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* Why a thread ran when it did, and why it did not before: what comes before and behind a row of its
 * states, and what others did meanwhile.
 *
 *   thread  │ Sleeping          │ Runnable     │ Running        │
 *           │ wait              │ latency      │ run
 *   waker            …Running…──┘ wakes it
 *   CPU                            what ran here kept it waiting
 */

/**
 * TvWake:
 * @run: the row of states in which it runs, or %TV_NONE if it did not run thereafter
 * @latency: the row in which it could run and had no CPU, or %TV_NONE if that is not told
 * @wait: the row in which it waited before that, or %TV_NONE: it was replaced while it ran, or it is
 *   not known
 * @woken: how the wait ended, when @latency begins; its waker may be %TV_NONE
 * @latency_ns: how long it had to wait for a CPU
 *
 * The way of a thread back to a CPU: rows of its states that follow each other without a gap. Slices
 * are rows of the trace's.
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
 * @utid: a thread
 * @run: of its runs the first in that time, a slice of the CPU's track
 * @ns: for how long it ran
 *
 * What ran on a CPU in some time.
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
gboolean  tv_wake_find_behind    (TvTrace  *trace,
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
