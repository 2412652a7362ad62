/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/row-table.h"
#include "formats/perfetto/perfetto-gpu-private.h"
#include "formats/perfetto/perfetto-recording.h"
#include "formats/perfetto/perfetto-records.h"

/* Decodes counters of GPUs. Most values cover the interval that ends at their timestamp. Therefore, a sample at each
 * timestamp has the next value, and the last sample is 0. Call order: tv_perfetto_gpu_survey() for all packets; then,
 * for each packet, tv_perfetto_gpu_intern() (called by perfetto-reader.c) and tv_perfetto_take_gpu_counters().
 * tv_perfetto_gpu_finish() adds all samples to the records. The state is shared with perfetto-gpu.c. */

/* Values of GpuCounterDescriptor.MeasureUnit and GpuCounterValueDirection. */
#define UNIT_BYTES 7
#define UNIT_HERTZ 13
#define FORWARDS   2

static gint64
hash_interned (const TvPerfettoGpu *self, guint32 sequence, guint64 iid, guint64 id)
{
  return (gint64) tv_hash_word (tv_hash_word (tv_hash_word (self->seed, sequence), iid), id);
}

static void
parse_spec (TvPerfettoGpu *self,
            TvSpan message,
            guint32 gpu,
            guint64 *id,
            TvPerfettoGpuCounter *out)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  gboolean is_rate = FALSE;

  *id = 0;
  *out = (TvPerfettoGpuCounter){ .name = TV_NONE, .source = TV_NONE, .gpu = gpu };
  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      *id = field.value;
    else if (field.number == 2 && field.type == TV_PROTO_BYTES)
      out->name = out->source = tv_perfetto_reader_intern (self->reader, field.bytes);
    else if (field.number == 7 && field.type != TV_PROTO_BYTES)
      out->unit = field.value == UNIT_BYTES   ? TV_COUNTER_UNIT_BYTES
                  : field.value == UNIT_HERTZ ? TV_COUNTER_UNIT_HZ
                                              : TV_COUNTER_UNIT_NONE;
    else if (field.number == 8)
      is_rate |= field.type == TV_PROTO_BYTES || field.value != 0;
    else if (field.number == 11)
      out->is_forwards = field.value == FORWARDS;
  if (is_rate)
    out->unit = TV_COUNTER_UNIT_NONE;
}

/* Returns the row of a counter. Adds the counter if necessary. Merges counters with the same name on the same GPU. If
 * another GPU has a counter with the same name, appends the GPU to the name. */
static guint32
add_counter (TvPerfettoGpu *self, TvPerfettoGpuCounter *counter)
{
  for (guint i = 0; i < self->counters->len; i++)
    {
      const TvPerfettoGpuCounter *known = &g_array_index (self->counters, TvPerfettoGpuCounter, i);

      if (known->name != counter->name)
        continue;
      if (known->gpu == counter->gpu)
        return i;
      {
        TvTraceBuilder *builder = self->reader->builder;
        g_autofree char *name = g_strdup_printf (
            "%s (GPU %u)", tv_trace_builder_get_string (builder, counter->name), counter->gpu);

        counter->name = tv_trace_builder_intern (builder, name, -1);
        break;
      }
    }
  g_array_append_vals (self->counters, counter, 1);
  return self->counters->len - 1;
}

/* Adds the counters of a GpuCounterDescriptor, for the whole trace, or for one sequence if @iid is not 0. */
static void
take_descriptor (TvPerfettoGpu *self, TvSpan message, guint32 gpu, guint32 sequence, guint64 iid)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    {
      TvPerfettoGpuCounter counter;
      guint64 id;

      if (field.number != 1 || field.type != TV_PROTO_BYTES)
        continue;
      parse_spec (self, field.bytes, gpu, &id, &counter);
      if (counter.name == TV_NONE)
        continue;
      if (iid != 0)
        {
          gint64 *key = g_new (gint64, 1);

          *key = hash_interned (self, sequence, iid, id);
          g_hash_table_replace (self->interned, key,
                                GUINT_TO_POINTER (add_counter (self, &counter) + 1));
        }
      else if (tv_id_map_find (&self->by_id, id) == TV_NONE)
        tv_id_map_set (&self->by_id, id, add_counter (self, &counter));
      else
        {
          tv_perfetto_count (self->reader, TV_PERFETTO_STAT_BAD_GPU_COUNTERS, TV_NONE, 1);
          tv_trace_builder_count_problem (self->reader->builder, TV_PROBLEM_BAD_ARGUMENTS, -1);
        }
    }
}

/**
 * tv_perfetto_gpu_survey:
 * @packet: a packet with a GpuCounterEvent or a GpuRenderStageEvent
 *
 * Reads declarations of counters and queues. Must be called for all packets before the first packet is decoded,
 * because the declarations apply to the whole trace.
 */
void
tv_perfetto_gpu_survey (TvPerfettoGpu *self, const TvPerfettoPacket *packet)
{
  TvProto proto = tv_proto_open (packet->content);
  TvProtoField field;
  TvSpan descriptor = { NULL, 0 };
  guint32 gpu = 0;

  while (tv_proto_next (&proto, &field))
    if (packet->payload == TV_PERFETTO_GPU_COUNTERS && field.number == 1 &&
        field.type == TV_PROTO_BYTES)
      descriptor = field.bytes;
    else if (packet->payload == TV_PERFETTO_GPU_COUNTERS && field.number == 3)
      gpu = (guint32) field.value;
    else if (packet->payload == TV_PERFETTO_GPU_STAGE && field.number == 7 &&
             field.type == TV_PROTO_BYTES)
      {
        TvProto inner = tv_proto_open (field.bytes);

        while (tv_proto_next (&inner, &field))
          if (field.number == 2 && field.type == TV_PROTO_BYTES)
            {
              TvProto queue = tv_proto_open (field.bytes);
              TvSpan name = { "", 0 };
              guint32 string;

              while (tv_proto_next (&queue, &field))
                if (field.number == 1 && field.type == TV_PROTO_BYTES)
                  name = field.bytes;
              string = tv_perfetto_reader_intern (self->reader, name);
              g_array_append_val (self->queues, string);
            }
      }
  if (descriptor.text != NULL)
    take_descriptor (self, descriptor, gpu, 0, 0);
}

/**
 * tv_perfetto_gpu_intern:
 * @sequence: sequence of the packet
 * @interned: InternedData
 *
 * Adds the interned counter descriptors of a packet.
 */
void
tv_perfetto_gpu_intern (TvPerfettoGpu *self, guint32 sequence, TvSpan interned)
{
  TvProto proto = tv_proto_open (interned);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    {
      TvProto inner = tv_proto_open (field.bytes);
      TvSpan descriptor = { NULL, 0 };
      guint64 iid = 0, gpu = 0;

      if (field.number != 47 || field.type != TV_PROTO_BYTES)
        continue;
      while (tv_proto_next (&inner, &field))
        if (field.number == 1)
          iid = field.value;
        else if (field.number == 2 && field.type == TV_PROTO_BYTES)
          descriptor = field.bytes;
        else if (field.number == 3)
          gpu = field.value;
      if (iid != 0 && descriptor.text != NULL)
        take_descriptor (self, descriptor, (guint32) gpu, sequence, iid);
    }
}

static TvPerfettoGpuCounter *
find_counter (TvPerfettoGpu *self, guint32 sequence, guint64 iid, guint64 id)
{
  guint32 row;

  if (iid != 0)
    {
      gint64 key = hash_interned (self, sequence, iid, id);

      row = GPOINTER_TO_UINT (g_hash_table_lookup (self->interned, &key)) - 1;
    }
  else
    row = tv_id_map_find (&self->by_id, id);
  return row != TV_NONE ? &g_array_index (self->counters, TvPerfettoGpuCounter, row) : NULL;
}

static void
add_sample (TvPerfettoGpu *self, const TvPerfettoGpuCounter *counter, gint64 ts, double value)
{
  TvPerfettoRecords *records = self->reader->records;
  guint32 row = tv_perfetto_records_get_counter (
      records, TV_PERFETTO_OF_ALL, TV_NONE, counter->name, TV_COUNTER_ROLE_OTHER, counter->unit);

  tv_perfetto_records_set_source (records, row, counter->source, counter->gpu);
  tv_perfetto_records_add_sample (records, row, ts, value);
}

static void
take_value (TvPerfettoGpuCounter *counter, gint64 ts, double value)
{
  TvPerfettoGpuValue one = { ts, value };

  if (counter->values == NULL)
    counter->values = g_array_new (FALSE, FALSE, sizeof (TvPerfettoGpuValue));
  g_array_append_val (counter->values, one);
}

/**
 * tv_perfetto_take_gpu_counters:
 * @message: a GpuCounterEvent
 *
 * Collects the values of a packet. tv_perfetto_gpu_finish() converts them to samples.
 */
void
tv_perfetto_take_gpu_counters (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvPerfettoGpu *self = reader->gpu;
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  guint64 iid = 0;

  while (tv_proto_next (&proto, &field))
    if (field.number == 4)
      iid = field.value;
  proto = tv_proto_open (message->content);
  while (tv_proto_next (&proto, &field))
    {
      TvProto inner = tv_proto_open (field.bytes);
      TvPerfettoGpuCounter *counter;
      guint64 id = 0;
      double value = 0.0;

      if (field.number != 2 || field.type != TV_PROTO_BYTES)
        continue;
      while (tv_proto_next (&inner, &field))
        if (field.number == 1)
          id = field.value;
        else if (field.number == 2)
          value = (double) (gint64) field.value;
        else if (field.number == 3)
          value = tv_proto_double (field.value);
      counter = find_counter (self, message->packet->sequence, iid, id);
      if (counter != NULL)
        take_value (counter, message->ts, value);
      else
        tv_trace_builder_count_problem (reader->builder, TV_PROBLEM_UNKNOWN_TRACK,
                                        (gint64) message->packet->file_offset);
    }
}

static int
compare_values (gconstpointer a, gconstpointer b)
{
  const TvPerfettoGpuValue *x = a, *y = b;

  return (x->ts > y->ts) - (x->ts < y->ts);
}

/* Adds the samples of a counter in time order. Values with equal timestamps keep their order. */
static void
emit_values (TvPerfettoGpu *self, const TvPerfettoGpuCounter *counter)
{
  GArray *values = counter->values;

  g_array_sort (values, compare_values);
  for (guint i = 0; i < values->len; i++)
    {
      const TvPerfettoGpuValue *one = &g_array_index (values, TvPerfettoGpuValue, i);
      const TvPerfettoGpuValue *next = i + 1 < values->len ? one + 1 : NULL;

      add_sample (self, counter, one->ts,
                  counter->is_forwards ? one->value
                  : next != NULL       ? next->value
                                       : 0.0);
    }
}

/**
 * tv_perfetto_gpu_finish:
 * @self: GPU decoder, after the last packet
 *
 * Adds the samples of all counters to the records.
 */
void
tv_perfetto_gpu_finish (TvPerfettoGpu *self)
{
  for (guint i = 0; i < self->counters->len; i++)
    {
      const TvPerfettoGpuCounter *counter = &g_array_index (self->counters, TvPerfettoGpuCounter,
                                                            i);

      if (counter->values != NULL)
        emit_values (self, counter);
    }
}
