/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/read-workers.h"
#include "formats/method-trace/records/call-tally.h"

G_BEGIN_DECLS

/* The first of two passes over the records. It counts the calls of each thread, so that the second pass can
 * write slices to their final rows, and finds threads and methods that the key section does not list. Each CPU
 * claims one segment of the file after the other:
 *
 *   file      [ 0 ][ 1 ][ 2 ][ 3 ][ 4 ][ 5 ]…
 *   worker 0    ▲         ▲              ▲         one tally each
 *   worker 1         ▲         ▲    ▲
 *
 * The tallies are summed after the key section has been read. */

/**
 * TvCallCounter:
 * @layout: presumed layout of the records
 * @workers: workers of the pass
 * @tallies: (array length=workers.n): tally of each worker
 *
 * State of the first pass. All other members are private.
 */
struct _TvCallCounter
{
  TvRecordLayout layout;
  TvReadWorkers workers;
  TvCallTally tallies[TV_READ_MAX_WORKERS];
  const GArray *runs;
  gsize start;
  gsize end;
  guint n_segments;
  guint next; /* atomic: index of the first unclaimed segment */
};

void tv_call_counter_init  (TvCallCounter        *self,
                            const TvRecordLayout *layout,
                            TvInput              *input,
                            const GArray         *runs,
                            const TvReadContext  *context);
void tv_call_counter_work  (TvCallCounter        *self,
                            guint                 worker);
void tv_call_counter_run   (TvCallCounter        *self);
void tv_call_counter_clear (TvCallCounter        *self);

/**
 * TvCallCounts:
 * @tids: guint16: tids in the order of their first records, which is the order of their tracks
 * @first_track: track of the first thread; the tracks of all threads are consecutive
 * @n_entries: number of entered calls, indexed by tid
 * @n_records: number of records
 * @is_ordered: whether the time of a record depends on earlier records of other threads
 *
 * Threads and call counts that the first pass has found.
 */
typedef struct
{
  GArray *tids;
  guint32 first_track;
  guint32 *n_entries;
  guint64 n_records;
  gboolean is_ordered;
} TvCallCounts;

void tv_call_counts_init  (TvCallCounts         *self,
                           TvMethodTraceKeys    *keys,
                           const TvRecordLayout *layout,
                           const TvCallTally    *tallies,
                           guint                 n_tallies);
void tv_call_counts_clear (TvCallCounts         *self);

G_END_DECLS
