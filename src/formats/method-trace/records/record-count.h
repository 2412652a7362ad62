/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/read-workers.h"
#include "formats/method-trace/records/record-tally.h"

G_BEGIN_DECLS

/* The first of two passes over the records: who has how many calls, and what is not listed. All
 * processors look at it, each at the next segment of the file that nobody took:
 *
 *   file      [ 0 ][ 1 ][ 2 ][ 3 ][ 4 ][ 5 ]…
 *   worker 0    ▲         ▲              ▲         a tally each
 *   worker 1         ▲         ▲    ▲
 *
 * What they find is put together in the order of the file, once all that is listed is known. */

/**
 * TvRecordCounting:
 * @layout: what the records look like, as far as is known
 * @workers: who count
 * @tallies: (array length=workers.n): what each found
 *
 * The other members are private.
 */
struct _TvRecordCounting
{
  TvRecordLayout layout;
  TvReadWorkers workers;
  TvRecordTally tallies[TV_READ_MAX_WORKERS];
  const GArray *runs;
  gsize start;
  gsize end;
  guint n_segments;
  guint next; /* atomic: the first segment that nobody took */
};

void     tv_record_counting_init  (TvRecordCounting     *self,
                                   const TvRecordLayout *layout,
                                   TvInput             *input,
                                   const GArray         *runs,
                                   const TvReadContext  *context);
void     tv_record_counting_work  (TvRecordCounting     *self,
                                   guint                 worker);
void     tv_record_counting_run   (TvRecordCounting     *self);
void     tv_record_counting_clear (TvRecordCounting     *self);

/**
 * TvRecordCounts:
 * @tids: guint16, in the order of their first records, which is that of their tracks
 * @first_track: that of the first; the others' follow it
 * @n_entries: by thread id, how many calls it enters
 * @n_records: how many records there are
 * @is_ordered: what a record's time is depends on the records of other threads before it
 *
 * What the first pass over the records finds.
 */
typedef struct
{
  GArray *tids;
  guint32 first_track;
  guint32 *n_entries;
  guint64 n_records;
  gboolean is_ordered;
} TvRecordCounts;

void     tv_record_counts_init    (TvRecordCounts       *self,
                                   TvMethodTraceKeys    *keys,
                                   const TvRecordLayout *layout,
                                   const TvRecordTally  *tallies,
                                   guint                 n_tallies);
void     tv_record_counts_clear   (TvRecordCounts       *self);

G_END_DECLS
