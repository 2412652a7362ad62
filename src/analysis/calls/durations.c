/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/durations.h"

#include "core/memory/key-order.h"

/* Sorts durations of slices, for histograms and percentiles. Used by the histogram and by the details, occurrences
 * and frames views. Pure: sorts its own copy. */

#define ROWS_PER_CANCEL_CHECK 65536

/* Durations are sorted, so that a histogram needs one binary search per bucket edge instead of a pass over the
 * slices. */
struct _TvDurations
{
  gatomicrefcount n_refs;
  guint32 n;
  gint64 *ns; /* durations in ns, in ascending order */
  gint64 total_ns;
};

/* Stores the durations of the finished slices in @keys, as sort keys. @n: (out): number of finished slices. Returns
 * FALSE if cancelled. */
static gboolean
fill_keys (guint64 *keys,
           TvTrace *trace,
           const GArray *slices,
           guint32 *n,
           GCancellable *cancellable)
{
  const TvSlices *columns = tv_trace_get_slices (trace);

  *n = 0;
  for (guint i = 0; i < slices->len; i++)
    {
      guint32 slice = g_array_index (slices, guint32, i);

      if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (!tv_slices_is_unfinished (columns, slice))
        keys[(*n)++] = (guint64) MAX (tv_time_column_get (&columns->dur, slice), 0);
    }
  return TRUE;
}

static void
take_sorted (TvDurations *self, const guint64 *keys, const guint32 *order)
{
  self->ns = g_new (gint64, MAX (self->n, 1));
  for (guint32 i = 0; i < self->n; i++)
    {
      self->ns[i] = (gint64) keys[order[i]];
      tv_add_ns (&self->total_ns, self->ns[i]);
    }
}

/* Returns: (transfer full) (nullable): the keys as sorted durations; NULL if cancelled */
static TvDurations *
new_of_keys (const guint64 *keys, guint32 n, GCancellable *cancellable)
{
  guint32 *order = g_new (guint32, MAX (n, 1));
  guint32 *spare = g_new (guint32, MAX (n, 1));
  TvDurations *self = NULL;

  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  if (tv_key_order_sort (keys, n, &order, &spare, cancellable))
    {
      self = g_new0 (TvDurations, 1);
      g_atomic_ref_count_init (&self->n_refs);
      self->n = n;
      take_sorted (self, keys, order);
    }
  g_free (order);
  g_free (spare);
  return self;
}

/**
 * tv_durations_new:
 * @trace: a trace
 * @slices: (element-type guint32): slices in any order
 * @cancellable: (nullable): a #GCancellable
 *
 * Returns: (transfer full) (nullable): durations of the finished slices; %NULL if cancelled
 */
TvDurations *
tv_durations_new (TvTrace *trace, const GArray *slices, GCancellable *cancellable)
{
  g_autofree guint64 *keys = g_new (guint64, MAX (slices->len, 1));
  guint32 n;

  return fill_keys (keys, trace, slices, &n, cancellable) ? new_of_keys (keys, n, cancellable)
                                                          : NULL;
}

/**
 * tv_durations_new_of_values:
 * @values: (element-type gint64): durations, or other times such as those relative to a deadline; not negative
 * @cancellable: (nullable): a #GCancellable
 *
 * Returns: (transfer full) (nullable): the sorted values; %NULL if cancelled
 */
TvDurations *
tv_durations_new_of_values (const GArray *values, GCancellable *cancellable)
{
  return new_of_keys ((const guint64 *) (gpointer) values->data, values->len, cancellable);
}

TvDurations *
tv_durations_ref (TvDurations *self)
{
  g_atomic_ref_count_inc (&self->n_refs);
  return self;
}

void
tv_durations_unref (TvDurations *self)
{
  if (!g_atomic_ref_count_dec (&self->n_refs))
    return;
  g_free (self->ns);
  g_free (self);
}

guint32
tv_durations_count (const TvDurations *self)
{
  return self->n;
}

gint64
tv_durations_get_total_ns (const TvDurations *self)
{
  return self->total_ns;
}

/* Returns the number of durations shorter than @ns. */
static guint32
count_below (const TvDurations *self, gint64 ns)
{
  guint32 low = 0, high = self->n;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->ns[middle] < ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Returns the shortest positive duration, or 0 if there is none. */
gint64
tv_durations_get_shortest (const TvDurations *self)
{
  guint32 n_instant = count_below (self, 1);

  return n_instant < self->n ? self->ns[n_instant] : 0;
}

/* Returns the duration at index @n of the list in ascending order. */
gint64
tv_durations_get_nth (const TvDurations *self, guint32 n)
{
  g_return_val_if_fail (n < self->n, 0);
  return self->ns[n];
}

/**
 * tv_durations_get_percentile:
 * @percent: percentage from 1 to 100; 50 is the median, 100 the longest duration
 *
 * Returns: nearest-rank percentile: the smallest duration such that at least @percent of all durations are not
 * longer; 0 if there are no durations
 */
gint64
tv_durations_get_percentile (const TvDurations *self, guint percent)
{
  guint64 rank = ((guint64) self->n * percent + 99) / 100;

  g_return_val_if_fail (percent > 0 && percent <= 100, 0);
  return self->n > 0 ? self->ns[rank - 1] : 0;
}

/**
 * tv_durations_count_between:
 * @from_ns: minimum duration
 * @to_ns: maximum duration, inclusive
 * @total_ns: (out) (nullable): sum of the durations in the range
 *
 * Returns: number of durations in the range
 */
guint32
tv_durations_count_between (const TvDurations *self, gint64 from_ns, gint64 to_ns, gint64 *total_ns)
{
  guint32 first = count_below (self, from_ns);
  guint32 end = to_ns < G_MAXINT64 ? count_below (self, to_ns + 1) : self->n;

  if (total_ns != NULL)
    {
      *total_ns = 0;
      for (guint32 i = first; i < end; i++)
        tv_add_ns (total_ns, self->ns[i]);
    }
  return end > first ? end - first : 0;
}
