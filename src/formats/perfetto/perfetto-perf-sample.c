/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-profiles-private.h"
#include "formats/perfetto/perfetto-records.h"
#include "formats/perfetto/perfetto-recording.h"

/* Decodes PerfSample from perfetto/protos/trace/profiling/profile_packet.proto, as recorded by traced_perf. Called by
 * the packet loop in perfetto.c. Adds samples to TvPerfettoProfiles and counter values to the records. Counts are
 * cumulative, so the last count per sequence, CPU and event is stored. */

#define MAX_FOLLOWERS 64

/* Last count of an event on a CPU, per sequence. */
typedef struct
{
  guint32 sequence;
  guint32 cpu;
  guint32 event;
  guint64 count;
} Count;

typedef struct
{
  guint32 cpu;
  guint32 pid;
  guint32 tid;
  guint64 iid;
  guint64 mode;
  guint64 error;
  guint64 count;
  guint64 followers[MAX_FOLLOWERS];
  guint n_followers;
  guint64 n_lost;
  guint64 skip_reason;
  gboolean is_skipped;
  gboolean is_of_producer;
} Sample;

static void
add_followers (Sample *out, const TvProtoField *field)
{
  TvProto packed = tv_proto_open (field->bytes);
  guint64 count = field->value;

  if (field->type == TV_PROTO_VARINT && out->n_followers < MAX_FOLLOWERS)
    out->followers[out->n_followers++] = count;
  else
    while (out->n_followers < MAX_FOLLOWERS && tv_proto_take_varint (&packed, &count))
      out->followers[out->n_followers++] = count;
}

static void
parse (TvSpan message, Sample *out)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  *out = (Sample){ 0 };
  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case 1:
        out->cpu = (guint32) field.value;
        break;
      case 2:
        out->pid = (guint32) field.value;
        break;
      case 3:
        out->tid = (guint32) field.value;
        break;
      case 4:
        out->iid = field.value;
        break;
      case 5:
        out->mode = field.value;
        break;
      case 6:
        out->count = field.value;
        break;
      case 7:
        add_followers (out, &field);
        break;
      case 16:
        out->error = field.value;
        break;
      case 17:
        out->n_lost = field.value;
        break;
      case 18:
        out->skip_reason = field.value;
        out->is_skipped = TRUE;
        break;
      case 19:
        out->is_of_producer = TRUE;
        break;
      default:
        break;
      }
}

/* Returns the increase of an event's count since the sequence's last sample on that CPU, and stores the count. */
static guint64
advance (TvPerfettoProfiles *self, guint32 sequence, guint32 cpu, guint32 event, guint64 count)
{
  guint32 hash = (guint32) tv_hash_word (
      tv_hash_word (self->writer.seed ^ sequence, (guint64) cpu << 32 | event), 0);
  Count begun = { sequence, cpu, event, count };
  guint32 row;

  if (self->counts == NULL)
    self->counts = g_array_new (FALSE, FALSE, sizeof (Count));
  for (guint32 slot = hash; (row = tv_row_table_next (&self->count_rows, hash, &slot)) != TV_NONE;)
    {
      Count *known = &g_array_index (self->counts, Count, row);

      if (known->sequence == sequence && known->cpu == cpu && known->event == event)
        {
          guint64 before = known->count;

          known->count = count;
          return count > before ? count - before : 0;
        }
    }
  g_array_append_val (self->counts, begun);
  tv_row_table_add (&self->count_rows, hash, self->counts->len - 1);
  return count;
}

/* Returns the weight of a sample without a count: the period of the event, or for a clock the time between samples in
 * ns; 1 if both are unknown. */
static guint64
get_period (const TvPerfettoPerfEvent *event, gboolean is_clock)
{
  if (event->period > 0)
    return event->period;
  if (is_clock && event->frequency > 0)
    return MAX (G_GUINT64_CONSTANT (1000000000) / event->frequency, 1);
  return 1;
}

static void
add_event (TvPerfettoProfiles *self,
           const TvPerfettoMessage *message,
           const TvPerfettoPerfEvent *event,
           guint64 count,
           gboolean is_timebase,
           const Sample *sample,
           TvStackSample *out)
{
  TvPerfettoReader *reader = self->reader;
  const char *name = tv_trace_builder_get_string (reader->builder, event->name);
  guint32 counter = tv_perfetto_records_get_counter (reader->records, TV_PERFETTO_OF_CPU, out->cpu,
                                                     event->name, TV_COUNTER_ROLE_OTHER,
                                                     TV_COUNTER_UNIT_NONE);
  guint64 weight;

  out->kind = tv_sample_writer_get_kind (&self->writer, (TvSpan){ name, strlen (name) });
  if (count > 0 || !is_timebase)
    weight = advance (self, message->sequence->id, sample->cpu, event->name, count);
  else
    weight = get_period (event, g_str_has_suffix (name, "-clock"));
  out->weight = (gint64) MIN (weight, G_MAXINT64);
  g_array_append_vals (self->samples, out, 1);
  if (out->session > 0)
    tv_perfetto_records_set_source (reader->records, counter, event->name, out->session - 1);
  tv_perfetto_records_add_sample (reader->records, counter, message->ts, (double) count);
}

/* Counts a sample without a stack in the statistic for the reason. Does not count samples for which no stack was
 * requested. */
static void
count_skipped (TvPerfettoReader *reader, guint64 reason)
{
  enum
  {
    READ_STAGE = 1,
    UNWIND_STAGE = 2,
    UNWIND_ENQUEUE = 3,
  };

  if (reason == UNWIND_STAGE)
    tv_perfetto_count (reader, TV_PERFETTO_STAT_PERF_SKIPPED, TV_NONE, 1);
  else if (reason == READ_STAGE || reason == UNWIND_ENQUEUE)
    tv_perfetto_count (reader, TV_PERFETTO_STAT_PERF_SKIPPED_LOSS, TV_NONE, 1);
}

/**
 * tv_perfetto_take_perf_sample:
 * @message: a PerfSample
 *
 * Adds a sample for each counted event, or reports lost samples.
 */
void
tv_perfetto_take_perf_sample (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvPerfettoProfiles *self = reader->profiles;
  const GArray *events = message->sequence->events;
  guint n_events = events != NULL ? events->len : 0;
  TvPerfettoPerfEvent clock = { tv_trace_builder_intern (reader->builder, "cpu-clock", -1), 0, 0 };
  TvStackSample out = { .ts = message->ts, .utid = TV_NONE, .callsite = TV_NONE };
  gboolean has_cpu;
  Sample sample;

  parse (message->content, &sample);
  has_cpu = tv_perfetto_reader_get_cpu (reader, sample.cpu, &out.cpu);
  if (sample.n_lost > 0)
    {
      tv_perfetto_count (reader, TV_PERFETTO_STAT_PERF_LOST_RECORDS, has_cpu ? out.cpu : sample.cpu,
                         (gint64) MIN (sample.n_lost, (guint64) G_MAXINT64));
      tv_perfetto_reader_emit_loss (reader, TV_PROBLEM_LOST_SAMPLES, sample.cpu, sample.n_lost,
                                    (gint64) message->packet->file_offset);
      return;
    }
  if (sample.is_of_producer || !has_cpu)
    return;
  out.mode = sample.mode < TV_N_CPU_MODES ? (guint8) sample.mode : TV_CPU_MODE_UNKNOWN;
  out.unwind_error = sample.error < TV_N_UNWIND_ERRORS ? (guint8) sample.error : TV_UNWIND_FINE;
  out.session = tv_perfetto_profiles_get_session (self, message->sequence);
  out.utid = tv_ftrace_threads_ensure (reader->threads, (gint32) sample.tid);
  if (sample.pid > 0 && sample.pid <= G_MAXINT32)
    tv_ftrace_threads_set_tgid (reader->threads, out.utid, (gint32) sample.pid);
  if (sample.is_skipped)
    {
      count_skipped (reader, sample.skip_reason);
      tv_trace_builder_count_problem (reader->builder, TV_PROBLEM_SKIPPED_STACK,
                                      (gint64) message->packet->file_offset);
    }
  else
    out.callsite = tv_perfetto_profiles_find_stack (self, message, sample.iid);
  add_event (self, message, n_events > 0 ? &g_array_index (events, TvPerfettoPerfEvent, 0) : &clock,
             sample.count, TRUE, &sample, &out);
  for (guint i = 0; i < sample.n_followers && i + 1 < n_events; i++)
    add_event (self, message, &g_array_index (events, TvPerfettoPerfEvent, i + 1),
               sample.followers[i], FALSE, &sample, &out);
}
