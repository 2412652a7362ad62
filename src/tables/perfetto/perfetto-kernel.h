/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/perfetto/perfetto-model.h"

G_BEGIN_DECLS

/* Runs on CPUs, states of threads and names of renamed threads, replayed from the kernel's scheduler events by the
 * rules of trace processor. If a trace lacks these events, runs and states are copied from the trace. */

typedef struct _TvPerfettoKernel TvPerfettoKernel;

/**
 * TvPerfettoRun:
 * @end_state: (nullable): state in which the thread left the CPU, as kernel state letters such as "S" or "R+"
 *
 * A row of the sched table.
 */
typedef struct
{
  gint64 ts;
  gint64 dur;
  guint32 cpu;
  guint32 utid;
  gint32 priority;
  const char *end_state;
} TvPerfettoRun;

/**
 * TvPerfettoState:
 * @dur: duration in ns; -1 if the end was not recorded
 * @cpu: CPU of a running thread, otherwise %TV_NONE
 * @state: (nullable): "Running", or kernel state letters such as "S" or "R+"
 * @blocked_function: (nullable): kernel function in which the thread was blocked
 * @waker: utid of the waker, or %TV_NONE
 * @waker_id: row of the state in which the waker was running, or %TV_NONE
 * @io_wait: whether the thread waited for I/O: 1 or 0; -1 if not recorded
 * @irq_context: whether the wakeup occurred in an interrupt: 1 or 0; -1 if not recorded
 *
 * A row of the thread_state table.
 */
typedef struct
{
  gint64 ts;
  gint64 dur;
  guint32 utid;
  guint32 cpu;
  const char *state;
  const char *blocked_function;
  guint32 waker;
  guint32 waker_id;
  gint8 io_wait;
  gint8 irq_context;
} TvPerfettoState;

TvPerfettoKernel *tv_perfetto_kernel_new          (TvTrace          *trace,
                                                   TvPerfettoModel  *model,
                                                   guint32           n_threads);
void              tv_perfetto_kernel_free         (TvPerfettoKernel *self);
const GArray     *tv_perfetto_kernel_need_runs    (TvPerfettoKernel *self);
const GArray     *tv_perfetto_kernel_need_states  (TvPerfettoKernel *self);
guint32           tv_perfetto_kernel_find_run     (TvPerfettoKernel *self,
                                                   gint64            ts,
                                                   guint32           cpu);
guint32           tv_perfetto_kernel_find_state   (TvPerfettoKernel *self,
                                                   gint64            ts,
                                                   guint32           utid,
                                                   gboolean          has_cpu);
const char       *tv_perfetto_kernel_get_new_name (TvPerfettoKernel *self,
                                                   guint32           utid);
gint64            tv_perfetto_kernel_get_thread_end (TvPerfettoKernel *self,
                                                   guint32           utid);
gint64            tv_perfetto_kernel_get_process_end (TvPerfettoKernel *self,
                                                   guint32           upid);
guint32           tv_perfetto_kernel_get_event_utid (TvPerfettoKernel *self,
                                                   guint32           event);
gint64            tv_perfetto_kernel_get_event_flags (TvPerfettoKernel *self,
                                                   guint32           event);

G_END_DECLS
