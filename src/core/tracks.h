/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/role.h"
#include "core/types.h"

G_BEGIN_DECLS

/* Tracks: the rows of a timeline, which contain slices. Each track belongs to a thread, a process, a CPU or a
 * machine. */

/**
 * TvTrackKind:
 * @TV_TRACK_THREAD: calls of a thread, or slices that the thread begins and ends; nested
 * @TV_TRACK_THREAD_EXTRA: other activity of a thread, such as "binder"; nested
 * @TV_TRACK_THREAD_STATE: the states of a thread; each slice has a #TvState
 * @TV_TRACK_ASYNC: slices of a process that begin and end on any thread. Slices that overlap without nesting are
 *   distributed over layers, each of which is a track
 * @TV_TRACK_CPU: the runs on a CPU; each slice has a #TvRun
 * @TV_TRACK_CPU_EXTRA: other activity of a CPU, such as "irq"; nested
 *
 * The owner of a track, and the layout of its slices.
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
 * @kind: kind of owner and layout of the slices
 * @role: meaning of the slices
 * @utid: the thread that owns the track, or %TV_NONE
 * @upid: the process that owns the track, or %TV_NONE
 * @cpu: the CPU that owns the track, or %TV_NONE; see tv_trace_get_cpu_number()
 * @machine: the #TvMachine of the owner
 * @name: string id of the name, which is unique within its owner, or %TV_NONE
 * @parent: the parent track, or %TV_NONE; the layers of an async track are children of the first layer
 * @layer: index of the layer (%TV_TRACK_ASYNC), from 0
 * @first_side: row of the first run in #TvRuns, or of the first state in #TvStates; on tracks of decoded log lines,
 *   index of the first entry for tv_trace_get_slice_log_event()
 * @first_slice: row of the first slice
 * @n_slices: number of slices; their rows are @first_slice … @first_slice + @n_slices - 1
 * @n_levels: number of nesting levels; depths are 0 … @n_levels - 1
 * @start_ns: time of the first record in ns
 * @end_ns: time of the last record in ns
 * @uncertainty_ns: maximum error of the track's position on the timeline in ns, if its file was synchronized with
 *   others; otherwise 0
 * @covered_ns: total duration of the top-level slices in ns, per clock
 * @first_gap: row of the first #TvGap
 * @n_gaps: number of gaps
 *
 * A track and its range of slices.
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

/* Returns the side row of a slice on the track; see @first_side. */
static inline guint32
tv_track_get_side (const TvTrack *self, guint32 slice)
{
  return self->first_side + (slice - self->first_slice);
}

G_END_DECLS
