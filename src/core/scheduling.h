/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/time-column.h"
#include "core/types.h"

G_BEGIN_DECLS

/* What ran where, and what threads waited for: rows beside the slices of the tracks that show it, and
 * by how much what was inferred of it may be off.
 */

/**
 * TvRun:
 * @utid: the thread that ran
 * @priority: the kernel's, or 0 where not told; what 16 bits do not hold is the nearest that they do
 * @end_state: string: the state it was switched out in, such as "S", or %TV_NONE
 *
 * What a slice of a %TV_TRACK_CPU is beside a slice. The idle thread has no runs.
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
 * @TV_STATE_RUNNABLE: would run if it had a CPU (R, R+)
 * @TV_STATE_SLEEPING: waits and can be interrupted (S)
 * @TV_STATE_BLOCKED: waits and cannot be interrupted (D); not told for what
 * @TV_STATE_BLOCKED_IO: the same, for input or output
 * @TV_STATE_BLOCKED_OTHER: the same, told to be for something else
 * @TV_STATE_IDLE: an idle kernel thread (I)
 * @TV_STATE_STOPPED: stopped or traced (T, t, P)
 * @TV_STATE_DEAD: ended (X, x, Z)
 * @TV_STATE_OTHER: anything else; the text tells
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
 * @kind: what it comes to
 * @io_wait: 1 or 0 where the log tells whether a blocked thread waited for input or output, else
 *   -1
 * @text: string: "Running", or the kernel's letters, such as "R+" or "D|K"
 * @cpu: where it ran (%TV_STATE_RUNNING), else %TV_NONE
 * @blocked_function: string: what it was blocked in, or %TV_NONE
 * @waker: the thread that woke it (%TV_STATE_RUNNABLE), or %TV_NONE
 * @irq_context: then, 1 if that happened while an interrupt was served, 0 if not, else, or if that is not known, -1
 * @cpu_before_ns: how long the thread had run before
 *
 * What a slice of a %TV_TRACK_THREAD_STATE is beside a slice.
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
  gint64 cpu_before_ns;
} TvState;

/**
 * TvStateName:
 * @kind: #TvStateKind
 * @io_wait: as in #TvState
 * @irq_context: likewise
 * @text: string: likewise
 *
 * What many states have in common.
 */
typedef struct
{
  guint8 kind;
  gint8 io_wait;
  gint8 irq_context;
  guint32 text;
} TvStateName;

/* What has no name of a state; there are fewer of them. */
#define TV_NO_STATE_NAME G_MAXUINT16

/**
 * TvRuns:
 * @n: how many
 * @utid: as in #TvRun
 * @priority: likewise
 * @end_state: row of @names, or %TV_NO_STATE_NAME
 * @names: those of the states
 *
 * All runs, in columns: of a recording of a whole system there are more of them, and of states, than of
 * anything else.
 */
typedef struct
{
  guint32 n;
  const guint32 *utid;
  const gint16 *priority;
  const guint16 *end_state;
  const TvStateName *names;
} TvRuns;

/**
 * TvStates:
 * @n: how many
 * @name: row of @names
 * @about: the CPU of one that ran, the waker of one that could, the function of one that was blocked; or
 *   %TV_NONE
 * @cpu_before: as in #TvState
 * @names: what the states come to and are called
 *
 * All states of threads, in columns.
 */
typedef struct
{
  guint32 n;
  const guint16 *name;
  const guint32 *about;
  TvTimeColumn cpu_before;
  const TvStateName *names;
} TvStates;

static inline TvRun
tv_runs_get (const TvRuns *self, guint32 row)
{
  guint name = self->end_state[row];

  return (TvRun){ .utid = self->utid[row],
                  .priority = self->priority[row],
                  .end_state = name != TV_NO_STATE_NAME ? self->names[name].text : TV_NONE };
}

static inline TvStateKind
tv_states_get_kind (const TvStates *self, guint32 row)
{
  return (TvStateKind) self->names[self->name[row]].kind;
}

static inline TvState
tv_states_get (const TvStates *self, guint32 row)
{
  TvStateName name = self->names[self->name[row]];
  guint32 about = self->about[row];
  gboolean is_running = name.kind == TV_STATE_RUNNING, is_runnable = name.kind == TV_STATE_RUNNABLE;

  return (TvState){ .kind = name.kind,
                    .io_wait = name.io_wait,
                    .text = name.text,
                    .cpu = is_running ? about : TV_NONE,
                    .blocked_function = is_running || is_runnable ? TV_NONE : about,
                    .waker = is_runnable ? about : TV_NONE,
                    .irq_context = name.irq_context,
                    .cpu_before_ns = tv_time_column_get (&self->cpu_before, row) };
}

/**
 * TvBound:
 * @slice: a slice of a %TV_TRACK_CPU or a %TV_TRACK_THREAD_STATE, a %TV_SLICE_INFERRED one
 * @ns: by how much its start and its end may be off, together
 */
typedef struct
{
  guint32 slice;
  gint64 ns;
} TvBound;

/**
 * TvInferred:
 * @ns: how much of a thread's CPU time is of runs that are inferred
 * @bound_ns: by how much that may be off
 */
typedef struct
{
  gint64 ns;
  gint64 bound_ns;
} TvInferred;

G_END_DECLS
