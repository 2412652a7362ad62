/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/packet-blocks.h"

/* So much is read between two looks at the cancellable. */
#define STEP_BYTES (1u << 21)

void
tv_packet_blocks_init (TvPacketBlocks *self,
                       const TvPacketStream *stream,
                       const TvIdMap *listed,
                       const TvReadContext *context)
{
  *self = (TvPacketBlocks){ .stream = stream,
                            .listed = listed,
                            .blocks = g_array_new (FALSE, FALSE, sizeof (TvPacketBlock)),
                            .threads = g_array_new (FALSE, FALSE, sizeof (TvPacketThread)),
                            .workers = { .source = context->source, .context = context } };
  tv_id_map_init (&self->thread_rows);
}

void
tv_packet_blocks_clear (TvPacketBlocks *self)
{
  g_array_unref (self->blocks);
  g_array_unref (self->threads);
  tv_id_map_clear (&self->thread_rows);
  g_clear_pointer (&self->owners, g_free);
}

/**
 * tv_packet_blocks_add:
 * @self: blocks
 * @packet: the next packet of entries
 */
void
tv_packet_blocks_add (TvPacketBlocks *self, const TvPacket *packet)
{
  guint32 tid = (guint32) packet->id;
  guint32 row = tv_id_map_find (&self->thread_rows, tid);

  if (packet->size == 0)
    return;
  if (row == TV_NONE)
    {
      row = self->threads->len;
      tv_id_map_set (&self->thread_rows, tid, row);
      g_array_append_val (self->threads, ((TvPacketThread){ .tid = tid, .where = packet->where }));
    }
  g_array_index (self->threads, TvPacketThread, row).n_bytes += packet->size;
  g_array_append_val (self->blocks, ((TvPacketBlock){ packet->where, row }));
}

/**
 * tv_packet_blocks_share:
 * @self: all blocks there are
 * @is_ordered: what a time is depends on the entries of other threads before it
 *
 * Shares them out among workers.
 */
void
tv_packet_blocks_share (TvPacketBlocks *self, gboolean is_ordered)
{
  guint n = self->threads->len;
  g_autofree guint64 *loads = g_new (guint64, n);

  for (guint i = 0; i < n; i++)
    loads[i] = g_array_index (self->threads, TvPacketThread, i).n_bytes;
  self->workers.n = is_ordered ? 1 : MIN (tv_read_workers_get_most (self->stream->size), n);
  self->owners = g_new (guint8, n);
  tv_read_workers_share (&self->workers, loads, n, self->owners);
}

/**
 * tv_packet_block_walk_init:
 * @self: (out caller-allocates): a walk
 * @blocks: blocks that have been shared out
 * @worker: whose to go over
 * @is_last: whether nobody will look at the file again; then it is given back
 */
void
tv_packet_block_walk_init (TvPacketBlockWalk *self,
                           TvPacketBlocks *blocks,
                           guint worker,
                           gboolean is_last)
{
  *self = (TvPacketBlockWalk){ .blocks = blocks, .worker = worker, .is_last = is_last };
}

/* Whether the differences of a block go on from those of the last. By its first entry: they lead to
 * a method that is listed, which they are not themselves. Where that does not tell, the time does,
 * which is before the last only as a difference. */
static gboolean
goes_on_from (const TvIdMap *listed, const TvEntryCursor *last, const TvEntry *first)
{
  guint64 next = (last->word + (first->method | first->action)) & ~G_GUINT64_CONSTANT (3);
  gboolean is_listed = tv_id_map_find (listed, first->method) != TV_NONE;
  gboolean is_next_listed = tv_id_map_find (listed, next) != TV_NONE;

  if (is_listed != is_next_listed)
    return is_next_listed;
  return first->time < (gint64) last->time;
}

/* Writers of the first kind cut what they have of a thread into several blocks if it is much, count
 * on from one to the next, and, some of them, take differences on too. Then the blocks lie one
 * behind the other, and the same worker has read the one before. */
static void
start_block (TvPacketBlockWalk *self, const TvPacket *packet)
{
  const TvPacketStream *stream = self->blocks->stream;
  TvEntryLayout layout = self->blocks->layout;
  TvEntryCursor last = self->cursor;
  TvEntryCursor first;
  gboolean goes_on;
  guint64 n;
  TvEntry entry;

  self->cursor = first = tv_entry_cursor (packet->body, packet->size, stream->data + stream->size);
  if (layout.kind != TV_ENTRY_ALPHA)
    return;
  n = tv_leb128_count (packet->body, packet->size) / (layout.is_dual ? 3 : 2);
  goes_on = self->packet.body != NULL &&
            self->packet.body + self->packet.size == stream->data + packet->where &&
            self->packet.id == packet->id && !tv_packet_counts (packet, n) &&
            tv_packet_counts (packet, self->count + n);
  self->count = goes_on ? self->count + n : n;
  if (goes_on && tv_entry_next (&first, layout, &entry) &&
      goes_on_from (self->blocks->listed, &last, &entry))
    {
      self->cursor.word = last.word;
      self->cursor.time = last.time;
      self->cursor.cpu = last.cpu;
    }
}

static gboolean
step (TvPacketBlockWalk *self, gsize at)
{
  TvReadWorkers *workers = &self->blocks->workers;
  double done = (double) at / self->blocks->stream->size;
  GError *error = NULL;

  if (at >= self->next_step)
    {
      self->next_step = at + STEP_BYTES;
      if (self->is_last)
        return tv_read_workers_step (workers, self->worker, at, 0.3 + 0.7 * done);
      if (!tv_read_context_step (workers->context, 0.1 + 0.2 * done, &error))
        tv_read_workers_fail (workers, error);
    }
  return !tv_read_workers_have_failed (workers);
}

/**
 * tv_packet_block_walk_next:
 * @self: a walk
 *
 * Goes to the next block. Between two calls the cursor must have been moved as far as entries go.
 *
 * Returns: whether there is one; %FALSE also if the workers are to stop
 */
gboolean
tv_packet_block_walk_next (TvPacketBlockWalk *self)
{
  const GArray *blocks = self->blocks->blocks;

  while (self->next < blocks->len)
    {
      const TvPacketBlock *block = &g_array_index (blocks, TvPacketBlock, self->next++);
      TvPacketWalk walk = { self->blocks->stream, block->where };
      TvPacket packet;

      if (self->blocks->owners[block->thread] != self->worker)
        continue;
      if (!step (self, block->where) || !tv_packet_next (&walk, &packet))
        return FALSE;
      start_block (self, &packet);
      self->packet = packet;
      self->thread = block->thread;
      return TRUE;
    }
  return FALSE;
}
