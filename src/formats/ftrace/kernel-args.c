/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/kernel-args.h"

#include <string.h>

#include "formats/ftrace/ftrace-match.h"
#include "formats/ftrace/kernel-members.h"
#include "formats/ftrace/syscall-name.h"

/* Decodes payloads of kernel events, which are the text of a log or the message of a recorder, into typed events. A
 * payload that is a message begins with the number of the event:
 *
 *   number (2 bytes, little-endian) │ message of the recorder
 *
 * The renderer of the payload stores the recorder and the kernel. Some events are stored as text, because their text
 * needs more than the message: names of kernel functions, which belong to a packet sequence, or the description of an
 * event that the trace itself describes. Marks of programs are text in all recordings.
 *
 * Called by the readers that store payloads, the handlers of kernel events and the cutter, on any thread. A typed
 * event points into the payload, or into strings that are added to @texts. The renderer, which the trace owns,
 * converts a payload to text when the payload is shown. */

#define HEADER_SIZE 2
#define FLAGS_FIELD 31 /* common_flags, which the reader of CompactSched adds */
#define MAX_TEXT    (64 * 1024)

/* The kernel that emitted the messages of a renderer. */
typedef struct
{
  TvKernelRecorder recorder;
  TvKernelPrinter printer;
  char *machine;
} Kernel;

/* ---- Payloads ---- */

static TvSpan
find_no_symbol (gpointer data G_GNUC_UNUSED, guint64 symbol G_GNUC_UNUSED)
{
  return (TvSpan){ NULL, 0 };
}

static void
kernel_free (gpointer data)
{
  Kernel *self = data;

  g_free (self->machine);
  g_free (self);
}

/* Splits a payload. Returns FALSE if the payload is damaged or its event is unknown. */
static gboolean
split (const Kernel *self, TvSpan payload, const TvKernelEvent **event, TvSpan *message)
{
  if (payload.size < HEADER_SIZE)
    return FALSE;
  *event = tv_kernel_event_find (self->recorder,
                                 (guint8) payload.text[0] | (guint) (guint8) payload.text[1] << 8);
  *message = (TvSpan){ payload.text + HEADER_SIZE, payload.size - HEADER_SIZE };
  return *event != NULL;
}

static void
render (gconstpointer data, const char *payload, gsize size, GString *text)
{
  const Kernel *self = data;
  const TvKernelEvent *event;
  TvSpan message;

  if (split (self, (TvSpan){ payload, size }, &event, &message))
    tv_kernel_put_event (&self->printer, event, message, text);
}

/* Returns: (nullable): the field with number @number */
static const TvKernelField *
find_field (const TvKernelEvent *event, guint number)
{
  for (guint i = 0; i < event->fields->len; i++)
    {
      const TvKernelField *field = &g_array_index (event->fields, TvKernelField, i);

      if (field->number == number)
        return field;
    }
  return NULL;
}

/* Lists the fields of a message, except bytes and the flags that the reader of CompactSched adds. */
static void
list (gconstpointer data,
      const char *payload,
      gsize size,
      TvMessageFieldFunc func,
      gpointer user_data)
{
  const Kernel *self = data;
  const TvKernelEvent *event;
  TvSpan message;
  TvProto proto;
  TvProtoField from;

  if (!split (self, (TvSpan){ payload, size }, &event, &message))
    return;
  proto = tv_proto_open (message);
  while (tv_proto_next (&proto, &from))
    {
      const TvKernelField *known = find_field (event, from.number);
      TvMessageField field = { .number = from.value,
                               .text = from.bytes.text,
                               .size = from.bytes.size };

      if (known == NULL || known->type == 'b' || known->number == FLAGS_FIELD ||
          (known->type == 's') != (from.type == TV_PROTO_BYTES))
        continue;
      field.name = known->name;
      field.type = known->type == 'f' ? 'd' : known->type;
      if (known->type == 'd')
        field.real = tv_proto_double (from.value);
      else if (known->type == 'f')
        {
          const guint32 bits = (guint32) from.value;
          float narrow;

          memcpy (&narrow, &bits, sizeof narrow);
          field.real = (double) narrow;
        }
      func (&field, user_data);
    }
}

/**
 * tv_kernel_args_renderer_new:
 * @recorder: recorder of the messages
 * @version: version of the kernel
 * @machine: hardware name of the device, as in uname; "" if unknown
 *
 * Returns: (transfer full): renderer of the payloads that tv_kernel_args_put() writes
 */
TvEventRenderer
tv_kernel_args_renderer_new (TvKernelRecorder recorder,
                             TvKernelVersion version,
                             const char *machine)
{
  Kernel *self = g_new0 (Kernel, 1);

  self->recorder = recorder;
  self->machine = g_strdup (machine);
  self->printer = (TvKernelPrinter){
    version, { self->machine, strlen (self->machine) }, find_no_symbol, NULL
  };
  return (TvEventRenderer){ render, list, self, kernel_free };
}

/**
 * tv_kernel_args_can_put:
 * @event: (nullable): an event
 *
 * Returns: whether the message of the event alone suffices to render its text
 */
gboolean
tv_kernel_args_can_put (const TvKernelEvent *event)
{
  return event != NULL && event->members != NULL && !event->has_symbols &&
         (!event->is_mark || event->driver_mark != NULL);
}

/**
 * tv_kernel_args_put:
 * @number: number of an event for which tv_kernel_args_can_put() returns %TRUE
 * @message: message of the event
 * @payload: (inout): the payload
 *
 * Replaces the content of @payload with the number and the message of an event.
 */
void
tv_kernel_args_put (guint number, TvSpan message, GString *payload)
{
  const char header[HEADER_SIZE] = { (char) (number & 0xff), (char) (number >> 8) };

  g_string_truncate (payload, 0);
  g_string_append_len (payload, header, HEADER_SIZE);
  if (message.size > 0)
    g_string_append_len (payload, message.text, (gssize) message.size);
}

/**
 * tv_kernel_args_get:
 * @builder: a builder of a log
 * @text: id of a payload
 * @texts: receives texts that differ from the bytes of a message
 *
 * Gets the arguments in a payload. Several threads may call this function with different @texts, while none adds
 * payloads.
 *
 * Returns: the arguments; valid until more payloads are added
 */
TvKernelArgs
tv_kernel_args_get (const TvTraceBuilder *builder, guint32 text, GStringChunk *texts)
{
  const TvEventRenderer *renderer;
  TvSpan payload;
  TvKernelArgs self = { .texts = texts };

  payload.text = tv_trace_builder_get_payload (builder, text, &payload.size, &renderer);
  if (renderer == NULL || renderer->render != render)
    return tv_kernel_args_text (payload);
  self.printer = &((const Kernel *) renderer->data)->printer;
  if (!split (renderer->data, payload, &self.event, &self.bytes))
    return tv_kernel_args_text ((TvSpan){ "", 0 });
  return self;
}

/* ---- Fields of messages ---- */

static TvSpan
keep (const TvKernelArgs *self, const char *text, gsize size)
{
  return (TvSpan){ g_string_chunk_insert_len (self->texts, text, (gssize) size), size };
}

/* Returns the text of a field as the kernel prints it: line terminators and NULs become spaces. */
static TvSpan
get_plain (const TvKernelArgs *self, TvSpan text)
{
  g_autoptr (GString) plain = NULL;
  gsize n = 0;

  if (text.text == NULL)
    return (TvSpan){ "", 0 };
  while (n < text.size && text.text[n] != '\n' && text.text[n] != '\r' && text.text[n] != '\0')
    n++;
  if (G_LIKELY (n == text.size && n <= MAX_TEXT))
    return text;
  plain = g_string_new (NULL);
  tv_kernel_put_text (text, plain);
  return keep (self, plain->str, plain->len);
}

/* Converts the number of a field to the range in which the kernel prints the number. */
static gint64
convert (char how, guint64 value)
{
  switch (how)
    {
    case 'o': /* Old recorders store these 16 bits as an unsigned number. */
      return (gint16) value;
    case 'U':
      return (guint32) value;
    case 'c':
      return (gint32) value;
    default:
      return (gint64) value;
    }
}

static gboolean
set_member (const TvKernelArgs *self,
            const TvKernelMember *member,
            const TvProtoField *field,
            gpointer out)
{
  gpointer at = (char *) out + member->offset;
  gint64 number = convert (member->how, field->value);

  switch ((TvKernelMemberType) member->type)
    {
    case TV_KERNEL_MEMBER_TEXT:
      *(TvSpan *) at = get_plain (self, field->bytes);
      return TRUE;
    case TV_KERNEL_MEMBER_INT:
      *(gint32 *) at = (gint32) number;
      return number == (gint32) number;
    case TV_KERNEL_MEMBER_LONG:
      *(gint64 *) at = number;
      return TRUE;
    case TV_KERNEL_MEMBER_NONE:
    default:
      return TRUE;
    }
}

/* Sets the members of a typed event from the fields of the message. Returns FALSE if a number does not fit. */
static gboolean
fill (const TvKernelArgs *self, gpointer out)
{
  const GArray *members = self->event->members;
  TvProto proto = tv_proto_open (self->bytes);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number < members->len &&
        !set_member (self, &g_array_index (members, TvKernelMember, field.number), &field, out))
      return FALSE;
  return TRUE;
}

/* Finds the field of the message whose name is @key without the trailing separator. Zeroes @out if the message lacks
 * the field. Returns NULL if the event has no such field. */
static const TvKernelField *
find (const TvKernelArgs *self, const char *key, TvProtoField *out)
{
  const TvKernelField *known = NULL;
  TvProto proto = tv_proto_open (self->bytes);
  TvProtoField field;
  gsize size = strlen (key) - 1;

  for (guint i = 0; i < self->event->fields->len && known == NULL; i++)
    {
      const TvKernelField *at = &g_array_index (self->event->fields, TvKernelField, i);

      if (strncmp (at->name, key, size) == 0 && at->name[size] == '\0')
        known = at;
    }
  *out = (TvProtoField){ .bytes = { NULL, 0 } };
  while (known != NULL && tv_proto_next (&proto, &field))
    if (field.number == known->number)
      *out = field;
  return known;
}

/**
 * tv_kernel_args_find_long:
 * @key: a key, such as "pid="
 * @number: (out): number of the field; 0 if a message lacks the field
 *
 * Finds a numeric field.
 *
 * Returns: whether the event has this field and the field is a number
 */
gboolean
tv_kernel_args_find_long (const TvKernelArgs *self, const char *key, gint64 *number)
{
  const TvKernelField *known;
  TvProtoField field;

  if (self->event == NULL)
    return tv_ftrace_find_long (self->bytes, key, number);
  known = find (self, key, &field);
  if (known == NULL || known->type == 's')
    return FALSE;
  *number = convert (g_array_index (self->event->members, TvKernelMember, known->number).how,
                     field.value);
  return TRUE;
}

/**
 * tv_kernel_args_find_word:
 * @key: a key, such as "name="
 * @word: (out): text of the field, which ends at a blank in the text of a log; "0" if a message lacks a number
 *
 * Finds a field and its text.
 *
 * Returns: whether the event has this field and its text is not empty
 */
gboolean
tv_kernel_args_find_word (const TvKernelArgs *self, const char *key, TvSpan *word)
{
  const TvKernelField *known;
  TvProtoField field;
  char digits[32];

  if (self->event == NULL)
    return tv_ftrace_find_word (self->bytes, key, word);
  known = find (self, key, &field);
  if (known == NULL)
    return FALSE;
  if (known->type == 's')
    {
      *word = get_plain (self, field.bytes);
      return word->size > 0;
    }
  g_snprintf (digits, sizeof digits,
              known->type == 'u' ? "%" G_GUINT64_FORMAT : "%" G_GINT64_FORMAT, field.value);
  *word = keep (self, digits, strlen (digits));
  return TRUE;
}

/* ---- Typed events ---- */

/* Returns the letters of a task state. */
static TvSpan
get_state (const TvKernelArgs *self, gint64 bits)
{
  static const char *const usual[] = { "R", "S", "D" }; /* on all kernels */
  guint state = (guint) bits & 0xffff;
  g_autoptr (GString) letters = NULL;

  if (G_LIKELY (state < G_N_ELEMENTS (usual)))
    return (TvSpan){ usual[state], 1 };
  letters = g_string_sized_new (16);
  tv_kernel_put_state (self->printer->version, bits, letters);
  return (TvSpan){ g_string_chunk_insert_const (self->texts, letters->str), letters->len };
}

gboolean
tv_kernel_args_get_switch (const TvKernelArgs *self, TvSchedSwitch *out)
{
  if (self->event == NULL)
    return tv_ftrace_parse_sched_switch (self->bytes, out);
  *out = (TvSchedSwitch){ .prev_comm = { "", 0 }, .next_comm = { "", 0 } };
  if (!fill (self, out))
    return FALSE;
  out->prev_state = get_state (self, out->prev_state_bits);
  out->prev_state_bits = -1;
  return TRUE;
}

/* Ignores the field "success" of a message: newer kernels do not have this field, and recorders then store 0. */
gboolean
tv_kernel_args_get_wakeup (const TvKernelArgs *self, TvSchedWakeup *out)
{
  if (self->event == NULL)
    return tv_ftrace_parse_sched_wakeup (self->bytes, out);
  *out = (TvSchedWakeup){ .comm = { "", 0 }, .is_success = TRUE, .flags = -1 };
  return fill (self, out);
}

gboolean
tv_kernel_args_get_task (const TvKernelArgs *self, TvFtraceEvent event, TvTaskEvent *out)
{
  if (self->event == NULL)
    return tv_ftrace_parse_task (event, self->bytes, out);
  *out = (TvTaskEvent){ .comm = { "", 0 }, .child_pid = -1 };
  if (event == TV_FTRACE_EVENT_SCHED_PROCESS_FORK)
    out->child_pid = 0;
  return fill (self, out);
}

gboolean
tv_kernel_args_get_cpu_state (const TvKernelArgs *self, TvCpuState *out)
{
  if (self->event == NULL)
    return tv_ftrace_parse_cpu_state (self->bytes, out);
  *out = (TvCpuState){ .name = { "", 0 } };
  return self->event->event != TV_FTRACE_EVENT_OTHER && fill (self, out);
}

gboolean
tv_kernel_args_get_clk (const TvKernelArgs *self, TvFtraceEvent event, TvCpuState *out)
{
  if (self->event == NULL)
    return tv_ftrace_parse_clk (event, self->bytes, out);
  *out = (TvCpuState){ .name = { "", 0 } };
  return fill (self, out) && out->name.size > 0;
}

gboolean
tv_kernel_args_get_cpu_limits (const TvKernelArgs *self, TvCpuFrequencyLimits *out)
{
  if (self->event == NULL)
    return tv_ftrace_parse_cpu_limits (self->bytes, out);
  *out = (TvCpuFrequencyLimits){ 0 };
  return fill (self, out);
}

/* Events that contain the name of a function are stored as text, so a message contains no name. */
gboolean
tv_kernel_args_get_timer (const TvKernelArgs *self, TvSpan *function)
{
  if (self->event == NULL)
    return tv_ftrace_parse_timer (self->bytes, function);
  *function = (TvSpan){ "", 0 };
  return TRUE;
}

gboolean
tv_kernel_args_get_irq (const TvKernelArgs *self, TvFtraceEvent event, TvIrqEvent *out)
{
  gint64 result = 0;
  const char *name;

  if (self->event == NULL)
    return tv_ftrace_parse_irq (event, self->bytes, out);
  *out = (TvIrqEvent){ .name = { "", 0 }, .number = 0 };
  if (event == TV_FTRACE_EVENT_IPI_ENTRY || event == TV_FTRACE_EVENT_IPI_EXIT)
    out->number = -1;
  if (!fill (self, out))
    return FALSE;
  switch ((guint) event)
    {
    case TV_FTRACE_EVENT_IRQ_HANDLER_ENTRY:
      out->name = tv_ftrace_trim_end (out->name);
      return TRUE;
    case TV_FTRACE_EVENT_IRQ_HANDLER_EXIT:
      tv_kernel_args_find_long (self, "ret=", &result);
      name = result != 0 ? "handled" : "unhandled";
      out->name = (TvSpan){ name, strlen (name) };
      return TRUE;
    case TV_FTRACE_EVENT_SOFTIRQ_ENTRY:
    case TV_FTRACE_EVENT_SOFTIRQ_EXIT:
    case TV_FTRACE_EVENT_SOFTIRQ_RAISE:
      name = tv_kernel_softirq_name ((guint64) out->number);
      if (name != NULL)
        out->name = (TvSpan){ name, strlen (name) };
      else
        tv_kernel_args_find_word (self, "vec=", &out->name);
      return TRUE;
    default:
      return TRUE;
    }
}

gboolean
tv_kernel_args_get_binder (const TvKernelArgs *self, TvFtraceEvent event, TvBinderTransaction *out)
{
  if (self->event == NULL)
    return tv_ftrace_parse_binder (event, self->bytes, out);
  memset (out, 0, sizeof *out);
  if (!fill (self, out))
    return FALSE;
  if (event == TV_FTRACE_EVENT_BINDER_RETURN)
    tv_binder_set_failure (out);
  return TRUE;
}

gboolean
tv_kernel_args_get_binder_lock (const TvKernelArgs *self, TvSpan *tag)
{
  if (self->event == NULL)
    return tv_ftrace_parse_binder_lock (self->bytes, tag);
  if (!tv_kernel_args_find_word (self, "tag=", tag))
    *tag = (TvSpan){ "", 0 };
  return TRUE;
}

/* Sets the counter's name and the owner of an rss_stat. Messages from old kernels contain neither @id nor
 * @is_current. */
static void
set_owner (const TvKernelArgs *self, TvMemoryEvent *out)
{
  gint64 member = 0;
  const char *name;

  if (out->id >= 0 || out->is_current >= 0)
    {
      out->id = MAX (out->id, 0);
      out->is_current = out->is_current > 0;
    }
  tv_kernel_args_find_long (self, "member=", &member);
  name = tv_kernel_memory_name ((guint64) member);
  if (name != NULL)
    out->name = (TvSpan){ name, strlen (name) };
  else
    tv_kernel_args_find_word (self, "member=", &out->name);
}

gboolean
tv_kernel_args_get_memory (const TvKernelArgs *self, TvFtraceEvent event, TvMemoryEvent *out)
{
  if (self->event == NULL)
    return tv_ftrace_parse_memory (event, self->bytes, out);
  *out = (TvMemoryEvent){ .name = { "", 0 }, .id = -1, .is_current = -1 };
  if (event == TV_FTRACE_EVENT_THERMAL_TEMPERATURE || event == TV_FTRACE_EVENT_ION_STAT ||
      event == TV_FTRACE_EVENT_DMA_HEAP_STAT)
    out->id = 0;
  if (!fill (self, out))
    return FALSE;
  if (event == TV_FTRACE_EVENT_RSS_STAT)
    set_owner (self, out);
  else
    tv_memory_event_sign (out, event);
  return TRUE;
}

gboolean
tv_kernel_args_get_system_call (const TvKernelArgs *self, TvFtraceEvent event, TvSystemCall *out)
{
  if (self->event == NULL)
    return tv_ftrace_parse_system_call (event, self->bytes, out);
  memset (out, 0, sizeof *out);
  if (!fill (self, out))
    return FALSE;
  out->name = tv_syscall_name (self->printer->machine, out->number);
  out->has_result = event == TV_FTRACE_EVENT_SYS_EXIT;
  return TRUE;
}

gboolean
tv_kernel_args_get_suspend (const TvKernelArgs *self, TvSuspendEvent *out)
{
  if (self->event == NULL)
    return tv_ftrace_parse_suspend (self->bytes, out);
  memset (out, 0, sizeof *out);
  return fill (self, out) && out->action.size > 0 &&
         tv_kernel_args_find_word (self, "val=", &out->value);
}

gboolean
tv_kernel_args_get_wake_source (const TvKernelArgs *self, TvWakeSource *out)
{
  if (self->event == NULL)
    return tv_ftrace_parse_wake_source (self->bytes, out);
  *out = (TvWakeSource){ .name = { "", 0 } };
  return fill (self, out) && out->name.size > 0;
}

gboolean
tv_kernel_args_get_probe (const TvKernelArgs *self, TvProbeEvent *out)
{
  if (self->event == NULL)
    return tv_ftrace_parse_probe (self->bytes, out);
  *out = (TvProbeEvent){ .name = { "", 0 } };
  return fill (self, out);
}

gboolean
tv_kernel_args_get_request (const TvKernelArgs *self, TvFtraceEvent event, TvBlockRequest *out)
{
  gint64 device = 0;
  guint major, minor;

  if (self->event == NULL)
    return tv_ftrace_parse_request (self->bytes, out);
  *out = (TvBlockRequest){ .letters = { "", 0 } };
  if (event == TV_FTRACE_EVENT_BLOCK_RQ_COMPLETE)
    out->bytes = -1;
  if (!fill (self, out))
    return FALSE;
  tv_kernel_args_find_long (self, "dev=", &device);
  tv_kernel_split_device ((guint64) device, &major, &minor);
  out->major = major;
  out->minor = minor;
  return TRUE;
}

gboolean
tv_kernel_args_get_file_access (const TvKernelArgs *self, TvFtraceEvent event, TvFileAccess *out)
{
  if (self->event == NULL)
    return tv_ftrace_parse_file_access (event, self->bytes, out);
  *out = (TvFileAccess){ .path = { "", 0 } };
  return fill (self, out);
}

/* Decodes a mark, either of a program, which is text, or of a driver. */
gboolean
tv_kernel_args_get_mark (const TvKernelArgs *self, TvFtraceMark *out)
{
  TvKernelDriverMark mark;

  if (self->event == NULL)
    return tv_ftrace_mark_parse (self->bytes.text, self->bytes.size, out);
  memset (out, 0, sizeof *out);
  if (self->event->driver_mark == NULL)
    return FALSE;
  tv_kernel_read_driver_mark (self->event, self->bytes, &mark);
  return tv_ftrace_mark_set (mark.letter, mark.pid, get_plain (self, mark.name), mark.value, out);
}
