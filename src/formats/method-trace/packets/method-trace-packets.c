/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/packets/method-trace-packets.h"

/* Iterates over the packets of a file, and detects which of two encodings the entries have. Called by the readers of
 * packets; other files use only tv_packet_get_number(). A walk owns a window on the input; the body of a packet is
 * valid until the walk advances. After an error, the walk ends and @failure contains the error. */

#define THREAD_HEADER 7
#define METHOD_HEADER 11
#define LONG_SUMMARY  17

/**
 * tv_packet_get_number:
 * @p: a little-endian number
 * @n_bytes: size of the number in bytes, up to 8
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
 * tv_packet_parse:
 * @at: bytes at @file_offset; at least %TV_PACKET_ENTRIES_HEADER if the file has as many
 * @file_offset: file offset of the packet
 * @end: end of the file
 * @is_long: whether the packet belongs to a long-method trace
 * @packet: (out): the packet
 *
 * Parses the header of a packet. The body of the last packet may be truncated, but not its header.
 *
 * Returns: FALSE if there is no packet
 */
gboolean
tv_packet_parse (const guint8 *at, gsize file_offset, gsize end, gboolean is_long, TvPacket *packet)
{
  static const guint8 header_sizes[] = { THREAD_HEADER, METHOD_HEADER, TV_PACKET_ENTRIES_HEADER,
                                         1 };
  gsize left = end - file_offset;
  gsize header_size, size;

  if (left == 0 || at[0] >= G_N_ELEMENTS (header_sizes) || left < header_sizes[at[0]])
    return FALSE;
  header_size = header_sizes[at[0]];
  *packet = (TvPacket){ .type = at[0],
                        .file_offset = file_offset,
                        .body_file_offset = file_offset + header_size };
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
      packet->count = (guint32) tv_packet_get_number (at + 5, 3);
      size = tv_packet_get_number (at + 8, 4);
      break;
    case TV_PACKET_SUMMARY:
    default:
      size = is_long ? LONG_SUMMARY - 1 : left - header_size;
      break;
    }
  packet->is_cut = size > left - header_size;
  packet->size = MIN (size, left - header_size);
  return TRUE;
}

/**
 * tv_packet_walk_init:
 * @self: (out caller-allocates): a walk
 * @stream: packets
 * @at: file offset of the first packet
 *
 * Starts a walk.
 */
void
tv_packet_walk_init (TvPacketWalk *self, const TvPacketStream *stream, gsize at)
{
  *self = (TvPacketWalk){ .stream = stream, .window = { .input = stream->input }, .at = at };
}

void
tv_packet_walk_clear (TvPacketWalk *self)
{
  tv_input_window_clear (&self->window);
  g_clear_error (&self->failure);
}

/**
 * tv_packet_next:
 * @self: a walk; advances past the packet
 * @packet: (out): the next packet
 *
 * Gets the next packet.
 *
 * Returns: FALSE at the end, or if the walk failed
 */
gboolean
tv_packet_next (TvPacketWalk *self, TvPacket *packet)
{
  gsize available, end = self->stream->input->size;
  const guint8 *at;

  if (self->failure != NULL)
    return FALSE;
  at = tv_input_window_peek (&self->window, self->at, TV_PACKET_ENTRIES_HEADER, &available,
                             &self->failure);
  if (at == NULL)
    return FALSE;
  if (available < TV_PACKET_ENTRIES_HEADER)
    end = self->at + available;
  if (!tv_packet_parse (at, self->at, end, self->stream->is_long, packet))
    return FALSE;
  self->at = packet->body_file_offset + packet->size;
  return TRUE;
}

/**
 * tv_packet_walk_peek:
 * @self: a walk
 * @packet: (inout): the current packet; shortened if the file was truncated
 *
 * Loads the body of a packet into the window.
 *
 * Returns: (transfer none) (nullable): the body, valid until the walk advances; %NULL if the walk failed
 */
const guint8 *
tv_packet_walk_peek (TvPacketWalk *self, TvPacket *packet)
{
  gsize available;
  const guint8 *body;

  if (self->failure != NULL)
    return NULL;
  body = tv_input_window_peek (&self->window, packet->body_file_offset, packet->size, &available,
                               &self->failure);
  if (body != NULL && available < packet->size)
    {
      packet->size = available;
      packet->is_cut = TRUE;
    }
  return body;
}

/* Two encodings of entries share version numbers. The first blocks are decoded with both, and the encoding
 * with fewer errors is used. Errors are, by decreasing weight:
 * - a block that does not end with a complete entry, or whose number of entries, alone or summed with the
 *   previous blocks, differs from the declared number; outweighs all errors within the block
 * - an entry with the reserved action, a negative time, or a time before the previous entry
 * - an entry whose method is not listed
 *
 * In a tie the later encoding is used, because current writers use it. */

#define TRIED_BLOCKS 32
#define TRIED_BYTES  (64 * 1024)

#define BAD_BLOCK_WEIGHT 4 /* per number in the block */
#define BAD_ENTRY_WEIGHT 2

typedef struct
{
  guint64 run; /* number of entries since the last block that restarted the count */
  guint64 nonsense;
} Trial;

static void
try_block (Trial *self,
           TvEntryLayout layout,
           const TvPacket *packet,
           const guint8 *body,
           const TvIdMap *methods)
{
  TvEntryCursor cursor = tv_entry_cursor (body, packet->size, body + packet->size);
  gboolean has_time = FALSE;
  guint64 n = 0;
  guint64 bad_block = BAD_BLOCK_WEIGHT * tv_leb128_count (body, packet->size);
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
  if (tv_packet_count_is (packet->count, n))
    self->run = n;
  else if (tv_packet_count_is (packet->count, self->run + n))
    self->run += n;
  else
    self->nonsense += bad_block;
}

/**
 * tv_packets_try_kinds:
 * @stream: packets
 * @is_dual: whether each entry has two times
 * @methods: listed method ids
 *
 * Detects the encoding of the entries.
 *
 * Returns: the encoding, %TV_ENTRY_ALPHA or %TV_ENTRY_BETA
 */
TvEntryKind
tv_packets_try_kinds (const TvPacketStream *stream, gboolean is_dual, const TvIdMap *methods)
{
  Trial alpha = { 0 }, beta = { 0 };
  TvPacketWalk walk;
  guint n_blocks = 0;
  gsize n_bytes = 0;
  TvPacket packet;

  tv_packet_walk_init (&walk, stream, stream->start);
  while (n_blocks < TRIED_BLOCKS && n_bytes < TRIED_BYTES && tv_packet_next (&walk, &packet))
    {
      const guint8 *body;

      if (packet.type != TV_PACKET_ENTRIES || packet.size == 0)
        continue;
      if (packet.size > TRIED_BYTES)
        {
          packet.size = TRIED_BYTES;
          packet.is_cut = TRUE;
        }
      body = tv_packet_walk_peek (&walk, &packet);
      if (body == NULL)
        break; /* the next pass reports the error */
      try_block (&alpha, (TvEntryLayout){ TV_ENTRY_ALPHA, is_dual }, &packet, body, methods);
      try_block (&beta, (TvEntryLayout){ TV_ENTRY_BETA, is_dual }, &packet, body, methods);
      n_blocks++;
      n_bytes += packet.size;
    }
  tv_packet_walk_clear (&walk);
  return alpha.nonsense < beta.nonsense ? TV_ENTRY_ALPHA : TV_ENTRY_BETA;
}
