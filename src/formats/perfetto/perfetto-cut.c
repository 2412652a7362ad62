/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-cut.h"

#include <glib/gi18n.h>
#include <string.h>

#include "core/error.h"
#include "core/protobuf.h"
#include "formats/cut-begins.h"
#include "formats/open-begins.h"
#include "formats/perfetto/perfetto-ftrace-bundle.h"
#include "formats/perfetto/perfetto-cut-bundle.h"
#include "formats/perfetto/perfetto-cut-owners.h"
#include "formats/perfetto/perfetto-descriptor.h"
#include "formats/perfetto/perfetto-remote-clocks.h"
#include "formats/perfetto/perfetto-walk.h"

/* Writes the packets of a cut range. The input is read three times:
 *
 *   survey   clocks, tracks and lists of threads
 *   find     events before the range that are still open at its start
 *   copy     packets of the range, and state on which they depend
 *
 * A skipped packet may still change the state of its sequence. Therefore, its interned data, defaults and flags are
 * copied. On incremental clocks, timestamps are differences. The differences of skipped packets are summed up and
 * written as a packet without a payload, before the next packet on the same clock. If threads are selected, interned
 * data is copied only for sequences with selected packets.
 *
 * The machines of a trace have different clocks, threads and CPUs. Each machine has a cutter, whose range is on the
 * machine's clock. All cutters write to one output, in file order. Entry point: tv_perfetto_cut(), the cut function
 * of the Perfetto format. The passes share one Cutter per machine; packets are visited in file order, and written
 * through TvCut. The loaded trace is not modified. */

/* Maximum number of track events before the cut range on tracks without a thread, per machine. */
#define MAX_BOUNDS 100000000

#define FIND_PART 0.2
#define COPY_PART 0.6

typedef struct
{
  gboolean is_valid;
  guint32 clock_id;
  guint64 track_uuid;
  TvPerfettoCutSequence owners;
} Sequence;

/* A begin or end event before the cut range, on a track without a thread. */
typedef struct
{
  guint64 track_uuid;
  gint64 ts;
  guint64 number;
  gboolean is_begin;
} Bound;

/* Sum of the timestamp differences of skipped packets on one clock. */
typedef struct
{
  guint32 number;
  guint32 sequence;
  guint64 sum;
} Pending;

/* State for cutting the packets of one machine. */
typedef struct
{
  guint32 id; /* id of the machine in the file */
  gboolean has_payload;
  gboolean
      is_skipped; /* whether the machine's clocks cannot be synchronized with those of the device */
  TvCut *cut;
  TvPerfettoRemoteClocks remote_clocks;
  TvPerfettoRemoteClocks copied_remote_clocks;
  /* Decoding timestamps changes the clocks, so each pass uses a separate copy. */
  TvPerfettoClocks found_clocks;
  TvPerfettoClocks copied_clocks;
  TvPerfettoClocks *clocks; /* @found_clocks or @copied_clocks, depending on the pass */
  TvTraceBuilder *strings;
  TvPerfettoCutOwners owners;
  TvIdMap used;        /* sequences with selected packets */
  TvIdMap listed;      /* tids in the file's thread lists */
  GArray *bounds;      /* Bound */
  TvOpenBegins begins; /* open begin events of tracks without a thread */
  TvCutBegins thread_begins;
  TvFtraceNeeds needs; /* kernel events that the output needs */
  TvPerfettoFtraceBundleCutter *bundles;
  guint64 number; /* number of the next track event, from 0 in each pass */
  TvIdMap rows;   /* sequence id → row of @sequences */
  GArray *sequences;
  TvIdMap pending_rows; /* clock → row of @pending */
  GArray *pending;
  GByteArray *packet;
  GByteArray *payload;
  gboolean
      has_increments; /* whether track events contain values, timestamps or thread times that are relative to
                            * earlier ones */
  GError *failure;
} Cutter;

/* ---- Sequences and clocks ---- */

static Sequence *
get_sequence (Cutter *self, guint32 id)
{
  guint32 row = tv_id_map_find (&self->rows, id);

  if (row == TV_NONE)
    {
      row = self->sequences->len;
      tv_id_map_set (&self->rows, id, row);
      g_array_set_size (self->sequences, row + 1);
    }
  return &g_array_index (self->sequences, Sequence, row);
}

static void
set_defaults (Sequence *sequence, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  sequence->clock_id = 0;
  sequence->track_uuid = 0;
  while (tv_proto_next (&proto, &field))
    if (field.number == 58)
      sequence->clock_id = (guint32) field.value;
    else if (field.number == 11)
      {
        TvProto of_events = tv_proto_open (field.bytes);

        while (tv_proto_next (&of_events, &field))
          if (field.number == 11)
            sequence->track_uuid = field.value;
      }
}

static void
clear_sequence (gpointer data)
{
  Sequence *self = data;

  g_clear_pointer (&self->owners.sampling, tv_perfetto_sampling_free);
}

/* Stores the interned tasks of stack samples if threads are selected. */
static void
intern_tasks (Cutter *self, Sequence *sequence, TvSpan interned)
{
  TvProto proto = tv_proto_open (interned);
  TvProtoField field;

  while (self->cut->has_threads && tv_proto_next (&proto, &field))
    if (field.type == TV_PROTO_BYTES && tv_perfetto_sampling_is_of (field.number))
      {
        if (sequence->owners.sampling == NULL)
          sequence->owners.sampling = tv_perfetto_sampling_new ();
        tv_perfetto_sampling_intern (sequence->owners.sampling, field.number, field.bytes,
                                     self->strings);
      }
}

/* Updates the state of a sequence. Returns whether readers decode the packet, see
 * tv_perfetto_reader_update_sequence(). */
static gboolean
update_sequence (Cutter *self, Sequence *sequence, const TvPerfettoPacket *packet)
{
  if (packet->flags & TV_PERFETTO_STATE_CLEARED)
    {
      clear_sequence (sequence);
      *sequence = (Sequence){ .is_valid = TRUE, .owners = sequence->owners };
    }
  else if (packet->dropped != 0)
    sequence->is_valid = FALSE;
  intern_tasks (self, sequence, packet->interned);
  if (packet->defaults.text != NULL)
    set_defaults (sequence, packet->defaults);
  return (packet->flags & TV_PERFETTO_NEEDS_STATE) == 0 || sequence->is_valid;
}

static guint32
find_clock (Cutter *self, const TvPerfettoPacket *packet, const Sequence *sequence)
{
  guint32 number = packet->clock_id != 0 ? packet->clock_id : sequence->clock_id;

  return number != 0 ? tv_perfetto_clocks_find (self->clocks, number, packet->sequence)
                     : self->clocks->trace_clock;
}

/* Decodes the timestamp of a packet and converts it to the trace clock. Must be called only once per packet and pass.
 * Returns FALSE if the timestamp is missing or its clock is not synchronized. */
static gboolean
take_time (Cutter *self, const TvPerfettoPacket *packet, guint32 clock, gint64 *ts)
{
  gint64 shown;

  return packet->has_timestamp &&
         tv_perfetto_clocks_take (self->clocks, clock, packet->timestamp, &shown) &&
         tv_perfetto_clocks_convert (self->clocks, clock, shown, ts);
}

/* ---- Track events ---- */

typedef enum
{
  ACT_OTHER,
  ACT_BEGIN,
  ACT_END,
} Act;

typedef struct
{
  Act act;
  guint64 track_uuid;
  guint32 tid;           /* tid in the event; 0 if none */
  gboolean has_own_time; /* whether the event itself contains a timestamp, as written before 2021 */
  gboolean has_increments;
  gboolean is_selected;
} TrackEvent;

/* A decoded LegacyEvent. */
typedef struct
{
  guint phase;
  guint scope; /* scope of an instant, such as SCOPE_PROCESS */
  guint32 pid;
  guint32 tid;
} Legacy;

enum
{
  SCOPE_GLOBAL = 1,
  SCOPE_PROCESS = 2,
};

static void
parse_legacy (TvSpan message, Legacy *out)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 2)
      out->phase = (guint) field.value;
    else if (field.number == 14)
      out->scope = (guint) field.value;
    else if (field.number == 18)
      out->pid = (guint32) field.value;
    else if (field.number == 19)
      out->tid = (guint32) field.value;
}

/* Returns whether a phase is that of an async slice. Async slices belong to processes. */
static gboolean
is_async (guint phase)
{
  return phase != 0 && phase < 0x80 && strchr ("bSeFnTp", (int) phase) != NULL;
}

static gboolean
is_instant (guint phase)
{
  return phase == 'i' || phase == 'I' || phase == 'R';
}

/* Determines the owner of an event by the same rules as the reader. Returns whether the owner is selected. */
static gboolean
is_event_selected (const Cutter *self,
                   const TrackEvent *event,
                   const Legacy *legacy,
                   const Sequence *sequence)
{
  guint32 pid = legacy->pid != 0 ? legacy->pid : sequence->owners.pid;
  gboolean has_track = event->track_uuid != 0;

  if (!self->cut->has_threads ||
      (is_instant (legacy->phase) && legacy->scope == SCOPE_GLOBAL && !has_track))
    return TRUE;
  if (pid != 0 && (is_async (legacy->phase) ||
                   (is_instant (legacy->phase) && !has_track && legacy->scope == SCOPE_PROCESS)))
    return tv_cut_has_process (self->cut, pid);
  if (event->tid != 0)
    return tv_cut_has_thread (self->cut, event->tid);
  return tv_perfetto_cut_owners_has_track (&self->owners, event->track_uuid);
}

/* Parses a track event. Determines its thread by the same rules as tv_perfetto_event_get_slice_stack(). */
static void
parse_track_event (const Cutter *self,
                   const TvPerfettoPacket *packet,
                   const Sequence *sequence,
                   TrackEvent *out)
{
  TvProto proto = tv_proto_open (packet->content);
  gboolean has_uuid = sequence->track_uuid != 0, is_legacy = FALSE;
  Legacy legacy = { 0 };
  TvProtoField field;

  *out = (TrackEvent){ .act = ACT_OTHER, .track_uuid = sequence->track_uuid };
  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case 1:
      case 16:
        out->has_own_time = TRUE;
        break;
      case 2:
      case 8:
        out->has_increments = TRUE;
        break;
      case 6:
        is_legacy = TRUE;
        parse_legacy (field.bytes, &legacy);
        break;
      case 9:
        if (field.value == 1 || field.value == 2)
          out->act = field.value == 1 ? ACT_BEGIN : ACT_END;
        break;
      case 11:
        has_uuid = TRUE;
        out->track_uuid = field.value;
        break;
      default:
        break;
      }
  if (legacy.phase == 'B' || legacy.phase == 'E')
    out->act = legacy.phase == 'B' ? ACT_BEGIN : ACT_END;
  out->tid = legacy.tid;
  if (out->tid == 0 && has_uuid && out->track_uuid != 0)
    out->tid = tv_perfetto_cut_owners_get_thread (&self->owners, out->track_uuid);
  else if (out->tid == 0 && (is_legacy || !has_uuid))
    out->tid = sequence->owners.tid;
  out->is_selected = is_event_selected (self, out, &legacy, sequence);
}

/* ---- Threads ---- */

static void
survey_descriptor (Cutter *self, TvSpan message)
{
  TvPerfettoDescriptor descriptor;

  if (!tv_perfetto_descriptor_parse (message, self->strings, &descriptor))
    return;
  self->has_increments |= descriptor.has_counter && descriptor.is_incremental;
  tv_perfetto_cut_owners_add_track (&self->owners, &descriptor);
}

static void
take_thread_descriptor (Sequence *sequence, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      sequence->owners.pid = (guint32) field.value;
    else if (field.number == 2)
      sequence->owners.tid = (guint32) field.value;
}

static void
survey_process_tree (Cutter *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field, id;

  while (tv_proto_next (&proto, &field))
    {
      TvProto inner = tv_proto_open (field.bytes);

      while (field.number == 2 && tv_proto_next (&inner, &id))
        if (id.number == 1)
          tv_id_map_set (&self->listed, (guint32) id.value, 0);
    }
}

/* Adds an id with the value 0. If the id already exists, sets the value to 1, which marks ids that several threads or
 * processes used. */
static void
add_id (TvIdMap *ids, guint32 id)
{
  tv_id_map_set (ids, id, tv_id_map_find (ids, id) == TV_NONE ? 0 : 1);
}

static void
append_thread (Cutter *self, const TvThread *thread)
{
  guint32 n;
  const TvProcess *processes = tv_trace_get_processes (self->cut->trace, &n);

  g_byte_array_set_size (self->packet, 0);
  tv_protobuf_append_number (self->packet, 1, thread->tid);
  if (thread->name != TV_NONE)
    tv_protobuf_append_text (self->packet, 2, tv_trace_get_string (self->cut->trace, thread->name));
  if (thread->upid != TV_NONE)
    tv_protobuf_append_number (self->packet, 3, processes[thread->upid].pid);
  tv_protobuf_append_message (self->payload, 2, self->packet);
}

/* ---- Payloads ---- */

/* Returns whether a payload describes the recording or belongs to a unit that cannot be cut. */
static gboolean
is_state (guint payload)
{
  switch (payload)
    {
    case TV_PERFETTO_PROCESS_TREE:
    case TV_PERFETTO_TRACE_CONFIG:
    case TV_PERFETTO_FTRACE_STATS:
    case TV_PERFETTO_TRACE_STATS:
    case TV_PERFETTO_SYNCHRONIZATION_MARKER:
    case TV_PERFETTO_PROFILE_PACKET:
    case TV_PERFETTO_PROCESS_DESCRIPTOR:
    case TV_PERFETTO_THREAD_DESCRIPTOR:
    case TV_PERFETTO_SYSTEM_INFO:
    case TV_PERFETTO_TRIGGER:
    case TV_PERFETTO_PACKAGES_LIST:
    case TV_PERFETTO_GAME_INTERVENTIONS:
    case TV_PERFETTO_STREAMING_PROFILE:
    case TV_PERFETTO_TRACK_DESCRIPTOR:
    case TV_PERFETTO_MODULE_SYMBOLS:
    case TV_PERFETTO_DEOBFUSCATION:
    case TV_PERFETTO_CPU_INFO:
    case TV_PERFETTO_SERVICE_EVENT:
    case TV_PERFETTO_INITIAL_DISPLAY_STATE:
    case TV_PERFETTO_UI_STATE:
    case TV_PERFETTO_SYSTEM_PROPERTY:
    case TV_PERFETTO_TRACE_UUID:
    case TV_PERFETTO_REMOTE_CLOCK_SYNC:
    case TV_PERFETTO_CLONE_TRIGGER:
    case TV_PERFETTO_TASK_RENAME:
    case TV_PERFETTO_TASK_TREE:
    case TV_PERFETTO_TRACE_ATTRIBUTES:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Returns whether a packet contains descriptors to which later packets refer. */
static gboolean
has_descriptors (const TvPerfettoPacket *packet)
{
  TvProto proto = tv_proto_open (packet->content);
  TvProtoField field;
  guint wanted = packet->payload == TV_PERFETTO_GPU_COUNTERS ||
                         packet->payload == TV_PERFETTO_POWER_RAILS
                     ? 1
                 : packet->payload == TV_PERFETTO_GPU_STAGE ? 7
                                                            : 0;

  while (wanted != 0 && tv_proto_next (&proto, &field))
    if (field.number == wanted && field.type == TV_PROTO_BYTES)
      return TRUE;
  return FALSE;
}

/* Copies those entries of an AndroidLogPacket that belong to selected threads and are inside the cut range. Returns
 * whether there are any. */
static gboolean
cut_log (Cutter *self, const TvPerfettoPacket *packet, GByteArray *out)
{
  TvProto proto = tv_proto_open (packet->content);
  guint32 clock = tv_perfetto_clocks_find (self->clocks, TV_PERFETTO_REALTIME, 0);
  TvProtoField field;

  for (const guint8 *start = proto.at; tv_proto_next (&proto, &field); start = proto.at)
    {
      TvProto entry = tv_proto_open (field.bytes);
      guint number = field.number;
      gint64 shown, ts;
      guint64 reported = 0;
      guint32 tid = 0;

      while (number == 1 && tv_proto_next (&entry, &field))
        if (field.number == 3)
          tid = (guint32) field.value;
        else if (field.number == 5)
          reported = field.value;
      if (number == 1 && tv_perfetto_clocks_take (self->clocks, clock, reported, &shown) &&
          tv_perfetto_clocks_convert (self->clocks, clock, shown, &ts) &&
          tv_cut_has (self->cut, ts) && tv_cut_has_thread (self->cut, tid))
        g_byte_array_append (out, start, (guint) (proto.at - start));
    }
  return out->len > 0;
}

/* ---- Output ---- */

static gboolean
write_packet (Cutter *self, const guint8 *bytes, gsize size)
{
  guint8 field_header[TV_PERFETTO_FIELD_HEADER_BYTES] = { TV_PERFETTO_PACKET_FIELD << 3 |
                                                          TV_PROTO_BYTES };
  guint n = 1;

  for (gsize rest = size;; rest >>= 7)
    {
      field_header[n++] = (guint8) (rest & 0x7f) | (rest >= 0x80 ? 0x80 : 0);
      if (rest < 0x80)
        break;
    }
  return tv_cut_write (self->cut, field_header, n, &self->failure) &&
         tv_cut_write (self->cut, bytes, size, &self->failure);
}

static gboolean
write_pending (Cutter *self, Pending *pending)
{
  guint64 sum = pending->sum;

  if (sum == 0)
    return TRUE;
  pending->sum = 0;
  g_byte_array_set_size (self->payload, 0);
  tv_protobuf_append_number (self->payload, TV_PERFETTO_PACKET_TIMESTAMP, (gint64) sum);
  tv_protobuf_append_number (self->payload, TV_PERFETTO_PACKET_SEQUENCE, pending->sequence);
  tv_protobuf_append_number (self->payload, TV_PERFETTO_PACKET_CLOCK_ID, pending->number);
  if (self->id != 0)
    tv_protobuf_append_number (self->payload, TV_PERFETTO_PACKET_MACHINE, self->id);
  return write_packet (self, self->payload->data, self->payload->len);
}

static gboolean
write_pending_of (Cutter *self, guint32 clock)
{
  guint32 row = tv_id_map_find (&self->pending_rows, clock);

  return row == TV_NONE || write_pending (self, &g_array_index (self->pending, Pending, row));
}

static gboolean
write_all_pending (Cutter *self)
{
  for (guint i = 0; i < self->pending->len; i++)
    if (!write_pending (self, &g_array_index (self->pending, Pending, i)))
      return FALSE;
  return TRUE;
}

static void
add_pending (Cutter *self, const TvPerfettoPacket *packet, const Sequence *sequence, guint32 clock)
{
  guint32 row = tv_id_map_find (&self->pending_rows, clock);

  if (row == TV_NONE)
    {
      Pending pending = { packet->clock_id != 0 ? packet->clock_id : sequence->clock_id,
                          packet->sequence, 0 };

      row = self->pending->len;
      tv_id_map_set (&self->pending_rows, clock, row);
      g_array_append_val (self->pending, pending);
    }
  g_array_index (self->pending, Pending, row).sum += packet->timestamp;
}

static gboolean
is_used (const Cutter *self, guint32 sequence)
{
  return !self->cut->has_threads || tv_id_map_find (&self->used, sequence) != TV_NONE;
}

static gboolean
is_of_sequence (guint field, gboolean has_time, gboolean has_interned)
{
  switch (field)
    {
    case TV_PERFETTO_PACKET_TIMESTAMP:
    case TV_PERFETTO_PACKET_CLOCK_ID:
      return has_time;
    case TV_PERFETTO_PACKET_INTERNED_DATA:
      return has_interned;
    case TV_PERFETTO_PACKET_TRUSTED_UID:
    case TV_PERFETTO_PACKET_SEQUENCE:
    case TV_PERFETTO_PACKET_SEQUENCE_FLAGS:
    case TV_PERFETTO_PACKET_STATE_CLEARED:
    case TV_PERFETTO_PACKET_PREVIOUS_DROPPED:
    case TV_PERFETTO_PACKET_DEFAULTS:
    case TV_PERFETTO_PACKET_TRUSTED_PID:
    case TV_PERFETTO_PACKET_FIRST_ON_SEQUENCE:
    case TV_PERFETTO_PACKET_MACHINE:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Writes a packet with the header fields of @packet. Appends @payload unless @payload_number is 0. Omits the
 * timestamp unless @has_time, and interned data that no copied packet uses. */
static gboolean
write_changed (Cutter *self,
               const TvPerfettoPacket *packet,
               guint payload_number,
               const GByteArray *payload,
               gboolean has_time)
{
  TvProto proto = tv_proto_open (packet->bytes);
  TvProtoField field;

  g_byte_array_set_size (self->packet, 0);
  for (const guint8 *start = proto.at; tv_proto_next (&proto, &field); start = proto.at)
    if (is_of_sequence (field.number, has_time, is_used (self, packet->sequence)))
      g_byte_array_append (self->packet, start, (guint) (proto.at - start));
  if (payload_number != 0)
    tv_protobuf_append_message (self->packet, payload_number, payload);
  return write_packet (self, self->packet->data, self->packet->len);
}

/* Skips a packet. Still writes its changes to the state of its sequence, and accounts for its timestamp difference. */
static gboolean
leave_out (Cutter *self,
           const TvPerfettoPacket *packet,
           const Sequence *sequence,
           guint32 clock,
           gboolean takes_time)
{
  gboolean changes_state = (packet->interned.text != NULL && is_used (self, packet->sequence)) ||
                           packet->defaults.text != NULL || packet->dropped != 0 ||
                           (packet->flags & TV_PERFETTO_STATE_CLEARED);
  gboolean is_incremental = takes_time && packet->has_timestamp &&
                            tv_perfetto_clocks_is_incremental (self->clocks, clock);

  if (!changes_state && is_incremental)
    add_pending (self, packet, sequence, clock);
  if (!changes_state)
    return TRUE;
  return (!is_incremental || write_pending_of (self, clock)) &&
         write_changed (self, packet, 0, NULL, is_incremental);
}

static gboolean
copy_whole (Cutter *self, const TvPerfettoPacket *packet, guint32 clock)
{
  return (!packet->has_timestamp || write_pending_of (self, clock)) &&
         write_packet (self, (const guint8 *) packet->bytes.text, packet->bytes.size);
}

/* ---- Passes ---- */

/* Collects clocks, tracks and thread lists. A #TvPerfettoVisit. */
static gboolean
survey_packet (const TvPerfettoPacket *packet, gpointer data)
{
  Cutter *self = data;
  TrackEvent event;
  TvPerfettoFtraceBundle bundle;

  self->has_payload |= packet->payload != 0;
  switch (packet->payload)
    {
    case TV_PERFETTO_CLOCK_SNAPSHOT:
      tv_perfetto_clocks_add_snapshot (&self->found_clocks, packet->content, packet->sequence);
      tv_perfetto_clocks_add_snapshot (&self->copied_clocks, packet->content, packet->sequence);
      break;
    case TV_PERFETTO_REMOTE_CLOCK_SYNC:
      tv_perfetto_remote_clocks_take (&self->remote_clocks, packet->content, packet->sequence,
                                      &self->found_clocks);
      tv_perfetto_remote_clocks_take (&self->copied_remote_clocks, packet->content,
                                      packet->sequence, &self->copied_clocks);
      break;
    case TV_PERFETTO_FTRACE_EVENTS:
      tv_perfetto_ftrace_bundle_parse (packet->content, &bundle);
      tv_perfetto_ftrace_bundle_add_sync_point (&bundle, &self->found_clocks, packet->sequence);
      tv_perfetto_ftrace_bundle_add_sync_point (&bundle, &self->copied_clocks, packet->sequence);
      break;
    case TV_PERFETTO_TRACK_DESCRIPTOR:
      survey_descriptor (self, packet->content);
      break;
    case TV_PERFETTO_PROCESS_TREE:
      survey_process_tree (self, packet->content);
      break;
    case TV_PERFETTO_TRACK_EVENT:
      parse_track_event (self, packet, &(Sequence){ 0 }, &event);
      self->has_increments |= event.has_increments || event.has_own_time;
      break;
    default:
      break;
    }
  return TRUE;
}

/* Returns whether packets with this payload may refer to interned data. */
static gboolean
uses_interned (guint payload)
{
  return payload == TV_PERFETTO_PROFILE_PACKET || payload == TV_PERFETTO_STREAMING_PROFILE ||
         (payload != 0 && !is_state (payload));
}

/* Returns whether a packet other than a track event belongs to the selected threads. */
static gboolean
is_selected (Cutter *self, const TvPerfettoPacket *packet, const Sequence *sequence)
{
  return (is_state (packet->payload) && packet->payload != TV_PERFETTO_STREAMING_PROFILE) ||
         tv_perfetto_cut_owners_has_packet (&self->owners, packet, &sequence->owners);
}

static void
pass_clocks (Cutter *self, const TvPerfettoPacket *packet)
{
  TvPerfettoFtraceBundle bundle;

  if (packet->payload == TV_PERFETTO_CLOCK_SNAPSHOT)
    tv_perfetto_clocks_pass (self->clocks);
  if (packet->payload == TV_PERFETTO_REMOTE_CLOCK_SYNC)
    tv_perfetto_remote_clocks_pass (packet->content, self->clocks);
  if (packet->payload != TV_PERFETTO_FTRACE_EVENTS)
    return;
  tv_perfetto_ftrace_bundle_parse (packet->content, &bundle);
  if (tv_perfetto_ftrace_bundle_has_sync_point (&bundle))
    tv_perfetto_clocks_pass (self->clocks);
}

/* Surveys the packets for slices that are open at the start of the cut range, and marks the sequences with selected
 * packets. A #TvPerfettoVisit. */
static gboolean
find_begins (const TvPerfettoPacket *packet, gpointer data)
{
  Cutter *self = data;
  Sequence *sequence = get_sequence (self, packet->sequence);
  gboolean has_time;
  TrackEvent event;
  gint64 ts;

  if (!update_sequence (self, sequence, packet))
    return TRUE;
  has_time = packet->payload != TV_PERFETTO_FTRACE_EVENTS &&
             take_time (self, packet, find_clock (self, packet, sequence), &ts);
  pass_clocks (self, packet);
  if (packet->payload == TV_PERFETTO_THREAD_DESCRIPTOR)
    take_thread_descriptor (sequence, packet->content);
  if (packet->payload == TV_PERFETTO_FTRACE_EVENTS)
    tv_perfetto_ftrace_bundle_cutter_survey (self->bundles, packet);
  if (packet->payload != TV_PERFETTO_TRACK_EVENT)
    {
      if (uses_interned (packet->payload) && is_selected (self, packet, sequence))
        tv_id_map_set (&self->used, packet->sequence, 0);
      return TRUE;
    }
  parse_track_event (self, packet, sequence, &event);
  if (event.is_selected)
    tv_id_map_set (&self->used, packet->sequence, 0);
  if (!event.is_selected || !has_time || ts >= self->cut->start_ns || event.act == ACT_OTHER)
    ;
  else if (event.tid != 0)
    tv_cut_begins_add (&self->thread_begins, ts, event.tid, event.act == ACT_BEGIN, self->number);
  else
    {
      Bound bound = { event.track_uuid, ts, self->number, event.act == ACT_BEGIN };

      if (self->bounds->len < MAX_BOUNDS)
        g_array_append_val (self->bounds, bound);
      else
        g_set_error_literal (&self->failure, TV_ERROR, TV_ERROR_TOO_LARGE,
                             _("too many track events before the range"));
    }
  self->number++;
  return self->failure == NULL;
}

static int
compare_bounds (gconstpointer a, gconstpointer b)
{
  const Bound *first = a, *second = b;

  if (first->track_uuid != second->track_uuid)
    return first->track_uuid > second->track_uuid ? 1 : -1;
  if (first->ts != second->ts)
    return first->ts > second->ts ? 1 : -1;
  return (first->number > second->number) - (first->number < second->number);
}

/* Finds the begin events whose slices are still open at the start of the cut range. Processes track events in time
 * order instead of file order. */
static void
find_open (Cutter *self)
{
  g_array_sort (self->bounds, compare_bounds);
  for (guint i = 0; i < self->bounds->len; i++)
    {
      const Bound *bound = &g_array_index (self->bounds, Bound, i);

      if (bound->is_begin)
        tv_open_begins_begin (&self->begins, bound->track_uuid, FALSE, bound->number);
      else
        tv_open_begins_end (&self->begins, bound->track_uuid, bound->number);
    }
  g_array_set_size (self->bounds, 0);
  tv_open_begins_settle (&self->begins, TRUE);
  tv_cut_begins_settle (&self->thread_begins);
}

/* Returns whether the event is needed. Sets @is_whole to FALSE if only its relative values may be copied. */
static gboolean
is_track_event_needed (Cutter *self,
                       const TvPerfettoPacket *packet,
                       const Sequence *sequence,
                       gint64 ts,
                       gboolean *is_whole)
{
  guint64 number = self->number++;
  TrackEvent event;

  parse_track_event (self, packet, sequence, &event);
  *is_whole = event.is_selected;
  if (self->has_increments)
    return ts <= self->cut->end_ns;
  if (!event.is_selected)
    return FALSE;
  if (event.act == ACT_OTHER || ts >= self->cut->start_ns)
    return tv_cut_needs (self->cut, ts);
  return event.tid != 0
             ? tv_cut_begins_need (&self->thread_begins, number)
             : tv_cut_needs (self->cut, ts) && tv_open_begins_need (&self->begins, number);
}

static gboolean
is_needed (Cutter *self,
           const TvPerfettoPacket *packet,
           const Sequence *sequence,
           gboolean has_time,
           gint64 ts)
{
  return is_selected (self, packet, sequence) &&
         (is_state (packet->payload) || !has_time || has_descriptors (packet) ||
          tv_cut_needs (self->cut, ts) ||
          /* A GPU counter value is reported at the end of the interval that it covers. */
          (packet->payload == TV_PERFETTO_GPU_COUNTERS && tv_cut_ends_sample (self->cut, ts)));
}

/* Copies only the timestamps and thread clock values of an event, because values of later events in the sequence may
 * be relative to them. */
static gboolean
copy_differences (Cutter *self, const TvPerfettoPacket *packet)
{
  TvProto proto = tv_proto_open (packet->content);
  TvProtoField field;

  g_byte_array_set_size (self->payload, 0);
  for (const guint8 *start = proto.at; tv_proto_next (&proto, &field); start = proto.at)
    switch (field.number)
      {
      case 1:
      case 2:
      case 8:
      case 16:
      case 17:
      case 20:
        g_byte_array_append (self->payload, start, (guint) (proto.at - start));
        break;
      default:
        break;
      }
  return write_changed (self, packet, packet->payload, self->payload, TRUE);
}

static gboolean
copy_track_event (Cutter *self,
                  const TvPerfettoPacket *packet,
                  const Sequence *sequence,
                  guint32 clock,
                  gboolean has_time,
                  gint64 ts)
{
  gboolean is_whole;

  /* If the packet has no timestamp, the event contains a timestamp that is relative to earlier events. */
  if (!is_track_event_needed (self, packet, sequence, has_time ? ts : self->cut->start_ns,
                              &is_whole))
    return leave_out (self, packet, sequence, clock, TRUE);
  if (is_whole)
    return copy_whole (self, packet, clock);
  if (!is_used (self, packet->sequence))
    return leave_out (self, packet, sequence, clock, TRUE);
  return (!packet->has_timestamp || write_pending_of (self, clock)) &&
         copy_differences (self, packet);
}

static gboolean
copy_bundle (Cutter *self, const TvPerfettoPacket *packet, const Sequence *sequence)
{
  g_byte_array_set_size (self->payload, 0);
  if (!tv_perfetto_ftrace_bundle_cutter_cut (self->bundles, packet, self->payload))
    return leave_out (self, packet, sequence, 0, FALSE);
  return write_changed (self, packet, packet->payload, self->payload, TRUE);
}

/* Writes a packet, a part of it, or only its state changes. A #TvPerfettoVisit. */
static gboolean
copy_packet (const TvPerfettoPacket *packet, gpointer data)
{
  Cutter *self = data;
  Sequence *sequence = get_sequence (self, packet->sequence);
  gboolean is_decoded = update_sequence (self, sequence, packet), has_time, is_written, is_filtered;
  guint32 clock = find_clock (self, packet, sequence);
  gint64 ts = 0;

  if (!is_decoded)
    return leave_out (self, packet, sequence, clock, FALSE);
  if (packet->payload == TV_PERFETTO_FTRACE_EVENTS)
    {
      pass_clocks (self, packet);
      return copy_bundle (self, packet, sequence);
    }
  has_time = take_time (self, packet, clock, &ts);
  pass_clocks (self, packet);
  if (packet->payload == TV_PERFETTO_THREAD_DESCRIPTOR)
    take_thread_descriptor (sequence, packet->content);
  if (packet->payload == TV_PERFETTO_CLOCK_SNAPSHOT ||
      packet->payload == TV_PERFETTO_REMOTE_CLOCK_SYNC)
    return write_all_pending (self) &&
           write_packet (self, (const guint8 *) packet->bytes.text, packet->bytes.size);
  if (packet->payload == TV_PERFETTO_ANDROID_LOG)
    {
      g_byte_array_set_size (self->payload, 0);
      if (!cut_log (self, packet, self->payload))
        return leave_out (self, packet, sequence, clock, TRUE);
      return write_changed (self, packet, packet->payload, self->payload, TRUE);
    }
  if (packet->payload == TV_PERFETTO_TRACK_EVENT)
    return copy_track_event (self, packet, sequence, clock, has_time, ts);
  is_written = is_needed (self, packet, sequence, has_time, ts);
  if (is_written && packet->has_timestamp && !write_pending_of (self, clock))
    return FALSE;
  g_byte_array_set_size (self->payload, 0);
  is_filtered = tv_perfetto_cut_owners_filter (&self->owners, packet, self->payload);
  if (!is_written)
    return leave_out (self, packet, sequence, clock, TRUE);
  return is_filtered ? write_changed (self, packet, packet->payload, self->payload, TRUE)
                     : write_packet (self, (const guint8 *) packet->bytes.text, packet->bytes.size);
}

static gboolean
has_machine (const Cutter *self, guint32 machine)
{
  return self->cut->machine == TV_NONE || self->cut->machine == machine;
}

/* Writes a list of the machine's threads that are missing from all thread lists of the file, because their names and
 * processes may come from packets outside the cut range. Skips tids and pids that several threads or processes used. */
static gboolean
write_threads (Cutter *self)
{
  guint32 n, n_processes;
  const TvThread *threads = tv_trace_get_threads (self->cut->trace, &n);
  const TvProcess *processes = tv_trace_get_processes (self->cut->trace, &n_processes);
  TvIdMap tids, pids;

  tv_id_map_init (&tids);
  tv_id_map_init (&pids);
  for (guint32 i = 0; i < n; i++)
    if (has_machine (self, threads[i].machine))
      add_id (&tids, threads[i].tid);
  for (guint32 i = 0; i < n_processes; i++)
    if (has_machine (self, processes[i].machine))
      add_id (&pids, processes[i].pid);
  g_byte_array_set_size (self->payload, 0);
  for (guint32 i = 0; i < n; i++)
    if (has_machine (self, threads[i].machine) && threads[i].tid > 0 &&
        threads[i].tid <= G_MAXINT32 && tv_id_map_find (&tids, threads[i].tid) == 0 &&
        tv_id_map_find (&pids, threads[i].tid) != 1 &&
        (threads[i].upid == TV_NONE ||
         tv_id_map_find (&pids, processes[threads[i].upid].pid) == 0) &&
        tv_id_map_find (&self->listed, threads[i].tid) == TV_NONE)
      append_thread (self, &threads[i]);
  tv_id_map_clear (&tids);
  tv_id_map_clear (&pids);
  if (self->payload->len == 0)
    return TRUE;
  g_byte_array_set_size (self->packet, 0);
  if (self->id != 0)
    tv_protobuf_append_number (self->packet, TV_PERFETTO_PACKET_MACHINE, self->id);
  tv_protobuf_append_message (self->packet, TV_PERFETTO_PROCESS_TREE, self->payload);
  return write_packet (self, self->packet->data, self->packet->len);
}

/* ---- Machines ---- */

/**
 * Machines:
 * @cut: the cut of the whole file
 * @cutters: (element-type Cutter): cutter per machine, in the order of the machines' first packets
 * @visit: function of the current pass
 * @failed: (nullable): the cutter whose output failed
 */
typedef struct
{
  TvCut *cut;
  GPtrArray *cutters;
  TvPerfettoVisit visit;
  Cutter *failed;
} Machines;

static Cutter *
cutter_new (TvCut *whole, guint32 id)
{
  Cutter *self = g_new0 (Cutter, 1);

  self->id = id;
  self->cut = tv_cut_new_machine (whole);
  tv_perfetto_clocks_init (&self->found_clocks);
  tv_perfetto_clocks_init (&self->copied_clocks);
  tv_perfetto_remote_clocks_init (&self->remote_clocks);
  tv_perfetto_remote_clocks_init (&self->copied_remote_clocks);
  tv_open_begins_init (&self->begins);
  tv_cut_begins_init (&self->thread_begins, self->cut);
  tv_perfetto_cut_owners_init (&self->owners, self->cut);
  tv_id_map_init (&self->used);
  tv_id_map_init (&self->listed);
  self->strings = tv_trace_builder_new (1, 0);
  tv_ftrace_needs_init (&self->needs, self->cut);
  tv_id_map_init (&self->rows);
  tv_id_map_init (&self->pending_rows);
  self->bundles = tv_perfetto_ftrace_bundle_cutter_new (self->cut, &self->needs, self->strings);
  self->sequences = g_array_new (FALSE, TRUE, sizeof (Sequence));
  g_array_set_clear_func (self->sequences, clear_sequence);
  self->bounds = g_array_new (FALSE, FALSE, sizeof (Bound));
  self->pending = g_array_new (FALSE, FALSE, sizeof (Pending));
  self->packet = g_byte_array_new ();
  self->payload = g_byte_array_new ();
  return self;
}

static void
cutter_free (gpointer data)
{
  Cutter *self = data;

  tv_perfetto_clocks_clear (&self->found_clocks);
  tv_perfetto_clocks_clear (&self->copied_clocks);
  tv_perfetto_remote_clocks_clear (&self->remote_clocks);
  tv_perfetto_remote_clocks_clear (&self->copied_remote_clocks);
  tv_open_begins_clear (&self->begins);
  tv_cut_begins_clear (&self->thread_begins);
  tv_perfetto_cut_owners_clear (&self->owners);
  tv_id_map_clear (&self->used);
  tv_id_map_clear (&self->listed);
  tv_trace_builder_free (self->strings);
  tv_ftrace_needs_clear (&self->needs);
  tv_id_map_clear (&self->rows);
  tv_id_map_clear (&self->pending_rows);
  tv_perfetto_ftrace_bundle_cutter_free (self->bundles);
  g_array_unref (self->sequences);
  g_array_unref (self->bounds);
  g_array_unref (self->pending);
  g_byte_array_unref (self->packet);
  g_byte_array_unref (self->payload);
  g_clear_error (&self->failure);
  tv_cut_free (self->cut);
  g_free (self);
}

/* Returns the cutter of a machine. Creates it on first use. Returns NULL if there are too many machines. */
static Cutter *
get_cutter (Machines *self, guint32 id)
{
  for (guint i = 0; i < self->cutters->len; i++)
    {
      Cutter *cutter = g_ptr_array_index (self->cutters, i);

      if (cutter->id == id)
        return cutter;
    }
  if (self->cutters->len == TV_MAX_MACHINES)
    return NULL;
  g_ptr_array_add (self->cutters, cutter_new (self->cut, id));
  return g_ptr_array_index (self->cutters, self->cutters->len - 1);
}

/* Passes a packet to the cutter of its machine. A #TvPerfettoVisit. */
static gboolean
visit_packet (const TvPerfettoPacket *packet, gpointer data)
{
  Machines *self = data;
  Cutter *cutter = get_cutter (self, packet->machine);

  if (cutter == NULL || cutter->is_skipped || self->visit (packet, cutter))
    return TRUE;
  self->failed = cutter;
  return FALSE;
}

/* Returns the cutter of the host, or of the first machine with payloads if the host has none. */
static Cutter *
find_device (const Machines *self)
{
  Cutter *first = NULL;

  for (guint i = 0; i < self->cutters->len; i++)
    {
      Cutter *cutter = g_ptr_array_index (self->cutters, i);

      if (cutter->has_payload && cutter->id == 0)
        return cutter;
      if (first == NULL || (cutter->has_payload && !first->has_payload))
        first = cutter;
    }
  return first;
}

/* Returns the row of a guest in the trace's machines; TV_NONE if the trace lacks the guest. */
static guint32
find_guest (TvTrace *trace, guint32 id)
{
  guint32 n;
  const TvMachine *machines = tv_trace_get_machines (trace, &n);

  for (guint32 i = 1; i < n; i++)
    if (machines[i].id == id)
      return i;
  return TV_NONE;
}

/* Prepares the conversion of a guest's timestamps. @number is the trace clock of the device. Sets @offset_ns to the
 * difference between the guest's clock and the timeline. Returns FALSE if the guest's clock is not synchronized with
 * the host's. */
static gboolean
settle_guest (Cutter *self, guint32 number, gint64 device_ahead, gint64 *offset_ns)
{
  gint64 ahead;

  tv_perfetto_clocks_set_trace_number (&self->found_clocks, number);
  tv_perfetto_clocks_set_trace_number (&self->copied_clocks, number);
  tv_perfetto_clocks_settle (&self->found_clocks);
  tv_perfetto_clocks_settle (&self->copied_clocks);
  return tv_perfetto_remote_clocks_find (&self->remote_clocks, number, &ahead) &&
         !__builtin_sub_overflow (device_ahead, ahead, offset_ns);
}

/* Synchronizes the clocks of the machines by the same rules as tv_perfetto_machines_settle(). Skips the machines that
 * the reader skips. */
static void
settle_machines (Machines *self)
{
  Cutter *device = find_device (self);
  gint64 device_ahead = 0;
  gboolean is_synchronized;
  guint32 number, n;

  if (device == NULL)
    return;
  tv_trace_get_machines (self->cut->trace, &n);
  tv_perfetto_clocks_settle (&device->found_clocks);
  tv_perfetto_clocks_settle (&device->copied_clocks);
  tv_cut_set_machine (device->cut, n > 0 ? 0 : TV_NONE, 0);
  number = tv_perfetto_clocks_get_trace_number (&device->found_clocks);
  is_synchronized = device->id == 0 ||
                    tv_perfetto_remote_clocks_find (&device->remote_clocks, number, &device_ahead);
  for (guint i = 0; i < self->cutters->len; i++)
    {
      Cutter *guest = g_ptr_array_index (self->cutters, i);
      guint32 row = find_guest (self->cut->trace, guest->id);
      gint64 offset_ns;

      if (guest == device)
        continue;
      guest->is_skipped = !settle_guest (guest, number, device_ahead, &offset_ns) ||
                          !is_synchronized || row == TV_NONE;
      if (!guest->is_skipped)
        tv_cut_set_machine (guest->cut, row, offset_ns);
    }
}

/* ---- Cut ---- */

/* Prepares a cutter for a pass: selects its clocks and resets its sequences. */
static void
begin_pass (Cutter *self, gboolean copies)
{
  self->clocks = copies ? &self->copied_clocks : &self->found_clocks;
  self->number = 0;
  tv_id_map_clear (&self->rows);
  tv_id_map_init (&self->rows);
  g_array_set_size (self->sequences, 0);
  tv_perfetto_ftrace_bundle_cutter_begin (self->bundles, self->clocks);
  tv_perfetto_cut_owners_begin (&self->owners);
}

/* Runs a pass: calls @visit for each packet, with the cutter of its machine. */
static gboolean
walk (Machines *self,
      TvInput *input,
      const TvReadContext *context,
      TvPerfettoVisit visit,
      double from,
      double to,
      GError **error)
{
  TvPerfettoWalk how = {
    .input = input, .context = context, .from = from, .to = to, .visit = visit_packet, .data = self
  };

  self->visit = visit;
  for (guint i = 0; i < self->cutters->len; i++)
    begin_pass (g_ptr_array_index (self->cutters, i), visit == copy_packet);
  if (!tv_perfetto_walk (&how, error))
    return FALSE;
  if (self->failed == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->failed->failure));
  return FALSE;
}

static gboolean
run_passes (Machines *self, TvInput *input, const TvReadContext *context, GError **error)
{
  if (!walk (self, input, context, survey_packet, 0, FIND_PART, error))
    return FALSE;
  settle_machines (self);
  if (!walk (self, input, context, find_begins, FIND_PART, COPY_PART, error))
    return FALSE;
  for (guint i = 0; i < self->cutters->len; i++)
    {
      Cutter *cutter = g_ptr_array_index (self->cutters, i);

      if (cutter->is_skipped)
        continue;
      find_open (cutter);
      /* Marks in kernel events and track events share the slice stacks of threads. If all track events before the
       * range are kept, all marks must be kept, too. */
      cutter->needs.keeps_marks = cutter->has_increments;
      tv_ftrace_needs_settle (&cutter->needs);
      if (!write_threads (cutter))
        {
          g_propagate_error (error, g_steal_pointer (&cutter->failure));
          return FALSE;
        }
    }
  return walk (self, input, context, copy_packet, COPY_PART, 1, error);
}

/**
 * tv_perfetto_cut:
 *
 * Writes a cut, see #TvFormat. Writes compressed packets uncompressed. If the trace contains incremental counters, or
 * timestamps or thread times that are relative to earlier events, keeps all track events before the cut range. Skips
 * machines whose clocks are not synchronized.
 */
gboolean
tv_perfetto_cut (TvInput *input, TvCut *cut, const TvReadContext *context, GError **error)
{
  g_autoptr (GPtrArray) cutters = g_ptr_array_new_with_free_func (cutter_free);
  Machines self = { .cut = cut, .cutters = cutters };

  return run_passes (&self, input, context, error);
}
