/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/packets/method-trace-times.h"
#include "formats/method-trace/packets/packet-blocks.h"

G_BEGIN_DECLS

/**
 * TvPacketMethod:
 * @id: a method
 * @where: offset in the file of the first entry of it
 */
typedef struct
{
  guint64 id;
  gsize where;
} TvPacketMethod;

/**
 * TvPacketCallCounts:
 * @time: times as the file counts them
 * @cpu: CPU times in ns
 * @n_records: how many entries there are
 * @n_reserved: how many of them are of the reserved action
 * @first_reserved: offset in the file of the first
 * @n_bad: how many blocks do not end where an entry does
 * @first_bad: offset in the file of the end of the last entry of the first
 * @bad_bytes: how many bytes of it are left after that entry
 * @n_entered: by thread: how many calls it enters
 * @methods: #TvPacketMethod that entries name, in the order of the file
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
