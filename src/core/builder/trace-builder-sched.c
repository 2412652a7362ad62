/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/trace-builder-sched.h"

#include "core/trace-builder-states.h"

/* Runs on CPUs and states of threads. Both are slices on tracks of their own, with a side row each (TvRuns,
 * TvStates).
 *
 *   CPU 0     [a      ][b   ]      [a  ]        a slice for each run of a thread
 *   a         [Running][S   ][R    ][Running]   a slice per state
 *                            ▲ woken
 *
 * Until the end, this part shares no mutable data with the rest of the builder. These slices are the most frequent
 * ones and thus small: one word in addition to start, duration and name. For a state the word is TvStates.about; for
 * a run its priority and, in the low 16 bits, its end state.
 */

/* Maximum number of distinct state names. The remaining values of the column are for other states by kind, I/O wait
 * and IRQ context, and for the states that the builder names itself. */
#define MAX_STATE_NAMES (TV_NO_STATE_NAME - 3 * 3 * TV_N_STATE_KINDS)

void
tv_trace_builder_init_sched (TvTraceBuilder *self)
{
  TvSchedBuilder *sched = tv_cache_lines_new (sizeof *sched);

  self->sched = sched;
  sched->tracks = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_track_builder_free);
  tv_problem_list_init (&sched->problems);
  tv_slice_writer_init (&sched->writer, self, sched->tracks, &sched->problems);
  sched->cpus = g_array_new (FALSE, TRUE, sizeof (TvCpuNow));
  sched->threads = g_array_new (FALSE, TRUE, sizeof (TvThreadNow));
  sched->state_names = g_array_new (FALSE, FALSE, sizeof (TvStateName));
  sched->told_state_names = g_array_new (FALSE, FALSE, sizeof (TvToldStateName));
  sched->names = g_array_new (FALSE, FALSE, sizeof (guint32));
  sched->untimed = g_array_new (FALSE, FALSE, sizeof (gint64));
  sched->running_text = tv_trace_builder_intern (self, "Running", -1);
  sched->runnable_text = tv_trace_builder_intern (self, "R", -1);
  sched->other_text = tv_trace_builder_intern (self, "?", -1);
}

void
tv_trace_builder_clear_sched (TvTraceBuilder *self)
{
  TvSchedBuilder *sched = self->sched;

  g_ptr_array_unref (sched->tracks);
  tv_problem_list_clear (&sched->problems);
  g_array_unref (sched->writer.gaps);
  g_array_unref (sched->cpus);
  g_array_unref (sched->threads);
  g_array_unref (sched->state_names);
  g_array_unref (sched->told_state_names);
  g_array_unref (sched->names);
  g_array_unref (sched->untimed);
  g_aligned_free (sched);
}

/**
 * tv_trace_builder_get_sched_event:
 * @self: a builder of a log whose events are sorted
 * @row: which event
 * @event: (out): the event
 *
 * Gets the event that tv_trace_builder_switch(), tv_trace_builder_wake() and
 * tv_trace_builder_blocked() are called for next.
 */
void
tv_trace_builder_get_sched_event (TvTraceBuilder *self, guint32 row, TvLogEvent *event)
{
  self->sched->problems.event = row;
  tv_trace_builder_look_at_event (self, row, event);
}

/**
 * tv_trace_builder_add_sched_problem:
 * @self: a builder of a log
 * @kind: kind of problem
 * @where: offset in the file, or -1
 * @detail_format: printf() format of the details; kept for the first of a kind
 * @...: its arguments
 *
 * As tv_trace_builder_add_problem(), for the thread that adds scheduling.
 */
void
tv_trace_builder_add_sched_problem (TvTraceBuilder *self,
                                    TvProblemKind kind,
                                    gint64 where,
                                    const char *detail_format,
                                    ...)
{
  va_list args;

  va_start (args, detail_format);
  tv_problem_list_add (&self->sched->problems, kind, where, detail_format, args);
  va_end (args);
}

TvTrackBuilder *
tv_sched_peek_track (const TvTraceBuilder *self, guint32 track)
{
  return g_ptr_array_index (self->sched->tracks, track);
}

static TvTrackBuilder *
add_track (TvTraceBuilder *self, TvTrackKind kind, TvTrackRole role, guint32 *track)
{
  *track = self->sched->tracks->len;
  return tv_track_builder_add (self->sched->tracks, kind, role);
}

TvThreadNow *
tv_sched_get_thread (TvTraceBuilder *self, guint32 utid)
{
  GArray *threads = self->sched->threads;

  while (threads->len <= utid)
    g_array_append_val (threads, ((TvThreadNow){ .cpu = TV_NONE, .last_woken = G_MININT64 }));
  return &g_array_index (threads, TvThreadNow, utid);
}

static TvCpuNow *
get_cpu (TvTraceBuilder *self, guint32 cpu)
{
  GArray *cpus = self->sched->cpus;
  TvCpuNow *now;

  while (cpus->len <= cpu)
    g_array_append_val (cpus,
                        ((TvCpuNow){ .track = TV_NONE, .running = TV_NONE, .leaving = TV_NONE }));
  now = &g_array_index (cpus, TvCpuNow, cpu);
  if (now->track == TV_NONE)
    {
      TvTrackBuilder *track = add_track (self, TV_TRACK_CPU, TV_ROLE_RUNS, &now->track);

      track->cpu = cpu;
      track->is_flat = TRUE;
    }
  return now;
}

guint32
tv_sched_get_state_track (TvTraceBuilder *self, guint32 utid)
{
  TvThread *thread = &g_array_index (self->trace->threads, TvThread, utid);

  if (thread->state_track == TV_NONE)
    {
      TvTrackBuilder *track = add_track (self, TV_TRACK_THREAD_STATE, TV_ROLE_STATES,
                                         &thread->state_track);

      track->utid = utid;
      track->is_flat = TRUE;
    }
  return thread->state_track;
}

gboolean
tv_sched_is_idle (const TvTraceBuilder *self, guint32 utid)
{
  return g_array_index (self->trace->threads, TvThread, utid).is_idle;
}

static guint32
find_name (const TvTraceBuilder *self, const TvStateName *wanted)
{
  const TvSchedBuilder *sched = self->sched;
  guint32 row = *tv_string_rows_get (sched->names, wanted->text, self->trace->strings);

  for (; row != TV_NONE; row = g_array_index (sched->told_state_names, TvToldStateName, row).next)
    {
      const TvStateName *name = &g_array_index (sched->state_names, TvStateName, row);

      if (name->kind == wanted->kind && name->io_wait == wanted->io_wait &&
          name->irq_context == wanted->irq_context)
        break;
    }
  return row;
}

/* Adds a state name. Kernels have few. If a file has nearly as many as the column can hold, further names of a kind
 * share one row; rows for the names of the builder itself are reserved. */
static G_GNUC_NO_INLINE guint32
add_name (TvTraceBuilder *self, TvStateName name)
{
  TvSchedBuilder *sched = self->sched;
  gboolean is_own = name.text == sched->running_text || name.text == sched->runnable_text;
  guint32 *first, found;
  TvToldStateName beside = { .event = sched->problems.event };

  if (sched->state_names->len >= MAX_STATE_NAMES && !is_own)
    {
      tv_slice_writer_count_problem (&sched->writer, TV_PROBLEM_MANY_STATES, -1);
      name.text = sched->other_text;
      found = find_name (self, &name);
      if (found != TV_NONE)
        return found;
    }
  first = tv_string_rows_get (sched->names, name.text, self->trace->strings);
  beside.next = *first;
  g_array_append_val (sched->state_names, name);
  g_array_append_val (sched->told_state_names, beside);
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

/* Adds a run or state to its track, with the word beside it. */
static gboolean
begin_flat (TvTraceBuilder *self,
            guint32 track,
            guint32 symbol,
            guint32 about,
            gint64 ts,
            gint64 where)
{
  TvSliceChunk *chunk;

  if (!tv_slice_writer_begin (&self->sched->writer, track, symbol, ts, 0, where))
    return FALSE;
  chunk = tv_sched_peek_track (self, track)->last;
  chunk->about[chunk->n - 1] = about;
  return TRUE;
}

/* Ends the state that the thread is in, if it is in one, and begins another; @name as get_name() gives it. */
static void
enter_state (TvTraceBuilder *self,
             guint32 utid,
             TvStateKind kind,
             guint32 name,
             guint32 about,
             gint64 ts)
{
  guint32 track = tv_sched_get_state_track (self, utid);
  TvThreadNow *now = tv_sched_get_thread (self, utid);

  if (now->has_state)
    tv_slice_writer_end (&self->sched->writer, track, TV_NONE, ts, 0, 0, -1);
  if (!begin_flat (self, track, name, about, ts, -1))
    return;
  now->has_state = TRUE;
  now->kind = (guint8) kind;
  now->text = g_array_index (self->sched->state_names, TvStateName, name).text;
  now->cpu = kind == TV_STATE_RUNNING ? about : TV_NONE;
  if (kind == TV_STATE_BLOCKED)
    {
      now->blocked = tv_sched_peek_track (self, track)->last;
      now->blocked_row = now->blocked->n - 1;
    }
}

/* Ends the open slice of a track at an unknown time. */
static void
lose_end (TvTraceBuilder *self, guint32 track)
{
  TvTrackBuilder *builder = tv_sched_peek_track (self, track);

  if (builder->n_open == 0)
    return;
  builder->last_ts = tv_slice_chunk_get_time (builder->stack[1].chunk, TV_CHUNK_TS,
                                              builder->stack[1].row);
  tv_slice_writer_close (builder, TV_SLICE_LOST);
}

/* Ends the state that the thread is in at a time that nobody knows. */
static void
lose_state (TvTraceBuilder *self, guint32 utid)
{
  lose_end (self, tv_sched_get_state_track (self, utid));
  tv_sched_get_thread (self, utid)->has_state = FALSE;
}

/* Ends the run on a CPU; @state is the name of the state of its thread afterwards. */
static void
leave_cpu (TvTraceBuilder *self, TvCpuNow *cpu, guint32 state, gint64 ts)
{
  TvSliceChunk *chunk = tv_sched_peek_track (self, cpu->track)->last;
  guint32 *about;

  tv_slice_writer_end (&self->sched->writer, cpu->track, TV_NONE, ts, 0, 0, -1);
  if (chunk == NULL)
    return;
  about = &chunk->about[chunk->n - 1];
  *about = (*about & ~(guint32) TV_SCHED_NAME_MASK) | state;
}

/* The thread that a CPU runs from here on. */
void
tv_sched_begin_run (TvTraceBuilder *self,
                    guint32 cpu,
                    guint32 utid,
                    gint32 priority,
                    gint64 ts,
                    gint64 where)
{
  TvCpuNow *now = get_cpu (self, cpu);
  guint32 about = (guint32) CLAMP (priority, G_MININT16, G_MAXINT16) << TV_SCHED_NAME_BITS |
                  TV_NO_STATE_NAME;

  now->running = utid;
  if (tv_sched_is_idle (self, utid))
    return;
  enter_state (self, utid, TV_STATE_RUNNING,
               get_name (self, TV_STATE_RUNNING, -1, self->sched->running_text), cpu, ts);
  begin_flat (self, now->track, utid, about, ts, where);
}

/* The thread leaves the CPU, that ran it as far as is known. */
static void
switch_from (TvTraceBuilder *self,
             guint32 cpu,
             guint32 prev,
             TvStateKind state,
             guint32 state_text,
             gint64 ts,
             gint64 where)
{
  TvCpuNow *now = get_cpu (self, cpu);
  guint32 name;

  if (tv_sched_is_idle (self, prev))
    return;
  name = get_name (self, state, -1, state_text);
  if (now->running == prev)
    leave_cpu (self, now, name, ts);
  tv_sched_leave_other_cpu (self, prev, cpu, ts, where);
  /* A run whose start was not seen leaves the end of the state before it unknown. */
  if (!now->is_known && tv_sched_get_thread (self, prev)->has_state)
    lose_state (self, prev);
  enter_state (self, prev, state, name, TV_NONE, ts);
}

/**
 * tv_trace_builder_switch:
 * @self: a builder of a log
 * @cpu: number of a CPU, below 65536
 * @prev: the thread that stops running on it
 * @prev_state: its state afterwards
 * @prev_state_text: string: that state in the letters of the log
 * @next: the thread that starts to run
 * @next_priority: its priority
 * @ts: timestamp in ticks
 * @where: offset in the file, or -1
 *
 * If @prev was not running on the CPU, a switch is missing in the log: it is inferred, and the resulting slices are
 * %TV_SLICE_INFERRED.
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
                         gint64 where)
{
  TvCpuNow *now = get_cpu (self, cpu);

  if (now->n_late > 0)
    tv_sched_settle_leaving (self, cpu, prev);
  if (now->is_known && now->running != prev)
    tv_sched_infer_switch (self, cpu, prev, TRUE, ts, where);
  switch_from (self, cpu, prev, prev_state, prev_state_text, ts, where);
  if (!tv_sched_is_idle (self, next))
    tv_sched_leave_other_cpu (self, next, TV_NONE, ts, where);
  tv_sched_begin_run (self, cpu, next, next_priority, ts, where);
  now->is_known = TRUE;
  now->last_line = ts;
  now->leaving = prev;
  now->can_return = prev_state == TV_STATE_RUNNABLE || tv_sched_is_idle (self, prev);
  now->n_late = 0;
}

/**
 * tv_trace_builder_wake:
 * @self: a builder of a log
 * @utid: a thread that can run from here on
 * @waker: the thread that saw to it, or %TV_NONE
 * @irq_context: as in #TvState
 * @is_of_preempted: whether it counts also for a thread that another took the CPU from
 * @ts: timestamp in ticks
 *
 * Ignored for a thread that runs or could already.
 */
void
tv_trace_builder_wake (TvTraceBuilder *self,
                       guint32 utid,
                       guint32 waker,
                       gint8 irq_context,
                       gboolean is_of_preempted,
                       gint64 ts)
{
  TvThreadNow *now = tv_sched_get_thread (self, utid);
  TvStateName name = { TV_STATE_RUNNABLE, -1, irq_context, self->sched->runnable_text };

  now->last_woken = ts;
  if (tv_sched_is_idle (self, utid) || (now->has_state && now->kind == TV_STATE_RUNNING) ||
      (now->has_state && now->kind == TV_STATE_RUNNABLE &&
       (!is_of_preempted || now->text == self->sched->runnable_text)))
    return;
  enter_state (self, utid, TV_STATE_RUNNABLE, get_full_name (self, &name), waker, ts);
}

/**
 * tv_trace_builder_enter_state:
 * @self: a builder of a log
 * @utid: a thread that does not run
 * @kind: a state other than running
 * @text: string: its name in the log
 * @ts: timestamp in ticks
 *
 * For logs that record states without switches.
 */
void
tv_trace_builder_enter_state (TvTraceBuilder *self,
                              guint32 utid,
                              TvStateKind kind,
                              guint32 text,
                              gint64 ts)
{
  g_return_if_fail (kind != TV_STATE_RUNNING);
  if (!tv_sched_is_idle (self, utid))
    enter_state (self, utid, kind, get_name (self, kind, -1, text), TV_NONE, ts);
}

/**
 * tv_trace_builder_blocked:
 * @self: a builder of a log
 * @utid: a thread
 * @is_io: whether it waited for I/O
 * @function: string: kernel function, or %TV_NONE
 *
 * Adds details to the last blocked state of the thread.
 */
void
tv_trace_builder_blocked (TvTraceBuilder *self, guint32 utid, gboolean is_io, guint32 function)
{
  TvThreadNow *now = tv_sched_get_thread (self, utid);
  TvSliceChunk *chunk = g_steal_pointer (&now->blocked);
  TvStateKind kind = is_io ? TV_STATE_BLOCKED_IO : TV_STATE_BLOCKED_OTHER;
  guint32 row = now->blocked_row, name;

  if (chunk == NULL)
    return;
  name = tv_slice_chunk_get_symbol (chunk, row);
  name = get_name (self, kind, is_io ? 1 : 0,
                   g_array_index (self->sched->state_names, TvStateName, name).text);
  tv_slice_chunk_set_symbol (chunk, row, name);
  chunk->about[row] = function;
  if (now->has_state && now->kind == TV_STATE_BLOCKED)
    now->kind = (guint8) kind;
}

/* Ends the open slice of a scheduling track at a time in ticks, as unfinished. */
static void
cut_track (TvTraceBuilder *self, guint32 track, gint64 ts)
{
  TvTrackBuilder *builder = tv_sched_peek_track (self, track);

  if (builder->n_open == 0)
    return;
  builder->last_ts = MAX (builder->last_ts, ts - self->base);
  tv_slice_writer_close (builder, TV_SLICE_OPEN);
}

/**
 * tv_trace_builder_end_sched_recording:
 * @self: a builder of a log
 * @ts: timestamp in ticks
 *
 * As tv_trace_builder_end_recording(), for scheduling: runs and states are unknown from @ts on.
 */
void
tv_trace_builder_end_sched_recording (TvTraceBuilder *self, gint64 ts)
{
  TvSchedBuilder *sched = self->sched;

  for (guint32 cpu = 0; cpu < sched->cpus->len; cpu++)
    {
      TvCpuNow *now = &g_array_index (sched->cpus, TvCpuNow, cpu);

      if (now->track != TV_NONE)
        cut_track (self, now->track, ts);
      *now = (TvCpuNow){ .track = now->track, .running = TV_NONE, .leaving = TV_NONE };
    }
  for (guint32 utid = 0; utid < sched->threads->len; utid++)
    {
      TvThreadNow *now = &g_array_index (sched->threads, TvThreadNow, utid);

      if (now->has_state)
        cut_track (self, tv_sched_get_state_track (self, utid), ts);
      *now = (TvThreadNow){ .cpu = TV_NONE, .last_woken = G_MININT64 };
    }
}
