/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/packets/method-trace-entries.h"
#include "formats/method-trace/packets/method-trace-packets.h"
#include "formats/method-trace/read-workers.h"

G_BEGIN_DECLS

/**
 * TvPacketThread:
 * @tid: its id
 * @where: offset in the file of its first block
 * @n_bytes: in all its blocks
 */
typedef struct
{
  guint32 tid;
  gsize where;
  guint64 n_bytes;
} TvPacketThread;

/**
 * TvPacketBlock:
 * @where: offset in the file of the entries
 * @size: their bytes
 * @thread: row of their thread
 * @count: how many it says that they are
 * @is_cut: whether there should be more of them
 */
typedef struct
{
  gsize where;
  guint32 size;
  guint32 thread;
  guint32 count : 24;
  guint32 is_cut : 1;
} TvPacketBlock;

/**
 * TvPacketBlocks:
 * @stream: packets
 * @layout: how entries are written
 * @listed: the methods there are
 * @blocks: #TvPacketBlock that are not empty, in the order of the file
 * @threads: #TvPacketThread, in the order of their first blocks, which is that of their tracks
 * @thread_rows: thread id → row of these
 * @workers: who reads them
 * @owners: by thread, which worker does
 *
 * The entries of a file, and who reads which. A block can be read without those of other threads.
 */
typedef struct
{
  const TvPacketStream *stream;
  TvEntryLayout layout;
  const TvIdMap *listed;
  GArray *blocks;
  GArray *threads;
  TvIdMap thread_rows;
  TvReadWorkers workers;
  guint8 *owners;
} TvPacketBlocks;

/**
 * TvPacketBlockWalk:
 * @block: (nullable): the block
 * @entries: its bytes
 * @cursor: where in the block; to be moved to its end
 *
 * Goes over blocks: those of a worker's threads, or those in a segment of the file.
 */
typedef struct
{
  const TvPacketBlock *block;
  const guint8 *entries;
  TvEntryCursor cursor;

  /* Private. */
  TvPacketBlocks *blocks;
  TvInputWindow window;
  guint worker; /* whose blocks, or TV_NONE */
  guint first;
  guint next;
  guint end;
  gsize next_step;
  guint64 count; /* of its entries, and of those before that were counted together */
} TvPacketBlockWalk;

void     tv_packet_blocks_init     (TvPacketBlocks       *self,
                                    const TvPacketStream *stream,
                                    const TvIdMap        *listed,
                                    const TvReadContext  *context);
void     tv_packet_blocks_clear    (TvPacketBlocks       *self);
void     tv_packet_blocks_add      (TvPacketBlocks       *self,
                                    const TvPacket       *packet);
void     tv_packet_blocks_share    (TvPacketBlocks       *self,
                                    gboolean              is_ordered);
guint    tv_packet_blocks_find     (const TvPacketBlocks *self,
                                    gsize                 where);
void     tv_packet_block_walk_init_segment (TvPacketBlockWalk *self,
                                    TvPacketBlocks       *blocks,
                                    guint                 first,
                                    guint                 end);
void     tv_packet_block_walk_init_own (TvPacketBlockWalk *self,
                                    TvPacketBlocks       *blocks,
                                    guint                 worker);
void     tv_packet_block_walk_clear (TvPacketBlockWalk   *self);
gboolean tv_packet_block_walk_next (TvPacketBlockWalk    *self);

/* Returns the offset in the file of what is at @at in the block. */
static inline gsize
tv_packet_block_walk_where (const TvPacketBlockWalk *self, const guint8 *at)
{
  return self->block->where + (gsize) (at - self->entries);
}

/* The body of a loop over entries for each layout there is, so that the compiler makes one of
 * each. */
#define TV_FOR_ENTRY_LAYOUT(layout, call)                                                          \
  switch ((layout).kind)                                                                           \
    {                                                                                              \
    case TV_ENTRY_ALPHA:                                                                           \
      if ((layout).is_dual)                                                                        \
        call (((TvEntryLayout){ TV_ENTRY_ALPHA, TRUE }));                                          \
      else                                                                                         \
        call (((TvEntryLayout){ TV_ENTRY_ALPHA, FALSE }));                                         \
      break;                                                                                       \
    case TV_ENTRY_BETA:                                                                            \
      if ((layout).is_dual)                                                                        \
        call (((TvEntryLayout){ TV_ENTRY_BETA, TRUE }));                                           \
      else                                                                                         \
        call (((TvEntryLayout){ TV_ENTRY_BETA, FALSE }));                                          \
      break;                                                                                       \
    case TV_ENTRY_LONG:                                                                            \
    default:                                                                                       \
      call (((TvEntryLayout){ TV_ENTRY_LONG, FALSE }));                                            \
    }

G_END_DECLS
