/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/number-column.h"
#include "core/memory/time-column.h"
#include "core/types.h"

G_BEGIN_DECLS

/* Slices: calls, marks and spans with a start and a duration; their names; and the flows that connect them.
 * Each slice is on a track, see core/tracks.h. */

/**
 * TvSymbol:
 * @class_name: string id of the package and class, with dots, or %TV_NONE
 * @name: string id of the method's name; %TV_NONE if only the class is known
 * @signature: string id of the JVM signature, or %TV_NONE
 * @source_file: string id, or %TV_NONE
 * @line: line number, or 0
 *
 * The name of a slice.
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
 * @TV_SLICE_OPEN: has no end; the duration extends to the last record of the thread (method traces) or to the end of
 *   the trace (logs)
 * @TV_SLICE_FORCED: has no recorded end; ended with its caller or thread, or at the start of the next slice
 * @TV_SLICE_UNWOUND: ended by an exception
 * @TV_SLICE_LOST: has an unknown end, because events were lost; the duration is 0
 * @TV_SLICE_INSTANT: a point in time
 * @TV_SLICE_FAILED: has an end that reported a failure
 * @TV_SLICE_INFERRED: begins or ends with a context switch that is not recorded, but inferred from other lines; see
 *   tv_trace_get_bound_ns()
 * @TV_SLICE_UNFINISHED: open, and last known to be running at the end of its duration
 *
 * Properties of a slice.
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
 * @ts: start on the trace's clock, in ns
 * @dur: duration on the timeline, in ns
 * @cpu_ts: CPU time of the thread at the start in ns (absent without %TV_CLOCK_CPU)
 * @cpu_dur: CPU time from start to end in ns (absent without %TV_CLOCK_CPU)
 * @symbol: row of the #TvSymbol
 * @after_parent: 1 + row of the enclosing slice, or 0 without one; see tv_slices_parent()
 * @depth: 0 for a top-level slice
 * @flags: #TvSliceFlags
 * @arg_set: (nullable): set of arguments, see tv_trace_get_args(), or %TV_NONE; the column is absent in traces
 *   without arguments
 *
 * All slices as columns. Rows are sorted by track, then by start, with parents before their children. Therefore a
 * track is a range of rows, and so is the subtree of a slice. Parents and depths of runs and states are 0, and so are
 * most of their flags; the columns use almost no memory for these rows.
 */
typedef struct
{
  guint32 n;
  TvTimeColumn ts;
  TvTimeColumn dur;
  TvTimeColumn cpu_ts;
  TvTimeColumn cpu_dur;
  TvNumberColumn symbol;
  const guint32 *after_parent;
  TvNumberColumn depth;
  const guint8 *flags;
  const guint32 *arg_set;
} TvSlices;

/* Accessors; times in ns. They are inline because every analysis iterates over all slices. */

/* Returns the enclosing slice, or %TV_NONE. */
static inline guint32
tv_slices_parent (const TvSlices *slices, guint32 slice)
{
  return slices->after_parent[slice] - 1;
}

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

/* Returns whether the end of the slice is unknown: the slice was open at the end of the recording, or its end was
 * lost. The duration is then not a measurement, so averages, extremes and rankings of durations exclude the slice. */
static inline gboolean
tv_slices_is_unfinished (const TvSlices *slices, guint32 slice)
{
  return (slices->flags[slice] & (TV_SLICE_OPEN | TV_SLICE_LOST)) != 0;
}

/**
 * TvThreadClock:
 * @TV_THREAD_CLOCK_TS: CPU time of the thread at the start, in ns
 * @TV_THREAD_CLOCK_DUR: CPU time from start to end, in ns
 * @TV_THREAD_CLOCK_INSTRUCTIONS: instruction count of the thread at the start
 * @TV_THREAD_CLOCK_INSTRUCTION_DELTA: number of instructions from start to end
 *
 * Per-thread clocks that programs report with some of their slices, independent of the clocks of the trace.
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
 * @from: the sending slice
 * @to: the receiving slice
 *
 * A causal link from one slice to another.
 */
typedef struct
{
  guint32 from;
  guint32 to;
} TvFlow;

/* Minimum length of a gap in ns: the tolerance between two clocks in the original Traceview. */
#define TV_GAP_NS 100000

/**
 * TvGap:
 * @ts: start in ns
 * @dur: difference between the elapsed wall time and CPU time, in ns
 * @slice: the innermost slice that encloses the gap
 *
 * An interval between two records of a thread in which the wall clock advanced more than the thread's CPU clock, by
 * over %TV_GAP_NS: the thread was off the CPU. The gap starts half of the elapsed CPU time after the first record, as
 * in the original Traceview's "(context switch)". Only traces with both clocks have gaps.
 */
typedef struct
{
  gint64 ts;
  gint64 dur;
  guint32 slice;
} TvGap;

G_END_DECLS
