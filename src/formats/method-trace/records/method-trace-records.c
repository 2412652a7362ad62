/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/records/method-trace-records.h"

#include <glib/gi18n.h>

#include "formats/method-trace/records/record-build.h"
#include "formats/method-trace/records/record-count.h"

/* Counts the records that nobody has counted yet. */
static gboolean
count (TvRecordCounts *counts,
       TvMethodTraceKeys *keys,
       const TvRecordLayout *layout,
       TvInput *input,
       const GArray *runs,
       const TvReadContext *context,
       GError **error)
{
  TvRecordCounting counting;
  gboolean is_counted;

  tv_record_counting_init (&counting, layout, input, runs, context);
  tv_record_counting_run (&counting);
  is_counted = tv_read_workers_propagate (&counting.workers, error);
  if (is_counted)
    tv_record_counts_init (counts, keys, layout, counting.tallies, counting.workers.n);
  tv_record_counting_clear (&counting);
  return is_counted;
}

/* Progress is told between the passes, too: within them it is by this thread only, and others may take
 * all that is shared out. */
static gboolean
read_runs (TvMethodTraceKeys *keys,
           const TvRecordLayout *layout,
           TvInput *input,
           const GArray *runs,
           const TvRecordCounting *counted,
           guint64 *n_records,
           const TvReadContext *context,
           GError **error)
{
  TvRecordCounts counts = { 0 };
  gboolean is_read;

  if (counted != NULL && tv_record_tally_is_same (layout, &counted->layout))
    tv_record_counts_init (&counts, keys, layout, counted->tallies, counted->workers.n);
  else if (!count (&counts, keys, layout, input, runs, context, error))
    return FALSE;
  is_read = tv_read_context_step (context, 0.3, error) &&
            (counts.tids->len == 0 ||
             tv_records_build (keys, layout, &counts, input, runs, context, error)) &&
            tv_read_context_step (context, 1.0, error);
  *n_records = counts.n_records;
  tv_record_counts_clear (&counts);
  return is_read;
}

/**
 * tv_records_read:
 * @keys: methods and threads, complete
 * @layout: what the records look like
 * @input: the file
 * @runs: #TvRecordRun, in the order of the file: where it has records
 * @end: offset in the file where all records end
 * @counted: (nullable): a counting of just these runs that is done, of records as they were thought to
 *   look like
 * @context: what to report to
 * @error: set to %TV_ERROR_CANCELLED or %TV_ERROR_IO
 *
 * Tells the builder of @keys its clocks, threads and slices. What is missing is listed: devices
 * write how many records there are, as num-method-calls.
 */
gboolean
tv_records_read (TvMethodTraceKeys *keys,
                 const TvRecordLayout *layout,
                 TvInput *input,
                 const GArray *runs,
                 gsize end,
                 const TvRecordCounting *counted,
                 const TvReadContext *context,
                 GError **error)
{
  guint64 n_records;

  tv_trace_builder_set_clocks (keys->builder, layout->clock != TV_METHOD_CLOCK_THREAD_CPU,
                               layout->clock != TV_METHOD_CLOCK_WALL);
  tv_trace_builder_set_rebuilt (keys->builder, layout->clock == TV_METHOD_CLOCK_THREAD_CPU);
  tv_method_trace_keys_add_threads (keys);
  if (!tv_read_context_step (context, 0.2, error) ||
      !read_runs (keys, layout, input, runs, counted, &n_records, context, error))
    return FALSE;
  for (guint i = 0; i < runs->len; i++)
    {
      const TvRecordRun *run = &g_array_index (runs, TvRecordRun, i);
      gsize rest = run->size % layout->record_size;

      if (rest > 0)
        tv_trace_builder_add_problem (keys->builder, TV_PROBLEM_CUT_RECORD,
                                      (gint64) (run->start + run->size - rest),
                                      _("%zu of %u bytes are there"), rest, layout->record_size);
    }
  tv_method_trace_keys_check_records (keys, n_records, (gint64) end);
  return TRUE;
}
