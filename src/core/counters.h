/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/role.h"
#include "core/types.h"

G_BEGIN_DECLS

/* Values that change over time. */

/**
 * TvCounterTrack:
 * @role: what it counts
 * @unit: what its values are in
 * @name: string
 * @upid: the process it belongs to, or %TV_NONE
 * @utid: the thread it belongs to, or %TV_NONE
 * @cpu: the number of the CPU it belongs to, or %TV_NONE
 * @first_sample: row of its first sample
 * @n_samples: how many, sorted by time
 * @min: the smallest value
 * @max: the largest
 *
 * A counter belongs to at most one of process, thread and CPU; otherwise to the whole system.
 */
typedef struct
{
  TvCounterRole role;
  TvCounterUnit unit;
  guint32 name;
  guint32 upid;
  guint32 utid;
  guint32 cpu;
  guint32 first_sample;
  guint32 n_samples;
  double min;
  double max;
} TvCounterTrack;

/**
 * TvSamples:
 * @n: number of samples of all counters
 * @ts: when
 * @value: the counter's value from then on
 */
typedef struct
{
  guint32 n;
  const gint64 *ts;
  const double *value;
} TvSamples;

const char *tv_counter_unit_name (TvCounterUnit unit);

G_END_DECLS
