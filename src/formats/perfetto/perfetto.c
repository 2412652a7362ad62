/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "formats/ftrace/ftrace-merge.h"
#include "formats/perfetto/perfetto-buffers.h"
#include "formats/perfetto/perfetto-counters.h"
#include "formats/perfetto/perfetto-descriptor.h"
#include "formats/perfetto/perfetto-facts.h"
#include "formats/perfetto/perfetto-frames.h"
#include "formats/perfetto/perfetto-gpu.h"
#include "formats/perfetto/perfetto-heap-graph.h"
#include "formats/perfetto/perfetto-kernel-events.h"
#include "formats/perfetto/perfetto-left-out.h"
#include "formats/perfetto/perfetto-log.h"
#include "formats/perfetto/perfetto-other-kernel.h"
#include "formats/perfetto/perfetto-processes.h"
#include "formats/perfetto/perfetto-profiles.h"
#include "formats/perfetto/perfetto-read-clock.h"
#include "formats/perfetto/perfetto-reader.h"
#include "formats/perfetto/perfetto-recording.h"
#include "formats/perfetto/perfetto-records.h"
#include "formats/perfetto/perfetto-smaps.h"
#include "formats/perfetto/perfetto-track-event.h"
#include "formats/perfetto/perfetto-tracks.h"
#include "formats/perfetto/perfetto-walk.h"

/* Perfetto traces, as documented by perfetto/protos/trace/trace_packet.proto: see perfetto-reader.h. */

#define SURVEY_PART 0.1
#define TAKE_PART   0.5

/* ---- Sequences and times ---- */

static TvPerfettoSequence *
get_sequence (TvPerfettoReader *self, guint32 id)
{
  guint32 row = tv_id_map_find (&self->sequence_rows, id);

  if (row == TV_NONE)
    {
      row = self->sequences->len;
      tv_id_map_set (&self->sequence_rows, id, row);
      g_ptr_array_add (self->sequences, tv_perfetto_sequence_new (id));
    }
  return g_ptr_array_index (self->sequences, row);
}

/**
 * tv_perfetto_reader_convert:
 * @self: a reader
 * @clock_id: a number of a clock, or 0 for that of the trace
 * @sequence: who tells it
 * @told: what it showed, in the clock's unit
 * @where: offset in the file
 * @ts: (out): when that is by the trace's clock, in ns, as the timeline has it
 *
 * Returns: %FALSE if nothing ties the clock to the trace's; that is counted
 */
gboolean
tv_perfetto_reader_convert (TvPerfettoReader *self,
                            guint32 clock_id,
                            guint32 sequence,
                            guint64 told,
                            guint64 where,
                            gint64 *ts)
{
  TvPerfettoClocks *clocks = &self->clocks;
  guint32 clock = clock_id != 0 ? tv_perfetto_clocks_find (clocks, clock_id, sequence)
                                : clocks->trace_clock;
  gint64 shown;

  if (tv_perfetto_clocks_take (clocks, clock, told, &shown) &&
      tv_perfetto_clocks_convert (clocks, clock, shown, ts) &&
      !__builtin_add_overflow (*ts, self->offset_ns, ts))
    return TRUE;
  tv_perfetto_count (self,
                     tv_perfetto_clocks_is_tied (clocks, clock) ? TV_PERFETTO_STAT_NO_CLOCK_PATH
                                                                : TV_PERFETTO_STAT_UNKNOWN_CLOCK,
                     TV_NONE, 1);
  tv_trace_builder_count_problem (self->builder, TV_PROBLEM_UNTIED_CLOCK, (gint64) where);
  return FALSE;
}

/* Begins or loses what packets of the sequence refer to. Returns whether this packet can be used. */
static gboolean
update_sequence (TvPerfettoReader *self,
                 TvPerfettoSequence *sequence,
                 const TvPerfettoPacket *packet)
{
  gboolean is_first = sequence->n_packets++ == 0;

  if (packet->flags & TV_PERFETTO_STATE_CLEARED)
    tv_perfetto_sequence_clear (sequence);
  else if (packet->dropped != 0)
    tv_perfetto_sequence_lose (sequence);
  if (packet->dropped != 0 && !is_first)
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_LOST_PACKETS, (gint64) packet->where,
                                  _("sequence %u"), sequence->id);
  if (packet->defaults.text != NULL)
    tv_perfetto_sequence_set_defaults (sequence, packet->defaults, self->builder);
  if (packet->interned.text != NULL && !sequence->is_valid)
    tv_perfetto_count (self, TV_PERFETTO_STAT_SKIPPED_INTERNED, TV_NONE, 1);
  if (packet->interned.text != NULL && sequence->is_valid)
    {
      tv_perfetto_sequence_intern (sequence, packet->interned, self->builder);
      tv_perfetto_gpu_intern (self->gpu, packet->sequence, packet->interned);
    }
  if ((packet->flags & TV_PERFETTO_NEEDS_STATE) == 0 || sequence->is_valid)
    return TRUE;
  tv_perfetto_count (self, TV_PERFETTO_STAT_SKIPPED_PACKETS, TV_NONE, 1);
  tv_trace_builder_count_problem (self->builder, TV_PROBLEM_SKIPPED_PACKETS,
                                  (gint64) packet->where);
  return FALSE;
}

/* ---- Survey ---- */

static void
survey_system_info (TvPerfettoReader *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      {
        TvProto inner = tv_proto_open (field.bytes);

        while (tv_proto_next (&inner, &field))
          if (field.number == 3 && field.type == TV_PROTO_BYTES)
            self->kernel = tv_perfetto_kernel_parse (field.bytes);
          else if (field.number == 4 && field.type == TV_PROTO_BYTES)
            g_snprintf (self->machine, sizeof self->machine, "%.*s",
                        (int) MIN (field.bytes.size, sizeof self->machine - 1), field.bytes.text);
      }
}

static void
survey_service_event (TvPerfettoReader *self, const TvPerfettoPacket *packet)
{
  TvProto proto = tv_proto_open (packet->said);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 2 && field.value != 0 && packet->timestamp <= G_MAXINT64)
      self->started_at = (gint64) packet->timestamp;
}

static void
survey_ftrace_stats (TvPerfettoReader *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 8)
      self->keeps_early |= field.value != 0;
}

/* A #TvPerfettoVisit. */
static gboolean
survey_packet (const TvPerfettoPacket *packet, gpointer data)
{
  TvPerfettoReader *self = data;

  if (!tv_perfetto_is_of_machine (self, packet))
    return TRUE;
  switch (packet->payload)
    {
    case TV_PERFETTO_CLOCK_SNAPSHOT:
      tv_perfetto_clocks_add_snapshot (&self->clocks, packet->said, packet->sequence);
      break;
    case TV_PERFETTO_FTRACE_EVENTS:
      tv_perfetto_kernel_events_survey (self, packet);
      break;
    case TV_PERFETTO_SYSTEM_INFO:
      survey_system_info (self, packet->said);
      break;
    case TV_PERFETTO_SERVICE_EVENT:
      survey_service_event (self, packet);
      break;
    case TV_PERFETTO_FTRACE_STATS:
      survey_ftrace_stats (self, packet->said);
      break;
    case TV_PERFETTO_TRACK_DESCRIPTOR:
      tv_perfetto_tracks_describe (self->tracks, packet->said);
      break;
    case TV_PERFETTO_MODULE_SYMBOLS:
      tv_perfetto_symbols_take_module (tv_perfetto_profiles_get_symbols (self->profiles),
                                       packet->said);
      break;
    case TV_PERFETTO_DEOBFUSCATION:
      tv_perfetto_symbols_take_names (tv_perfetto_profiles_get_symbols (self->profiles),
                                      packet->said);
      break;
    case TV_PERFETTO_GPU_COUNTERS:
    case TV_PERFETTO_GPU_STAGE:
      tv_perfetto_gpu_survey (self->gpu, packet);
      break;
    default:
      break;
    }
  return TRUE;
}

/* ---- Taking ---- */

static void
take_clock_snapshot (TvPerfettoReader *self, const TvPerfettoMessage *message)
{
  tv_perfetto_clocks_pass (&self->clocks);
}

static void
take_kernel_events (TvPerfettoReader *self, const TvPerfettoMessage *message)
{
  tv_perfetto_kernel_events_take (self->events, message);
}

/* What it says of the track is known; whose the sequence is may change. */
static void
take_track_descriptor (TvPerfettoReader *self, const TvPerfettoMessage *message)
{
  TvPerfettoDescriptor told;

  if (!tv_perfetto_descriptor_parse (message->said, self->builder, &told) || !told.has_thread)
    return;
  message->sequence->tid = told.tid;
  message->sequence->pid = told.pid;
  message->sequence->has_thread = TRUE;
}

static void
ignore (TvPerfettoReader *self, const TvPerfettoMessage *message)
{
}

/* What reads a payload. */
static const struct
{
  void (*take) (TvPerfettoReader *self, const TvPerfettoMessage *message);
  gboolean needs_time;
} payloads[TV_N_PERFETTO_PAYLOADS] = {
  [TV_PERFETTO_FTRACE_EVENTS] = { take_kernel_events, FALSE },
  [TV_PERFETTO_PROCESS_TREE] = { tv_perfetto_take_process_tree, FALSE },
  [TV_PERFETTO_CLOCK_SNAPSHOT] = { take_clock_snapshot, FALSE },
  [TV_PERFETTO_PROCESS_STATS] = { tv_perfetto_take_process_stats, TRUE },
  [TV_PERFETTO_PROCESS_DESCRIPTOR] = { tv_perfetto_take_process, FALSE },
  [TV_PERFETTO_THREAD_DESCRIPTOR] = { tv_perfetto_take_thread, FALSE },
  [TV_PERFETTO_TRACK_DESCRIPTOR] = { take_track_descriptor, FALSE },
  [TV_PERFETTO_SERVICE_EVENT] = { ignore, FALSE },
  [TV_PERFETTO_SYS_STATS] = { tv_perfetto_take_sys_stats, TRUE },
  [TV_PERFETTO_TRACK_EVENT] = { tv_perfetto_take_track_event, FALSE },
  [TV_PERFETTO_TRACE_CONFIG] = { tv_perfetto_take_config, FALSE },
  [TV_PERFETTO_FTRACE_STATS] = { tv_perfetto_take_ftrace_stats, FALSE },
  [TV_PERFETTO_TRACE_STATS] = { tv_perfetto_take_trace_stats, FALSE },
  [TV_PERFETTO_PROFILE_PACKET] = { tv_perfetto_take_profile_packet, FALSE },
  [TV_PERFETTO_HEAP_GRAPH] = { tv_perfetto_take_heap_graph, TRUE },
  [TV_PERFETTO_MODULE_SYMBOLS] = { ignore, FALSE },
  [TV_PERFETTO_DEOBFUSCATION] = { ignore, FALSE },
  [TV_PERFETTO_PERF_SAMPLE] = { tv_perfetto_take_perf_sample, TRUE },
  [TV_PERFETTO_STREAMING_PROFILE] = { tv_perfetto_take_streaming_profile, FALSE },
  [TV_PERFETTO_STACK_SAMPLE] = { tv_perfetto_take_stack_sample, TRUE },
  [TV_PERFETTO_SMAPS] = { tv_perfetto_take_smaps, TRUE },
  [TV_PERFETTO_BATTERY] = { tv_perfetto_take_battery, TRUE },
  [TV_PERFETTO_ANDROID_LOG] = { tv_perfetto_take_android_log, FALSE },
  [TV_PERFETTO_POWER_RAILS] = { tv_perfetto_take_power_rails, FALSE },
  [TV_PERFETTO_SYSTEM_INFO] = { tv_perfetto_take_system_info, FALSE },
  [TV_PERFETTO_TRIGGER] = { tv_perfetto_take_trigger, FALSE },
  [TV_PERFETTO_PACKAGES_LIST] = { tv_perfetto_take_packages, FALSE },
  [TV_PERFETTO_GPU_COUNTERS] = { tv_perfetto_take_gpu_counters, TRUE },
  [TV_PERFETTO_GPU_STAGE] = { tv_perfetto_take_gpu_stage, TRUE },
  [TV_PERFETTO_GPU_LOG] = { tv_perfetto_take_gpu_log, TRUE },
  [TV_PERFETTO_GPU_MEMORY] = { tv_perfetto_take_gpu_memory, TRUE },
  [TV_PERFETTO_VULKAN_API] = { tv_perfetto_take_vulkan, TRUE },
  [TV_PERFETTO_CPU_INFO] = { tv_perfetto_take_cpu_info, FALSE },
  [TV_PERFETTO_INITIAL_DISPLAY_STATE] = { tv_perfetto_take_display_state, TRUE },
  [TV_PERFETTO_GRAPHICS_FRAME] = { tv_perfetto_take_graphics_frame, TRUE },
  [TV_PERFETTO_FRAME_TIMELINE] = { tv_perfetto_take_frame, TRUE },
  [TV_PERFETTO_UI_STATE] = { ignore, FALSE },
  [TV_PERFETTO_SYSTEM_PROPERTY] = { tv_perfetto_take_system_property, TRUE },
  [TV_PERFETTO_TRACE_UUID] = { tv_perfetto_take_uuid, FALSE },
  [TV_PERFETTO_ENTITY_STATE_RESIDENCY] = { tv_perfetto_take_entity_states, TRUE },
  [TV_PERFETTO_TASK_STATE] = { tv_perfetto_take_task_state, TRUE },
  [TV_PERFETTO_TASK_CPU_FREQUENCY] = { tv_perfetto_take_cpu_frequency, TRUE },
  [TV_PERFETTO_TASK_RENAME] = { tv_perfetto_take_task_rename, FALSE },
  [TV_PERFETTO_TASK_TREE] = { tv_perfetto_take_task_tree, FALSE },
  [TV_PERFETTO_TRACE_ATTRIBUTES] = { tv_perfetto_take_attributes, FALSE },
  [TV_PERFETTO_SYNCHRONIZATION_MARKER] = { ignore, FALSE },
};

static void
find_time (TvPerfettoReader *self, TvPerfettoMessage *message)
{
  const TvPerfettoPacket *packet = message->packet;
  guint32 clock = packet->clock_id != 0 ? packet->clock_id : message->sequence->clock_id;

  message->ts = self->latest;
  message->has_time = TRUE;
  /* That of a bundle is when it was read. */
  if (!packet->has_timestamp || packet->payload == TV_PERFETTO_FTRACE_EVENTS)
    return;
  message->has_time = tv_perfetto_reader_convert (self, clock, packet->sequence, packet->timestamp,
                                                  packet->where, &message->ts);
  if (message->has_time)
    self->latest = MAX (self->latest, message->ts);
}

/* A #TvPerfettoVisit. */
static gboolean
take_packet (const TvPerfettoPacket *packet, gpointer data)
{
  TvPerfettoReader *self = data;
  TvPerfettoMessage message = { .packet = packet, .said = packet->said };
  guint payload = packet->payload;

  if (!tv_perfetto_is_of_machine (self, packet))
    {
      tv_perfetto_left_out_count_machine (self->left_out, packet->machine);
      return TRUE;
    }
  message.sequence = get_sequence (self, packet->sequence);
  if (!update_sequence (self, message.sequence, packet))
    return TRUE;
  find_time (self, &message);
  if (payload == 0)
    return TRUE;
  if (payload >= TV_N_PERFETTO_PAYLOADS || payloads[payload].take == NULL)
    tv_perfetto_left_out_count (self->left_out, payload);
  else if (message.has_time || !payloads[payload].needs_time)
    payloads[payload].take (self, &message);
  return TRUE;
}

/* ---- All of it ---- */

static void
tell_of_walk (TvPerfettoReader *self, const TvPerfettoWalk *walk)
{
  if (walk->n_bad > 0)
    tv_trace_builder_count_problems (self->builder, TV_PROBLEM_BAD_PACKET, (gint64) walk->first_bad,
                                     walk->n_bad);
  if (walk->cut_at >= 0)
    tv_trace_builder_count_problem (self->builder, TV_PROBLEM_CUT_RECORD, walk->cut_at);
  if (walk->broken_at >= 0)
    tv_trace_builder_count_problem (self->builder, TV_PROBLEM_BAD_BLOCK, walk->broken_at);
  tv_perfetto_left_out_tell (self);
}

static TvPerfettoReader *
new_reader (TvFtraceMerge *merge, const TvTimedInput *input, const TvReadContext *context)
{
  TvTraceBuilder *builder = merge->builder;
  TvPerfettoReader *self = g_new (TvPerfettoReader, 1);

  *self = (TvPerfettoReader){
    .builder = builder,
    .context = context,
    .threads = &merge->threads,
    .offset_ns = input->offset_ns,
    .started_at = G_MININT64,
    .valid_from = G_MININT64,
    .last_logged = G_MININT64,
    .categories = g_string_new (NULL),
    .key = g_string_new (NULL),
    .losses = g_array_new (FALSE, TRUE, sizeof (TvPerfettoLoss)),
    .sequences = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_perfetto_sequence_free),
  };
  tv_perfetto_clocks_init (&self->clocks);
  tv_id_map_init (&self->sequence_rows);
  tv_id_map_init (&self->first_of_cpu);
  self->events = tv_perfetto_kernel_events_new (self);
  self->records = tv_perfetto_records_new (self);
  self->tracks = tv_perfetto_tracks_new (self);
  self->frames = tv_perfetto_frames_new ();
  self->buffers = tv_perfetto_buffers_new (self);
  self->sources = tv_perfetto_sources_new ();
  self->profiles = tv_perfetto_profiles_new (self);
  self->gpu = tv_perfetto_gpu_new (self);
  self->heap_graphs = tv_perfetto_heap_graphs_new (self);
  self->smaps = tv_perfetto_smaps_new (self);
  self->other_kernel = tv_perfetto_other_kernel_new (self);
  self->left_out = tv_perfetto_left_out_new ();
  /* One that is read alone has no name. */
  if (input->name != NULL)
    self->place = tv_trace_builder_begin_input (builder, input->name, input->input->size);
  return self;
}

static void
free_reader (gpointer member)
{
  TvPerfettoReader *self = member;

  tv_perfetto_kernel_events_free (self->events);
  tv_perfetto_records_free (self->records);
  tv_perfetto_tracks_free (self->tracks);
  tv_perfetto_frames_free (self->frames);
  tv_perfetto_buffers_free (self->buffers);
  tv_perfetto_sources_free (self->sources);
  tv_perfetto_profiles_free (self->profiles);
  tv_perfetto_gpu_free (self->gpu);
  tv_perfetto_heap_graphs_free (self->heap_graphs);
  tv_perfetto_smaps_free (self->smaps);
  tv_perfetto_other_kernel_free (self->other_kernel);
  tv_perfetto_left_out_free (self->left_out);
  g_clear_pointer (&self->last_stats, g_bytes_unref);
  g_array_unref (self->losses);
  g_string_free (self->categories, TRUE);
  g_string_free (self->key, TRUE);
  tv_id_map_clear (&self->first_of_cpu);
  tv_id_map_clear (&self->sequence_rows);
  tv_perfetto_clocks_clear (&self->clocks);
  g_ptr_array_unref (self->sequences);
  g_free (self);
}

static gboolean
take_all (TvPerfettoReader *self, TvInput *input, GError **error)
{
  TvPerfettoWalk survey = { .input = input,
                            .place = self->place,
                            .context = self->context,
                            .to = SURVEY_PART,
                            .visit = survey_packet,
                            .data = self };
  TvPerfettoWalk take = { .input = input,
                          .place = self->place,
                          .context = self->context,
                          .from = SURVEY_PART,
                          .to = TAKE_PART,
                          .visit = take_packet,
                          .data = self };

  if (!tv_perfetto_choose_machine (self, input, error) || !tv_perfetto_walk (&survey, error))
    return FALSE;
  tv_perfetto_clocks_settle (&self->clocks);
  if (self->started_at != G_MININT64)
    tv_add_ns (&self->started_at, self->offset_ns);
  if (self->valid_from != G_MININT64)
    tv_add_ns (&self->valid_from, self->offset_ns);
  if (!tv_perfetto_walk (&take, error))
    return FALSE;
  tv_perfetto_gpu_finish (self->gpu);
  tv_perfetto_buffers_tell (self->buffers);
  tell_of_walk (self, &take);
  tv_perfetto_tell_facts (self);
  return TRUE;
}

/* ---- In the order of time ---- */

static void
get_span (TvPerfettoReader *self, gint64 *first, gint64 *last)
{
  *first = tv_perfetto_records_get_first (self->records);
  *last = MAX (tv_perfetto_records_get_last (self->records), self->last_logged);
  tv_perfetto_profiles_get_span (self->profiles, first, last);
  tv_perfetto_heap_graphs_get_span (self->heap_graphs, first, last);
  tv_perfetto_other_kernel_get_span (self->other_kernel, first, last);
}

static gint64
get_first (gpointer member)
{
  gint64 first, last;

  get_span (member, &first, &last);
  return first;
}

static gint64
get_next (gpointer member)
{
  return tv_perfetto_records_get_next (((TvPerfettoReader *) member)->records);
}

static gint64
get_last (gpointer member)
{
  gint64 first, last;

  get_span (member, &first, &last);
  return last;
}

static void
settle (gpointer member)
{
  tv_perfetto_tracks_settle (((TvPerfettoReader *) member)->tracks);
}

static void
tell (gpointer member, gint64 until)
{
  tv_perfetto_records_tell (((TvPerfettoReader *) member)->records, until);
}

static gboolean
finish (gpointer member, const TvReadContext *context, GError **error)
{
  TvPerfettoReader *self = member;

  tv_perfetto_other_kernel_tell (self->other_kernel);
  tv_perfetto_profiles_tell (self->profiles);
  tv_perfetto_heap_graphs_tell (self->heap_graphs);
  tv_perfetto_smaps_tell (self->smaps);
  return TRUE;
}

static const TvFtraceMemberType member_type = { get_first, get_next, get_last,   settle,
                                                tell,      finish,   free_reader };

static gboolean
gather (const TvTimedInput *input,
        TvFtraceMerge *merge,
        const TvReadContext *context,
        GError **error)
{
  TvPerfettoReader *reader = new_reader (merge, input, context);
  TvLogLines told;
  TvFtraceMember member = { .origin = { .wakes_preempted = TRUE, .trusts_marks = TRUE },
                            .tick_ns = 1,
                            .is_recording = TRUE,
                            .type = &member_type,
                            .data = reader };

  tv_trace_builder_get_log_lines (merge->builder, &told);
  if (!take_all (reader, input->input, error))
    {
      free_reader (reader);
      return FALSE;
    }
  /* The context is the caller's. */
  reader->context = NULL;
  tv_perfetto_records_sort (reader->records);
  member.origin.seen = tv_perfetto_kernel_events_get_seen (reader->events);
  member.origin.valid_from = reader->valid_from;
  tv_ftrace_merge_add (merge, input, reader->place, &member);
  merge->first_logged = MIN (merge->first_logged, told.n);
  return TRUE;
}

static gboolean
read_perfetto (TvInput *input,
               TvTraceBuilder *builder,
               const TvReadContext *context,
               GError **error)
{
  return tv_ftrace_merge_read (&tv_format_perfetto, input, builder, context, error);
}

const TvFormat tv_format_perfetto = {
  .id = "perfetto",
  .title = N_("Perfetto traces (protobuf)"),
  .patterns = (const char *const[]){ "*.pftrace", "*.perfetto-trace", "*.perfetto", "*.ptrace",
                                     NULL },
  .mime_type = "application/x-perfetto-trace",
  .mime_title = N_("Perfetto trace"),
  .probe = tv_perfetto_probe,
  .read = read_perfetto,
  .read_clock = tv_perfetto_read_clock,
  .gather = gather,
};
