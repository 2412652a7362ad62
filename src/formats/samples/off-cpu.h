/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/samples/sample-writer.h"

G_BEGIN_DECLS

/**
 * TvOffCpu:
 *
 * Off-CPU intervals of threads, in recordings with a sample at each switch-out (`--trace-offcpu`, `--offcpu`). An
 * interval ends at the thread's next sample or switch-in.
 */
typedef struct
{
  GArray *events;
} TvOffCpu;

/**
 * TvOffCpuEvent:
 * @ts: timestamp in ns
 * @tid: thread id
 * @utid: thread
 * @cpu: CPU, or %TV_NONE
 * @callsite: callsite of the sample; %TV_NONE for a switch-in
 * @leaves: whether the event is a sample at a switch-out
 *
 * A sample or a switch-in of a thread.
 */
typedef struct
{
  gint64 ts;
  guint32 tid;
  guint32 utid;
  guint32 cpu;
  guint32 callsite;
  gboolean leaves;
} TvOffCpuEvent;

void tv_off_cpu_init   (TvOffCpu             *self);
void tv_off_cpu_clear  (TvOffCpu             *self);
void tv_off_cpu_add    (TvOffCpu             *self,
                        const TvOffCpuEvent *event);
void tv_off_cpu_finish (TvOffCpu             *self,
                        TvSampleWriter       *writer);

G_END_DECLS
