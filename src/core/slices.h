/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/number-column.h"
#include "core/memory/time-column.h"
#include "core/types.h"

G_BEGIN_DECLS

/* What happened from one time to another: calls, marks, spans; what they are called, and what joins
 * them. Each lies on a track, see core/tracks.h.
 */

/**
 * TvSymbol:
 * @class_name: string: package and class with dots, or %TV_NONE
 * @name: string: the method's name, or %TV_NONE where only the class is known
 * @signature: string: JVM signature, or %TV_NONE
 * @source_file: string, or %TV_NONE
 * @line: line number, or 0
 *
 * What a slice is called.
 */
typedef struct
{
  guint32 class_name;
  guint32 name;
  guint32 signature;
  guint32 source_file;
  guint32 line;
} TvSymbol;

/**
 * TvSliceFlags:
 * @TV_SLICE_OPEN: did not end; its duration reaches to its thread's last record (method
 *   traces) or to the end of the trace (logs)
 * @TV_SLICE_FORCED: its own end is missing; ended by the end of its caller or thread, or by the next slice
 * @TV_SLICE_UNWOUND: ended by an exception
 * @TV_SLICE_LOST: when it ended is not known, because events were lost; its duration is 0
 * @TV_SLICE_INSTANT: a point in time
 * @TV_SLICE_FAILED: ended by what says that it failed
 * @TV_SLICE_INFERRED: the log does not tell a switch at its start or end, but that there was one
 *   follows from other lines; see tv_trace_get_bound_ns()
 * @TV_SLICE_UNFINISHED: of one that is open: it still went on when it was seen last, which its
 *   duration reaches to
 */
typedef enum
{
  TV_SLICE_OPEN = 1 << 0,
  TV_SLICE_FORCED = 1 << 1,
  TV_SLICE_UNWOUND = 1 << 2,
  TV_SLICE_LOST = 1 << 3,
  TV_SLICE_INSTANT = 1 << 4,
  TV_SLICE_FAILED = 1 << 5,
  TV_SLICE_INFERRED = 1 << 6,
  TV_SLICE_UNFINISHED = 1 << 7,
} TvSliceFlags;

/**
 * TvSlices:
 * @n: number of slices
 * @ts: start, in the trace's own clock
 * @dur: duration on the timeline
 * @cpu_ts: the thread's CPU clock at the start (absent without %TV_CLOCK_CPU)
 * @cpu_dur: CPU time from start to end (absent without %TV_CLOCK_CPU)
 * @symbol: what is called
 * @parent: the slice it was called from, or %TV_NONE
 * @depth: 0 for a top-level slice
 * @flags: #TvSliceFlags
 * @arg_set: (nullable): arguments, see tv_trace_get_args(), or %TV_NONE; the column is absent in
 *   traces without any
 *
 * The columns of all slices. Rows are sorted by track, then by start, parents before their
 * children: a track is a range of rows, and so is everything that was called from one slice.
 */
typedef struct
{
  guint32 n;
  TvTimeColumn ts;
  TvTimeColumn dur;
  TvTimeColumn cpu_ts;
  TvTimeColumn cpu_dur;
  TvNumberColumn symbol;
  const guint32 *parent;
  TvNumberColumn depth;
  const guint8 *flags;
  const guint32 *arg_set;
} TvSlices;

/* What is known of a slice, times in nanoseconds; inline because every analysis walks over all of
 * them. */

static inline guint32
tv_slices_symbol (const TvSlices *slices, guint32 slice)
{
  return tv_number_column_get (&slices->symbol, slice);
}

static inline guint32
tv_slices_depth (const TvSlices *slices, guint32 slice)
{
  return tv_number_column_get (&slices->depth, slice);
}

static inline gint64
tv_slices_start (const TvSlices *slices, guint32 slice)
{
  return tv_time_column_get (&slices->ts, slice);
}

static inline gint64
tv_slices_end (const TvSlices *slices, guint32 slice)
{
  return tv_time_column_get (&slices->ts, slice) + tv_time_column_get (&slices->dur, slice);
}

/**
 * TvThreadClock:
 * @TV_THREAD_CLOCK_TS: its thread's CPU clock at the start, in ns
 * @TV_THREAD_CLOCK_DUR: CPU time from start to end, in ns
 * @TV_THREAD_CLOCK_INSTRUCTIONS: how many instructions its thread had run at the start
 * @TV_THREAD_CLOCK_INSTRUCTION_DELTA: how many from start to end
 *
 * What a program may tell of the clocks of its threads with some of its slices, beside any clock of the whole trace.
 */
typedef enum
{
  TV_THREAD_CLOCK_TS,
  TV_THREAD_CLOCK_DUR,
  TV_THREAD_CLOCK_INSTRUCTIONS,
  TV_THREAD_CLOCK_INSTRUCTION_DELTA,
  TV_N_THREAD_CLOCKS,
} TvThreadClock;

/**
 * TvFlow:
 * @from: slice at whose start, or during which, something was sent
 * @to: slice that received it
 */
typedef struct
{
  guint32 from;
  guint32 to;
} TvFlow;

/* Gaps are longer than this, the original Traceview's tolerance between the clocks. */
#define TV_GAP_NS 100000

/**
 * TvGap:
 * @ts: start, ns
 * @dur: ns of wall time beyond CPU time
 * @slice: the innermost slice around it
 *
 * A stretch in which a thread's wall clock ran ahead of its CPU clock by more than %TV_GAP_NS
 * between two of its records: it was switched away. It starts half the CPU time between the
 * records after the first of them, as in the original Traceview's "(context switch)".
 * Only traces with both clocks have them.
 */
typedef struct
{
  gint64 ts;
  gint64 dur;
  guint32 slice;
} TvGap;

G_END_DECLS
