/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-event-text.h"

#include <stdlib.h>

#include "formats/ftrace/syscall-name.h"

/* Kernel events as text, just as the kernel itself prints them: what reads logs of ftrace then reads
 * these as well, and who looks at an event sees what they know. */

#define FUNCGRAPH_ENTRY 437 /* has the brace that forms of texts are told by */
#define MAX_FIELDS      32
#define MAX_TEXT        (64 * 1024)

/* The fields of an event by number, from 1 on. */
typedef struct
{
  TvProtoField fields[MAX_FIELDS];
  guint32 present;
} Fields;

/* How the kernel prints events, where that is other than NAME=VALUE after NAME=VALUE; braces have the
 * number of a field and how it is printed: as text, hexadecimal, function, state, device, priority. */
typedef struct
{
  guint number;
  const char *form;
} Form;

/* Of linux/include/trace/events/block.h. */
#define RQ  "{1D} {5s} {4u} ({7s}) {2u} + {3} [{6s}]"
#define IO  "{1D} {6s} {4u} ({8s}) {2u} + {3} {5p} [{7s}]"
#define BIO "{1D} {4s} {2u} + {3} [{5s}]"

/* Of include/trace/events/android_fs.h of Android's kernels. */
#define FILE_PART                                                                                  \
  "entry_name {6s}, offset {5}, bytes {1}, cmdline {2s}, pid {7}, i_size {3}, ino {4u}"

static const Form forms[] = {
  { 4, "prev_comm={1s} prev_pid={2} prev_prio={3} prev_state={4S} ==> next_comm={5s} next_pid={6} "
       "next_prio={7}" },
  { 14, "{1s} state={2} cpu_id={3}" },
  { 15, "{1s} state={2} cpu_id={3}" },
  { 16, "{1s} state={2} cpu_id={3}" },
  { 17, "comm={1s} pid={2} prio={3} target_cpu={5c}" },
  { 18, "pid={1} iowait={3} caller={2f}" },
  { 20, "comm={1s} pid={2} prio={3} target_cpu={5c}" },
  { 21, "({1s})" },
  { 22, "({1s})" },
  { 23, "target_mask={1x} ({2s})" },
  { 24, "vec={1} [action={1v}]" },
  { 25, "vec={1} [action={1v}]" },
  { 26, "vec={1} [action={1v}]" },
  { 36, "irq={1} name={2s}" },
  { 37, "irq={1} ret={2h}" },
  { 45, RQ },
  { 50, "transaction={1} dest_node={2} dest_proc={3} dest_thread={4} reply={5} flags=0x{7x} "
        "code=0x{6x}" },
  { 51, "transaction={1}" },
  { 57, "work struct {1x}: function {2f}" },
  { 58, "work struct {1x}: function {2f}" },
  { 113, "{1s}[{2}] {3b}" },
  { 114, "comm={1s} pid={2} prio={3} target_cpu={5c}" },
  { 115, BIO },
  { 116, BIO },
  { 117, "{1D} {5s} {2u} + {3} [{4}]" },
  { 118, BIO },
  { 119, BIO },
  { 120, "{1D} {6s} {2u} + {3} <- ({4D}) {5u}" },
  { 121, "{1D} sector={2u} size={3}" },
  { 122, BIO },
  { 125, "{1D} {5s} ({6s}) {2u} + {3} [{7}]" },
  { 126, RQ },
  { 128, "{1D} {7s} {2u} + {3} <- ({4D}) {5u} {6}" },
  { 129, "{1D} {5s} ({6s}) {2u} + {3} [{4}]" },
  { 130, BIO },
  { 131, "{1D} {4s} {2u} / {3u} [{5s}]" },
  { 132, "{1D} sector={2u} size={3}" },
  { 235, "pid={1} comm={2s} clone_flags={3x} oom_score_adj={4}" },
  { 236, "pid={1} oldcomm={2s} newcomm={3s} oom_score_adj={4}" },
  { 238, "comm={1s} pid={2} prio={4}" },
  { 240, "comm={1s} pid={2} prio={3}" },
  { 314, "heap_name={1s}, len={2}, total_allocated={3}" },
  { 315, "heap_name={1s}, len={2}, total_allocated={3}" },
  { 320, "{1s}" },
  { 321, "{1s}" },
  { 322, "{1s} {2}" },
  { 323, "transaction={2} data_size={1} offsets_size={3}" },
  { 326, "pid={3} comm={1s} oom_score_adj={2o}" },
  { 335, "buffer_id={1} len={2}B total_allocated={3}B" },
  { 341, "thermal_zone={4s} id={1} temp_prev={3} temp={2}" },
  { 342, "type={2s} target={1}" },
  { 351, "inode={1} len={2}B total_allocated={3}B" },
  { 404, "{1s} state=0x{2x}" },
  { 405, "{1s} state=0x{2x}" },
  { 431, "ino {2u}, offset {3}, bytes {1}" },
  { 432, FILE_PART },
  { 433, "ino {2u}, offset {3}, bytes {1}" },
  { 434, FILE_PART },
  { 438, "} /* {3f} */" },
  { 486, "cmd=0x{1x}" },
  { 546, IO },
  { 547, IO },
  { 553, "hrtimer={1x} function={3f} now={2}" },
  { 554, "hrtimer={1x}" },
  { 557, "timer={1x} function={3f} now={2}" },
  { 558, "timer={1x}" },
};

static const char *const softirqs[] = { "HI",       "TIMER",   "NET_TX", "NET_RX",  "BLOCK",
                                        "IRQ_POLL", "TASKLET", "SCHED",  "HRTIMER", "RCU" };

/* Classes of a request's priority, of linux/include/uapi/linux/ioprio.h. */
static const char *const priorities[] = { "none", "rt", "be", "idle" };

static const char *const memories[] = { "MM_FILEPAGES", "MM_ANONPAGES", "MM_SWAPENTS",
                                        "MM_SHMEMPAGES" };

/**
 * tv_perfetto_kernel_parse:
 * @release: of the kernel, such as "5.10.43-android12"; no bytes if it is not told
 *
 * Returns: which meaning the bits of prev_state have
 */
TvPerfettoKernel
tv_perfetto_kernel_parse (TvSpan release)
{
  g_autofree char *text = g_strndup (release.text, release.size);
  char *end;
  gulong major = strtoul (text, &end, 10);
  gulong minor = *end == '.' ? strtoul (end + 1, NULL, 10) : 0;

  if (major > 4 || (major == 4 && minor >= 14))
    return TV_PERFETTO_KERNEL_4_14;
  return major == 4 && minor >= 8 ? TV_PERFETTO_KERNEL_4_8 : TV_PERFETTO_KERNEL_OLD;
}

/**
 * tv_perfetto_put_state:
 * @kernel: which kernel
 * @bits: a prev_state
 * @text: (inout): gets it behind what it has, in the kernel's letters, such as "S", "R+" or "D|K"
 */
void
tv_perfetto_put_state (TvPerfettoKernel kernel, gint64 bits, GString *text)
{
  /* From the lowest bit on. */
  static const struct
  {
    const char *letters;
    guint preempted;
  } kernels[] = {
    [TV_PERFETTO_KERNEL_OLD] = { "SDTtXZxKWPN", 0x800 },
    [TV_PERFETTO_KERNEL_4_8] = { "SDTtXZxKWPN", 0x1000 },
    [TV_PERFETTO_KERNEL_4_14] = { "SDTtXZPI", 0x100 },
  };
  const char *letters = kernels[kernel].letters;
  guint state = (guint) bits & 0xffff & ~kernels[kernel].preempted;
  gsize before = text->len;

  /* What does not count in the load is idle. */
  if (kernel != TV_PERFETTO_KERNEL_4_14 && state == (0x2 | 0x400))
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
  if ((guint) bits & 0xffff & kernels[kernel].preempted)
    g_string_append_c (text, '+');
}

/**
 * tv_perfetto_put_text:
 * @said: text of a field
 * @text: (inout): gets it behind what it has, without what would end a line
 */
void
tv_perfetto_put_text (TvSpan said, GString *text)
{
  gsize start = text->len;

  if (said.size == 0)
    return;
  g_string_append_len (text, said.text, (gssize) MIN (said.size, MAX_TEXT));
  for (gsize i = start; i < text->len; i++)
    if (text->str[i] == '\n' || text->str[i] == '\r' || text->str[i] == '\0')
      text->str[i] = ' ';
}

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
put_function (const TvPerfettoTexts *self, guint64 symbol, GString *text)
{
  TvSpan name = self->find_symbol (self->data, symbol);

  if (name.size > 0)
    tv_perfetto_put_text (name, text);
  else
    g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x", symbol);
}

/* A device as programs see it, which is not how the kernel puts its two numbers into one: the recorder converts it. */
static void
put_device (guint64 device, GString *text)
{
  g_string_append_printf (text, "%u,%u", (guint) ((device >> 8 & 0xfff) | (device >> 32 & ~0xfffu)),
                          (guint) ((device & 0xff) | (device >> 12 & ~0xffu)));
}

static void
put_priority (guint64 priority, GString *text)
{
  guint class = priority >> 13 & 7;

  g_string_append_printf (text, "%s,%u,%u",
                          class < G_N_ELEMENTS (priorities) ? priorities[class] : "invalid",
                          (guint) (priority >> 3 & 0x3ff), (guint) (priority & 7));
}

static void
put_field (const TvPerfettoTexts *self, const Fields *fields, guint number, char how, GString *text)
{
  guint64 value = get_number (fields, number);

  switch (how)
    {
    case 's':
      tv_perfetto_put_text (get_text (fields, number), text);
      break;
    case 'S':
      tv_perfetto_put_state (self->kernel, (gint64) value, text);
      break;
    case 'x':
      g_string_append_printf (text, "%" G_GINT64_MODIFIER "x", value);
      break;
    case 'f':
      put_function (self, value, text);
      break;
    case 'u':
      g_string_append_printf (text, "%" G_GUINT64_FORMAT, value);
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
    case 'o': /* of 16 bits, which old recorders took for one without a sign */
      g_string_append_printf (text, "%d", (gint16) value);
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
        g_string_append_printf (text, "%" G_GUINT64_FORMAT, value);
      break;
    default:
      g_string_append_printf (text, "%" G_GINT64_FORMAT, (gint64) value);
    }
}

static void
put_form (const TvPerfettoTexts *self, const char *form, const Fields *fields, GString *text)
{
  for (const char *at = form; *at != '\0'; at++)
    {
      guint number = 0;

      if (*at != '{')
        {
          g_string_append_c (text, *at);
          continue;
        }
      for (at++; g_ascii_isdigit (*at); at++)
        number = number * 10 + (guint) (*at - '0');
      put_field (self, fields, number, *at, text);
      if (*at != '}')
        at++;
    }
}

/* A call of the system, with its name where that is known: the kernel prints the number alone. */
static void
put_call (const TvPerfettoTexts *self, gint64 number, GString *text)
{
  TvSpan name = tv_syscall_name (self->machine, number);

  g_string_append_printf (text, "NR %" G_GINT64_FORMAT, number);
  if (name.size > 0)
    g_string_append_printf (text, " %.*s", (int) name.size, name.text);
}

/* What a call of the system was given: the one list of numbers that matters. */
static void
put_numbers (TvSpan message, guint number, GString *text)
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
          g_string_append_printf (text, "%s%" G_GINT64_MODIFIER "x", is_first ? "" : ", ", value);
          is_first = FALSE;
          if (field.type == TV_PROTO_VARINT)
            break;
        }
    }
}

/* Newer recorders tell whose memory it is, older ones do not. */
static void
put_rss (const Fields *fields, guint member, guint size, guint curr, guint mm, GString *text)
{
  guint64 type = get_number (fields, member);

  if (fields->present & (1u << mm | 1u << curr))
    g_string_append_printf (text, "mm_id=%u curr=%u ", (guint) get_number (fields, mm),
                            (guint) get_number (fields, curr));
  if (type < G_N_ELEMENTS (memories))
    g_string_append_printf (text, "type=%s", memories[type]);
  else
    g_string_append_printf (text, "type=%u", (guint) type);
  g_string_append_printf (text, " size=%" G_GINT64_FORMAT "B", (gint64) get_number (fields, size));
}

static void
put_value (const TvProtoField *field, char type, GString *text)
{
  double number;
  float narrow;
  guint32 bits = (guint32) field->value;
  char shown[G_ASCII_DTOSTR_BUF_SIZE];

  if (field->type == TV_PROTO_BYTES && type == 's')
    tv_perfetto_put_text (field->bytes, text);
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
    g_string_append_printf (text, "%" G_GUINT64_FORMAT, field->value);
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, (gint64) field->value);
}

static const TvPerfettoEventField *
find_field (const TvPerfettoEvent *event, guint number)
{
  for (guint i = 0; event != NULL && i < event->fields->len; i++)
    if (g_array_index (event->fields, TvPerfettoEventField, i).number == number)
      return &g_array_index (event->fields, TvPerfettoEventField, i);
  return NULL;
}

/**
 * tv_perfetto_put_fields:
 * @event: (nullable): what is known of the event
 * @message: what it says
 * @text: (inout): gets NAME=VALUE after NAME=VALUE behind what it has, in the order of the message
 */
void
tv_perfetto_put_fields (const TvPerfettoEvent *event, TvSpan message, GString *text)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  gsize before = text->len;

  while (tv_proto_next (&proto, &field))
    {
      const TvPerfettoEventField *known = find_field (event, field.number);

      if (text->len > before)
        g_string_append_c (text, ' ');
      if (known != NULL)
        g_string_append_printf (text, "%s=", known->name);
      else
        g_string_append_printf (text, "%u=", field.number);
      put_value (&field, known != NULL ? known->type : 's', text);
    }
}

static int
compare_forms (gconstpointer key, gconstpointer form)
{
  guint number = GPOINTER_TO_UINT (key), other = ((const Form *) form)->number;

  return number < other ? -1 : number > other;
}

/**
 * tv_perfetto_put_event:
 * @self: what is needed for it
 * @number: of the event, a field of FtraceEvent
 * @message: what it says
 * @text: (inout): gets it behind what it has, as the kernel prints it
 */
void
tv_perfetto_put_event (const TvPerfettoTexts *self, guint number, TvSpan message, GString *text)
{
  const Form *form = bsearch (GUINT_TO_POINTER (number), forms, G_N_ELEMENTS (forms),
                              sizeof forms[0], compare_forms);
  Fields fields;

  parse (message, &fields);
  if (number == 313)
    put_rss (&fields, 1, 2, 3, 4, text);
  else if (number == 359)
    put_rss (&fields, 2, 4, 1, 3, text);
  else if (number == FUNCGRAPH_ENTRY)
    {
      put_function (self, get_number (&fields, 2), text);
      g_string_append (text, "() {");
    }
  else if (number == 329)
    {
      put_call (self, (gint64) get_number (&fields, 1), text);
      g_string_append (text, " (");
      put_numbers (message, 2, text);
      g_string_append_c (text, ')');
    }
  else if (number == 330)
    {
      put_call (self, (gint64) get_number (&fields, 1), text);
      g_string_append_printf (text, " = %" G_GINT64_FORMAT, (gint64) get_number (&fields, 2));
    }
  else if (form != NULL)
    put_form (self, form->form, &fields, text);
  else
    tv_perfetto_put_fields (tv_perfetto_event_find (number), message, text);
}

/* Marks that drivers write as events of their own: which fields tell what, and how they say begin, end
 * and counter. */
static const struct
{
  guint number;
  guint kind;
  guint pid;
  guint name;
  guint value;
  guint begin; /* a field that is 1 for begin and 0 for end, where @kind tells nothing */
} drivers[] = {
  { 331, 1, 3, 2, 4, 0 }, { 333, 3, 1, 2, 4, 5 }, { 348, 5, 1, 2, 6, 3 }, { 349, 5, 1, 4, 6, 0 },
  { 350, 3, 2, 1, 4, 0 }, { 467, 2, 3, 4, 5, 0 }, { 484, 4, 1, 2, 5, 3 },
};

/**
 * tv_perfetto_put_mark:
 * @number: of an event
 * @message: what it says
 * @text: (inout): gets it behind what it has, as programs write marks
 *
 * Returns: whether it is a mark: a text that programs print, or what drivers say in another form
 */
gboolean
tv_perfetto_put_mark (guint number, TvSpan message, GString *text)
{
  Fields fields;

  if (number == 3)
    {
      TvSpan said;

      parse (message, &fields);
      said = get_text (&fields, 2);
      while (said.size > 0 &&
             (said.text[said.size - 1] == '\n' || said.text[said.size - 1] == '\0'))
        said.size--;
      tv_perfetto_put_text (said, text);
      return TRUE;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (drivers); i++)
    {
      guint64 kind;
      TvSpan name;

      if (drivers[i].number != number)
        continue;
      parse (message, &fields);
      name = get_text (&fields, drivers[i].name);
      kind = get_number (&fields, drivers[i].kind);
      if (number == 331) /* 1 begin, 2 end, 4 counter */
        kind = kind == 1 ? 'B' : kind == 2 ? 'E' : 'C';
      else if (number == 348 && name.size == 0)
        name = get_text (&fields, 4);
      if (kind == 0)
        kind = get_number (&fields, drivers[i].begin) != 0 ? 'B' : 'E';
      g_string_append_printf (text, "%c|%d", (char) kind,
                              (gint32) get_number (&fields, drivers[i].pid));
      if (kind == 'E')
        return TRUE;
      g_string_append_c (text, '|');
      tv_perfetto_put_text (name, text);
      if (kind == 'C')
        g_string_append_printf (text, "|%" G_GINT64_FORMAT,
                                (gint64) get_number (&fields, drivers[i].value));
      return TRUE;
    }
  return FALSE;
}
