/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/method-trace-records.h"

G_BEGIN_DECLS

/* Thread ids in records have 16 bits. */
#define TV_RECORD_TIDS 65536

/**
 * TvRecordCounts:
 * @tids: guint16, in the order of their first records, which is that of their tracks
 * @n_entries: by thread id, how many calls it enters
 * @is_known: by thread id, whether it has records
 * @n_records: how many records there are
 * @is_ordered: what a record's time is depends on the records of other threads before it
 *
 * What the first pass over the records finds.
 */
typedef struct
{
  GArray *tids;
  guint32 *n_entries;
  guint8 *is_known;
  guint64 n_records;
  gboolean is_ordered;
} TvRecordCounts;

gboolean tv_record_counts_init  (TvRecordCounts       *self,
                                 TvMethodTraceKeys    *keys,
                                 const TvRecordLayout *layout,
                                 TvSource             *source,
                                 const GArray         *runs,
                                 const TvReadContext  *context,
                                 GError              **error);
void     tv_record_counts_clear (TvRecordCounts       *self);

G_END_DECLS
