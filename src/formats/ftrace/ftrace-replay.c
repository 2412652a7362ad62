/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-replay.h"

#include "core/large-block.h"
#include "core/parallel.h"
#include "formats/ftrace/ftrace-lanes.h"

/* Every event once more, in the order of time. What the texts of events say is found out by all
 * processors, text by text; what the events mean, by one, event by event. Both goes on at once:
 * while some make digests of the texts that the events of a round are the first to say, one tells
 * the builder of the events of the round before.
 *
 *   round 1   digests of texts 0 … 41
 *   round 2   digests of texts 42 … 57   │ events 0 … 99 are told
 *   round 3   digests of texts 58 … 60   │ events 100 … 199
 */

#define N_TASKS 8 /* of a round */

/* So many events before one is told its digest is asked for. */
#define AHEAD 12

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

typedef struct
{
  TvTraceBuilder *builder;
  TvFtraceLanes lanes;
  guint8 *events;          /* TvFtraceEvent by string: what is called so */
  TvFtraceDigest *digests; /* by text */
  TvFtraceArgs args;
  guint32 n_digested; /* texts */
  Task tasks[N_TASKS];
  Stretch to_tell;
} Replay;

static void
make_digests (const Replay *self, Task *task)
{
  tv_ftrace_digests_empty (&task->digests);
  for (guint32 text = task->first; text < task->first + task->n; text++)
    {
      TvSpan args;
      guint32 name;

      args.text = tv_trace_builder_get_text (self->builder, text, &name, &args.size);
      tv_ftrace_lanes_digest (&task->digests, self->events[name], name, args, &self->digests[text]);
    }
}

static void
tell (Replay *self, const Stretch *stretch)
{
  const guint32 *texts = tv_trace_builder_get_event_texts (self->builder);
  guint32 end = stretch->first + stretch->n;

  for (guint32 row = stretch->first; row < end; row++)
    {
      TvLogEvent event;

      if (row + AHEAD < end)
        __builtin_prefetch (&self->digests[texts[row + AHEAD]]);
      tv_trace_builder_get_event (self->builder, row, &event);
      tv_ftrace_lanes_add (&self->lanes, &(TvFtraceLaneEvent){
                                             .said = &self->digests[event.text],
                                             .args = &self->args,
                                             .ts = event.ts,
                                             .where = (gint64) event.where,
                                             .text = event.text,
                                             .utid = event.utid,
                                             .cpu = event.cpu,
                                         });
    }
}

/* What has to be done in order is the first task, for it takes longest. */
static void
do_task (guint task, gpointer data)
{
  Replay *self = data;

  if (task > 0)
    make_digests (self, &self->tasks[task - 1]);
  else
    tell (self, &self->to_tell);
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

static void
settle (Replay *self)
{
  for (guint i = 0; i < N_TASKS; i++)
    {
      Task *task = &self->tasks[i];

      tv_ftrace_digests_settle (&task->digests, &self->digests[task->first], task->n, &self->args,
                                self->builder);
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
      tv_parallel_run (1 + N_TASKS, do_task, self);
      settle (self);
      self->to_tell = next;
      row += next.n;
      if (!tv_read_context_step (context, 0.5 + 0.5 * row / n, error))
        return FALSE;
    }
  return TRUE;
}

/* The events that all names of the log stand for; any string may be one. */
static guint8 *
look_up_events (const TvStringPool *strings)
{
  guint32 n = tv_string_pool_get_n (strings);
  guint8 *events = g_malloc (n);

  for (guint32 i = 0; i < n; i++)
    events[i] = (guint8) tv_ftrace_event_lookup (tv_span (tv_string_pool_get (strings, i)));
  return events;
}

/**
 * tv_ftrace_replay:
 * @builder: a builder with the events of a log, sorted
 * @threads: who is who in it
 * @has_wakeup: the log has sched_wakeup
 * @stretch_events: how many events are told at a time; makes no difference to what comes out
 * @context: to report to
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Tells the builder what the events mean.
 */
gboolean
tv_ftrace_replay (TvTraceBuilder *builder,
                  TvFtraceThreads *threads,
                  gboolean has_wakeup,
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
  self->lanes.has_wakeup = has_wakeup;
  self->events = look_up_events (tv_trace_builder_get_strings (builder));
  is_done = replay (self, stretch_events, context, error);
  tv_ftrace_lanes_clear (&self->lanes);
  for (guint i = 0; i < N_TASKS; i++)
    tv_ftrace_digests_clear (&self->tasks[i].digests);
  tv_ftrace_args_clear (&self->args);
  g_free (self->digests);
  g_free (self->events);
  return is_done;
}
