/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-profiles-private.h"
#include "formats/perfetto/perfetto-recording.h"
#include "formats/perfetto/perfetto-sampling.h"

/* Decodes StackSample from perfetto/protos/trace/profiling/stack_sample.proto, which any producer may write, and
 * StreamingProfilePacket from profile_packet.proto, which Chrome writes. Called by the packet loop in perfetto.c.
 * Adds samples to TvPerfettoProfiles, and sample kinds to the builder. */

#define MAX_FRAMES   65535
#define MAX_KINDS    256 /* maximum number of kinds of weights; low, because the lookup is linear */
#define NS_PER_US    1000
#define SAMPLES_KIND "samples" /* kind of samples without a weight; each sample counts as one */

typedef struct
{
  guint32 source; /* string id of the profiler's name, or TV_NONE */
  guint32 name;
  TvWeightUnit unit;
  guint32 kind;
} Kind;

typedef struct
{
  TvPerfettoTask task;
  TvPerfettoExecution execution;
  TvPerfettoMeasure primary;
  guint64 weight;
  gboolean has_weight;
  TvSpan frames; /* bytes of an InlineCallstack */
  guint64 iid;   /* iid of a Callstack; 0 if the stack is in @frames */
  guint8 error;
} Sample;

/* Iterator over the numbers of a repeated field, which may be packed. */
typedef struct
{
  TvProto message;
  TvProto packed;
  guint field;
} Numbers;

static Numbers
open_numbers (TvSpan message, guint field)
{
  return (Numbers){ tv_proto_open (message), tv_proto_open ((TvSpan){ NULL, 0 }), field };
}

static gboolean
next_number (Numbers *self, guint64 *number)
{
  TvProtoField field;

  while (!tv_proto_take_varint (&self->packed, number))
    {
      if (!tv_proto_next (&self->message, &field))
        return FALSE;
      if (field.number != self->field)
        continue;
      *number = field.value;
      if (field.type == TV_PROTO_VARINT)
        return TRUE;
      self->packed = tv_proto_open (field.bytes);
    }
  return TRUE;
}

/* ---- Kinds and threads ---- */

static guint32
get_samples_kind (TvPerfettoProfiles *self)
{
  return tv_sample_writer_get_kind (&self->writer, (TvSpan){ SAMPLES_KIND, strlen (SAMPLES_KIND) });
}

/* Appends the name of the profiler to the name of a weight. Needed if another profiler uses the same name, because
 * values of different profilers must not be added up. */
static guint32
intern_own_name (TvTraceBuilder *builder, guint32 name, guint32 source)
{
  g_autofree char *text = g_strdup_printf (
      "%s (%s)", tv_trace_builder_get_string (builder, name),
      source != TV_NONE ? tv_trace_builder_get_string (builder, source) : "other");

  return tv_trace_builder_intern (builder, text, -1);
}

/* Returns the sample kind for a profiler's counter. Adds the kind if necessary. Returns TV_NONE if the counter has no
 * name, or if there are too many kinds. */
static guint32
get_kind (TvPerfettoProfiles *self, const TvPerfettoMeasure *measure, guint32 source)
{
  Kind kind = { source, measure->name, measure->unit, TV_NONE };
  gboolean is_taken = FALSE;

  if (measure->name == TV_NONE)
    return TV_NONE;
  if (self->kinds == NULL)
    self->kinds = g_array_new (FALSE, FALSE, sizeof (Kind));
  for (guint i = 0; i < self->kinds->len; i++)
    {
      const Kind *known = &g_array_index (self->kinds, Kind, i);

      if (known->name == kind.name && known->unit == kind.unit)
        {
          if (known->source == source)
            return known->kind;
          is_taken = TRUE;
        }
    }
  if (self->kinds->len >= MAX_KINDS)
    return TV_NONE;
  kind.kind = tv_trace_builder_add_sample_kind (
      self->reader->builder,
      is_taken ? intern_own_name (self->reader->builder, kind.name, source) : kind.name, kind.unit);
  g_array_append_val (self->kinds, kind);
  return kind.kind;
}

static void
add_weight (TvPerfettoProfiles *self,
            const TvPerfettoMeasure *measure,
            guint32 source,
            guint64 reported,
            TvStackSample *sample)
{
  sample->kind = get_kind (self, measure, source);
  if (sample->kind == TV_NONE)
    return;
  if (__builtin_mul_overflow (reported, measure->multiplier, &sample->weight))
    sample->weight = G_MAXINT64;
  g_array_append_vals (self->samples, sample, 1);
}

/* Returns the thread of a task and registers its process. Returns TV_NONE for a fiber, which runs on changing
 * threads. */
static guint32
find_thread (TvPerfettoReader *reader, const TvPerfettoTask *task)
{
  TvFtraceThreads *threads = reader->threads;
  gboolean has_process = task->pid > 0 && task->pid <= G_MAXINT32;
  guint32 utid;

  if (has_process)
    tv_ftrace_threads_set_tgid (threads, tv_ftrace_threads_ensure (threads, (gint32) task->pid),
                                (gint32) task->pid);
  if (!task->has_thread || task->tid > G_MAXINT32)
    return TV_NONE;
  utid = tv_ftrace_threads_ensure (threads, (gint32) task->tid);
  if (has_process)
    tv_ftrace_threads_set_tgid (threads, utid, (gint32) task->pid);
  return utid;
}

/* ---- StackSample ---- */

/* Sets the async id of all rows of a sample, starting with row @first. */
static void
add_async_id (TvPerfettoProfiles *self, guint32 first, gint64 id)
{
  for (guint32 row = first; row < self->samples->len; row++)
    g_array_append_vals (self->async_ids, &(TvSparseCell){ id, row }, 1);
}

static guint8
find_error (TvSpan name)
{
  for (guint error = TV_UNWIND_FINE + 1; error < TV_N_UNWIND_ERRORS; error++)
    if (tv_span_is (name, tv_unwind_error_name ((TvUnwindError) error)))
      return (guint8) error;
  return TV_UNWIND_FINE;
}

static void
parse (TvSpan message, const TvPerfettoSampling *sampling, TvTraceBuilder *builder, Sample *out)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  *out = (Sample){ .primary = tv_perfetto_sampling_get_primary (sampling),
                   .execution = { .cpu = TV_NONE } };
  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case 1:
        out->task = tv_perfetto_parse_task (field.bytes);
        break;
      case 2:
        out->task = tv_perfetto_sampling_find_task (sampling, field.value);
        break;
      case 3:
        out->execution = tv_perfetto_parse_execution (field.bytes);
        break;
      case 4:
        out->execution = tv_perfetto_sampling_find_execution (sampling, field.value);
        break;
      case 5:
        out->frames = field.bytes;
        break;
      case 6:
        out->iid = field.value;
        break;
      case 7:
        out->error = find_error (field.bytes);
        break;
      case 9:
        out->primary = tv_perfetto_parse_measure (field.bytes, builder);
        break;
      case 10:
        out->primary = tv_perfetto_sampling_find_measure (sampling, field.value);
        break;
      case 11:
        out->weight = field.value;
        out->has_weight = TRUE;
        break;
      default:
        break;
      }
}

static guint32
get_frame (TvPerfettoProfiles *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  TvSampleFrame frame = {
    .kind = TV_FRAME_OTHER, .name = { "", 0 }, .path = { "", 0 }, .file = { "", 0 }
  };

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      frame.name = field.bytes;
    else if (field.number == 2 && field.type == TV_PROTO_BYTES)
      frame.file = field.bytes;
    else if (field.number == 3)
      frame.line = (guint32) MIN (field.value, G_MAXUINT32);
  frame.symbol_set = tv_perfetto_symbols_get_own_set (self->symbols, &frame, self->reader->builder);
  return tv_sample_writer_get_frame (&self->writer, &frame);
}

/* Reads a stack inside the sample, starting with the outermost frame. Drops inner frames beyond MAX_FRAMES. Returns
 * the callsite. */
static guint32
get_inline_stack (TvPerfettoProfiles *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint32 callsite = TV_NONE;

  for (guint n = 0; n < MAX_FRAMES && tv_proto_next (&proto, &field);)
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      {
        callsite = tv_sample_writer_push (&self->writer, callsite, get_frame (self, field.bytes));
        n++;
      }
  return callsite;
}

/* Gets the counters of a sample: those that the sample lists, or else the defaults of its sequence. Returns the
 * number of counters. */
static guint
find_followers (const TvPerfettoMessage *message,
                TvTraceBuilder *builder,
                TvPerfettoMeasure *followers)
{
  const TvPerfettoSampling *sampling = message->sequence->sampling;
  const GArray *defaults = tv_perfetto_sampling_get_followers (sampling);
  TvProto proto = tv_proto_open (message->content);
  Numbers iids = open_numbers (message->content, 13);
  TvProtoField field;
  guint64 iid;
  guint n = 0;

  while (n < TV_PERFETTO_MAX_FOLLOWERS && tv_proto_next (&proto, &field))
    if (field.number == 12 && field.type == TV_PROTO_BYTES)
      followers[n++] = tv_perfetto_parse_measure (field.bytes, builder);
  if (n == 0)
    while (n < TV_PERFETTO_MAX_FOLLOWERS && next_number (&iids, &iid))
      followers[n++] = tv_perfetto_sampling_find_measure (sampling, iid);
  if (n == 0 && defaults != NULL)
    for (; n < defaults->len; n++)
      followers[n] = g_array_index (defaults, TvPerfettoMeasure, n);
  return n;
}

/**
 * tv_perfetto_take_stack_sample:
 * @message: a StackSample
 *
 * Collects a row for each weight of the sample. tv_perfetto_profiles_emit() adds the rows to the builder.
 */
void
tv_perfetto_take_stack_sample (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvPerfettoProfiles *self = reader->profiles;
  Numbers weights = open_numbers (message->content, 14);
  TvPerfettoMeasure followers[TV_PERFETTO_MAX_FOLLOWERS];
  TvStackSample out = { .ts = message->ts, .callsite = TV_NONE };
  guint64 weight;
  guint32 source = tv_perfetto_sampling_get_source (message->sequence->sampling);
  guint32 first = self->samples->len;
  Sample sample;
  guint n;

  parse (message->content, message->sequence->sampling, reader->builder, &sample);
  out.utid = find_thread (reader, &sample.task);
  tv_perfetto_reader_get_cpu (reader, sample.execution.cpu, &out.cpu);
  out.mode = sample.execution.mode;
  out.unwind_error = sample.error;
  out.session = tv_perfetto_profiles_get_session (self, message->sequence);
  if (sample.iid != 0)
    out.callsite = tv_perfetto_profiles_find_stack (self, message, sample.iid);
  else
    out.callsite = get_inline_stack (self, sample.frames);
  if (!sample.has_weight || get_kind (self, &sample.primary, source) == TV_NONE)
    {
      out.kind = get_samples_kind (self);
      out.weight = 1;
      g_array_append_val (self->samples, out);
    }
  else
    add_weight (self, &sample.primary, source, sample.weight, &out);
  n = find_followers (message, reader->builder, followers);
  for (guint i = 0; i < n && next_number (&weights, &weight); i++)
    add_weight (self, &followers[i], source, weight, &out);
  if (sample.task.has_async_id)
    add_async_id (self, first, sample.task.async_id);
}

/* ---- StreamingProfilePacket ---- */

/* Advances the time of the sequence and converts it to timeline time. Returns FALSE if the time is invalid. After an
 * overflow, all further times are invalid. */
static gboolean
advance (TvPerfettoReader *reader, const TvPerfettoMessage *message, gint64 delta_us, gint64 *ts)
{
  TvPerfettoSequence *sequence = message->sequence;
  gint64 ns;

  if (__builtin_add_overflow (sequence->time_us, delta_us, &sequence->time_us) ||
      sequence->time_us < 0 || __builtin_mul_overflow (sequence->time_us, NS_PER_US, &ns))
    {
      sequence->has_delta = FALSE;
      sequence->is_time_bad = TRUE;
      tv_perfetto_count (reader, TV_PERFETTO_STAT_BAD_SAMPLE_TIMES, TV_NONE, 1);
      tv_trace_builder_count_problem (reader->builder, TV_PROBLEM_BAD_PACKET,
                                      (gint64) message->packet->file_offset);
      return FALSE;
    }
  return tv_perfetto_reader_convert (reader, TV_PERFETTO_MONOTONIC, sequence->id, (guint64) ns,
                                     message->packet->file_offset, ts);
}

/**
 * tv_perfetto_take_streaming_profile:
 * @message: a StreamingProfilePacket
 *
 * Adds samples of the thread that writes the sequence. Timestamps are relative to the previous sample, or to the
 * sequence's last event with a relative timestamp.
 */
void
tv_perfetto_take_streaming_profile (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvPerfettoProfiles *self = reader->profiles;
  TvPerfettoSequence *sequence = message->sequence;
  Numbers iids = open_numbers (message->content, 1), deltas = open_numbers (message->content, 2);
  TvPerfettoTask task = { .pid = (guint32) sequence->pid,
                          .tid = (guint32) sequence->tid,
                          .has_thread = sequence->has_thread && sequence->tid > 0 };
  TvStackSample out = { .cpu = TV_NONE, .weight = 1 };
  guint64 iid, delta;

  if (!sequence->has_delta)
    {
      if (sequence->is_time_bad)
        tv_perfetto_count (reader, TV_PERFETTO_STAT_BAD_SAMPLE_TIMES, TV_NONE, 1);
      tv_trace_builder_count_problem (reader->builder, TV_PROBLEM_SKIPPED_PACKETS,
                                      (gint64) message->packet->file_offset);
      return;
    }
  out.utid = find_thread (reader, &task);
  while (sequence->has_delta && next_number (&deltas, &delta))
    {
      gboolean has_time = advance (reader, message, (gint64) delta, &out.ts);

      if (!next_number (&iids, &iid) || !has_time)
        continue;
      reader->latest = MAX (reader->latest, out.ts);
      out.kind = get_samples_kind (self);
      out.callsite = tv_perfetto_profiles_find_stack (self, message, iid);
      g_array_append_val (self->samples, out);
    }
}
