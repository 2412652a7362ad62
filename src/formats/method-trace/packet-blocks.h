/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/method-trace-entries.h"
#include "formats/method-trace/method-trace-packets.h"
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
 * @where: offset in the file of a packet of entries
 * @thread: row of its thread
 */
typedef struct
{
  gsize where;
  guint32 thread;
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
 * @is_last: whether nobody will look at the file again
 * @packet: the block
 * @thread: row of its thread
 * @cursor: where in the block; to be moved to its end
 *
 * Goes over a worker's blocks.
 */
typedef struct
{
  TvPacketBlocks *blocks;
  guint worker;
  guint next;
  gsize next_step;
  gboolean is_last;
  TvPacket packet;
  guint32 thread;
  TvEntryCursor cursor;
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
void     tv_packet_block_walk_init (TvPacketBlockWalk    *self,
                                    TvPacketBlocks       *blocks,
                                    guint                 worker,
                                    gboolean              is_last);
gboolean tv_packet_block_walk_next (TvPacketBlockWalk    *self);

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
