/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "core/memory/parallel.h"
#include "formats/method-trace/records/record-walk.h"

G_BEGIN_DECLS

/* Number of possible tids in records, which have 16 bits. */
#define TV_RECORD_TIDS 65536

/**
 * TvFirstRecord:
 * @id: tid or method id
 * @file_offset: file offset of its first record
 *
 * First record of a thread or method.
 */
typedef struct
{
  guint32 id;
  gsize file_offset;
} TvFirstRecord;

/**
 * TvCallTally:
 * @n_entries: number of entered calls, indexed by tid
 * @threads: #TvFirstRecord of each thread that has records
 * @methods: #TvFirstRecord of each method that has records
 * @n_records: number of records
 * @n_reserved: number of records with the reserved action
 * @first_reserved: file offset of the first record with the reserved action
 * @min_wall: minimum raw time in µs
 * @max_wall: maximum raw time in µs
 *
 * Call counts of one worker. Counting requires only the layout of the records, so the lists of threads and methods
 * can be read at the same time. Each tally is given a subset of the records, in file order. All other members are
 * private.
 */
typedef struct
{
  _Alignas(TV_CACHE_LINE) guint32 *n_entries;
  GArray *threads;
  GArray *methods;
  guint64 n_records;
  guint64 n_reserved;
  gsize first_reserved;
  guint32 min_wall;
  guint32 max_wall;
  guint8 *is_known; /* whether a thread has records, indexed by tid */
  /* whether a method has records, indexed by method id >> 2, up to n_direct */
  guint8 *is_known_method;
  guint32 n_direct;
  TvIdMap rows; /* ids of methods from n_direct on that have records */
} TvCallTally;

void     tv_call_tally_init    (TvCallTally          *self,
                                gsize                 n_bytes);
void     tv_call_tally_clear   (TvCallTally          *self);
void     tv_call_tally_add     (TvCallTally          *self,
                                const TvRecordBatch  *batch,
                                const TvRecordLayout *layout);
gboolean tv_call_tally_is_same (const TvRecordLayout *layout,
                                const TvRecordLayout *other);

G_END_DECLS
