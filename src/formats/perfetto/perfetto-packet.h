/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/proto-field.h"

G_BEGIN_DECLS

/**
 * TvPerfettoFlags:
 *
 * Bits of TracePacket.sequence_flags.
 */
typedef enum
{
  TV_PERFETTO_STATE_CLEARED = 1 << 0,
  TV_PERFETTO_NEEDS_STATE = 1 << 1,
} TvPerfettoFlags;

/**
 * TvPerfettoPayload:
 *
 * Field numbers of the payloads in TracePacket that readers decode. A packet contains at most one payload.
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
  TV_PERFETTO_GAME_INTERVENTIONS = 83,
  TV_PERFETTO_SYSTEM_PROPERTY = 86,
  TV_PERFETTO_TRACE_UUID = 89,
  TV_PERFETTO_ENTITY_STATE_RESIDENCY = 91,
  TV_PERFETTO_REMOTE_CLOCK_SYNC = 107,
  TV_PERFETTO_CLONE_TRIGGER = 113,
  TV_PERFETTO_TASK_STATE = 117,
  TV_PERFETTO_TASK_CPU_FREQUENCY = 118,
  TV_PERFETTO_TASK_RENAME = 120,
  TV_PERFETTO_TASK_TREE = 122,
  TV_PERFETTO_TRACE_ATTRIBUTES = 126,
  TV_PERFETTO_GPU_FREQUENCY = 129,
  TV_PERFETTO_STACK_SAMPLE = 135,
  TV_N_PERFETTO_PAYLOADS = 136,
} TvPerfettoPayload;

/**
 * TvPerfettoPacket:
 * @file_offset: file offset of the packet, or of the compressed packet that contains it, plus the walk's @base_offset
 * @number: index of the packet in the trace, from 0
 * @timestamp: encoded timestamp on the clock @clock_id
 * @has_timestamp: whether @timestamp is set
 * @clock_id: TracePacket.timestamp_clock_id; 0 if not set
 * @sequence: id of the packet's sequence
 * @has_sequence: whether @sequence is set
 * @flags: #TvPerfettoFlags
 * @dropped: TracePacket.previous_packet_dropped
 * @machine: id of the packet's machine; 0 for the host
 * @defaults: bytes of TracePacketDefaults, or null
 * @interned: bytes of InternedData, or null
 * @payload: field number of the payload; 0 if there is none
 * @content: bytes of the payload
 * @bytes: bytes of the packet
 * @store: (nullable): store with data of the packet that was decoded in advance; see #TvPerfettoPreparation
 * @first_stored: index of the packet's first message in @store
 *
 * A TracePacket with decoded fields other than the payload. See perfetto/protos/trace/trace_packet.proto.
 */
typedef struct
{
  guint64 file_offset;
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
  TvSpan content;
  TvSpan bytes;
  gpointer store;
  guint first_stored;
} TvPerfettoPacket;

/* Field numbers of TracePacket other than those of payloads. */
typedef enum
{
  TV_PERFETTO_PACKET_TRUSTED_UID = 3,
  TV_PERFETTO_PACKET_TIMESTAMP = 8,
  TV_PERFETTO_PACKET_SEQUENCE = 10,
  TV_PERFETTO_PACKET_INTERNED_DATA = 12,
  TV_PERFETTO_PACKET_SEQUENCE_FLAGS = 13,
  TV_PERFETTO_PACKET_STATE_CLEARED = 41,
  TV_PERFETTO_PACKET_PREVIOUS_DROPPED = 42,
  TV_PERFETTO_PACKET_COMPRESSED = 50,
  TV_PERFETTO_PACKET_CLOCK_ID = 58,
  TV_PERFETTO_PACKET_DEFAULTS = 59,
  TV_PERFETTO_PACKET_TRUSTED_PID = 79,
  TV_PERFETTO_PACKET_FIRST_ON_SEQUENCE = 87,
  TV_PERFETTO_PACKET_MACHINE = 98,
} TvPerfettoPacketField;

/* Field number of zstd-compressed packets in TracePacket. */
#define TV_PERFETTO_ZSTD_PACKETS 133

/* Field number of packets in a file, and the maximum size of the header of such a field in bytes. */
#define TV_PERFETTO_PACKET_FIELD       1
#define TV_PERFETTO_FIELD_HEADER_BYTES 20 /* at most two varints */

/**
 * TvPerfettoFieldHeader:
 * @number: field number
 * @type: wire type
 * @header: size of the header in bytes
 * @size: size of the payload after the header, in bytes; 0 for varints
 *
 * Header of a top-level field.
 */
typedef struct
{
  guint number;
  TvProtoType type;
  gsize header;
  gsize size;
} TvPerfettoFieldHeader;

gboolean     tv_perfetto_packet_parse (TvSpan            bytes,
                                       TvPerfettoPacket *out,
                                       TvProtoField     *packed);
gboolean     tv_perfetto_field_header_parse   (const guint8     *bytes,
                                       gsize             n,
                                       TvPerfettoFieldHeader   *out);
TvConfidence tv_perfetto_probe        (TvInput          *input);

G_END_DECLS
