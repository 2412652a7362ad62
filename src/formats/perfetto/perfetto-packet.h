/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/proto-field.h"

G_BEGIN_DECLS

/**
 * TvPerfettoFlags:
 *
 * TracePacket.sequence_flags.
 */
typedef enum
{
  TV_PERFETTO_STATE_CLEARED = 1 << 0,
  TV_PERFETTO_NEEDS_STATE = 1 << 1,
} TvPerfettoFlags;

/**
 * TvPerfettoPayload:
 *
 * Fields of TracePacket that are read, one of which a packet has.
 */
typedef enum
{
  TV_PERFETTO_FTRACE_EVENTS = 1,
  TV_PERFETTO_PROCESS_TREE = 2,
  TV_PERFETTO_CLOCK_SNAPSHOT = 6,
  TV_PERFETTO_SYS_STATS = 7,
  TV_PERFETTO_PROCESS_STATS = 9,
  TV_PERFETTO_TRACK_EVENT = 11,
  TV_PERFETTO_TRACE_CONFIG = 33,
  TV_PERFETTO_FTRACE_STATS = 34,
  TV_PERFETTO_TRACE_STATS = 35,
  TV_PERFETTO_SYNCHRONIZATION_MARKER = 36,
  TV_PERFETTO_PROFILE_PACKET = 37,
  TV_PERFETTO_BATTERY = 38,
  TV_PERFETTO_ANDROID_LOG = 39,
  TV_PERFETTO_POWER_RAILS = 40,
  TV_PERFETTO_PROCESS_DESCRIPTOR = 43,
  TV_PERFETTO_THREAD_DESCRIPTOR = 44,
  TV_PERFETTO_SYSTEM_INFO = 45,
  TV_PERFETTO_TRIGGER = 46,
  TV_PERFETTO_PACKAGES_LIST = 47,
  TV_PERFETTO_GPU_COUNTERS = 52,
  TV_PERFETTO_GPU_STAGE = 53,
  TV_PERFETTO_STREAMING_PROFILE = 54,
  TV_PERFETTO_HEAP_GRAPH = 56,
  TV_PERFETTO_GRAPHICS_FRAME = 57,
  TV_PERFETTO_TRACK_DESCRIPTOR = 60,
  TV_PERFETTO_MODULE_SYMBOLS = 61,
  TV_PERFETTO_GPU_LOG = 63,
  TV_PERFETTO_DEOBFUSCATION = 64,
  TV_PERFETTO_VULKAN_API = 65,
  TV_PERFETTO_PERF_SAMPLE = 66,
  TV_PERFETTO_CPU_INFO = 67,
  TV_PERFETTO_SMAPS = 68,
  TV_PERFETTO_SERVICE_EVENT = 69,
  TV_PERFETTO_INITIAL_DISPLAY_STATE = 70,
  TV_PERFETTO_GPU_MEMORY = 71,
  TV_PERFETTO_FRAME_TIMELINE = 76,
  TV_PERFETTO_UI_STATE = 78,
  TV_PERFETTO_SYSTEM_PROPERTY = 86,
  TV_PERFETTO_TRACE_UUID = 89,
  TV_PERFETTO_ENTITY_STATE_RESIDENCY = 91,
  TV_PERFETTO_TASK_STATE = 117,
  TV_PERFETTO_TASK_CPU_FREQUENCY = 118,
  TV_PERFETTO_TASK_RENAME = 120,
  TV_PERFETTO_TASK_TREE = 122,
  TV_PERFETTO_TRACE_ATTRIBUTES = 126,
  TV_PERFETTO_STACK_SAMPLE = 135,
  TV_N_PERFETTO_PAYLOADS = 136,
} TvPerfettoPayload;

/**
 * TvPerfettoPacket:
 * @where: place of the packet, or of that which it was packed in: its offset in the file, behind @place of the walk
 * @number: which packet of the trace it is, from 0
 * @timestamp: by the clock @clock_id
 * @has_timestamp: whether there is one
 * @clock_id: TracePacket.timestamp_clock_id, or 0
 * @sequence: who wrote it
 * @has_sequence: whether that is told
 * @flags: #TvPerfettoFlags
 * @dropped: TracePacket.previous_packet_dropped
 * @machine: of another machine than the others, if not 0
 * @defaults: TracePacketDefaults, or no bytes
 * @interned: InternedData, or no bytes
 * @payload: the number of the field that it is for, or 0
 * @said: the bytes of that field
 *
 * A packet, from fields of perfetto/protos/trace/trace_packet.proto.
 */
typedef struct
{
  guint64 where;
  guint64 number;
  guint64 timestamp;
  gboolean has_timestamp;
  guint32 clock_id;
  guint32 sequence;
  gboolean has_sequence;
  guint32 flags;
  guint32 dropped;
  guint32 machine;
  TvSpan defaults;
  TvSpan interned;
  guint payload;
  TvSpan said;
} TvPerfettoPacket;

/**
 * TvPerfettoVisit:
 * @packet: valid until the next
 * @data: the caller's
 *
 * Called with each packet, in the order of the file.
 *
 * Returns: whether to go on
 */
typedef gboolean (*TvPerfettoVisit) (const TvPerfettoPacket *packet, gpointer data);

/**
 * TvPerfettoWalk:
 * @input: a file
 * @place: where it begins, among those of all files
 * @context: to report to
 * @from: how much of all work is done before
 * @to: and afterwards
 * @visit: called with each packet
 * @data: for @visit
 * @n_packets: how many there were
 * @n_bad: how many of them are no messages, or are packed and cannot be unpacked
 * @first_bad: place of the first of these
 * @cut_at: place of a packet that is longer than the file, or -1
 * @broken_at: place of what is no packet, and behind which nothing is read, or -1
 *
 * A walk through all packets of a file.
 */
typedef struct
{
  TvInput *input;
  guint64 place;
  const TvReadContext *context;
  double from;
  double to;
  TvPerfettoVisit visit;
  gpointer data;

  guint64 n_packets;
  guint64 n_bad;
  guint64 first_bad;
  gint64 cut_at;
  gint64 broken_at;
} TvPerfettoWalk;

gboolean     tv_perfetto_walk  (TvPerfettoWalk *self,
                                GError        **error);
TvConfidence tv_perfetto_probe (TvInput        *input);

G_END_DECLS
