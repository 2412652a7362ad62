/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "formats/ftrace/ftrace-merge.h"
#include "formats/perfetto/perfetto-buffers.h"
#include "formats/perfetto/perfetto-counters.h"
#include "formats/perfetto/perfetto-cut.h"
#include "formats/perfetto/perfetto-descriptor.h"
#include "formats/perfetto/perfetto-metadata.h"
#include "formats/perfetto/perfetto-frames.h"
#include "formats/perfetto/perfetto-gpu.h"
#include "formats/perfetto/perfetto-heap-graph.h"
#include "formats/perfetto/perfetto-heap-profile.h"
#include "formats/perfetto/perfetto-kernel-events.h"
#include "formats/perfetto/perfetto-skipped.h"
#include "formats/perfetto/perfetto-log.h"
#include "formats/perfetto/perfetto-machines.h"
#include "formats/perfetto/perfetto-other-kernel.h"
#include "formats/perfetto/perfetto-fragments.h"
#include "formats/perfetto/perfetto-prepared.h"
#include "formats/perfetto/perfetto-processes.h"
#include "formats/perfetto/perfetto-profiles.h"
#include "formats/perfetto/perfetto-read-clock.h"
#include "formats/perfetto/perfetto-reader.h"
#include "formats/perfetto/perfetto-recording.h"
#include "formats/perfetto/perfetto-records.h"
#include "formats/perfetto/perfetto-smaps.h"
#include "formats/perfetto/perfetto-track-event.h"
#include "formats/perfetto/perfetto-tracks.h"

/* Reads Perfetto traces, which perfetto/protos/trace/trace_packet.proto defines. See perfetto-reader.h for the steps.
 * Entry point: tv_format_perfetto, listed in TV_FORMATS. gather() surveys and decodes a file on the workers of
 * perfetto-walk.c. Afterwards, ftrace-merge.c owns the readers and calls @member_type. */

#define SURVEY_PART 0.1
#define TAKE_PART   0.5

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
            self->kernel = tv_kernel_version_parse (field.bytes);
          else if (field.number == 4 && field.type == TV_PROTO_BYTES)
            g_snprintf (self->uname_machine, sizeof self->uname_machine, "%.*s",
                        (int) MIN (field.bytes.size, sizeof self->uname_machine - 1),
                        field.bytes.text);
      }
}

static void
survey_service_event (TvPerfettoReader *self, const TvPerfettoPacket *packet)
{
  TvProto proto = tv_proto_open (packet->content);
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

/* Reads data that must be known before packets are decoded. A #TvPerfettoVisit. */
static gboolean
survey_packet (const TvPerfettoPacket *packet, gpointer data)
{
  TvPerfettoReader *self = tv_perfetto_machines_survey (data, packet);

  if (self == NULL)
    return TRUE;
  switch (packet->payload)
    {
    case TV_PERFETTO_CLOCK_SNAPSHOT:
      tv_perfetto_clocks_add_snapshot (&self->clocks, packet->content, packet->sequence);
      break;
    case TV_PERFETTO_REMOTE_CLOCK_SYNC:
      tv_perfetto_remote_clocks_take (&self->remote_clocks, packet->content, packet->sequence,
                                      &self->clocks);
      break;
    case TV_PERFETTO_FTRACE_EVENTS:
      tv_perfetto_kernel_events_survey (self, packet);
      break;
    case TV_PERFETTO_PROCESS_TREE:
      if (self->reuse != NULL)
        tv_perfetto_survey_process_tree (self->reuse, packet->content);
      break;
    case TV_PERFETTO_SYSTEM_INFO:
      survey_system_info (self, packet->content);
      break;
    case TV_PERFETTO_SERVICE_EVENT:
      survey_service_event (self, packet);
      break;
    case TV_PERFETTO_FTRACE_STATS:
      survey_ftrace_stats (self, packet->content);
      break;
    case TV_PERFETTO_TRACK_DESCRIPTOR:
      tv_perfetto_tracks_describe (self->tracks, packet->content);
      break;
    case TV_PERFETTO_MODULE_SYMBOLS:
      tv_perfetto_symbols_take_module (tv_perfetto_profiles_get_symbols (self->profiles),
                                       packet->content);
      break;
    case TV_PERFETTO_DEOBFUSCATION:
      tv_perfetto_symbols_take_names (tv_perfetto_profiles_get_symbols (self->profiles),
                                      packet->content);
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

/* ---- Decoding ---- */

static void
take_clock_snapshot (TvPerfettoReader *self, const TvPerfettoMessage *message)
{
  tv_perfetto_clocks_pass (&self->clocks);
}

static void
take_remote_clocks (TvPerfettoReader *self, const TvPerfettoMessage *message)
{
  tv_perfetto_remote_clocks_pass (message->content, &self->clocks);
}

static void
take_kernel_events (TvPerfettoReader *self, const TvPerfettoMessage *message)
{
  tv_perfetto_kernel_events_take (self->events, message);
}

/* Sets the thread of the sequence, unless the sequence is invalid. The survey has already added the descriptor. The
 * thread is looked up here so that threads are numbered in the order of their descriptors. */
static void
take_track_descriptor (TvPerfettoReader *self, const TvPerfettoMessage *message)
{
  TvPerfettoDescriptor reported;
  guint32 utid;

  if (!tv_perfetto_descriptor_parse (message->content, self->builder, &reported) ||
      !reported.has_thread)
    return;
  tv_perfetto_tracks_get_thread (self->tracks, reported.uuid, &utid);
  if (!message->sequence->is_valid)
    return;
  message->sequence->tid = reported.tid;
  message->sequence->pid = reported.pid;
  message->sequence->has_thread = TRUE;
}

static void
ignore (TvPerfettoReader *self, const TvPerfettoMessage *message)
{
}

/* Decoder of each payload. */
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
  [TV_PERFETTO_CLONE_TRIGGER] = { tv_perfetto_take_trigger, FALSE },
  [TV_PERFETTO_PACKAGES_LIST] = { tv_perfetto_take_packages, FALSE },
  [TV_PERFETTO_GAME_INTERVENTIONS] = { tv_perfetto_take_game_interventions, FALSE },
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
  [TV_PERFETTO_REMOTE_CLOCK_SYNC] = { take_remote_clocks, FALSE },
  [TV_PERFETTO_TASK_STATE] = { tv_perfetto_take_task_state, TRUE },
  [TV_PERFETTO_TASK_CPU_FREQUENCY] = { tv_perfetto_take_cpu_frequency, TRUE },
  [TV_PERFETTO_GPU_FREQUENCY] = { tv_perfetto_take_gpu_frequency, TRUE },
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
  /* The timestamp of a bundle is the time at which the recorder read the bundle. */
  if (!packet->has_timestamp || packet->payload == TV_PERFETTO_FTRACE_EVENTS)
    return;
  message->has_time = tv_perfetto_reader_convert (self, clock, packet->sequence, packet->timestamp,
                                                  packet->file_offset, &message->ts);
  if (message->has_time)
    self->latest = MAX (self->latest, message->ts);
}

/* Decodes a packet with the reader of its machine. A #TvPerfettoVisit. */
static gboolean
take_packet (const TvPerfettoPacket *packet, gpointer data)
{
  TvPerfettoReader *self = tv_perfetto_machines_find (data, packet);
  TvPerfettoMessage message = { .packet = packet, .content = packet->content };
  guint payload = packet->payload;

  if (self == NULL)
    return TRUE;
  message.sequence = tv_perfetto_reader_get_sequence (self, packet->sequence);
  if (!tv_perfetto_reader_update_sequence (self, message.sequence, packet))
    return TRUE;
  find_time (self, &message);
  if (payload == 0)
    return TRUE;
  if (payload >= TV_N_PERFETTO_PAYLOADS || payloads[payload].take == NULL)
    tv_perfetto_skipped_count (self->left_out, payload);
  else if (message.has_time || !payloads[payload].needs_time)
    payloads[payload].take (self, &message);
  return TRUE;
}

/* ---- Whole files ---- */

static void
finish_taking (TvPerfettoReader *self)
{
  tv_perfetto_gpu_finish (self->gpu);
  tv_perfetto_frames_finish (self);
  tv_perfetto_buffers_emit (self->buffers);
  tv_perfetto_profiles_count_faults (self->profiles);
  tv_perfetto_records_sort (self->records);
  /* The caller owns the context, which is no longer valid during the replay. */
  self->context = NULL;
}

static void
visit_readers (TvPerfettoMachines *self, void (*visit) (TvPerfettoReader *reader))
{
  for (guint i = 0; i < tv_perfetto_machines_get_n_readers (self); i++)
    {
      TvPerfettoReader *reader = tv_perfetto_machines_get_reader (self, i);

      if (reader == NULL)
        continue;
      tv_ftrace_threads_set_machine (reader->threads, reader->machine);
      visit (reader);
    }
  tv_ftrace_threads_set_machine (self->device->threads, 0);
}

/* Calls a function for the kernel events of each machine. */
static void
each_kernel_events (TvPerfettoMachines *self, void (*visit) (TvPerfettoKernelEvents *events))
{
  for (guint i = 0; i < tv_perfetto_machines_get_n_readers (self); i++)
    {
      TvPerfettoReader *reader = tv_perfetto_machines_get_reader (self, i);

      if (reader != NULL)
        visit (reader->events);
    }
}

static void
pass (gpointer data)
{
  each_kernel_events (data, tv_perfetto_kernel_events_swap_rows);
}

/* Adds decoded kernel events to the builder. Runs in parallel with the visits; see #TvPerfettoAside. */
static void
run_aside (gpointer data)
{
  each_kernel_events (data, tv_perfetto_kernel_events_add);
}

static gboolean
take_all (TvPerfettoMachines *self, const TvPerfettoFragments *fragments, GError **error)
{
  const TvPerfettoReader *device = self->device;
  TvPerfettoWalk survey = {
    .context = device->context, .to = SURVEY_PART, .visit = survey_packet, .data = self
  };
  g_autoptr (TvPerfettoPrepared) one = tv_perfetto_prepared_new ();
  g_autoptr (TvPerfettoPrepared) other = tv_perfetto_prepared_new ();
  const TvPerfettoPreparation preparation = { { one, other },
                                              tv_perfetto_prepared_empty,
                                              tv_perfetto_prepared_add };
  const TvPerfettoAside aside = { pass, run_aside, self };
  TvPerfettoWalk take = { .context = device->context,
                          .from = SURVEY_PART,
                          .to = TAKE_PART,
                          .visit = take_packet,
                          .data = self,
                          .preparation = &preparation,
                          .aside = &aside };

  if (!tv_perfetto_fragments_walk (fragments, &survey, NULL, error))
    return FALSE;
  tv_perfetto_machines_settle (self);
  if (device->reuse != NULL)
    tv_ftrace_reuse_settle (device->reuse);
  if (!tv_perfetto_fragments_walk (fragments, &take, device->builder, error))
    return FALSE;
  visit_readers (self, finish_taking);
  tv_perfetto_machines_emit (self);
  visit_readers (self, tv_perfetto_emit_metadata);
  return TRUE;
}

/* ---- Time order ---- */

static void
get_span (TvPerfettoReader *self, gint64 *first, gint64 *last)
{
  *first = tv_perfetto_records_get_first (self->records);
  *last = MAX (tv_perfetto_records_get_last (self->records), self->last_logged);
  tv_perfetto_profiles_get_span (self->profiles, first, last);
  tv_perfetto_heap_profiles_get_span (self->heap_profiles, first, last);
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

/* Makes the machine of a reader current; thread ids then refer to this machine. Returns the reader. */
static TvPerfettoReader *
enter (gpointer member)
{
  TvPerfettoReader *self = member;

  tv_ftrace_threads_set_machine (self->threads, self->machine);
  return self;
}

static void
settle (gpointer member)
{
  tv_perfetto_tracks_settle (enter (member)->tracks);
}

static void
emit (gpointer member, gint64 until)
{
  tv_perfetto_records_emit (enter (member)->records, until);
}

static gboolean
finish (gpointer member, const TvReadContext *context, GError **error)
{
  TvPerfettoReader *self = enter (member);
  guint n_misplaced;

  tv_perfetto_other_kernel_emit (self->other_kernel);
  tv_perfetto_profiles_emit (self->profiles);
  tv_perfetto_heap_profiles_emit (self->heap_profiles);
  tv_perfetto_heap_graphs_emit (self->heap_graphs);
  tv_perfetto_smaps_emit (self->smaps);
  n_misplaced = tv_perfetto_tracks_count_misplaced (self->tracks);
  if (n_misplaced > 0)
    tv_perfetto_count (self, TV_PERFETTO_STAT_MISPLACED_ENDS, TV_NONE, n_misplaced);
  return TRUE;
}

static void
free_reader (gpointer member)
{
  tv_perfetto_reader_free (member);
}

static const TvFtraceMemberType member_type = { get_first, get_next, get_last,   settle,
                                                emit,      finish,   free_reader };

static void
add_members (TvPerfettoMachines *self, const TvPerfettoFragments *fragments, TvFtraceMerge *merge)
{
  const TvTimedInput *last = fragments->first;

  /* The fragments of a recording have consecutive offsets in the builder's input. */
  while (last->next != NULL)
    last = last->next;
  for (guint i = 0; i < tv_perfetto_machines_get_n_readers (self); i++)
    {
      TvPerfettoReader *reader = tv_perfetto_machines_get_reader (self, i);
      TvFtraceMember member = { .origin = { .wakes_preempted = TRUE, .trusts_marks = TRUE },
                                .tick_ns = 1,
                                .is_recording = TRUE,
                                .type = &member_type };

      if (reader == NULL)
        continue;
      merge->is_reordered |= tv_perfetto_kernel_events_finish (reader->events);
      member.origin.seen = tv_perfetto_kernel_events_get_seen (reader->events);
      member.origin.valid_from = reader->valid_from;
      member.origin.machine = reader->machine;
      member.data = tv_perfetto_machines_steal_reader (self, i);
      tv_ftrace_merge_add (
          merge, last,
          g_array_index (fragments->base_offsets, guint64, fragments->base_offsets->len - 1),
          &member);
    }
}

static gboolean
gather (const TvTimedInput *input, gpointer data, const TvReadContext *context, GError **error)
{
  TvFtraceMerge *merge = data;
  TvPerfettoMachines machines;
  TvPerfettoReader *device;
  TvPerfettoFragments fragments;
  TvLogLines reported;
  gboolean is_taken;

  tv_trace_builder_get_log_lines (merge->builder, &reported);
  tv_perfetto_fragments_init (&fragments, input, merge->builder);
  device = tv_perfetto_reader_new (&merge->threads, context, input->offset_ns);
  device->reuse = input->name != NULL ? &merge->reuse : NULL;
  device->n_bytes = input->input->size;
  tv_perfetto_records_expect (device->records, device->n_bytes);
  is_taken = tv_perfetto_machines_init (&machines, device, &fragments, error) &&
             take_all (&machines, &fragments, error);
  if (is_taken)
    {
      add_members (&machines, &fragments, merge);
      merge->first_logged = MIN (merge->first_logged, reported.n);
    }
  /* After a failure, queued argument lookups contain pointers to records that are about to be freed. Flush them
   * first. */
  tv_trace_builder_flush_args (merge->builder);
  tv_perfetto_machines_clear (&machines);
  tv_perfetto_fragments_clear (&fragments);
  return is_taken;
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
  .merger = &tv_ftrace_merger,
  .gather = gather,
  .join = tv_perfetto_join,
  .cut = tv_perfetto_cut,
};
