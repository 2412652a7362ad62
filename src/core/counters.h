/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/role.h"
#include "core/types.h"

G_BEGIN_DECLS

/* Counters: values that change over time. */

/**
 * TvCounterTrack:
 * @role: the measured quantity
 * @unit: unit of the values
 * @name: string id
 * @upid: the process that owns the counter, or %TV_NONE
 * @utid: the thread that owns the counter, or %TV_NONE
 * @cpu: the CPU that owns the counter, or %TV_NONE; see tv_trace_get_cpu_number()
 * @machine: the #TvMachine of the owner
 * @source_name: string id of the recorder's name for the counter, if @name was derived from that name; or %TV_NONE
 * @source_session: the recorder's session in which @source_name is used
 * @first_sample: row of the first sample
 * @n_samples: number of samples, which are sorted by time
 * @min: minimum value
 * @max: maximum value
 *
 * A counter belongs to a process, a thread or a CPU; otherwise, to its whole machine.
 */
typedef struct
{
  TvCounterRole role;
  TvCounterUnit unit;
  guint32 name;
  guint32 upid;
  guint32 utid;
  guint32 cpu;
  guint32 machine;
  guint32 source_name;
  guint32 source_session;
  guint32 first_sample;
  guint32 n_samples;
  double min;
  double max;
} TvCounterTrack;

/**
 * TvSamples:
 * @ts: timestamp in ns
 * @value: value of the counter, valid from @ts until tv_trace_get_sample_end()
 *
 * The samples of all counters, as columns.
 */
typedef struct
{
  guint32 n;
  const gint64 *ts;
  const double *value;
} TvSamples;

/**
 * TvCounterGap:
 * @counter: row of the #TvCounterTrack
 * @sample: row of the last sample before the gap
 * @start_ns: end of a recording
 * @end_ns: time of the next sample, which belongs to a later recording; %G_MAXINT64 if there is none
 *
 * An interval between two recordings in which the value of a counter is unknown. tv_trace_find_sample() and
 * tv_trace_get_sample_end() take gaps into account.
 */
typedef struct
{
  guint32 counter;
  guint32 sample;
  gint64 start_ns;
  gint64 end_ns;
} TvCounterGap;

const char *tv_counter_unit_name (TvCounterUnit unit);

G_END_DECLS
