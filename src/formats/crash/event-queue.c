/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/crash/event-queue.h"

#include <stdlib.h>

#include "formats/input/scan.h"

/* Converts event queues to a timeline: executed events on the track of the thread, the delay of each event on a track
 * of the process, and the number of pending events as a counter.
 *
 *   delay    [      ]   [  ][         ]
 *   run    [     ]  [   ]   [  ]      [ does not end …
 *   waiting                  1     2    3
 *
 * Called by the reader of freeze reports: freeze-reader.c adds lines, freeze-times.c emits the timeline after the
 * last line. Owns the events of all queues until then. */

void
tv_event_queue_init (TvEventQueue *self)
{
  *self = (TvEventQueue){ .seen = TV_NO_TIME, .tid = TV_NONE, .priority = TV_NONE };
  self->events = g_array_new (FALSE, FALSE, sizeof (TvQueueEvent));
  self->tids = g_array_new (FALSE, FALSE, sizeof (guint32));
}

void
tv_event_queue_clear (TvEventQueue *self)
{
  g_array_unref (self->events);
  g_array_unref (self->tids);
}

/* ---- Lists ---- */

static TvQueueEvent *
get_event (TvEventQueue *self, guint i)
{
  return &g_array_index (self->events, TvQueueEvent, i);
}

static TvQueueEvent
make_event (TvEventQueue *self, TvFaultReader *faults, const TvEventQueueParsed *parsed)
{
  guint32 priority = tv_fault_reader_intern (faults, parsed->priority);

  return (TvQueueEvent){ .utid = TV_NONE,
                         .seen = self->seen,
                         .sent = parsed->sent,
                         .due = parsed->due,
                         .began = parsed->began,
                         .ended = parsed->ended,
                         .sender_tid = parsed->tid,
                         .priority = priority != TV_NONE ? priority : self->priority,
                         .name = tv_fault_reader_intern (faults, parsed->name),
                         .caller = tv_fault_reader_intern (faults, parsed->caller) };
}

static void
append_event (TvEventQueue *self, const TvQueueEvent *event)
{
  g_array_append_vals (self->events, event, 1);
  g_array_append_val (self->tids, self->tid);
}

/* Returns whether @event is the running event of the current list. The history contains the running event again,
 * without an end. */
static gboolean
is_running (TvEventQueue *self, const TvQueueEvent *event)
{
  const TvQueueEvent *running;

  if (self->first >= self->events->len)
    return FALSE;
  running = get_event (self, self->first);
  return running->state == TV_QUEUE_EVENT_RUNNING && running->sent == event->sent &&
         running->sender_tid == event->sender_tid;
}

static void
add_event (TvEventQueue *self, TvFaultReader *faults, const TvEventQueueParsed *parsed)
{
  TvQueueEvent event = make_event (self, faults, parsed);

  event.state = self->in_history ? TV_QUEUE_EVENT_DONE : TV_QUEUE_EVENT_WAITING;
  if (event.ended == TV_NO_TIME && self->in_history && is_running (self, &event))
    return;
  append_event (self, &event);
}

static void
add_running (TvEventQueue *self, TvFaultReader *faults, const TvEventQueueParsed *parsed)
{
  TvQueueEvent event = make_event (self, faults, parsed);

  event.state = TV_QUEUE_EVENT_RUNNING;
  event.ended = TV_NO_TIME;
  if (parsed->ns != TV_NO_TIME)
    event.began = parsed->ns;
  append_event (self, &event);
}

/**
 * tv_event_queue_add:
 * @self: a queue
 * @faults: reader that interns the strings
 * @line: the next line
 *
 * Parses a line. If the line contains an event, appends the event.
 *
 * Returns: whether the line belongs to a queue dump
 */
gboolean
tv_event_queue_add (TvEventQueue *self, TvFaultReader *faults, TvSpan line)
{
  TvEventQueueParsed parsed;

  switch (tv_event_queue_parse (line, &parsed))
    {
    case TV_EVENT_QUEUE_NONE:
      return FALSE;
    case TV_EVENT_QUEUE_LISTED:
      self->seen = parsed.ns;
      self->tid = TV_NONE;
      self->priority = TV_NONE;
      self->in_history = FALSE;
      self->first = self->events->len;
      break;
    case TV_EVENT_QUEUE_RUNNER:
      self->tid = parsed.tid;
      break;
    case TV_EVENT_QUEUE_RUNNING:
      add_running (self, faults, &parsed);
      break;
    case TV_EVENT_QUEUE_HISTORY:
      self->in_history = TRUE;
      self->priority = TV_NONE;
      break;
    case TV_EVENT_QUEUE_WAITING:
      self->in_history = FALSE;
      self->priority = tv_fault_reader_intern (faults, parsed.priority);
      break;
    case TV_EVENT_QUEUE_EVENT:
      add_event (self, faults, &parsed);
      break;
    case TV_EVENT_QUEUE_IDLE:
    case TV_EVENT_QUEUE_TOTAL:
    default:
      break;
    }
  return TRUE;
}

/* ---- Events that several lists contain ---- */

typedef struct
{
  const TvQueueEvent *event;
  guint32 tid;
  guint row;
} Listed;

#define COMPARE(a, b)                                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if ((a) != (b))                                                                                \
      return (a) < (b) ? -1 : 1;                                                                   \
  }                                                                                                \
  G_STMT_END

/* Compares the fields that identify an event. They do not change while the event waits and runs. */
static int
compare_same (const Listed *a, const Listed *b)
{
  COMPARE (a->tid, b->tid);
  COMPARE (a->event->sent, b->event->sent);
  COMPARE (a->event->due, b->event->due);
  COMPARE (a->event->sender_tid, b->event->sender_tid);
  COMPARE (a->event->name, b->event->name);
  COMPARE (a->event->caller, b->event->caller);
  return 0;
}

static int
compare_listed (gconstpointer a, gconstpointer b)
{
  const Listed *first = a, *second = b;
  int order = compare_same (first, second);

  if (order != 0)
    return order;
  COMPARE (first->row, second->row);
  return 0;
}

/* Sets @is_old for each row whose event a later list contains again, because the last list contains the latest state
 * of an event. Equal events in the same list are all kept. */
static void
find_old (TvEventQueue *self, guint8 *is_old)
{
  guint n = self->events->len;
  g_autofree Listed *listed = g_new (Listed, n + 1);

  for (guint i = 0; i < n; i++)
    listed[i] = (Listed){ get_event (self, i), g_array_index (self->tids, guint32, i), i };
  qsort (listed, n, sizeof *listed, compare_listed);
  for (guint start = 0, end; start < n; start = end)
    {
      gint64 last = listed[start].event->seen;

      for (end = start; end < n && compare_same (&listed[start], &listed[end]) == 0; end++)
        last = MAX (last, listed[end].event->seen);
      for (guint i = start; i < end; i++)
        is_old[listed[i].row] = listed[i].event->seen < last;
    }
}

/* ---- Timeline ---- */

typedef struct
{
  TvFaultReader *faults;
  TvTraceBuilder *builder;
  guint32 upid;
  guint32 delays; /* track of queue delays */
  guint32 keys[3];
} Emitter;

static guint32
intern (Emitter *emitter, const char *text)
{
  return tv_trace_builder_intern (emitter->builder, text, -1);
}

static void
add_args (Emitter *emitter, const TvQueueEvent *event)
{
  if (event->caller != TV_NONE)
    tv_trace_builder_add_arg (emitter->builder, emitter->keys[0], event->caller);
  if (event->priority != TV_NONE)
    tv_trace_builder_add_arg (emitter->builder, emitter->keys[1], event->priority);
  if (event->sender_tid != TV_NONE)
    tv_trace_builder_add_int_arg (emitter->builder, emitter->keys[2], event->sender_tid);
}

static guint32
get_symbol (Emitter *emitter, const TvQueueEvent *event)
{
  TvSymbol symbol = { .class_name = TV_NONE,
                      .name = event->name != TV_NONE     ? event->name
                              : event->caller != TV_NONE ? event->caller
                                                         : intern (emitter, "event"),
                      .signature = TV_NONE,
                      .source_file = TV_NONE };

  return tv_trace_builder_add_symbol (emitter->builder, &symbol);
}

/* Emits the execution of an event and its delay in the queue. Skips an event that has not started, and the execution
 * of a finished event without an end time. */
static void
emit_slices (Emitter *emitter, const TvQueueEvent *event)
{
  guint32 symbol = get_symbol (emitter, event), track;
  gint64 length = -1;

  if (event->began == TV_NO_TIME || event->utid == TV_NONE)
    return;
  if (event->due != TV_NO_TIME && event->due < event->began)
    {
      add_args (emitter, event);
      tv_trace_builder_add_slice (emitter->builder, emitter->delays, symbol, event->due,
                                  event->began - event->due, -1);
    }
  if (event->state != TV_QUEUE_EVENT_RUNNING)
    {
      if (event->ended == TV_NO_TIME || event->ended < event->began)
        return;
      length = event->ended - event->began;
    }
  else if (event->seen != TV_NO_TIME && event->seen > event->began)
    length = event->seen - event->began;
  add_args (emitter, event);
  track = tv_trace_builder_get_mark_track (emitter->builder, event->utid);
  if (event->state == TV_QUEUE_EVENT_RUNNING && length > 0)
    tv_trace_builder_add_unfinished (emitter->builder, track, symbol, event->began, length, -1);
  else
    tv_trace_builder_add_slice (emitter->builder, track, symbol, event->began, length, -1);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const gint64 *first = a, *second = b;

  COMPARE (*first, *second);
  return 0;
}

/* Emits a counter of pending events. The counter increases by 1 at the due time of each event that the last list
 * contains as pending and that was due by then. */
static void
emit_waiting (TvEventQueue *self, Emitter *emitter, const guint8 *is_old)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint32 counter;

  for (guint i = 0; i < self->events->len; i++)
    {
      const TvQueueEvent *event = get_event (self, i);

      if (!is_old[i] && event->state == TV_QUEUE_EVENT_WAITING && event->due != TV_NO_TIME &&
          event->seen == self->seen && event->due <= event->seen)
        g_array_append_val (times, event->due);
    }
  if (times->len == 0)
    return;
  g_array_sort (times, compare_times);
  counter = tv_trace_builder_ensure_counter (emitter->builder, emitter->upid, TV_NONE,
                                             intern (emitter, "waiting events"));
  tv_trace_builder_describe_counter (emitter->builder, counter, TV_COUNTER_ROLE_OTHER,
                                     TV_COUNTER_UNIT_COUNT);
  for (guint i = 0; i < times->len; i++)
    tv_trace_builder_add_sample (emitter->builder, counter, g_array_index (times, gint64, i),
                                 (double) (i + 1));
}

/**
 * tv_event_queue_emit:
 * @self: a queue to which all lines have been added
 * @faults: reader whose builder receives the events; must have begun a fault
 * @upid: process of the threads
 *
 * Emits the events of all lists, without duplicates, as rows and as a timeline.
 */
void
tv_event_queue_emit (TvEventQueue *self, TvFaultReader *faults, guint32 upid)
{
  g_autofree guint8 *is_old = g_new0 (guint8, self->events->len + 1);
  Emitter emitter = { .faults = faults, .builder = faults->builder, .upid = upid };

  if (self->events->len == 0)
    return;
  emitter.keys[0] = intern (&emitter, "caller");
  emitter.keys[1] = intern (&emitter, "priority");
  emitter.keys[2] = intern (&emitter, "sender tid");
  emitter.delays = tv_trace_builder_get_extra_track (emitter.builder, TV_TRACK_ASYNC,
                                                     TV_ROLE_QUEUE_DELAYS, upid,
                                                     intern (&emitter, "queue delay"));
  find_old (self, is_old);
  for (guint i = 0; i < self->events->len; i++)
    {
      TvQueueEvent *event = get_event (self, i);
      guint32 tid = g_array_index (self->tids, guint32, i);

      if (is_old[i])
        continue;
      if (tid != TV_NONE)
        event->utid = tv_trace_builder_ensure_thread (emitter.builder, upid, tid);
      tv_trace_builder_add_queue_event (emitter.builder, event);
      emit_slices (&emitter, event);
    }
  emit_waiting (self, &emitter, is_old);
}
