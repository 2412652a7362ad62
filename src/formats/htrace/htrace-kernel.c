/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/htrace/htrace-kernel.h"

#include <string.h>

#include "core/memory/row-table.h"
#include "formats/event-window.h"
#include "formats/ftrace/kernel-args.h"

/* Decodes the kernel events of the ftrace plugin. Called by htrace.c, on one thread. @known caches the payloads of
 * recent messages. The events of each CPU pass through a TvEventWindow, which sorts most of them before they reach
 * the builder. */

/* Fields of TracePluginResult, FtraceCpuDetailMsg and FtraceEvent. */
enum
{
  RESULT_STATS = 1,
  RESULT_DETAIL = 2,
  RESULT_SYMBOL = 5,
  RESULT_CLOCK = 6,
  RESULT_COMM = 8,
  STATS_CLOCK = 3,
  DETAIL_CPU = 1,
  DETAIL_EVENT = 2,
  DETAIL_LOST = 3,
  EVENT_TIME = 1,
  EVENT_TGID = 2,
  EVENT_COMM = 3,
  EVENT_COMMON = 50,
  COMMON_FLAGS = 2,
  COMMON_PID = 4,
};

#define KERNEL_VERSION TV_KERNEL_4_14 /* kernel version of all OpenHarmony devices */

#define MAX_CPU 4096
#define MAX_IDS 4194304 /* maximum thread id: PID_MAX_LIMIT of 64-bit kernels */

typedef struct
{
  gint64 ts;
  guint32 utid;
  guint32 text;
} Row;

#define KNOWN_PAYLOADS (16 * 1024) /* number of cached payloads; a power of 2 */

/* A message whose payload is cached. */
typedef struct
{
  TvSpan bytes; /* bytes of the message in the file */
  guint number; /* event number; 0 if the entry is unused */
  gboolean is_in_irq;
  guint32 payload;
} KnownPayload;

struct _TvHtraceKernel
{
  TvTraceBuilder *builder;
  TvFtraceThreads *threads;
  TvHtraceClock clock; /* clock of events */
  TvIdMap symbols;     /* address → string */
  TvIdMap names;       /* event number → string id of the event's name */
  TvFtraceEventSet seen;
  guint8
      kind; /* builder's id for the encoding of payloads, see tv_trace_builder_add_event_renderer(); 0 if there are
             * too many encodings; payloads are then stored as text */
  KnownPayload *known; /* cache, indexed by hash; collisions replace the old payload */
  GArray *rows;        /* Row: events of the message that is being decoded */
  TvEventWindow *window;
  GString *text;
  GString *payload;
  guint64 seed;
};

TvHtraceKernel *
tv_htrace_kernel_new (TvTraceBuilder *builder, TvFtraceThreads *threads)
{
  TvHtraceKernel *self = g_new0 (TvHtraceKernel, 1);

  self->builder = builder;
  self->threads = threads;
  self->clock = TV_HTRACE_BOOTTIME;
  self->kind = tv_trace_builder_add_event_renderer (
      builder, tv_kernel_args_renderer_new (TV_KERNEL_RECORDER_HTRACE, KERNEL_VERSION, ""));
  self->known = g_new0 (KnownPayload, KNOWN_PAYLOADS);
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  self->window = tv_event_window_new (builder);
  self->text = g_string_new (NULL);
  self->payload = g_string_new (NULL);
  self->seed = tv_trace_builder_get_seed (builder);
  tv_id_map_init (&self->symbols);
  tv_id_map_init (&self->names);
  return self;
}

void
tv_htrace_kernel_free (TvHtraceKernel *self)
{
  tv_id_map_clear (&self->symbols);
  tv_id_map_clear (&self->names);
  g_free (self->known);
  g_array_unref (self->rows);
  tv_event_window_free (self->window);
  g_string_free (self->text, TRUE);
  g_string_free (self->payload, TRUE);
  g_free (self);
}

/* ---- Survey ---- */

static guint32
intern (TvHtraceKernel *self, TvSpan text)
{
  return tv_trace_builder_intern (self->builder, text.text != NULL ? text.text : "",
                                  (gssize) text.size);
}

static void
take_symbol (TvHtraceKernel *self, TvSpan bytes)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  guint64 address = 0;
  TvSpan name = { NULL, 0 };

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      address = field.value;
    else if (field.number == 2)
      name = field.bytes;
  if (address != 0 && name.size > 0)
    tv_id_map_set (&self->symbols, address, intern (self, name));
}

/* Reads a ClockDetailMsg. Its ids denote the clocks of the file header, in a different order, from 1. */
static void
take_clock (TvHtraceFile *file, TvSpan bytes)
{
  static const TvHtraceClock clocks[] = { TV_HTRACE_N_CLOCKS,     TV_HTRACE_BOOTTIME,
                                          TV_HTRACE_REALTIME,     TV_HTRACE_REALTIME_COARSE,
                                          TV_HTRACE_MONOTONIC,    TV_HTRACE_MONOTONIC_COARSE,
                                          TV_HTRACE_MONOTONIC_RAW };
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  guint64 id = 0, s = 0, ns = 0;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      id = field.value;
    else if (field.number == 2)
      {
        TvProto inner = tv_proto_open (field.bytes);
        TvProtoField part;

        while (tv_proto_next (&inner, &part))
          *(part.number == 1 ? &s : &ns) = part.value;
      }
  if (id == 0 || id >= G_N_ELEMENTS (clocks) || s > G_MAXUINT32 || ns >= 1000000000)
    return;
  if (file->clocks[clocks[id]] == 0)
    file->clocks[clocks[id]] = (gint64) (s * G_GUINT64_CONSTANT (1000000000) + ns);
}

static void
take_comm (TvHtraceKernel *self, TvSpan bytes)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  gint32 tid = 0;
  TvSpan comm = { NULL, 0 };

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      tid = (gint32) field.value;
    else if (field.number == 2)
      comm = field.bytes;
  if (tid > 0 && tid <= MAX_IDS && comm.size > 0)
    tv_ftrace_threads_ensure_named (self->threads, tid, comm);
}

static void
take_stats (TvHtraceKernel *self, TvSpan bytes)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == STATS_CLOCK && tv_htrace_is_plugin (field.bytes, "mono"))
      self->clock = TV_HTRACE_MONOTONIC;
    else if (field.number == STATS_CLOCK && tv_htrace_is_plugin (field.bytes, "mono_raw"))
      self->clock = TV_HTRACE_MONOTONIC_RAW;
}

/**
 * tv_htrace_kernel_survey:
 * @file: (inout): receives clocks that its header does not contain
 * @message: a TracePluginResult
 *
 * Reads the clocks, symbols and thread names to which events refer. Must be called for all messages before
 * tv_htrace_kernel_take().
 */
void
tv_htrace_kernel_survey (TvHtraceKernel *self, TvHtraceFile *file, const TvHtraceMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case RESULT_STATS:
        take_stats (self, field.bytes);
        break;
      case RESULT_SYMBOL:
        take_symbol (self, field.bytes);
        break;
      case RESULT_CLOCK:
        take_clock (file, field.bytes);
        break;
      case RESULT_COMM:
        take_comm (self, field.bytes);
        break;
      default:
        break;
      }
}

/* ---- Events ---- */

static TvSpan
find_symbol (gpointer data, guint64 address)
{
  TvHtraceKernel *self = data;
  guint32 string = tv_id_map_find (&self->symbols, address);
  const char *text = string != TV_NONE ? tv_trace_builder_get_string (self->builder, string) : NULL;

  return (TvSpan){ text, text != NULL ? strlen (text) : 0 };
}

/* Returns the string id of an event's name. Also records the event type as seen. */
static guint32
get_name (TvHtraceKernel *self, guint number, const TvKernelEvent *event)
{
  guint32 name = tv_id_map_find (&self->names, number);
  char unknown[32];
  const char *text = event != NULL ? event->name : unknown;

  if (name != TV_NONE)
    return name;
  g_snprintf (unknown, sizeof unknown, "event %u", number);
  if (event != NULL && event->is_mark)
    text = tv_ftrace_event_name (TV_FTRACE_EVENT_MARK);
  name = tv_trace_builder_intern (self->builder, text, -1);
  tv_id_map_set (&self->names, number, name);
  tv_ftrace_event_set_add (&self->seen, tv_ftrace_event_lookup ((TvSpan){ text, strlen (text) }));
  return name;
}

/* Returns whether a wakeup occurred in an interrupt; -1 for other events. */
static gint8
get_irq_context (const TvKernelEvent *event, gboolean is_in_irq)
{
  if (event == NULL || !g_str_has_prefix (event->name, "sched_wak"))
    return -1;
  return (gint8) is_in_irq;
}

static guint32
hash (const TvHtraceKernel *self, guint32 name, const char *bytes, gsize size)
{
  return tv_hash_bytes (self->seed ^ name * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15), bytes, size);
}

static guint32
add_printed (TvHtraceKernel *self,
             guint32 name,
             const TvKernelEvent *event,
             TvSpan message,
             gint8 irq_context)
{
  const TvKernelPrinter printer = {
    .version = KERNEL_VERSION, .machine = { "", 0 }, .find_symbol = find_symbol, .data = self
  };

  g_string_truncate (self->text, 0);
  tv_kernel_put_event (&printer, event, message, self->text);
  return tv_trace_builder_add_wake_text (self->builder, name, self->text->str, self->text->len,
                                         irq_context,
                                         hash (self, name, self->text->str, self->text->len));
}

static guint32
add_payload (TvHtraceKernel *self, guint number, TvSpan message, gboolean is_in_irq)
{
  const TvKernelEvent *event = tv_kernel_event_find (TV_KERNEL_RECORDER_HTRACE, number);
  guint32 name = get_name (self, number, event);
  gint8 irq_context = get_irq_context (event, is_in_irq);

  if (!tv_kernel_args_can_put (event) || self->kind == 0)
    return add_printed (self, name, event, message, irq_context);
  tv_kernel_args_put (number, message, self->payload);
  return tv_trace_builder_add_message (self->builder, name, self->kind, self->payload->str,
                                       self->payload->len, irq_context,
                                       hash (self, name, self->payload->str, self->payload->len));
}

/* Returns the id of an event's payload. Messages repeat, and comparing bytes of the file is faster than the builder's
 * lookup. */
static guint32
get_payload (TvHtraceKernel *self, guint number, TvSpan message, gboolean is_in_irq)
{
  guint32 hashed = hash (self, number, message.text, message.size);
  KnownPayload *known = &self->known[hashed % KNOWN_PAYLOADS];

  if (known->number != number || known->is_in_irq != is_in_irq ||
      known->bytes.size != message.size ||
      memcmp (known->bytes.text, message.text, message.size) != 0)
    *known = (KnownPayload){ message, number, is_in_irq,
                             add_payload (self, number, message, is_in_irq) };
  return known->payload;
}

static void
parse_common (TvSpan common, gint32 *pid, guint *flags)
{
  TvProto proto = tv_proto_open (common);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == COMMON_PID)
      *pid = (gint32) field.value;
    else if (field.number == COMMON_FLAGS)
      *flags = (guint) field.value;
}

static gboolean
take_event (TvHtraceKernel *self, const TvHtraceFile *file, TvSpan bytes)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field, content = { 0 };
  TvSpan comm = { NULL, 0 };
  guint64 reported = 0;
  gint32 pid = 0, tgid = 0;
  guint flags = 0;
  Row row;

  while (tv_proto_next (&proto, &field))
    if (field.number == EVENT_TIME)
      reported = field.value;
    else if (field.number == EVENT_TGID)
      tgid = (gint32) field.value;
    else if (field.number == EVENT_COMM)
      comm = field.bytes;
    else if (field.number == EVENT_COMMON)
      parse_common (field.bytes, &pid, &flags);
    else if (field.type == TV_PROTO_BYTES)
      content = field;
  if (content.number == 0)
    return proto.at == proto.end;
  if (proto.at != proto.end || reported > G_MAXINT64 / 2 || pid < 0 || pid > MAX_IDS)
    return FALSE;
  tv_htrace_file_convert (file, self->clock, (gint64) reported, &row.ts);
  row.utid = comm.size > 0 ? tv_ftrace_threads_ensure_named (self->threads, pid, comm)
                           : tv_ftrace_threads_ensure (self->threads, pid);
  if (tgid > 0 && tgid <= MAX_IDS)
    tv_ftrace_threads_set_tgid (self->threads, row.utid, tgid);
  row.text = get_payload (self, content.number, content.bytes, (flags & TV_FTRACE_FLAG_IRQ) != 0);
  g_array_append_val (self->rows, row);
  return TRUE;
}

static void
add_rows (TvHtraceKernel *self, guint32 cpu, guint64 file_offset)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);

      tv_event_window_add (self->window, row->ts, cpu, row->utid, row->text, file_offset);
    }
  g_array_set_size (self->rows, 0);
}

static void
take_detail (TvHtraceKernel *self, const TvHtraceFile *file, TvSpan bytes, guint64 file_offset)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  guint32 cpu = 0;
  guint64 n_lost = 0, n_bad = 0;

  while (tv_proto_next (&proto, &field))
    if (field.number == DETAIL_CPU)
      cpu = (guint32) MIN (field.value, G_MAXUINT32);
    else if (field.number == DETAIL_EVENT)
      n_bad += !take_event (self, file, field.bytes);
    else if (field.number == DETAIL_LOST)
      n_lost = field.value;
  if (cpu >= MAX_CPU)
    {
      g_array_set_size (self->rows, 0);
      n_bad++;
    }
  if (n_bad > 0 || proto.at != proto.end)
    tv_trace_builder_count_problems (self->builder, TV_PROBLEM_BAD_PACKET, (gint64) file_offset,
                                     MAX (n_bad, 1));
  if (n_lost > 0)
    tv_trace_builder_count_problems (self->builder, TV_PROBLEM_LOST_EVENTS, (gint64) file_offset,
                                     n_lost);
  add_rows (self, cpu, file_offset);
}

/**
 * tv_htrace_kernel_take:
 * @file: a file with known clocks
 * @message: a TracePluginResult
 *
 * Adds the events of a message, with timestamps converted to timeline time. The events need not be in time order.
 */
void
tv_htrace_kernel_take (TvHtraceKernel *self,
                       const TvHtraceFile *file,
                       const TvHtraceMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == RESULT_DETAIL)
      take_detail (self, file, field.bytes, file->base_offset + message->file_offset);
  if (proto.at != proto.end)
    tv_trace_builder_count_problem (self->builder, TV_PROBLEM_BAD_PACKET,
                                    (gint64) (file->base_offset + message->file_offset));
}

/**
 * tv_htrace_kernel_finish:
 *
 * Adds the remaining events to the builder.
 *
 * Returns: whether the builder's event order differs from the file order
 */
gboolean
tv_htrace_kernel_finish (TvHtraceKernel *self)
{
  return tv_event_window_finish (self->window);
}

TvFtraceEventSet
tv_htrace_kernel_get_seen (const TvHtraceKernel *self)
{
  TvFtraceEventSet seen = self->seen;

  /* With sched_waking, each wakeup is recorded twice. A thread becomes runnable at the first of the two events. */
  if (tv_ftrace_event_set_has (seen, TV_FTRACE_EVENT_SCHED_WAKING))
    tv_ftrace_event_set_remove (&seen, TV_FTRACE_EVENT_SCHED_WAKEUP);
  return seen;
}
