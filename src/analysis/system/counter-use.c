/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/counter-use.h"

#include <math.h>

#include "core/error.h"

/* Computes the minimum, maximum, average and change of counters in a range. Called by the table counter_use and by
 * the properties of a counter. Pure: only reads the trace. */

#define ROWS_PER_CANCEL_CHECK 65536

/* Visits the samples from @row to @end, exclusive: the samples in the range, preceded by the sample that provides the
 * value at the range's start, unless a sample in the range has exactly that time. Returns FALSE if cancelled. */
static gboolean
walk_samples (TvTrace *trace,
              const TvRange *range,
              guint32 row,
              guint32 end,
              TvCounterUse *use,
              GCancellable *cancellable)
{
  const TvSamples *samples = tv_trace_get_samples (trace);
  const gint64 trace_end_ns = tv_trace_get_end_ns (trace);
  gint64 until_ns = 0;
  double sum = 0, covered_ns = 0;

  use->first = use->min = use->max = samples->value[row];
  use->min_ns = use->max_ns = MAX (samples->ts[row], range->start_ns);
  for (guint32 i = row + 1; i < end && samples->ts[i] <= range->start_ns; i++)
    use->first = samples->value[i];
  for (guint32 i = row; i < end; i++)
    {
      double value = samples->value[i];
      double ns;

      until_ns = MIN (tv_trace_get_sample_end (trace, use->counter, i), trace_end_ns);
      ns = (double) tv_range_clip (range, samples->ts[i], until_ns);
      if ((i - row) % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (value < use->min)
        {
          use->min = value;
          use->min_ns = MAX (samples->ts[i], range->start_ns);
        }
      if (value > use->max)
        {
          use->max = value;
          use->max_ns = MAX (samples->ts[i], range->start_ns);
        }
      sum += value * ns;
      covered_ns += ns;
    }
  use->last = samples->value[end - 1];
  use->first_ns = MAX (samples->ts[row], range->start_ns);
  use->last_ns = MAX (MIN (until_ns, range->end_ns), use->first_ns);
  use->average = covered_ns > 0 ? sum / covered_ns : (double) NAN;
  return TRUE;
}

/**
 * tv_counter_use_find:
 * @trace: a trace
 * @range: range to evaluate
 * @counter: index of a #TvCounterTrack
 * @use: (out): statistics of the counter; incomplete if it has no value in the range
 * @cancellable: (nullable): a #GCancellable
 *
 * Returns: whether the counter has a value in the range; %FALSE if cancelled
 */
gboolean
tv_counter_use_find (TvTrace *trace,
                     const TvRange *range,
                     guint32 counter,
                     TvCounterUse *use,
                     GCancellable *cancellable)
{
  guint32 first = tv_trace_find_sample_from (trace, counter, range->start_ns);
  guint32 end = MAX (tv_trace_find_sample_from (trace, counter, range->end_ns), first);
  guint32 at_start = tv_trace_find_sample (trace, counter, range->start_ns, range->start_ns);

  *use = (TvCounterUse){ .counter = counter, .n_samples = end - first };
  if (at_start != TV_NONE && at_start < first)
    first = at_start;
  if (first == end || (use->n_samples == 0 && range->length_ns == 0))
    return FALSE;
  return walk_samples (trace, range, first, end, use, cancellable);
}

/**
 * tv_counter_use_get_rate:
 *
 * Returns: change per second; NaN if the change has no duration
 */
double
tv_counter_use_get_rate (const TvCounterUse *self)
{
  double ns = (double) self->last_ns - (double) self->first_ns;

  return ns > 0 ? (self->last - self->first) * 1e9 / ns : (double) NAN;
}

/**
 * tv_counter_use_new:
 * @trace: a trace
 * @selection: (nullable): selected part of the trace; %NULL for all. Its tracks are ignored, because counters have
 *   none
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvCounterUse) (nullable): counters with a value in the range, in the order
 * of the trace; %NULL if cancelled
 */
GArray *
tv_counter_use_new (TvTrace *trace,
                    const TvSelection *selection,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (TvCounterUse));
  TvRange range = tv_range_new (trace, selection);
  guint32 n_counters;

  tv_trace_get_counter_tracks (trace, &n_counters);
  for (guint32 i = 0; i < n_counters; i++)
    {
      TvCounterUse use;
      gboolean has_value = tv_counter_use_find (trace, &range, i, &use, cancellable);

      if (g_cancellable_is_cancelled (cancellable))
        {
          tv_error_set_cancelled (error);
          return NULL;
        }
      if (has_value)
        g_array_append_val (uses, use);
    }
  return g_steal_pointer (&uses);
}
