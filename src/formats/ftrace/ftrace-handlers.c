/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-handlers.h"

#include "formats/ftrace/ftrace-pending.h"
#include "formats/ftrace/ftrace-frames.h"
#include "formats/ftrace/ftrace-match.h"

/* Dispatches a kernel event to the handler of its category (ftrace-handlers-sched.c, -binder.c, …). Handles
 * interrupts, timers, work items and plain instants in this file. Called by ftrace-replay.c and
 * ftrace-decoded-texts.c; the handlers call the functions that they share. tv_ftrace_handlers_add_sched() and
 * tv_ftrace_handlers_add() may run at the same time: the former calls only scheduling functions of the builder; the
 * latter owns all state in @self. */

/* Kinds of events in TV_FTRACE_CATEGORY_TRACK, which are shown on an extra track of a thread or a CPU. The strings of
 * such an event are the names of its slice and track. Its value is the role of the track. */
typedef enum
{
  TRACK_INSTANT = 1 << 0,
  TRACK_END = 1 << 1, /* the event ends the innermost slice */
  TRACK_BEGIN = 1 << 2,
} TrackEventKind;

#define IS_OF_CPU 1 /* flag: the track belongs to the CPU */
#define ROLE      0 /* index of the value that contains the role */

/* Names of tracks. */
static const char *const track_names[TV_N_TRACK_ROLES] = {
  [TV_ROLE_EVENTS] = TV_FTRACE_EVENTS_TRACK,
  [TV_ROLE_BINDER_LOCK] = "binder lock",
  [TV_ROLE_IRQ] = "irq",
  [TV_ROLE_SOFTIRQ] = "softirq",
  [TV_ROLE_IPI] = "ipi",
  [TV_ROLE_HRTIMER] = "hrtimer",
  [TV_ROLE_TIMER] = "timer",
  [TV_ROLE_TASKLET] = "tasklet",
  [TV_ROLE_WORKQUEUE] = "workqueue",
  [TV_ROLE_KERNEL_FUNCTIONS] = "function",
};

#define UNKNOWN_FUNCTION "(unknown function)"

/* Field that suggests that an unknown event is a counter, in the form that the kernel's option fields prints. */
#define FIELD_OF_COUNTER "cpu_id=0x"

/* Text of a problem: name of the event, and length and bytes of its arguments. */
#define BAD_FORMAT "%s: %.*s"
#define BAD_SHOWN  200

void
tv_ftrace_handlers_init (TvFtraceHandlers *self,
                         TvTraceBuilder *builder,
                         TvFtraceThreads *threads,
                         guint32 machine,
                         TvFtraceEventSet seen)
{
  *self = (TvFtraceHandlers){ .builder = builder, .threads = threads, .machine = machine };
  self->endless = tv_ftrace_event_set_find_endless (seen);
  self->has_received = tv_ftrace_event_set_has (seen, TV_FTRACE_EVENT_BINDER_TRANSACTION_RECEIVED);
  self->beginless = tv_ftrace_event_set_find_beginless (seen);
  self->pid_key = tv_trace_builder_intern (builder, "pid", -1);
  self->binder_call = tv_trace_builder_intern (builder, "binder transaction", -1);
  tv_id_map_init (&self->transactions);
  tv_id_map_init (&self->memories);
  tv_id_map_init (&self->wake_sources);
  tv_id_map_init (&self->sum_rows);
  tv_id_map_init (&self->emitting);
  tv_id_map_init (&self->ended_probes);
  self->suspend = TV_NONE;
  self->waiting = g_array_new (FALSE, FALSE, sizeof (TvFtraceTransaction));
}

void
tv_ftrace_handlers_clear (TvFtraceHandlers *self)
{
  tv_id_map_clear (&self->transactions);
  tv_id_map_clear (&self->memories);
  tv_id_map_clear (&self->wake_sources);
  tv_id_map_clear (&self->sum_rows);
  tv_id_map_clear (&self->emitting);
  tv_id_map_clear (&self->ended_probes);
  g_clear_pointer (&self->sums, g_array_unref);
  g_clear_pointer (&self->waiting, g_array_unref);
  g_clear_pointer (&self->jobs, tv_ftrace_pending_free);
  g_clear_pointer (&self->fences, tv_ftrace_pending_free);
  g_clear_pointer (&self->frames, tv_ftrace_frames_free);
}

/**
 * tv_ftrace_handlers_forget:
 * @end: end of the recording, in ticks
 *
 * Drops the state that does not extend beyond a recording: pending binder calls, jobs and fences, owners of memory,
 * wakeup sources and the current suspend. Ends open frames at @end. Called at the end of a recording if another
 * recording follows.
 */
void
tv_ftrace_handlers_forget (TvFtraceHandlers *self, gint64 end)
{
  TvIdMap *maps[] = { &self->transactions, &self->memories, &self->wake_sources, &self->emitting };

  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    {
      tv_id_map_clear (maps[i]);
      tv_id_map_init (maps[i]);
    }
  g_array_set_size (self->waiting, 0);
  g_clear_pointer (&self->jobs, tv_ftrace_pending_free);
  g_clear_pointer (&self->fences, tv_ftrace_pending_free);
  self->suspend = TV_NONE;
  self->has_frozen = FALSE;
  if (self->frames != NULL)
    tv_ftrace_frames_forget (self->frames, end);
}

/**
 * tv_ftrace_handlers_finish:
 * @self: handlers of a machine
 * @tick_ns: length of a tick of the builder, in ns
 *
 * Adds the frames, which depend on all events.
 */
void
tv_ftrace_handlers_finish (TvFtraceHandlers *self, gint64 tick_ns)
{
  if (self->frames != NULL)
    tv_ftrace_frames_finish (self->frames, self->builder, tick_ns);
}

guint32
tv_ftrace_handlers_symbol (TvFtraceHandlers *self, guint32 name)
{
  return tv_trace_builder_add_symbol (self->builder,
                                      &(TvSymbol){ TV_NONE, name, TV_NONE, TV_NONE, 0 });
}

/* Returns the CPU of the trace for a CPU number of the machine; TV_NONE if the number is negative. */
guint32
tv_ftrace_handlers_get_cpu (const TvFtraceHandlers *self, gint32 number)
{
  return number >= 0 ? tv_trace_builder_get_cpu (self->builder, self->machine, (guint32) number)
                     : TV_NONE;
}

/**
 * tv_ftrace_handlers_is_endless:
 * @self: handlers of a machine
 * @event: a begin event
 *
 * Returns: whether the machine records no corresponding end events; @event is then shown as an instant
 */
gboolean
tv_ftrace_handlers_is_endless (const TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  return tv_ftrace_event_set_has (self->endless, (TvFtraceEvent) event->decoded->event);
}

/**
 * tv_ftrace_handlers_is_beginless:
 * @self: handlers of a machine
 * @event: an end event
 *
 * Returns: whether the machine records no corresponding begin events; @event is then listed, but not shown on a track
 */
gboolean
tv_ftrace_handlers_is_beginless (const TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  return tv_ftrace_event_set_has (self->beginless, (TvFtraceEvent) event->decoded->event);
}

/* Begins a slice, or adds an instant if the machine records no corresponding end events. */
static void
begin_slice (TvFtraceHandlers *self,
             const TvFtraceHandlerEvent *event,
             guint32 track,
             guint32 symbol)
{
  tv_ftrace_handler_event_use_args (event, self->builder);
  if (tv_ftrace_handlers_is_endless (self, event))
    tv_trace_builder_instant (self->builder, track, symbol, event->ts, event->file_offset);
  else
    tv_trace_builder_begin (self->builder, track, symbol, event->ts, 0, event->file_offset);
}

/**
 * tv_ftrace_handlers_begin_alone:
 * @self: handlers of a machine
 * @event: a begin event
 * @track: track of the slice
 * @symbol: name of the slice
 *
 * Begins a slice on a track whose slices do not nest, or adds an instant if the machine records no corresponding end
 * events. First ends all open slices of the track, because their end events were lost.
 */
void
tv_ftrace_handlers_begin_alone (TvFtraceHandlers *self,
                                const TvFtraceHandlerEvent *event,
                                guint32 track,
                                guint32 symbol)
{
  guint32 open_symbol;
  guint64 slice;

  while (tv_trace_builder_get_open_slice (self->builder, track, &slice, &open_symbol))
    tv_trace_builder_end (self->builder, track, TV_NONE, event->ts, 0, TV_SLICE_FORCED,
                          event->file_offset);
  begin_slice (self, event, track, symbol);
}

/**
 * tv_ftrace_handlers_add_unowned_instant:
 * @self: handlers of a machine
 * @event: an event whose first string is the name of the instant
 * @name: string id of the track's name
 *
 * Adds an instant to a track that has no owner.
 */
void
tv_ftrace_handlers_add_unowned_instant (TvFtraceHandlers *self,
                                        const TvFtraceHandlerEvent *event,
                                        guint32 name)
{
  guint32 track = tv_trace_builder_get_extra_track (self->builder, TV_TRACK_ASYNC, TV_ROLE_OTHER,
                                                    TV_NONE, name);

  tv_ftrace_handler_event_use_args (event, self->builder);
  tv_trace_builder_instant (
      self->builder, track,
      tv_ftrace_handlers_symbol (self, tv_ftrace_handler_event_string (event, 0)), event->ts,
      event->file_offset);
}

/**
 * tv_ftrace_handlers_end:
 * @self: handlers of a machine
 * @event: an end event
 * @track: track of the slice
 * @symbol: name of the slice; %TV_NONE for the innermost slice
 *
 * Ends a slice. Does nothing if the machine records no corresponding begin events.
 */
void
tv_ftrace_handlers_end (TvFtraceHandlers *self,
                        const TvFtraceHandlerEvent *event,
                        guint32 track,
                        guint32 symbol)
{
  if (!tv_ftrace_handlers_is_beginless (self, event))
    tv_trace_builder_end (self->builder, track, symbol, event->ts, 0, 0, event->file_offset);
}

static void
set_track_event (TvFtraceDecodedEvents *self,
                 TvTrackRole role,
                 TvSpan name,
                 TrackEventKind kind,
                 TvFtraceDecoded *out)
{
  out->kind = kind;
  if (kind != TRACK_END)
    out->strings[0] = tv_ftrace_decoded_events_string (self, name);
  out->strings[1] = tv_ftrace_decoded_events_string (self, tv_span (track_names[role]));
  out->values[ROLE] = role;
}

/* Decodes an interrupt. An exit ends the CPU's innermost open handler. */
static gboolean
decode_interrupt (TvFtraceDecodedEvents *self,
                  TvTrackRole role,
                  const TvKernelArgs *args,
                  TvFtraceDecoded *out)
{
  gboolean is_entry = out->event == TV_FTRACE_EVENT_IRQ_HANDLER_ENTRY ||
                      out->event == TV_FTRACE_EVENT_SOFTIRQ_ENTRY ||
                      out->event == TV_FTRACE_EVENT_IPI_ENTRY;
  TvIrqEvent irq;

  if (!tv_kernel_args_get_irq (args, out->event, &irq))
    return FALSE;
  out->flags = IS_OF_CPU;
  set_track_event (self, role, irq.name.size > 0 ? irq.name : tv_span (track_names[role]),
                   is_entry ? TRACK_BEGIN : TRACK_END, out);
  if (is_entry && irq.number >= 0)
    {
      tv_ftrace_decoded_events_add_arg (self, out->strings[1],
                                        tv_ftrace_decoded_events_number (self, irq.number));
      out->args = tv_ftrace_decoded_events_take_args (self);
    }
  return TRUE;
}

/* Decodes a raised softirq as an instant on the softirq track of its CPU. The time until the handler begins is the
 * time that the softirq was pending. */
static gboolean
decode_raise (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvIrqEvent irq;

  if (!tv_kernel_args_get_irq (args, out->event, &irq))
    return FALSE;
  out->flags = IS_OF_CPU;
  set_track_event (self, TV_ROLE_SOFTIRQ, tv_span ("raise"), TRACK_INSTANT, out);
  if (irq.name.size > 0)
    out->strings[0] = tv_ftrace_decoded_events_joined (self, "raise ", irq.name);
  return TRUE;
}

/* Decodes timers and tasklets. A CPU runs them one after the other, so they are shown on a track of the CPU. */
static gboolean
decode_timer (TvFtraceDecodedEvents *self,
              TvTrackRole role,
              gboolean is_entry,
              const TvKernelArgs *args,
              TvFtraceDecoded *out)
{
  TvSpan function;

  if (!tv_kernel_args_get_timer (args, &function))
    return FALSE;
  out->flags = IS_OF_CPU;
  set_track_event (self, role, function.size > 0 ? function : tv_span (UNKNOWN_FUNCTION),
                   is_entry ? TRACK_BEGIN : TRACK_END, out);
  return TRUE;
}

/* Decodes "vfs_read <-ksys_read", or "vfs_read <-- ksys_read" as printed by trace-cmd. */
static gboolean
decode_function (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvSpan text = args->bytes;
  const char *end = text.text + text.size, *arrow = memmem (text.text, text.size, " <-", 3);
  const char *caller, *name_end;

  if (arrow == NULL || arrow == text.text)
    return FALSE;
  caller = arrow + strlen (" <-");
  while (caller < end && (*caller == '-' || *caller == ' '))
    caller++;
  for (name_end = text.text; name_end < arrow && *name_end != ' ' && *name_end != '(';)
    name_end++;
  set_track_event (self, TV_ROLE_KERNEL_FUNCTIONS,
                   tv_ftrace_trim_offset ((TvSpan){ text.text, name_end - text.text }),
                   TRACK_INSTANT, out);
  if (caller < end)
    {
      tv_ftrace_decoded_events_add_arg (
          self, tv_ftrace_decoded_events_string (self, tv_span ("caller")),
          tv_ftrace_decoded_events_string (self, (TvSpan){ caller, end - caller }));
      out->args = tv_ftrace_decoded_events_take_args (self);
    }
  return TRUE;
}

static gboolean
decode_work (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  gboolean is_end = out->event == TV_FTRACE_EVENT_WORKQUEUE_EXECUTE_END;
  TvWorkqueueEvent work;

  if (!tv_ftrace_parse_workqueue (args->bytes, &work))
    return FALSE;
  work.function = tv_ftrace_trim_offset (work.function);
  set_track_event (self, TV_ROLE_WORKQUEUE,
                   work.function.size > 0 ? work.function : tv_span (UNKNOWN_FUNCTION),
                   is_end ? TRACK_END : TRACK_BEGIN, out);
  return TRUE;
}

/* Decodes binder_lock, at which the wait begins, binder_locked and binder_unlock. */
static gboolean
decode_lock (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  gboolean is_wait = out->event == TV_FTRACE_EVENT_BINDER_LOCK;
  gboolean is_held = out->event == TV_FTRACE_EVENT_BINDER_LOCKED;
  TvSpan tag;

  if (!tv_kernel_args_get_binder_lock (args, &tag))
    return FALSE;
  set_track_event (self, TV_ROLE_BINDER_LOCK,
                   tv_span (is_wait ? "waiting for binder lock" : "holding binder lock"),
                   is_wait   ? TRACK_BEGIN
                   : is_held ? TRACK_END | TRACK_BEGIN
                             : TRACK_END,
                   out);
  return TRUE;
}

/* Decodes an event without a handler as an instant on its thread. */
static void
decode_instant (TvFtraceDecodedEvents *self, guint32 name, TvFtraceDecoded *out)
{
  out->category = TV_FTRACE_CATEGORY_TRACK;
  out->kind = TRACK_INSTANT;
  out->strings[0] = name;
  out->strings[1] = tv_ftrace_decoded_events_string (self, tv_span (track_names[TV_ROLE_EVENTS]));
  out->values[ROLE] = TV_ROLE_EVENTS;
}

static void
add_track_event (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  gboolean is_of_cpu = event->decoded->flags == IS_OF_CPU;
  guint32 track = tv_trace_builder_get_extra_track (
      self->builder, is_of_cpu ? TV_TRACK_CPU_EXTRA : TV_TRACK_THREAD_EXTRA,
      (TvTrackRole) event->decoded->values[ROLE], is_of_cpu ? event->cpu : event->utid,
      tv_ftrace_handler_event_string (event, 1));
  guint32 symbol;

  if (event->decoded->kind & TRACK_END)
    tv_ftrace_handlers_end (self, event, track, TV_NONE);
  if (event->decoded->kind == TRACK_END)
    return;
  symbol = tv_ftrace_handlers_symbol (self, tv_ftrace_handler_event_string (event, 0));
  if (event->decoded->kind & TRACK_BEGIN)
    {
      tv_ftrace_handlers_begin_alone (self, event, track, symbol);
      return;
    }
  tv_ftrace_handler_event_use_args (event, self->builder);
  tv_trace_builder_instant (self->builder, track, symbol, event->ts, event->file_offset);
}

static gboolean
decode_track_event (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  switch ((TvFtraceEvent) out->event)
    {
    case TV_FTRACE_EVENT_IRQ_HANDLER_ENTRY:
    case TV_FTRACE_EVENT_IRQ_HANDLER_EXIT:
      return decode_interrupt (self, TV_ROLE_IRQ, args, out);
    case TV_FTRACE_EVENT_SOFTIRQ_ENTRY:
    case TV_FTRACE_EVENT_SOFTIRQ_EXIT:
      return decode_interrupt (self, TV_ROLE_SOFTIRQ, args, out);
    case TV_FTRACE_EVENT_IPI_ENTRY:
    case TV_FTRACE_EVENT_IPI_EXIT:
      return decode_interrupt (self, TV_ROLE_IPI, args, out);
    case TV_FTRACE_EVENT_LOCAL_TIMER_ENTRY:
    case TV_FTRACE_EVENT_LOCAL_TIMER_EXIT:
      out->flags = IS_OF_CPU;
      set_track_event (self, TV_ROLE_IRQ, tv_span ("local_timer"),
                       out->event == TV_FTRACE_EVENT_LOCAL_TIMER_ENTRY ? TRACK_BEGIN : TRACK_END,
                       out);
      return TRUE;
    case TV_FTRACE_EVENT_SOFTIRQ_RAISE:
      return decode_raise (self, args, out);
    case TV_FTRACE_EVENT_HRTIMER_EXPIRE_ENTRY:
    case TV_FTRACE_EVENT_HRTIMER_EXPIRE_EXIT:
      return decode_timer (self, TV_ROLE_HRTIMER,
                           out->event == TV_FTRACE_EVENT_HRTIMER_EXPIRE_ENTRY, args, out);
    case TV_FTRACE_EVENT_TIMER_EXPIRE_ENTRY:
    case TV_FTRACE_EVENT_TIMER_EXPIRE_EXIT:
      return decode_timer (self, TV_ROLE_TIMER, out->event == TV_FTRACE_EVENT_TIMER_EXPIRE_ENTRY,
                           args, out);
    case TV_FTRACE_EVENT_TASKLET_ENTRY:
    case TV_FTRACE_EVENT_TASKLET_EXIT:
      return decode_timer (self, TV_ROLE_TASKLET, out->event == TV_FTRACE_EVENT_TASKLET_ENTRY, args,
                           out);
    case TV_FTRACE_EVENT_FUNCTION:
      return decode_function (self, args, out);
    case TV_FTRACE_EVENT_WORKQUEUE_EXECUTE_START:
    case TV_FTRACE_EVENT_WORKQUEUE_EXECUTE_END:
      return decode_work (self, args, out);
    default:
      return decode_lock (self, args, out);
    }
}

static gboolean
decode (TvFtraceDecodedEvents *self, guint32 name, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  out->category = tv_ftrace_event_get_category (out->event);
  switch ((TvFtraceCategory) out->category)
    {
    case TV_FTRACE_CATEGORY_MARK:
      return tv_ftrace_decode_mark (self, args, out);
    case TV_FTRACE_CATEGORY_SCHED:
      return tv_ftrace_decode_sched (self, args, out);
    case TV_FTRACE_CATEGORY_TRACK:
      return decode_track_event (self, args, out);
    case TV_FTRACE_CATEGORY_BINDER:
      return tv_ftrace_decode_binder (self, name, args, out);
    case TV_FTRACE_CATEGORY_GRAPH:
      return tv_ftrace_decode_graph (self, args, out);
    case TV_FTRACE_CATEGORY_KERNEL:
      if (tv_ftrace_decode_kernel (self, args, out))
        return TRUE;
      decode_instant (self, name, out);
      return TRUE;
    case TV_FTRACE_CATEGORY_DEVICE:
      if (tv_ftrace_decode_device (self, args, out))
        return TRUE;
      decode_instant (self, name, out);
      return TRUE;
    case TV_FTRACE_CATEGORY_POWER:
      if (tv_ftrace_decode_power (self, args, out))
        return TRUE;
      decode_instant (self, name, out);
      return TRUE;
    case TV_FTRACE_CATEGORY_QUEUE:
      if (tv_ftrace_decode_queue (self, args, out))
        return TRUE;
      decode_instant (self, name, out);
      return TRUE;
    case TV_FTRACE_CATEGORY_COUNTER:
      if (tv_ftrace_decode_counter (self, name, args, out))
        return TRUE;
      if (out->event != TV_FTRACE_EVENT_OTHER ||
          (args->event == NULL && memmem (args->bytes.text, args->bytes.size, FIELD_OF_COUNTER,
                                          strlen (FIELD_OF_COUNTER)) != NULL))
        return FALSE;
      decode_instant (self, name, out);
      return TRUE;
    case TV_FTRACE_CATEGORY_NONE:
    case TV_FTRACE_CATEGORY_BAD:
    default:
      decode_instant (self, name, out);
      return TRUE;
    }
}

static void
init_decoded (TvFtraceEvent event, TvFtraceDecoded *out)
{
  *out = (TvFtraceDecoded){ .event = (guint8) event,
                            .args = TV_NONE,
                            .strings = { TV_NONE, TV_NONE, TV_NONE } };
}

/**
 * tv_ftrace_handlers_decode:
 * @decoded_events: receives strings and arguments; must be used by one thread only
 * @event: event type
 * @name: string id of the event's name
 * @args: arguments of the event
 * @out: (out caller-allocates): the decoded event
 *
 * Decodes an event independently of other events. Sets the category to %TV_FTRACE_CATEGORY_BAD if the arguments are
 * malformed.
 */
void
tv_ftrace_handlers_decode (TvFtraceDecodedEvents *decoded_events,
                           TvFtraceEvent event,
                           guint32 name,
                           const TvKernelArgs *args,
                           TvFtraceDecoded *out)
{
  init_decoded (event, out);
  if (G_LIKELY (decode (decoded_events, name, args, out)))
    return;
  if (event != TV_FTRACE_EVENT_MARK && args->event == NULL && tv_ftrace_has_fields (args->bytes))
    {
      TvKernelArgs plain;

      tv_ftrace_put_fields (args->bytes, decoded_events->plain);
      plain = tv_kernel_args_text (
          (TvSpan){ decoded_events->plain->str, decoded_events->plain->len });
      init_decoded (event, out);
      if (decode (decoded_events, name, &plain, out))
        return;
    }
  init_decoded (event, out);
  if (event == TV_FTRACE_EVENT_OTHER)
    decode_instant (decoded_events, name, out);
  else
    out->category = TV_FTRACE_CATEGORY_BAD;
}

/**
 * tv_ftrace_handlers_meet:
 * @decoded: (inout): a decoded event
 *
 * Registers the threads to which the event refers, and replaces tids with utids. Must be called once per decoded
 * event, in the order of first occurrence, while no other thread adds to the builder.
 */
void
tv_ftrace_handlers_meet (TvFtraceHandlers *self, TvFtraceDecoded *decoded)
{
  if (decoded->category == TV_FTRACE_CATEGORY_SCHED)
    tv_ftrace_handlers_meet_task (self, decoded);
  else if (decoded->category == TV_FTRACE_CATEGORY_MARK)
    tv_ftrace_handlers_register_process (self, decoded);
  else if (decoded->category == TV_FTRACE_CATEGORY_COUNTER)
    tv_ftrace_handlers_register_counter (self, decoded);
  else if (decoded->category == TV_FTRACE_CATEGORY_DEVICE)
    tv_ftrace_handlers_resolve_device (self, decoded);
}

/**
 * tv_ftrace_handlers_is_sched:
 *
 * Returns: whether tv_ftrace_handlers_add_sched() handles the event
 */
gboolean
tv_ftrace_handlers_is_sched (TvFtraceEvent event)
{
  return tv_ftrace_event_get_category (event) == TV_FTRACE_CATEGORY_SCHED;
}

/**
 * tv_ftrace_handlers_is_rest:
 *
 * Returns: whether tv_ftrace_handlers_add() handles the event; some scheduling events are handled by both functions
 */
gboolean
tv_ftrace_handlers_is_rest (TvFtraceEvent event)
{
  return !tv_ftrace_handlers_is_sched (event) || event == TV_FTRACE_EVENT_TASK_NEWTASK ||
         event == TV_FTRACE_EVENT_SCHED_PROCESS_EXEC;
}

/**
 * tv_ftrace_handlers_add_sched:
 * @event: the next event for which tv_ftrace_handlers_is_sched() returns %TRUE
 *
 * Adds a scheduling event to the builder. If its arguments are malformed, reports a problem instead. May run at the
 * same time as tv_ftrace_handlers_add().
 */
void
tv_ftrace_handlers_add_sched (const TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  g_autoptr (GString) buffer = NULL;
  gsize len;
  const char *args;

  if (G_LIKELY (event->decoded->category == TV_FTRACE_CATEGORY_SCHED))
    tv_ftrace_handlers_sched (self, event);
  if (G_LIKELY (event->decoded->category != TV_FTRACE_CATEGORY_BAD))
    return;
  buffer = g_string_new (NULL);
  args = tv_trace_builder_get_text (self->builder, event->text, buffer, &len);
  tv_trace_builder_add_sched_problem (self->builder, TV_PROBLEM_BAD_ARGUMENTS, event->file_offset,
                                      BAD_FORMAT, tv_ftrace_event_name (event->decoded->event),
                                      (int) MIN (len, BAD_SHOWN), args);
}

static void
add_bad (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  g_autoptr (GString) buffer = g_string_new (NULL);
  gsize len;
  const char *args = tv_trace_builder_get_text (self->builder, event->text, buffer, &len);

  if (!tv_ftrace_handlers_is_sched (event->decoded->event))
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_BAD_ARGUMENTS, event->file_offset,
                                  BAD_FORMAT, tv_ftrace_event_name (event->decoded->event),
                                  (int) MIN (len, BAD_SHOWN), args);
}

/**
 * tv_ftrace_handlers_add:
 * @event: the next event for which tv_ftrace_handlers_is_rest() returns %TRUE
 *
 * Adds an event to the builder. If its arguments are malformed, reports a problem instead.
 */
void
tv_ftrace_handlers_add (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  switch ((TvFtraceCategory) event->decoded->category)
    {
    case TV_FTRACE_CATEGORY_BAD:
      add_bad (self, event);
      break;
    case TV_FTRACE_CATEGORY_BINDER:
      tv_ftrace_handlers_binder (self, event);
      break;
    case TV_FTRACE_CATEGORY_COUNTER:
      tv_ftrace_handlers_counter (self, event);
      break;
    case TV_FTRACE_CATEGORY_DEVICE:
      tv_ftrace_handlers_device (self, event);
      break;
    case TV_FTRACE_CATEGORY_GRAPH:
      tv_ftrace_handlers_graph (self, event);
      break;
    case TV_FTRACE_CATEGORY_KERNEL:
      tv_ftrace_handlers_kernel (self, event);
      break;
    case TV_FTRACE_CATEGORY_TRACK:
      add_track_event (self, event);
      break;
    case TV_FTRACE_CATEGORY_MARK:
      tv_ftrace_handlers_mark (self, event);
      break;
    case TV_FTRACE_CATEGORY_POWER:
      tv_ftrace_handlers_power (self, event);
      break;
    case TV_FTRACE_CATEGORY_QUEUE:
      tv_ftrace_handlers_queue (self, event);
      break;
    case TV_FTRACE_CATEGORY_SCHED:
      tv_ftrace_handlers_inherit (self, event);
      break;
    case TV_FTRACE_CATEGORY_NONE:
    default:
      break;
    }
}
