/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* What ran where, and what threads waited for: rows beside the slices of the tracks that show it, and
 * by how much what was inferred of it may be off.
 */

/**
 * TvRun:
 * @utid: the thread that ran
 * @priority: the kernel's, or 0 where not told
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
  gint64 cpu_before_ns;
} TvState;

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
