/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/records/method-trace-records.h"

G_BEGIN_DECLS

/* Clocks of records, in ticks of 1 µs. The 32-bit clocks of a trace wrap around. A step back by more than half of
 * their range is a wraparound. */

/**
 * TvRecordTimeline:
 * @last_wall: wall time of the previous record of any thread, in ticks
 * @rebuilt: wall time reconstructed by adding up the thread clocks, in ticks; used if the trace has no wall clock
 *
 * Clock state that all threads share.
 */
typedef struct
{
  gint64 last_wall;
  gint64 rebuilt;
} TvRecordTimeline;

/**
 * TvRecordClock:
 * @has_record: whether a record has been read
 * @last_raw: raw clock values of the last record
 * @turns: number of ticks to add for the wraparounds so far
 * @last_cpu: maximum CPU time so far in ticks
 *
 * Clock state of a thread.
 */
typedef struct
{
  gboolean has_record;
  guint32 last_raw[TV_N_CLOCKS];
  gint64 turns[TV_N_CLOCKS];
  gint64 last_cpu;
} TvRecordClock;

/* Initializes the clocks of a thread with its first record. The wall clock is common to all threads. If the thread
 * starts late, the assumed number of wraparounds is the one that moves its first time closest to the time of the
 * previous record. */
static inline void
tv_record_clock_start (TvRecordClock *self,
                       const TvRecordTimeline *timeline,
                       guint32 raw_cpu,
                       guint32 raw_wall)
{
  self->has_record = TRUE;
  self->last_raw[TV_CLOCK_CPU] = raw_cpu;
  self->last_raw[TV_CLOCK_WALL] = raw_wall;
  self->last_cpu = raw_cpu;
  if (timeline->last_wall > raw_wall)
    self->turns[TV_CLOCK_WALL] = (timeline->last_wall - raw_wall + TV_RECORD_HALF_WRAP) /
                                 TV_RECORD_WRAP * TV_RECORD_WRAP;
}

static inline gint64
tv_record_clock_unroll (TvRecordClock *self, TvClock clock, guint32 raw, guint *n_wraps)
{
  guint32 last = self->last_raw[clock];

  if (raw < last && last - raw > TV_RECORD_HALF_WRAP)
    {
      self->turns[clock] += TV_RECORD_WRAP;
      ++*n_wraps;
    }
  self->last_raw[clock] = raw;
  return self->turns[clock] + raw;
}

/**
 * tv_record_clock_read:
 * @self: clock state of the thread
 * @timeline: clock state of all threads
 * @kind: clocks of the trace
 * @raw_cpu: CPU clock of the record, if it has one
 * @raw_wall: wall clock of the record, if it has one
 * @cpu: (out): CPU time in ticks; 0 if the trace has no CPU clock
 * @n_wraps: (inout): incremented for each wraparound before the record
 *
 * Converts the clocks of the next record of a thread. If there are only thread clocks, all threads share one
 * timeline, which advances whenever the clock of a thread advances, as in the original Traceview.
 *
 * Returns: time of the record in ticks
 */
static inline gint64
tv_record_clock_read (TvRecordClock *self,
                      TvRecordTimeline *timeline,
                      TvMethodClock kind,
                      guint32 raw_cpu,
                      guint32 raw_wall,
                      gint64 *cpu,
                      guint *n_wraps)
{
  *cpu = 0;
  if (!self->has_record)
    tv_record_clock_start (self, timeline, raw_cpu, raw_wall);
  if (kind != TV_METHOD_CLOCK_WALL)
    *cpu = tv_record_clock_unroll (self, TV_CLOCK_CPU, raw_cpu, n_wraps);
  if (kind != TV_METHOD_CLOCK_THREAD_CPU)
    return timeline->last_wall = tv_record_clock_unroll (self, TV_CLOCK_WALL, raw_wall, n_wraps);
  timeline->rebuilt += MAX (*cpu - self->last_cpu, 0);
  self->last_cpu = MAX (self->last_cpu, *cpu);
  return timeline->rebuilt;
}

G_END_DECLS
