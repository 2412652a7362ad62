/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/packets/packet-blocks.h"

/* Stores the packets of entries and lets workers iterate over them. packet-names.c adds blocks in the first pass;
 * packet-call-counts.c walks segments of the file; packet-slices.c walks the blocks of the threads that a worker
 * owns. Each walk has its own window. Blocks do not change after the first pass. An error in one walk stops all
 * workers. */

/* Number of bytes between two checks for cancellation. */
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
                            .workers = { .input = stream->input, .context = context } };
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
 *
 * Adds a block, and its thread if the thread is new. Skips empty packets.
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
      g_array_append_val (self->threads,
                          ((TvPacketThread){ .tid = tid, .file_offset = packet->file_offset }));
    }
  g_array_index (self->threads, TvPacketThread, row).n_bytes += packet->size;
  g_array_append_val (self->blocks, ((TvPacketBlock){ .file_offset = packet->body_file_offset,
                                                      .size = (guint32) packet->size,
                                                      .thread = row,
                                                      .count = packet->count & 0xffffff,
                                                      .is_cut = packet->is_cut != FALSE }));
}

/**
 * tv_packet_blocks_share:
 * @self: all blocks
 * @is_ordered: whether times depend on earlier entries of other threads; a single worker then reads all blocks
 *
 * Distributes the threads and their blocks among the workers.
 */
void
tv_packet_blocks_share (TvPacketBlocks *self, gboolean is_ordered)
{
  guint n = self->threads->len;
  g_autofree guint64 *loads = g_new (guint64, n);

  for (guint i = 0; i < n; i++)
    loads[i] = g_array_index (self->threads, TvPacketThread, i).n_bytes;
  self->workers.n = is_ordered
                        ? 1
                        : MIN (tv_read_workers_get_max_workers (self->stream->input->size), n);
  self->owners = g_new (guint8, n);
  tv_read_workers_share (&self->workers, loads, n, self->owners);
}

/**
 * tv_packet_blocks_find:
 * @self: all blocks
 * @file_offset: file offset
 *
 * Returns: index of the first block at or after the offset that cannot continue the previous block
 */
guint
tv_packet_blocks_find (const TvPacketBlocks *self, gsize file_offset)
{
  const TvPacketBlock *blocks = (const TvPacketBlock *) (gconstpointer) self->blocks->data;
  guint i = 0;

  while (i < self->blocks->len && blocks[i].file_offset < file_offset)
    i++;
  while (self->layout.kind == TV_ENTRY_ALPHA && i > 0 && i < self->blocks->len &&
         blocks[i].thread == blocks[i - 1].thread)
    i++;
  return i;
}

static void
init_walk (TvPacketBlockWalk *self, TvPacketBlocks *blocks, guint worker, guint first, guint end)
{
  *self = (TvPacketBlockWalk){ .blocks = blocks,
                               .window = { .input = blocks->stream->input },
                               .worker = worker,
                               .first = first,
                               .next = first,
                               .end = end };
}

/**
 * tv_packet_block_walk_init_segment:
 * @self: (out caller-allocates): a walk
 * @blocks: all blocks
 * @first: index of the first block, as returned by tv_packet_blocks_find()
 * @end: end of the range, as returned by tv_packet_blocks_find(), or the number of blocks
 *
 * Starts a walk over a segment of the file.
 */
void
tv_packet_block_walk_init_segment (TvPacketBlockWalk *self,
                                   TvPacketBlocks *blocks,
                                   guint first,
                                   guint end)
{
  init_walk (self, blocks, TV_NONE, first, end);
}

/**
 * tv_packet_block_walk_init_own:
 * @self: (out caller-allocates): a walk; releases pages that all workers have passed
 * @blocks: distributed blocks
 * @worker: index of the worker
 *
 * Starts a walk over the blocks of a worker's threads.
 */
void
tv_packet_block_walk_init_own (TvPacketBlockWalk *self, TvPacketBlocks *blocks, guint worker)
{
  init_walk (self, blocks, worker, 0, blocks->blocks->len);
}

void
tv_packet_block_walk_clear (TvPacketBlockWalk *self)
{
  tv_input_window_clear (&self->window);
}

/* Returns whether the deltas of a block continue those of the previous block. If they do, the first delta plus the
 * last method is a listed method, and the delta alone is not. If both or neither are listed, the deltas continue if
 * the first time, read as an absolute time, would precede the last time. */
static gboolean
continues_deltas (const TvIdMap *listed, const TvEntryCursor *last, const TvEntry *first)
{
  guint64 next = (last->word + (first->method | first->action)) & ~G_GUINT64_CONSTANT (3);
  gboolean is_listed = tv_id_map_find (listed, first->method) != TV_NONE;
  gboolean is_next_listed = tv_id_map_find (listed, next) != TV_NONE;

  if (is_listed != is_next_listed)
    return is_next_listed;
  return first->time < (gint64) last->time;
}

/* Starts a block of TV_ENTRY_ALPHA. Writers of this encoding split a thread's entries into several blocks and
 * continue the count; some also continue the deltas. Such blocks are adjacent, and the same walk has visited the
 * previous block. */
static void
start_alpha_block (TvPacketBlockWalk *self, const TvPacketBlock *last_block, TvEntryCursor last)
{
  TvEntryLayout layout = self->blocks->layout;
  const TvPacketBlock *block = self->block;
  TvEntryCursor first = self->cursor;
  guint64 n = tv_leb128_count (first.at, (gsize) (first.end - first.at)) / (layout.is_dual ? 3 : 2);
  gboolean goes_on = last_block != NULL &&
                     last_block->file_offset + last_block->size + TV_PACKET_ENTRIES_HEADER ==
                         block->file_offset &&
                     last_block->thread == block->thread && !tv_packet_count_is (block->count, n) &&
                     tv_packet_count_is (block->count, self->count + n);
  TvEntry entry;

  self->count = goes_on ? self->count + n : n;
  if (goes_on && tv_entry_next (&first, layout, &entry) &&
      continues_deltas (self->blocks->listed, &last, &entry))
    {
      self->cursor.word = last.word;
      self->cursor.time = last.time;
      self->cursor.cpu = last.cpu;
    }
}

/* Loads a block. On error, stops the workers and returns FALSE. */
static gboolean
start_block (TvPacketBlockWalk *self, const TvPacketBlock *block)
{
  const TvPacketBlock *last_block = self->block;
  TvEntryCursor last = self->cursor;
  GError *error = NULL;
  gsize available;

  self->entries = tv_input_window_peek (&self->window, block->file_offset, block->size, &available,
                                        &error);
  if (self->entries == NULL)
    {
      tv_read_workers_fail (&self->blocks->workers, error);
      return FALSE;
    }
  self->block = block;
  self->cursor = tv_entry_cursor (self->entries, MIN (block->size, available),
                                  self->entries + available);
  if (self->blocks->layout.kind == TV_ENTRY_ALPHA)
    start_alpha_block (self, last_block, last);
  return TRUE;
}

static gboolean
step (TvPacketBlockWalk *self, gsize at)
{
  TvReadWorkers *workers = &self->blocks->workers;
  double done = (double) (self->next - self->first) / (self->end - self->first);
  GError *error = NULL;

  if (at >= self->next_step)
    {
      self->next_step = at + STEP_BYTES;
      if (self->worker != TV_NONE)
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
 * Advances to the next block. The caller must have moved the cursor past the last entry.
 *
 * Returns: FALSE at the end, or if the workers must stop
 */
gboolean
tv_packet_block_walk_next (TvPacketBlockWalk *self)
{
  while (self->next < self->end)
    {
      const TvPacketBlock *block = &g_array_index (self->blocks->blocks, TvPacketBlock,
                                                   self->next++);

      if (self->worker == TV_NONE || self->blocks->owners[block->thread] == self->worker)
        return step (self, block->file_offset) && start_block (self, block);
    }
  return FALSE;
}
