/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/records/method-trace-records.h"

#include <glib/gi18n.h>

#include "formats/method-trace/records/record-list.h"
#include "formats/method-trace/records/record-slices.h"
#include "formats/method-trace/records/call-counts.h"

/* Reads the records of a method trace in two passes: the first counts calls, the second builds slices. Entry
 * point: tv_records_read(), called by method-trace.c and method-trace-stream.c. */

static gboolean
count_calls (TvCallCounts *counts,
             TvMethodTraceKeys *keys,
             const TvRecordLayout *layout,
             TvInput *input,
             const GArray *runs,
             const TvReadContext *context,
             GError **error)
{
  TvCallCounter counter;
  gboolean is_counted;

  tv_call_counter_init (&counter, layout, input, runs, context);
  tv_call_counter_run (&counter);
  is_counted = tv_read_workers_propagate (&counter.workers, error);
  if (is_counted)
    tv_call_counts_init (counts, keys, layout, counter.tallies, counter.workers.n);
  tv_call_counter_clear (&counter);
  return is_counted;
}

/* Runs both passes. Also reports progress between them, because only the calling thread reports progress within a
 * pass, and other threads may do all the work. */
static gboolean
read_runs (TvMethodTraceKeys *keys,
           const TvRecordLayout *layout,
           TvInput *input,
           const GArray *runs,
           const TvCallCounter *counted,
           guint64 *n_records,
           const TvReadContext *context,
           GError **error)
{
  TvCallCounts counts = { 0 };
  gboolean is_read;

  if (counted != NULL && tv_call_tally_is_same (layout, &counted->layout))
    tv_call_counts_init (&counts, keys, layout, counted->tallies, counted->workers.n);
  else if (!count_calls (&counts, keys, layout, input, runs, context, error))
    return FALSE;
  is_read = tv_read_context_step (context, 0.3, error) &&
            (counts.tids->len == 0 ||
             tv_record_slices_build (keys, layout, &counts, input, runs, context, error)) &&
            tv_read_context_step (context, 1.0, error);
  *n_records = counts.n_records;
  tv_call_counts_clear (&counts);
  return is_read;
}

/**
 * tv_records_read:
 * @keys: methods and threads, complete
 * @layout: layout of the records
 * @runs: #TvRecordRun: the records, in file order
 * @end: file offset of the end of all records
 * @counted: (nullable): call counts of @runs for a guessed layout; counted again if @layout differs
 * @context: receives progress
 * @error: set to %TV_ERROR_CANCELLED or %TV_ERROR_IO
 *
 * Adds clocks, threads and slices to the builder of @keys. Reports missing records as a problem; the key
 * num-method-calls contains the expected number of records.
 */
gboolean
tv_records_read (TvMethodTraceKeys *keys,
                 const TvRecordLayout *layout,
                 TvInput *input,
                 const GArray *runs,
                 gsize end,
                 const TvCallCounter *counted,
                 const TvReadContext *context,
                 GError **error)
{
  guint64 n_records;

  tv_trace_builder_set_clocks (keys->builder, layout->clock != TV_METHOD_CLOCK_THREAD_CPU,
                               layout->clock != TV_METHOD_CLOCK_WALL);
  tv_trace_builder_set_rebuilt (keys->builder, layout->clock == TV_METHOD_CLOCK_THREAD_CPU);
  tv_method_trace_keys_add_threads (keys);
  if (!tv_read_context_step (context, 0.2, error) ||
      !read_runs (keys, layout, input, runs, counted, &n_records, context, error) ||
      (context->records != NULL &&
       !tv_record_list_read (context->records, keys, layout, input, runs, error)))
    return FALSE;
  for (guint i = 0; i < runs->len; i++)
    {
      const TvRecordRun *run = &g_array_index (runs, TvRecordRun, i);
      gsize rest = run->size % layout->record_size;

      if (rest > 0)
        tv_trace_builder_add_problem (
            keys->builder, TV_PROBLEM_CUT_RECORD, (gint64) (run->start + run->size - rest),
            _("only %zu of %u bytes are left"), rest, layout->record_size);
    }
  tv_method_trace_keys_check_records (keys, n_records, (gint64) end);
  return TRUE;
}
