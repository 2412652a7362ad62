/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-column.h"
#include "core/types.h"

G_BEGIN_DECLS

/* Scheduling: runs on CPUs and states of threads. Each is the side row of a slice on a CPU's track or on a track of
 * thread states. For inferred times, the maximum error is stored. */

/**
 * TvRun:
 * @utid: the running thread
 * @priority: kernel priority, clamped to 16 bits; 0 if not recorded
 * @end_state: string id of the state in which the thread was switched out, such as "S", or %TV_NONE
 *
 * The side row of a slice on a %TV_TRACK_CPU. The idle thread has no runs.
 */
typedef struct
{
  guint32 utid;
  gint32 priority;
  guint32 end_state;
} TvRun;

/**
 * TvStateKind:
 * @TV_STATE_RUNNING: on a CPU
 * @TV_STATE_RUNNABLE: waiting for a CPU (R, R+)
 * @TV_STATE_SLEEPING: interruptible sleep (S)
 * @TV_STATE_BLOCKED: uninterruptible sleep (D) for an unknown reason
 * @TV_STATE_BLOCKED_IO: uninterruptible sleep for I/O
 * @TV_STATE_BLOCKED_OTHER: uninterruptible sleep that is not for I/O
 * @TV_STATE_IDLE: an idle kernel thread (I)
 * @TV_STATE_STOPPED: stopped or traced (T, t, P)
 * @TV_STATE_DEAD: ended (X, x, Z)
 * @TV_STATE_OTHER: anything else; see @text of #TvState
 *
 * The kind of a thread state, derived from the kernel state letters.
 */
typedef enum
{
  TV_STATE_RUNNING,
  TV_STATE_RUNNABLE,
  TV_STATE_SLEEPING,
  TV_STATE_BLOCKED,
  TV_STATE_BLOCKED_IO,
  TV_STATE_BLOCKED_OTHER,
  TV_STATE_IDLE,
  TV_STATE_STOPPED,
  TV_STATE_DEAD,
  TV_STATE_OTHER,
  TV_N_STATE_KINDS,
} TvStateKind;

/**
 * TvState:
 * @kind: kind of state
 * @io_wait: whether a blocked thread waited for I/O, 1 or 0; -1 if not recorded
 * @text: string id of "Running", or of the kernel state letters, such as "R+" or "D|K"
 * @cpu: the CPU if %TV_STATE_RUNNING, or %TV_NONE
 * @blocked_function: string id of the kernel function in which the thread was blocked, or %TV_NONE
 * @waker: the thread that woke this one if %TV_STATE_RUNNABLE, or %TV_NONE
 * @irq_context: whether the waker was in an interrupt, 1 or 0; -1 if not recorded or if there is no waker
 *
 * The side row of a slice on a %TV_TRACK_THREAD_STATE.
 */
typedef struct
{
  guint8 kind;
  gint8 io_wait;
  guint32 text;
  guint32 cpu;
  guint32 blocked_function;
  guint32 waker;
  gint8 irq_context;
} TvState;

/**
 * TvStateName:
 * @kind: #TvStateKind
 * @io_wait: see #TvState
 * @irq_context: see #TvState
 * @text: string id, see #TvState
 *
 * The attributes that many states have in common, stored once.
 */
typedef struct
{
  guint8 kind;
  gint8 io_wait;
  gint8 irq_context;
  guint32 text;
} TvStateName;

/**
 * TvRuns:
 * @utid: see #TvRun
 * @priority: see #TvRun
 * @end_state: row in @names, or %TV_NONE
 * @names: names of states, shared with #TvStates
 *
 * All runs as columns. In system traces, runs and states are the most frequent rows.
 */
typedef struct
{
  guint32 n;
  TvIdColumn utid;
  const gint16 *priority;
  TvIdColumn end_state;
  const TvStateName *names;
} TvRuns;

/* Distance in rows between the states for which the CPU time is stored. */
#define TV_CPU_BEFORE_ROWS 16

/**
 * TvStates:
 * @name: row in @names
 * @about: the CPU of a running state, the waker of a runnable one, the kernel function of a blocked one; or %TV_NONE
 * @cpu_before: cumulative CPU time of the thread in ns before each state whose row is a multiple of
 *   %TV_CPU_BEFORE_ROWS; see tv_trace_get_cpu_before()
 * @names: names of states, shared with #TvRuns
 *
 * All states of threads as columns.
 */
typedef struct
{
  guint32 n;
  TvIdColumn name;
  TvIdColumn about;
  const gint64 *cpu_before;
  const TvStateName *names;
} TvStates;

static inline TvRun
tv_runs_get (const TvRuns *self, guint32 row)
{
  guint32 name = tv_id_column_get (&self->end_state, row);

  return (TvRun){ .utid = tv_id_column_get (&self->utid, row),
                  .priority = self->priority[row],
                  .end_state = name != TV_NONE ? self->names[name].text : TV_NONE };
}

static inline TvStateKind
tv_states_get_kind (const TvStates *self, guint32 row)
{
  return (TvStateKind) self->names[tv_id_column_get (&self->name, row)].kind;
}

static inline TvState
tv_states_get (const TvStates *self, guint32 row)
{
  TvStateName name = self->names[tv_id_column_get (&self->name, row)];
  guint32 about = tv_id_column_get (&self->about, row);
  gboolean is_running = name.kind == TV_STATE_RUNNING, is_runnable = name.kind == TV_STATE_RUNNABLE;

  return (TvState){ .kind = name.kind,
                    .io_wait = name.io_wait,
                    .text = name.text,
                    .cpu = is_running ? about : TV_NONE,
                    .blocked_function = is_running || is_runnable ? TV_NONE : about,
                    .waker = is_runnable ? about : TV_NONE,
                    .irq_context = name.irq_context };
}

/**
 * TvBound:
 * @slice: a slice with %TV_SLICE_INFERRED on a %TV_TRACK_CPU or a %TV_TRACK_THREAD_STATE
 * @ns: sum of the maximum errors of the slice's start and end, in ns
 *
 * The error bound of an inferred slice.
 */
typedef struct
{
  guint32 slice;
  gint64 ns;
} TvBound;

/**
 * TvInferred:
 * @ns: CPU time of a thread in inferred runs, in ns
 * @bound_ns: maximum error of @ns
 *
 * The inferred part of a CPU time.
 */
typedef struct
{
  gint64 ns;
  gint64 bound_ns;
} TvInferred;

G_END_DECLS
