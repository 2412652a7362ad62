/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/**
 * TvTrackRole:
 * @TV_ROLE_CALLS: the calls of a thread's methods or functions
 * @TV_ROLE_MARKS: what a thread marks as begun and ended
 * @TV_ROLE_SPANS: what begins and ends on any thread of a process
 * @TV_ROLE_RUNS: what a CPU runs
 * @TV_ROLE_STATES: what state a thread is in
 * @TV_ROLE_EVENTS: points in time, of events that mean nothing more
 * @TV_ROLE_BINDER: transactions with other processes
 * @TV_ROLE_BINDER_LOCK: the wait for binder's lock, and the time it is held
 * @TV_ROLE_IRQ: interrupts
 * @TV_ROLE_SOFTIRQ: interrupts' later parts
 * @TV_ROLE_IPI: interrupts by another CPU
 * @TV_ROLE_HRTIMER: timers of high resolution that expire
 * @TV_ROLE_TIMER: other timers
 * @TV_ROLE_TASKLET: tasklets
 * @TV_ROLE_WORKQUEUE: work that a kernel thread does for others
 * @TV_ROLE_KERNEL_FUNCTIONS: functions of the kernel
 * @TV_ROLE_FRAMES: frames of a window, from the moment that each was wanted to its end
 * @TV_ROLE_FRAME_STAGES: what a thread did for them
 * @TV_ROLE_QUEUE_DELAYS: how long events of a queue were due before they began
 * @TV_ROLE_EXPECTED_FRAMES: when frames of a program or the display were expected
 * @TV_ROLE_ACTUAL_FRAMES: when they came
 * @TV_ROLE_BUFFERS: how long the buffers of a surface were with someone, by the numbers of frames
 * @TV_ROLE_GPU: what a GPU did, was given to do by a thread, or had to say
 * @TV_ROLE_HEAP_DUMPS: moments at which a process's heaps were written down
 * @TV_ROLE_HEAP_GRAPHS: moments at which the objects of a process's Java heap were written down
 * @TV_ROLE_LOG_SPANS: what log lines tell the start and the end of
 * @TV_ROLE_LOG_POINTS: what else they tell, points in time
 * @TV_ROLE_REPORTS: points in time, at which a device dumped threads or wrote down a crash or a freeze
 * @TV_ROLE_OTHER: anything else; the track's name tells
 *
 * What the slices of a track mean, whatever it is called.
 */
typedef enum
{
  TV_ROLE_CALLS,
  TV_ROLE_MARKS,
  TV_ROLE_SPANS,
  TV_ROLE_RUNS,
  TV_ROLE_STATES,
  TV_ROLE_EVENTS,
  TV_ROLE_BINDER,
  TV_ROLE_BINDER_LOCK,
  TV_ROLE_IRQ,
  TV_ROLE_SOFTIRQ,
  TV_ROLE_IPI,
  TV_ROLE_HRTIMER,
  TV_ROLE_TIMER,
  TV_ROLE_TASKLET,
  TV_ROLE_WORKQUEUE,
  TV_ROLE_KERNEL_FUNCTIONS,
  TV_ROLE_FRAMES,
  TV_ROLE_FRAME_STAGES,
  TV_ROLE_QUEUE_DELAYS,
  TV_ROLE_EXPECTED_FRAMES,
  TV_ROLE_ACTUAL_FRAMES,
  TV_ROLE_BUFFERS,
  TV_ROLE_GPU,
  TV_ROLE_HEAP_DUMPS,
  TV_ROLE_HEAP_GRAPHS,
  TV_ROLE_LOG_SPANS,
  TV_ROLE_LOG_POINTS,
  TV_ROLE_REPORTS,
  TV_ROLE_OTHER,
  TV_N_TRACK_ROLES,
} TvTrackRole;

/* Whether a track shows what log lines mean, see core/log-events.h. */
static inline gboolean
tv_track_role_is_of_log (TvTrackRole role)
{
  return role == TV_ROLE_LOG_SPANS || role == TV_ROLE_LOG_POINTS;
}

/**
 * TvCounterRole:
 * @TV_COUNTER_ROLE_CPU_FREQUENCY: how fast a CPU is
 * @TV_COUNTER_ROLE_CPU_FREQUENCY_LIMIT: how fast or slow it may be
 * @TV_COUNTER_ROLE_CPU_IDLE: how deeply a CPU sleeps, from 0; -1 while it does not
 * @TV_COUNTER_ROLE_CLOCK_RATE: how fast another clock of the device is
 * @TV_COUNTER_ROLE_CLOCK_ENABLED: whether one is on, 1 or 0
 * @TV_COUNTER_ROLE_MEMORY: how much memory is used
 * @TV_COUNTER_ROLE_TEMPERATURE: how warm something is
 * @TV_COUNTER_ROLE_POWER: the battery, and the energy that is used
 * @TV_COUNTER_ROLE_OTHER: anything else; the counter's name tells
 *
 * What a counter counts, whatever it is called.
 */
typedef enum
{
  TV_COUNTER_ROLE_CPU_FREQUENCY,
  TV_COUNTER_ROLE_CPU_FREQUENCY_LIMIT,
  TV_COUNTER_ROLE_CPU_IDLE,
  TV_COUNTER_ROLE_CLOCK_RATE,
  TV_COUNTER_ROLE_CLOCK_ENABLED,
  TV_COUNTER_ROLE_MEMORY,
  TV_COUNTER_ROLE_TEMPERATURE,
  TV_COUNTER_ROLE_POWER,
  TV_COUNTER_ROLE_OTHER,
  TV_N_COUNTER_ROLES,
} TvCounterRole;

/**
 * TvCounterUnit:
 * @TV_COUNTER_UNIT_NONE: not told, or none
 *
 * What a counter's values are in.
 */
typedef enum
{
  TV_COUNTER_UNIT_NONE,
  TV_COUNTER_UNIT_COUNT,
  TV_COUNTER_UNIT_NS,
  TV_COUNTER_UNIT_BYTES,
  TV_COUNTER_UNIT_HZ,
  TV_COUNTER_UNIT_KHZ,
  TV_COUNTER_UNIT_MILLICELSIUS,
  TV_N_COUNTER_UNITS,
} TvCounterUnit;

G_END_DECLS
