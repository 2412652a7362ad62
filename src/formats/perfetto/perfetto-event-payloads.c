/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-event-payloads.h"

#include <string.h>

#include "core/memory/row-table.h"
#include "core/protobuf.h"
#include "formats/ftrace/kernel-args.h"
#include "formats/perfetto/perfetto-recording.h"

/* Adds each distinct payload of kernel events to the builder once and returns its number. Called only by
 * perfetto-kernel-events.c, in file order. A compact switch is completed with the task that the CPU's previous switch
 * started, and encoded as an ordinary message. tv_perfetto_event_payloads_ensure() and _get_compact() add payloads
 * and overwrite the buffers @text, @payload and @message. */

#define GENERIC_EVENT     327
#define FIRST_OWN_ID      65536 /* lowest number of an event type that the trace itself describes */
#define SWITCH_NUMBER     4
#define WAKEUP_NUMBER     17
#define WAKING_NUMBER     20
#define WAKEUP_NEW_NUMBER 114
#define FLAGS_FIELD       31 /* field number of common_flags in a waking, see kernel-events.def */

/* A task in CompactSched. */
typedef struct
{
  gint32 tid;
  gint32 prio;
  guint32 comm; /* string id, or TV_NONE */
} Task;

/* A distinct event of CompactSched and its payload. */
typedef struct
{
  gboolean is_switch;
  guint32 task; /* index in @tasks of the task that gets the CPU or is woken */
  guint64
      other; /* index of the task that leaves the CPU, or CPU on which the woken task will run */
  gint64 details; /* state in which a task leaves the CPU, or flags of a waking */
  guint32 payload;
} Compact;

struct _TvPerfettoEventPayloads
{
  TvPerfettoReader *reader;
  GArray *names; /* guint32 per event number: string id + 1, or 0 if not interned yet */
  GHashTable
      *described; /* event number → TvKernelEvent, for types that the trace itself describes */
  TvFtraceEventSet seen;
  gboolean has_kind;
  guint8 kind; /* builder's id for the encoding of messages; 0 if no renderer could be added */
  GString *text;
  GString *payload;
  GByteArray *message; /* buffer for the message of a CompactSched event */
  GStringChunk *texts;
  GArray *tasks; /* Task */
  TvRowTable task_rows;
  GArray *compacts; /* Compact */
  TvRowTable compact_rows;
  guint64 seed;
};

TvPerfettoEventPayloads *
tv_perfetto_event_payloads_new (TvPerfettoReader *reader)
{
  TvPerfettoEventPayloads *self = g_new0 (TvPerfettoEventPayloads, 1);

  self->reader = reader;
  self->names = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->described = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) tv_kernel_event_free);
  self->text = g_string_new (NULL);
  self->payload = g_string_new (NULL);
  self->message = g_byte_array_new ();
  self->texts = g_string_chunk_new (64);
  self->tasks = g_array_new (FALSE, FALSE, sizeof (Task));
  self->compacts = g_array_new (FALSE, FALSE, sizeof (Compact));
  self->seed = tv_trace_builder_get_seed (reader->builder);
  return self;
}

void
tv_perfetto_event_payloads_free (TvPerfettoEventPayloads *self)
{
  g_array_unref (self->names);
  g_hash_table_unref (self->described);
  g_string_free (self->text, TRUE);
  g_string_free (self->payload, TRUE);
  g_byte_array_unref (self->message);
  g_string_chunk_free (self->texts);
  g_array_unref (self->tasks);
  tv_row_table_clear (&self->task_rows);
  g_array_unref (self->compacts);
  tv_row_table_clear (&self->compact_rows);
  g_free (self);
}

/* ---- Event types that the trace describes ---- */

static char
get_letter (guint64 type)
{
  switch (type)
    {
    case 1:
      return 'd';
    case 2:
      return 'f';
    case 9:
      return 's';
    case 11:
    case 12:
      return 'b';
    case 4:
    case 6:
    case 7:
    case 8:
    case 13:
      return 'u';
    default:
      return 'i';
    }
}

static void
describe_field (TvKernelEvent *event, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint number = 0;
  char type = '\0';
  TvSpan name = { "?", 1 };
  g_autofree char *valid = NULL;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      name = field.bytes;
    else if (field.number == 3)
      number = (guint) field.value;
    else if (field.number == 5)
      type = get_letter (field.value);
  valid = tv_string_pool_dup_valid (name.text, name.size);
  tv_kernel_event_add_field (event, number, valid, type);
}

/**
 * tv_perfetto_event_payloads_describe:
 * @message: a GenericEventDescriptor
 *
 * Adds the description of an event type that kernel-events.def does not list.
 */
void
tv_perfetto_event_payloads_describe (TvPerfettoEventPayloads *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message), described = { NULL, NULL }, fields;
  TvProtoField field;
  guint32 id = 0;
  TvSpan name = { "event", 5 };
  g_autofree char *text = NULL;
  TvKernelEvent *event;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      id = (guint32) field.value;
    else if (field.number == 2 && field.type == TV_PROTO_BYTES)
      described = tv_proto_open (field.bytes);
  fields = described;
  if (id < FIRST_OWN_ID || g_hash_table_contains (self->described, GUINT_TO_POINTER (id)))
    return;
  while (tv_proto_next (&fields, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      name = field.bytes;
  text = tv_string_pool_dup_valid (name.text, name.size);
  event = tv_kernel_event_new (text);
  fields = described;
  while (tv_proto_next (&fields, &field))
    if (field.number == 2 && field.type == TV_PROTO_BYTES)
      describe_field (event, field.bytes);
  g_hash_table_insert (self->described, GUINT_TO_POINTER (id), event);
}

/* ---- Payloads ---- */

static guint32
hash (const TvPerfettoEventPayloads *self, guint32 name, TvSpan bytes)
{
  return tv_hash_bytes (self->seed ^ name * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15), bytes.text,
                        bytes.size);
}

static guint32
add_wake_text (TvPerfettoEventPayloads *self, guint32 name, gint8 irq_context)
{
  TvSpan text = { self->text->str, self->text->len };

  return tv_trace_builder_add_wake_text (self->reader->builder, name, text.text, text.size,
                                         irq_context, hash (self, name, text));
}

static guint32
add_text (TvPerfettoEventPayloads *self, guint32 name)
{
  return add_wake_text (self, name, -1);
}

static void
see_name (TvPerfettoEventPayloads *self, guint32 name)
{
  const char *text = tv_trace_builder_get_string (self->reader->builder, name);

  tv_ftrace_event_set_add (&self->seen, tv_ftrace_event_lookup ((TvSpan){ text, strlen (text) }));
}

/* Returns the string id of an event's name. Also records the event type as seen. */
static guint32
get_name (TvPerfettoEventPayloads *self, guint number, const TvKernelEvent *event)
{
  guint32 *known, name;
  char unknown[32];

  if (event == NULL)
    {
      g_snprintf (unknown, sizeof unknown, "event %u", number);
      return tv_trace_builder_intern (self->reader->builder, unknown, -1);
    }
  if (number >= FIRST_OWN_ID)
    return tv_trace_builder_intern (self->reader->builder, event->name, -1);
  if (self->names->len <= number)
    g_array_set_size (self->names, number + 1);
  known = &g_array_index (self->names, guint32, number);
  if (*known != 0)
    return *known - 1;
  name = tv_trace_builder_intern (
      self->reader->builder,
      event->driver_mark != NULL ? tv_ftrace_event_name (TV_FTRACE_EVENT_MARK) : event->name, -1);
  *known = name + 1;
  see_name (self, name);
  return name;
}

static const TvKernelEvent *
find_event (const TvPerfettoEventPayloads *self, guint number)
{
  if (number >= FIRST_OWN_ID)
    return g_hash_table_lookup (self->described, GUINT_TO_POINTER (number));
  return tv_kernel_event_find (TV_KERNEL_RECORDER_PERFETTO, number);
}

static TvSpan
find_symbol (gpointer data, guint64 symbol)
{
  const struct
  {
    TvPerfettoEventPayloads *self;
    const TvPerfettoSequence *sequence;
  } *context = data;
  guint32 string = tv_perfetto_sequence_find (context->sequence, TV_PERFETTO_KERNEL_SYMBOLS,
                                              symbol);
  const char *text;

  if (string == TV_NONE)
    return (TvSpan){ NULL, 0 };
  text = tv_trace_builder_get_string (context->self->reader->builder, string);
  return (TvSpan){ text, strlen (text) };
}

/* Decodes a GenericFtraceEvent, which contains the names of its event and fields. Returns the id of its text in the
 * builder. */
static guint32
add_generic (TvPerfettoEventPayloads *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  TvSpan name = { "generic", 7 };

  g_string_truncate (self->text, 0);
  while (tv_proto_next (&proto, &field))
    {
      TvProto inner = tv_proto_open (field.bytes);
      TvProtoField part;

      if (field.number == 1 && field.type == TV_PROTO_BYTES)
        name = field.bytes;
      if (field.number != 2 || field.type != TV_PROTO_BYTES)
        continue;
      if (self->text->len > 0)
        g_string_append_c (self->text, ' ');
      while (tv_proto_next (&inner, &part))
        if (part.number == 1)
          {
            tv_kernel_put_text (part.bytes, self->text);
            g_string_append_c (self->text, '=');
          }
        else if (part.number == 3)
          tv_kernel_put_text (part.bytes, self->text);
        else if (part.number == 4)
          g_string_append_printf (self->text, "%" G_GINT64_FORMAT, (gint64) part.value);
        else if (part.number == 5)
          g_string_append_printf (self->text, "%" G_GUINT64_FORMAT, part.value);
    }
  return add_text (self, tv_perfetto_reader_intern (self->reader, name));
}

/* Returns the builder's id for the encoding of messages; 0 if no renderer could be added. Called only after the
 * survey, which determines the kernel version. */
static guint8
get_kind (TvPerfettoEventPayloads *self)
{
  if (!self->has_kind)
    self->kind = tv_trace_builder_add_event_renderer (
        self->reader->builder,
        tv_kernel_args_renderer_new (TV_KERNEL_RECORDER_PERFETTO, self->reader->kernel,
                                     self->reader->uname_machine));
  self->has_kind = TRUE;
  return self->kind;
}

static guint32
add_printed (TvPerfettoEventPayloads *self,
             const TvPerfettoSequence *sequence,
             guint32 name,
             const TvKernelEvent *event,
             TvSpan message,
             gint8 irq_context)
{
  struct
  {
    TvPerfettoEventPayloads *self;
    const TvPerfettoSequence *sequence;
  } context = { self, sequence };
  const TvKernelPrinter printer = { self->reader->kernel,
                                    { self->reader->uname_machine,
                                      strlen (self->reader->uname_machine) },
                                    find_symbol,
                                    &context };

  g_string_truncate (self->text, 0);
  tv_kernel_put_event (&printer, event, message, self->text);
  return add_wake_text (self, name, irq_context);
}

static guint32
add_message (TvPerfettoEventPayloads *self,
             const TvPerfettoSequence *sequence,
             guint number,
             TvSpan message,
             gint8 irq_context)
{
  const TvKernelEvent *event = find_event (self, number);
  guint32 name = get_name (self, number, event);
  TvSpan payload;

  if (!tv_kernel_args_can_put (event) || get_kind (self) == 0)
    return add_printed (self, sequence, name, event, message, irq_context);
  tv_kernel_args_put (number, message, self->payload);
  payload = (TvSpan){ self->payload->str, self->payload->len };
  return tv_trace_builder_add_message (self->reader->builder, name, self->kind, payload.text,
                                       payload.size, irq_context, hash (self, name, payload));
}

/* Returns whether a wakeup with these flags occurred in an interrupt; -1 if unknown, or if the event is not a
 * wakeup. */
static gint8
get_irq_context (guint number, gint64 flags)
{
  gboolean is_wakeup = number == WAKEUP_NUMBER || number == WAKING_NUMBER ||
                       number == WAKEUP_NEW_NUMBER;

  return is_wakeup && flags >= 0 ? (flags & TV_FTRACE_FLAG_IRQ) != 0 : -1;
}

/**
 * tv_perfetto_event_payloads_ensure:
 * @sequence: sequence of the packet
 * @cpu: (inout): state of the event's CPU; updated by a switch
 * @number: field number in FtraceEvent
 * @flags: common_flags of the event; -1 if unknown
 * @message: message of the event
 *
 * Adds the payload of an event, unless an earlier event has the same payload.
 *
 * Returns: id of the payload in the builder
 */
guint32
tv_perfetto_event_payloads_ensure (TvPerfettoEventPayloads *self,
                                   TvPerfettoSequence *sequence,
                                   TvPerfettoCpu *cpu,
                                   guint number,
                                   gint64 flags,
                                   TvSpan message)
{
  guint32 payload;

  if (number == GENERIC_EVENT)
    return add_generic (self, message);
  payload = add_message (self, sequence, number, message, get_irq_context (number, flags));
  if (number == SWITCH_NUMBER)
    *cpu = (TvPerfettoCpu){ TRUE, TV_NONE, payload };
  return payload;
}

/* ---- CompactSched ---- */

static guint32
get_task (TvPerfettoEventPayloads *self, gint32 tid, gint32 prio, guint32 comm)
{
  guint32 hashed = (guint32) tv_hash_word (
      tv_hash_word (self->seed, (guint64) (guint32) tid << 32 | (guint32) prio), comm);
  Task task = { tid, prio, comm };
  guint32 row;

  for (guint32 slot = hashed;
       (row = tv_row_table_next (&self->task_rows, hashed, &slot)) != TV_NONE;)
    {
      const Task *known = &g_array_index (self->tasks, Task, row);

      if (known->tid == tid && known->prio == prio && known->comm == comm)
        return row;
    }
  tv_row_table_add (&self->task_rows, hashed, self->tasks->len);
  g_array_append_val (self->tasks, task);
  return self->tasks->len - 1;
}

/* Looks up an event with the same tasks and details, or adds one without a payload. */
static Compact *
get_compact (TvPerfettoEventPayloads *self, const Compact *wanted)
{
  guint32 hashed = (guint32) tv_hash_word (
      tv_hash_word (tv_hash_word (self->seed, (guint64) wanted->is_switch << 32 | wanted->task),
                    wanted->other),
      (guint64) wanted->details);
  guint32 row;

  for (guint32 slot = hashed;
       (row = tv_row_table_next (&self->compact_rows, hashed, &slot)) != TV_NONE;)
    {
      Compact *known = &g_array_index (self->compacts, Compact, row);

      if (known->is_switch == wanted->is_switch && known->task == wanted->task &&
          known->other == wanted->other && known->details == wanted->details)
        return known;
    }
  tv_row_table_add (&self->compact_rows, hashed, self->compacts->len);
  g_array_append_val (self->compacts, *wanted);
  return &g_array_index (self->compacts, Compact, self->compacts->len - 1);
}

/* Appends a number to the message, even if it is 0. */
static void
put_number (TvPerfettoEventPayloads *self, guint number, gint64 value)
{
  tv_protobuf_append_varint (self->message, (guint64) number << 3 | TV_PROTO_VARINT);
  tv_protobuf_append_varint (self->message, (guint64) value);
}

/* Appends the name, id and priority of a task to the message, in three fields from @number on. */
static void
put_task (TvPerfettoEventPayloads *self, guint number, guint32 task_row)
{
  const Task *task = &g_array_index (self->tasks, Task, task_row);
  const char *comm = task->comm != TV_NONE
                         ? tv_trace_builder_get_string (self->reader->builder, task->comm)
                         : "<...>";

  tv_protobuf_append_text (self->message, number, comm);
  put_number (self, number + 1, task->tid);
  put_number (self, number + 2, task->prio);
}

/* Converts an event of CompactSched to the message of an ordinary event. */
static void
make_message (TvPerfettoEventPayloads *self, const Compact *event)
{
  g_byte_array_set_size (self->message, 0);
  if (event->is_switch)
    {
      put_task (self, 1, (guint32) event->other);
      put_number (self, 4, event->details);
      put_task (self, 5, event->task);
      return;
    }
  put_task (self, 1, event->task);
  put_number (self, 5, (gint64) event->other);
  if (event->details >= 0)
    put_number (self, FLAGS_FIELD, event->details);
}

/* Finds the task that runs on a CPU after an ordinary switch. If the switch is malformed, the task remains unknown. */
static void
find_running (TvPerfettoEventPayloads *self, TvPerfettoCpu *cpu)
{
  TvKernelArgs args;
  TvSchedSwitch sw;

  if (G_LIKELY (!cpu->is_known || cpu->task != TV_NONE))
    return;
  args = tv_kernel_args_get (self->reader->builder, cpu->switch_payload, self->texts);
  cpu->is_known = tv_kernel_args_get_switch (&args, &sw);
  if (cpu->is_known)
    cpu->task = get_task (self, sw.next_pid, sw.next_prio,
                          tv_perfetto_reader_intern (self->reader, sw.next_comm));
}

/**
 * tv_perfetto_event_payloads_get_compact:
 * @cpu: (inout): state of the event's CPU; updated by a switch
 * @event: an event
 * @out: (out): receives the tid and the payload
 *
 * Adds the payload of an event of CompactSched, unless an earlier event has the same payload.
 *
 * Returns: %FALSE if the running task is unknown, because no valid switch precedes the event on its CPU; such events
 * are counted
 */
gboolean
tv_perfetto_event_payloads_get_compact (TvPerfettoEventPayloads *self,
                                        TvPerfettoCpu *cpu,
                                        const TvPerfettoCompactEvent *event,
                                        TvPerfettoKernelRow *out)
{
  TvPerfettoCpu before;
  guint number = event->is_switch ? SWITCH_NUMBER : WAKING_NUMBER;
  guint32 task = get_task (self, event->tid, event->prio, event->comm);
  Compact wanted = { .is_switch = event->is_switch, .task = task, .payload = TV_NONE }, *known;

  find_running (self, cpu);
  before = *cpu;
  if (event->is_switch)
    *cpu = (TvPerfettoCpu){ TRUE, task, TV_NONE };
  if (!before.is_known)
    {
      tv_perfetto_count (self->reader,
                         event->is_switch ? TV_PERFETTO_STAT_SKIPPED_SWITCHES
                                          : TV_PERFETTO_STAT_SKIPPED_WAKINGS,
                         TV_NONE, 1);
      return FALSE;
    }
  wanted.other = event->is_switch ? before.task : (guint64) (gint64) event->target_cpu;
  wanted.details = event->is_switch ? event->prev_state : event->flags;
  known = get_compact (self, &wanted);
  if (G_UNLIKELY (known->payload == TV_NONE))
    {
      make_message (self, known);
      known->payload = add_message (
          self, NULL, number, (TvSpan){ (const char *) self->message->data, self->message->len },
          -1);
    }
  out->tid = g_array_index (self->tasks, Task, before.task).tid;
  out->text = known->payload;
  return TRUE;
}

/**
 * tv_perfetto_event_payloads_get_seen:
 *
 * Returns: types of the events in the trace; without sched_wakeup if the trace contains sched_waking
 */
TvFtraceEventSet
tv_perfetto_event_payloads_get_seen (const TvPerfettoEventPayloads *self)
{
  TvFtraceEventSet seen = self->seen;

  /* With sched_waking, each wakeup is recorded twice. A thread becomes runnable at the first of the two events. */
  if (tv_ftrace_event_set_has (seen, TV_FTRACE_EVENT_SCHED_WAKING))
    tv_ftrace_event_set_remove (&seen, TV_FTRACE_EVENT_SCHED_WAKEUP);
  return seen;
}
