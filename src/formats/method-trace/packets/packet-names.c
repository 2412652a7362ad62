/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/packets/packet-names.h"

#include <inttypes.h>

#include <glib/gi18n.h>

/* Reads the names and options of a packet trace. The first pass, called by packet-reader.c, adds threads and options
 * to the builder and stores the offsets of method packets. When a method turns out to be called,
 * tv_packet_names_add_method() rereads its name from the file. Runs on one thread. */

/* Number of bytes between two checks for cancellation. */
#define STEP_BYTES (1u << 21)

#define USUAL_METHOD_BYTES 512 /* minimum number of bytes read at once */

void
tv_packet_names_init (TvPacketNames *self, const TvPacketStream *stream, TvTraceBuilder *builder)
{
  tv_method_trace_keys_init (&self->keys, builder);
  self->stream = stream;
  tv_id_map_init (&self->listed);
  self->method_packets = g_array_new (FALSE, FALSE, sizeof (gsize));
  tv_packet_walk_init (&self->methods_walk, stream, stream->start);
  self->methods_walk.window.min = USUAL_METHOD_BYTES;
}

void
tv_packet_names_clear (TvPacketNames *self)
{
  tv_method_trace_keys_clear (&self->keys);
  tv_id_map_clear (&self->listed);
  g_array_unref (self->method_packets);
  tv_packet_walk_clear (&self->methods_walk);
}

/* Returns the size of a name without its optional line feed. */
static gsize
without_line_feed (const TvPacket *packet, const guint8 *name)
{
  return packet->size - (packet->size > 0 && name[packet->size - 1] == '\n');
}

static gboolean
read_summary (TvPacketNames *self, const TvPacket *packet, const guint8 *body, GError **error)
{
  const guint8 *text = body;
  gsize size = packet->size, consumed;
  gint64 file_offset;

  /* A length may precede the text, possibly truncated to 16 bits. It is not needed, because the text contains
     an end marker. */
  if (size >= 2 && text[0] != '*')
    {
      text += 2;
      size -= 2;
      if (size < tv_packet_get_number (body, 2))
        tv_trace_builder_add_problem (self->keys.builder, TV_PROBLEM_CUT_RECORD,
                                      (gint64) packet->file_offset, _("only %zu bytes are left"),
                                      size);
    }
  file_offset = (gint64) packet->body_file_offset + (text - body);
  if (!tv_method_trace_keys_parse (&self->keys, (const char *) text, size, file_offset, &consumed,
                                   error))
    return FALSE;
  if (consumed < size)
    tv_trace_builder_add_problem (self->keys.builder, TV_PROBLEM_TRAILING_DATA,
                                  file_offset + (gint64) consumed, _("%zu bytes"), size - consumed);
  return TRUE;
}

static void
read_long_summary (TvPacketNames *self, const guint8 *body)
{
  static const char *const keys[] = { "end-time-nsec", "monotonic-time-nsec" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *time = g_strdup_printf ("%" PRIu64, tv_packet_get_number (body + 8 * i, 8));

      tv_trace_builder_add_metadata (self->keys.builder, keys[i], time, -1);
    }
}

static void
note_method (TvPacketNames *self, const TvPacket *packet)
{
  guint32 row = self->method_packets->len;

  tv_id_map_set (&self->listed, packet->id, row);
  g_array_append_val (self->method_packets, packet->file_offset);
}

/* Reports a problem if the walk ended before the end of the file. */
static void
list_rest (TvPacketNames *self, TvPacketWalk *walk)
{
  gsize available;
  const guint8 *at = tv_input_window_peek (&walk->window, walk->at, 1, &available, &walk->failure);

  if (at == NULL || available == 0)
    return;
  if (*at > TV_PACKET_SUMMARY)
    tv_trace_builder_add_problem (self->keys.builder, TV_PROBLEM_BAD_OPCODE, (gint64) walk->at,
                                  "%u", *at);
  else
    tv_trace_builder_add_problem (self->keys.builder, TV_PROBLEM_CUT_RECORD, (gint64) walk->at,
                                  _("only %zu bytes are left"),
                                  self->stream->input->size - walk->at);
}

static gboolean
read_packet (TvPacketNames *self,
             TvPacketWalk *walk,
             TvPacket *packet,
             TvPacketBlocks *blocks,
             GError **error)
{
  const guint8 *body = NULL;

  if (packet->type == TV_PACKET_THREAD || packet->type == TV_PACKET_SUMMARY)
    {
      body = tv_packet_walk_peek (walk, packet);
      if (body == NULL)
        return TRUE; /* the walk stores the error */
    }
  switch (packet->type)
    {
    case TV_PACKET_THREAD:
      if (!packet->is_cut)
        tv_method_trace_keys_add_thread (&self->keys, (guint32) packet->id, (const char *) body,
                                         without_line_feed (packet, body),
                                         (gint64) packet->body_file_offset);
      return TRUE;
    case TV_PACKET_METHOD:
      if (!packet->is_cut)
        note_method (self, packet);
      return TRUE;
    case TV_PACKET_SUMMARY:
      if (!packet->is_cut && !self->stream->is_long)
        return read_summary (self, packet, body, error);
      if (!packet->is_cut)
        read_long_summary (self, body);
      return TRUE;
    case TV_PACKET_ENTRIES:
    default:
      tv_packet_blocks_add (blocks, packet);
      return TRUE;
    }
}

static gboolean
read_packets (TvPacketNames *self,
              TvPacketWalk *walk,
              TvPacketBlocks *blocks,
              const TvReadContext *context,
              GError **error)
{
  gsize size = self->stream->input->size, next_step = 0;
  gboolean has_summary = FALSE;
  TvPacket packet;

  while (tv_packet_next (walk, &packet))
    {
      if (packet.file_offset >= next_step)
        {
          next_step = packet.file_offset + STEP_BYTES;
          if (!tv_read_context_step (context, 0.1 * packet.file_offset / size, error))
            return FALSE;
        }
      if (packet.is_cut)
        tv_trace_builder_add_problem (self->keys.builder, TV_PROBLEM_CUT_RECORD,
                                      (gint64) packet.file_offset, _("only %zu bytes are left"),
                                      size - packet.file_offset);
      if (packet.type == TV_PACKET_SUMMARY)
        has_summary = !packet.is_cut;
      if (!read_packet (self, walk, &packet, blocks, error))
        return FALSE;
    }
  list_rest (self, walk);
  if (walk->failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&walk->failure));
      return FALSE;
    }
  if (!has_summary)
    tv_trace_builder_count_problem (self->keys.builder, TV_PROBLEM_MISSING_SUMMARY,
                                    (gint64) walk->at);
  return TRUE;
}

/**
 * tv_packet_names_read:
 * @blocks: receives the packets of entries
 * @end: (out): file offset of the end of the packets
 * @context: receives progress
 * @error: set in the domain %TV_ERROR
 *
 * Reads all packets except the entries, in the first pass over the file.
 */
gboolean
tv_packet_names_read (TvPacketNames *self,
                      TvPacketBlocks *blocks,
                      gsize *end,
                      const TvReadContext *context,
                      GError **error)
{
  TvPacketWalk walk;
  gboolean is_read;

  tv_packet_walk_init (&walk, self->stream, self->stream->start);
  is_read = read_packets (self, &walk, blocks, context, error);
  *end = walk.at;
  tv_packet_walk_clear (&walk);
  return is_read;
}

static void
add_listed_method (TvPacketNames *self, guint64 id, gsize file_offset)
{
  TvPacketWalk *walk = &self->methods_walk;
  TvPacket packet;
  const guint8 *body;

  walk->at = file_offset;
  if (!tv_packet_next (walk, &packet) || packet.type != TV_PACKET_METHOD || packet.id != id)
    return; /* the file has changed */
  body = tv_packet_walk_peek (walk, &packet);
  if (body != NULL && !packet.is_cut)
    tv_method_trace_keys_add_method_of_id (&self->keys, id, (const char *) body,
                                           without_line_feed (&packet, body),
                                           (gint64) packet.body_file_offset);
}

/**
 * tv_packet_names_add_method:
 * @self: names after tv_packet_names_read()
 * @file_offset: file offset of the method's first entry
 *
 * Adds a called method, with its name if it is listed. Does nothing if the method was added before.
 */
void
tv_packet_names_add_method (TvPacketNames *self, guint64 id, gint64 file_offset)
{
  guint32 row = tv_id_map_find (&self->listed, id);

  if (tv_id_map_find (&self->keys.methods, id) != TV_NONE)
    return;
  if (row != TV_NONE)
    add_listed_method (self, id, g_array_index (self->method_packets, gsize, row));
  if (tv_id_map_find (&self->keys.methods, id) == TV_NONE)
    {
      if (row != TV_NONE)
        tv_input_set_changed (self->stream->input);
      tv_method_trace_keys_add_unknown (&self->keys, id, file_offset);
    }
}
