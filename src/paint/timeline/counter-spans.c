/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reduces a counter's samples to one minimum and maximum per pixel column, with an index of extremes. Also formats
 * counter values. Called by counters.c, the properties of counters and the Range view. Pure. */

#include "paint/timeline/counter-spans.h"

#include <glib/gi18n.h>
#include <math.h>

#include "core/time-format.h"

/* Values have six significant digits, so values from 1e5 on are formatted without decimals. */
#define FRACTIONS_BELOW 1e5

/* Returns the index of the first sample from @row to @end that is at or after a time; @end if there is none. Uses
 * exponential search, because the result is usually near @row. */
static guint32
find_from (const TvSamples *samples, guint32 row, guint32 end, gint64 ns)
{
  guint32 step = 1, high;

  if (row >= end || samples->ts[row] >= ns)
    return row;
  while (end - row > step && samples->ts[row + step] < ns)
    {
      row += step;
      step *= 2;
    }
  high = end - row > step ? row + step : end;
  row++;
  while (row < high)
    {
      guint32 middle = row + (high - row) / 2;

      if (samples->ts[middle] < ns)
        row = middle + 1;
      else
        high = middle;
    }
  return row;
}

static void
append (GArray *spans, guint32 first, guint32 end, double min, double max, double last)
{
  TvCounterSpan span = { first, end, min, max, last };

  g_array_append_val (spans, span);
}

/* Returns the first column between @column and @next to which a value no longer applies. The value applies until
 * @end_ns. */
static guint32
find_end_column (const TvTimeScale *scale, gint64 end_ns, guint32 column, guint32 next)
{
  if (end_ns > tv_time_scale_ceil (scale, next - 1))
    return next;
  if (end_ns <= tv_time_scale_ceil (scale, column))
    return column;
  return (guint32) CLAMP (tv_time_scale_find_column (scale, end_ns - 1) + 1, column, next);
}

/**
 * tv_counter_find_spans:
 * @source: values to draw
 * @counter: index of the #TvCounterTrack
 * @scale: time range and columns
 * @spans: (element-type TvCounterSpan): output array; spans are appended from left to right, with gaps where the
 *   counter has no value
 *
 * Finds the values in each pixel column. The run time depends on the number of columns, not on the number of samples.
 */
void
tv_counter_find_spans (TvTrace *trace,
                       const TvCounterSource *source,
                       guint32 counter,
                       const TvTimeScale *scale,
                       GArray *spans)
{
  const TvCounterTrack *track = &tv_trace_get_counter_tracks (trace, NULL)[counter];
  const TvSamples *samples = tv_trace_get_samples (trace);
  guint32 end = track->first_sample + track->n_samples;
  guint32 row = find_from (samples, track->first_sample, end, tv_time_scale_ceil (scale, 0));

  for (guint32 column = 0; column < scale->n_columns;)
    {
      gboolean has_sample = row > track->first_sample;
      double held = has_sample ? source->values[row - 1 - source->first] : NAN;
      gint64 held_end = has_sample ? tv_trace_get_sample_end (trace, counter, row - 1) : G_MININT64;
      gint64 next_column = row < end ? tv_time_scale_find_column (scale, samples->ts[row])
                                     : scale->n_columns;
      double min = INFINITY, max = -INFINITY, last;
      guint32 next;

      next_column = CLAMP (next_column, column, scale->n_columns);
      if (next_column > column)
        {
          guint32 held_column = find_end_column (scale, held_end, column, (guint32) next_column);

          if (held_column > column && !isnan (held))
            append (spans, column, held_column, held, held, held);
          column = (guint32) next_column;
          continue;
        }
      next = find_from (samples, row, end, tv_time_scale_ceil (scale, column + 1));
      if (samples->ts[row] > tv_time_scale_ceil (scale, column) &&
          held_end > tv_time_scale_ceil (scale, column) && !isnan (held))
        min = max = held;
      tv_sample_index_find (source->index, row - source->first, next - source->first, &min, &max);
      last = source->values[next - 1 - source->first];
      if (min <= max)
        append (spans, column, column + 1, min, max, isnan (last) ? max : last);
      row = next;
      column++;
    }
}

/**
 * tv_counter_find_extremes:
 * @source: values to draw
 * @counter: index of the #TvCounterTrack
 * @start_ns: start of a time range
 * @end_ns: end of the time range
 * @min: (out): lowest value in the range
 * @max: (out): highest value in the range
 *
 * Returns whether the range contains any value.
 */
gboolean
tv_counter_find_extremes (TvTrace *trace,
                          const TvCounterSource *source,
                          guint32 counter,
                          gint64 start_ns,
                          gint64 end_ns,
                          double *min,
                          double *max)
{
  guint32 first = tv_trace_find_sample (trace, counter, start_ns, start_ns);
  guint32 end = tv_trace_find_sample_from (trace, counter, end_ns);

  if (first == TV_NONE)
    first = tv_trace_find_sample_from (trace, counter, start_ns);
  *min = INFINITY;
  *max = -INFINITY;
  if (first < end)
    tv_sample_index_find (source->index, first - source->first, end - source->first, min, max);
  return *min <= *max;
}

/* Formats a number in the largest unit in which it is at least 1, or in the first unit. */
static char *
format_in (double value, const char *const *units, guint n_units)
{
  guint unit = 0;

  while (unit + 1 < n_units && fabs (value) >= 1000.0)
    {
      value /= 1000.0;
      unit++;
    }
  return tv_number_printf ("%.4g\302\240%s", value, units[unit]);
}

/**
 * tv_counter_format_value:
 * @counter: index of the #TvCounterTrack
 * @value: a value of the counter
 *
 * Returns: (transfer full): the value with its unit, or a description such as “not idle”
 */
char *
tv_counter_format_value (TvTrace *trace, guint32 counter, double value)
{
  static const char *const hertz[] = { "Hz", "kHz", "MHz", "GHz" };
  static const char *const seconds[] = { "ns", "\302\265s", "ms", "s" };
  const TvCounterTrack *track = &tv_trace_get_counter_tracks (trace, NULL)[counter];

  if (track->unit == TV_COUNTER_UNIT_KHZ)
    return fabs (value) >= 1e6 ? tv_number_printf (_("%.3g GHz"), value / 1e6)
                               : tv_number_printf (_("%.0f MHz"), value / 1e3);
  if (track->unit == TV_COUNTER_UNIT_BYTES)
    return tv_size_format (value);
  if (track->unit == TV_COUNTER_UNIT_NS)
    return format_in (value, seconds, G_N_ELEMENTS (seconds));
  if (track->unit == TV_COUNTER_UNIT_HZ)
    return format_in (value, hertz, G_N_ELEMENTS (hertz));
  if (track->unit == TV_COUNTER_UNIT_MILLICELSIUS)
    return tv_number_printf ("%.1f\302\240\302\260C", value / 1000.0);
  if (track->role == TV_COUNTER_ROLE_CPU_IDLE && value < 0.0)
    return g_strdup (_("not idle"));
  /* Values without decimals are formatted like counts, because a column of a table may contain both. */
  if ((value == floor (value) || fabs (value) >= FRACTIONS_BELOW) && fabs (value) < 1e15)
    return tv_count_format (llround (value));
  return tv_number_printf ("%.6g", value);
}

/* Formats a value, delta or rate with its unit. Returns: (transfer full) (nullable): the text; %NULL if a delta or
 * rate is not a finite number */
char *
tv_counter_format_shown (TvTrace *trace, guint32 counter, TvCounterMode mode, double value)
{
  g_autofree char *amount = NULL;

  if (mode == TV_COUNTER_VALUE)
    return tv_counter_format_value (trace, counter, value);
  amount = tv_counter_format_amount (trace, counter, value, "+");
  if (mode == TV_COUNTER_DELTA || amount == NULL)
    return g_steal_pointer (&amount);
  /* Translators: change of a counter per second */
  return g_strdup_printf (_("%s/s"), amount);
}

/**
 * tv_counter_format_amount:
 * @counter: index of the #TvCounterTrack
 * @amount: a difference or a mean; never formatted as a description such as “not idle”
 * @plus: prefix of positive amounts
 *
 * Returns: (transfer full) (nullable): the formatted amount; %NULL if it is not a finite number
 */
char *
tv_counter_format_amount (TvTrace *trace, guint32 counter, double amount, const char *plus)
{
  g_autofree char *size = NULL;

  if (!isfinite (amount))
    return NULL;
  size = tv_counter_format_value (trace, counter, fabs (amount));
  return g_strconcat (amount < 0.0 ? TV_MINUS_SIGN : amount > 0.0 ? plus : "", size, NULL);
}
