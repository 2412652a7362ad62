/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace.h"

/* Units of counters, and their values at given times. Called by readers, analyses, tables, the painter of counters
 * and the properties panes. Pure: binary searches in the columns of samples and gaps. */

/* Returns: (nullable): name of the unit in tables; %NULL for %TV_COUNTER_UNIT_NONE */
const char *
tv_counter_unit_name (TvCounterUnit unit)
{
  static const char *const names[] = { NULL, "count", "ns", "bytes", "Hz", "kHz", "m°C" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_COUNTER_UNITS);
  g_return_val_if_fail (unit < TV_N_COUNTER_UNITS, NULL);
  return names[unit];
}

/* ---- Values ---- */

/**
 * tv_trace_find_sample_from:
 * @counter: row of a #TvCounterTrack
 * @ts_ns: a time
 *
 * Returns: the first sample of the counter at or after @ts_ns; the row after its last sample if there is none
 */
guint32
tv_trace_find_sample_from (TvTrace *self, guint32 counter, gint64 ts_ns)
{
  const gint64 *ts = tv_trace_get_samples (self)->ts;
  guint32 n, first, end;
  const TvCounterTrack *track = tv_trace_get_counter_tracks (self, &n);

  g_return_val_if_fail (counter < n, TV_NONE);
  track += counter;
  first = track->first_sample;
  end = first + track->n_samples;
  while (first < end)
    {
      guint32 middle = first + (end - first) / 2;

      if (ts[middle] < ts_ns)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/* Returns the gap after a sample; NULL if the recording continues until the next sample. */
static const TvCounterGap *
find_gap_after (TvTrace *self, guint32 sample)
{
  guint32 n, low = 0, high;
  const TvCounterGap *gaps = tv_trace_get_counter_gaps (self, &n);

  high = n;
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (gaps[middle].sample < sample)
        low = middle + 1;
      else
        high = middle;
    }
  return low < n && gaps[low].sample == sample ? &gaps[low] : NULL;
}

/**
 * tv_trace_get_sample_end:
 * @counter: row of a #TvCounterTrack
 * @sample: row of a sample of the counter
 *
 * Gets the exclusive end of the time for which the value of a sample is valid: the time of the next sample, or the
 * end of the recording. The value is always valid at the sample's own time.
 *
 * Returns: the end in ns; %G_MAXINT64 if the value is valid until the end of the trace
 */
gint64
tv_trace_get_sample_end (TvTrace *self, guint32 counter, guint32 sample)
{
  guint32 n;
  const TvCounterTrack *track = tv_trace_get_counter_tracks (self, &n);
  const TvCounterGap *gap;

  g_return_val_if_fail (counter < n, G_MAXINT64);
  track += counter;
  gap = find_gap_after (self, sample);
  if (gap != NULL)
    return gap->start_ns;
  return sample + 1 < track->first_sample + track->n_samples
             ? tv_trace_get_samples (self)->ts[sample + 1]
             : G_MAXINT64;
}

/* Returns the last sample of a counter at or before a time, or TV_NONE. */
static guint32
find_last_sample (TvTrace *self, guint32 counter, gint64 ts_ns)
{
  const TvCounterTrack *track = &tv_trace_get_counter_tracks (self, NULL)[counter];
  guint32 next = ts_ns < G_MAXINT64 ? tv_trace_find_sample_from (self, counter, ts_ns + 1)
                                    : track->first_sample + track->n_samples;

  return next > track->first_sample ? next - 1 : TV_NONE;
}

/**
 * tv_trace_find_sample:
 * @counter: row of a #TvCounterTrack
 * @start_ns: start of a time range
 * @end_ns: end of the range, inclusive; not before @start_ns
 *
 * Returns: the last sample whose value is valid at some time in the range; %TV_NONE if the counter has no value in
 * the whole range, because the range is before its first sample or between recordings
 */
guint32
tv_trace_find_sample (TvTrace *self, guint32 counter, gint64 start_ns, gint64 end_ns)
{
  guint32 n, sample;

  tv_trace_get_counter_tracks (self, &n);
  g_return_val_if_fail (counter < n, TV_NONE);
  sample = find_last_sample (self, counter, end_ns);
  if (sample == TV_NONE || tv_trace_get_samples (self)->ts[sample] >= start_ns ||
      tv_trace_get_sample_end (self, counter, sample) > start_ns)
    return sample;
  return TV_NONE;
}

/**
 * tv_trace_find_counter_gap:
 * @counter: row of a #TvCounterTrack
 * @ts_ns: a time
 *
 * Returns: row of the gap between recordings that contains @ts_ns, or %TV_NONE
 */
guint32
tv_trace_find_counter_gap (TvTrace *self, guint32 counter, gint64 ts_ns)
{
  const TvCounterGap *gap = NULL;
  guint32 n, sample;

  tv_trace_get_counter_tracks (self, &n);
  g_return_val_if_fail (counter < n, TV_NONE);
  sample = find_last_sample (self, counter, ts_ns);
  if (sample != TV_NONE)
    gap = find_gap_after (self, sample);
  if (gap == NULL || gap->start_ns > ts_ns)
    return TV_NONE;
  return (guint32) (gap - tv_trace_get_counter_gaps (self, NULL));
}
