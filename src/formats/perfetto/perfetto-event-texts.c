/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-event-texts.h"

#include <string.h>

#include "core/memory/row-table.h"
#include "formats/perfetto/perfetto-recording.h"

#define MAX_KEPT          256 /* maximum size in bytes of cached messages */
#define GENERIC_EVENT     327
#define FIRST_OWN_ID      65536 /* first number of events that the trace itself describes */
#define PRINT_NUMBER      3
#define SWITCH_NUMBER     4
#define WAKEUP_NUMBER     17
#define WAKING_NUMBER     20
#define WAKEUP_NEW_NUMBER 114
#define MAX_COMM          16 /* in bytes; TASK_COMM_LEN of linux/sched.h */

/* A task in a scheduling event, with an interned name. */
typedef struct
{
  gint32 tid;
  gint32 prio;
  guint32 comm; /* string, or TV_NONE */
} Task;

/* A task in a message, before its name is interned. The name may contain bytes that strings of the trace
 * escape. */
typedef struct
{
  gint32 tid;
  gint32 prio;
  guint64 comm[MAX_COMM / sizeof (guint64)]; /* bytes, padded with zeros */
  guint32 comm_size;
  guint32 task; /* index in @tasks of the event texts; TV_NONE until needed */
} RawTask;

/* Kinds of scheduling events: the numbers of ordinary events, and the two kinds of CompactSched. */
typedef enum
{
  COMPACT_SWITCH = 1 << 16,
  COMPACT_WAKING,
} SchedKind;

/* A scheduling event whose text is cached. */
typedef struct
{
  guint32 kind;   /* SchedKind, or field number in FtraceEvent */
  guint32 task;   /* task that gets the CPU or is woken */
  guint64 other;  /* task that leaves the CPU, or CPU on which the woken task will run */
  gint64 details; /* state of the task that leaves the CPU; flags or IRQ context of a waking */
  guint32 text;
} KnownSched;

/* A message whose text is cached. The bytes are the key. */
typedef struct
{
  gsize at;
  guint32 size;
  guint32 number;
  guint32 text;
} Cached;

struct _TvPerfettoEventTexts
{
  TvPerfettoReader *reader;
  GArray *names;         /* guint32 per event number: string + 1, or 0 */
  GHashTable *described; /* number → TvKernelEvent that the trace itself describes */
  TvFtraceEventSet seen;
  GString *text;
  GString *keys;
  GArray *cached;
  TvRowTable cached_by_bytes;
  GArray *tasks; /* Task */
  TvRowTable task_rows;
  GArray *raw_tasks; /* RawTask */
  TvRowTable raw_task_rows;
  GArray *known_scheds; /* KnownSched */
  TvRowTable known_sched_rows;
  guint64 seed;
};

TvPerfettoEventTexts *
tv_perfetto_event_texts_new (TvPerfettoReader *reader)
{
  TvPerfettoEventTexts *self = g_new0 (TvPerfettoEventTexts, 1);

  self->reader = reader;
  self->names = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->described = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) tv_kernel_event_free);
  self->text = g_string_new (NULL);
  self->keys = g_string_new (NULL);
  self->cached = g_array_new (FALSE, FALSE, sizeof (Cached));
  self->tasks = g_array_new (FALSE, FALSE, sizeof (Task));
  self->raw_tasks = g_array_new (FALSE, FALSE, sizeof (RawTask));
  self->known_scheds = g_array_new (FALSE, FALSE, sizeof (KnownSched));
  self->seed = tv_trace_builder_get_seed (reader->builder);
  return self;
}

void
tv_perfetto_event_texts_free (TvPerfettoEventTexts *self)
{
  g_array_unref (self->names);
  g_hash_table_unref (self->described);
  g_string_free (self->text, TRUE);
  g_string_free (self->keys, TRUE);
  g_array_unref (self->cached);
  tv_row_table_clear (&self->cached_by_bytes);
  g_array_unref (self->tasks);
  tv_row_table_clear (&self->task_rows);
  g_array_unref (self->raw_tasks);
  tv_row_table_clear (&self->raw_task_rows);
  g_array_unref (self->known_scheds);
  tv_row_table_clear (&self->known_sched_rows);
  g_free (self);
}

/* ---- Events that the trace describes ---- */

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
 * tv_perfetto_event_texts_describe:
 * @self: event texts
 * @message: a GenericEventDescriptor
 *
 * Adds a description of an event type that kernel-events.def does not list.
 */
void
tv_perfetto_event_texts_describe (TvPerfettoEventTexts *self, TvSpan message)
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

/* ---- Lookup by bytes ---- */

static guint32
hash (const TvPerfettoEventTexts *self, guint number, TvSpan bytes)
{
  return tv_hash_bytes (self->seed ^ number * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15), bytes.text,
                        bytes.size);
}

static guint32
find_cached (const TvPerfettoEventTexts *self, guint32 hashed, guint number, TvSpan bytes)
{
  guint32 row;

  for (guint32 slot = hashed;
       (row = tv_row_table_next (&self->cached_by_bytes, hashed, &slot)) != TV_NONE;)
    {
      const Cached *cached = &g_array_index (self->cached, Cached, row);

      if (cached->number == number && cached->size == bytes.size &&
          memcmp (self->keys->str + cached->at, bytes.text, bytes.size) == 0)
        return cached->text;
    }
  return TV_NONE;
}

static void
keep (TvPerfettoEventTexts *self, guint32 hashed, guint number, TvSpan bytes, guint32 text)
{
  Cached cached = { self->keys->len, (guint32) bytes.size, number, text };

  g_string_append_len (self->keys, bytes.text, (gssize) bytes.size);
  g_array_append_val (self->cached, cached);
  tv_row_table_add (&self->cached_by_bytes, hashed, self->cached->len - 1);
}

/* ---- Texts ---- */

static guint32
add_wake_text (TvPerfettoEventTexts *self, guint32 name, gint8 irq_context)
{
  TvSpan text = { self->text->str, self->text->len };

  return tv_trace_builder_add_wake_text (self->reader->builder, name, text.text, text.size,
                                         irq_context, hash (self, name, text));
}

static guint32
add_text (TvPerfettoEventTexts *self, guint32 name)
{
  return add_wake_text (self, name, -1);
}

static void
see_name (TvPerfettoEventTexts *self, guint32 name)
{
  const char *text = tv_trace_builder_get_string (self->reader->builder, name);

  tv_ftrace_event_set_add (&self->seen, tv_ftrace_event_lookup ((TvSpan){ text, strlen (text) }));
}

/* Returns the name of an event as a string of the builder. Also records the event type as seen. */
static guint32
get_name (TvPerfettoEventTexts *self, guint number, const TvKernelEvent *event)
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
find_event (const TvPerfettoEventTexts *self, guint number)
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
    TvPerfettoEventTexts *self;
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

/* Decodes a GenericFtraceEvent, which contains the names of its event and fields. Returns the text. */
static guint32
get_generic (TvPerfettoEventTexts *self, TvSpan message)
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

static guint32
make_text (TvPerfettoEventTexts *self,
           const TvPerfettoSequence *sequence,
           guint number,
           const TvKernelEvent *event,
           TvSpan message,
           gint8 irq_context)
{
  struct
  {
    TvPerfettoEventTexts *self;
    const TvPerfettoSequence *sequence;
  } context = { self, sequence };
  const TvKernelPrinter printer = { self->reader->kernel,
                                    { self->reader->uname_machine,
                                      strlen (self->reader->uname_machine) },
                                    find_symbol,
                                    &context };

  g_string_truncate (self->text, 0);
  tv_kernel_put_event (&printer, event, message, self->text);
  return add_wake_text (self, get_name (self, number, event), irq_context);
}

/* ---- Scheduling events ---- */

static guint32
get_task (TvPerfettoEventTexts *self, gint32 tid, gint32 prio, guint32 comm)
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

static guint32
get_raw_task (TvPerfettoEventTexts *self, gint32 tid, gint32 prio, TvSpan comm)
{
  RawTask task = { .tid = tid, .prio = prio, .comm_size = (guint32) comm.size, .task = TV_NONE };
  guint32 hashed, row;

  if (comm.size > 0)
    memcpy (task.comm, comm.text, comm.size);
  hashed = (guint32) tv_hash_word (
      tv_hash_word (tv_hash_word (self->seed, (guint64) (guint32) tid << 32 | (guint32) prio),
                    task.comm[0] ^ comm.size),
      task.comm[1]);
  for (guint32 slot = hashed;
       (row = tv_row_table_next (&self->raw_task_rows, hashed, &slot)) != TV_NONE;)
    {
      const RawTask *known = &g_array_index (self->raw_tasks, RawTask, row);

      if (known->tid == tid && known->prio == prio && known->comm_size == comm.size &&
          known->comm[0] == task.comm[0] && known->comm[1] == task.comm[1])
        return row;
    }
  tv_row_table_add (&self->raw_task_rows, hashed, self->raw_tasks->len);
  g_array_append_val (self->raw_tasks, task);
  return self->raw_tasks->len - 1;
}

/* Looks up the cached event with the same kind, tasks and details, or adds it without a text. */
static KnownSched *
get_known_sched (TvPerfettoEventTexts *self, const KnownSched *wanted)
{
  guint32 hashed = (guint32) tv_hash_word (
      tv_hash_word (tv_hash_word (self->seed, (guint64) wanted->kind << 32 | wanted->task),
                    wanted->other),
      (guint64) wanted->details);
  guint32 row;

  for (guint32 slot = hashed;
       (row = tv_row_table_next (&self->known_sched_rows, hashed, &slot)) != TV_NONE;)
    {
      KnownSched *known = &g_array_index (self->known_scheds, KnownSched, row);

      if (known->kind == wanted->kind && known->task == wanted->task &&
          known->other == wanted->other && known->details == wanted->details)
        return known;
    }
  tv_row_table_add (&self->known_sched_rows, hashed, self->known_scheds->len);
  g_array_append_val (self->known_scheds, *wanted);
  return &g_array_index (self->known_scheds, KnownSched, self->known_scheds->len - 1);
}

/* Fields of a scheduling message, indexed by field number. These messages have fewer than 8 fields. */
typedef struct
{
  guint64 numbers[8];
  TvSpan texts[8];
} SchedFields;

/* Decodes a message that has exactly the field types that kernel-events.def declares. Bit n of @texts is set if
 * field n is a string. Returns FALSE for other messages. */
static gboolean
parse_sched (TvSpan message, guint texts, guint n_fields, SchedFields *out)
{
  TvProto proto = tv_proto_open (message);

  memset (out, 0, sizeof *out);
  while (proto.at < proto.end)
    {
      guint number = *proto.at >> 3, type = *proto.at & 7;
      gboolean is_text = (texts >> number & 1) != 0;
      guint64 value;

      if (number == 0 || number > n_fields || type != (is_text ? TV_PROTO_BYTES : TV_PROTO_VARINT))
        return FALSE;
      proto.at++;
      if (G_LIKELY (proto.at < proto.end && *proto.at < 0x80))
        value = *proto.at++;
      else if (!tv_proto_take_varint (&proto, &value))
        return FALSE;
      if (!is_text)
        {
          out->numbers[number] = value;
          continue;
        }
      if (value > (guint64) (proto.end - proto.at) || value > MAX_COMM)
        return FALSE;
      out->texts[number] = (TvSpan){ (const char *) proto.at, (gsize) value };
      proto.at += value;
    }
  return TRUE;
}

static inline gboolean
is_narrow (guint64 value)
{
  return (gint64) value == (gint32) value;
}

/* Decodes a scheduling message. Returns FALSE if it is unusual; such messages are looked up by their bytes. */
static gboolean
parse_full (TvPerfettoEventTexts *self, guint number, TvSpan message, KnownSched *out)
{
  SchedFields fields;
  const guint64 *numbers = fields.numbers;

  *out = (KnownSched){ .kind = number, .text = TV_NONE };
  if (number == SWITCH_NUMBER)
    {
      if (!parse_sched (message, 1u << 1 | 1u << 5, 7, &fields) || !is_narrow (numbers[2]) ||
          !is_narrow (numbers[3]) || !is_narrow (numbers[6]) || !is_narrow (numbers[7]))
        return FALSE;
      out->other = get_raw_task (self, (gint32) numbers[2], (gint32) numbers[3], fields.texts[1]);
      out->task = get_raw_task (self, (gint32) numbers[6], (gint32) numbers[7], fields.texts[5]);
      out->details = (gint64) numbers[4];
      return TRUE;
    }
  if (!parse_sched (message, 1u << 1, 5, &fields) || !is_narrow (numbers[2]) ||
      !is_narrow (numbers[3]))
    return FALSE;
  out->task = get_raw_task (self, (gint32) numbers[2], (gint32) numbers[3], fields.texts[1]);
  out->other = numbers[5];
  return TRUE;
}

/* Sets the task that runs on a CPU after a switch. */
static void
set_running (TvPerfettoEventTexts *self, TvPerfettoCpu *cpu, guint32 raw_task)
{
  RawTask *raw = &g_array_index (self->raw_tasks, RawTask, raw_task);

  if (G_UNLIKELY (raw->task == TV_NONE))
    {
      TvSpan comm = { (const char *) raw->comm, raw->comm_size };

      raw->task = get_task (self, raw->tid, raw->prio,
                            tv_perfetto_reader_intern (self->reader, comm));
    }
  *cpu = (TvPerfettoCpu){ TRUE, raw->task };
}

/* Sets the task that runs on a CPU after a switch that is looked up by its bytes. */
static void
set_running_odd (TvPerfettoEventTexts *self, TvPerfettoCpu *cpu, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  TvSpan comm = { "", 0 };
  gint32 tid = 0, prio = 0;

  while (tv_proto_next (&proto, &field))
    if (field.number == 5)
      comm = field.bytes;
    else if (field.number == 6)
      tid = (gint32) field.value;
    else if (field.number == 7)
      prio = (gint32) field.value;
  *cpu = (TvPerfettoCpu){ TRUE, get_task (self, tid, prio,
                                          tv_perfetto_reader_intern (self->reader, comm)) };
}

/* Returns the text of an event that is not looked up by its tasks. Short messages are cached by their bytes. */
static guint32
get_by_bytes (TvPerfettoEventTexts *self,
              const TvPerfettoSequence *sequence,
              guint number,
              TvSpan message)
{
  const TvKernelEvent *event = find_event (self, number);
  guint32 hashed, text;

  if (number == PRINT_NUMBER || message.size > MAX_KEPT || (event != NULL && event->has_symbols))
    return make_text (self, sequence, number, event, message, -1);
  hashed = hash (self, number, message);
  text = find_cached (self, hashed, number, message);
  if (text == TV_NONE)
    {
      text = make_text (self, sequence, number, event, message, -1);
      keep (self, hashed, number, message, text);
    }
  return text;
}

/* Returns whether an event with these flags occurred in an interrupt; -1 if unknown, or for a switch. */
static gint8
get_irq_context (guint number, gint64 flags)
{
  if (flags < 0 || number == SWITCH_NUMBER)
    return -1;
  return (flags & TV_FTRACE_FLAG_IRQ) != 0;
}

static guint32
get_sched (TvPerfettoEventTexts *self,
           const TvPerfettoSequence *sequence,
           TvPerfettoCpu *cpu,
           guint number,
           gint64 flags,
           TvSpan message)
{
  gint8 irq_context = get_irq_context (number, flags);
  KnownSched wanted, *known;
  guint32 text;

  if (G_UNLIKELY (!parse_full (self, number, message, &wanted)))
    {
      text = get_by_bytes (self, sequence, number, message);
      if (number == SWITCH_NUMBER)
        set_running_odd (self, cpu, message);
      return text;
    }
  if (number != SWITCH_NUMBER)
    wanted.details = irq_context;
  known = get_known_sched (self, &wanted);
  if (G_UNLIKELY (known->text == TV_NONE))
    known->text = make_text (self, sequence, number, find_event (self, number), message,
                             irq_context);
  text = known->text;
  if (number == SWITCH_NUMBER)
    set_running (self, cpu, wanted.task);
  return text;
}

/**
 * tv_perfetto_event_texts_get:
 * @self: event texts
 * @sequence: sequence of the packet
 * @cpu: (inout): CPU of the event; updated by a switch
 * @number: field number in FtraceEvent
 * @flags: common_flags of the event, or -1
 * @message: message of the event
 *
 * Converts an event to text, or returns the text of an equal earlier event.
 *
 * Returns: a text of the builder
 */
guint32
tv_perfetto_event_texts_get (TvPerfettoEventTexts *self,
                             TvPerfettoSequence *sequence,
                             TvPerfettoCpu *cpu,
                             guint number,
                             gint64 flags,
                             TvSpan message)
{
  switch (number)
    {
    case GENERIC_EVENT:
      return get_generic (self, message);
    case SWITCH_NUMBER:
    case WAKEUP_NUMBER:
    case WAKING_NUMBER:
    case WAKEUP_NEW_NUMBER:
      return get_sched (self, sequence, cpu, number, flags, message);
    default:
      return get_by_bytes (self, sequence, number, message);
    }
}

/* ---- CompactSched ---- */

static void
put_comm (const TvPerfettoEventTexts *self, guint32 comm, GString *text)
{
  g_string_append (text, comm != TV_NONE ? tv_trace_builder_get_string (self->reader->builder, comm)
                                         : "<...>");
}

static void
put_task (TvPerfettoEventTexts *self, const char *prefix, guint32 task_row)
{
  const Task *task = &g_array_index (self->tasks, Task, task_row);

  g_string_append_printf (self->text, "%scomm=", prefix);
  put_comm (self, task->comm, self->text);
  g_string_append_printf (self->text, " %spid=%d %sprio=%d", prefix, task->tid, prefix, task->prio);
}

static void
put_compact (TvPerfettoEventTexts *self, const KnownSched *event)
{
  g_string_truncate (self->text, 0);
  if (event->kind == COMPACT_SWITCH)
    {
      put_task (self, "prev_", (guint32) event->other);
      g_string_append (self->text, " prev_state=");
      tv_kernel_put_state (self->reader->kernel, event->details, self->text);
      g_string_append (self->text, " ==> ");
      put_task (self, "next_", event->task);
      return;
    }
  put_task (self, "", event->task);
  g_string_append_printf (self->text, " target_cpu=%03d", (gint32) event->other);
  if (event->details >= 0)
    g_string_append_printf (self->text, " common_flags=%d", (gint32) event->details);
}

/**
 * tv_perfetto_event_texts_get_compact:
 * @self: event texts
 * @cpu: (inout): CPU of the event; updated by a switch
 * @event: an event
 * @out: (out): receives the thread id and the text
 *
 * Converts a compact event to text, or reuses the text of an equal earlier event.
 *
 * Returns: %FALSE if no switch precedes the event on its CPU, so that the running task is unknown; such events
 *   are counted
 */
gboolean
tv_perfetto_event_texts_get_compact (TvPerfettoEventTexts *self,
                                     TvPerfettoCpu *cpu,
                                     const TvPerfettoCompactEvent *event,
                                     TvPerfettoKernelRow *out)
{
  TvPerfettoCpu before = *cpu;
  guint number = event->is_switch ? SWITCH_NUMBER : WAKING_NUMBER;
  guint32 task = get_task (self, event->tid, event->prio, event->comm);
  KnownSched wanted = { .task = task, .text = TV_NONE }, *known;

  if (event->is_switch)
    *cpu = (TvPerfettoCpu){ TRUE, task };
  if (!before.is_known)
    {
      tv_perfetto_count (self->reader,
                         event->is_switch ? TV_PERFETTO_STAT_SKIPPED_SWITCHES
                                          : TV_PERFETTO_STAT_SKIPPED_WAKINGS,
                         TV_NONE, 1);
      return FALSE;
    }
  wanted.kind = event->is_switch ? COMPACT_SWITCH : COMPACT_WAKING;
  wanted.other = event->is_switch ? before.task : (guint32) event->target_cpu;
  wanted.details = event->is_switch ? event->prev_state : event->flags;
  known = get_known_sched (self, &wanted);
  if (G_UNLIKELY (known->text == TV_NONE))
    {
      put_compact (self, known);
      known->text = add_text (self, get_name (self, number, find_event (self, number)));
    }
  out->tid = g_array_index (self->tasks, Task, before.task).tid;
  out->text = known->text;
  return TRUE;
}

/**
 * tv_perfetto_event_texts_is_bad_mark:
 * @self: event texts
 * @number: field number in FtraceEvent of the event whose text was requested last
 *
 * Returns: whether Perfetto counts the event as a malformed mark, i.e. printed text that is not a mark
 */
gboolean
tv_perfetto_event_texts_is_bad_mark (const TvPerfettoEventTexts *self, guint number)
{
  const char *text = self->text->str;

  if (number != PRINT_NUMBER || g_str_has_prefix (text, "trace_event_clock_sync:"))
    return FALSE;
  if (text[0] == '\0' || strchr ("BECSFINGH", text[0]) == NULL)
    return TRUE;
  /* An end mark may consist of a single letter. */
  if (text[0] == 'E' && (text[1] == '\0' || g_str_equal (text + 1, "|")))
    return FALSE;
  if (text[1] != '|' || !g_ascii_isdigit (text[2]))
    return TRUE;
  for (text += 2; g_ascii_isdigit (*text);)
    text++;
  return *text != '\0' && *text != '|';
}

/**
 * tv_perfetto_event_texts_get_seen:
 *
 * Returns: types of the events in the trace; without sched_wakeup if the trace contains sched_waking
 */
TvFtraceEventSet
tv_perfetto_event_texts_get_seen (const TvPerfettoEventTexts *self)
{
  TvFtraceEventSet seen = self->seen;

  /* With sched_waking, each wakeup is recorded twice. A thread becomes runnable at the first of the two events. */
  if (tv_ftrace_event_set_has (seen, TV_FTRACE_EVENT_SCHED_WAKING))
    seen &= ~(G_GUINT64_CONSTANT (1) << TV_FTRACE_EVENT_SCHED_WAKEUP);
  return seen;
}
