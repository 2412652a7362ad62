/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/read-workers.h"
#include "formats/method-trace/records/record-walk.h"

G_BEGIN_DECLS

/* Pages of records that several workers share. Each worker visits all pages in file order. A page that one
 * worker has read from disk is available to all workers that are not too far behind:
 *
 *   file     [ 0 ][ 1 ][ 2 ][ 3 ][ 4 ][ 5 ]…
 *   slots              [ 2 ][ 3 ][ 4 ]          loaded or being loaded
 *   workers             ▲          ▲            each uses one slot
 *
 * A worker that finds all slots in use waits for the other workers, unless it has the most work left. In that
 * case, it continues with private pages. */
typedef struct _TvRecordPages TvRecordPages;

/**
 * TvRecordPage:
 * @batch: records
 * @n_bursts: number of bursts; a burst consists of consecutive records of one thread
 * @bursts: (array length=n_bursts+1): index of the first record of each burst, followed by the number of
 *   records
 *
 * A page of records.
 */
typedef struct
{
  TvRecordBatch batch;
  gsize n_bursts;
  guint32 *bursts;
} TvRecordPage;

TvRecordPages      *tv_record_pages_new        (TvInput               *input,
                                                const TvRecordLayout  *layout,
                                                const TvRecordWalk    *walk,
                                                const guint64         *loads,
                                                guint                  n_workers);
void                tv_record_pages_free       (TvRecordPages         *self);
const TvRecordPage *tv_record_pages_next       (TvRecordPages         *self,
                                                guint                  worker,
                                                guint64                n_done,
                                                GError               **error);
void                tv_record_pages_leave      (TvRecordPages         *self,
                                                guint                  worker);
void                tv_record_pages_read_ahead (TvRecordPages         *self);

G_END_DECLS
