/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-event-texts.h"

#include <string.h>

#include "core/memory/row-table.h"
#include "formats/perfetto/perfetto-recording.h"

#define MAX_KEPT      256 /* bytes of events that are looked up; longer ones are mostly unique */
#define GENERIC_EVENT 327
#define FIRST_OWN_ID  65536 /* of events that the trace describes itself */
#define PRINT_NUMBER  3
#define SWITCH_NUMBER 4
#define WAKING_NUMBER 20

/* An event whose text is known, by its bytes. */
typedef struct
{
  gsize at;
  guint32 size;
  guint32 number;
  guint32 text;
} Kept;

struct _TvPerfettoEventTexts
{
  TvPerfettoReader *reader;
  GArray *names;         /* guint32 by number of the event: string, or 0 */
  GHashTable *described; /* number → TvKernelEvent that the trace itself describes */
  TvFtraceEventSet seen;
  GString *text;
  GString *keys;
  GArray *kept;
  TvRowTable kept_by_bytes;
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
  self->kept = g_array_new (FALSE, FALSE, sizeof (Kept));
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
  g_array_unref (self->kept);
  tv_row_table_clear (&self->kept_by_bytes);
  g_free (self);
}

/* ---- Events that a trace describes ---- */

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
 * @self: texts
 * @message: a GenericEventDescriptor
 *
 * Adds an event that kernel-events.def does not list.
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

/* ---- What is known by its bytes ---- */

static guint32
hash (const TvPerfettoEventTexts *self, guint number, TvSpan bytes)
{
  return tv_hash_bytes (self->seed ^ number * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15), bytes.text,
                        bytes.size);
}

static guint32
find_kept (const TvPerfettoEventTexts *self, guint32 hashed, guint number, TvSpan bytes)
{
  guint32 row;

  for (guint32 slot = hashed;
       (row = tv_row_table_next (&self->kept_by_bytes, hashed, &slot)) != TV_NONE;)
    {
      const Kept *kept = &g_array_index (self->kept, Kept, row);

      if (kept->number == number && kept->size == bytes.size &&
          memcmp (self->keys->str + kept->at, bytes.text, bytes.size) == 0)
        return kept->text;
    }
  return TV_NONE;
}

static void
keep (TvPerfettoEventTexts *self, guint32 hashed, guint number, TvSpan bytes, guint32 text)
{
  Kept kept = { self->keys->len, (guint32) bytes.size, number, text };

  g_string_append_len (self->keys, bytes.text, (gssize) bytes.size);
  g_array_append_val (self->kept, kept);
  tv_row_table_add (&self->kept_by_bytes, hashed, self->kept->len - 1);
}

/* ---- Texts ---- */

static guint32
add_text (TvPerfettoEventTexts *self, guint32 name)
{
  TvSpan text = { self->text->str, self->text->len };

  return tv_trace_builder_add_text (self->reader->builder, name, text.text, text.size,
                                    hash (self, name, text));
}

static void
see_name (TvPerfettoEventTexts *self, guint32 name)
{
  const char *text = tv_trace_builder_get_string (self->reader->builder, name);

  tv_ftrace_event_set_add (&self->seen, tv_ftrace_event_lookup ((TvSpan){ text, strlen (text) }));
}

/* Returns the string of an event's name. */
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
  } *where = data;
  guint32 string = tv_perfetto_sequence_find (where->sequence, TV_PERFETTO_KERNEL_SYMBOLS, symbol);
  const char *text;

  if (string == TV_NONE)
    return (TvSpan){ NULL, 0 };
  text = tv_trace_builder_get_string (where->self->reader->builder, string);
  return (TvSpan){ text, strlen (text) };
}

/* A GenericFtraceEvent: its name and fields are texts in it. */
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
           TvSpan message)
{
  struct
  {
    TvPerfettoEventTexts *self;
    const TvPerfettoSequence *sequence;
  } where = { self, sequence };
  const TvKernelPrinter printer = { self->reader->kernel,
                                    { self->reader->uname_machine,
                                      strlen (self->reader->uname_machine) },
                                    find_symbol,
                                    &where };

  g_string_truncate (self->text, 0);
  tv_kernel_put_event (&printer, event, message, self->text);
  return add_text (self, get_name (self, number, event));
}

/**
 * tv_perfetto_event_texts_get:
 * @self: texts
 * @sequence: sequence of the packet
 * @number: a field of FtraceEvent
 * @message: the event's message
 *
 * Returns: a text of the builder
 */
guint32
tv_perfetto_event_texts_get (TvPerfettoEventTexts *self,
                             TvPerfettoSequence *sequence,
                             guint number,
                             TvSpan message)
{
  const TvKernelEvent *event;
  guint32 hashed, text;

  if (number == GENERIC_EVENT)
    return get_generic (self, message);
  event = find_event (self, number);
  if (number == PRINT_NUMBER || message.size > MAX_KEPT || (event != NULL && event->has_symbols))
    return make_text (self, sequence, number, event, message);
  hashed = hash (self, number, message);
  text = find_kept (self, hashed, number, message);
  if (text == TV_NONE)
    {
      text = make_text (self, sequence, number, event, message);
      keep (self, hashed, number, message, text);
    }
  return text;
}

/**
 * tv_perfetto_event_texts_is_bad_mark:
 * @self: texts
 * @number: a field of FtraceEvent, whose text was asked for last
 *
 * Returns: whether Perfetto takes it for a mark that something is wrong with: any text that was printed and is none
 */
gboolean
tv_perfetto_event_texts_is_bad_mark (const TvPerfettoEventTexts *self, guint number)
{
  const char *text = self->text->str;

  if (number != PRINT_NUMBER || g_str_has_prefix (text, "trace_event_clock_sync:"))
    return FALSE;
  if (text[0] == '\0' || strchr ("BECSFINGH", text[0]) == NULL)
    return TRUE;
  /* An end may be all that it is. */
  if (text[0] == 'E' && (text[1] == '\0' || g_str_equal (text + 1, "|")))
    return FALSE;
  if (text[1] != '|' || !g_ascii_isdigit (text[2]))
    return TRUE;
  for (text += 2; g_ascii_isdigit (*text);)
    text++;
  return *text != '\0' && *text != '|';
}

/* ---- CompactSched ---- */

static const char *
get_comm (const TvPerfettoEventTexts *self, guint32 comm)
{
  return comm != TV_NONE ? tv_trace_builder_get_string (self->reader->builder, comm) : "<...>";
}

static void
put_switch (TvPerfettoEventTexts *self,
            const TvPerfettoCpu *cpu,
            const TvPerfettoCompactEvent *event)
{
  g_string_printf (self->text,
                   "prev_comm=%s prev_pid=%d prev_prio=%d prev_state=", get_comm (self, cpu->comm),
                   cpu->tid, cpu->prio);
  tv_kernel_put_state (self->reader->kernel, event->prev_state, self->text);
  g_string_append_printf (self->text, " ==> next_comm=%s next_pid=%d next_prio=%d",
                          get_comm (self, event->comm), event->tid, event->prio);
}

static void
put_waking (TvPerfettoEventTexts *self, const TvPerfettoCompactEvent *event)
{
  g_string_printf (self->text, "comm=%s pid=%d prio=%d target_cpu=%03d",
                   get_comm (self, event->comm), event->tid, event->prio, event->target_cpu);
  if (event->flags >= 0)
    g_string_append_printf (self->text, " common_flags=%d", event->flags);
}

/**
 * tv_perfetto_event_texts_get_compact:
 * @self: texts
 * @cpu: where it happens; gets what it runs from there on
 * @event: an event
 * @out: (out): gets its thread and text
 *
 * Returns: %FALSE for the first of a CPU, of which it is not known what ran before
 */
gboolean
tv_perfetto_event_texts_get_compact (TvPerfettoEventTexts *self,
                                     TvPerfettoCpu *cpu,
                                     const TvPerfettoCompactEvent *event,
                                     TvPerfettoKernelRow *out)
{
  TvPerfettoCpu before = *cpu;
  guint number = event->is_switch ? SWITCH_NUMBER : WAKING_NUMBER;
  const gint64 key[] = { event->is_switch ? before.tid : event->target_cpu,
                         event->is_switch ? before.prio : 0,
                         event->is_switch ? (gint64) before.comm : 0,
                         event->is_switch ? event->prev_state : event->flags,
                         event->tid,
                         event->prio,
                         (gint64) event->comm };
  TvSpan bytes = { (const char *) key, sizeof key };
  guint32 hashed = hash (self, number, bytes);

  if (event->is_switch)
    *cpu = (TvPerfettoCpu){ TRUE, event->tid, event->prio, event->comm };
  if (!before.is_known)
    {
      tv_perfetto_count (self->reader,
                         event->is_switch ? TV_PERFETTO_STAT_SKIPPED_SWITCHES
                                          : TV_PERFETTO_STAT_SKIPPED_WAKINGS,
                         TV_NONE, 1);
      return FALSE;
    }
  out->tid = before.tid;
  out->text = find_kept (self, hashed, number, bytes);
  if (out->text != TV_NONE)
    return TRUE;
  if (event->is_switch)
    put_switch (self, &before, event);
  else
    put_waking (self, event);
  out->text = add_text (self, get_name (self, number, find_event (self, number)));
  keep (self, hashed, number, bytes, out->text);
  return TRUE;
}

/**
 * tv_perfetto_event_texts_get_seen:
 * @self: texts
 *
 * Returns: the events that there are
 */
TvFtraceEventSet
tv_perfetto_event_texts_get_seen (const TvPerfettoEventTexts *self)
{
  TvFtraceEventSet seen = self->seen;

  /* What is woken is told by both; it can run from the first on. */
  if (tv_ftrace_event_set_has (seen, TV_FTRACE_EVENT_SCHED_WAKING))
    seen &= ~(G_GUINT64_CONSTANT (1) << TV_FTRACE_EVENT_SCHED_WAKEUP);
  return seen;
}
