/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "core/memory/parallel.h"
#include "formats/method-trace/records/record-walk.h"

G_BEGIN_DECLS

/* Thread ids in records have 16 bits. */
#define TV_RECORD_TIDS 65536

/**
 * TvRecordFirst:
 * @id: a thread, or a method
 * @where: offset in the file of a record with it
 */
typedef struct
{
  guint32 id;
  gsize where;
} TvRecordFirst;

/**
 * TvRecordTally:
 * @n_entries: by thread id, how many calls it enters
 * @threads: #TvRecordFirst: the threads that have records, each with its first
 * @methods: (array length=n_methods): by method id >> 2, as far as there is room: offset in the file of
 *   the first record with it, or 0
 * @n_methods: the entries behind those are all 0
 * @others: #TvRecordFirst: the methods for which there is no room, each with its first record
 * @n_records: how many records there are
 * @n_reserved: how many of them have an action that means nothing
 * @first_reserved: offset in the file of the first of these
 * @min_wall: the lowest raw time
 * @max_wall: the highest
 *
 * What records come to, of which nothing is known but their layout: what is listed of threads and
 * methods may be read at the same time. Records are to be added in the order of the file, but not
 * all need be in one tally. Other members are private. It is for records of method traces, and offered
 * to no new reader: to count before building serves files of which slices can lie where they will stay.
 */
typedef struct
{
  _Alignas(TV_CACHE_LINE) guint32 *n_entries;
  GArray *threads;
  gsize *methods;
  guint32 n_methods;
  GArray *others;
  guint64 n_records;
  guint64 n_reserved;
  gsize first_reserved;
  guint32 min_wall;
  guint32 max_wall;
  guint8 *is_known; /* by thread id */
  TvIdMap rows;     /* method id → row of @others */
} TvRecordTally;

void     tv_record_tally_init  (TvRecordTally        *self);
void     tv_record_tally_clear (TvRecordTally        *self);
void     tv_record_tally_add   (TvRecordTally        *self,
                                const TvRecordBatch  *batch,
                                const TvRecordLayout *layout);
gboolean tv_record_tally_is_same
                               (const TvRecordLayout *layout,
                                const TvRecordLayout *other);

G_END_DECLS
