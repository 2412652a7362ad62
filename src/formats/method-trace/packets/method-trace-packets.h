/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "formats/method-trace/packets/method-trace-entries.h"
#include "formats/input/input.h"

G_BEGIN_DECLS

/* The packets of Android 16, one after the other, each of which begins with a u8 type:
 *
 *   0 thread    u32 tid, u16 length, name
 *   1 method    u64 id, u16 length, "class\tmethod\tsignature\tfile\n"
 *   2 entries   u32 tid, u24 how many, u32 length, entries: see #TvEntryKind
 *   3 summary   text like the key section of a classic trace, behind u16 length or without it, and
 *               the end; or u64 ns of the last record, u64 ns on the monotonic clock
 *
 * Names may come after their use. How many entries there are is a running count where some
 * writers wrote it, so that only the length is to be trusted.
 */
typedef enum
{
  TV_PACKET_THREAD,
  TV_PACKET_METHOD,
  TV_PACKET_ENTRIES,
  TV_PACKET_SUMMARY,
} TvPacketType;

/**
 * TvPacket:
 * @type: what it is
 * @id: of a thread or of a method; of entries their thread's
 * @count: how many entries it says to hold
 * @size: how many bytes its body has: the name, the entries or the summary; of the last as many as
 *   there are
 * @is_cut: whether it should have more
 * @where: offset in the file of the packet
 * @body_where: that of its body
 */
typedef struct
{
  TvPacketType type;
  guint64 id;
  guint32 count;
  gsize size;
  gboolean is_cut;
  gsize where;
  gsize body_where;
} TvPacket;

/* What is before the body of entries. */
#define TV_PACKET_ENTRIES_HEAD 12

/**
 * TvPacketStream:
 * @input: the file
 * @start: where packets begin
 * @is_long: whether these are of a long-method trace, with its fixed summary
 *
 * Packets.
 */
typedef struct
{
  TvInput *input;
  gsize start;
  gboolean is_long;
} TvPacketStream;

/**
 * TvPacketWalk:
 * @stream: the packets it goes over
 * @window: through which it sees them
 * @at: where it is: at the next packet, or at what could not be read
 * @failure: (nullable): why it could not go on
 *
 * Goes from packet to packet. One thread's own.
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
                                  gsize                 where,
                                  gsize                 end,
                                  gboolean              is_long,
                                  TvPacket             *packet);
void        tv_packet_walk_init  (TvPacketWalk         *self,
                                  const TvPacketStream *stream,
                                  gsize                 at);
void        tv_packet_walk_clear (TvPacketWalk         *self);
gboolean    tv_packet_next       (TvPacketWalk         *self,
                                  TvPacket             *packet);
const guint8 *tv_packet_walk_look (TvPacketWalk        *self,
                                  TvPacket             *packet);
TvEntryKind tv_packets_try_kinds (const TvPacketStream *stream,
                                  gboolean              is_dual,
                                  const TvIdMap        *methods);

/* Whether n may be how many entries a block says to hold: of 24 bits, of which some writers left 16
 * only. */
static inline gboolean
tv_packet_count_is (guint32 count, guint64 n)
{
  return (n & 0xffffff) == count || (n & 0xffff) == count;
}

G_END_DECLS
