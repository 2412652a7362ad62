/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/kernel-event-text.h"

#include <stdlib.h>

#include "formats/ftrace/syscall-name.h"

/* Renders the Protocol Buffers message of a kernel event as the text that the kernel would print, according to the
 * form in kernel-events.def. Called when an event is shown, searched or exported (kernel-args.c), and by the readers
 * for the few events that are stored as text. Pure: appends to the caller's string; the tables are constant. */

#define MAX_FIELDS 32
#define MAX_TEXT   (64 * 1024)

/* Indexes of the parts of a driver's mark. */
enum
{
  MARK_KIND,
  MARK_PID,
  MARK_NAME,
  MARK_VALUE,
  MARK_BEGIN,
};

/* The fields of a message, indexed by field number. */
typedef struct
{
  TvProtoField fields[MAX_FIELDS];
  guint32 present;
} Fields;

static const char *const softirqs[] = { "HI",       "TIMER",   "NET_TX", "NET_RX",  "BLOCK",
                                        "IRQ_POLL", "TASKLET", "SCHED",  "HRTIMER", "RCU" };

/* Priority classes of a block request, from linux/include/uapi/linux/ioprio.h. */
static const char *const priorities[] = { "none", "rt", "be", "idle" };

static const char *const memories[] = { "MM_FILEPAGES", "MM_ANONPAGES", "MM_SWAPENTS",
                                        "MM_SHMEMPAGES" };

/**
 * tv_kernel_version_parse:
 * @release: kernel release, such as "5.10.43-android12"; empty if unknown
 *
 * Returns: the kernel version, which determines the meaning of the bits in prev_state
 */
TvKernelVersion
tv_kernel_version_parse (TvSpan release)
{
  g_autofree char *text = g_strndup (release.text, release.size);
  char *end;
  gulong major = strtoul (text, &end, 10);
  gulong minor = *end == '.' ? strtoul (end + 1, NULL, 10) : 0;

  if (major > 4 || (major == 4 && minor >= 14))
    return TV_KERNEL_4_14;
  return major == 4 && minor >= 8 ? TV_KERNEL_4_8 : TV_KERNEL_OLD;
}

/**
 * tv_kernel_put_state:
 * @version: kernel version
 * @bits: value of prev_state
 * @text: (inout): receives the letters
 *
 * Appends the letters that the kernel prints for a task state, such as "S", "R+" or "D|K".
 */
void
tv_kernel_put_state (TvKernelVersion version, gint64 bits, GString *text)
{
  /* Letters of the bits, starting with the lowest bit. */
  static const struct
  {
    const char *letters;
    guint preempted;
  } versions[] = {
    [TV_KERNEL_OLD] = { "SDTtXZxKWPN", 0x800 },
    [TV_KERNEL_4_8] = { "SDTtXZxKWPN", 0x1000 },
    [TV_KERNEL_4_14] = { "SDTtXZPI", 0x100 },
  };
  const char *letters = versions[version].letters;
  guint state = (guint) bits & 0xffff & ~versions[version].preempted;
  gsize before = text->len;

  /* A sleep that is not counted in the load average is idle. */
  if (version != TV_KERNEL_4_14 && state == (0x2 | 0x400))
    {
      g_string_append_c (text, 'I');
      return;
    }
  for (guint i = 0; letters[i] != '\0'; i++)
    if (state & (1u << i))
      {
        if (text->len > before)
          g_string_append_c (text, '|');
        g_string_append_c (text, letters[i]);
      }
  if (text->len == before)
    g_string_append_c (text, 'R');
  if ((guint) bits & 0xffff & versions[version].preempted)
    g_string_append_c (text, '+');
}

/**
 * tv_kernel_put_text:
 * @value: text of a field
 * @text: (inout): receives the text
 *
 * Appends the text of a field, truncated to MAX_TEXT bytes. Replaces line terminators and NULs with spaces.
 */
void
tv_kernel_put_text (TvSpan value, GString *text)
{
  gsize start = text->len;

  if (value.size == 0)
    return;
  g_string_append_len (text, value.text, (gssize) MIN (value.size, MAX_TEXT));
  for (gsize i = start; i < text->len; i++)
    if (text->str[i] == '\n' || text->str[i] == '\r' || text->str[i] == '\0')
      text->str[i] = ' ';
}

static void
put_unsigned (guint64 value, GString *text)
{
  char digits[20];
  guint at = sizeof digits;

  do
    digits[--at] = (char) ('0' + value % 10);
  while ((value /= 10) > 0);
  g_string_append_len (text, digits + at, (gssize) (sizeof digits - at));
}

/* Appends a number in decimal. */
static void
put_number (gint64 value, GString *text)
{
  if (value < 0)
    g_string_append_c (text, '-');
  put_unsigned (value < 0 ? 0 - (guint64) value : (guint64) value, text);
}

static void
put_hexadecimal (guint64 value, GString *text)
{
  g_string_append_printf (text, "%" G_GINT64_MODIFIER "x", value);
}

/* ---- Fields ---- */

static void
parse (TvSpan message, Fields *out)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  out->present = 0;
  while (tv_proto_next (&proto, &field))
    if (field.number < MAX_FIELDS)
      {
        out->fields[field.number] = field;
        out->present |= 1u << field.number;
      }
}

static guint64
get_number (const Fields *fields, guint number)
{
  return fields->present & 1u << number ? fields->fields[number].value : 0;
}

static TvSpan
get_text (const Fields *fields, guint number)
{
  return fields->present & 1u << number ? fields->fields[number].bytes : (TvSpan){ "", 0 };
}

static void
put_function (const TvKernelPrinter *self, guint64 symbol, GString *text)
{
  TvSpan name = self->find_symbol (self->data, symbol);

  if (name.size > 0)
    {
      tv_kernel_put_text (name, text);
      return;
    }
  g_string_append (text, "0x");
  put_hexadecimal (symbol, text);
}

/* Returns: (nullable): name of a softirq in linux/interrupt.h */
const char *
tv_kernel_softirq_name (guint64 number)
{
  return number < G_N_ELEMENTS (softirqs) ? softirqs[number] : NULL;
}

/* Returns: (nullable): name of a memory counter in linux/mm_types_task.h */
const char *
tv_kernel_memory_name (guint64 number)
{
  return number < G_N_ELEMENTS (memories) ? memories[number] : NULL;
}

/**
 * tv_kernel_split_device:
 * @device: a device number in the encoding of user space; recorders convert the kernel's numbers to this encoding
 *
 * Splits a device number.
 */
void
tv_kernel_split_device (guint64 device, guint *major, guint *minor)
{
  *major = (guint) ((device >> 8 & 0xfff) | (device >> 32 & ~0xfffu));
  *minor = (guint) ((device & 0xff) | (device >> 12 & ~0xffu));
}

static void
put_device (guint64 device, GString *text)
{
  guint major, minor;

  tv_kernel_split_device (device, &major, &minor);
  g_string_append_printf (text, "%u,%u", major, minor);
}

static void
put_priority (guint64 priority, GString *text)
{
  guint class = priority >> 13 & 7;

  g_string_append_printf (text, "%s,%u,%u",
                          class < G_N_ELEMENTS (priorities) ? priorities[class] : "invalid",
                          (guint) (priority >> 3 & 0x3ff), (guint) (priority & 7));
}

/* Appends a system call. The kernel prints only its number; the name follows if it is known. */
static void
put_call (const TvKernelPrinter *self, gint64 number, GString *text)
{
  TvSpan name = tv_syscall_name (self->machine, number);

  put_number (number, text);
  if (name.size > 0)
    {
      g_string_append_c (text, ' ');
      g_string_append_len (text, name.text, (gssize) name.size);
    }
}

/* Appends all numbers of a repeated field, which may be packed, in hexadecimal. */
static void
put_list (TvSpan message, guint number, GString *text)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  gboolean is_first = TRUE;

  while (tv_proto_next (&proto, &field))
    {
      TvProto packed = tv_proto_open (field.bytes);
      guint64 value = field.value;

      if (field.number != number)
        continue;
      while (field.type == TV_PROTO_VARINT || tv_proto_take_varint (&packed, &value))
        {
          if (!is_first)
            g_string_append (text, ", ");
          put_hexadecimal (value, text);
          is_first = FALSE;
          if (field.type == TV_PROTO_VARINT)
            break;
        }
    }
}

/* Appends text without the line terminator that programs add to it. */
static void
put_line (TvSpan value, GString *text)
{
  while (value.size > 0 &&
         (value.text[value.size - 1] == '\n' || value.text[value.size - 1] == '\0'))
    value.size--;
  tv_kernel_put_text (value, text);
}

static void
put_part (const TvKernelPrinter *self,
          const TvKernelFormPart *part,
          TvSpan message,
          const Fields *fields,
          GString *text)
{
  guint64 value = get_number (fields, part->number);

  switch (part->how)
    {
    case 's':
      tv_kernel_put_text (get_text (fields, part->number), text);
      break;
    case 't':
      put_line (get_text (fields, part->number), text);
      break;
    case 'S':
      tv_kernel_put_state (self->version, (gint64) value, text);
      break;
    case 'x':
      put_hexadecimal (value, text);
      break;
    case 'f':
      put_function (self, value, text);
      break;
    case 'u':
      put_unsigned (value, text);
      break;
    case 'U':
      put_unsigned ((guint32) value, text);
      break;
    case 'D':
      put_device (value, text);
      break;
    case 'p':
      put_priority (value, text);
      break;
    case 'c':
      g_string_append_printf (text, "%03d", (int) value);
      break;
    case 'o': /* Old recorders store these 16 bits as an unsigned number. */
      put_number ((gint16) value, text);
      break;
    case 'n':
      put_call (self, (gint64) value, text);
      break;
    case 'l':
      put_list (message, part->number, text);
      break;
    case 'b':
      g_string_append (text, value != 0 ? "begin" : "end");
      break;
    case 'h':
      g_string_append (text, value != 0 ? "handled" : "unhandled");
      break;
    case 'v':
      if (value < G_N_ELEMENTS (softirqs))
        g_string_append (text, softirqs[value]);
      else
        put_unsigned (value, text);
      break;
    case 'm':
      if (value < G_N_ELEMENTS (memories))
        g_string_append (text, memories[value]);
      else
        put_unsigned ((guint32) value, text);
      break;
    default:
      put_number ((gint64) value, text);
    }
}

static void
put_form (const TvKernelPrinter *self,
          const GArray *form,
          TvSpan message,
          const Fields *fields,
          GString *text)
{
  gboolean is_skipped = FALSE;

  for (guint i = 0; i < form->len; i++)
    {
      const TvKernelFormPart *part = &g_array_index (form, TvKernelFormPart, i);

      if (part->how == '?')
        is_skipped = (fields->present & (1u << part->number | 1u << part->other)) == 0;
      else if (part->how == '.')
        is_skipped = FALSE;
      else if (is_skipped)
        continue;
      else if (part->how == '=')
        g_string_append (text, part->literal);
      else
        put_part (self, part, message, fields, text);
    }
}

/* ---- Events without a form ---- */

static void
put_value (const TvProtoField *field, char type, GString *text)
{
  double number;
  float narrow;
  guint32 bits = (guint32) field->value;
  char shown[G_ASCII_DTOSTR_BUF_SIZE];

  if (field->type == TV_PROTO_BYTES && type == 's')
    tv_kernel_put_text (field->bytes, text);
  else if (field->type == TV_PROTO_BYTES)
    for (gsize i = 0; i < MIN (field->bytes.size, 32); i++)
      g_string_append_printf (text, "%02x", (guint8) field->bytes.text[i]);
  else if (type == 'd' || type == 'f')
    {
      memcpy (&number, &field->value, sizeof number);
      memcpy (&narrow, &bits, sizeof narrow);
      g_string_append (text, g_ascii_formatd (shown, sizeof shown, "%g",
                                              type == 'd' ? number : (double) narrow));
    }
  else if (type == 'u')
    put_unsigned (field->value, text);
  else
    put_number ((gint64) field->value, text);
}

static const TvKernelField *
find_field (const TvKernelEvent *event, guint number)
{
  for (guint i = 0; event != NULL && i < event->fields->len; i++)
    if (g_array_index (event->fields, TvKernelField, i).number == number)
      return &g_array_index (event->fields, TvKernelField, i);
  return NULL;
}

/* Appends NAME=VALUE for each field, in the order of the message. The name of an unknown field is its number. */
static void
put_fields (const TvKernelEvent *event, TvSpan message, GString *text)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  gsize before = text->len;

  while (tv_proto_next (&proto, &field))
    {
      const TvKernelField *known = find_field (event, field.number);

      if (text->len > before)
        g_string_append_c (text, ' ');
      if (known != NULL)
        g_string_append (text, known->name);
      else
        put_unsigned (field.number, text);
      g_string_append_c (text, '=');
      put_value (&field, known != NULL ? known->type : 's', text);
    }
}

/* ---- Marks of drivers ---- */

static guint64
get_mark_kind (const TvKernelFormPart *parts, const Fields *fields)
{
  guint64 kind = get_number (fields, parts[MARK_KIND].number);

  if (parts[MARK_KIND].how == '#')
    return kind == 1 ? 'B' : kind == 2 ? 'E' : 'C';
  if (kind != 0)
    return kind;
  return get_number (fields, parts[MARK_BEGIN].number) != 0 ? 'B' : 'E';
}

/**
 * tv_kernel_read_driver_mark:
 * @event: an event with @driver_mark
 * @message: message of the event
 * @out: (out caller-allocates): the mark
 *
 * Reads the fields of a driver's mark.
 */
void
tv_kernel_read_driver_mark (const TvKernelEvent *event, TvSpan message, TvKernelDriverMark *out)
{
  const TvKernelFormPart *parts = (const TvKernelFormPart *) (gconstpointer)
                                      event->driver_mark->data;
  Fields fields;

  parse (message, &fields);
  out->letter = (char) get_mark_kind (parts, &fields);
  out->pid = (gint32) get_number (&fields, parts[MARK_PID].number);
  out->name = get_text (&fields, parts[MARK_NAME].number);
  if (out->name.size == 0)
    out->name = get_text (&fields, parts[MARK_NAME].other);
  out->value = (gint64) get_number (&fields, parts[MARK_VALUE].number);
}

/* Appends the mark in the form that programs write. */
static void
put_driver_mark (const TvKernelEvent *event, TvSpan message, GString *text)
{
  TvKernelDriverMark mark;

  tv_kernel_read_driver_mark (event, message, &mark);
  g_string_append_c (text, mark.letter);
  g_string_append_c (text, '|');
  put_number (mark.pid, text);
  if (mark.letter == 'E')
    return;
  g_string_append_c (text, '|');
  tv_kernel_put_text (mark.name, text);
  if (mark.letter != 'C')
    return;
  g_string_append_c (text, '|');
  put_number (mark.value, text);
}

/**
 * tv_kernel_put_event:
 * @self: a printer
 * @event: (nullable): description of the event; %NULL if unknown
 * @message: message of the event
 * @text: (inout): receives the text
 *
 * Appends the arguments of an event as the kernel would print them. Without a form, appends NAME=VALUE for each
 * field.
 */
void
tv_kernel_put_event (const TvKernelPrinter *self,
                     const TvKernelEvent *event,
                     TvSpan message,
                     GString *text)
{
  Fields fields;

  if (event == NULL || (event->form == NULL && event->driver_mark == NULL))
    {
      put_fields (event, message, text);
      return;
    }
  if (event->driver_mark != NULL)
    {
      put_driver_mark (event, message, text);
      return;
    }
  parse (message, &fields);
  put_form (self, event->form, message, &fields, text);
}
