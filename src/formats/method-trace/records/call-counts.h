/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/read-workers.h"
#include "formats/method-trace/records/call-tally.h"

G_BEGIN_DECLS

/* The first of two passes over the records. It counts the calls of each thread, so that the slices can
 * be laid out before they are built, and finds threads and methods that the key section does not list.
 * All processors count, each the next segment of the file that no other has taken:
 *
 *   file      [ 0 ][ 1 ][ 2 ][ 3 ][ 4 ][ 5 ]…
 *   worker 0    ▲         ▲              ▲         a tally each
 *   worker 1         ▲         ▲    ▲
 *
 * The tallies are added up once the key section has been read. */

/**
 * TvCallCounter:
 * @layout: what the records look like, as far as is known
 * @workers: those who count
 * @tallies: (array length=workers.n): one for each worker
 *
 * The pass while it runs. The other members are private.
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
  guint next; /* atomic: the first segment that nobody took */
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
 * @tids: guint16, in the order of their first records, which is that of their tracks
 * @first_track: that of the first; the others' follow it
 * @n_entries: by thread id, how many calls it enters
 * @n_records: how many records there are
 * @is_ordered: whether the time of a record depends on earlier records of other threads
 *
 * The result of the pass.
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
