/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-kernel-events.h"

#include "formats/event-window.h"
#include "formats/perfetto/perfetto-compact-sched.h"
#include "formats/perfetto/perfetto-event-texts.h"
#include "formats/perfetto/perfetto-recording.h"

/* Limits of timestamps. Their differences in ns must fit into 64 bits, like those of slices. */
#define LAST_NS  (G_MAXINT64 / 2)
#define FIRST_NS (-LAST_NS / 2)

/* Fields of FtraceEventBundle. */
enum
{
  BUNDLE_CPU = 1,
  BUNDLE_EVENT = 2,
  BUNDLE_LOST = 3,
  BUNDLE_COMPACT = 4,
  BUNDLE_CLOCK = 5,
  BUNDLE_CLOCK_TIME = 6,
  BUNDLE_BOOT_TIME = 7,
  BUNDLE_LAST_READ = 9,
  BUNDLE_PREVIOUS_END = 10,
  BUNDLE_DESCRIPTOR = 11,
};

/* Values of FtraceClock. */
enum
{
  CLOCK_BOOT = 0,
  CLOCK_UNKNOWN = 1,
  CLOCK_GLOBAL = 2,
  CLOCK_LOCAL = 3,
  CLOCK_MONO_RAW = 4,
};

/* Fields of FtraceEvent that are not event payloads. */
enum
{
  EVENT_TIME = 1,
  EVENT_PID = 2,
  EVENT_FLAGS = 5,
};

/* Keys of EVENT_TIME and EVENT_PID, both numbers. */
#define KEY_TIME (EVENT_TIME << 3 | TV_PROTO_VARINT)
#define KEY_PID  (EVENT_PID << 3 | TV_PROTO_VARINT)

struct _TvPerfettoKernelEvents
{
  TvPerfettoReader *reader;
  TvPerfettoEventTexts *texts;
  TvEventWindow *window;
  GArray *rows; /* TvPerfettoKernelRow of the bundle */
  GArray *cpus; /* TvPerfettoCpu by number */
  TvPerfettoCompactSched compact;
};

/* Fields of a bundle other than events. */
typedef struct
{
  guint32 number; /* number of the CPU on its machine */
  guint32 cpu;    /* CPU of the trace */
  gboolean has_cpu;
  gboolean has_lost;
  guint clock;
  gint64 clock_time;
  gint64 boot_time;
  gint64 last_read;
  gint64 previous_end;
  gboolean has_end;
  gboolean has_last_read;
} Bundle;

TvPerfettoKernelEvents *
tv_perfetto_kernel_events_new (TvPerfettoReader *reader)
{
  TvPerfettoKernelEvents *self = g_new0 (TvPerfettoKernelEvents, 1);

  self->reader = reader;
  self->texts = tv_perfetto_event_texts_new (reader);
  self->window = tv_event_window_new (reader->builder);
  self->rows = g_array_new (FALSE, FALSE, sizeof (TvPerfettoKernelRow));
  self->cpus = g_array_new (FALSE, TRUE, sizeof (TvPerfettoCpu));
  tv_perfetto_compact_sched_init (&self->compact);
  return self;
}

void
tv_perfetto_kernel_events_free (TvPerfettoKernelEvents *self)
{
  tv_perfetto_event_texts_free (self->texts);
  tv_event_window_free (self->window);
  g_array_unref (self->rows);
  g_array_unref (self->cpus);
  tv_perfetto_compact_sched_clear (&self->compact);
  g_free (self);
}

/* Parses the fields of a bundle other than events. */
static void
parse_bundle (const TvPerfettoReader *reader, TvSpan message, Bundle *out)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  *out = (Bundle){ 0 };
  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case BUNDLE_CPU:
        out->has_cpu = tv_perfetto_reader_get_cpu (reader, field.value, &out->cpu);
        out->number = (guint32) field.value;
        break;
      case BUNDLE_LOST:
        out->has_lost = field.value != 0;
        break;
      case BUNDLE_CLOCK:
        out->clock = (guint) field.value;
        break;
      case BUNDLE_CLOCK_TIME:
        out->clock_time = (gint64) field.value;
        break;
      case BUNDLE_BOOT_TIME:
        out->boot_time = (gint64) field.value;
        break;
      case BUNDLE_LAST_READ:
        out->last_read = (gint64) field.value;
        out->has_last_read = TRUE;
        break;
      case BUNDLE_PREVIOUS_END:
        out->previous_end = (gint64) field.value;
        out->has_end = TRUE;
        break;
      default:
        break;
      }
}

/* Returns the number of the clock of a bundle's events, or 0 if unknown. */
static guint32
get_clock (const Bundle *bundle)
{
  switch (bundle->clock)
    {
    case CLOCK_BOOT:
      return TV_PERFETTO_BOOTTIME;
    case CLOCK_MONO_RAW:
      return TV_PERFETTO_MONOTONIC_RAW;
    case CLOCK_GLOBAL:
    case CLOCK_LOCAL:
      return TV_PERFETTO_FIRST_OWN;
    default:
      return 0;
    }
}

static gboolean
has_tie (const Bundle *bundle)
{
  return bundle->clock != CLOCK_BOOT && get_clock (bundle) != 0 && bundle->clock_time > 0 &&
         bundle->boot_time > 0;
}

/**
 * tv_perfetto_kernel_events_survey:
 * @reader: a reader during the survey
 * @packet: a packet with a bundle
 *
 * Finds the timestamp from which events are valid, and the tie of the event clock to others.
 *
 * Returns: whether there is such a tie; it must be passed when the packet is read
 */
gboolean
tv_perfetto_kernel_events_survey (TvPerfettoReader *reader, const TvPerfettoPacket *packet)
{
  TvPerfettoClocks *clocks = &reader->clocks;
  Bundle bundle;

  parse_bundle (reader, packet->said, &bundle);
  if (bundle.has_cpu && tv_id_map_find (&reader->first_of_cpu, bundle.number) == TV_NONE)
    {
      tv_id_map_set (&reader->first_of_cpu, bundle.number, 1);
      if (bundle.has_end || bundle.has_last_read)
        reader->valid_from = MAX (reader->valid_from,
                                  bundle.has_end ? bundle.previous_end : bundle.last_read);
    }
  if (!has_tie (&bundle))
    return FALSE;
  tv_perfetto_clocks_add_tie (
      clocks, tv_perfetto_clocks_find (clocks, get_clock (&bundle), packet->sequence),
      bundle.clock_time, tv_perfetto_clocks_find (clocks, TV_PERFETTO_BOOTTIME, 0),
      bundle.boot_time);
  return TRUE;
}

/* Converts the timestamp of an event. Returns whether it is known and within the recording. */
static gboolean
find_time (TvPerfettoKernelEvents *self,
           const TvPerfettoMessage *message,
           guint32 clock,
           guint64 told,
           gint64 *ts)
{
  TvPerfettoReader *reader = self->reader;

  if (!tv_perfetto_reader_convert (reader, clock, message->sequence->id, told,
                                   message->packet->where, ts))
    return FALSE;
  if (G_UNLIKELY (*ts > LAST_NS || *ts < FIRST_NS))
    {
      tv_trace_builder_count_problem (reader->builder, TV_PROBLEM_BAD_TIME,
                                      (gint64) message->packet->where);
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

/* Decodes the fields that all events have, and finds the payload. */
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

static void
take_event (TvPerfettoKernelEvents *self,
            const TvPerfettoMessage *message,
            const Bundle *bundle,
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
                                      (gint64) message->packet->where);
      return;
    }
  if (!find_time (self, message, get_clock (bundle), ts, &row.ts))
    return;
  row.text = tv_perfetto_event_texts_get (self->texts, message->sequence,
                                          get_cpu (self, bundle->number), payload.number, flags,
                                          payload.bytes);
  if (G_UNLIKELY (tv_perfetto_event_texts_is_bad_mark (self->texts, payload.number)) &&
      row.ts >= self->reader->valid_from)
    tv_perfetto_count (self->reader, TV_PERFETTO_STAT_BAD_MARKS, TV_NONE, 1);
  g_array_append_val (self->rows, row);
}

static void
take_compact (TvPerfettoKernelEvents *self,
              const TvPerfettoMessage *message,
              const Bundle *bundle,
              TvSpan bytes)
{
  TvPerfettoCpu *cpu = get_cpu (self, bundle->number);
  guint n;

  if (!tv_perfetto_compact_sched_parse (&self->compact, bytes, self->reader))
    {
      tv_perfetto_count (self->reader, TV_PERFETTO_STAT_BAD_COMPACT_SCHED, TV_NONE, 1);
      tv_trace_builder_count_problem (self->reader->builder, TV_PROBLEM_BAD_PACKET,
                                      (gint64) message->packet->where);
    }
  n = self->rows->len;
  g_array_set_size (self->rows, n + self->compact.events->len);
  for (guint i = 0; i < self->compact.events->len; i++)
    {
      const TvPerfettoCompactEvent *event = &g_array_index (self->compact.events,
                                                            TvPerfettoCompactEvent, i);
      TvPerfettoKernelRow *row = &g_array_index (self->rows, TvPerfettoKernelRow, n);

      if (!find_time (self, message, get_clock (bundle), (guint64) event->ts, &row->ts))
        continue;
      if (tv_perfetto_event_texts_get_compact (self->texts, cpu, event, row))
        n++;
      else if (event->is_switch)
        tv_ftrace_threads_name (self->reader->threads,
                                tv_ftrace_threads_get (self->reader->threads, event->tid),
                                TV_FTRACE_NAME_EVENT, event->comm);
    }
  g_array_set_size (self->rows, n);
}

/* Adds the events of a bundle. Their threads are registered after those that the bundle's events mention. */
static void
add_rows (TvPerfettoKernelEvents *self, const TvPerfettoMessage *message, guint32 cpu)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const TvPerfettoKernelRow *row = &g_array_index (self->rows, TvPerfettoKernelRow, i);

      tv_event_window_add (self->window, row->ts, cpu,
                           tv_ftrace_threads_get (self->reader->threads, row->tid), row->text,
                           message->packet->where);
    }
  g_array_set_size (self->rows, 0);
}

/**
 * tv_perfetto_kernel_events_take:
 * @message: a FtraceEventBundle
 *
 * Adds the events of a bundle, unsorted.
 */
void
tv_perfetto_kernel_events_take (TvPerfettoKernelEvents *self, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->said);
  TvProtoField field;
  Bundle bundle;
  gint64 where = (gint64) message->packet->where;

  parse_bundle (self->reader, message->said, &bundle);
  if (has_tie (&bundle))
    tv_perfetto_clocks_pass (&self->reader->clocks);
  if (!bundle.has_cpu || get_clock (&bundle) == 0)
    {
      tv_trace_builder_count_problem (self->reader->builder, TV_PROBLEM_BAD_PACKET, where);
      return;
    }
  if (bundle.has_lost)
    tv_perfetto_count (self->reader, TV_PERFETTO_STAT_CPU_LOSS, bundle.cpu, 1);
  if (bundle.has_lost)
    tv_perfetto_reader_tell_loss (self->reader, TV_PROBLEM_LOST_EVENTS, bundle.number, 1, where);
  while (tv_proto_next (&proto, &field))
    if (field.number == BUNDLE_DESCRIPTOR && field.type == TV_PROTO_BYTES)
      tv_perfetto_event_texts_describe (self->texts, field.bytes);
  proto = tv_proto_open (message->said);
  while (tv_proto_next (&proto, &field))
    if (field.type != TV_PROTO_BYTES)
      continue;
    else if (field.number == BUNDLE_EVENT)
      take_event (self, message, &bundle, field.bytes);
    else if (field.number == BUNDLE_COMPACT)
      take_compact (self, message, &bundle, field.bytes);
  if (proto.at != proto.end)
    tv_trace_builder_count_problem (self->reader->builder, TV_PROBLEM_BAD_PACKET, where);
  add_rows (self, message, bundle.cpu);
}

/**
 * tv_perfetto_kernel_events_finish:
 *
 * Adds the last events to the builder.
 *
 * Returns: whether the builder has the events in another order than the file
 */
gboolean
tv_perfetto_kernel_events_finish (TvPerfettoKernelEvents *self)
{
  return tv_event_window_finish (self->window);
}

TvFtraceEventSet
tv_perfetto_kernel_events_get_seen (const TvPerfettoKernelEvents *self)
{
  return tv_perfetto_event_texts_get_seen (self->texts);
}
