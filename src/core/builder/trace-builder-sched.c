/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/trace-builder-sched.h"

#include <string.h>

#include "core/memory/large-block.h"
#include "core/memory/parallel.h"
#include "core/trace-builder-states.h"

/* What each CPU ran and what state each thread was in. Both are slices, of tracks of their own,
 * with a row beside each (TvRun, TvState).
 *
 *   CPU 0     [a      ][b   ]      [a  ]        a slice for each run of a thread
 *   a         [Running][S   ][R    ][Running]   a slice per state
 *                            ▲ woken
 *
 * Until all is told, nothing here touches what the builder makes of other events.
 */

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
  sched->names = g_array_new (FALSE, FALSE, sizeof (guint32));
  sched->untimed = g_array_new (FALSE, FALSE, sizeof (gint64));
  sched->running_text = tv_trace_builder_intern (self, "Running", -1);
  sched->runnable_text = tv_trace_builder_intern (self, "R", -1);
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
 * @kind: what is odd
 * @where: offset in the file, or -1
 * @detail_format: printf() format of what exactly this one is; kept for the first of a kind
 * @...: its arguments
 *
 * As tv_trace_builder_add_problem(), by the thread that tells of scheduling.
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
  return tv_track_builder_add (self->sched->tracks, kind, role, self->sched->problems.event);
}

TvThreadNow *
tv_sched_get_thread (TvTraceBuilder *self, guint32 utid)
{
  GArray *threads = self->sched->threads;

  while (threads->len <= utid)
    g_array_append_val (threads, ((TvThreadNow){ FALSE, TV_NONE, G_MININT64 }));
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
      track->side = g_array_new (FALSE, FALSE, sizeof (TvRun));
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
      track->side = g_array_new (FALSE, FALSE, sizeof (TvOpenState));
    }
  return thread->state_track;
}

gboolean
tv_sched_is_idle (const TvTraceBuilder *self, guint32 utid)
{
  return g_array_index (self->trace->threads, TvThread, utid).is_idle;
}

TvOpenState *
tv_sched_get_last_state (TvTraceBuilder *self, guint32 utid)
{
  GArray *side;

  if (!tv_sched_get_thread (self, utid)->has_state)
    return NULL;
  side = tv_sched_peek_track (self, tv_sched_get_state_track (self, utid))->side;
  return &g_array_index (side, TvOpenState, side->len - 1);
}

/* Takes note of what states are called. */
static void
note_name (TvTraceBuilder *self, guint32 text)
{
  guint32 *row = tv_string_rows_get (self->sched->names, text, self->trace->strings);

  if (G_LIKELY (*row != TV_NONE))
    return;
  *row = self->sched->state_names->len;
  g_array_append_val (self->sched->state_names,
                      ((TvStateName){ text, self->sched->problems.event }));
}

/* Ends the state that the thread is in, if it is in one, and begins another. */
static void
enter_state (TvTraceBuilder *self, guint32 utid, TvOpenState state, gint64 ts)
{
  guint32 track = tv_sched_get_state_track (self, utid);
  TvThreadNow *now = tv_sched_get_thread (self, utid);
  TvSliceWriter *writer = &self->sched->writer;
  TvTrackBuilder *builder = tv_sched_peek_track (self, track);

  note_name (self, state.text);
  if (now->has_state)
    tv_slice_writer_end (writer, track, TV_NONE, ts, 0, 0, -1);
  if (!tv_slice_writer_begin (writer, track, state.text, ts, 0, -1))
    return;
  now->has_state = TRUE;
  if (state.kind == TV_STATE_BLOCKED)
    now->last_blocked = builder->side->len;
  g_array_append_val (builder->side, state);
}

/* Ends what a slice's track shows at a time that nobody knows. */
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

static void
leave_cpu (TvTraceBuilder *self, TvCpuNow *cpu, guint32 prev, guint32 state_text, gint64 ts)
{
  TvTrackBuilder *track = tv_sched_peek_track (self, cpu->track);

  if (cpu->running != prev || tv_sched_is_idle (self, prev))
    return;
  tv_slice_writer_end (&self->sched->writer, cpu->track, TV_NONE, ts, 0, 0, -1);
  if (track->side->len > 0)
    g_array_index (track->side, TvRun, track->side->len - 1).end_state = state_text;
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
  TvOpenState running = { .kind = TV_STATE_RUNNING,
                          .io_wait = -1,
                          .text = self->sched->running_text,
                          .cpu = cpu,
                          .blocked_function = TV_NONE,
                          .waker = TV_NONE };

  now->running = utid;
  if (tv_sched_is_idle (self, utid))
    return;
  enter_state (self, utid, running, ts);
  if (tv_slice_writer_begin (&self->sched->writer, now->track, utid, ts, 0, where))
    g_array_append_val (tv_sched_peek_track (self, now->track)->side,
                        ((TvRun){ utid, priority, TV_NONE }));
}

/* The thread leaves the CPU, that ran it as far as is known. */
static void
switch_from (TvTraceBuilder *self,
             guint32 cpu,
             guint32 prev,
             TvOpenState state,
             gint64 ts,
             gint64 where)
{
  TvCpuNow *now = get_cpu (self, cpu);

  leave_cpu (self, now, prev, state.text, ts);
  if (tv_sched_is_idle (self, prev))
    return;
  tv_sched_leave_other_cpu (self, prev, cpu, ts, where);
  /* A run whose start was not seen leaves the end of the state before it unknown. */
  if (!now->is_known && tv_sched_get_thread (self, prev)->has_state)
    lose_state (self, prev);
  enter_state (self, prev, state, ts);
}

/**
 * tv_trace_builder_switch:
 * @self: a builder of a log
 * @cpu: number of a CPU, below 65536
 * @prev: the thread that stops running on it
 * @prev_state: the state it is in then
 * @prev_state_text: string: that state in the log's letters
 * @next: the thread that runs from here on
 * @next_priority: its priority
 * @ts: when, in ticks
 * @where: offset in the file, or -1
 *
 * If @prev is not what the CPU ran, there was a switch before that the log does not tell: it is
 * inferred, and what follows from it bears a mark.
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
  TvOpenState state = { .kind = (guint8) prev_state,
                        .io_wait = -1,
                        .text = prev_state_text,
                        .cpu = TV_NONE,
                        .blocked_function = TV_NONE,
                        .waker = TV_NONE };

  if (now->n_late > 0)
    tv_sched_settle_leaving (self, cpu, prev);
  if (now->is_known && now->running != prev)
    tv_sched_infer_switch (self, cpu, prev, TRUE, ts, where);
  switch_from (self, cpu, prev, state, ts, where);
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
 * @is_of_preempted: whether it counts also for a thread that another took the CPU from
 * @ts: when, in ticks
 *
 * Ignored for a thread that runs or could already.
 */
void
tv_trace_builder_wake (TvTraceBuilder *self,
                       guint32 utid,
                       guint32 waker,
                       gboolean is_of_preempted,
                       gint64 ts)
{
  const TvOpenState *last = tv_sched_get_last_state (self, utid);
  TvOpenState state = { .kind = TV_STATE_RUNNABLE,
                        .io_wait = -1,
                        .text = self->sched->runnable_text,
                        .cpu = TV_NONE,
                        .blocked_function = TV_NONE,
                        .waker = waker };

  tv_trace_builder_note_waking (self, utid, ts);
  if (tv_sched_is_idle (self, utid) || (last != NULL && last->kind == TV_STATE_RUNNING) ||
      (last != NULL && last->kind == TV_STATE_RUNNABLE &&
       (!is_of_preempted || last->text == self->sched->runnable_text)))
    return;
  enter_state (self, utid, state, ts);
}

/**
 * tv_trace_builder_enter_state:
 * @self: a builder of a log
 * @utid: a thread that does not run
 * @kind: a state that is none of a CPU
 * @text: string: what the log calls it
 * @ts: when, in ticks
 *
 * For logs that tell a state also where no CPU switches.
 */
void
tv_trace_builder_enter_state (TvTraceBuilder *self,
                              guint32 utid,
                              TvStateKind kind,
                              guint32 text,
                              gint64 ts)
{
  TvOpenState state = { .kind = (guint8) kind,
                        .io_wait = -1,
                        .text = text,
                        .cpu = TV_NONE,
                        .blocked_function = TV_NONE,
                        .waker = TV_NONE };

  g_return_if_fail (kind != TV_STATE_RUNNING);
  if (!tv_sched_is_idle (self, utid))
    enter_state (self, utid, state, ts);
}

/**
 * tv_trace_builder_blocked:
 * @self: a builder of a log
 * @utid: a thread
 * @is_io: whether it waited for input or output
 * @function: string: in which function, or %TV_NONE
 *
 * Tells more about the last time the thread was blocked.
 */
void
tv_trace_builder_blocked (TvTraceBuilder *self, guint32 utid, gboolean is_io, guint32 function)
{
  TvThreadNow *now = tv_sched_get_thread (self, utid);
  TvOpenState *state;

  if (now->last_blocked == TV_NONE)
    return;
  state = &g_array_index (tv_sched_peek_track (self, tv_sched_get_state_track (self, utid))->side,
                          TvOpenState, now->last_blocked);
  state->kind = is_io ? TV_STATE_BLOCKED_IO : TV_STATE_BLOCKED_OTHER;
  state->io_wait = is_io ? 1 : 0;
  state->blocked_function = function;
  now->last_blocked = TV_NONE;
}

/* Ends what a track of scheduling shows, as far as is known until a time in ticks. */
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
 * @ts: when, in ticks
 *
 * As tv_trace_builder_end_recording(), of scheduling: what each CPU runs and what state each thread is in is not
 * known from then on.
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
      *now = (TvThreadNow){ FALSE, TV_NONE, G_MININT64 };
    }
}

/* A thread's runs are called what the thread is: its name and number. */
static guint32
add_thread_symbol (TvTraceBuilder *self, guint32 utid)
{
  TvSymbol name = { TV_NONE, g_array_index (self->trace->threads, TvThread, utid).name, TV_NONE,
                    TV_NONE, 0 };

  if (name.name == TV_NONE)
    {
      g_autofree char *label = tv_trace_dup_thread_label (self->trace, utid);

      name.name = tv_trace_builder_intern (self, label, -1);
    }
  return tv_trace_builder_add_symbol (self, &name);
}

/* Returns: (transfer full): the symbols of all threads that run, in the order in which they do */
static guint32 *
add_thread_symbols (TvTraceBuilder *self)
{
  guint n_threads = self->trace->threads->len;
  guint32 *symbols = g_new (guint32, MAX (n_threads, 1));

  for (guint i = 0; i < n_threads; i++)
    symbols[i] = TV_NONE;
  for (guint t = 0; t < self->tracks->len; t++)
    {
      const TvTrackBuilder *track = tv_trace_builder_peek_track (self, t);

      if (track->kind == TV_TRACK_CPU && track->side != NULL)
        for (guint i = 0; i < track->side->len; i++)
          {
            guint32 utid = g_array_index (track->side, TvRun, i).utid;

            if (symbols[utid] == TV_NONE)
              symbols[utid] = add_thread_symbol (self, utid);
          }
    }
  return symbols;
}

static void
lay_out_runs (TvTrace *trace, const TvTrack *track, const GArray *side, const guint32 *symbols)
{
  guint32 *symbol = (guint32 *) trace->slices.symbol.wide + track->first_slice;
  TvRun *runs = trace->runs + track->first_side;

  memcpy (runs, side->data, side->len * sizeof *runs);
  for (guint32 i = 0; i < side->len; i++)
    symbol[i] = symbols[runs[i].utid];
}

static void
lay_out_states (TvTraceBuilder *self, const TvTrack *track, const GArray *side)
{
  TvTrace *trace = self->trace;
  guint32 *symbol = (guint32 *) trace->slices.symbol.wide + track->first_slice;
  const guint32 *symbols = (const guint32 *) (gconstpointer) self->name_symbols->data;
  gint64 running = 0;

  for (guint32 i = 0; i < side->len; i++)
    {
      const TvOpenState *state = &g_array_index (side, TvOpenState, i);

      trace->states[track->first_side + i] = (TvState){
        .kind = state->kind,
        .io_wait = state->io_wait,
        .text = state->text,
        .cpu = state->cpu,
        .blocked_function = state->blocked_function,
        .waker = state->waker,
        .cpu_before_ns = running,
      };
      symbol[i] = symbols[state->text];
      if (state->kind == TV_STATE_RUNNING)
        running += tv_time_column_get (&trace->slices.dur, track->first_slice + i);
    }
}

typedef struct
{
  TvTraceBuilder *builder;
  const guint32 *symbols; /* by utid */
} Layout;

/* A #TvParallelTask. */
static void
lay_out_side (guint task, gpointer data)
{
  const Layout *self = data;
  TvTrackBuilder *track = tv_trace_builder_peek_track (self->builder, task);
  TvTrace *trace = self->builder->trace;

  if (track->side == NULL || track->side->len == 0)
    return;
  if (track->kind == TV_TRACK_CPU)
    lay_out_runs (trace, &trace->tracks[task], track->side, self->symbols);
  else
    lay_out_states (self->builder, &trace->tracks[task], track->side);
  g_clear_pointer (&track->side, g_array_unref);
}

void
tv_trace_builder_lay_out_sched (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  g_autofree guint32 *symbols = add_thread_symbols (self);
  Layout layout = { self, symbols };

  for (guint i = 0; i < self->tracks->len; i++)
    {
      const TvTrackBuilder *track = tv_trace_builder_peek_track (self, i);
      guint32 *n = track->kind == TV_TRACK_CPU ? &trace->n_runs : &trace->n_states;

      if (track->side == NULL || track->side->len == 0)
        continue;
      trace->tracks[i].first_side = *n;
      *n += track->side->len;
    }
  /* One more, so that a row may be pointed at where there are none. */
  trace->runs = tv_large_block_new (((gsize) trace->n_runs + 1) * sizeof *trace->runs);
  trace->states = tv_large_block_new (((gsize) trace->n_states + 1) * sizeof *trace->states);
  tv_parallel_run (self->tracks->len, lay_out_side, &layout);
}
