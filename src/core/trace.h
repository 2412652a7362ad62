/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "core/problem.h"
#include "core/time-column.h"
#include "core/types.h"

G_BEGIN_DECLS

/* The trace in memory: columns that never change once built, so that any thread may read them
 * without a lock. Made by #TvTraceBuilder. Ids are row numbers: utid (threads), upid
 * (processes), track, symbol, slice. Strings are ids too; tv_trace_get_string() gives the text.
 *
 *   process ◀─ thread ◀─ track ◀─ slice ─▶ symbol
 */

#define TV_TYPE_TRACE (tv_trace_get_type ())
G_DECLARE_FINAL_TYPE (TvTrace, tv_trace, TV, TRACE, GObject)

/**
 * TvProcess:
 * @pid: process id on the device
 * @name: string, or %TV_NONE
 */
typedef struct
{
  guint32 pid;
  guint32 name;
} TvProcess;

/**
 * TvThread:
 * @tid: thread id on the device
 * @name: string, or %TV_NONE where the file does not tell
 * @upid: process, or %TV_NONE
 * @track: the track of its calls, or %TV_NONE if it has none
 */
typedef struct
{
  guint32 tid;
  guint32 name;
  guint32 upid;
  guint32 track;
} TvThread;

/**
 * TvTrackKind:
 * @TV_TRACK_THREAD: the calls of one thread
 */
typedef enum
{
  TV_TRACK_THREAD,
} TvTrackKind;

/**
 * TvTrack:
 * @kind: what it shows
 * @utid: the thread it belongs to
 * @first_slice: row of its first slice
 * @n_slices: how many; they are the rows @first_slice … @first_slice + @n_slices - 1
 * @n_levels: deepest nesting: depths are 0 … @n_levels - 1
 * @start_ns: time of its first record
 * @end_ns: time of its last record
 * @covered_ns: Σ of its top-level slices' durations, for each clock
 * @first_gap: row of its first #TvGap
 * @n_gaps: how many
 */
typedef struct
{
  TvTrackKind kind;
  guint32 utid;
  guint32 first_slice;
  guint32 n_slices;
  guint32 n_levels;
  guint32 first_gap;
  guint32 n_gaps;
  gint64 start_ns;
  gint64 end_ns;
  gint64 covered_ns[TV_N_CLOCKS];
} TvTrack;

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
 * @TV_SLICE_OPEN: did not end; its duration reaches to its thread's last record
 * @TV_SLICE_FORCED: ended by an exit of one of its callers, its own is missing
 * @TV_SLICE_UNWOUND: ended by an exception
 */
typedef enum
{
  TV_SLICE_OPEN = 1 << 0,
  TV_SLICE_FORCED = 1 << 1,
  TV_SLICE_UNWOUND = 1 << 2,
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
  const guint32 *symbol;
  const guint32 *parent;
  const guint32 *depth;
  const guint8 *flags;
} TvSlices;

/**
 * TvGap:
 * @ts: start, ns
 * @dur: ns of wall time beyond CPU time
 * @slice: the innermost slice around it
 *
 * A stretch in which a thread's wall clock ran ahead of its CPU clock by more than 100 µs
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

/**
 * TvMetadata:
 *
 * A fact the file tells about itself.
 */
typedef struct
{
  const char *key;
  const char *value;
} TvMetadata;

const char       *tv_trace_get_string     (TvTrace *self,
                                           guint32  string);
const char       *tv_trace_get_format     (TvTrace *self);
gint64            tv_trace_get_start_ns   (TvTrace *self);
gint64            tv_trace_get_end_ns     (TvTrace *self);
gboolean          tv_trace_has_clock      (TvTrace *self,
                                           TvClock  clock);
TvClock           tv_trace_get_main_clock (TvTrace *self);
gboolean          tv_trace_is_rebuilt     (TvTrace *self);

const TvMetadata *tv_trace_get_metadata   (TvTrace *self,
                                           guint   *n);
const TvProblem  *tv_trace_get_problems   (TvTrace *self,
                                           guint   *n);
const TvProcess  *tv_trace_get_processes  (TvTrace *self,
                                           guint32 *n);
const TvThread   *tv_trace_get_threads    (TvTrace *self,
                                           guint32 *n);
const TvTrack    *tv_trace_get_tracks     (TvTrace *self,
                                           guint32 *n);
const TvSymbol   *tv_trace_get_symbols    (TvTrace *self,
                                           guint32 *n);
const TvGap      *tv_trace_get_gaps       (TvTrace *self,
                                           guint32 *n);
const TvSlices   *tv_trace_get_slices     (TvTrace *self);

char             *tv_trace_dup_symbol_name  (TvTrace *self,
                                             guint32  symbol);
char             *tv_trace_dup_symbol_label (TvTrace *self,
                                             guint32  symbol);
char             *tv_trace_dup_thread_label (TvTrace *self,
                                             guint32  utid);

guint32           tv_trace_find_track_at    (TvTrace *self,
                                             guint32  slice);
guint32           tv_trace_find_slice_from  (TvTrace *self,
                                             guint32  track,
                                             gint64   ts_ns);
guint32           tv_trace_find_slice_at    (TvTrace *self,
                                             guint32  track,
                                             guint32  depth,
                                             gint64   ts_ns);
guint32           tv_trace_get_subtree_end  (TvTrace *self,
                                             guint32  slice);
gint64            tv_trace_get_self_ns      (TvTrace *self,
                                             guint32  slice,
                                             TvClock  clock);

/* Nanoseconds of a slice; inline because every analysis walks over all of them. */

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

G_END_DECLS
