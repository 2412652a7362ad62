/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-recording.h"

#include <glib/gi18n.h>

#include "core/trace-builder-recording.h"

/* Adds statistics: those of the recorder, which are copied, and those of the reader. Their names are from
 * perfetto/src/trace_processor/storage/stats.h. Called by perfetto-metadata.c at the end of a trace, and by
 * perfetto.c for each CpuInfo; decoders call tv_perfetto_count() and tv_perfetto_note(). Adds statistics, CPUs and
 * clock readings to the builder; owns no state. */

/* ---- Counted by the reader ---- */

static TvStat
make_stat (TvPerfettoReader *reader, TvPerfettoStat stat, guint32 idx, gint64 value)
{
  static const struct
  {
    const char *name;
    TvStatSeverity severity;
    gboolean is_of_recorder;
  } known[] = {
    [TV_PERFETTO_STAT_SKIPPED_PACKETS] = { "packet_skipped_seq_needs_incremental_state_invalid",
                                           TV_STAT_NOTICE },
    [TV_PERFETTO_STAT_SKIPPED_INTERNED] = { "interned_data_skipped_incremental_state_invalid",
                                            TV_STAT_NOTICE },
    [TV_PERFETTO_STAT_SKIPPED_SWITCHES] = { "compact_sched_switch_skipped", TV_STAT_INFO },
    [TV_PERFETTO_STAT_SKIPPED_WAKINGS] = { "compact_sched_waking_skipped", TV_STAT_INFO },
    [TV_PERFETTO_STAT_BAD_COMPACT_SCHED] = { "compact_sched_has_parse_errors", TV_STAT_ERROR,
                                             TRUE },
    [TV_PERFETTO_STAT_UNKNOWN_CLOCK] = { "clock_sync_failure_unknown_source_clock", TV_STAT_ERROR },
    [TV_PERFETTO_STAT_NO_CLOCK_PATH] = { "clock_sync_failure_no_path", TV_STAT_ERROR },
    [TV_PERFETTO_STAT_BAD_SNAPSHOTS] = { "invalid_clock_snapshots", TV_STAT_ERROR },
    [TV_PERFETTO_STAT_CPU_LOSS] = { "ftrace_cpu_has_data_loss", TV_STAT_DATA_LOSS, TRUE },
    [TV_PERFETTO_STAT_CPU_OVERRUN] = { "ftrace_cpu_overrun_delta", TV_STAT_INFO, TRUE },
    [TV_PERFETTO_STAT_HEAP_REJECTED] = { "heapprofd_rejected_concurrent", TV_STAT_ERROR, TRUE },
    [TV_PERFETTO_STAT_HEAP_DISCONNECTED] = { "heapprofd_client_disconnected", TV_STAT_INFO, TRUE },
    [TV_PERFETTO_STAT_HEAP_OVERRAN] = { "heapprofd_buffer_overran", TV_STAT_DATA_LOSS, TRUE },
    [TV_PERFETTO_STAT_HEAP_CORRUPTED] = { "heapprofd_buffer_corrupted", TV_STAT_ERROR, TRUE },
    [TV_PERFETTO_STAT_HEAP_GUARDRAIL] = { "heapprofd_hit_guardrail", TV_STAT_ERROR, TRUE },
    [TV_PERFETTO_STAT_HEAP_CLIENT_ERROR] = { "heapprofd_client_error", TV_STAT_ERROR, TRUE },
    [TV_PERFETTO_STAT_HEAP_MISSING_PACKET] = { "heapprofd_missing_packet", TV_STAT_ERROR, TRUE },
    [TV_PERFETTO_STAT_HEAP_UNWIND_SAMPLES] = { "heapprofd_unwind_samples", TV_STAT_INFO, TRUE },
    [TV_PERFETTO_STAT_HEAP_LAST_TIME] = { "heapprofd_last_profile_timestamp", TV_STAT_INFO, TRUE },
    [TV_PERFETTO_STAT_HEAP_UNWIND_TIME] = { "heapprofd_unwind_time_us", TV_STAT_INFO, TRUE },
    [TV_PERFETTO_STAT_PERF_SKIPPED] = { "perf_samples_skipped", TV_STAT_ERROR, TRUE },
    [TV_PERFETTO_STAT_PERF_SKIPPED_LOSS] = { "perf_samples_skipped_dataloss", TV_STAT_DATA_LOSS,
                                             TRUE },
    [TV_PERFETTO_STAT_PERF_LOST_RECORDS] = { "perf_cpu_lost_records", TV_STAT_DATA_LOSS, TRUE },
    [TV_PERFETTO_STAT_SEQUENCE_LOSS] = { "traced_buf_sequence_packet_loss", TV_STAT_DATA_LOSS },
    [TV_PERFETTO_STAT_DROPPED_SEQUENCES] = { "traced_buf_incremental_sequences_dropped",
                                             TV_STAT_DATA_LOSS },
    [TV_PERFETTO_STAT_BAD_MARKS] = { "systrace_parse_failure", TV_STAT_ERROR },
    [TV_PERFETTO_STAT_BAD_FRAMES] = { "frame_timeline_event_parser_errors", TV_STAT_INFO },
    [TV_PERFETTO_STAT_UNPAIRED_FRAME_ENDS] = { "frame_timeline_unpaired_end_event", TV_STAT_INFO },
    [TV_PERFETTO_STAT_BAD_GPU_COUNTERS] = { "gpu_counters_invalid_spec", TV_STAT_ERROR },
    [TV_PERFETTO_STAT_BAD_HEAP_OBJECTS] = { "heap_graph_malformed_packet", TV_STAT_ERROR, TRUE },
    [TV_PERFETTO_STAT_HEAP_GRAPH_MISSING_PACKET] = { "heap_graph_missing_packet", TV_STAT_ERROR,
                                                     TRUE },
    [TV_PERFETTO_STAT_EMPTY_RAILS] = { "power_rail_empty_packet", TV_STAT_ERROR, TRUE },
    [TV_PERFETTO_STAT_UNKNOWN_RAILS] = { "power_rail_unknown_index", TV_STAT_ERROR, TRUE },
    [TV_PERFETTO_STAT_EMPTY_STACKS] = { "stackprofile_empty_callstack", TV_STAT_ERROR, TRUE },
    [TV_PERFETTO_STAT_UNKNOWN_STACKS] = { "stackprofile_invalid_callstack_id", TV_STAT_ERROR,
                                          TRUE },
    [TV_PERFETTO_STAT_UNKNOWN_FRAMES] = { "stackprofile_invalid_frame_id", TV_STAT_ERROR, TRUE },
    [TV_PERFETTO_STAT_UNKNOWN_MAPPINGS] = { "stackprofile_invalid_mapping_id", TV_STAT_ERROR,
                                            TRUE },
    [TV_PERFETTO_STAT_UNKNOWN_STRINGS] = { "stackprofile_invalid_string_id", TV_STAT_ERROR, TRUE },
    [TV_PERFETTO_STAT_NO_BUILD_ID] = { "symbolization_tmp_build_id_not_found", TV_STAT_ERROR },
    [TV_PERFETTO_STAT_MISPLACED_ENDS] = { "misplaced_end_event", TV_STAT_DATA_LOSS },
    [TV_PERFETTO_STAT_BAD_EVENT_TIMES] = { "track_event_invalid_timestamp", TV_STAT_ERROR },
    [TV_PERFETTO_STAT_BAD_SAMPLE_TIMES] = { "streaming_profile_invalid_timestamp", TV_STAT_ERROR },
    [TV_PERFETTO_STAT_CONTRADICTING_TRACKS] = { "track_descriptor_conflicting_reservation",
                                                TV_STAT_ERROR },
  };
  TvStat row = { .idx = idx, .value = value };

  G_STATIC_ASSERT (G_N_ELEMENTS (known) == TV_N_PERFETTO_STATS);
  row.name = tv_trace_builder_intern (reader->builder, known[stat].name, -1);
  row.severity = known[stat].severity;
  row.is_of_recorder = known[stat].is_of_recorder;
  return row;
}

/* Adds @n to a statistic. @idx is a buffer, CPU or pid; TV_NONE for a statistic of the whole trace. */
void
tv_perfetto_count (TvPerfettoReader *reader, TvPerfettoStat stat, guint32 idx, gint64 n)
{
  TvStat row = make_stat (reader, stat, idx, n);

  tv_trace_builder_add_stat (reader->builder, &row);
}

/* Sets a statistic. Replaces an earlier value. */
void
tv_perfetto_note (TvPerfettoReader *reader, TvPerfettoStat stat, guint32 idx, gint64 value)
{
  TvStat row = make_stat (reader, stat, idx, value);

  tv_trace_builder_set_stat (reader->builder, &row);
}

/* ---- Counted by the recorder ---- */

typedef struct
{
  const char *name; /* NULL if the field is skipped */
  TvStatSeverity severity;
} StatField;

/* Adds the numeric fields of a message to the statistics. @names is indexed by field number. Skips fields without a
 * name and fields with the value 0. */
static void
add_stats (TvPerfettoReader *reader,
           TvSpan message,
           const StatField *names,
           guint n,
           const char *suffix,
           guint32 idx)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    {
      g_autofree char *name = NULL;

      if (field.number >= n || names[field.number].name == NULL || field.type != TV_PROTO_VARINT ||
          field.value == 0)
        continue;
      name = g_strconcat (names[field.number].name, suffix, NULL);
      tv_trace_builder_add_stat (
          reader->builder, &(TvStat){ .name = tv_trace_builder_intern (reader->builder, name, -1),
                                      .idx = idx,
                                      .severity = names[field.number].severity,
                                      .is_of_recorder = TRUE,
                                      .value = (gint64) MIN (field.value, (guint64) G_MAXINT64) });
    }
}

/* Adds the losses of a sequence to the statistics of its buffer. */
static void
add_writer (TvPerfettoReader *reader, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint64 sequence = 0, buffer = 0;
  const TvPerfettoSequence *reported;
  guint32 row;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      sequence = field.value;
    else if (field.number == 4)
      buffer = field.value;
  row = sequence <= G_MAXUINT32 ? tv_id_map_find (&reader->sequence_rows, (guint32) sequence)
                                : TV_NONE;
  if (row == TV_NONE || buffer >= TV_NONE)
    return;
  reported = g_ptr_array_index (reader->sequences, row);
  if (reported->n_losses > 0)
    tv_perfetto_count (reader, TV_PERFETTO_STAT_SEQUENCE_LOSS, (guint32) buffer,
                       (gint64) reported->n_losses);
  if (reported->n_packets > 0 && reported->n_skipped == reported->n_packets)
    tv_perfetto_count (reader, TV_PERFETTO_STAT_DROPPED_SEQUENCES, (guint32) buffer, 1);
}

/**
 * tv_perfetto_emit_trace_stats:
 * @message: the last TraceStats, from perfetto/protos/common/trace_stats.proto
 *
 * Adds the statistics of the recording and of its buffers.
 */
void
tv_perfetto_emit_trace_stats (TvPerfettoReader *reader, TvSpan message)
{
  static const StatField of_all[] = {
    [2] = { "traced_producers_connected", TV_STAT_INFO },
    [3] = { "traced_producers_seen", TV_STAT_INFO },
    [4] = { "traced_data_sources_registered", TV_STAT_INFO },
    [5] = { "traced_data_sources_seen", TV_STAT_INFO },
    [6] = { "traced_tracing_sessions", TV_STAT_INFO },
    [7] = { "traced_total_buffers", TV_STAT_INFO },
    [8] = { "traced_chunks_discarded", TV_STAT_INFO },
    [9] = { "traced_patches_discarded", TV_STAT_INFO },
    [12] = { "traced_flushes_requested", TV_STAT_INFO },
    [13] = { "traced_flushes_succeeded", TV_STAT_INFO },
    [14] = { "traced_flushes_failed", TV_STAT_INFO },
  };
  static const StatField of_buffer[] = {
    [1] = { "traced_buf_bytes_written", TV_STAT_INFO },
    [2] = { "traced_buf_chunks_written", TV_STAT_INFO },
    [3] = { "traced_buf_chunks_overwritten", TV_STAT_INFO },
    [4] = { "traced_buf_write_wrap_count", TV_STAT_INFO },
    [5] = { "traced_buf_patches_succeeded", TV_STAT_INFO },
    [6] = { "traced_buf_patches_failed", TV_STAT_DATA_LOSS },
    [7] = { "traced_buf_readaheads_succeeded", TV_STAT_INFO },
    [8] = { "traced_buf_readaheads_failed", TV_STAT_INFO },
    [9] = { "traced_buf_abi_violations", TV_STAT_DATA_LOSS },
    [10] = { "traced_buf_chunks_rewritten", TV_STAT_INFO },
    [11] = { "traced_buf_chunks_committed_out_of_order", TV_STAT_INFO },
    [12] = { "traced_buf_buffer_size", TV_STAT_INFO },
    [13] = { "traced_buf_bytes_overwritten", TV_STAT_INFO },
    [14] = { "traced_buf_bytes_read", TV_STAT_INFO },
    [15] = { "traced_buf_padding_bytes_written", TV_STAT_INFO },
    [16] = { "traced_buf_padding_bytes_cleared", TV_STAT_INFO },
    [17] = { "traced_buf_chunks_read", TV_STAT_INFO },
    [18] = { "traced_buf_chunks_discarded", TV_STAT_INFO },
    [19] = { "traced_buf_trace_writer_packet_loss", TV_STAT_DATA_LOSS },
  };
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint32 buffer = 0;

  add_stats (reader, message, of_all, G_N_ELEMENTS (of_all), "", TV_NONE);
  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      add_stats (reader, field.bytes, of_buffer, G_N_ELEMENTS (of_buffer), "", buffer++);
    else if (field.number == 18 && field.type == TV_PROTO_BYTES)
      add_writer (reader, field.bytes);
}

/**
 * tv_perfetto_emit_cpu_stats:
 * @message: an FtraceCpuStats, from perfetto/protos/trace/ftrace/ftrace_stats.proto
 * @is_end: whether the message was written at the end of the recording instead of its start
 *
 * Adds the statistics of a CPU's kernel buffer.
 */
void
tv_perfetto_emit_cpu_stats (TvPerfettoReader *reader, TvSpan message, gboolean is_end)
{
  static const StatField of_cpu[] = {
    [2] = { "ftrace_cpu_entries", TV_STAT_INFO },
    [3] = { "ftrace_cpu_overrun", TV_STAT_INFO },
    [4] = { "ftrace_cpu_commit_overrun", TV_STAT_INFO },
    [5] = { "ftrace_cpu_bytes_read", TV_STAT_INFO },
    [8] = { "ftrace_cpu_dropped_events", TV_STAT_INFO },
    [9] = { "ftrace_cpu_read_events", TV_STAT_INFO },
  };
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint64 number = 0;
  guint32 cpu;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      number = field.value;
  if (tv_perfetto_reader_get_cpu (reader, number, &cpu))
    add_stats (reader, message, of_cpu, G_N_ELEMENTS (of_cpu), is_end ? "_end" : "_begin", cpu);
}

/* ---- CPUs ---- */

static guint32
get_highest (const TvProtoField *field)
{
  TvProto packed = tv_proto_open (field->bytes);
  guint64 number = field->value, highest = 0;

  if (field->type == TV_PROTO_VARINT)
    return (guint32) MIN (number, G_MAXUINT32);
  while (tv_proto_take_varint (&packed, &number))
    highest = MAX (highest, number);
  return (guint32) MIN (highest, G_MAXUINT32);
}

/* Adds the name of a CPU's processor to the metadata. */
static void
add_processor (TvPerfettoReader *reader, guint32 number, const TvCpu *cpu)
{
  char key[32];

  if (cpu->processor == TV_NONE)
    return;
  g_snprintf (key, sizeof key, "cpu-%u-processor", number);
  tv_perfetto_reader_add_metadata (
      reader, key, tv_trace_builder_get_string (reader->builder, cpu->processor), -1);
}

/**
 * tv_perfetto_take_cpu_info:
 * @message: a CpuInfo, from perfetto/protos/trace/system_info/cpu_info.proto
 *
 * Adds all CPUs. The message lists them in the order of CPU numbers.
 */
void
tv_perfetto_take_cpu_info (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  TvCpu cpu = { 0 };
  guint32 number = 0;

  for (; tv_proto_next (&proto, &field) && tv_perfetto_reader_get_cpu (reader, number, &cpu.cpu);)
    {
      TvProto inner = tv_proto_open (field.bytes);

      if (field.number != 1 || field.type != TV_PROTO_BYTES)
        continue;
      cpu.processor = cpu.capacity = TV_NONE;
      cpu.max_khz = 0;
      while (tv_proto_next (&inner, &field))
        if (field.number == 1 && field.type == TV_PROTO_BYTES && field.bytes.size > 0)
          cpu.processor = tv_perfetto_reader_intern (reader, field.bytes);
        else if (field.number == 2)
          cpu.max_khz = MAX (cpu.max_khz, get_highest (&field));
        else if (field.number == 3 && field.type == TV_PROTO_VARINT)
          cpu.capacity = (guint32) MIN (field.value, TV_NONE - 1);
      tv_trace_builder_add_cpu (reader->builder, &cpu);
      add_processor (reader, number++, &cpu);
    }
}

/* ---- Clocks ---- */

static void
add_reading (const TvPerfettoSnapshotClock *reported, gpointer data)
{
  TvPerfettoReader *reader = data;
  TvSnapshotClock reading = { reported->ts, reported->snapshot, reported->number, reported->value,
                              reader->machine };

  if (!__builtin_add_overflow (reading.ts, reader->offset_ns, &reading.ts))
    tv_trace_builder_add_clock_reading (reader->builder, &reading);
}

/**
 * tv_perfetto_emit_clocks:
 * @reader: a reader, after the last packet
 *
 * Adds the clock snapshots to the builder, and reports invalid snapshots.
 */
void
tv_perfetto_emit_clocks (TvPerfettoReader *reader)
{
  tv_perfetto_clocks_visit (&reader->clocks, add_reading, reader);
  if (reader->clocks.n_bad > 0)
    {
      tv_perfetto_count (reader, TV_PERFETTO_STAT_BAD_SNAPSHOTS, TV_NONE,
                         (gint64) reader->clocks.n_bad);
      tv_trace_builder_add_problem (reader->builder, TV_PROBLEM_BAD_PACKET, -1, "%s",
                                    _("clock snapshots contradict each other"));
      tv_trace_builder_count_problems (reader->builder, TV_PROBLEM_BAD_PACKET, -1,
                                       reader->clocks.n_bad - 1);
    }
}
