/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/packets/method-trace-times.h"
#include "formats/method-trace/packets/packet-blocks.h"

G_BEGIN_DECLS

/**
 * TvPacketMethod:
 * @id: method id
 * @file_offset: file offset of the method's first entry
 *
 * A called method.
 */
typedef struct
{
  guint64 id;
  gsize file_offset;
} TvPacketMethod;

/**
 * TvPacketCallCounts:
 * @time: range of times in the unit of the file
 * @cpu: range of CPU times in ns
 * @n_records: number of entries
 * @n_reserved: number of entries with the reserved action
 * @first_reserved: file offset of the first entry with the reserved action
 * @n_bad: number of blocks that do not end with a complete entry
 * @first_bad: file offset of the end of the last complete entry in the first such block
 * @bad_bytes: number of bytes after that entry
 * @n_entered: number of entered calls, per thread
 * @methods: #TvPacketMethod: called methods, in file order
 *
 * Call counts, time ranges and malformed entries that the second pass has found.
 */
typedef struct
{
  TvTimeRange time;
  TvTimeRange cpu;
  guint64 n_records;
  guint64 n_reserved;
  gsize first_reserved;
  guint64 n_bad;
  gsize first_bad;
  gsize bad_bytes;
  guint32 *n_entered;
  GArray *methods;
} TvPacketCallCounts;

gboolean tv_packet_call_counts_init  (TvPacketCallCounts  *self,
                                      TvPacketBlocks      *blocks,
                                      GError             **error);
void     tv_packet_call_counts_clear (TvPacketCallCounts  *self);

G_END_DECLS
