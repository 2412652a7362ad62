/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/sched-part.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/builder/events-part.h"
#include "core/builder/problems-part.h"
#include "core/builder/slice-chunk.h"
#include "core/builder/slice-tracks.h"
#include "core/builder/slice-writer.h"
#include "core/builder/symbols-part.h"
#include "core/builder/threads-part.h"
#include "core/memory/large-block.h"
#include "core/memory/parallel.h"
#include "core/trace-builder-states.h"
#include "core/trace-edit.h"

/* Runs on CPUs and states of threads. Both are slices on separate tracks, with one side row per slice (TvRuns,
 * TvStates).
 *
 *   CPU 0     [a      ][b   ]      [a  ]        a slice per run of a thread
 *   a         [Running][S   ][R    ][Running]   a slice per state
 *                            ▲ woken
 *
 * Until the builder finishes, this part shares no mutable data with the other parts, so that one thread may fill it
 * while another thread fills the others. It has its own tracks, slices and problems, which are merged by event at the
 * end. Until then, the symbol column contains the row of the state name for states, and the utid for runs.
 *
 * These slices are the most frequent ones, so they are small: in addition to start, duration and name, a slice has
 * only a 32-bit detail. For a state, the detail is TvStates.about; for a run, its priority and end state.
 *
 * Called by the handlers of ftrace and Perfetto sched events. tv_trace_builder_select_sched_event() makes an event
 * the current event of this part, to which its problems are assigned. The stages "join scheduling" and "scheduling"
 * of trace-builder.c move the tracks to the slices part. */

/* Maximum number of distinct state names in the log. The remaining values of the column are reserved for two kinds of
 * names: those that the builder itself gives to states, and those of states beyond the maximum, which differ only by
 * kind, I/O wait and IRQ context. */
#define MAX_STATE_NAMES (G_MAXUINT16 - 3 * 3 * TV_N_STATE_KINDS)

/* A thread's CPU time is reported as inexact if its maximum error exceeds both 1/DOUBTFUL_PARTS of this CPU time and
 * 1/MIN_DOUBT_PARTS of the CPU time of all threads. */
#define MIN_DOUBT_PARTS 1000
#define DOUBTFUL_PARTS  100

/* The current state of a CPU. */
typedef struct
{
  guint32 track;
  guint32 running;   /* utid of the current thread, or TV_NONE if unknown */
  gboolean is_known; /* whether @running is known */
  gint64 last_line;  /* time of the last line of the CPU in ticks, if @is_known */
  /* @leaving: the thread that was switched out in the last line, or TV_NONE. @can_return: whether this thread may
   *   continue to run. @n_late: number of its events since the switch. @first_late, @last_late: rows of the first and
   *   the last of these events. */
  guint32 leaving;
  gboolean can_return;
  guint32 n_late;
  guint32 first_late;
  guint32 last_late;
} CpuNow;

/* The current state of a thread. */
typedef struct
{
  gboolean has_state; /* whether @kind, @text and @cpu are set */
  guint8 kind;
  guint32 text;
  guint32 cpu;         /* CPU of a running thread; TV_NONE for other states */
  TvFlatSlice blocked; /* last blocked state for which no details were added; empty if none */
  gint64 last_woken;   /* time of the last wakeup in ticks; G_MININT64 if none */
  gboolean
      is_waking; /* whether a waking event has set @waker and @irq_context, but the wakeup itself has not followed */
  guint32 waker;
  gint8 irq_context;
} ThreadNow;

/* Beside each state name: the first event with that state, and the next name with the same text, or TV_NONE. */
typedef struct
{
  guint32 event;
  guint32 next;
} StateNameRow;

/* The detail of a run packs two 16-bit numbers: the priority; and 1 + the row of the end state's name, or 0. The low
 * bytes of both are in the low half of the detail, so that nearly all details fit in 16 bits. */
#define LOW_BYTES  0x00ffu
#define HIGH_BYTES 0xff00u

/* Error bound of a slice whose start, end or both are inferred: the sum of the maximum errors. */
typedef struct
{
  guint32 row; /* row in the track */
  gint64 ticks;
} OpenBound;

/* Aligned to cache lines, because another thread writes to other parts of the builder. */
struct _TvSchedPart
{
  TvSliceWriter *writer; /* has its own tracks */
  TvProblemList problems;
  GArray *thread_rows; /* TvThread by utid; shared with the threads part, owned by the trace */
  const TvStringPool *strings; /* the trace's strings */
  GArray *cpus;                /* CpuNow by CPU number */
  GArray *threads;             /* ThreadNow by utid */
  GArray *state_names;         /* TvStateName; in the order of their first events */
  GArray *state_name_rows;     /* StateNameRow per entry of @state_names */
  GArray *
      names; /* guint32 by string id; the state name with that text that was added last, or TV_NONE */
  guint32
      running_text; /* string ids of the state names that the builder itself uses: running, and @runnable_text */
  guint32 runnable_text;
  guint32 other_text; /* string id of the name for states beyond MAX_STATE_NAMES */
  GArray *untimed;    /* gint64; file offsets of events without a timestamp, ascending */
  GPtrArray
      *bounds; /* per track: GArray of OpenBound, or NULL; may be shorter than the list of tracks */
  guint32 n_functions; /* 1 + the greatest string id of a kernel function; 0 if there are none */
  gint64 bound;        /* sum of the maximum errors of all inferred switches, in ticks */
  guint
      first_track; /* number in the trace of this part's first track; valid after tv_trace_builder_join_sched() */
};

static void
free_bounds (gpointer bounds)
{
  if (bounds != NULL)
    g_array_unref (bounds);
}

static void
init (TvTraceBuilder *self)
{
  TvSchedPart *sched = tv_cache_lines_new (sizeof *sched);

  self->sched = sched;
  tv_problem_list_init (&sched->problems);
  sched->thread_rows = tv_trace_builder_get_thread_rows (self);
  sched->strings = tv_trace_builder_get_strings (self);
  sched->writer = tv_slice_writer_new_with_tracks (self, &sched->problems);
  sched->cpus = g_array_new (FALSE, TRUE, sizeof (CpuNow));
  sched->threads = g_array_new (FALSE, TRUE, sizeof (ThreadNow));
  sched->state_names = g_array_new (FALSE, FALSE, sizeof (TvStateName));
  sched->state_name_rows = g_array_new (FALSE, FALSE, sizeof (StateNameRow));
  sched->names = g_array_new (FALSE, FALSE, sizeof (guint32));
  sched->untimed = g_array_new (FALSE, FALSE, sizeof (gint64));
  sched->bounds = g_ptr_array_new_with_free_func (free_bounds);
  sched->running_text = tv_trace_builder_intern (self, "Running", -1);
  sched->runnable_text = tv_trace_builder_intern (self, "R", -1);
  sched->other_text = tv_trace_builder_intern (self, "?", -1);
}

static void
clear (TvTraceBuilder *self)
{
  TvSchedPart *sched = self->sched;

  tv_slice_writer_free (sched->writer);
  tv_problem_list_clear (&sched->problems);
  g_array_unref (sched->cpus);
  g_array_unref (sched->threads);
  g_array_unref (sched->state_names);
  g_array_unref (sched->state_name_rows);
  g_array_unref (sched->names);
  g_array_unref (sched->untimed);
  g_ptr_array_unref (sched->bounds);
  g_aligned_free (sched);
  self->sched = NULL;
}

const TvBuilderPart tv_builder_sched = { .init = init, .clear = clear };

/* Returns: (transfer none): the problems of scheduling; valid until tv_trace_builder_join_sched() */
TvProblemList *
tv_trace_builder_get_sched_problems (TvTraceBuilder *self)
{
  return &self->sched->problems;
}

/**
 * tv_trace_builder_select_sched_event:
 * @self: a builder of a log whose events are sorted
 * @row: row of an event
 * @event: (out): the event
 *
 * Gets an event and makes it the current event, to which the problems and state names of the following calls are
 * assigned. Must be called before tv_trace_builder_switch(), tv_trace_builder_wake() and
 * tv_trace_builder_add_blocked_reason().
 */
void
tv_trace_builder_select_sched_event (TvTraceBuilder *self, guint32 row, TvLogEvent *event)
{
  self->sched->problems.event = row;
  tv_trace_builder_peek_event (self, row, event);
}

/**
 * tv_trace_builder_add_sched_problem:
 * @self: a builder of a log
 * @file_offset: offset in the file, or -1
 * @detail_format: printf() format of the details
 * @...: arguments of @detail_format
 *
 * Counts a problem like tv_trace_builder_add_problem(), on the thread that adds scheduling.
 */
void
tv_trace_builder_add_sched_problem (TvTraceBuilder *self,
                                    TvProblemKind kind,
                                    gint64 file_offset,
                                    const char *detail_format,
                                    ...)
{
  va_list args;

  va_start (args, detail_format);
  tv_problem_list_add (&self->sched->problems, kind, file_offset, detail_format, args);
  va_end (args);
}

/* ---- CPUs, threads and state names ---- */

static ThreadNow *
get_thread (TvTraceBuilder *self, guint32 utid)
{
  GArray *threads = self->sched->threads;

  while (threads->len <= utid)
    g_array_append_val (threads, ((ThreadNow){ .cpu = TV_NONE, .last_woken = G_MININT64 }));
  return &g_array_index (threads, ThreadNow, utid);
}

static CpuNow *
get_cpu (TvTraceBuilder *self, guint32 cpu)
{
  GArray *cpus = self->sched->cpus;
  CpuNow *now;

  while (cpus->len <= cpu)
    g_array_append_val (cpus,
                        ((CpuNow){ .track = TV_NONE, .running = TV_NONE, .leaving = TV_NONE }));
  now = &g_array_index (cpus, CpuNow, cpu);
  if (now->track == TV_NONE)
    now->track = tv_slice_writer_add_flat_track (self->sched->writer, TV_TRACK_CPU, TV_ROLE_RUNS,
                                                 TV_NONE, cpu);
  return now;
}

static guint32
get_state_track (TvTraceBuilder *self, guint32 utid)
{
  TvThread *thread = &g_array_index (self->sched->thread_rows, TvThread, utid);

  if (thread->state_track == TV_NONE)
    thread->state_track = tv_slice_writer_add_flat_track (
        self->sched->writer, TV_TRACK_THREAD_STATE, TV_ROLE_STATES, utid, TV_NONE);
  return thread->state_track;
}

static gboolean
is_idle (const TvTraceBuilder *self, guint32 utid)
{
  return g_array_index (self->sched->thread_rows, TvThread, utid).is_idle;
}

static guint32
find_name (const TvTraceBuilder *self, const TvStateName *wanted)
{
  const TvSchedPart *sched = self->sched;
  guint32 row = *tv_string_rows_get (sched->names, wanted->text, sched->strings);

  for (; row != TV_NONE; row = g_array_index (sched->state_name_rows, StateNameRow, row).next)
    {
      const TvStateName *name = &g_array_index (sched->state_names, TvStateName, row);

      if (name->kind == wanted->kind && name->io_wait == wanted->io_wait &&
          name->irq_context == wanted->irq_context)
        break;
    }
  return row;
}

/* Adds a state name. Kernels have few. If a file has nearly as many as the column can hold, all further names with
 * the same kind, I/O wait and IRQ context share a row. Rows for the names that the builder itself uses are reserved. */
static G_GNUC_NO_INLINE guint32
add_name (TvTraceBuilder *self, TvStateName name)
{
  TvSchedPart *sched = self->sched;
  gboolean is_own = name.text == sched->running_text || name.text == sched->runnable_text;
  guint32 *first, found;
  StateNameRow beside = { .event = sched->problems.event };

  if (sched->state_names->len >= MAX_STATE_NAMES && !is_own)
    {
      tv_slice_writer_count_problem (sched->writer, TV_PROBLEM_MANY_STATES, -1);
      name.text = sched->other_text;
      found = find_name (self, &name);
      if (found != TV_NONE)
        return found;
    }
  first = tv_string_rows_get (sched->names, name.text, sched->strings);
  beside.next = *first;
  g_array_append_val (sched->state_names, name);
  g_array_append_val (sched->state_name_rows, beside);
  return *first = sched->state_names->len - 1;
}

static inline guint32
get_full_name (TvTraceBuilder *self, const TvStateName *name)
{
  guint32 row = find_name (self, name);

  return G_LIKELY (row != TV_NONE) ? row : add_name (self, *name);
}

static inline guint32
get_name (TvTraceBuilder *self, TvStateKind kind, gint8 io_wait, guint32 text)
{
  return get_full_name (self, &(TvStateName){ (guint8) kind, io_wait, -1, text });
}

static inline gboolean
runs_on (const ThreadNow *thread, guint32 cpu)
{
  return thread->has_state && thread->kind == TV_STATE_RUNNING && thread->cpu == cpu;
}

/* Ends the state of a thread, if any, and begins the next state. @name is a result of get_name(). */
static void
enter_state (TvTraceBuilder *self,
             guint32 utid,
             TvStateKind kind,
             guint32 name,
             guint32 detail,
             gint64 ts)
{
  guint32 track = get_state_track (self, utid);
  ThreadNow *now = get_thread (self, utid);
  gboolean is_added = now->has_state ? tv_slice_writer_follow_flat (self->sched->writer, track,
                                                                    name, detail, ts)
                                     : tv_slice_writer_begin_flat (self->sched->writer, track, name,
                                                                   detail, ts, -1);

  if (!is_added)
    return;
  now->has_state = TRUE;
  now->is_waking = FALSE;
  now->kind = (guint8) kind;
  now->text = g_array_index (self->sched->state_names, TvStateName, name).text;
  now->cpu = kind == TV_STATE_RUNNING ? detail : TV_NONE;
  if (kind == TV_STATE_BLOCKED)
    now->blocked = tv_slice_writer_get_last_flat (self->sched->writer, track);
}

/* Ends the state of a thread, whose actual end is unknown. */
static void
lose_state (TvTraceBuilder *self, guint32 utid)
{
  tv_slice_writer_lose_end (self->sched->writer, get_state_track (self, utid));
  get_thread (self, utid)->has_state = FALSE;
}

/* Packs the priority and the end state of a run into its detail. @state is the row of the end state's name, or
 * TV_NONE. */
static guint32
pack_run (gint16 priority, guint32 state)
{
  guint32 high = (guint16) priority, low = (guint16) (state + 1);

  return (high & HIGH_BYTES) << 16 | (low & HIGH_BYTES) << 8 | (high & LOW_BYTES) << 8 |
         (low & LOW_BYTES);
}

static gint16
get_priority (guint32 detail)
{
  return (gint16) ((detail >> 16 & HIGH_BYTES) | (detail >> 8 & LOW_BYTES));
}

/* Returns the row of the end state's name from the detail of a run, or TV_NONE. */
static guint32
get_end_state (guint32 detail)
{
  return ((detail >> 8 & HIGH_BYTES) | (detail & LOW_BYTES)) - 1;
}

/* Ends the run on a CPU. @state is the row of the name of the state that the thread enters. */
static void
leave_cpu (TvTraceBuilder *self, CpuNow *cpu, guint32 state, gint64 ts)
{
  TvFlatSlice run = tv_slice_writer_get_last_flat (self->sched->writer, cpu->track);

  tv_slice_writer_end_flat (self->sched->writer, cpu->track, ts);
  if (run.chunk == NULL)
    return;
  tv_flat_slice_set_detail (run, pack_run (get_priority (tv_flat_slice_get_detail (run)), state));
}

/* Begins a run: makes a thread the current thread of a CPU, and sets its state to running. The idle thread becomes
 * current, but has no runs. */
static void
begin_run (TvTraceBuilder *self,
           guint32 cpu,
           guint32 utid,
           gint32 priority,
           gint64 ts,
           gint64 file_offset)
{
  CpuNow *now = get_cpu (self, cpu);
  guint32 detail = pack_run ((gint16) CLAMP (priority, G_MININT16, G_MAXINT16), TV_NONE);

  now->running = utid;
  if (is_idle (self, utid))
    return;
  enter_state (self, utid, TV_STATE_RUNNING,
               get_name (self, TV_STATE_RUNNING, -1, self->sched->running_text), cpu, ts);
  tv_slice_writer_begin_flat (self->sched->writer, now->track, utid, detail, ts, file_offset);
}

/* ---- Inferred switches ---- */

/* Infers switches that are not in the log. Recent kernels omit some switches, usually those from idle, and every
 * kernel omits them when its buffer is full. However, each line names the thread that was current on its CPU. If that
 * is not the known thread, there was a switch since the previous line of the CPU:
 *
 *   CPU 0      switch to idle    idle: wakes a    a: mark         a: switch to b
 *   known      │ idle            │                │
 *   inferred                     [a                               ]     off by at most ├──────┤
 *
 * If the CPU was idle and the thread was woken after the previous line of the CPU, its run starts at the wakeup;
 * otherwise, at the line. The previous thread ran until its own last line on the CPU; its state after that is
 * unknown. In a log whose lines do not name the current thread, only switches show which thread is current. */

static void
add_bound (TvTraceBuilder *self, guint32 track, gint64 ticks)
{
  GPtrArray *all = self->sched->bounds;
  guint32 n = tv_slice_writer_get_n_slices (self->sched->writer, track);
  GArray *bounds;

  if (n == 0)
    return;
  if (all->len <= track)
    g_ptr_array_set_size (all, (int) track + 1);
  if (all->pdata[track] == NULL)
    all->pdata[track] = g_array_new (FALSE, FALSE, sizeof (OpenBound));
  bounds = all->pdata[track];
  if (bounds->len > 0)
    {
      OpenBound *last = &g_array_index (bounds, OpenBound, bounds->len - 1);

      if (last->row == n - 1)
        {
          tv_add_ns (&last->ticks, ticks);
          return;
        }
    }
  g_array_append_val (bounds, ((OpenBound){ n - 1, ticks }));
}

/* Records that the start or end of the current state of a thread is inferred. */
static void
bound_last_state (TvTraceBuilder *self, guint32 utid, gint64 ticks)
{
  add_bound (self, get_state_track (self, utid), ticks);
}

static void
count (TvTraceBuilder *self, gint64 bound, gint64 file_offset)
{
  tv_slice_writer_count_problem (self->sched->writer, TV_PROBLEM_INFERRED_SWITCH, file_offset);
  tv_add_ns (&self->sched->bound, bound);
}

/* Ends the run on a CPU at the CPU's last line, because the actual end is unknown. */
static void
end_running (TvTraceBuilder *self, CpuNow *now, guint32 cpu, gint64 bound)
{
  TvSliceWriter *writer = self->sched->writer;
  guint32 utid = now->running;

  now->running = TV_NONE;
  if (is_idle (self, utid))
    return;
  tv_slice_writer_end_flat (writer, now->track, now->last_line);
  add_bound (self, now->track, bound);
  if (!runs_on (get_thread (self, utid), cpu))
    return;
  tv_slice_writer_end_flat (writer, get_state_track (self, utid), now->last_line);
  bound_last_state (self, utid, bound);
  get_thread (self, utid)->has_state = FALSE;
}

/* Ends the run of a thread on the CPU where it was last known to run, unless that is @cpu. */
static void
leave_other_cpu (TvTraceBuilder *self, guint32 utid, guint32 cpu, gint64 ts, gint64 file_offset)
{
  ThreadNow thread = *get_thread (self, utid);
  CpuNow *now;

  if (!thread.has_state || thread.kind != TV_STATE_RUNNING || thread.cpu == cpu)
    return;
  now = &g_array_index (self->sched->cpus, CpuNow, thread.cpu);
  count (self, ts - now->last_line, file_offset);
  end_running (self, now, thread.cpu, ts - now->last_line);
}

/* Returns the time of the thread's last state change. */
static gint64
get_last_change (TvTraceBuilder *self, guint32 utid)
{
  return tv_slice_writer_get_last_time (self->sched->writer, get_state_track (self, utid));
}

/* Returns the start of the run to which a line at @ts belongs. If the CPU was idle and the thread was woken after the
 * CPU's last line, without another state change since, the run starts at the wakeup; otherwise, at @ts. */
static gint64
find_start (TvTraceBuilder *self, const CpuNow *now, gboolean was_idle, guint32 utid, gint64 ts)
{
  gint64 woken = get_thread (self, utid)->last_woken;

  if (!was_idle || woken < now->last_line || woken > ts || get_last_change (self, utid) > woken)
    return ts;
  return woken;
}

/* Makes @utid the current thread of a CPU on which another thread was known to run. @is_switch: whether the line
 * switches @utid out; in that case, a run is added only if it started at an earlier wakeup. */
static void
infer_switch (TvTraceBuilder *self,
              guint32 cpu,
              guint32 utid,
              gboolean is_switch,
              gint64 ts,
              gint64 file_offset)
{
  CpuNow *now = &g_array_index (self->sched->cpus, CpuNow, cpu);
  gint64 bound = ts - now->last_line, start;
  gboolean was_idle = now->running != TV_NONE && is_idle (self, now->running);

  if (was_idle && is_idle (self, utid))
    return;
  if (now->running != TV_NONE)
    {
      count (self, bound, file_offset);
      end_running (self, now, cpu, bound);
    }
  if (is_idle (self, utid))
    {
      now->running = utid;
      return;
    }
  leave_other_cpu (self, utid, cpu, ts, file_offset);
  start = find_start (self, now, was_idle, utid, ts);
  if (get_thread (self, utid)->has_state)
    bound_last_state (self, utid, bound);
  if (is_switch && start == ts)
    return;
  begin_run (self, cpu, utid, 0, start, file_offset);
  add_bound (self, now->track, bound);
  bound_last_state (self, utid, bound);
}

static gboolean
is_same (const TvTraceBuilder *self, guint32 a, guint32 b)
{
  return a == b || (a != TV_NONE && b != TV_NONE && is_idle (self, a) && is_idle (self, b));
}

/* Returns whether the line may be from the thread that the previous line of the CPU switched out: the kernel logs a
 * switch before performing it, and older kernels allow interrupts in between. A sleeping thread cannot be back before
 * its wakeup. For a runnable thread, the next line of another thread decides: if it is from the thread to which the
 * CPU switched, the runnable thread did not come back. */
static gboolean
is_leaving (TvTraceBuilder *self, CpuNow *now, guint32 utid, guint32 row)
{
  if (!is_same (self, now->leaving, utid))
    return FALSE;
  if (now->n_late == 0)
    {
      if (!now->can_return && get_thread (self, utid)->last_woken >= now->last_line)
        return FALSE;
      now->first_late = row;
    }
  now->n_late++;
  now->last_late = row;
  return TRUE;
}

/* Decides whether the thread that was switched out continued to run. Called when a line of @utid ends the series of
 * lines that may be from the leaving thread. If the thread continued, infers the switch back to it. */
static void
settle_leaving (TvTraceBuilder *self, guint32 cpu, guint32 utid)
{
  CpuNow *now = &g_array_index (self->sched->cpus, CpuNow, cpu);
  guint32 leaving = now->leaving, n_late = now->n_late;
  TvLogEvent event;

  now->leaving = TV_NONE;
  now->n_late = 0;
  if (n_late == 0 || !now->can_return || is_same (self, utid, now->running))
    return;
  tv_trace_builder_peek_event (self, now->first_late, &event);
  if (!is_idle (self, leaving) && get_last_change (self, leaving) > event.ts)
    return; /* the thread has changed its state since, for example by running on another CPU */
  infer_switch (self, cpu, leaving, FALSE, event.ts, (gint64) event.file_offset);
  tv_trace_builder_peek_event (self, now->last_late, &event);
  now->last_line = event.ts;
}

/**
 * tv_trace_builder_exclude_event:
 * @self: a builder of a log
 * @file_offset: offset in the file of an event without a timestamp; must ascend from call to call
 *
 * Excludes the event from the inference of switches, because it does not show which thread was current at the time
 * assigned to it.
 */
void
tv_trace_builder_exclude_event (TvTraceBuilder *self, gint64 file_offset)
{
  g_array_append_val (self->sched->untimed, file_offset);
}

static int
compare_positions (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return x < y ? -1 : x > y;
}

/* Handles a line that does not name the thread known to run on the CPU. Returns whether the thread of the line is
 * then the current one. */
static G_GNUC_NO_INLINE gboolean
see_other (TvTraceBuilder *self, guint32 cpu, guint32 utid, guint32 row)
{
  CpuNow *now = &g_array_index (self->sched->cpus, CpuNow, cpu);
  TvLogEvent event;

  if (is_same (self, utid, now->running))
    return TRUE;
  if (is_leaving (self, now, utid, row))
    return FALSE;
  tv_trace_builder_select_sched_event (self, row, &event);
  if (g_array_binary_search (self->sched->untimed, &event.file_offset, compare_positions, NULL))
    return FALSE;
  settle_leaving (self, cpu, utid);
  infer_switch (self, cpu, utid, FALSE, event.ts, (gint64) event.file_offset);
  return TRUE;
}

/**
 * tv_trace_builder_infer_switches:
 * @self: a builder of a log whose events are sorted
 * @first: row of the first event of a range without switches
 * @end: row after the last event of the range
 *
 * Infers switches from the threads that were current at the events. Must be called for all events in order, before
 * they are replayed.
 */
void
tv_trace_builder_infer_switches (TvTraceBuilder *self, guint32 first, guint32 end)
{
  const TvEvents *events = tv_trace_builder_get_events (self);
  CpuNow *known = (CpuNow *) (gpointer) self->sched->cpus->data;
  guint n = self->sched->cpus->len;

  for (guint32 row = first; row < end; row++)
    {
      guint32 cpu = tv_id_column_get (&events->cpu, row);
      guint32 utid = tv_id_column_get (&events->utid, row);
      CpuNow *now;

      if (cpu >= n || !known[cpu].is_known)
        continue;
      now = &known[cpu];
      if (G_UNLIKELY (utid != now->running) && !see_other (self, cpu, utid, row))
        continue;
      now->leaving = TV_NONE;
      now->n_late = 0;
      now->last_line = tv_ticks_get (&events->ts.ticks, row) + self->unit.base;
    }
}

/**
 * tv_trace_builder_note_waking:
 * @self: a builder of a log
 * @utid: a thread that is being woken
 * @waker: the waking thread, or %TV_NONE
 * @irq_context: see #TvState
 * @ts: timestamp in ticks
 *
 * Records that the thread may run after @ts. Unlike tv_trace_builder_wake(), does not change the state of the thread.
 * The next wakeup is attributed to @waker, because kernels may perform the wakeup itself in an interrupt on another
 * CPU.
 */
void
tv_trace_builder_note_waking (TvTraceBuilder *self,
                              guint32 utid,
                              guint32 waker,
                              gint8 irq_context,
                              gint64 ts)
{
  ThreadNow *now = get_thread (self, utid);

  now->last_woken = ts;
  now->is_waking = TRUE;
  now->waker = waker;
  now->irq_context = irq_context;
}

/**
 * tv_trace_builder_end_life:
 * @self: a builder of a log
 * @utid: a thread whose tid is reused
 * @row: row of the first event of the next thread with that tid
 *
 * Ends the thread's state, and its run if it is on a CPU.
 */
void
tv_trace_builder_end_life (TvTraceBuilder *self, guint32 utid, guint32 row)
{
  TvLogEvent event;

  if (is_idle (self, utid) || !get_thread (self, utid)->has_state)
    return;
  tv_trace_builder_select_sched_event (self, row, &event);
  leave_other_cpu (self, utid, TV_NONE, event.ts, (gint64) event.file_offset);
  if (!get_thread (self, utid)->has_state)
    return;
  tv_slice_writer_end_flat (self->sched->writer, get_state_track (self, utid), event.ts);
  get_thread (self, utid)->has_state = FALSE;
}

/* ---- Switches and wakeups ---- */

/* Switches a thread out of a CPU, even if it was not known to run there. */
static void
switch_from (TvTraceBuilder *self,
             guint32 cpu,
             guint32 prev,
             TvStateKind state,
             guint32 state_text,
             gint64 ts,
             gint64 file_offset)
{
  CpuNow *now = get_cpu (self, cpu);
  guint32 name;

  if (is_idle (self, prev))
    return;
  name = get_name (self, state, -1, state_text);
  if (now->running == prev)
    leave_cpu (self, now, name, ts);
  leave_other_cpu (self, prev, cpu, ts, file_offset);
  /* If the start of the run was not recorded, the end of the previous state is unknown. */
  if (!now->is_known && get_thread (self, prev)->has_state)
    lose_state (self, prev);
  enter_state (self, prev, state, name, TV_NONE, ts);
}

/**
 * tv_trace_builder_switch:
 * @self: a builder of a log
 * @cpu: number of a CPU, below 65536
 * @prev: the thread that is switched out
 * @prev_state: state of @prev after the switch
 * @prev_state_text: string id of this state in the kernel's notation, such as "R+"
 * @next: the thread that is switched in
 * @next_priority: priority of @next
 * @ts: timestamp in ticks
 * @file_offset: offset in the file, or -1
 *
 * Adds a context switch. If a thread other than @prev was known to run on the CPU, a switch is missing in the log: it
 * is inferred, and the resulting slices are %TV_SLICE_INFERRED.
 */
void
tv_trace_builder_switch (TvTraceBuilder *self,
                         guint32 cpu,
                         guint32 prev,
                         TvStateKind prev_state,
                         guint32 prev_state_text,
                         guint32 next,
                         gint32 next_priority,
                         gint64 ts,
                         gint64 file_offset)
{
  CpuNow *now = get_cpu (self, cpu);

  if (now->n_late > 0)
    settle_leaving (self, cpu, prev);
  if (now->is_known && now->running != prev)
    infer_switch (self, cpu, prev, TRUE, ts, file_offset);
  switch_from (self, cpu, prev, prev_state, prev_state_text, ts, file_offset);
  if (!is_idle (self, next))
    leave_other_cpu (self, next, TV_NONE, ts, file_offset);
  begin_run (self, cpu, next, next_priority, ts, file_offset);
  now->is_known = TRUE;
  now->last_line = ts;
  now->leaving = prev;
  now->can_return = prev_state == TV_STATE_RUNNABLE || is_idle (self, prev);
  now->n_late = 0;
}

/**
 * tv_trace_builder_wake:
 * @self: a builder of a log
 * @utid: a thread that becomes runnable
 * @waker: the waking thread, or %TV_NONE; overridden by an earlier tv_trace_builder_note_waking()
 * @irq_context: see #TvState; also overridden
 * @is_of_preempted: whether the wakeup also applies to a preempted thread
 * @ts: timestamp in ticks
 *
 * Adds a wakeup. If the thread is running, already runnable, or an idle thread, only stores the time of the wakeup.
 */
void
tv_trace_builder_wake (TvTraceBuilder *self,
                       guint32 utid,
                       guint32 waker,
                       gint8 irq_context,
                       gboolean is_of_preempted,
                       gint64 ts)
{
  ThreadNow *now = get_thread (self, utid);
  TvStateName name = { TV_STATE_RUNNABLE, -1, irq_context, self->sched->runnable_text };

  now->last_woken = ts;
  if (now->is_waking)
    {
      waker = now->waker;
      name.irq_context = now->irq_context;
    }
  if (is_idle (self, utid) || (now->has_state && now->kind == TV_STATE_RUNNING) ||
      (now->has_state && now->kind == TV_STATE_RUNNABLE &&
       (!is_of_preempted || now->text == self->sched->runnable_text)))
    return;
  enter_state (self, utid, TV_STATE_RUNNABLE, get_full_name (self, &name), waker, ts);
}

/**
 * tv_trace_builder_enter_state:
 * @self: a builder of a log
 * @utid: a thread that is not running
 * @kind: a state other than running
 * @text: string id of the state's name in the log
 * @ts: timestamp in ticks
 *
 * Begins a state, for logs that record states without switches.
 */
void
tv_trace_builder_enter_state (TvTraceBuilder *self,
                              guint32 utid,
                              TvStateKind kind,
                              guint32 text,
                              gint64 ts)
{
  g_return_if_fail (kind != TV_STATE_RUNNING);
  if (!is_idle (self, utid))
    enter_state (self, utid, kind, get_name (self, kind, -1, text), TV_NONE, ts);
}

/**
 * tv_trace_builder_add_blocked_reason:
 * @self: a builder of a log
 * @is_io: whether the thread waited for I/O
 * @function: string id of the kernel function in which the thread waited, or %TV_NONE
 *
 * Adds details to the thread's last blocked state.
 */
void
tv_trace_builder_add_blocked_reason (TvTraceBuilder *self,
                                     guint32 utid,
                                     gboolean is_io,
                                     guint32 function)
{
  ThreadNow *now = get_thread (self, utid);
  TvFlatSlice blocked = now->blocked;
  TvStateKind kind = is_io ? TV_STATE_BLOCKED_IO : TV_STATE_BLOCKED_OTHER;
  guint32 name;

  if (blocked.chunk == NULL)
    return;
  now->blocked = (TvFlatSlice){ NULL };
  name = tv_flat_slice_get_symbol (blocked);
  name = get_name (self, kind, is_io ? 1 : 0,
                   g_array_index (self->sched->state_names, TvStateName, name).text);
  tv_flat_slice_set_symbol (blocked, name);
  tv_flat_slice_set_detail (blocked, function);
  if (function != TV_NONE)
    self->sched->n_functions = MAX (self->sched->n_functions, function + 1);
  if (now->has_state && now->kind == TV_STATE_BLOCKED)
    now->kind = (guint8) kind;
}

/**
 * tv_trace_builder_end_sched_recording:
 * @self: a builder of a log
 * @ts: timestamp in ticks
 *
 * Ends all runs and states at the end of a recording; the counterpart of tv_trace_builder_end_recording() for
 * scheduling.
 */
void
tv_trace_builder_end_sched_recording (TvTraceBuilder *self, gint64 ts)
{
  TvSchedPart *sched = self->sched;

  for (guint32 cpu = 0; cpu < sched->cpus->len; cpu++)
    {
      CpuNow *now = &g_array_index (sched->cpus, CpuNow, cpu);

      if (now->track != TV_NONE)
        tv_slice_writer_cut (sched->writer, now->track, ts - self->unit.base);
      *now = (CpuNow){ .track = now->track, .running = TV_NONE, .leaving = TV_NONE };
    }
  for (guint32 utid = 0; utid < sched->threads->len; utid++)
    {
      ThreadNow *now = &g_array_index (sched->threads, ThreadNow, utid);

      if (now->has_state)
        tv_slice_writer_cut (sched->writer, get_state_track (self, utid), ts - self->unit.base);
      *now = (ThreadNow){ .cpu = TV_NONE, .last_woken = G_MININT64 };
    }
}

/* ---- Finishing ---- */

/* Adds symbols for state names, in the order of their first use. */
static void
merge_state_names (TvTraceBuilder *self)
{
  const GArray *names = self->sched->state_names, *rows = self->sched->state_name_rows;
  g_autofree TvNameUse *uses = g_new (TvNameUse, names->len + 1);

  for (guint i = 0; i < names->len; i++)
    uses[i] = (TvNameUse){ g_array_index (names, TvStateName, i).text,
                           g_array_index (rows, StateNameRow, i).event };
  tv_trace_builder_merge_names (self, uses, names->len);
}

/* Adds the total error bound to the problem that reports inferred switches. */
static void
describe_inferred (TvSchedPart *sched, gint64 tick_ns)
{
  int row = sched->problems.rows[TV_PROBLEM_INFERRED_SWITCH];

  if (row >= 0)
    g_array_index (sched->problems.problems, TvProblem, row).detail = g_strdup_printf (
        _("the times of these runs and states are off by at most %.3f ms in total"),
        sched->bound * tick_ns / 1e6);
}

/* Appends the tracks of scheduling to the other tracks, so that their slices, which have one level and few columns,
 * come last:
 *
 *   rest         track 0   track 1
 *   scheduling   track 0
 *                    │ join
 *                    ▼
 *                track 0   track 1   track 2
 *
 * Symbols and problems are merged by event, as if one thread had added all of them. The lists of both threads are
 * sorted by event, and no event adds to both. */
void
tv_trace_builder_join_sched (TvTraceBuilder *self)
{
  TvSchedPart *sched = self->sched;

  describe_inferred (sched, self->unit.tick_ns);
  tv_problem_list_join (tv_trace_builder_get_problems (self), &sched->problems);
  if (tv_slice_writer_get_n_tracks (sched->writer) == 0)
    return;
  sched->first_track = tv_trace_builder_get_n_tracks (self);
  tv_trace_builder_append_tracks (self, sched->writer);
  for (guint i = 0; i < self->sched->thread_rows->len; i++)
    {
      TvThread *thread = &g_array_index (self->sched->thread_rows, TvThread, i);

      if (thread->state_track != TV_NONE)
        thread->state_track += sched->first_track;
    }
  merge_state_names (self);
}

/* Adds the symbol for the runs of a thread: its name, or its label if it has no name. */
static guint32
add_thread_symbol (TvTraceBuilder *self, guint32 utid)
{
  TvSymbol name = { TV_NONE, g_array_index (self->sched->thread_rows, TvThread, utid).name, TV_NONE,
                    TV_NONE, 0 };

  if (name.name == TV_NONE)
    {
      g_autofree char *label = tv_trace_dup_thread_label (self->trace, utid);

      name.name = tv_trace_builder_intern (self, label, -1);
    }
  return tv_trace_builder_add_symbol (self, &name);
}

/* Returns: (transfer full): symbol by utid, or TV_NONE for threads without runs; symbols are added in the order of
 * first runs */
static guint32 *
add_thread_symbols (TvTraceBuilder *self)
{
  const TvRuns *runs = tv_trace_get_runs (self->trace);
  guint n_threads = self->sched->thread_rows->len;
  guint32 *symbols = g_new (guint32, MAX (n_threads, 1));

  for (guint i = 0; i < n_threads; i++)
    symbols[i] = TV_NONE;
  for (guint32 i = 0; i < runs->n; i++)
    {
      guint32 utid = tv_id_column_get (&runs->utid, i);

      if (symbols[utid] == TV_NONE)
        symbols[utid] = add_thread_symbol (self, utid);
    }
  return symbols;
}

/* Allocates a column with one additional row, so that a pointer to the first row is valid even if there are no rows. */
static gpointer
allocate_rows (guint32 n, gsize row_bytes)
{
  return tv_large_block_new (((gsize) n + 1) * row_bytes);
}

void
tv_trace_builder_allocate_sched (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  TvRuns *runs = tv_trace_edit_runs (trace);
  TvStates *states = tv_trace_edit_states (trace);
  TvTrack *tracks = tv_trace_edit_tracks (trace);
  guint32 n_threads = self->sched->thread_rows->len;
  guint32 n_names = self->sched->state_names->len;

  for (guint i = 0; i < tv_trace_builder_get_n_tracks (self); i++)
    {
      gboolean is_run = tv_trace_builder_get_track_info (self, i)->kind == TV_TRACK_CPU;
      guint32 *n = is_run ? &runs->n : &states->n;

      if (!tv_trace_builder_is_flat (self, i))
        continue;
      tracks[i].first_side = *n;
      *n += tv_trace_builder_get_track_length (self, i);
    }
  tv_id_column_init (&runs->utid, runs->n, n_threads);
  runs->priority = allocate_rows (runs->n, sizeof *runs->priority);
  tv_id_column_init (&runs->end_state, runs->n, n_names);
  tv_id_column_init (&states->name, states->n, n_names);
  tv_id_column_init (&states->about, states->n,
                     MAX (MAX (n_threads, self->sched->cpus->len), self->sched->n_functions));
  states->cpu_before = allocate_rows (states->n / TV_CPU_BEFORE_ROWS, sizeof *states->cpu_before);
  runs->names = states->names = (const TvStateName *) (gconstpointer)
                                    self->sched->state_names->data;
  tv_trace_take_state_names (trace, g_array_ref (self->sched->state_names));
}

void
tv_trace_builder_copy_sched (TvTrace *trace, const TvTrack *track, const TvSliceChunk *chunk)
{
  guint32 first = track->first_side + chunk->first;
  TvRuns *runs = tv_trace_edit_runs (trace);
  TvStates *states = tv_trace_edit_states (trace);

  if (track->kind == TV_TRACK_CPU)
    for (guint32 i = 0; i < chunk->n; i++)
      {
        guint32 detail = tv_slice_chunk_get_detail (chunk, i);

        tv_id_column_set (&runs->utid, first + i, tv_slice_chunk_get_symbol (chunk, i));
        ((gint16 *) runs->priority)[first + i] = get_priority (detail);
        tv_id_column_set (&runs->end_state, first + i, get_end_state (detail));
      }
  else
    for (guint32 i = 0; i < chunk->n; i++)
      {
        tv_id_column_set (&states->name, first + i, tv_slice_chunk_get_symbol (chunk, i));
        tv_id_column_set (&states->about, first + i, tv_slice_chunk_get_detail (chunk, i));
      }
}

typedef struct
{
  TvTraceBuilder *builder;
  const guint32 *of_thread; /* symbols by utid */
  const guint32 *of_name;   /* symbols by row of the state name */
} Layout;

static inline void
set_symbol (TvSlices *slices, guint32 slice, guint32 symbol)
{
  if (slices->symbol.narrow != NULL)
    ((guint16 *) slices->symbol.narrow)[slice] = (guint16) symbol;
  else
    ((guint32 *) slices->symbol.wide)[slice] = symbol;
}

static void
finish_states (const Layout *self, const TvTrack *track)
{
  TvSlices *slices = tv_trace_edit_slices (self->builder->trace);
  TvStates *states = tv_trace_edit_states (self->builder->trace);
  gint64 running = 0;

  for (guint32 i = 0; i < track->n_slices; i++)
    {
      guint32 row = track->first_side + i, slice = track->first_slice + i;

      if (row % TV_CPU_BEFORE_ROWS == 0)
        ((gint64 *) states->cpu_before)[row / TV_CPU_BEFORE_ROWS] = running;
      set_symbol (slices, slice, self->of_name[tv_id_column_get (&states->name, row)]);
      if (tv_states_get_kind (states, row) == TV_STATE_RUNNING)
        running += tv_time_column_get (&slices->dur, slice);
    }
}

/* Sets the symbols of the slices on a flat track. A #TvParallelTask. */
static void
finish_track (guint task, gpointer data)
{
  const Layout *self = data;
  TvTrace *trace = self->builder->trace;
  TvSlices *slices = tv_trace_edit_slices (trace);
  const TvRuns *runs = tv_trace_get_runs (trace);
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[task];

  if (!tv_trace_builder_is_flat (self->builder, task))
    return;
  if (track->kind == TV_TRACK_THREAD_STATE)
    finish_states (self, track);
  else
    for (guint32 i = 0; i < track->n_slices; i++)
      set_symbol (slices, track->first_slice + i,
                  self->of_thread[tv_id_column_get (&runs->utid, track->first_side + i)]);
}

void
tv_trace_builder_lay_out_sched (TvTraceBuilder *self)
{
  const GArray *names = self->sched->state_names;
  g_autofree guint32 *of_thread = NULL, *of_name = NULL;

  if (tv_trace_get_runs (self->trace)->n + tv_trace_get_states (self->trace)->n == 0)
    return;
  of_thread = add_thread_symbols (self);
  of_name = g_new (guint32, names->len + 1);
  for (guint i = 0; i < names->len; i++)
    of_name[i] = tv_trace_builder_get_name_symbol (self,
                                                   g_array_index (names, TvStateName, i).text);
  tv_parallel_run (tv_trace_builder_get_n_tracks (self), finish_track,
                   &(Layout){ self, of_thread, of_name });
}

/* ---- Error bounds of inferred slices ---- */

static guint32
count_bounds (const TvSchedPart *sched)
{
  guint32 n = 0;

  for (guint i = 0; i < sched->bounds->len; i++)
    {
      const GArray *bounds = sched->bounds->pdata[i];

      n += bounds != NULL ? bounds->len : 0;
    }
  return n;
}

/* Writes the error bounds of a scheduling track to @out, and flags the slices as inferred. Returns the position after
 * the last bound. */
static TvBound *
lay_out_track_bounds (TvTraceBuilder *self, guint track, TvBound *out)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const GArray *bounds = self->sched->bounds->pdata[track];
  guint32 first =
      tv_trace_get_tracks (self->trace, NULL)[self->sched->first_track + track].first_slice;

  for (guint i = 0; bounds != NULL && i < bounds->len; i++)
    {
      const OpenBound *bound = &g_array_index (bounds, OpenBound, i);
      guint32 slice = first + bound->row;

      ((guint8 *) slices->flags)[slice] |= TV_SLICE_INFERRED;
      *out++ = (TvBound){ slice, bound->ticks * self->unit.tick_ns };
    }
  return out;
}

/* Returns the CPU time of all threads, in ns. */
static gint64
sum_cpu (TvTrace *trace)
{
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (trace, &n);
  gint64 sum = 0;

  for (guint32 utid = 0; utid < n; utid++)
    if (threads[utid].state_track != TV_NONE)
      sum += tv_trace_get_cpu_at (trace, utid, G_MAXINT64);
  return sum;
}

/* Returns the amount, in ns, by which the uncertainty of a thread's CPU time exceeds 1 % of this CPU time, or 0. An
 * uncertainty below a thousandth of the CPU time of all threads is ignored, because it does not change any displayed
 * value. */
static gint64
measure_doubt (TvTrace *trace, const TvThread *thread, gint64 all_cpu)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[thread->state_track];
  TvInferred inferred = tv_trace_get_inferred (trace, thread->state_track, G_MININT64, G_MAXINT64);
  gint64 cpu = tv_trace_get_cpu_at (trace, track->utid, G_MAXINT64);

  if (inferred.bound_ns < all_cpu / MIN_DOUBT_PARTS)
    return 0;
  return MAX (inferred.bound_ns - cpu / DOUBTFUL_PARTS, 0);
}

/* Counts the threads with inexact CPU time as problems, with details about the worst one. */
static void
report_doubts (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  guint32 n_threads;
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);
  gint64 max = 0, all_cpu = sum_cpu (trace);
  guint32 worst = TV_NONE;
  guint n = 0;

  for (guint32 utid = 0; utid < n_threads; utid++)
    {
      const TvThread *thread = &threads[utid];
      gint64 doubt = thread->state_track != TV_NONE ? measure_doubt (trace, thread, all_cpu) : 0;

      n += doubt > 0;
      if (doubt <= max)
        continue;
      max = doubt;
      worst = utid;
    }
  if (worst != TV_NONE)
    {
      g_autofree char *label = tv_trace_dup_thread_label (trace, worst);
      guint32 track = threads[worst].state_track;

      tv_trace_builder_add_problem (
          self, TV_PROBLEM_INEXACT_CPU_TIME, -1, _("%.100s: off by at most %.3f ms of %.3f ms"),
          label, tv_trace_get_inferred (trace, track, G_MININT64, G_MAXINT64).bound_ns / 1e6,
          tv_trace_get_cpu_at (trace, worst, G_MAXINT64) / 1e6);
      tv_trace_builder_count_problems (self, TV_PROBLEM_INEXACT_CPU_TIME, -1, n - 1);
    }
}

void
tv_trace_builder_lay_out_bounds (TvTraceBuilder *self)
{
  guint32 n = count_bounds (self->sched);
  TvBound *bounds, *next;

  if (n == 0)
    return;
  bounds = next = g_new (TvBound, n);
  for (guint i = 0; i < self->sched->bounds->len; i++)
    next = lay_out_track_bounds (self, i, next);
  tv_trace_take_bounds (self->trace, bounds, n);
  report_doubts (self);
}
