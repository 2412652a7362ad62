/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-cut-owners.h"

#include "core/protobuf.h"

/* Determines whether packets belong to the selected threads of a cut. Called by perfetto-cut.c for each packet if
 * threads are selected. Despite its name, tv_perfetto_cut_owners_has_packet() updates the states of frames and CPUs;
 * _filter() updates the counts of samples. Each of these two functions must therefore be called once per packet and
 * pass. Reads the selection in @cut. */

#define MAX_DEPTH 100 /* maximum number of ancestors that are searched for an owner */

#define TASK_RUNNING 3 /* value of TaskStateEnum in a GenericKernelTaskStateEvent */

typedef struct
{
  guint64 parent; /* uuid of the parent track; 0 if none */
  gint32 pid;
  gint32 tid;
  gboolean has_process;
  gboolean has_thread;
  gboolean is_slice_stack; /* whether the track contains the slices of its thread */
} Track;

/* Fields of PerfSample. */
enum
{
  CPU = 1,
  TID = 3,
  COUNT = 6,
  FOLLOWERS = 7,
};

/* Last reading of an event counter on a CPU, and the count that the selected threads have caused so far. */
typedef struct
{
  guint64 all;
  guint64 selected;
} Count;

void
tv_perfetto_cut_owners_init (TvPerfettoCutOwners *self, const TvCut *cut)
{
  *self = (TvPerfettoCutOwners){ .cut = cut };
  tv_id_map_init (&self->rows);
  self->tracks = g_array_new (FALSE, TRUE, sizeof (Track));
  tv_id_map_init (&self->count_rows);
  self->counts = g_array_new (FALSE, TRUE, sizeof (Count));
  tv_id_map_init (&self->frames);
  tv_id_map_init (&self->runs);
}

void
tv_perfetto_cut_owners_clear (TvPerfettoCutOwners *self)
{
  tv_id_map_clear (&self->rows);
  g_array_unref (self->tracks);
  tv_id_map_clear (&self->count_rows);
  g_array_unref (self->counts);
  tv_id_map_clear (&self->frames);
  tv_id_map_clear (&self->runs);
}

/* Begins a pass over all packets. Keeps the tracks. */
void
tv_perfetto_cut_owners_begin (TvPerfettoCutOwners *self)
{
  tv_id_map_clear (&self->frames);
  tv_id_map_init (&self->frames);
  tv_id_map_clear (&self->runs);
  tv_id_map_init (&self->runs);
  tv_id_map_clear (&self->count_rows);
  tv_id_map_init (&self->count_rows);
  g_array_set_size (self->counts, 0);
}

/* ---- Tracks ---- */

void
tv_perfetto_cut_owners_add_track (TvPerfettoCutOwners *self, const TvPerfettoDescriptor *descriptor)
{
  guint32 row = tv_id_map_find (&self->rows, descriptor->uuid);
  Track *track;

  if (row == TV_NONE)
    {
      row = self->tracks->len;
      tv_id_map_set (&self->rows, descriptor->uuid, row);
      g_array_set_size (self->tracks, row + 1);
    }
  track = &g_array_index (self->tracks, Track, row);
  if (track->parent == 0)
    track->parent = descriptor->parent;
  if (descriptor->has_process && !track->has_process)
    {
      track->has_process = TRUE;
      track->pid = descriptor->pid;
    }
  if (!descriptor->has_thread || track->has_thread)
    return;
  track->has_thread = TRUE;
  track->tid = descriptor->tid;
  track->is_slice_stack = !descriptor->is_separate;
}

static const Track *
find_track (const TvPerfettoCutOwners *self, guint64 uuid)
{
  guint32 row = tv_id_map_find (&self->rows, uuid);

  return row != TV_NONE ? &g_array_index (self->tracks, Track, row) : NULL;
}

/* Returns the tid of the thread whose slices the track contains; 0 if none. */
guint32
tv_perfetto_cut_owners_get_thread (const TvPerfettoCutOwners *self, guint64 uuid)
{
  const Track *track = find_track (self, uuid);

  return track != NULL && track->has_thread && track->is_slice_stack ? (guint32) track->tid : 0;
}

/* Returns whether the track belongs to a selected thread, or to a process with one. The nearest ancestor with an
 * owner decides. Returns TRUE if the track has no owner. */
gboolean
tv_perfetto_cut_owners_has_track (const TvPerfettoCutOwners *self, guint64 uuid)
{
  for (guint depth = 0; depth < MAX_DEPTH; depth++)
    {
      const Track *track = find_track (self, uuid);

      if (track == NULL)
        break;
      if (track->has_thread)
        return tv_cut_has_thread (self->cut, (guint32) track->tid);
      if (track->has_process)
        return tv_cut_has_process (self->cut, (guint32) track->pid);
      uuid = track->parent;
    }
  return TRUE;
}

/* ---- Packets ---- */

static guint64
find_number (TvSpan message, guint number)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint64 value = 0;

  while (tv_proto_next (&proto, &field))
    if (field.number == number && field.type != TV_PROTO_BYTES)
      value = field.value;
  return value;
}

static gboolean
has_process (const TvPerfettoCutOwners *self, TvSpan message, guint number)
{
  return tv_cut_has_process (self->cut, (guint32) find_number (message, number));
}

/* Returns whether the frame in a FrameTimelineEvent belongs to a selected process. Stores the cookie of a selected
 * frame until the frame's end event. */
static gboolean
has_frame (TvPerfettoCutOwners *self, TvSpan message)
{
  enum
  {
    EXPECTED_DISPLAY = 1,
    ACTUAL_DISPLAY,
    EXPECTED_SURFACE,
    ACTUAL_SURFACE,
    FRAME_END,
  };
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    {
      guint64 cookie = find_number (field.bytes, 1);

      if (field.type != TV_PROTO_BYTES || field.number < EXPECTED_DISPLAY ||
          field.number > FRAME_END)
        continue;
      if (field.number == FRAME_END)
        return tv_id_map_find (&self->frames, cookie) != TV_NONE;
      if (!has_process (self, field.bytes, field.number < EXPECTED_SURFACE ? 3 : 4))
        return FALSE;
      tv_id_map_set (&self->frames, cookie, 0);
    }
  return TRUE;
}

/* Returns whether a state change is needed for the states of the selected threads. A run without a recorded end lasts
 * until another task runs on the CPU, so the start of that other run is also needed. Also records the task that runs
 * on the CPU. */
static gboolean
has_task_state (TvPerfettoCutOwners *self, TvSpan message)
{
  guint32 tid = (guint32) find_number (message, 3);
  guint64 cpu = find_number (message, 1);
  guint32 running = tv_id_map_find (&self->runs, cpu);
  gboolean is_selected = tv_cut_has_thread (self->cut, tid);
  gboolean is_run = find_number (message, 4) == TASK_RUNNING;

  if (is_run ? !is_selected && running == TV_NONE : !is_selected && running != tid)
    return FALSE;
  if (is_run || running == tid)
    tv_id_map_set (&self->runs, cpu, is_run ? tid : TV_NONE);
  return TRUE;
}

static gboolean
has_stack_sample (const TvPerfettoCutOwners *self,
                  TvSpan message,
                  const TvPerfettoCutSequence *sequence)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  TvPerfettoTask task = { .has_thread = FALSE };

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      task = tv_perfetto_parse_task (field.bytes);
    else if (field.number == 2)
      task = tv_perfetto_sampling_find_task (sequence->sampling, field.value);
  if (task.has_thread)
    return tv_cut_has_thread (self->cut, task.tid);
  return task.pid == 0 || tv_cut_has_process (self->cut, task.pid);
}

/* Returns FALSE if a VulkanApiEvent names an object of a process that is not selected, or submits from a thread that
 * is not selected. */
static gboolean
has_vulkan (const TvPerfettoCutOwners *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.type == TV_PROTO_BYTES && field.number == 1 && !has_process (self, field.bytes, 1))
      return FALSE;
    else if (field.type == TV_PROTO_BYTES && field.number == 2 &&
             !tv_cut_has_thread (self->cut, (guint32) find_number (field.bytes, 3)))
      return FALSE;
  return TRUE;
}

/**
 * tv_perfetto_cut_owners_has_packet:
 * @packet: a packet other than a track event or a description of the recording
 * @sequence: sequence of the packet
 *
 * Checks whether a packet is needed for the selected threads. Also updates the states of frames and CPUs. Must be
 * called only once per packet and pass.
 *
 * Returns: whether the packet belongs to a selected thread or its process, or has no owner
 */
gboolean
tv_perfetto_cut_owners_has_packet (TvPerfettoCutOwners *self,
                                   const TvPerfettoPacket *packet,
                                   const TvPerfettoCutSequence *sequence)
{
  TvSpan content = packet->content;

  if (!self->cut->has_threads)
    return TRUE;
  switch (packet->payload)
    {
    case TV_PERFETTO_PERF_SAMPLE:
      return tv_cut_has_thread (self->cut, (guint32) find_number (content, TID));
    case TV_PERFETTO_STACK_SAMPLE:
      return has_stack_sample (self, content, sequence);
    case TV_PERFETTO_STREAMING_PROFILE:
      return tv_cut_has_thread (self->cut, sequence->tid);
    case TV_PERFETTO_TASK_STATE:
      return has_task_state (self, content);
    case TV_PERFETTO_HEAP_GRAPH:
    case TV_PERFETTO_SMAPS:
      return has_process (self, content, 1);
    case TV_PERFETTO_GPU_MEMORY:
      return find_number (content, 2) == 0 || has_process (self, content, 2);
    case TV_PERFETTO_VULKAN_API:
      return has_vulkan (self, content);
    case TV_PERFETTO_FRAME_TIMELINE:
      return has_frame (self, content);
    case 0:
    case TV_PERFETTO_CLOCK_SNAPSHOT:
    case TV_PERFETTO_FTRACE_EVENTS:
    case TV_PERFETTO_ANDROID_LOG:
    case TV_PERFETTO_PROCESS_STATS:
    case TV_PERFETTO_SYS_STATS:
    case TV_PERFETTO_BATTERY:
    case TV_PERFETTO_POWER_RAILS:
    case TV_PERFETTO_ENTITY_STATE_RESIDENCY:
    case TV_PERFETTO_TASK_CPU_FREQUENCY:
    case TV_PERFETTO_GPU_FREQUENCY:
    case TV_PERFETTO_GPU_COUNTERS:
    case TV_PERFETTO_GPU_STAGE:
    case TV_PERFETTO_GPU_LOG:
    case TV_PERFETTO_GRAPHICS_FRAME:
      return TRUE;
    default:
      return FALSE;
    }
}

/* ---- Counts of samples ---- */

/* Stores the next reading of an event counter. Returns the count that the selected threads have caused so far; with
 * this count, the sample keeps its weight in the output. */
static guint64
take_count (TvPerfettoCutOwners *self, guint64 key, guint64 count, gboolean is_selected)
{
  guint32 row = tv_id_map_find (&self->count_rows, key);
  Count *known;

  if (row == TV_NONE)
    {
      row = self->counts->len;
      tv_id_map_set (&self->count_rows, key, row);
      g_array_set_size (self->counts, row + 1);
    }
  known = &g_array_index (self->counts, Count, row);
  if (is_selected && count > known->all)
    known->selected += count - known->all;
  known->all = count;
  return known->selected;
}

/* Appends the count of a follower event, even if it is zero. */
static void
append_follower (GByteArray *out, guint64 count)
{
  tv_protobuf_append_varint (out, FOLLOWERS << 3 | TV_PROTO_VARINT);
  tv_protobuf_append_varint (out, count);
}

/* Appends a PerfSample. A sample's weight is the difference between its count and that of the previous sample, which
 * may belong to another thread. Therefore, the counts in the output are sums of the weights of selected samples. */
static void
take_sample (TvPerfettoCutOwners *self, const TvPerfettoPacket *packet, GByteArray *out)
{
  TvProto proto = tv_proto_open (packet->content), packed;
  gboolean is_selected = tv_cut_has_thread (self->cut,
                                            (guint32) find_number (packet->content, TID));
  guint64 key = (guint64) packet->sequence << 32 | (find_number (packet->content, CPU) & 0xffff)
                                                       << 16;
  TvProtoField field;
  guint64 count;
  guint n = 0;

  for (const guint8 *start = proto.at; tv_proto_next (&proto, &field); start = proto.at)
    if (field.number == COUNT && field.type == TV_PROTO_VARINT && field.value > 0)
      tv_protobuf_append_number (out, COUNT,
                                 (gint64) take_count (self, key, field.value, is_selected));
    else if (field.number == FOLLOWERS)
      {
        packed = tv_proto_open (field.bytes);
        if (field.type == TV_PROTO_VARINT)
          append_follower (out, take_count (self, key | ++n, field.value, is_selected));
        while (field.type == TV_PROTO_BYTES && tv_proto_take_varint (&packed, &count))
          append_follower (out, take_count (self, key | ++n, count, is_selected));
      }
    else
      g_byte_array_append (out, start, (guint) (proto.at - start));
}

/**
 * tv_perfetto_cut_owners_filter:
 * @packet: a packet other than a track event
 * @out: (inout): receives the new payload
 *
 * Writes a payload without the processes that are not selected, or a sample whose counts cover only the selected
 * threads. Must be called once per packet and pass.
 *
 * Returns: %FALSE if the payload can be copied unchanged; @out is then not modified
 */
gboolean
tv_perfetto_cut_owners_filter (TvPerfettoCutOwners *self,
                               const TvPerfettoPacket *packet,
                               GByteArray *out)
{
  guint part = packet->payload == TV_PERFETTO_PROCESS_STATS    ? 1
               : packet->payload == TV_PERFETTO_PROFILE_PACKET ? 5
                                                               : 0;
  TvProto proto = tv_proto_open (packet->content);
  TvProtoField field;

  if (self->cut->has_threads && packet->payload == TV_PERFETTO_PERF_SAMPLE)
    {
      take_sample (self, packet, out);
      return TRUE;
    }
  if (part == 0 || !self->cut->has_threads)
    return FALSE;
  for (const guint8 *start = proto.at; tv_proto_next (&proto, &field); start = proto.at)
    if (field.number != part || field.type != TV_PROTO_BYTES || has_process (self, field.bytes, 1))
      g_byte_array_append (out, start, (guint) (proto.at - start));
  return TRUE;
}
