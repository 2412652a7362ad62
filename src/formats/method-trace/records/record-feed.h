/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/read-workers.h"
#include "formats/method-trace/records/record-walk.h"

G_BEGIN_DECLS

/* Gives the records of a file to several workers, each of which looks at all of them in the order of
 * the file. What one of them reads is there for the others, too, as long as they are not far
 * apart:
 *
 *   file     [ 0 ][ 1 ][ 2 ][ 3 ][ 4 ][ 5 ]…
 *   slots              [ 2 ][ 3 ][ 4 ]          read, or being read
 *   workers             ▲          ▲            each at one of them
 *
 * A worker that finds all slots taken waits for the others, unless it has most left to do: then it
 * goes on alone. */
typedef struct _TvRecordFeed TvRecordFeed;

/**
 * TvRecordPage:
 * @batch: records
 * @n_bursts: how many bursts they make: records of one thread, one after the other
 * @bursts: (array length=n_bursts+1): the first record of each, then the number of records
 */
typedef struct
{
  TvRecordBatch batch;
  gsize n_bursts;
  guint32 *bursts;
} TvRecordPage;

TvRecordFeed       *tv_record_feed_new        (TvInput             *input,
                                               const TvRecordLayout *layout,
                                               const TvRecordWalk   *walk,
                                               const guint64        *loads,
                                               guint                 n_workers);
void                tv_record_feed_free       (TvRecordFeed         *self);
const TvRecordPage *tv_record_feed_next       (TvRecordFeed         *self,
                                               guint                 worker,
                                               guint64               n_done,
                                               GError              **error);
void                tv_record_feed_leave      (TvRecordFeed         *self,
                                               guint                 worker);
void                tv_record_feed_read_ahead (TvRecordFeed         *self);

G_END_DECLS
