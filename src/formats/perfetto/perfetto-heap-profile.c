/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-heap-profile.h"

#include <glib/gi18n.h>

#include "core/memory/row-table.h"
#include "formats/perfetto/perfetto-profiles.h"
#include "formats/perfetto/perfetto-recording.h"
#include "formats/perfetto/perfetto-stacks.h"

#define DUMPS_TRACK "Heap dumps"
#define DUMP_NAME   "heap dump"

/* Decodes ProfilePacket from perfetto/protos/trace/profiling/profile_packet.proto, as recorded by heapprofd. A dump
 * contains the memory that each stack has allocated and freed since the start of the recording. The builder receives
 * the change of each stack since the previous dump. Called by the packet loop in perfetto.c; at the end of the file,
 * tv_perfetto_heap_profiles_emit() adds the changes to the builder. Owns the totals of all stacks, and the changes
 * until then. */

/* Totals of a stack in one heap of a process, at the last dump. */
typedef struct
{
  guint32 sequence;
  guint32 generation;
  guint32 pid;
  guint32 heap;
  guint64 iid;
  guint32 callsite;
  guint64 allocated, freed, n_allocated, n_freed;
} Total;

/* State of a sequence that contains heap dumps. */
typedef struct
{
  guint32 sequence;
  guint32 generation;
  guint64 next_index;
  TvPerfettoStacks *
      own; /* (nullable) stacks that the profile packets themselves contain, as written by Android 10 */
} Writer;

struct _TvPerfettoHeapProfiles
{
  TvPerfettoReader *reader;
  guint64 seed; /* seed of hashes */
  GArray *
      changes; /* TvHeapChange; until tv_perfetto_heap_profiles_emit(), @upid is the first thread that used the
                    * pid */
  GArray *totals;
  TvRowTable total_rows;
  GArray *writers;
  TvIdMap writer_rows;
};

/* Fields of a process's dump, or of a part of the dump, without the samples. */
typedef struct
{
  guint64 pid;
  gint64 ts;
  guint32 heap;
  gboolean reports_frees;
  gboolean is_at_max_counted;
  gint64 file_offset;
} Dump;

typedef struct
{
  guint64 iid;
  guint64 allocated, freed, n_allocated, n_freed;
  guint64 max, n_max;
} Sample;

static void
clear_writer (gpointer data)
{
  Writer *self = data;

  tv_perfetto_stacks_free (self->own);
}

TvPerfettoHeapProfiles *
tv_perfetto_heap_profiles_new (TvPerfettoReader *reader)
{
  TvPerfettoHeapProfiles *self = g_new0 (TvPerfettoHeapProfiles, 1);

  self->reader = reader;
  self->seed = tv_trace_builder_get_seed (reader->builder);
  self->changes = g_array_new (FALSE, FALSE, sizeof (TvHeapChange));
  self->totals = g_array_new (FALSE, FALSE, sizeof (Total));
  self->writers = g_array_new (FALSE, FALSE, sizeof (Writer));
  g_array_set_clear_func (self->writers, clear_writer);
  tv_id_map_init (&self->writer_rows);
  return self;
}

void
tv_perfetto_heap_profiles_free (TvPerfettoHeapProfiles *self)
{
  g_array_unref (self->changes);
  g_array_unref (self->totals);
  tv_row_table_clear (&self->total_rows);
  g_array_unref (self->writers);
  tv_id_map_clear (&self->writer_rows);
  g_free (self);
}

static Writer *
get_writer (TvPerfettoHeapProfiles *self, const TvPerfettoSequence *sequence)
{
  Writer begun = { sequence->id, sequence->generation, 0, NULL }, *writer;
  guint32 row = tv_id_map_find (&self->writer_rows, sequence->id);

  if (row == TV_NONE)
    {
      row = self->writers->len;
      g_array_append_val (self->writers, begun);
      tv_id_map_set (&self->writer_rows, sequence->id, row);
    }
  writer = &g_array_index (self->writers, Writer, row);
  if (writer->generation != sequence->generation)
    {
      writer->generation = sequence->generation;
      writer->next_index = 0;
    }
  return writer;
}

static Total *
get_total (TvPerfettoHeapProfiles *self, const Total *of)
{
  guint64 long_hash = tv_hash_word (self->seed, (guint64) of->sequence << 32 | of->generation);
  guint32 hash, row;

  long_hash = tv_hash_word (tv_hash_word (long_hash, (guint64) of->pid << 32 | of->heap), of->iid);
  hash = (guint32) tv_hash_word (tv_hash_word (long_hash, of->callsite), 0);
  for (guint32 slot = hash; (row = tv_row_table_next (&self->total_rows, hash, &slot)) != TV_NONE;)
    {
      Total *known = &g_array_index (self->totals, Total, row);

      if (known->sequence == of->sequence && known->generation == of->generation &&
          known->pid == of->pid && known->heap == of->heap && known->iid == of->iid &&
          known->callsite == of->callsite)
        return known;
    }
  g_array_append_vals (self->totals, of, 1);
  tv_row_table_add (&self->total_rows, hash, self->totals->len - 1);
  return &g_array_index (self->totals, Total, self->totals->len - 1);
}

/* ---- Samples ---- */

static void
parse_sample (TvSpan message, Sample *out)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  *out = (Sample){ 0 };
  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case 1:
        out->iid = field.value;
        break;
      case 2:
        out->allocated = field.value;
        break;
      case 3:
        out->freed = field.value;
        break;
      case 5:
        out->n_allocated = field.value;
        break;
      case 6:
        out->n_freed = field.value;
        break;
      case 8:
        out->max = field.value;
        break;
      case 9:
        out->n_max = field.value;
        break;
      default:
        break;
      }
}

/* Computes the change between two totals. Returns FALSE if the total decreases, or grows by more than 2⁶³ − 1; the
 * dump is then corrupt. */
static gboolean
find_change (guint64 before, guint64 now, gint64 *change)
{
  if (now < before || now - before > G_MAXINT64)
    return FALSE;
  *change = (gint64) (now - before);
  return TRUE;
}

static void
add_change (TvPerfettoHeapProfiles *self,
            const Dump *dump,
            guint32 utid,
            guint32 callsite,
            gint64 size,
            gint64 count)
{
  TvHeapChange change = { dump->ts, dump->heap, utid, TV_NONE, callsite, size, count };

  if (size != 0 || count != 0)
    g_array_append_val (self->changes, change);
}

static void
take_sample (TvPerfettoHeapProfiles *self,
             const Writer *writer,
             const Dump *dump,
             const Sample *sample,
             guint32 callsite)
{
  guint32 utid = TV_NONE;
  Total of = { .sequence = writer->sequence,
               .generation = writer->generation,
               .pid = (guint32) dump->pid,
               .heap = dump->heap,
               .iid = sample->iid,
               .callsite = callsite };
  Total *total = get_total (self, &of);
  gint64 allocated, freed, n_allocated, n_freed;

  if (dump->pid > 0 && dump->pid <= G_MAXINT32)
    utid = tv_ftrace_threads_ensure (self->reader->threads, (gint32) dump->pid);
  if (find_change (total->allocated, sample->allocated, &allocated) &&
      find_change (total->n_allocated, sample->n_allocated, &n_allocated))
    {
      add_change (self, dump, utid, callsite, allocated, n_allocated);
      total->allocated = sample->allocated;
      total->n_allocated = sample->n_allocated;
    }
  else
    tv_trace_builder_add_problem (self->reader->builder, TV_PROBLEM_HEAP_DUMP, dump->file_offset,
                                  _("a total decreased"));
  if (find_change (total->freed, sample->freed, &freed) &&
      find_change (total->n_freed, sample->n_freed, &n_freed))
    {
      if (dump->reports_frees)
        add_change (self, dump, utid, callsite, -freed, -n_freed);
      total->freed = sample->freed;
      total->n_freed = sample->n_freed;
    }
  else
    tv_trace_builder_add_problem (self->reader->builder, TV_PROBLEM_HEAP_DUMP, dump->file_offset,
                                  _("a total decreased"));
}

/* Finds a stack. Stacks inside the packet take precedence over those of the sequence. Returns FALSE if the stack is
 * missing. */
static gboolean
find_stack (TvPerfettoReader *reader,
            const Writer *writer,
            const TvPerfettoSequence *sequence,
            guint64 iid,
            guint32 *callsite)
{
  TvPerfettoStacks *stacks = sequence->stacks;

  if (writer->own != NULL && tv_perfetto_stacks_has (writer->own, iid))
    stacks = writer->own;
  return tv_perfetto_profiles_find_in (reader->profiles, stacks, iid, callsite);
}

/* ---- Dumps ---- */

static void
emit_flag (TvPerfettoReader *reader, guint field, guint64 pid, gint64 file_offset)
{
  static const TvPerfettoStat stats[] = {
    [4] = TV_PERFETTO_STAT_HEAP_REJECTED,   [6] = TV_PERFETTO_STAT_HEAP_DISCONNECTED,
    [7] = TV_PERFETTO_STAT_HEAP_OVERRAN,    [8] = TV_PERFETTO_STAT_HEAP_CORRUPTED,
    [10] = TV_PERFETTO_STAT_HEAP_GUARDRAIL, [14] = TV_PERFETTO_STAT_HEAP_CLIENT_ERROR,
  };
  static const char *const flags[] = {
    [4] = N_("this recording was rejected because another one was running"),
    [6] = N_("the process disconnected before the end"),
    [7] = N_("the recording stopped because the buffer was full"),
    [8] = N_("the buffer was damaged"),
    [10] = N_("the recording exceeded its limits and was stopped"),
    [14] = N_("the profiler failed"),
  };

  if (field >= G_N_ELEMENTS (flags) || flags[field] == NULL)
    return;
  tv_perfetto_count (reader, stats[field], (guint32) pid, 1);
  tv_trace_builder_add_problem (
      reader->builder, TV_PROBLEM_HEAP_DUMP, file_offset,
      /* Translators: a process id, and the reason why the process's heap dump is incomplete */
      _("process %u: %s"), (guint) pid, _ (flags[field]));
}

/* Adds the unwinding statistics of a dump to the statistics of the trace. */
static void
emit_stats (TvPerfettoReader *reader, TvSpan message, guint64 pid)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if ((field.number == 2 || field.number == 5) && field.value <= G_MAXINT64)
      tv_perfetto_count (reader,
                         field.number == 2 ? TV_PERFETTO_STAT_HEAP_UNWIND_SAMPLES
                                           : TV_PERFETTO_STAT_HEAP_UNWIND_TIME,
                         (guint32) pid, (gint64) field.value);
}

/* Parses a dump except for its samples, and reports the dump's problems and statistics. Returns FALSE if the
 * timestamp of the dump cannot be converted. */
static gboolean
parse_dump (TvPerfettoReader *reader, const TvPerfettoMessage *message, TvSpan bytes, Dump *out)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  TvSpan name = { "unknown", 7 };
  guint64 reported = 0;

  *out = (Dump){ .file_offset = (gint64) message->packet->file_offset };
  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      out->pid = field.value;
    else if (field.number == 9)
      reported = field.value;
    else if (field.number == 11 && field.type == TV_PROTO_BYTES)
      name = field.bytes;
    else if (field.number == 13)
      out->is_at_max_counted = field.value > 0;
  proto = tv_proto_open (bytes);
  while (tv_proto_next (&proto, &field))
    if (field.type == TV_PROTO_VARINT && field.value != 0)
      emit_flag (reader, field.number, out->pid, out->file_offset);
    else if (field.number == 5 && field.type == TV_PROTO_BYTES)
      emit_stats (reader, field.bytes, out->pid);
  /* The recorder does not observe frees in the Java heap. */
  out->reports_frees = !tv_span_is (name, "com.android.art");
  out->heap = tv_trace_builder_add_heap (
      reader->builder, tv_trace_builder_intern (reader->builder, name.text, (gssize) name.size),
      out->reports_frees);
  if (!tv_perfetto_reader_convert (reader, TV_PERFETTO_MONOTONIC_COARSE, message->packet->sequence,
                                   reported, message->packet->file_offset, &out->ts))
    return FALSE;
  if (message->has_time && message->packet->has_timestamp && message->ts > 0)
    tv_perfetto_note (reader, TV_PERFETTO_STAT_HEAP_LAST_TIME, (guint32) out->pid, message->ts);
  return TRUE;
}

static void
take_dump (TvPerfettoReader *reader,
           const Writer *writer,
           const TvPerfettoMessage *message,
           TvSpan bytes)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  Dump dump;

  if (!parse_dump (reader, message, bytes, &dump))
    return;
  while (tv_proto_next (&proto, &field))
    {
      Sample sample;
      guint32 callsite;

      if (field.number != 2 || field.type != TV_PROTO_BYTES)
        continue;
      parse_sample (field.bytes, &sample);
      /* A dump at the maximum contains only the sizes and counts at the time of maximum memory use. */
      if (sample.max > 0)
        sample = (Sample){ .iid = sample.iid,
                           .allocated = sample.max,
                           .n_allocated = dump.is_at_max_counted ? sample.n_max
                                                                 : sample.n_allocated };
      if (find_stack (reader, writer, message->sequence, sample.iid, &callsite))
        take_sample (reader->heap_profiles, writer, &dump, &sample, callsite);
      else
        tv_trace_builder_count_problem (reader->builder, TV_PROBLEM_MISSING_STACK,
                                        dump.file_offset);
    }
}

static void
take_own_stacks (TvPerfettoReader *reader, Writer *writer, TvSpan message)
{
  static const TvPerfettoStackField fields[] = {
    [1] = TV_PERFETTO_ALL_STRINGS,
    [2] = TV_PERFETTO_FRAMES,
    [3] = TV_PERFETTO_CALLSTACKS,
    [4] = TV_PERFETTO_MAPPINGS,
  };
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number < G_N_ELEMENTS (fields) && field.type == TV_PROTO_BYTES)
      {
        if (writer->own == NULL)
          writer->own = tv_perfetto_stacks_new ();
        tv_perfetto_stacks_intern (writer->own, fields[field.number], field.bytes, reader->builder);
      }
}

/**
 * tv_perfetto_take_profile_packet:
 * @message: a ProfilePacket, which contains dumps or parts of dumps
 *
 * Collects the changes of each dump, and reports missing packets.
 */
void
tv_perfetto_take_profile_packet (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  Writer *writer = get_writer (reader->heap_profiles, message->sequence);
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  gboolean goes_on = FALSE;
  guint64 index = 0;

  while (tv_proto_next (&proto, &field))
    if (field.number == 6)
      goes_on = field.value != 0;
    else if (field.number == 7)
      index = field.value;
  if (index > writer->next_index)
    {
      tv_perfetto_count (reader, TV_PERFETTO_STAT_HEAP_MISSING_PACKET, TV_NONE, 1);
      tv_trace_builder_add_problem (reader->builder, TV_PROBLEM_HEAP_DUMP,
                                    (gint64) message->packet->file_offset,
                                    _("packets are missing"));
    }
  writer->next_index = index + 1;
  take_own_stacks (reader, writer, message->content);
  proto = tv_proto_open (message->content);
  while (tv_proto_next (&proto, &field))
    if (field.number == 5 && field.type == TV_PROTO_BYTES)
      take_dump (reader, writer, message, field.bytes);
  if (!goes_on && writer->own != NULL)
    tv_perfetto_stacks_clear (writer->own);
}

/* ---- Output ---- */

/**
 * tv_perfetto_heap_profiles_get_span:
 * @self: heap profiles, after the last packet
 * @first: (inout): time in ns; lowered to the time of the first heap dump
 * @last: (inout): time in ns; raised to the time of the last heap dump
 *
 * Extends a time range to contain all heap dumps.
 */
void
tv_perfetto_heap_profiles_get_span (const TvPerfettoHeapProfiles *self, gint64 *first, gint64 *last)
{
  for (guint i = 0; i < self->changes->len; i++)
    {
      *first = MIN (*first, g_array_index (self->changes, TvHeapChange, i).ts);
      *last = MAX (*last, g_array_index (self->changes, TvHeapChange, i).ts);
    }
}

/* Time and process of a heap dump. */
typedef struct
{
  gint64 ts;
  guint32 upid;
} ProcessDump;

static int
compare_dumps (gconstpointer a, gconstpointer b)
{
  const ProcessDump *left = a, *right = b;

  if (left->ts != right->ts)
    return left->ts < right->ts ? -1 : 1;
  return (left->upid > right->upid) - (left->upid < right->upid);
}

/* Sorts @dumps, and adds an instant for each dump to its process. */
static void
emit_dumps (TvPerfettoHeapProfiles *self, GArray *dumps)
{
  TvTraceBuilder *builder = self->reader->builder;
  TvSymbol symbol = { TV_NONE, TV_NONE, TV_NONE, TV_NONE, 0 };
  guint32 name = tv_trace_builder_intern (builder, DUMPS_TRACK, -1);
  guint32 dump_symbol;

  symbol.name = tv_trace_builder_intern (builder, DUMP_NAME, -1);
  dump_symbol = tv_trace_builder_add_symbol (builder, &symbol);
  g_array_sort (dumps, compare_dumps);
  for (guint i = 0; i < dumps->len; i++)
    {
      const ProcessDump *dump = &g_array_index (dumps, ProcessDump, i);

      if (i > 0 && compare_dumps (dump, dump - 1) == 0)
        continue;
      tv_trace_builder_instant (builder,
                                tv_trace_builder_get_extra_track (
                                    builder, TV_TRACK_ASYNC, TV_ROLE_HEAP_DUMPS, dump->upid, name),
                                dump_symbol, dump->ts, -1);
    }
}

/**
 * tv_perfetto_heap_profiles_emit:
 * @self: heap profiles, after the last packet
 *
 * Adds the changes of heaps to the builder, and an instant per dump and process. Must be called after all other data
 * has been added.
 */
void
tv_perfetto_heap_profiles_emit (TvPerfettoHeapProfiles *self)
{
  TvFtraceThreads *threads = self->reader->threads;
  g_autoptr (GArray) dumps = g_array_new (FALSE, FALSE, sizeof (ProcessDump));

  for (guint i = 0; i < self->changes->len; i++)
    {
      TvHeapChange *change = &g_array_index (self->changes, TvHeapChange, i);

      if (change->upid != TV_NONE)
        {
          guint32 utid = tv_perfetto_find_thread (threads, change->upid, change->ts);
          ProcessDump dump = { change->ts, tv_ftrace_threads_make_process (threads, utid) };

          change->upid = dump.upid;
          /* Changes of the same dump are usually consecutive. */
          if (dumps->len == 0 ||
              compare_dumps (&dump, &g_array_index (dumps, ProcessDump, dumps->len - 1)) != 0)
            g_array_append_val (dumps, dump);
        }
      tv_trace_builder_add_heap_change (self->reader->builder, change);
    }
  if (dumps->len > 0)
    emit_dumps (self, dumps);
}
