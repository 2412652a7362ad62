/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/**
 * TvTrackRole:
 * @TV_ROLE_CALLS: the calls of a thread's methods or functions
 * @TV_ROLE_MARKS: slices that a program begins and ends on a thread
 * @TV_ROLE_SPANS: asynchronous slices of a process
 * @TV_ROLE_RUNS: runs on a CPU
 * @TV_ROLE_STATES: states of a thread
 * @TV_ROLE_EVENTS: instants of raw events
 * @TV_ROLE_BINDER: transactions with other processes
 * @TV_ROLE_BINDER_LOCK: waiting for and holding binder's global lock
 * @TV_ROLE_IRQ: interrupts
 * @TV_ROLE_SOFTIRQ: softirqs
 * @TV_ROLE_IPI: interrupts sent by another CPU
 * @TV_ROLE_HRTIMER: handlers of high-resolution timers
 * @TV_ROLE_TIMER: handlers of other timers
 * @TV_ROLE_TASKLET: tasklets
 * @TV_ROLE_WORKQUEUE: work items of a kernel worker thread
 * @TV_ROLE_KERNEL_FUNCTIONS: kernel functions
 * @TV_ROLE_FRAMES: frames of a window, from the intended start of each frame to its end
 * @TV_ROLE_FRAME_STAGES: stages of frames on a thread
 * @TV_ROLE_QUEUE_DELAYS: delays of queue events, from the due time to the start
 * @TV_ROLE_EXPECTED_FRAMES: expected frames of a program or the display
 * @TV_ROLE_ACTUAL_FRAMES: actual frames of a program or the display
 * @TV_ROLE_BUFFERS: buffers of a surface and their owners, by frame number
 * @TV_ROLE_GPU: jobs, submissions and log messages of a GPU
 * @TV_ROLE_HEAP_DUMPS: instants of native heap dumps
 * @TV_ROLE_HEAP_GRAPHS: instants of Java heap dumps
 * @TV_ROLE_LOG_SPANS: intervals whose start and end are log lines
 * @TV_ROLE_LOG_POINTS: instants of other decoded log lines
 * @TV_ROLE_REPORTS: instants of thread dumps, crashes and freezes
 * @TV_ROLE_OTHER: anything else; see the track's name
 *
 * The meaning of the slices on a track, independent of the track's name.
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

/* Returns whether a track contains slices of decoded log lines, see core/log-events.h. */
static inline gboolean
tv_track_role_is_of_log (TvTrackRole role)
{
  return role == TV_ROLE_LOG_SPANS || role == TV_ROLE_LOG_POINTS;
}

/* Returns whether the slices on a track are only the times of dumps, faults or heap dumps. */
static inline gboolean
tv_track_role_has_instants (TvTrackRole role)
{
  return role == TV_ROLE_REPORTS || role == TV_ROLE_HEAP_DUMPS || role == TV_ROLE_HEAP_GRAPHS;
}

/**
 * TvCounterRole:
 * @TV_COUNTER_ROLE_CPU_FREQUENCY: frequency of a CPU
 * @TV_COUNTER_ROLE_CPU_FREQUENCY_LIMIT: minimum or maximum frequency of a CPU
 * @TV_COUNTER_ROLE_CPU_IDLE: idle state of a CPU, from 0; -1 while the CPU is not idle
 * @TV_COUNTER_ROLE_CLOCK_RATE: rate of another clock
 * @TV_COUNTER_ROLE_CLOCK_ENABLED: whether a clock is enabled, 1 or 0
 * @TV_COUNTER_ROLE_MEMORY: memory use
 * @TV_COUNTER_ROLE_TEMPERATURE: temperature
 * @TV_COUNTER_ROLE_POWER: battery and energy
 * @TV_COUNTER_ROLE_OTHER: anything else; see the counter's name
 *
 * The quantity that a counter measures, independent of the counter's name.
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
 * @TV_COUNTER_UNIT_NONE: none, or not recorded
 *
 * The unit of a counter's values.
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
