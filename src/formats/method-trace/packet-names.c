/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/packet-names.h"

#include <inttypes.h>

#include <glib/gi18n.h>

/* So much is read between two looks at the cancellable. */
#define STEP_BYTES (1u << 21)

void
tv_packet_names_init (TvPacketNames *self, const TvPacketStream *stream, TvTraceBuilder *builder)
{
  tv_method_trace_keys_init (&self->keys, builder);
  self->stream = stream;
  tv_id_map_init (&self->listed);
  self->method_packets = g_array_new (FALSE, FALSE, sizeof (gsize));
}

void
tv_packet_names_clear (TvPacketNames *self)
{
  tv_method_trace_keys_clear (&self->keys);
  tv_id_map_clear (&self->listed);
  g_array_unref (self->method_packets);
}

/* A name comes with or without the line feed that would end it in a file. */
static gsize
without_line_feed (const TvPacket *packet)
{
  return packet->size - (packet->size > 0 && packet->body[packet->size - 1] == '\n');
}

static gboolean
read_summary (TvPacketNames *self, const TvPacket *packet, GError **error)
{
  const guint8 *text = packet->body;
  gsize size = packet->size, consumed;

  /* Its length may be there or not, and may have too few bits; the text knows its end itself. */
  if (size >= 2 && text[0] != '*')
    {
      text += 2;
      size -= 2;
      if (size < tv_packet_get_number (packet->body, 2))
        tv_trace_builder_add_problem (self->keys.builder, TV_PROBLEM_CUT_RECORD,
                                      (gint64) packet->where, _("%zu bytes are left"), size);
    }
  if (!tv_method_trace_keys_parse (&self->keys, (const char *) text, size,
                                   (gint64) (text - self->stream->data), &consumed, error))
    return FALSE;
  if (consumed < size)
    tv_trace_builder_add_problem (self->keys.builder, TV_PROBLEM_TRAILING_DATA,
                                  (gint64) (text + consumed - self->stream->data), _("%zu bytes"),
                                  size - consumed);
  return TRUE;
}

static void
read_long_summary (TvPacketNames *self, const TvPacket *packet)
{
  static const char *const keys[] = { "end-time-nsec", "monotonic-time-nsec" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *time = g_strdup_printf ("%" PRIu64,
                                               tv_packet_get_number (packet->body + 8 * i, 8));

      tv_trace_builder_add_metadata (self->keys.builder, keys[i], time, -1);
    }
}

static void
note_method (TvPacketNames *self, const TvPacket *packet)
{
  guint32 row = self->method_packets->len;

  tv_id_map_set (&self->listed, packet->id, row);
  g_array_append_val (self->method_packets, packet->where);
}

/* What stopped the walk before the end. */
static void
list_rest (TvPacketNames *self, const TvPacketWalk *walk)
{
  gsize left = self->stream->size - walk->at;

  if (left == 0)
    return;
  if (self->stream->data[walk->at] > TV_PACKET_SUMMARY)
    tv_trace_builder_add_problem (self->keys.builder, TV_PROBLEM_BAD_OPCODE, (gint64) walk->at,
                                  "%u", self->stream->data[walk->at]);
  else
    tv_trace_builder_add_problem (self->keys.builder, TV_PROBLEM_CUT_RECORD, (gint64) walk->at,
                                  _("%zu bytes are left"), left);
}

static gboolean
read_packet (TvPacketNames *self, const TvPacket *packet, TvPacketBlocks *blocks, GError **error)
{
  switch (packet->type)
    {
    case TV_PACKET_THREAD:
      if (!packet->is_cut)
        tv_method_trace_keys_add_thread (&self->keys, (guint32) packet->id,
                                         (const char *) packet->body, without_line_feed (packet),
                                         (gint64) (packet->body - self->stream->data));
      return TRUE;
    case TV_PACKET_METHOD:
      if (!packet->is_cut)
        note_method (self, packet);
      return TRUE;
    case TV_PACKET_SUMMARY:
      if (!packet->is_cut && !self->stream->is_long)
        return read_summary (self, packet, error);
      if (!packet->is_cut)
        read_long_summary (self, packet);
      return TRUE;
    case TV_PACKET_ENTRIES:
    default:
      tv_packet_blocks_add (blocks, packet);
      return TRUE;
    }
}

/**
 * tv_packet_names_read:
 * @self: names
 * @blocks: takes the packets of entries
 * @end: (out): offset in the file where packets end
 * @context: what to report to
 * @error: set in the domain %TV_ERROR
 *
 * Reads everything but the entries, which is the first pass over the file.
 */
gboolean
tv_packet_names_read (TvPacketNames *self,
                      TvPacketBlocks *blocks,
                      gsize *end,
                      const TvReadContext *context,
                      GError **error)
{
  TvPacketWalk walk = { self->stream, self->stream->start };
  gboolean has_summary = FALSE;
  gsize next_step = 0;
  TvPacket packet;

  while (tv_packet_next (&walk, &packet))
    {
      if (packet.where >= next_step)
        {
          next_step = packet.where + STEP_BYTES;
          if (!tv_read_context_step (context, 0.1 * packet.where / self->stream->size, error))
            return FALSE;
        }
      if (packet.is_cut)
        tv_trace_builder_add_problem (self->keys.builder, TV_PROBLEM_CUT_RECORD,
                                      (gint64) packet.where, _("%zu bytes are left"),
                                      self->stream->size - packet.where);
      if (packet.type == TV_PACKET_SUMMARY)
        has_summary = !packet.is_cut;
      if (!read_packet (self, &packet, blocks, error))
        return FALSE;
    }
  list_rest (self, &walk);
  if (!has_summary)
    tv_trace_builder_count_problem (self->keys.builder, TV_PROBLEM_MISSING_SUMMARY,
                                    (gint64) walk.at);
  *end = walk.at;
  return TRUE;
}

/**
 * tv_packet_names_add_method:
 * @self: names that have been read
 * @id: a method
 * @where: offset in the file of the first entry of it
 *
 * Adds it to those that are called, with its name if it is listed.
 */
void
tv_packet_names_add_method (TvPacketNames *self, guint64 id, gint64 where)
{
  guint32 row = tv_id_map_find (&self->listed, id);

  if (tv_id_map_find (&self->keys.methods, id) != TV_NONE)
    return;
  if (row != TV_NONE)
    {
      TvPacketWalk walk = { self->stream, g_array_index (self->method_packets, gsize, row) };
      TvPacket packet;

      if (tv_packet_next (&walk, &packet))
        tv_method_trace_keys_add_method_of_id (&self->keys, id, (const char *) packet.body,
                                               without_line_feed (&packet),
                                               (gint64) (packet.body - self->stream->data));
    }
  if (tv_id_map_find (&self->keys.methods, id) == TV_NONE)
    tv_method_trace_keys_add_unknown (&self->keys, id, where);
}
