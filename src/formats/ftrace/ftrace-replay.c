/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-replay.h"

#include "core/large-block.h"
#include "core/parallel.h"
#include "formats/ftrace/ftrace-lanes.h"

/* Every event once more, in the order of time. What the texts of events say is found out by all
 * processors, text by text; what the events mean, by two, event by event: one tells the builder what
 * they mean for scheduling, the other all else. That goes on at once: while some make digests of the
 * texts that the events of a round are the first to say, the builder is told of the events of the
 * round before.
 *
 *   round 1   digests of texts 0 … 41
 *   round 2   digests of texts 42 … 57   │ events 0 … 99     │ scheduling of events 0 … 99
 *   round 3   digests of texts 58 … 60   │ events 100 … 199  │ scheduling of events 100 … 199
 */

#define N_TELLING 2 /* tasks of a round that tell the builder; what takes longest comes first */
#define N_TASKS   8 /* of a round that make digests */

/* So many events before one is told its digest is asked for. */
#define AHEAD 12

/* So many events are looked through at a time for those that are to be told. */
#define LOOKED_THROUGH 1024

/* Texts of which one thread makes digests. */
typedef struct
{
  TvFtraceDigests digests;
  guint32 first;
  guint32 n;
} Task;

/* Events. */
typedef struct
{
  guint32 first;
  guint32 n;
} Stretch;

/* Of events by their names. */
typedef enum
{
  IS_REST = 1 << 0,
  IS_SCHED = 1 << 1,
} Telling;

typedef struct
{
  TvTraceBuilder *builder;
  TvFtraceLanes lanes;
  guint8 *events;          /* TvFtraceEvent by string: what is called so */
  guint8 *tellings;        /* Telling by text */
  TvFtraceDigest *digests; /* by text */
  TvFtraceArgs args;
  guint32 n_digested; /* texts */
  gboolean is_sorted; /* texts come first in the order of their numbers */
  guint8 *is_met;     /* gboolean by text, where they do not */
  Task tasks[N_TASKS];
  Stretch to_tell;
} Replay;

static void
make_digests (const Replay *self, Task *task)
{
  for (guint32 text = task->first; text < task->first + task->n; text++)
    {
      TvSpan args;
      guint32 name;

      args.text = tv_trace_builder_get_text (self->builder, text, &name, &args.size);
      tv_ftrace_lanes_digest (&task->digests, self->events[name], name, args, &self->digests[text]);
    }
}

static void
tell_event (Replay *self, Telling telling, guint32 row)
{
  TvLogEvent event;
  TvFtraceLaneEvent lane_event;

  if (telling == IS_SCHED)
    tv_trace_builder_get_sched_event (self->builder, row, &event);
  else
    tv_trace_builder_get_event (self->builder, row, &event);
  lane_event = (TvFtraceLaneEvent){
    .said = &self->digests[event.text],
    .args = &self->args,
    .ts = event.ts,
    .where = (gint64) event.where,
    .text = event.text,
    .utid = event.utid,
    .cpu = event.cpu,
  };
  if (telling == IS_SCHED)
    tv_ftrace_lanes_add_sched (&self->lanes, &lane_event);
  else
    tv_ftrace_lanes_add (&self->lanes, &lane_event);
}

/* Picks the events that are to be told, without a branch: it could not be foreseen. */
static guint32
pick_events (const Replay *self, Telling telling, guint32 first, guint32 end, guint32 *rows)
{
  const guint32 *texts = tv_trace_builder_get_event_texts (self->builder);
  guint32 n = 0;

  for (guint32 row = first; row < end; row++)
    {
      rows[n] = row;
      n += (self->tellings[texts[row]] & telling) != 0;
    }
  return n;
}

static void
tell (Replay *self, Telling telling)
{
  const guint32 *texts = tv_trace_builder_get_event_texts (self->builder);
  const Stretch *stretch = &self->to_tell;
  guint32 stretch_end = stretch->first + stretch->n, rows[LOOKED_THROUGH];

  for (guint32 first = stretch->first, end; first < stretch_end; first = end)
    {
      guint32 n;

      end = first + MIN (stretch_end - first, LOOKED_THROUGH);
      n = pick_events (self, telling, first, end, rows);
      for (guint32 i = 0; i < n; i++)
        {
          if (i + AHEAD < n)
            __builtin_prefetch (&self->digests[texts[rows[i + AHEAD]]]);
          tell_event (self, telling, rows[i]);
        }
    }
}

static void
do_task (guint task, gpointer data)
{
  Replay *self = data;

  if (task == 0)
    tell (self, IS_REST);
  else if (task == 1)
    tell (self, IS_SCHED);
  else
    make_digests (self, &self->tasks[task - N_TELLING]);
}

/* Shares out the texts that the events are the first to say. */
static void
share_texts (Replay *self, const Stretch *stretch)
{
  const guint32 *texts = tv_trace_builder_get_event_texts (self->builder);
  guint32 end = self->n_digested, n, first = self->n_digested;

  for (guint32 row = stretch->first; row < stretch->first + stretch->n; row++)
    end = MAX (end, texts[row] + 1);
  n = end - first;
  for (guint i = 0; i < N_TASKS; i++)
    {
      self->tasks[i].first = first + (guint32) ((guint64) n * i / N_TASKS);
      self->tasks[i].n = first + (guint32) ((guint64) n * (i + 1) / N_TASKS) - self->tasks[i].first;
    }
  self->n_digested = end;
}

/* Meets the threads that are mentioned, in the order of the events. */
static void
meet_threads (Replay *self, const Stretch *stretch)
{
  const guint32 *texts = tv_trace_builder_get_event_texts (self->builder);

  if (self->is_sorted)
    {
      for (guint32 text = self->tasks[0].first; text < self->n_digested; text++)
        tv_ftrace_lanes_meet (&self->lanes, &self->digests[text]);
      return;
    }
  for (guint32 row = stretch->first; row < stretch->first + stretch->n; row++)
    if (!self->is_met[texts[row]])
      {
        self->is_met[texts[row]] = TRUE;
        tv_ftrace_lanes_meet (&self->lanes, &self->digests[texts[row]]);
      }
}

static void
settle (Replay *self)
{
  for (guint i = 0; i < N_TASKS; i++)
    {
      Task *task = &self->tasks[i];

      tv_ftrace_digests_settle (&task->digests, &self->digests[task->first], task->n, &self->args,
                                self->builder);
      tv_ftrace_digests_empty (&task->digests);
    }
}

static gboolean
replay (Replay *self, guint32 stretch_events, const TvReadContext *context, GError **error)
{
  guint32 n = tv_trace_builder_get_n_events (self->builder), row = 0;

  while (row < n || self->to_tell.n > 0)
    {
      Stretch next = { row, MIN (stretch_events, n - row) };

      share_texts (self, &next);
      tv_parallel_run (N_TELLING + N_TASKS, do_task, self);
      settle (self);
      meet_threads (self, &next);
      self->to_tell = next;
      row += next.n;
      if (!tv_read_context_step (context, 0.5 + 0.5 * row / n, error))
        return FALSE;
    }
  return TRUE;
}

/* The events that all names of the log stand for; any string may be one. */
static void
look_up_events (Replay *self, const TvStringPool *strings)
{
  guint32 n = tv_string_pool_get_n (strings);

  self->events = g_malloc (n);
  for (guint32 i = 0; i < n; i++)
    self->events[i] = (guint8) tv_ftrace_event_lookup (tv_span (tv_string_pool_get (strings, i)));
}

/* Who is to be told of the events that say a text. */
static void
look_up_tellings (Replay *self)
{
  guint32 n = tv_trace_builder_get_n_texts (self->builder);

  self->tellings = g_malloc (n);
  for (guint32 text = 0; text < n; text++)
    {
      gsize len;
      guint32 name;
      TvFtraceEvent event;

      tv_trace_builder_get_text (self->builder, text, &name, &len);
      event = self->events[name];
      self->tellings[text] = (tv_ftrace_lanes_is_rest (event) ? IS_REST : 0) |
                             (tv_ftrace_lanes_is_sched (event) ? IS_SCHED : 0);
    }
}

/**
 * tv_ftrace_replay:
 * @builder: a builder with the events of a log, sorted
 * @threads: who is who in it
 * @seen: the events that the log has
 * @was_sorted: its events were in order before they were sorted
 * @stretch_events: how many events are told at a time; makes no difference to what comes out
 * @context: to report to
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Tells the builder what the events mean.
 */
gboolean
tv_ftrace_replay (TvTraceBuilder *builder,
                  TvFtraceThreads *threads,
                  TvFtraceEventSet seen,
                  gboolean was_sorted,
                  guint32 stretch_events,
                  const TvReadContext *context,
                  GError **error)
{
  g_autofree Replay *self = g_new0 (Replay, 1);
  gboolean is_done;

  self->builder = builder;
  self->digests = tv_large_block_new (tv_trace_builder_get_n_texts (builder) *
                                      sizeof *self->digests);
  tv_ftrace_args_init (&self->args);
  for (guint i = 0; i < N_TASKS; i++)
    tv_ftrace_digests_init (&self->tasks[i].digests, tv_trace_builder_get_strings (builder));
  tv_ftrace_lanes_init (&self->lanes, builder, threads);
  self->lanes.seen = seen;
  self->is_sorted = was_sorted;
  if (!was_sorted)
    self->is_met = g_malloc0 (tv_trace_builder_get_n_texts (builder));
  look_up_events (self, tv_trace_builder_get_strings (builder));
  look_up_tellings (self);
  is_done = replay (self, stretch_events, context, error);
  tv_ftrace_lanes_clear (&self->lanes);
  for (guint i = 0; i < N_TASKS; i++)
    tv_ftrace_digests_clear (&self->tasks[i].digests);
  tv_ftrace_args_clear (&self->args);
  g_free (self->digests);
  g_free (self->events);
  g_free (self->tellings);
  g_free (self->is_met);
  return is_done;
}
