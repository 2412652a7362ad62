/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/role.h"
#include "core/types.h"

G_BEGIN_DECLS

/* Where slices lie: the rows of a timeline, each of a thread, a process or a CPU. */

/**
 * TvTrackKind:
 * @TV_TRACK_THREAD: the calls, or begin and end marks, of one thread; nested
 * @TV_TRACK_THREAD_EXTRA: what else happens on a thread, such as "binder"; nested
 * @TV_TRACK_THREAD_STATE: what state a thread is in; its slices have a #TvState each
 * @TV_TRACK_ASYNC: spans of a process that begin and end on any thread. Those of a lane that
 *   overlap lie on layers, each a track of its own, one behind the other
 * @TV_TRACK_CPU: what a CPU runs; its slices have a #TvRun each
 * @TV_TRACK_CPU_EXTRA: what else happens on a CPU, such as "irq"; nested
 */
typedef enum
{
  TV_TRACK_THREAD,
  TV_TRACK_THREAD_EXTRA,
  TV_TRACK_THREAD_STATE,
  TV_TRACK_ASYNC,
  TV_TRACK_CPU,
  TV_TRACK_CPU_EXTRA,
} TvTrackKind;

/**
 * TvTrack:
 * @kind: what it belongs to, and how its slices lie
 * @role: what they mean
 * @utid: the thread it belongs to, or %TV_NONE
 * @upid: the process it belongs to, or %TV_NONE
 * @cpu: the CPU it belongs to, or %TV_NONE; see tv_trace_get_cpu_number()
 * @machine: the #TvMachine that it is of
 * @name: string: its name among those of its owner, or %TV_NONE
 * @parent: the track that it is a part of, or %TV_NONE. The layers of a lane are parts of the first
 * @layer: which layer of its lane (%TV_TRACK_ASYNC), from 0
 * @first_side: row of its first #TvRuns or #TvStates, see tv_trace_get_runs(); of what log lines mean that of its
 *   first, see tv_trace_get_slice_log_event()
 * @first_slice: row of its first slice
 * @n_slices: how many; they are the rows @first_slice … @first_slice + @n_slices - 1
 * @n_levels: deepest nesting: depths are 0 … @n_levels - 1
 * @start_ns: time of its first record
 * @end_ns: time of its last record
 * @uncertainty_ns: by how much its place on the timeline may be off, of a file that is tied to others; else 0
 * @covered_ns: Σ of its top-level slices' durations, for each clock
 * @first_gap: row of its first #TvGap
 * @n_gaps: how many
 */
typedef struct
{
  TvTrackKind kind;
  TvTrackRole role;
  guint32 utid;
  guint32 upid;
  guint32 cpu;
  guint32 machine;
  guint32 name;
  guint32 parent;
  guint32 layer;
  guint32 first_side;
  guint32 first_slice;
  guint32 n_slices;
  guint32 n_levels;
  guint32 first_gap;
  guint32 n_gaps;
  gint64 start_ns;
  gint64 end_ns;
  gint64 uncertainty_ns;
  gint64 covered_ns[TV_N_CLOCKS];
} TvTrack;

/* The row beside a slice of the track: see @first_side. */
static inline guint32
tv_track_get_side (const TvTrack *self, guint32 slice)
{
  return self->first_side + (slice - self->first_slice);
}

G_END_DECLS
