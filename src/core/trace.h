/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "core/args.h"
#include "core/dumps.h"
#include "core/log-lines.h"
#include "core/memory/number-column.h"
#include "core/problem.h"
#include "core/memory/time-column.h"
#include "core/role.h"
#include "core/stacks.h"
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
 * @pid: process id on the device; a process that got the id of an earlier one is a row of its own
 * @name: string, or %TV_NONE; tv_trace_dup_process_label() finds the best there is
 * @parent: the process that made it, or %TV_NONE
 * @start_ns: when it was made, or %G_MININT64 if the log does not tell
 * @end_ns: when its last thread ended, or %G_MAXINT64
 */
typedef struct
{
  guint32 pid;
  guint32 name;
  guint32 parent;
  gint64 start_ns;
  gint64 end_ns;
} TvProcess;

/**
 * TvThread:
 * @tid: thread id on the device; a thread that got the id of an earlier one is a row of its own
 * @name: string, or %TV_NONE where the file does not tell
 * @upid: process, or %TV_NONE
 * @track: the track of its calls, or %TV_NONE if it has none
 * @state_track: the track of its states, or %TV_NONE
 * @parent: the thread that made it, or %TV_NONE
 * @start_ns: when it was made, or %G_MININT64 if the log does not tell
 * @end_ns: when it ended, or %G_MAXINT64; it is switched away a little later. Where the log does not
 *   tell and another thread got its id, when that one began
 * @is_idle: it is what a CPU runs that has nothing to run
 */
typedef struct
{
  guint32 tid;
  guint32 name;
  guint32 upid;
  guint32 track;
  guint32 state_track;
  guint32 parent;
  gint64 start_ns;
  gint64 end_ns;
  gboolean is_idle;
} TvThread;

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
 * @cpu: the number of the CPU it belongs to, or %TV_NONE
 * @name: string: its name among those of its owner, or %TV_NONE
 * @parent: the track that it is a part of, or %TV_NONE. The layers of a lane are parts of the first
 * @layer: which layer of its lane (%TV_TRACK_ASYNC), from 0
 * @first_side: row of its first #TvRun or #TvState, see tv_trace_get_runs()
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
  TvTrackRole role;
  guint32 utid;
  guint32 upid;
  guint32 cpu;
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
 * @TV_SLICE_OPEN: did not end; its duration reaches to its thread's last record (method
 *   traces) or to the end of the trace (logs)
 * @TV_SLICE_FORCED: ended by an exit of one of its callers or of its thread, its own is missing
 * @TV_SLICE_UNWOUND: ended by an exception
 * @TV_SLICE_LOST: when it ended is not known, because events were lost; its duration is 0
 * @TV_SLICE_INSTANT: a point in time
 * @TV_SLICE_FAILED: ended by what says that it failed
 * @TV_SLICE_INFERRED: the log does not tell a switch at its start or end, but that there was one
 *   follows from other lines; see tv_trace_get_bound_ns()
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
 * TvCounterTrack:
 * @role: what it counts
 * @unit: what its values are in
 * @name: string
 * @upid: the process it belongs to, or %TV_NONE
 * @cpu: the number of the CPU it belongs to, or %TV_NONE
 * @first_sample: row of its first sample
 * @n_samples: how many, sorted by time
 * @min: the smallest value
 * @max: the largest
 */
typedef struct
{
  TvCounterRole role;
  TvCounterUnit unit;
  guint32 name;
  guint32 upid;
  guint32 cpu;
  guint32 first_sample;
  guint32 n_samples;
  double min;
  double max;
} TvCounterTrack;

/**
 * TvSamples:
 * @n: number of samples of all counters
 * @ts: when
 * @value: the counter's value from then on
 */
typedef struct
{
  guint32 n;
  const gint64 *ts;
  const double *value;
} TvSamples;

/**
 * TvEvents:
 * @n: number of events
 * @ts: when, sorted
 * @cpu: on which CPU
 * @utid: by which thread
 * @text: which of the log's texts it says; each is there once
 * @text_name: by text: string: which tracepoint says it, see tv_events_get_name()
 *
 * All lines of a log as they were, see tv_trace_get_event_args() for the rest of each.
 */
typedef struct
{
  guint32 n;
  TvTimeColumn ts;
  const guint32 *cpu;
  const guint32 *utid;
  const guint32 *text;
  const guint32 *text_name;
} TvEvents;

/* The string that the event is called. */
static inline guint32
tv_events_get_name (const TvEvents *self, guint32 event)
{
  return self->text_name[self->text[event]];
}

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
gboolean          tv_trace_has            (TvTrace *self,
                                           TvTraceParts parts);
gboolean          tv_trace_names_methods  (TvTrace *self);
gboolean          tv_trace_has_tracks     (TvTrace *self);

const TvMetadata *tv_trace_get_metadata   (TvTrace *self,
                                           guint   *n);
const TvProblem  *tv_trace_get_problems   (TvTrace *self,
                                           guint   *n);
guint             tv_trace_count_problems (TvTrace   *self,
                                           TvSeverity severity);
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
const TvRun      *tv_trace_get_runs       (TvTrace *self,
                                           guint32 *n);
const TvState    *tv_trace_get_states     (TvTrace *self,
                                           guint32 *n);
const TvRun      *tv_trace_get_run        (TvTrace *self,
                                           guint32  slice);
const TvState    *tv_trace_get_state      (TvTrace *self,
                                           guint32  slice);
const TvCounterTrack *tv_trace_get_counter_tracks (TvTrace *self,
                                           guint32 *n);
const TvSamples  *tv_trace_get_samples    (TvTrace *self);
const TvEvents   *tv_trace_get_events     (TvTrace *self);
const TvLogLines *tv_trace_get_log_lines  (TvTrace *self);
const TvStacks   *tv_trace_get_stacks     (TvTrace *self);
const TvDumps    *tv_trace_get_dumps      (TvTrace *self);
const char       *tv_trace_get_event_args (TvTrace *self,
                                           guint32  event,
                                           gsize   *len);
char             *tv_trace_dup_event_args (TvTrace *self,
                                           guint32  event);
const TvArg      *tv_trace_get_args       (TvTrace *self,
                                           guint32  arg_set,
                                           guint32 *n);
guint32           tv_trace_get_n_arg_sets (TvTrace *self);
gint64            tv_trace_get_arg_int    (TvTrace *self,
                                           const TvArg *arg);
double            tv_trace_get_arg_double (TvTrace *self,
                                           const TvArg *arg);
const char       *tv_trace_get_arg_text   (TvTrace *self,
                                           const TvArg *arg,
                                           char     buffer[TV_ARG_TEXT_BYTES]);
const TvFlow     *tv_trace_get_flows      (TvTrace *self,
                                           guint32 *n);
const TvBound    *tv_trace_get_bounds     (TvTrace *self,
                                           guint32 *n);
gint64            tv_trace_get_bound_ns   (TvTrace *self,
                                           guint32  slice);
TvInferred        tv_trace_get_inferred   (TvTrace *self,
                                           guint32  track,
                                           gint64   start_ns,
                                           gint64   end_ns);
TvInferred        tv_trace_get_inferred_cpu (TvTrace *self,
                                           guint32  slice);
gint64            tv_trace_get_cpu_at     (TvTrace *self,
                                           guint32  utid,
                                           gint64   ts_ns);

char             *tv_trace_dup_symbol_name  (TvTrace *self,
                                             guint32  symbol);
char             *tv_trace_dup_symbol_label (TvTrace *self,
                                             guint32  symbol);
char             *tv_trace_dup_thread_label (TvTrace *self,
                                             guint32  utid);
char             *tv_trace_dup_process_label (TvTrace *self,
                                             guint32  upid);

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
gint64           *tv_trace_dup_self_ns      (TvTrace *self,
                                             TvClock  clock);
gint64            tv_trace_get_self_ns      (TvTrace *self,
                                             guint32  slice,
                                             TvClock  clock);

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

G_END_DECLS
