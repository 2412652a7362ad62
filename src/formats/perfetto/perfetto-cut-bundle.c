/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-cut-bundle.h"

#include <string.h>

#include "core/protobuf.h"
#include "formats/ftrace/kernel-args.h"
#include "formats/perfetto/perfetto-ftrace-bundle.h"
#include "formats/perfetto/perfetto-compact-sched.h"
#include "formats/perfetto/perfetto-reader.h"

/* Cuts bundles of kernel events. Called by perfetto-cut.c in two passes over the file. The first pass calls _begin()
 * and then _survey() for each bundle; the second calls _begin() and then _cut() for each bundle. Both passes track
 * the running task of each CPU, because compact switches omit the task that leaves the CPU. The cutter appends to an
 * output buffer that the caller owns, interns names in the caller's builder, and reuses its own buffers for each
 * bundle. */

/* Fields of FtraceEvent. */
enum
{
  EVENT_TIME = 1,
  EVENT_PID = 2,
  EVENT_PRINT = 3,
  EVENT_SCHED_SWITCH = 4,
  EVENT_FLAGS = 5,
  EVENT_SCHED_WAKING = 20,
};

/* Fields of CompactSched that are not plain columns: the names, and a column that old recorders omit. */
enum
{
  COMPACT_NAMES = 5,
  COMPACT_WAKING_FLAGS = 12,
};

static const guint switch_fields[] = { 1, 2, 3, 4, 6 };
static const guint waking_fields[] = { 7, 8, 9, 10, 11, COMPACT_WAKING_FLAGS };

typedef struct
{
  gint32 tid;
  gint32 prio;
  guint32 comm; /* string id, or TV_NONE */
} Task;

/* The last switch on a CPU, on which later compact events depend. */
typedef struct
{
  gboolean is_seen; /* whether the current pass has seen a bundle of the CPU */
  gboolean has_switch;
  gboolean has_before; /* whether @before is known */
  gboolean is_written; /* whether @last has been written */
  Task before;
  TvPerfettoCompactEvent last;
} Cpu;

struct _TvPerfettoBundleCutter
{
  TvCut *cut;
  TvFtraceNeeds *needs;
  TvPerfettoClocks *clocks;
  TvTraceBuilder *builder; /* owner of the interned task names */
  TvPerfettoCompactSched compact;
  guint64 number; /* number of the next event, from 0 in each pass */
  TvIdMap rows;   /* CPU number → row of @cpus */
  GArray *cpus;   /* Cpu */
  GArray *events; /* TvPerfettoCompactEvent to write */
  GArray *names;  /* guint32: string ids of the names in the CompactSched that is being written */
  TvIdMap name_rows;
  GStringChunk *texts; /* buffer for the texts of driver marks */
  GByteArray *message;
  GByteArray *inner;
  GByteArray *column;
};

TvPerfettoFtraceBundleCutter *
tv_perfetto_ftrace_bundle_cutter_new (TvCut *cut, TvFtraceNeeds *needs, TvTraceBuilder *strings)
{
  TvPerfettoFtraceBundleCutter *self = g_new0 (TvPerfettoFtraceBundleCutter, 1);

  self->cut = cut;
  self->needs = needs;
  self->builder = strings;
  tv_perfetto_compact_sched_init (&self->compact);
  tv_id_map_init (&self->rows);
  self->cpus = g_array_new (FALSE, TRUE, sizeof (Cpu));
  self->events = g_array_new (FALSE, FALSE, sizeof (TvPerfettoCompactEvent));
  self->names = g_array_new (FALSE, FALSE, sizeof (guint32));
  tv_id_map_init (&self->name_rows);
  self->texts = g_string_chunk_new (64);
  self->message = g_byte_array_new ();
  self->inner = g_byte_array_new ();
  self->column = g_byte_array_new ();
  return self;
}

void
tv_perfetto_ftrace_bundle_cutter_free (TvPerfettoFtraceBundleCutter *self)
{
  tv_perfetto_compact_sched_clear (&self->compact);
  tv_id_map_clear (&self->rows);
  g_array_unref (self->cpus);
  g_array_unref (self->events);
  g_array_unref (self->names);
  tv_id_map_clear (&self->name_rows);
  g_string_chunk_free (self->texts);
  g_byte_array_unref (self->message);
  g_byte_array_unref (self->inner);
  g_byte_array_unref (self->column);
  g_free (self);
}

/* Begins a pass over all packets: resets event numbers and CPU states. */
void
tv_perfetto_ftrace_bundle_cutter_begin (TvPerfettoFtraceBundleCutter *self,
                                        TvPerfettoClocks *clocks)
{
  self->clocks = clocks;
  self->number = 0;
  g_string_chunk_clear (self->texts);
  tv_id_map_clear (&self->rows);
  tv_id_map_init (&self->rows);
  g_array_set_size (self->cpus, 0);
}

static Cpu *
get_cpu (TvPerfettoFtraceBundleCutter *self, guint64 number)
{
  guint32 row = tv_id_map_find (&self->rows, number);

  if (row == TV_NONE)
    {
      row = self->cpus->len;
      tv_id_map_set (&self->rows, number, row);
      g_array_set_size (self->cpus, row + 1);
    }
  return &g_array_index (self->cpus, Cpu, row);
}

/* Stores @event as the last switch of a CPU. The task @event->tid runs from now on. */
static void
set_last (Cpu *cpu, const TvPerfettoCompactEvent *event, gboolean is_written)
{
  cpu->has_before = cpu->has_switch;
  cpu->before = (Task){ cpu->last.tid, cpu->last.prio, cpu->last.comm };
  cpu->last = *event;
  cpu->has_switch = TRUE;
  cpu->is_written = is_written;
}

static gboolean
find_time (TvPerfettoFtraceBundleCutter *self,
           const TvPerfettoPacket *packet,
           const TvPerfettoFtraceBundle *bundle,
           guint64 reported,
           gint64 *ts)
{
  guint32 clock = tv_perfetto_clocks_find (
      self->clocks, tv_perfetto_ftrace_bundle_get_clock (bundle), packet->sequence);
  gint64 shown;

  return tv_perfetto_clocks_take (self->clocks, clock, reported, &shown) &&
         tv_perfetto_clocks_convert (self->clocks, clock, shown, ts);
}

/* ---- Events ---- */

typedef struct
{
  gint64 reported; /* timestamp on the bundle's clock */
  gboolean has_ts;
  guint payload;
  TvSpan content;
  TvFtraceMark mark;
  TvFtraceCutEvent seen;
} Event;

static TvFtraceEvent
lookup (guint payload)
{
  const TvKernelEvent *event = tv_kernel_event_find (TV_KERNEL_RECORDER_PERFETTO, payload);

  return event != NULL ? tv_ftrace_event_lookup ((TvSpan){ event->name, strlen (event->name) })
                       : TV_FTRACE_EVENT_OTHER;
}

#define MAX_FACT 8 /* highest field number that fill_facts() reads, plus one */

/* Fills in the fields that determine whether the event is needed, such as the tasks and the transaction. */
static void
fill_facts (TvSpan message, TvFtraceCutEvent *out)
{
  gint64 values[MAX_FACT] = { 0 };
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number < MAX_FACT && field.type != TV_PROTO_BYTES)
      values[field.number] = (gint64) field.value;
  switch (out->kind)
    {
    case TV_FTRACE_EVENT_SCHED_SWITCH:
      out->tasks[0] = (gint32) values[2];
      out->tasks[1] = (gint32) values[6];
      out->blocked = values[4] & TV_FTRACE_UNINTERRUPTIBLE ? (gint32) values[2] : -1;
      break;
    case TV_FTRACE_EVENT_SCHED_WAKEUP:
    case TV_FTRACE_EVENT_SCHED_WAKEUP_NEW:
    case TV_FTRACE_EVENT_SCHED_WAKING:
      out->tasks[0] = (gint32) values[2];
      break;
    case TV_FTRACE_EVENT_SCHED_BLOCKED_REASON:
      out->tasks[0] = out->blocked = (gint32) values[1];
      break;
    case TV_FTRACE_EVENT_BINDER_TRANSACTION:
      out->transaction = (gint32) values[1];
      out->tasks[0] = values[4] != 0 ? (gint32) values[4] : -1;
      break;
    case TV_FTRACE_EVENT_BINDER_TRANSACTION_RECEIVED:
      out->transaction = (gint32) values[1];
      break;
    case TV_FTRACE_EVENT_BINDER_TRANSACTION_ALLOC_BUF:
      out->transaction = (gint32) values[2];
      break;
    case TV_FTRACE_EVENT_RSS_STAT:
      out->memory = values[4] != 0 ? (guint32) values[4] : -1;
      out->is_own_memory = values[3] != 0;
      break;
    case TV_FTRACE_EVENT_SIGNAL_GENERATE:
      out->tasks[0] = (gint32) values[4];
      break;
    case TV_FTRACE_EVENT_MARK_VICTIM:
      out->tasks[0] = (gint32) values[1];
      break;
    case TV_FTRACE_EVENT_OOM_SCORE_ADJ_UPDATE:
      out->owner = (gint32) values[3];
      break;
    case TV_FTRACE_EVENT_GPU_MEM_TOTAL:
      out->owner = (gint32) values[2];
      break;
    default:
      break;
    }
}

/* Parses the atrace mark in a print event or in a driver's event. Returns FALSE if the event contains no mark. */
static gboolean
parse_mark (TvPerfettoFtraceBundleCutter *self, const Event *event, TvFtraceMark *mark)
{
  const TvKernelEvent *driver = tv_kernel_event_find (TV_KERNEL_RECORDER_PERFETTO, event->payload);
  const TvKernelArgs args = { event->content, driver, NULL, self->texts };
  TvSpan text;

  if (event->payload == EVENT_PRINT)
    {
      text = tv_perfetto_ftrace_bundle_get_printed (event->content);
      return text.size > 0 && tv_ftrace_mark_parse (text.text, text.size, mark);
    }
  return driver != NULL && driver->driver_mark != NULL && tv_kernel_args_get_mark (&args, mark);
}

/* Parses an event and numbers it. */
static void
parse_event (TvPerfettoFtraceBundleCutter *self,
             const TvPerfettoPacket *packet,
             const TvPerfettoFtraceBundle *bundle,
             TvSpan bytes,
             Event *out)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;

  *out = (Event){ .seen = { TV_FTRACE_CUT_EVENT_NONE, .cpu = bundle->cpu_number,
                            .number = self->number++ } };
  while (tv_proto_next (&proto, &field))
    if (field.number == EVENT_TIME)
      out->reported = (gint64) field.value;
    else if (field.number == EVENT_PID)
      out->seen.tid = (guint32) field.value;
    else if (field.number != EVENT_FLAGS && field.type == TV_PROTO_BYTES)
      {
        out->payload = field.number;
        out->content = field.bytes;
      }
  out->has_ts = find_time (self, packet, bundle, (guint64) out->reported, &out->seen.ts);
  out->seen.kind = lookup (out->payload);
  fill_facts (out->content, &out->seen);
  if (!parse_mark (self, out, &out->mark))
    return;
  out->seen.mark = &out->mark;
  if (out->mark.pid > 0)
    out->seen.owner = out->mark.pid;
}

/* Decodes a switch and stores it as the last switch of the CPU. */
static void
pass_switch (TvPerfettoFtraceBundleCutter *self, Cpu *cpu, const Event *event, gboolean is_written)
{
  const TvPerfettoReader names = { .builder = self->builder };
  TvPerfettoCompactEvent reported = { .ts = event->reported, .is_switch = TRUE, .comm = TV_NONE };
  Task before = { .comm = TV_NONE };
  TvProto proto = tv_proto_open (event->content);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case 1:
        before.comm = tv_perfetto_reader_intern (&names, field.bytes);
        break;
      case 2:
        before.tid = (gint32) field.value;
        break;
      case 3:
        before.prio = (gint32) field.value;
        break;
      case 4:
        reported.prev_state = (gint64) field.value;
        break;
      case 5:
        reported.comm = tv_perfetto_reader_intern (&names, field.bytes);
        break;
      case 6:
        reported.tid = (gint32) field.value;
        break;
      case 7:
        reported.prio = (gint32) field.value;
        break;
      default:
        break;
      }
  set_last (cpu, &reported, is_written);
  cpu->before = before;
  cpu->has_before = TRUE;
}

/* ---- Compact scheduling events ---- */

static void
append_comm (const TvPerfettoFtraceBundleCutter *self, guint number, guint32 string)
{
  if (string != TV_NONE)
    tv_protobuf_append_text (self->inner, number,
                             tv_trace_builder_get_string (self->builder, string));
}

/* Appends a number, even if it is zero. */
static void
append_value (GByteArray *out, guint number, gint64 value)
{
  tv_protobuf_append_varint (out, (guint64) number << 3 | TV_PROTO_VARINT);
  tv_protobuf_append_varint (out, (guint64) value);
}

/* Writes a compact event as an ordinary event of the task @running. */
static void
write_event (TvPerfettoFtraceBundleCutter *self,
             const Task *running,
             const TvPerfettoCompactEvent *event,
             GByteArray *out)
{
  g_byte_array_set_size (self->inner, 0);
  g_byte_array_set_size (self->message, 0);
  if (event->is_switch)
    {
      append_comm (self, 1, running->comm);
      append_value (self->inner, 2, running->tid);
      append_value (self->inner, 3, running->prio);
      append_value (self->inner, 4, event->prev_state);
      append_comm (self, 5, event->comm);
      append_value (self->inner, 6, event->tid);
      append_value (self->inner, 7, event->prio);
    }
  else
    {
      append_comm (self, 1, event->comm);
      append_value (self->inner, 2, event->tid);
      append_value (self->inner, 3, event->prio);
      append_value (self->inner, 4, 1);
      append_value (self->inner, 5, event->target_cpu);
    }
  append_value (self->message, EVENT_TIME, event->ts);
  append_value (self->message, EVENT_PID, (guint32) running->tid);
  if (!event->is_switch && event->flags >= 0)
    append_value (self->message, EVENT_FLAGS, event->flags);
  tv_protobuf_append_message (
      self->message, event->is_switch ? EVENT_SCHED_SWITCH : EVENT_SCHED_WAKING, self->inner);
  tv_protobuf_append_message (out, TV_PERFETTO_BUNDLE_EVENT, self->message);
}

static guint32
get_name (TvPerfettoFtraceBundleCutter *self, guint32 string)
{
  guint32 row = tv_id_map_find (&self->name_rows, string);

  if (row != TV_NONE)
    return row;
  row = self->names->len;
  tv_id_map_set (&self->name_rows, string, row);
  g_array_append_val (self->names, string);
  return row;
}

static guint64
get_cell (TvPerfettoFtraceBundleCutter *self,
          const TvPerfettoCompactEvent *event,
          guint field,
          gint64 *before)
{
  guint64 since;

  switch (field)
    {
    case 1:
    case 7:
      since = (guint64) event->ts - (guint64) *before;
      *before = event->ts;
      return since;
    case 2:
      return (guint64) event->prev_state;
    case 3:
    case 8:
      return (guint64) (gint64) event->tid;
    case 4:
    case 10:
      return (guint64) (gint64) event->prio;
    case 6:
    case 11:
      /* An index that is out of range must stay out of range. */
      return event->comm != TV_NONE ? get_name (self, event->comm) : G_MAXUINT32;
    case 9:
      return (guint64) (gint64) event->target_cpu;
    default:
      return (guint64) (gint64) event->flags;
    }
}

/* Returns whether a column is written. The column of waking flags is omitted if a waking has none, as in files of old
 * recorders. */
static gboolean
has_column (const TvPerfettoFtraceBundleCutter *self, guint field)
{
  if (field != COMPACT_WAKING_FLAGS)
    return TRUE;
  for (guint i = 0; i < self->events->len; i++)
    {
      const TvPerfettoCompactEvent *event = &g_array_index (self->events, TvPerfettoCompactEvent,
                                                            i);

      if (!event->is_switch && event->flags < 0)
        return FALSE;
    }
  return TRUE;
}

static void
write_columns (TvPerfettoFtraceBundleCutter *self,
               gboolean of_switches,
               const guint *fields,
               guint n)
{
  for (guint f = 0; f < n; f++)
    {
      guint n_events = has_column (self, fields[f]) ? self->events->len : 0;
      gint64 before = 0;

      g_byte_array_set_size (self->column, 0);
      for (guint i = 0; i < n_events; i++)
        {
          const TvPerfettoCompactEvent *event = &g_array_index (self->events,
                                                                TvPerfettoCompactEvent, i);

          if (event->is_switch == of_switches)
            tv_protobuf_append_varint (self->column, get_cell (self, event, fields[f], &before));
        }
      if (self->column->len > 0)
        tv_protobuf_append_message (self->inner, fields[f], self->column);
    }
}

/* Writes the collected events as a CompactSched. */
static void
write_compact (TvPerfettoFtraceBundleCutter *self, GByteArray *out)
{
  g_byte_array_set_size (self->inner, 0);
  g_array_set_size (self->names, 0);
  tv_id_map_clear (&self->name_rows);
  tv_id_map_init (&self->name_rows);
  write_columns (self, TRUE, switch_fields, G_N_ELEMENTS (switch_fields));
  write_columns (self, FALSE, waking_fields, G_N_ELEMENTS (waking_fields));
  for (guint i = 0; i < self->names->len; i++)
    tv_protobuf_append_text (
        self->inner, COMPACT_NAMES,
        tv_trace_builder_get_string (self->builder, g_array_index (self->names, guint32, i)));
  tv_protobuf_append_message (out, TV_PERFETTO_BUNDLE_COMPACT, self->inner);
}

/* Writes the last switch of a CPU unless it has already been written, because the following compact events depend on
 * this switch. */
static void
write_last (TvPerfettoFtraceBundleCutter *self, Cpu *cpu, GByteArray *out)
{
  if (!cpu->has_switch || cpu->is_written)
    return;
  cpu->is_written = TRUE;
  if (cpu->has_before)
    write_event (self, &cpu->before, &cpu->last, out);
  else
    /* The task before the CPU's first switch is unknown. The reader uses only the task that this switch starts. */
    g_array_append_val (self->events, cpu->last);
}

/* Handles a compact event. If @out is null, surveys the event. Otherwise, writes the event or collects it in @events
 * if it is needed. Returns whether the event was written or collected. */
static gboolean
take_compact (TvPerfettoFtraceBundleCutter *self,
              const TvPerfettoFtraceBundle *bundle,
              const TvPerfettoCompactEvent *event,
              gint64 ts,
              GByteArray *out)
{
  Cpu *cpu = get_cpu (self, bundle->cpu_number);
  Task running = { cpu->last.tid, cpu->last.prio, cpu->last.comm };
  TvFtraceCutEvent seen = {
    TV_FTRACE_CUT_EVENT_NONE,
    .ts = ts,
    .kind = event->is_switch ? TV_FTRACE_EVENT_SCHED_SWITCH : TV_FTRACE_EVENT_SCHED_WAKING,
    .cpu = bundle->cpu_number,
    .tid = (guint32) running.tid,
    .number = self->number++,
  };
  gboolean is_written = FALSE;

  seen.tasks[0] = event->is_switch ? running.tid : event->tid;
  seen.tasks[1] = event->is_switch ? event->tid : -1;
  if (event->is_switch && (event->prev_state & TV_FTRACE_UNINTERRUPTIBLE))
    seen.blocked = running.tid;
  /* Before the CPU's first switch, the running task is unknown. Readers ignore such events, except for the task that
   * a switch starts. */
  if (!cpu->has_switch)
    {
      is_written = out != NULL && event->is_switch && tv_cut_has (self->cut, ts) &&
                   !self->cut->has_threads;
      if (is_written)
        g_array_append_val (self->events, *event);
    }
  else if (out == NULL)
    tv_ftrace_needs_survey (self->needs, &seen);
  else if (tv_ftrace_needs_event (self->needs, &seen))
    {
      is_written = TRUE;
      if (ts < self->cut->start_ns || self->cut->has_threads)
        write_event (self, &running, event, out);
      else
        {
          write_last (self, cpu, out);
          g_array_append_val (self->events, *event);
        }
    }
  if (event->is_switch)
    set_last (cpu, event, is_written);
  return is_written;
}

/* Handles all events of a CompactSched. If @out is null, surveys them. Otherwise, writes the needed events. Returns
 * whether any written event is inside the cut range. */
static gboolean
take_all_compact (TvPerfettoFtraceBundleCutter *self,
                  const TvPerfettoPacket *packet,
                  const TvPerfettoFtraceBundle *bundle,
                  TvSpan bytes,
                  GByteArray *out)
{
  TvPerfettoCompactMessage message;
  gboolean has_part = FALSE;

  tv_perfetto_compact_sched_empty (&self->compact);
  tv_perfetto_compact_sched_parse (&self->compact, bytes, &message);
  tv_perfetto_compact_sched_intern (&self->compact, &message, self->builder);
  g_array_set_size (self->events, 0);
  for (guint i = 0; i < self->compact.events->len; i++)
    {
      const TvPerfettoCompactEvent *event = &g_array_index (self->compact.events,
                                                            TvPerfettoCompactEvent, i);
      gint64 ts;

      if (find_time (self, packet, bundle, (guint64) event->ts, &ts) &&
          take_compact (self, bundle, event, ts, out))
        has_part |= tv_cut_has (self->cut, ts);
    }
  if (self->events->len > 0)
    write_compact (self, out);
  return has_part;
}

/* ---- Bundles ---- */

/* Surveys the events of a bundle. */
void
tv_perfetto_ftrace_bundle_cutter_survey (TvPerfettoFtraceBundleCutter *self,
                                         const TvPerfettoPacket *packet)
{
  TvProto proto = tv_proto_open (packet->content);
  TvProtoField field;
  TvPerfettoFtraceBundle bundle;

  tv_perfetto_ftrace_bundle_parse (packet->content, &bundle);
  while (tv_proto_next (&proto, &field))
    if (field.type != TV_PROTO_BYTES)
      continue;
    else if (field.number == TV_PERFETTO_BUNDLE_EVENT)
      {
        Event event;

        parse_event (self, packet, &bundle, field.bytes, &event);
        if (event.has_ts)
          tv_ftrace_needs_survey (self->needs, &event.seen);
        if (event.has_ts && event.payload == EVENT_SCHED_SWITCH)
          pass_switch (self, get_cpu (self, bundle.cpu_number), &event, FALSE);
      }
    else if (field.number == TV_PERFETTO_BUNDLE_COMPACT)
      take_all_compact (self, packet, &bundle, field.bytes, NULL);
}

/* Copies an event if it is needed. Returns whether the event is inside the cut range, even if it was not copied. */
static gboolean
cut_event (TvPerfettoFtraceBundleCutter *self,
           const TvPerfettoPacket *packet,
           const TvPerfettoFtraceBundle *bundle,
           TvSpan bytes,
           TvSpan field,
           GByteArray *out)
{
  Event event;
  gboolean is_written;

  parse_event (self, packet, bundle, bytes, &event);
  is_written = event.has_ts && tv_ftrace_needs_event (self->needs, &event.seen);
  if (is_written)
    g_byte_array_append (out, (const guint8 *) field.text, (guint) field.size);
  if (event.has_ts && event.payload == EVENT_SCHED_SWITCH)
    pass_switch (self, get_cpu (self, bundle->cpu_number), &event, is_written);
  return event.has_ts && tv_cut_has (self->cut, event.seen.ts);
}

/**
 * tv_perfetto_ftrace_bundle_cutter_cut:
 * @packet: a packet with a bundle
 * @out: buffer for the cut bundle
 *
 * Appends the needed fields of the bundle to @out. The first bundle of a CPU is always needed, because it contains
 * the time from which the CPU's events are valid. A bundle that synchronizes clocks is also needed.
 *
 * Returns: whether the bundle is needed
 */
gboolean
tv_perfetto_ftrace_bundle_cutter_cut (TvPerfettoFtraceBundleCutter *self,
                                      const TvPerfettoPacket *packet,
                                      GByteArray *out)
{
  TvProto proto = tv_proto_open (packet->content);
  TvPerfettoFtraceBundle bundle;
  gboolean is_first, is_needed, has_part = FALSE;
  TvProtoField field;

  tv_perfetto_ftrace_bundle_parse (packet->content, &bundle);
  is_first = !get_cpu (self, bundle.cpu_number)->is_seen;
  get_cpu (self, bundle.cpu_number)->is_seen = TRUE;
  is_needed = is_first || tv_perfetto_ftrace_bundle_has_sync_point (&bundle);
  for (const guint8 *start = proto.at; tv_proto_next (&proto, &field); start = proto.at)
    {
      TvSpan whole = { (const char *) start, (gsize) (proto.at - start) };
      gsize n = out->len;

      if (field.number == TV_PERFETTO_BUNDLE_EVENT && field.type == TV_PROTO_BYTES)
        has_part |= cut_event (self, packet, &bundle, field.bytes, whole, out);
      else if (field.number == TV_PERFETTO_BUNDLE_COMPACT && field.type == TV_PROTO_BYTES)
        has_part |= take_all_compact (self, packet, &bundle, field.bytes, out);
      else if (field.number == TV_PERFETTO_BUNDLE_LOST ||
               (!is_first && (field.number == TV_PERFETTO_BUNDLE_LAST_READ ||
                              field.number == TV_PERFETTO_BUNDLE_PREVIOUS_END)))
        continue;
      else
        {
          g_byte_array_append (out, start, (guint) whole.size);
          is_needed |= field.type == TV_PROTO_BYTES;
          continue;
        }
      is_needed |= out->len > n;
    }
  if (bundle.has_lost && has_part)
    tv_protobuf_append_number (out, TV_PERFETTO_BUNDLE_LOST, 1);
  return is_needed;
}
