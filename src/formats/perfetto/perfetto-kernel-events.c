/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-kernel-events.h"

#include "formats/event-window.h"
#include "formats/input/scan.h"
#include "formats/perfetto/perfetto-ftrace-bundle.h"
#include "formats/perfetto/perfetto-event-payloads.h"
#include "formats/perfetto/perfetto-prepared.h"
#include "formats/perfetto/perfetto-recording.h"

/* Decodes bundles of kernel events. Called by perfetto.c. The visit of a packet decodes its events into @rows
 * (_take()). _swap_rows() swaps @rows with @passed, and _add() moves the events in @passed through the window to the
 * builder, in parallel with the next visits. */

/* Limits of timestamps, in ns. The difference between two timestamps must fit into 64 bits. */
#define LAST_NS  (G_MAXINT64 / 2)
#define FIRST_NS (-LAST_NS / 2)

/* Fields of FtraceEvent that are not event payloads. */
enum
{
  EVENT_TIME = 1,
  EVENT_PID = 2,
  EVENT_FLAGS = 5,
};

#define PRINT_NUMBER 3 /* field of FtraceEvent with text that a program printed */

/* Encoded keys of EVENT_TIME and EVENT_PID, which are varints. */
#define KEY_TIME (EVENT_TIME << 3 | TV_PROTO_VARINT)
#define KEY_PID  (EVENT_PID << 3 | TV_PROTO_VARINT)

/* One thread decodes bundles to rows. At the same time, another thread sorts the rows of earlier bundles and adds
 * them to the builder. While that thread runs, no other code may add events.
 *
 *   bundle ─ take ─▶ rows ─ swap_rows ─▶ passed ─ add ─▶ window ─▶ builder */
struct _TvPerfettoKernelEvents
{
  TvPerfettoReader *reader;
  TvPerfettoEventPayloads *payloads;
  GArray *rows; /* TvPerfettoKernelRow */
  GArray *cpus; /* TvPerfettoCpu per CPU */

  /* Only for the thread that adds events to the builder. */
  GArray *passed; /* TvPerfettoKernelRow */
  TvEventWindow *window;
};

TvPerfettoKernelEvents *
tv_perfetto_kernel_events_new (TvPerfettoReader *reader)
{
  TvPerfettoKernelEvents *self = g_new0 (TvPerfettoKernelEvents, 1);

  self->reader = reader;
  self->payloads = tv_perfetto_event_payloads_new (reader);
  self->window = tv_event_window_new (reader->builder);
  self->rows = g_array_new (FALSE, FALSE, sizeof (TvPerfettoKernelRow));
  self->passed = g_array_new (FALSE, FALSE, sizeof (TvPerfettoKernelRow));
  self->cpus = g_array_new (FALSE, TRUE, sizeof (TvPerfettoCpu));
  return self;
}

static void
clear_rows (TvPerfettoKernelEvents *self)
{
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->passed, g_array_unref);
  g_clear_pointer (&self->window, tv_event_window_free);
}

void
tv_perfetto_kernel_events_free (TvPerfettoKernelEvents *self)
{
  tv_perfetto_event_payloads_free (self->payloads);
  clear_rows (self);
  g_array_unref (self->cpus);
  g_free (self);
}

/* Gets the CPU of a bundle. Returns FALSE if the bundle has no CPU number, or if the number is too large. */
static gboolean
get_bundle_cpu (const TvPerfettoReader *reader, const TvPerfettoFtraceBundle *bundle, guint32 *cpu)
{
  return bundle->has_cpu && tv_perfetto_reader_get_cpu (reader, bundle->cpu_number, cpu);
}

/**
 * tv_perfetto_kernel_events_survey:
 * @reader: a reader during the survey
 * @packet: a packet with a bundle
 *
 * Updates the time from which kernel events are valid. Adds the clock snapshot of the bundle, if any.
 *
 * Returns: whether the bundle contains a clock snapshot
 */
gboolean
tv_perfetto_kernel_events_survey (TvPerfettoReader *reader, const TvPerfettoPacket *packet)
{
  TvPerfettoFtraceBundle bundle;
  guint32 cpu;

  tv_perfetto_ftrace_bundle_parse (packet->content, &bundle);
  if (get_bundle_cpu (reader, &bundle, &cpu) &&
      tv_id_map_find (&reader->first_of_cpu, bundle.cpu) == TV_NONE)
    {
      tv_id_map_set (&reader->first_of_cpu, bundle.cpu, 1);
      if (bundle.has_previous_end || bundle.has_last_read)
        reader->valid_from = MAX (reader->valid_from,
                                  bundle.has_previous_end ? bundle.previous_end : bundle.last_read);
    }
  return tv_perfetto_ftrace_bundle_add_sync_point (&bundle, &reader->clocks, packet->sequence);
}

/* Converts the timestamp of an event. Clamps and reports a timestamp that is out of range. Returns FALSE if the
 * timestamp cannot be converted, or if the event precedes the start of the recording and such events are dropped. */
static gboolean
find_time (TvPerfettoKernelEvents *self,
           const TvPerfettoMessage *message,
           guint32 clock,
           guint64 reported,
           gint64 *ts)
{
  TvPerfettoReader *reader = self->reader;

  if (!tv_perfetto_reader_convert (reader, clock, message->sequence->id, reported,
                                   message->packet->file_offset, ts))
    return FALSE;
  if (G_UNLIKELY (*ts > LAST_NS || *ts < FIRST_NS))
    {
      tv_trace_builder_count_problem (reader->builder, TV_PROBLEM_BAD_TIME,
                                      (gint64) message->packet->file_offset);
      *ts = CLAMP (*ts, FIRST_NS, LAST_NS);
    }
  return *ts >= reader->started_at || reader->keeps_early;
}

static TvPerfettoCpu *
get_cpu (TvPerfettoKernelEvents *self, guint32 number)
{
  if (self->cpus->len <= number)
    g_array_set_size (self->cpus, number + 1);
  return &g_array_index (self->cpus, TvPerfettoCpu, number);
}

/* Decodes the fields that all events have, and finds the payload. Returns FALSE if the event is malformed or has no
 * thread id. */
static gboolean
parse_event (TvSpan bytes, guint64 *ts, gint32 *pid, gint64 *flags, TvProtoField *payload)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  guint64 number;
  gboolean has_pid = FALSE;

  *ts = 0;
  *flags = -1;
  *payload = (TvProtoField){ 0 };
  while (proto.at < proto.end)
    if (G_LIKELY (*proto.at == KEY_TIME || *proto.at == KEY_PID))
      {
        guint8 key = *proto.at++;

        if (!tv_proto_take_varint (&proto, &number))
          return FALSE;
        if (key == KEY_TIME)
          *ts = number;
        else
          {
            *pid = (gint32) number;
            has_pid = TRUE;
          }
      }
    else if (!tv_proto_next (&proto, &field))
      return FALSE;
    else if (field.number == EVENT_TIME)
      *ts = field.value;
    else if (field.number == EVENT_PID)
      {
        *pid = (gint32) field.value;
        has_pid = TRUE;
      }
    else if (field.number == EVENT_FLAGS && field.type == TV_PROTO_VARINT)
      *flags = (gint64) (field.value & G_MAXUINT32);
    else if (field.number != EVENT_FLAGS && field.type == TV_PROTO_BYTES)
      *payload = field;
  return has_pid;
}

/* Returns whether Perfetto counts a print event as a malformed mark, i.e. its text is not a mark. */
static gboolean
is_bad_mark (TvSpan message)
{
  TvSpan text = tv_perfetto_ftrace_bundle_get_printed (message);
  char letter;

  if (tv_span_starts_with (text, "trace_event_clock_sync:"))
    return FALSE;
  letter = text.size > 0 ? *text.text : '\0';
  if (letter == '\0' || strchr ("BECSFINGH", letter) == NULL)
    return TRUE;
  tv_scan_go (&text, text.text + 1);
  /* An end mark may consist of a single letter. */
  if (letter == 'E' && (text.size == 0 || tv_span_is (text, "|")))
    return FALSE;
  if (!tv_scan_byte (&text, '|') || text.size == 0 || !g_ascii_isdigit (*text.text))
    return TRUE;
  while (text.size > 0 && g_ascii_isdigit (*text.text))
    tv_scan_go (&text, text.text + 1);
  return text.size > 0 && *text.text != '|';
}

static void
take_event (TvPerfettoKernelEvents *self,
            const TvPerfettoMessage *message,
            const TvPerfettoFtraceBundle *bundle,
            TvSpan bytes)
{
  TvProtoField payload;
  guint64 ts;
  gint64 flags;
  TvPerfettoKernelRow row = { 0 };
  gboolean is_good = parse_event (bytes, &ts, &row.tid, &flags, &payload);

  if (payload.number == 0)
    return;
  if (!is_good)
    {
      tv_trace_builder_count_problem (self->reader->builder, TV_PROBLEM_BAD_PACKET,
                                      (gint64) message->packet->file_offset);
      return;
    }
  if (!find_time (self, message, tv_perfetto_ftrace_bundle_get_clock (bundle), ts, &row.ts))
    return;
  row.text = tv_perfetto_event_payloads_ensure (self->payloads, message->sequence,
                                                get_cpu (self, bundle->cpu), payload.number, flags,
                                                payload.bytes);
  if (payload.number == PRINT_NUMBER && row.ts >= self->reader->valid_from &&
      G_UNLIKELY (is_bad_mark (payload.bytes)))
    tv_perfetto_count (self->reader, TV_PERFETTO_STAT_BAD_MARKS, TV_NONE, 1);
  g_array_append_val (self->rows, row);
}

static void
take_compact (TvPerfettoKernelEvents *self,
              const TvPerfettoMessage *message,
              const TvPerfettoFtraceBundle *bundle,
              TvPerfettoCompactSched *compact,
              const TvPerfettoCompactMessage *decoded)
{
  TvPerfettoCpu *cpu = get_cpu (self, bundle->cpu);
  guint n;

  tv_perfetto_compact_sched_intern (compact, decoded, self->reader->builder);
  if (!decoded->is_good)
    {
      tv_perfetto_count (self->reader, TV_PERFETTO_STAT_BAD_COMPACT_SCHED, TV_NONE, 1);
      tv_trace_builder_count_problem (self->reader->builder, TV_PROBLEM_BAD_PACKET,
                                      (gint64) message->packet->file_offset);
    }
  n = self->rows->len;
  g_array_set_size (self->rows, n + decoded->n_events);
  for (guint i = 0; i < decoded->n_events; i++)
    {
      const TvPerfettoCompactEvent *event = &g_array_index (compact->events, TvPerfettoCompactEvent,
                                                            decoded->first_event + i);
      TvPerfettoKernelRow *row = &g_array_index (self->rows, TvPerfettoKernelRow, n);

      if (!find_time (self, message, tv_perfetto_ftrace_bundle_get_clock (bundle),
                      (guint64) event->ts, &row->ts))
        continue;
      if (tv_perfetto_event_payloads_get_compact (self->payloads, cpu, event, row))
        n++;
      else if (event->is_switch)
        tv_ftrace_threads_name (self->reader->threads,
                                tv_ftrace_threads_ensure (self->reader->threads, event->tid),
                                TV_FTRACE_NAME_EVENT, event->comm);
    }
  g_array_set_size (self->rows, n);
}

/* Sets the remaining members of a bundle's rows. Registers the threads that emitted the events after the threads to
 * which the payloads refer. */
static void
finish_rows (TvPerfettoKernelEvents *self,
             guint first,
             const TvPerfettoMessage *message,
             guint32 cpu)
{
  for (guint i = first; i < self->rows->len; i++)
    {
      TvPerfettoKernelRow *row = &g_array_index (self->rows, TvPerfettoKernelRow, i);

      row->utid = tv_ftrace_threads_ensure (self->reader->threads, row->tid);
      row->cpu = cpu;
      row->file_offset = message->packet->file_offset;
    }
}

/**
 * tv_perfetto_kernel_events_take:
 * @message: an FtraceEventBundle
 *
 * Decodes the events of a bundle to rows. Also reports losses and malformed data, and passes the bundle's clock
 * snapshot.
 */
void
tv_perfetto_kernel_events_take (TvPerfettoKernelEvents *self, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  TvPerfettoFtraceBundle bundle;
  TvPerfettoPrepared *prepared = message->packet->store;
  gint64 file_offset = (gint64) message->packet->file_offset;
  guint first = self->rows->len, next = message->packet->first_stored;
  guint32 cpu;

  tv_perfetto_ftrace_bundle_parse (message->content, &bundle);
  if (tv_perfetto_ftrace_bundle_has_sync_point (&bundle))
    tv_perfetto_clocks_pass (&self->reader->clocks);
  if (!get_bundle_cpu (self->reader, &bundle, &cpu) ||
      tv_perfetto_ftrace_bundle_get_clock (&bundle) == 0)
    {
      tv_trace_builder_count_problem (self->reader->builder, TV_PROBLEM_BAD_PACKET, file_offset);
      return;
    }
  if (bundle.has_lost)
    tv_perfetto_count (self->reader, TV_PERFETTO_STAT_CPU_LOSS, cpu, 1);
  if (bundle.has_lost)
    tv_perfetto_reader_emit_loss (self->reader, TV_PROBLEM_LOST_EVENTS, bundle.cpu, 1, file_offset);
  while (tv_proto_next (&proto, &field))
    if (field.number == TV_PERFETTO_BUNDLE_DESCRIPTOR && field.type == TV_PROTO_BYTES)
      tv_perfetto_event_payloads_describe (self->payloads, field.bytes);
  proto = tv_proto_open (message->content);
  while (tv_proto_next (&proto, &field))
    if (field.type != TV_PROTO_BYTES)
      continue;
    else if (field.number == TV_PERFETTO_BUNDLE_EVENT)
      take_event (self, message, &bundle, field.bytes);
    else if (field.number == TV_PERFETTO_BUNDLE_COMPACT)
      take_compact (self, message, &bundle, &prepared->compact,
                    &g_array_index (prepared->compact_messages, TvPerfettoCompactMessage, next++));
  if (proto.at != proto.end)
    tv_trace_builder_count_problem (self->reader->builder, TV_PROBLEM_BAD_PACKET, file_offset);
  finish_rows (self, first, message, cpu);
}

/**
 * tv_perfetto_kernel_events_swap_rows:
 *
 * Hands the decoded rows over to tv_perfetto_kernel_events_add(). No other function of @self may run at the same
 * time.
 */
void
tv_perfetto_kernel_events_swap_rows (TvPerfettoKernelEvents *self)
{
  GArray *added = self->passed;

  self->passed = self->rows;
  self->rows = added;
}

/**
 * tv_perfetto_kernel_events_add:
 *
 * Adds the rows that were handed over last to the builder. Another thread may call tv_perfetto_kernel_events_take()
 * at the same time.
 */
void
tv_perfetto_kernel_events_add (TvPerfettoKernelEvents *self)
{
  for (guint i = 0; i < self->passed->len; i++)
    {
      const TvPerfettoKernelRow *row = &g_array_index (self->passed, TvPerfettoKernelRow, i);

      tv_event_window_add (self->window, row->ts, row->cpu, row->utid, row->text, row->file_offset);
    }
  g_array_set_size (self->passed, 0);
}

/**
 * tv_perfetto_kernel_events_finish:
 *
 * Adds the events that are still in the window to the builder.
 *
 * Returns: whether the builder's event order differs from the file order
 */
gboolean
tv_perfetto_kernel_events_finish (TvPerfettoKernelEvents *self)
{
  gboolean is_reordered = tv_event_window_finish (self->window);

  clear_rows (self);
  return is_reordered;
}

TvFtraceEventSet
tv_perfetto_kernel_events_get_seen (const TvPerfettoKernelEvents *self)
{
  return tv_perfetto_event_payloads_get_seen (self->payloads);
}
