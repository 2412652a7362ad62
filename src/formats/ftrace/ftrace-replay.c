/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-replay.h"

#include "core/memory/parallel.h"
#include "formats/ftrace/ftrace-handlers.h"
#include "formats/ftrace/ftrace-lifetimes.h"
#include "formats/ftrace/ftrace-decoded-texts.h"

/* The replay visits all events in time order. All processors decode the event texts, each text once. Two tasks
 * emit events to the builder: one emits scheduling events, the other all remaining events. Both steps overlap:
 * while the new texts of one round are decoded, the events of the previous round are emitted.
 *
 *   round 1   decode texts 0 … 41
 *   round 2   decode texts 42 … 57   │ emit events 0 … 99     │ scheduling of events 0 … 99
 *   round 3   decode texts 58 … 60   │ emit events 100 … 199  │ scheduling of events 100 … 199
 *
 * If the log contains starts or ends of threads, ids may be reused. The thread that has an id at a given time
 * must be known before the first event is emitted. Therefore, there are two series of rounds:
 *
 *   round 1   decode texts 0 … 41
 *   round 2   decode texts 42 … 57   │ lifetimes of events 0 … 99
 *   round 3                          │ lifetimes of events 100 … 199
 *   round 4                          │ emit events 0 … 99     │ scheduling of events 0 … 99
 *
 * Entry point: tv_ftrace_replay(), called by ftrace-merge.c. All state is in Replay and exists only during the
 * call. Texts are settled between two rounds, on the calling thread. Threads are registered there, too, or in the
 * task that computes lifetimes. */

#define N_CONSUMER_TASKS                                                                           \
  TV_N_FTRACE_CONSUMERS /* number of tasks per round that emit to the builder */
#define N_TASKS TV_FTRACE_DECODE_TASKS

/* Number of events whose decoded text is prefetched ahead. */
#define AHEAD 12

/* Number of events that are filtered at a time to find those with a handler. */
#define FILTER_EVENTS 1024

/* A range of consecutive events. */
typedef struct
{
  guint32 first;
  guint32 n;
} Batch;

/* Set of consumers of an event. */
typedef enum
{
  IS_REST = 1 << TV_FTRACE_CONSUMER_REST,
  IS_SCHED = 1 << TV_FTRACE_CONSUMER_SCHED,
} Consumers;

typedef struct
{
  TvTraceBuilder *builder;
  TvFtraceReplay how;
  guint32 first_row;          /* first event to emit */
  TvFtraceHandlers *handlers; /* handlers per machine */
  guint32 n_machines;
  TvFtraceThreads *threads;
  guint8 *consumers_by_text; /* Consumers per text */
  TvFtraceDecodedTexts texts;
  gboolean
      is_sorted; /* whether the first occurrences of event texts are in the order of their ids */
  guint8 *
      is_met; /* gboolean per event text: whether its threads are registered; unused if @is_sorted */
  gboolean proves_current; /* whether line prefixes name the CPU's current thread */
  gboolean has_lifetimes;
  TvFtraceLifetimes lifetimes;
  guint32 next_birth
      [TV_N_FTRACE_CONSUMERS]; /* next event at which a tid changes its thread, per consumer */
  guint n_broken[TV_N_FTRACE_CONSUMERS]; /* number of breaks that have been applied, per consumer */
  guint32 *break_rows; /* first event after each break; terminated by G_MAXUINT32 */
  guint n_split;       /* number of splits that have been applied */
  guint32 *split_rows; /* first event after each split; terminated by G_MAXUINT32 */
  guint32 n_met;       /* number of event texts whose threads are registered, if @is_sorted */
  Batch to_see;        /* events whose lifetimes are computed */
  Batch to_emit;
} Replay;

/* Returns the machine of an event text. Each machine has separate handlers. */
static inline guint32
get_machine (const Replay *self, guint32 text)
{
  return G_LIKELY (self->n_machines == 1) ? 0
                                          : tv_trace_builder_get_text_machine (self->builder, text);
}

/* Makes a machine current for all consumers except scheduling, so that thread ids refer to the machine. */
static inline void
enter (Replay *self, guint32 machine)
{
  if (G_UNLIKELY (self->n_machines > 1))
    tv_ftrace_threads_set_machine (self->threads, machine);
}

/* Returns whether scheduling events of the origin apply at @ts, in ticks. */
static inline gboolean
reports_sched (const TvFtraceOrigin *self, gint64 ts)
{
  for (guint i = 0; i < self->n_hidden; i++)
    if (ts >= self->hidden[i].from && ts <= self->hidden[i].until)
      return FALSE;
  return TRUE;
}

/* Returns the origin of an event of @machine at @file_offset. @origins are in file order. */
static inline const TvFtraceOrigin *
search_origins (const TvFtraceOrigin *origins, guint n, guint64 file_offset, guint32 machine)
{
  guint low = 0, high = n - 1;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (file_offset >= origins[middle].end)
        low = middle + 1;
      else
        high = middle;
    }
  while (G_UNLIKELY (origins[low].machine != machine) && low + 1 < n)
    low++;
  return &origins[low];
}

/* Returns the event types in all files. */
static TvFtraceEventSet
join_seen (const TvFtraceOrigin *origins, guint n)
{
  TvFtraceEventSet seen = 0;

  for (guint i = 0; i < n; i++)
    seen = tv_ftrace_event_set_join (seen, origins[i].seen);
  return seen;
}

/* Returns the event types in all files of a machine. */
static TvFtraceEventSet
join_seen_of_machine (const TvFtraceOrigin *origins, guint n, guint32 machine)
{
  TvFtraceEventSet seen = 0;

  for (guint i = 0; i < n; i++)
    if (origins[i].machine == machine)
      seen = tv_ftrace_event_set_join (seen, origins[i].seen);
  return seen;
}

static inline const TvFtraceOrigin *
find_origin (const Replay *self, const TvLogEvent *event)
{
  return search_origins (self->how.origins, self->how.n_origins, event->file_offset,
                         get_machine (self, event->text));
}

static void
emit_event (Replay *self, Consumers consumers, guint32 row)
{
  TvLogEvent event;
  TvFtraceHandlerEvent handler_event;
  const TvFtraceOrigin *origin;

  if (consumers == IS_SCHED)
    tv_trace_builder_select_sched_event (self->builder, row, &event);
  else
    tv_trace_builder_select_event (self->builder, row, &event);
  origin = find_origin (self, &event);
  if (G_UNLIKELY (event.ts < origin->valid_from))
    return;
  handler_event = (TvFtraceHandlerEvent){
    .decoded = &self->texts.all[event.text],
    .args = &self->texts.args,
    .origin = origin,
    .ts = event.ts,
    .file_offset = (gint64) event.file_offset,
    .text = event.text,
    .utid = event.utid,
    .cpu = event.cpu,
  };
  if (consumers == IS_SCHED)
    {
      if (G_UNLIKELY (!reports_sched (origin, event.ts)))
        return;
      if (self->proves_current && handler_event.decoded->event != TV_FTRACE_EVENT_SCHED_SWITCH)
        tv_trace_builder_infer_switches (self->builder, row, row + 1);
      tv_ftrace_handlers_add_sched (&self->handlers[origin->machine], &handler_event);
    }
  else
    {
      if (self->how.emit_rest != NULL)
        self->how.emit_rest (self->how.data, event.ts);
      enter (self, origin->machine);
      tv_ftrace_handlers_add (&self->handlers[origin->machine], &handler_event);
    }
}

/* Selects the events of a consumer without unpredictable branches. Returns the number of selected events. */
static guint32
pick_events (const Replay *self, Consumers consumers, guint32 first, guint32 end, guint32 *rows)
{
  const TvIdColumn *texts = &tv_trace_builder_get_events (self->builder)->text;
  guint32 n = 0;

  for (guint32 row = first; row < end; row++)
    {
      rows[n] = row;
      n += (self->consumers_by_text[tv_id_column_get (texts, row)] & consumers) != 0;
    }
  return n;
}

/* Records the threads that were on CPUs, unless scheduling is taken from another file. */
static void
see_events (Replay *self, guint32 first, guint32 end)
{
  if (G_LIKELY (self->how.n_origins == 1))
    {
      tv_trace_builder_infer_switches (self->builder, first, end);
      return;
    }
  for (guint32 row = first; row < end; row++)
    {
      TvLogEvent event;

      tv_trace_builder_select_sched_event (self->builder, row, &event);
      if (reports_sched (find_origin (self, &event), event.ts))
        tv_trace_builder_infer_switches (self->builder, row, row + 1);
    }
}

/* Assigns tids to the threads that have them at an event. Before that, emits other data up to the time of the event,
 * because that data belongs to the previous threads. */
static G_GNUC_NO_INLINE void
follow_lifetimes (Replay *self, TvFtraceConsumer consumer, guint32 row)
{
  guint32 *next = &self->next_birth[consumer];

  while (*next <= row)
    {
      TvLogEvent event;

      if (consumer == TV_FTRACE_CONSUMER_REST && self->how.emit_rest != NULL)
        {
          tv_trace_builder_select_event (self->builder, *next, &event);
          self->how.emit_rest (self->how.data, event.ts);
        }
      *next = tv_ftrace_lifetimes_emit (&self->lifetimes, consumer, *next);
    }
}

/* Handles events for which the consumer has no handler. To the consumer of scheduling events, such an event only
 * proves which thread is current on the CPU of the event. */
static inline void
pass_events (Replay *self, TvFtraceConsumer consumer, guint32 first, guint32 end)
{
  if (G_UNLIKELY (end > self->next_birth[consumer]))
    follow_lifetimes (self, consumer, end - 1);
  if (consumer == TV_FTRACE_CONSUMER_SCHED && self->proves_current && first < end)
    see_events (self, first, end);
}

/* Ends a recording at a break. The next events belong to another recording. */
static void
pass_break (Replay *self, TvFtraceConsumer consumer)
{
  const TvFtraceBreak *passed = &self->how.breaks[self->n_broken[consumer]++];

  if (consumer == TV_FTRACE_CONSUMER_SCHED)
    tv_trace_builder_end_sched_recording (self->builder, passed->end);
  else
    for (guint32 i = 0; i < self->n_machines; i++)
      tv_ftrace_handlers_forget (&self->handlers[i], passed->end);
}

static void
emit (Replay *self, TvFtraceConsumer consumer)
{
  const TvIdColumn *texts = &tv_trace_builder_get_events (self->builder)->text;
  const Batch *batch = &self->to_emit;
  guint32 batch_end = batch->first + batch->n, rows[FILTER_EVENTS];
  Consumers consumers = 1u << consumer;

  for (guint32 first = batch->first, end; first < batch_end; first = end)
    {
      guint32 n, passed = first;

      while (G_UNLIKELY (first >= self->break_rows[self->n_broken[consumer]]))
        pass_break (self, consumer);
      end = MIN (first + MIN (batch_end - first, FILTER_EVENTS),
                 self->break_rows[self->n_broken[consumer]]);
      n = pick_events (self, consumers, first, end, rows);
      for (guint32 i = 0; i < n; i++)
        {
          if (i + AHEAD < n)
            __builtin_prefetch (&self->texts.all[tv_id_column_get (texts, rows[i + AHEAD])]);
          pass_events (self, consumer, passed, rows[i]);
          if (G_UNLIKELY (rows[i] >= self->next_birth[consumer]))
            follow_lifetimes (self, consumer, rows[i]);
          emit_event (self, consumers, rows[i]);
          passed = rows[i] + 1;
        }
      pass_events (self, consumer, passed, end);
    }
}

/* Registers the threads to which an event text refers, at the first event with that text. */
static inline void
register_text_threads (Replay *self, guint32 text)
{
  guint32 machine;

  if (self->is_sorted ? text < self->n_met : self->is_met[text])
    return;
  if (self->is_sorted)
    self->n_met = text + 1;
  else
    self->is_met[text] = TRUE;
  machine = get_machine (self, text);
  enter (self, machine);
  tv_ftrace_handlers_meet (&self->handlers[machine], &self->texts.all[text]);
}

static void
do_task (guint task, gpointer data)
{
  Replay *self = data;

  if (task < N_CONSUMER_TASKS)
    emit (self, (TvFtraceConsumer) task);
  else
    tv_ftrace_decoded_texts_decode (&self->texts, task - N_CONSUMER_TASKS);
}

/* Updates lifetimes for an event whose text is registered, and sets the thread of the event. */
static void
see_lifetimes (Replay *self, guint32 row)
{
  TvLogEvent event;
  const TvFtraceOrigin *origin;
  const TvFtraceDecoded *decoded;
  guint32 utid;

  tv_trace_builder_select_event (self->builder, row, &event);
  /* The thread of a function_graph event may be unknown. */
  if (event.utid == TV_NONE)
    return;
  origin = find_origin (self, &event);
  if (event.ts < origin->valid_from)
    return;
  enter (self, origin->machine);
  decoded = &self->texts.all[event.text];
  tv_ftrace_lifetimes_see (&self->lifetimes, row, event.cpu, event.utid,
                           decoded->category == TV_FTRACE_CATEGORY_SCHED ? decoded : NULL);
  utid = tv_ftrace_lifetimes_get (&self->lifetimes, event.utid);
  if (utid != event.utid)
    tv_trace_builder_set_event_thread (self->builder, row, utid);
}

/* Returns whether an event with a registered text concerns only threads that continue to run. This applies to almost
 * all events. */
static inline gboolean
changes_no_life (const Replay *self, guint32 prefix, guint32 text)
{
  const TvFtraceDecoded *decoded;

  if ((self->consumers_by_text[text] & IS_SCHED) == 0)
    return tv_ftrace_lifetimes_is_steady (&self->lifetimes, prefix);
  decoded = &self->texts.all[text];
  if (decoded->category != TV_FTRACE_CATEGORY_SCHED || decoded->ids[0] < 0 ||
      !tv_ftrace_lifetimes_is_steady (&self->lifetimes, (guint32) decoded->ids[0]))
    return FALSE;
  if (decoded->event == TV_FTRACE_EVENT_SCHED_SWITCH)
    return decoded->kind != TV_STATE_DEAD &&
           tv_ftrace_lifetimes_is_steady (&self->lifetimes, (guint32) decoded->ids[1]) &&
           tv_ftrace_lifetimes_is_steady (&self->lifetimes, prefix);
  return (decoded->event == TV_FTRACE_EVENT_SCHED_WAKING ||
          decoded->event == TV_FTRACE_EVENT_SCHED_WAKEUP) &&
         tv_ftrace_lifetimes_is_steady (&self->lifetimes, prefix);
}

/* Applies the splits before an event. After a split, its tid belongs to a different thread. */
static inline void
see_splits (Replay *self, guint32 row)
{
  while (G_UNLIKELY (row >= self->split_rows[self->n_split]))
    {
      tv_ftrace_lifetimes_split (&self->lifetimes, &self->how.splits[self->n_split],
                                 self->split_rows[self->n_split]);
      self->n_split++;
    }
}

static void
see_batch (Replay *self)
{
  const TvIdColumn *texts = &tv_trace_builder_get_events (self->builder)->text;
  const TvIdColumn *threads = &tv_trace_builder_get_events (self->builder)->utid;
  guint32 end = self->to_see.first + self->to_see.n;

  for (guint32 row = self->to_see.first; row < end; row++)
    {
      guint32 text;

      if (row + AHEAD < end)
        __builtin_prefetch (&self->texts.all[tv_id_column_get (texts, row + AHEAD)]);
      text = tv_id_column_get (texts, row);
      register_text_threads (self, text);
      see_splits (self, row);
      if (!changes_no_life (self, tv_id_column_get (threads, row), text))
        see_lifetimes (self, row);
    }
}

static void
do_task_before (guint task, gpointer data)
{
  Replay *self = data;

  if (task > 0)
    tv_ftrace_decoded_texts_decode (&self->texts, task - 1);
  else
    see_batch (self);
}

/* Distributes the event texts that first occur in the batch among the decoding tasks. */
static void
share_texts (Replay *self, const Batch *batch)
{
  const TvIdColumn *texts = &tv_trace_builder_get_events (self->builder)->text;
  guint32 end = self->texts.n;

  for (guint32 row = batch->first; row < batch->first + batch->n; row++)
    end = MAX (end, tv_id_column_get (texts, row) + 1);
  tv_ftrace_decoded_texts_share (&self->texts, end);
}

/* Registers the threads to which the event texts of a batch refer, in event order. */
static void
register_threads (Replay *self, const Batch *batch)
{
  const TvIdColumn *texts = &tv_trace_builder_get_events (self->builder)->text;

  if (self->is_sorted)
    for (guint32 text = self->texts.first_new; text < self->texts.n; text++)
      register_text_threads (self, text);
  else
    for (guint32 row = batch->first; row < batch->first + batch->n; row++)
      register_text_threads (self, tv_id_column_get (texts, row));
}

/* Runs the first series of rounds: decodes all event texts and computes lifetimes. */
static gboolean
replay_lifetimes (Replay *self, guint32 batch_events, const TvReadContext *context, GError **error)
{
  guint32 n = tv_trace_builder_get_n_events (self->builder), row = self->first_row;

  while (row < n || self->to_see.n > 0)
    {
      Batch next = { row, MIN (batch_events, n - row) };

      share_texts (self, &next);
      tv_parallel_run (1 + N_TASKS, do_task_before, self);
      tv_ftrace_decoded_texts_settle (&self->texts);
      self->to_see = next;
      row += next.n;
      if (!tv_read_context_step (context, 0.5 + 0.2 * row / n, error))
        return FALSE;
    }
  see_splits (self, n);
  tv_ftrace_lifetimes_settle (&self->lifetimes);
  return TRUE;
}

static gboolean
replay_with_lifetimes (Replay *self,
                       guint32 batch_events,
                       const TvReadContext *context,
                       GError **error)
{
  guint32 n = tv_trace_builder_get_n_events (self->builder);

  if (!replay_lifetimes (self, batch_events, context, error))
    return FALSE;
  self->next_birth[0] = self->next_birth[1] = 0;
  for (guint32 row = self->first_row; row < n; row += self->to_emit.n)
    {
      self->to_emit = (Batch){ row, MIN (batch_events, n - row) };
      tv_parallel_run (N_CONSUMER_TASKS, do_task, self);
      if (!tv_read_context_step (context, 0.7 + 0.3 * row / n, error))
        return FALSE;
    }
  tv_ftrace_lifetimes_finish (&self->lifetimes);
  return TRUE;
}

static gboolean
replay (Replay *self, guint32 batch_events, const TvReadContext *context, GError **error)
{
  guint32 n = tv_trace_builder_get_n_events (self->builder), row = self->first_row;

  if (self->has_lifetimes)
    return replay_with_lifetimes (self, batch_events, context, error);
  tv_ftrace_threads_settle_tgids (self->threads);

  while (row < n || self->to_emit.n > 0)
    {
      Batch next = { row, MIN (batch_events, n - row) };

      share_texts (self, &next);
      tv_parallel_run (N_CONSUMER_TASKS + N_TASKS, do_task, self);
      tv_ftrace_decoded_texts_settle (&self->texts);
      register_threads (self, &next);
      self->to_emit = next;
      row += next.n;
      if (!tv_read_context_step (context, 0.5 + 0.5 * row / n, error))
        return FALSE;
    }
  return TRUE;
}

/* Sets the consumers of each event text. Also finds probes with end events. */
static void
look_up_consumers (Replay *self)
{
  guint32 n = tv_trace_builder_get_n_texts (self->builder);
  g_autoptr (GStringChunk) texts = g_string_chunk_new (64);

  self->consumers_by_text = g_malloc (n);
  for (guint32 text = 0; text < n; text++)
    {
      TvFtraceEvent event = tv_ftrace_decoded_texts_get_event (&self->texts, text);

      self->consumers_by_text[text] = (tv_ftrace_handlers_is_rest (event) ? IS_REST : 0) |
                                      (tv_ftrace_handlers_is_sched (event) ? IS_SCHED : 0);
      if (event == TV_FTRACE_EVENT_KPROBE_EVENT)
        {
          TvKernelArgs args = tv_kernel_args_get (self->builder, text, texts);

          tv_ftrace_handlers_note_probe (&self->handlers[get_machine (self, text)], &args);
        }
    }
}

/* Returns the first event at or after a timestamp. */
static guint32
find_event (const Replay *self, gint64 ts)
{
  guint32 first = 0, end = tv_trace_builder_get_n_events (self->builder);

  while (first < end)
    {
      guint32 middle = first + (end - first) / 2;
      TvLogEvent event;

      tv_trace_builder_select_event (self->builder, middle, &event);
      if (event.ts < ts)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/* Returns the first event that is interpreted; earlier events are only listed. */
static guint32
find_valid (const Replay *self)
{
  gint64 valid_from = G_MAXINT64;

  for (guint i = 0; i < self->how.n_origins; i++)
    valid_from = MIN (valid_from, self->how.origins[i].valid_from);
  return find_event (self, valid_from);
}

/**
 * tv_ftrace_replay:
 * @builder: a builder with the sorted events of a log
 * @threads: threads of the log
 * @how: parameters
 * @context: progress and cancellation
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Interprets all events: adds their slices, states and samples to the builder.
 *
 * Returns: %FALSE with @error if cancelled
 */
gboolean
tv_ftrace_replay (TvTraceBuilder *builder,
                  TvFtraceThreads *threads,
                  const TvFtraceReplay *how,
                  const TvReadContext *context,
                  GError **error)
{
  g_autofree Replay *self = g_new0 (Replay, 1);
  TvFtraceEventSet seen = join_seen (how->origins, how->n_origins);
  gboolean has_switch = tv_ftrace_event_set_has (seen, TV_FTRACE_EVENT_SCHED_SWITCH);
  gboolean is_done;

  self->builder = builder;
  self->how = *how;
  tv_ftrace_decoded_texts_init (&self->texts, builder);
  self->threads = threads;
  self->n_machines = tv_trace_builder_get_n_machines (builder);
  self->handlers = g_new (TvFtraceHandlers, self->n_machines);
  for (guint32 i = 0; i < self->n_machines; i++)
    tv_ftrace_handlers_init (&self->handlers[i], builder, threads, i,
                             join_seen_of_machine (how->origins, how->n_origins, i));
  self->has_lifetimes = tv_ftrace_lifetimes_are_reported (seen) || how->n_splits > 0;
  self->next_birth[0] = self->next_birth[1] = G_MAXUINT32;
  tv_ftrace_lifetimes_init (&self->lifetimes, builder, threads, has_switch);
  self->is_sorted = how->was_sorted;
  if (!how->was_sorted)
    self->is_met = g_malloc0 (tv_trace_builder_get_n_texts (builder));
  look_up_consumers (self);
  self->proves_current = has_switch &&
                         tv_ftrace_handlers_prefix_has_current_thread (builder, self->texts.events);
  self->first_row = find_valid (self);
  self->break_rows = g_new (guint32, how->n_breaks + 1);
  for (guint i = 0; i < how->n_breaks; i++)
    self->break_rows[i] = find_event (self, how->breaks[i].start);
  self->break_rows[how->n_breaks] = G_MAXUINT32;
  self->split_rows = g_new (guint32, how->n_splits + 1);
  for (guint i = 0; i < how->n_splits; i++)
    self->split_rows[i] = find_event (self, how->splits[i].ts);
  self->split_rows[how->n_splits] = G_MAXUINT32;
  is_done = replay (self, how->batch_events, context, error);
  for (guint32 i = 0; is_done && i < self->n_machines; i++)
    tv_ftrace_handlers_finish (&self->handlers[i], how->tick_ns);
  tv_ftrace_lifetimes_clear (&self->lifetimes);
  for (guint32 i = 0; i < self->n_machines; i++)
    tv_ftrace_handlers_clear (&self->handlers[i]);
  g_free (self->handlers);
  tv_ftrace_decoded_texts_clear (&self->texts);
  g_free (self->consumers_by_text);
  g_free (self->is_met);
  g_free (self->break_rows);
  g_free (self->split_rows);
  return is_done;
}
