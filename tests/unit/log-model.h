/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "core/trace-builder.h"

G_BEGIN_DECLS

/* A random log that is passed to a trace builder and recorded in a simple model of intervals. A tick is 1 µs. */

#define MODEL_NS       1000
#define MODEL_CPUS     3
#define MODEL_THREADS  5 /* number of threads, not counting the idle thread */
#define MODEL_IDLE     MODEL_THREADS
#define MODEL_SYMBOLS  4
#define MODEL_COUNTERS 3
#define MODEL_TICKS    200
#define MODEL_MAX      2000
#define MODEL_UNKNOWN  -1

typedef enum
{
  MODEL_RUNNING,
  MODEL_R,
  MODEL_R_PLUS,
  MODEL_S,
  MODEL_D,
  MODEL_D_IO,
  MODEL_D_OTHER,
  MODEL_N_STATES,
} ModelState;

/* An interval: a run (owner: CPU, key: thread), a state (owner: thread, key: ModelState), a slice (owner:
 * thread, key: symbol), or a span (owner: 0, key: symbol). */
typedef struct
{
  int owner;
  int key;
  int start;
  int end; /* -1 while unfinished */
  int parent;
  gboolean is_open; /* whether the interval lasted until the end of its recording */
} ModelSlice;

typedef struct
{
  ModelSlice slices[MODEL_MAX];
  int n;
} ModelSlices;

typedef struct
{
  int ts;
  int owner; /* for a value, its counter; for a wakeup, the woken thread */
  int value; /* for a value, the value of the counter; for a wakeup, the waker */
} ModelPoint;

/* Boundary between two recordings. No later event ends a slice or span that is open at the boundary. */
typedef struct
{
  int ts;
  int n_samples; /* number of samples before the boundary */
} ModelBreak;

typedef struct
{
  TvTraceBuilder *builder;
  guint32 utids[MODEL_THREADS + 1];
  guint32 symbols[MODEL_SYMBOLS];
  guint32 counters[MODEL_COUNTERS];

  ModelSlices runs;
  ModelSlices states;
  ModelSlices marks;
  ModelSlices spans;
  ModelPoint samples[MODEL_MAX];
  int n_samples;
  ModelBreak breaks[MODEL_MAX];
  int n_breaks;
  ModelPoint wakeups[MODEL_MAX];
  int n_wakeups;

  gboolean has_cpu[MODEL_CPUS];
  int running[MODEL_CPUS];  /* running thread, or MODEL_UNKNOWN */
  int state[MODEL_THREADS]; /* index of the current state slice, or MODEL_UNKNOWN */
  /* index of the thread's last state D, if a later event can still set its kind; else MODEL_UNKNOWN */
  int last_blocked[MODEL_THREADS];
  int mark[MODEL_THREADS]; /* innermost open slice, or MODEL_UNKNOWN */
  int last_switch[MODEL_CPUS];
  int woken[MODEL_THREADS + 1];   /* time of the last wakeup; -1 if none */
  int changed[MODEL_THREADS + 1]; /* time of the last state change; -1 if none */
} LogModel;

static inline int
model_begin (ModelSlices *self, int owner, int key, int ts, int parent)
{
  g_assert_cmpint (self->n, <, MODEL_MAX);
  self->slices[self->n] = (ModelSlice){ owner, key, ts, -1, parent, FALSE };
  return self->n++;
}

static inline void
model_enter (LogModel *self, int thread, ModelState state, int ts)
{
  if (self->state[thread] != MODEL_UNKNOWN)
    self->states.slices[self->state[thread]].end = ts;
  self->changed[thread] = ts;
  self->state[thread] = model_begin (&self->states, thread, state, ts, -1);
  if (state == MODEL_D)
    self->last_blocked[thread] = self->state[thread];
}

static inline gboolean
model_is_running (const LogModel *self, int thread)
{
  for (int cpu = 0; cpu < MODEL_CPUS; cpu++)
    if (thread != MODEL_IDLE && self->running[cpu] == thread)
      return TRUE;
  return FALSE;
}

static inline int
model_pick_waiting (const LogModel *self)
{
  int thread = g_test_rand_int_range (0, MODEL_THREADS + 1);

  return model_is_running (self, thread) ? MODEL_IDLE : thread;
}

/* Returns the last run on a CPU. */
static inline ModelSlice *
model_find_run (LogModel *self, int cpu)
{
  for (int i = self->runs.n - 1; i >= 0; i--)
    if (self->runs.slices[i].owner == cpu)
      return &self->runs.slices[i];
  g_assert_not_reached ();
}

/* Ends a state whose end was not recorded. Its duration is 0, because the actual duration is unknown. */
static inline void
model_lose_state (LogModel *self, int thread)
{
  ModelSlice *state = &self->states.slices[self->state[thread]];

  state->end = state->start;
  self->state[thread] = MODEL_UNKNOWN;
}

static inline void
model_lose_run (LogModel *self, int cpu)
{
  int thread = self->running[cpu];
  ModelSlice *run = NULL;

  self->running[cpu] = MODEL_UNKNOWN;
  if (thread == MODEL_IDLE)
    return;
  run = model_find_run (self, cpu);
  run->end = run->start;
  model_lose_state (self, thread);
}

/* Infers a run: a thread that stops on a CPU without a recorded run has been running since its wakeup,
 * unless its state or the CPU's thread changed since then. */
static inline void
model_infer_run (LogModel *self, int cpu, int thread, int ts)
{
  int woken = self->woken[thread];

  if (thread == MODEL_IDLE || woken == ts || woken < self->last_switch[cpu] ||
      self->changed[thread] > woken)
    return;
  model_enter (self, thread, MODEL_RUNNING, woken);
  self->runs.slices[model_begin (&self->runs, cpu, thread, woken, -1)].end = ts;
}

static inline void
model_switch (LogModel *self, int ts)
{
  static const struct
  {
    ModelState state;
    TvStateKind kind;
    const char *text;
  } ends[] = { { MODEL_R, TV_STATE_RUNNABLE, "R" },
               { MODEL_R_PLUS, TV_STATE_RUNNABLE, "R+" },
               { MODEL_S, TV_STATE_SLEEPING, "S" },
               { MODEL_D, TV_STATE_BLOCKED, "D" } };
  int cpu = g_test_rand_int_range (0, MODEL_CPUS);
  int end = g_test_rand_int_range (0, (int) G_N_ELEMENTS (ends));
  gboolean is_lost = g_test_rand_int_range (0, 10) == 0;
  int prev = self->running[cpu], next;

  if (is_lost || prev == MODEL_UNKNOWN)
    prev = model_pick_waiting (self);
  do
    next = model_pick_waiting (self);
  while (next == prev && next != MODEL_IDLE);
  tv_trace_builder_switch (self->builder, (guint32) cpu, self->utids[prev], ends[end].kind,
                           tv_trace_builder_intern (self->builder, ends[end].text, -1),
                           self->utids[next], 100 + next, ts, -1);

  self->has_cpu[cpu] = TRUE;
  if (self->running[cpu] != MODEL_UNKNOWN && self->running[cpu] != prev)
    {
      gboolean was_idle = self->running[cpu] == MODEL_IDLE;

      model_lose_run (self, cpu);
      if (was_idle)
        model_infer_run (self, cpu, prev, ts);
    }
  else if (self->running[cpu] == prev && prev != MODEL_IDLE)
    model_find_run (self, cpu)->end = ts;
  else if (prev != MODEL_IDLE && self->state[prev] != MODEL_UNKNOWN)
    model_lose_state (self, prev);
  self->last_switch[cpu] = ts;
  if (prev != MODEL_IDLE)
    model_enter (self, prev, ends[end].state, ts);
  self->running[cpu] = next;
  if (next == MODEL_IDLE)
    return;
  model_enter (self, next, MODEL_RUNNING, ts);
  model_begin (&self->runs, cpu, next, ts, -1);
}

static inline void
model_wake (LogModel *self, int ts)
{
  int thread = g_test_rand_int_range (0, MODEL_THREADS);
  int waker = g_test_rand_int_range (0, MODEL_THREADS);
  int state = self->state[thread];
  /* last state in which a wakeup has no effect */
  int min = g_test_rand_bit () ? MODEL_R_PLUS : MODEL_R;

  tv_trace_builder_wake (self->builder, self->utids[thread], self->utids[waker], -1, min == MODEL_R,
                         ts);
  self->woken[thread] = ts;
  if (state != MODEL_UNKNOWN && self->states.slices[state].key <= min)
    return;
  model_enter (self, thread, MODEL_R, ts);
  g_assert_cmpint (self->n_wakeups, <, MODEL_MAX);
  self->wakeups[self->n_wakeups++] = (ModelPoint){ ts, thread, waker };
}

static inline void
model_emit_blocked (LogModel *self)
{
  int thread = g_test_rand_int_range (0, MODEL_THREADS);
  gboolean is_io = g_test_rand_bit ();

  tv_trace_builder_add_blocked_reason (self->builder, self->utids[thread], is_io, TV_NONE);
  if (self->last_blocked[thread] == MODEL_UNKNOWN)
    return;
  self->states.slices[self->last_blocked[thread]].key = is_io ? MODEL_D_IO : MODEL_D_OTHER;
  self->last_blocked[thread] = MODEL_UNKNOWN;
}

static inline void
model_mark (LogModel *self, int ts)
{
  int thread = g_test_rand_int_range (0, MODEL_THREADS);
  int symbol = g_test_rand_int_range (0, MODEL_SYMBOLS);
  guint32 track = tv_trace_builder_get_mark_track (self->builder, self->utids[thread]);
  int kind = g_test_rand_int_range (0, 10);

  if (kind == 0)
    {
      tv_trace_builder_instant (self->builder, track, self->symbols[symbol], ts, -1);
      self->marks.slices[model_begin (&self->marks, thread, symbol, ts, self->mark[thread])].end =
          ts;
    }
  else if (kind <= 5 || self->mark[thread] < 0)
    {
      tv_trace_builder_begin (self->builder, track, self->symbols[symbol], ts, 0, -1);
      self->mark[thread] = model_begin (&self->marks, thread, symbol, ts, self->mark[thread]);
    }
  else
    {
      tv_trace_builder_end (self->builder, track, TV_NONE, ts, 0, 0, -1);
      self->marks.slices[self->mark[thread]].end = ts;
      self->mark[thread] = self->marks.slices[self->mark[thread]].parent;
    }
}

static inline void
model_span (LogModel *self, int ts)
{
  int symbol = g_test_rand_int_range (0, MODEL_SYMBOLS);
  int last = self->spans.n > 0 ? g_test_rand_int_range (0, self->spans.n) : -1;
  ModelSlice *span = last >= 0 ? &self->spans.slices[last] : NULL;

  /* Ends only spans with a duration, because a span of duration 0 differs from an instant only in a flag. */
  if (span != NULL && span->end < 0 && span->start < ts)
    {
      tv_trace_builder_end_async (self->builder, 0, self->symbols[span->key], last, ts, -1);
      span->end = ts;
      return;
    }
  tv_trace_builder_begin_async (self->builder, 0, (guint32) g_test_rand_int_range (0, 2),
                                self->symbols[symbol], self->symbols[symbol], self->spans.n, ts,
                                -1);
  model_begin (&self->spans, 0, symbol, ts, -1);
}

static inline void
model_sample (LogModel *self, int ts)
{
  int counter = g_test_rand_int_range (0, MODEL_COUNTERS);
  int value = g_test_rand_int_range (-50, 50);

  tv_trace_builder_add_sample (self->builder, self->counters[counter], ts, value);
  g_assert_cmpint (self->n_samples, <, MODEL_MAX);
  self->samples[self->n_samples++] = (ModelPoint){ ts, counter, value };
}

static inline void
model_close (ModelSlices *self, int ts)
{
  for (int i = 0; i < self->n; i++)
    if (self->slices[i].end < 0)
      {
        self->slices[i].end = ts;
        self->slices[i].is_open = TRUE;
      }
}

/* Ends a recording: closes all open intervals except runs and states. */
static inline void
model_end_recording (LogModel *self, int ts)
{
  tv_trace_builder_end_recording (self->builder, ts);
  model_close (&self->marks, ts);
  model_close (&self->spans, ts);
  for (int i = 0; i < MODEL_THREADS; i++)
    self->mark[i] = MODEL_UNKNOWN;
  self->breaks[self->n_breaks++] = (ModelBreak){ ts, self->n_samples };
}

/* Returns the time until which the value of a sample is valid (exclusive). */
static inline int
model_get_sample_end (const LogModel *self, int sample)
{
  for (int ts = self->samples[sample].ts;; ts++)
    {
      for (int i = 0; i < self->n_breaks; i++)
        if (self->breaks[i].n_samples > sample && self->breaks[i].ts <= ts)
          return ts;
      for (int i = sample + 1; i < self->n_samples; i++)
        if (self->samples[i].owner == self->samples[sample].owner && self->samples[i].ts <= ts)
          return ts;
      if (ts == MODEL_TICKS)
        return ts;
    }
}

static inline guint32
model_intern (LogModel *self, const char *prefix, int n)
{
  g_autofree char *text = g_strdup_printf ("%s%d", prefix, n);

  return tv_trace_builder_intern (self->builder, text, -1);
}

/* Initializes the model and its builder. Threads 0 and 1 belong to process 10, threads 2 and 3 to process 11, and the
 * last thread to an unknown process. */
static inline void
model_init (LogModel *self)
{
  TvEventRows rows;
  guint32 text;

  memset (self, 0, sizeof *self);
  self->builder = tv_trace_builder_new (MODEL_NS, 0);
  tv_trace_builder_expect_events (self->builder, 0);
  for (int i = 0; i < MODEL_CPUS; i++)
    self->running[i] = MODEL_UNKNOWN;
  for (int i = 0; i <= MODEL_THREADS; i++)
    {
      guint32 upid = TV_NONE;

      if (i < 4)
        upid = tv_trace_builder_ensure_process (self->builder, (guint32) (10 + i / 2));
      self->utids[i] = tv_trace_builder_ensure_thread (self->builder, upid, (guint32) (100 + i));
      g_assert_cmpuint (self->utids[i], ==, i);
    }
  tv_trace_builder_set_idle (self->builder, self->utids[MODEL_IDLE]);
  for (int i = 0; i < MODEL_THREADS; i++)
    {
      self->state[i] = self->last_blocked[i] = self->mark[i] = MODEL_UNKNOWN;
      self->woken[i] = self->changed[i] = -1;
    }
  for (int i = 0; i < MODEL_SYMBOLS; i++)
    {
      TvSymbol symbol = { TV_NONE, model_intern (self, "m", i), TV_NONE, TV_NONE, 0 };

      self->symbols[i] = tv_trace_builder_add_symbol (self->builder, &symbol);
    }
  text = tv_trace_builder_add_text (self->builder, self->symbols[0], "", 0, 0);
  g_assert_true (tv_trace_builder_add_events (self->builder, 2, &rows));
  tv_event_rows_set (&rows, 0, 0, 0, 0, text, 0);
  tv_event_rows_set (&rows, 1, (gint64) MODEL_TICKS * MODEL_NS, 0, 0, text, 0);
  tv_trace_builder_sort_events (self->builder, NULL, tv_trace_builder_get_n_events (self->builder),
                                MODEL_NS);
  for (int i = 0; i < MODEL_COUNTERS; i++)
    self->counters[i] = tv_trace_builder_ensure_counter (self->builder, TV_NONE, TV_NONE,
                                                         model_intern (self, "c", i));
}

/* Generates one random log, and returns its trace. */
static inline TvTrace *
model_play (LogModel *self)
{
  TvTrace *trace;

  model_init (self);
  for (int ts = 0; ts < MODEL_TICKS; ts += g_test_rand_int_range (0, 4))
    {
      if (g_test_rand_int_range (0, 40) == 0)
        model_end_recording (self, ts);
      switch (g_test_rand_int_range (0, 6))
        {
        case 0:
          model_switch (self, ts);
          break;
        case 1:
          model_wake (self, ts);
          break;
        case 2:
          model_emit_blocked (self);
          break;
        case 3:
          model_mark (self, ts);
          break;
        case 4:
          model_span (self, ts);
          break;
        default:
          model_sample (self, ts);
          break;
        }
    }
  model_close (&self->runs, MODEL_TICKS);
  model_close (&self->states, MODEL_TICKS);
  model_close (&self->marks, MODEL_TICKS);
  model_close (&self->spans, MODEL_TICKS);
  trace = tv_trace_builder_finish (self->builder, NULL, NULL);
  g_clear_pointer (&self->builder, tv_trace_builder_free);
  return trace;
}

G_END_DECLS
