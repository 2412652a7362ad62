/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-replay.h"

#include "core/parallel.h"
#include "formats/ftrace/ftrace-lanes.h"

/* Every event once more, in the order of time. What events say is found out by all processors,
 * stretch by stretch; what it means, one after the other. Both goes on at once: while some make
 * digests of the events of a round, one tells the builder of those of the round before.
 *
 *   round 1   digests of 0, 1, 2, 3
 *   round 2   digests of 4, 5, 6, 7   │ 0, 1, 2, 3 are told
 *   round 3                           │ 4, 5, 6, 7 are told
 */

#define N_STRETCHES 8 /* of a round */

/* So many events before one is told its digest is asked for: it lies in the cache of the processor
 * that made it. */
#define AHEAD 8

typedef struct
{
  TvFtraceDigests digests;
  guint32 *said; /* by event: its digest */
  guint32 first; /* event */
  guint32 n;
} Stretch;

typedef struct
{
  Stretch stretches[N_STRETCHES];
  guint n;
} Round;

typedef struct
{
  TvTraceBuilder *builder;
  TvFtraceLanes lanes;
  guint8 *events; /* TvFtraceEvent by string: what is called so */
  Round rounds[2];
  Round *to_digest;
  Round *to_tell;
} Replay;

static void
digest_stretch (Replay *self, Stretch *stretch)
{
  tv_ftrace_digests_empty (&stretch->digests);
  for (guint32 i = 0; i < stretch->n; i++)
    {
      TvLogEvent event;
      TvSpan args;

      tv_trace_builder_get_event (self->builder, stretch->first + i, &event);
      if (!tv_ftrace_digests_add_text (&stretch->digests, event.text, &stretch->said[i]))
        continue;
      args.text = tv_trace_builder_get_text (self->builder, event.text, &args.size);
      tv_ftrace_lanes_digest (&stretch->digests, self->events[event.name], event.name, args,
                              &stretch->digests.rows[stretch->said[i]]);
    }
}

static void
tell_stretch (Replay *self, const Stretch *stretch)
{
  for (guint32 i = 0; i < stretch->n; i++)
    {
      TvLogEvent event;

      if (i + AHEAD < stretch->n)
        __builtin_prefetch (&stretch->digests.rows[stretch->said[i + AHEAD]]);
      tv_trace_builder_get_event (self->builder, stretch->first + i, &event);
      tv_ftrace_lanes_add (&self->lanes, &(TvFtraceLaneEvent){
                                             .said = &stretch->digests.rows[stretch->said[i]],
                                             .digests = &stretch->digests,
                                             .ts = event.ts,
                                             .where = (gint64) event.where,
                                             .text = event.text,
                                             .utid = event.utid,
                                             .cpu = event.cpu,
                                             .name = event.name,
                                         });
    }
}

/* What has to be done in order is the first task, for it takes longest. */
static void
do_task (guint task, gpointer data)
{
  Replay *self = data;

  if (task > 0)
    digest_stretch (self, &self->to_digest->stretches[task - 1]);
  else
    for (guint i = 0; i < self->to_tell->n; i++)
      tell_stretch (self, &self->to_tell->stretches[i]);
}

static void
init_stretch (Replay *self, Stretch *stretch, guint32 n)
{
  stretch->said = g_new (guint32, n);
  tv_ftrace_digests_init (&stretch->digests, tv_trace_builder_get_strings (self->builder), n);
}

static void
clear_stretch (Stretch *stretch)
{
  if (stretch->said == NULL)
    return;
  tv_ftrace_digests_clear (&stretch->digests);
  g_free (stretch->said);
}

/* Cuts the next events into stretches; returns where they end. */
static guint32
cut_round (Replay *self, guint32 first, guint32 end, guint32 stretch_events)
{
  Round *round = self->to_digest;

  for (round->n = 0; round->n < N_STRETCHES && first < end; round->n++)
    {
      Stretch *stretch = &round->stretches[round->n];

      if (stretch->said == NULL)
        init_stretch (self, stretch, MIN (stretch_events, end));
      stretch->first = first;
      stretch->n = MIN (stretch_events, end - first);
      first += stretch->n;
    }
  return first;
}

static gboolean
replay (Replay *self, guint32 stretch_events, const TvReadContext *context, GError **error)
{
  guint32 n = tv_trace_builder_get_n_events (self->builder), row = 0;

  while (row < n || self->to_tell->n > 0)
    {
      Round *told = self->to_tell;

      row = cut_round (self, row, n, stretch_events);
      tv_parallel_run (self->to_digest->n + 1, do_task, self);
      for (guint i = 0; i < self->to_digest->n; i++)
        tv_ftrace_digests_settle (&self->to_digest->stretches[i].digests, self->builder);
      told->n = 0;
      self->to_tell = self->to_digest;
      self->to_digest = told;
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
 * @stretch_events: how many events are one task; makes no difference to what comes out
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
  self->to_digest = &self->rounds[0];
  self->to_tell = &self->rounds[1];
  tv_ftrace_lanes_init (&self->lanes, builder, threads);
  self->lanes.has_wakeup = has_wakeup;
  self->events = look_up_events (tv_trace_builder_get_strings (builder));
  is_done = replay (self, stretch_events, context, error);
  tv_ftrace_lanes_clear (&self->lanes);
  for (guint i = 0; i < G_N_ELEMENTS (self->rounds); i++)
    for (guint k = 0; k < N_STRETCHES; k++)
      clear_stretch (&self->rounds[i].stretches[k]);
  g_free (self->events);
  return is_done;
}
