/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "formats/method-trace/packets/method-trace-entries.h"
#include "formats/input/input.h"

G_BEGIN_DECLS

/* Consecutive packets of Android 16, each of which begins with a u8 type:
 *
 *   0 thread    u32 tid, u16 length, name
 *   1 method    u64 id, u16 length, "class\tmethod\tsignature\tfile\n"
 *   2 entries   u32 tid, u24 number of entries, u32 length, entries (TvEntryKind)
 *   3 summary   text like the key section of a classic trace, optionally after u16 length, up to
 *               the end; or, in long-method traces, u64 ns of the last record, u64 ns on the monotonic
 *               clock
 *
 * Names may follow their first use. Some writers store a running count of entries, so only the length is
 * reliable. */
typedef enum
{
  TV_PACKET_THREAD,
  TV_PACKET_METHOD,
  TV_PACKET_ENTRIES,
  TV_PACKET_SUMMARY,
} TvPacketType;

/**
 * TvPacket:
 * @type: type of the packet
 * @id: thread or method id; for entries, the thread id
 * @count: declared number of entries
 * @size: size of the body (name, entries or summary) in bytes; available size if the body is truncated
 * @is_cut: whether the body is truncated
 * @file_offset: file offset of the packet
 * @body_file_offset: file offset of the body
 *
 * Header of a packet.
 */
typedef struct
{
  TvPacketType type;
  guint64 id;
  guint32 count;
  gsize size;
  gboolean is_cut;
  gsize file_offset;
  gsize body_file_offset;
} TvPacket;

/* Size in bytes of the header of a packet with entries. */
#define TV_PACKET_ENTRIES_HEADER 12

/**
 * TvPacketStream:
 * @input: the file
 * @start: file offset of the first packet
 * @is_long: whether the packets form a long-method trace, whose summary has a fixed size
 *
 * A sequence of packets.
 */
typedef struct
{
  TvInput *input;
  gsize start;
  gboolean is_long;
} TvPacketStream;

/**
 * TvPacketWalk:
 * @stream: the packets
 * @window: window on the file
 * @at: file offset of the next packet or of unreadable data
 * @failure: (nullable): error that ended the walk
 *
 * Iterates over packets on a single thread.
 */
typedef struct
{
  const TvPacketStream *stream;
  TvInputWindow window;
  gsize at;
  GError *failure;
} TvPacketWalk;

guint64     tv_packet_get_number (const guint8         *p,
                                  guint                 n_bytes);
gboolean    tv_packet_parse      (const guint8         *at,
                                  gsize                 file_offset,
                                  gsize                 end,
                                  gboolean              is_long,
                                  TvPacket             *packet);
void        tv_packet_walk_init  (TvPacketWalk         *self,
                                  const TvPacketStream *stream,
                                  gsize                 at);
void        tv_packet_walk_clear (TvPacketWalk         *self);
gboolean    tv_packet_next       (TvPacketWalk         *self,
                                  TvPacket             *packet);
const guint8 *tv_packet_walk_peek (TvPacketWalk        *self,
                                  TvPacket             *packet);
TvEntryKind tv_packets_try_kinds (const TvPacketStream *stream,
                                  gboolean              is_dual,
                                  const TvIdMap        *methods);

/* Returns whether @n matches the declared number of entries of a block, of which only the low 24 bits are stored;
 * some writers store only 16 bits. */
static inline gboolean
tv_packet_count_is (guint32 count, guint64 n)
{
  return (n & 0xffffff) == count || (n & 0xffff) == count;
}

G_END_DECLS
