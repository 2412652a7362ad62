/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/packets/method-trace-times.h"
#include "formats/method-trace/packets/packet-blocks.h"

G_BEGIN_DECLS

/**
 * TvPacketMethod:
 * @id: method id
 * @where: file offset of its first entry
 */
typedef struct
{
  guint64 id;
  gsize where;
} TvPacketMethod;

/**
 * TvPacketCallCounts:
 * @time: times in the unit of the file
 * @cpu: CPU times in ns
 * @n_records: number of entries
 * @n_reserved: number of entries with the reserved action
 * @first_reserved: file offset of the first of these
 * @n_bad: number of blocks that are not complete at the end of an entry
 * @first_bad: file offset of the end of the last entry in the first of these
 * @bad_bytes: number of bytes after that entry
 * @n_entered: number of entered calls by thread
 * @methods: #TvPacketMethod of the entries, in the order of the file
 *
 * The result of the first pass over the entries.
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
