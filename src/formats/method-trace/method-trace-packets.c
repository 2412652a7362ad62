/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/method-trace-packets.h"

#define THREAD_HEAD  7
#define METHOD_HEAD  11
#define ENTRIES_HEAD 12
#define LONG_SUMMARY 17

/**
 * tv_packet_get_number:
 * @p: a number
 * @n_bytes: its size
 *
 * Returns: the number
 */
guint64
tv_packet_get_number (const guint8 *p, guint n_bytes)
{
  guint64 value = 0;

  for (guint i = 0; i < n_bytes; i++)
    value |= (guint64) p[i] << (8 * i);
  return value;
}

/**
 * tv_packet_next:
 * @self: where the walk is; at the packet's end then, or at what could not be read
 * @packet: (out): the next packet
 *
 * The last packet may be cut, but not within what is before its body.
 *
 * Returns: whether there was one
 */
gboolean
tv_packet_next (TvPacketWalk *self, TvPacket *packet)
{
  static const guint8 heads[] = { THREAD_HEAD, METHOD_HEAD, ENTRIES_HEAD, 1 };
  const guint8 *at = self->stream->data + self->at;
  gsize left = self->stream->size - self->at;
  gsize head, size;

  if (left == 0 || at[0] >= G_N_ELEMENTS (heads) || left < heads[at[0]])
    return FALSE;
  head = heads[at[0]];
  *packet = (TvPacket){ .type = at[0], .body = at + head, .where = self->at };
  switch (packet->type)
    {
    case TV_PACKET_THREAD:
      packet->id = tv_packet_get_number (at + 1, 4);
      size = tv_packet_get_number (at + 5, 2);
      break;
    case TV_PACKET_METHOD:
      packet->id = tv_packet_get_number (at + 1, 8);
      size = tv_packet_get_number (at + 9, 2);
      break;
    case TV_PACKET_ENTRIES:
      packet->id = tv_packet_get_number (at + 1, 4);
      packet->count = tv_packet_get_number (at + 5, 3);
      size = tv_packet_get_number (at + 8, 4);
      break;
    case TV_PACKET_SUMMARY:
    default:
      size = self->stream->is_long ? LONG_SUMMARY - 1 : left - head;
      break;
    }
  packet->is_cut = size > left - head;
  packet->size = MIN (size, left - head);
  self->at += head + packet->size;
  return TRUE;
}

/* Two kinds of entries go by the same versions. The first blocks are read as either; the kind that
 * makes less nonsense of them is the one. Nonsense is, in the order of its weight:
 *
 *   - a block that does not end where an entry does, or with more or fewer entries than it says to
 *     hold, itself or with the blocks before it: more than all that may be wrong within it
 *   - an entry of the reserved action, before the start of time, or before the entry before it
 *   - an entry of a method that is not listed
 *
 * Of kinds that make as much, the later is preferred, which writers of today use. */

#define TRIED_BLOCKS 32
#define TRIED_BYTES  (64 * 1024)

#define BAD_BLOCK_WEIGHT 4 /* for each number in it */
#define BAD_ENTRY_WEIGHT 2

typedef struct
{
  guint64 run; /* entries of the blocks that were last counted together */
  guint64 nonsense;
} Trial;

static void
try_block (Trial *self, TvEntryLayout layout, const TvPacket *packet, const TvIdMap *methods)
{
  TvEntryCursor cursor = tv_entry_cursor (packet->body, packet->size, packet->body + packet->size);
  gboolean has_time = FALSE;
  guint64 n = 0;
  guint64 bad_block = BAD_BLOCK_WEIGHT * tv_leb128_count (packet->body, packet->size);
  gint64 last_time = 0;
  TvEntry entry;

  for (; tv_entry_next (&cursor, layout, &entry); n++)
    {
      if (entry.action == 3 || entry.time < 0 || entry.cpu < 0 ||
          (has_time && entry.time < last_time))
        self->nonsense += BAD_ENTRY_WEIGHT;
      if ((entry.action == 0 || tv_entry_names_method (layout.kind)) &&
          tv_id_map_find (methods, entry.method) == TV_NONE)
        self->nonsense++;
      last_time = entry.time;
      has_time = TRUE;
    }
  if (packet->is_cut)
    return;
  if (cursor.at != cursor.end)
    self->nonsense += bad_block;
  if (tv_packet_counts (packet, n))
    self->run = n;
  else if (tv_packet_counts (packet, self->run + n))
    self->run += n;
  else
    self->nonsense += bad_block;
}

/**
 * tv_packets_try_kinds:
 * @stream: packets
 * @is_dual: whether entries have two times
 * @methods: ids that are listed
 *
 * Returns: which of %TV_ENTRY_ALPHA and %TV_ENTRY_BETA the entries are
 */
TvEntryKind
tv_packets_try_kinds (const TvPacketStream *stream, gboolean is_dual, const TvIdMap *methods)
{
  Trial alpha = { 0 }, beta = { 0 };
  TvPacketWalk walk = { stream, stream->start };
  guint n_blocks = 0;
  gsize n_bytes = 0;
  TvPacket packet;

  while (n_blocks < TRIED_BLOCKS && n_bytes < TRIED_BYTES && tv_packet_next (&walk, &packet))
    {
      if (packet.type != TV_PACKET_ENTRIES || packet.size == 0)
        continue;
      if (packet.size > TRIED_BYTES)
        {
          packet.size = TRIED_BYTES;
          packet.is_cut = TRUE;
        }
      try_block (&alpha, (TvEntryLayout){ TV_ENTRY_ALPHA, is_dual }, &packet, methods);
      try_block (&beta, (TvEntryLayout){ TV_ENTRY_BETA, is_dual }, &packet, methods);
      n_blocks++;
      n_bytes += packet.size;
    }
  return alpha.nonsense < beta.nonsense ? TV_ENTRY_ALPHA : TV_ENTRY_BETA;
}
