/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/samples/sample-writer.h"

G_BEGIN_DECLS

/**
 * TvOffCpu:
 *
 * How long threads were off their CPUs, of recordings with a sample where each left its CPU
 * (`--trace-offcpu`, `--offcpu`): until it is seen again, by a sample or by a switch to it.
 */
typedef struct
{
  GArray *moments;
} TvOffCpu;

/**
 * TvOffCpuMoment:
 * @ts: when, in ns
 * @tid: whose
 * @utid: likewise
 * @cpu: on which CPU, or %TV_NONE
 * @callsite: of a sample, or %TV_NONE
 * @leaves: it is a sample where the thread left its CPU
 */
typedef struct
{
  gint64 ts;
  guint32 tid;
  guint32 utid;
  guint32 cpu;
  guint32 callsite;
  gboolean leaves;
} TvOffCpuMoment;

void tv_off_cpu_init   (TvOffCpu             *self);
void tv_off_cpu_clear  (TvOffCpu             *self);
void tv_off_cpu_add    (TvOffCpu             *self,
                        const TvOffCpuMoment *moment);
void tv_off_cpu_finish (TvOffCpu             *self,
                        TvSampleWriter       *writer);

G_END_DECLS
