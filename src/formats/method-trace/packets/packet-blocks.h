/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/packets/method-trace-entries.h"
#include "formats/method-trace/packets/method-trace-packets.h"
#include "formats/method-trace/read-workers.h"

G_BEGIN_DECLS

/**
 * TvPacketThread:
 * @tid: thread id
 * @file_offset: file offset of the thread's first block
 * @n_bytes: total size of the thread's blocks in bytes
 *
 * A thread with entries.
 */
typedef struct
{
  guint32 tid;
  gsize file_offset;
  guint64 n_bytes;
} TvPacketThread;

/**
 * TvPacketBlock:
 * @file_offset: file offset of the entries
 * @size: size of the entries in bytes
 * @thread: row of the thread in @threads of #TvPacketBlocks
 * @count: declared number of entries
 * @is_cut: whether the block is truncated
 *
 * A packet of entries.
 */
typedef struct
{
  gsize file_offset;
  guint32 size;
  guint32 thread;
  guint32 count : 24;
  guint32 is_cut : 1;
} TvPacketBlock;

/**
 * TvPacketBlocks:
 * @stream: stream that contains the packets
 * @layout: encoding of the entries
 * @listed: ids of the listed methods
 * @blocks: non-empty #TvPacketBlock, in file order
 * @threads: #TvPacketThread, in the order of their first blocks, which is the order of their tracks
 * @thread_rows: thread id → row of @threads
 * @workers: workers that decode the blocks
 * @owners: index of the worker, per thread
 *
 * Entries of a file, and their distribution among workers. A block can be decoded without the blocks of other
 * threads.
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
 * @block: (nullable): current block
 * @entries: bytes of the block
 * @cursor: cursor in the block; the caller must move it to the end
 *
 * Iterates over the blocks of a worker's threads, or of a segment of the file.
 */
typedef struct
{
  const TvPacketBlock *block;
  const guint8 *entries;
  TvEntryCursor cursor;

  /* Private. */
  TvPacketBlocks *blocks;
  TvInputWindow window;
  guint worker; /* worker whose blocks are visited; TV_NONE for all blocks */
  guint first;
  guint next;
  guint end;
  gsize next_step;
  guint64 count; /* number of entries since the last block that restarted the count */
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
                                    gsize                 file_offset);
void     tv_packet_block_walk_init_segment (TvPacketBlockWalk *self,
                                    TvPacketBlocks       *blocks,
                                    guint                 first,
                                    guint                 end);
void     tv_packet_block_walk_init_own (TvPacketBlockWalk *self,
                                    TvPacketBlocks       *blocks,
                                    guint                 worker);
void     tv_packet_block_walk_clear (TvPacketBlockWalk   *self);
gboolean tv_packet_block_walk_next (TvPacketBlockWalk    *self);

/* Returns the file offset of a position in the block. */
static inline gsize
tv_packet_block_walk_file_offset (const TvPacketBlockWalk *self, const guint8 *at)
{
  return self->block->file_offset + (gsize) (at - self->entries);
}

/* Instantiates the body of a loop over entries for each layout, so that the compiler can optimize each instance. */
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
