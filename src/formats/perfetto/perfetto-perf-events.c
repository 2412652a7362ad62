/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-perf-events.h"

/* Decodes PerfEvents from perfetto/protos/common/perf_events.proto. Called by perfetto-sequence.c for the defaults of
 * a sequence. Interns names in the builder; otherwise pure. */

#define MAX_EVENTS 65

static const char *const counters[] = {
  NULL,
  "cpu-clock",
  "page-faults",
  "task-clock",
  "context-switches",
  "cpu-migrations",
  "minor-faults",
  "major-faults",
  "alignment-faults",
  "emulation-faults",
  "cpu-cycles",
  "instructions",
  "cache-references",
  "cache-misses",
  "branch-instructions",
  "branch-misses",
  "bus-cycles",
  "stalled-cycles-frontend",
  "stalled-cycles-backend",
  "ref-cycles",
  "dummy",
};

/* Field numbers in the message that describes an event. */
typedef struct
{
  guint counter;
  guint tracepoint;
  guint raw;
  guint name;
} Fields;

static TvSpan
get_text (TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      return field.bytes;
  return (TvSpan){ "", 0 };
}

static guint32
intern (TvTraceBuilder *builder, TvSpan text)
{
  return tv_trace_builder_intern (builder, text.text, (gssize) text.size);
}

/* Returns the string id of the event's own name, its tracepoint or the kind of its counter, whichever is found first.
 * If there is none, returns that of @otherwise. */
static guint32
get_name (TvSpan message, const Fields *fields, const char *otherwise, TvTraceBuilder *builder)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  TvSpan name = { otherwise, strlen (otherwise) };
  gboolean is_named = FALSE;

  while (tv_proto_next (&proto, &field))
    if (field.number == fields->name && field.type == TV_PROTO_BYTES && field.bytes.size > 0)
      {
        name = field.bytes;
        is_named = TRUE;
      }
    else if (is_named)
      continue;
    else if (field.number == fields->tracepoint && field.type == TV_PROTO_BYTES)
      name = get_text (field.bytes);
    else if (field.number == fields->raw && field.type == TV_PROTO_BYTES)
      name = (TvSpan){ "raw", 3 };
    else if (field.number == fields->counter && field.type == TV_PROTO_VARINT &&
             field.value < G_N_ELEMENTS (counters) && counters[field.value] != NULL)
      name = (TvSpan){ counters[field.value], strlen (counters[field.value]) };
  return intern (builder, name);
}

/**
 * tv_perfetto_parse_perf_events:
 * @defaults: TracePacketDefaults
 * @builder: builder that interns the names
 * @events: (element-type TvPerfettoPerfEvent): receives the events
 *
 * Parses the descriptions of perf events: first the event that triggers samples, then the events that are counted
 * with it. @events stays empty if @defaults contains no description.
 */
void
tv_perfetto_parse_perf_events (TvSpan defaults, TvTraceBuilder *builder, GArray *events)
{
  static const Fields of_timebase = { 4, 3, 5, 10 }, of_follower = { 1, 2, 3, 4 };
  TvProto proto = tv_proto_open (defaults), inner = tv_proto_open ((TvSpan){ NULL, 0 });
  TvProtoField field;
  TvPerfettoPerfEvent timebase = { TV_NONE, 0, 0 };
  TvSpan of_samples = { NULL, 0 };

  g_array_set_size (events, 0);
  while (tv_proto_next (&proto, &field))
    if (field.number == 12 && field.type == TV_PROTO_BYTES)
      of_samples = field.bytes;
  if (of_samples.text == NULL)
    return;
  timebase.name = tv_trace_builder_intern (builder, "cpu-clock", -1);
  g_array_append_val (events, timebase);
  proto = tv_proto_open (of_samples);
  while (tv_proto_next (&proto, &field) && events->len < MAX_EVENTS)
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      {
        TvSpan message = field.bytes;

        timebase.name = get_name (message, &of_timebase, "cpu-clock", builder);
        inner = tv_proto_open (message);
        while (tv_proto_next (&inner, &field))
          if (field.number == 1)
            timebase.period = field.value;
          else if (field.number == 2)
            timebase.frequency = field.value;
        g_array_index (events, TvPerfettoPerfEvent, 0) = timebase;
      }
    else if (field.number == 4 && field.type == TV_PROTO_BYTES)
      {
        TvPerfettoPerfEvent follower = { get_name (field.bytes, &of_follower, "event", builder), 0,
                                         0 };

        g_array_append_val (events, follower);
      }
}
