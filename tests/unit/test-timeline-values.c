/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/trace-builder.h"
#include "paint/timeline/counter-spans.h"
#include "paint/timeline/painter-part.h"
#include "timeline-image.h"

/* Compares the pixels of states, counters and folded groups of a log with the results of loops over all slices and
 * samples. */

#define N_STATES 6

static TvTimeScale
pick_scale (TvTrace *trace, GRand *rand)
{
  gint64 start = tv_trace_get_start_ns (trace), end = tv_trace_get_end_ns (trace);
  double length = exp (g_rand_double_range (rand, log (20.0), log ((double) (end - start))));
  double first = g_rand_double_range (rand, (double) start, (double) end - length);

  return (TvTimeScale){
    .start_ns = (gint64) first,
    .end_ns = (gint64) (first + length) + 20,
    .n_columns = 600,
  };
}

/* Time at which a recording's samples stop being valid, exclusive. */
typedef struct
{
  guint32 n_samples; /* number of samples before the end */
  gint64 ts;
} End;

/* Creates a thread with alternating states and a counter. The recording sometimes ends, and a new one begins. */
static TvTrace *
make_random (guint32 seed, guint n, GArray *ends)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint32 upid = tv_trace_builder_ensure_process (builder, 100);
  guint32 threads[3];
  guint32 idle = tv_trace_builder_ensure_thread (builder, TV_NONE, 0);
  guint32 state = tv_trace_builder_intern (builder, "x", -1);
  guint32 counter = tv_trace_builder_ensure_counter (builder, upid, TV_NONE, state);
  guint32 running = idle, n_samples = 0;
  gint64 now = 0;

  tv_trace_builder_set_idle (builder, idle);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = tv_trace_builder_ensure_thread (builder, upid, 100 + i);
  for (guint i = 0; i < n; i++)
    {
      guint32 next = g_rand_int_range (rand, 0, 4) == 0 ? idle
                                                        : threads[g_rand_int_range (rand, 0, 3)];

      now += g_rand_int_range (rand, 0, 30) + (g_rand_int_range (rand, 0, 200) == 0 ? 20000 : 0);
      if (g_rand_int_range (rand, 0, 3) == 0)
        tv_trace_builder_wake (builder, threads[g_rand_int_range (rand, 0, 3)], running, -1, FALSE,
                               now);
      if (g_rand_int_range (rand, 0, 2) == 0)
        {
          tv_trace_builder_add_sample (builder, counter, now, g_rand_int_range (rand, -5, 100));
          n_samples++;
        }
      if (ends != NULL && g_rand_int_range (rand, 0, 50) == 0)
        {
          End end = { n_samples, now += g_rand_int_range (rand, 0, 200) };

          tv_trace_builder_end_recording (builder, now);
          g_array_append_val (ends, end);
          now += g_rand_int_range (rand, 0, 1000);
        }
      if (next == running)
        continue;
      tv_trace_builder_switch (builder, 0, running, g_rand_int_range (rand, 1, N_STATES), state,
                               next, 120, now, -1);
      running = next;
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

/* Returns the longest slice that overlaps a column; visits all slices. */
static guint32
find_longest_slowly (TvTrace *trace, const TvTrack *track, const TvTimeScale *scale, gint64 column)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 longest = TV_NONE;

  for (guint32 slice = track->first_slice; slice < track->first_slice + track->n_slices; slice++)
    {
      gint64 start = tv_slices_start (slices, slice), end = tv_slices_end (slices, slice);
      gint64 first = tv_time_scale_find_column (scale, start);

      if (first > column || tv_time_scale_find_last (scale, start, end) < column)
        continue;
      if (longest == TV_NONE ||
          tv_time_column_get (&slices->dur, slice) > tv_time_column_get (&slices->dur, longest))
        longest = slice;
    }
  return longest;
}

/* Returns whether the thread was running in any part of a column. */
static gboolean
has_run_slowly (TvTrace *trace, const TvTrack *track, const TvTimeScale *scale, guint32 column)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  double length = (double) (scale->end_ns - scale->start_ns) / scale->n_columns;

  for (guint32 slice = track->first_slice; slice < track->first_slice + track->n_slices; slice++)
    {
      double start = (double) (tv_slices_start (slices, slice) - scale->start_ns);
      double end = (double) (tv_slices_end (slices, slice) - scale->start_ns);

      if (tv_states_get_kind (tv_trace_get_states (trace), tv_track_get_side (track, slice)) ==
              TV_STATE_RUNNING &&
          MIN (end, (column + 1) * length) > MAX (start, column * length))
        return TRUE;
    }
  return FALSE;
}

static void
test_states (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (31);

  for (guint32 seed = 0; seed < 6; seed++)
    {
      g_autoptr (TvTrace) trace = make_random (seed, 1500, NULL);
      Image image;

      image_init (&image, trace, TV_TIMELINE_NESTED);
      for (int i = 0; i < 4; i++)
        {
          TvTimeScale scale = pick_scale (trace, rand);
          cairo_surface_t *surface;

          image.view.start_ns = scale.start_ns;
          image.view.end_ns = scale.end_ns;
          surface = image_paint (&image);
          for (guint32 id = 0; id < 3; id++)
            {
              guint32 track_id = tv_trace_get_threads (trace, NULL)[id + 1].state_track;
              const TvTrack *track;
              const TvTimelineBand *band;
              double y;

              if (track_id == TV_NONE)
                continue;
              track = &tv_trace_get_tracks (trace, NULL)[track_id];
              band = tv_timeline_layout_find_band (image.layout, track_id);
              y = 26.0 +
                  (double) (tv_timeline_layout_get_band_row (image.layout, band)->y + band->y);
              for (guint32 column = 1; column < scale.n_columns - 1; column++)
                {
                  guint32 slice = find_longest_slowly (trace, track, &scale, column);
                  const TvColor *color = &image.view.theme->background;

                  if (slice != TV_NONE)
                    color = &image.view.theme->states[tv_states_get_kind (
                        tv_trace_get_states (trace), tv_track_get_side (track, slice))];
                  if (has_run_slowly (trace, track, &scale, column))
                    color = &image.view.theme->states[TV_STATE_RUNNING];
                  /* All shapes of states cover the bottom line. */
                  g_assert_cmphex (get_pixel (surface, 100.0 + column, y + band->bar - 1.0), ==,
                                   tv_color_to_pixel (color));
                }
            }
          cairo_surface_destroy (surface);
        }
      image_clear (&image);
    }
}

/* A sample is valid from its timestamp to the timestamp of the next sample, or until the recording ends. */
static gint64
find_sample_end (const TvSamples *samples, const GArray *ends, guint32 sample)
{
  gint64 until = sample + 1 < samples->n ? samples->ts[sample + 1] : G_MAXINT64;

  for (guint i = 0; i < ends->len; i++)
    if (g_array_index (ends, End, i).n_samples > sample)
      until = MIN (until, g_array_index (ends, End, i).ts);
  return until;
}

/* Returns the value, delta or rate of each sample, computed by a loop over all later samples. */
static double *
find_shown (const TvSamples *samples, const GArray *ends, TvCounterMode mode)
{
  double *shown = g_new (double, samples->n);

  for (guint32 i = 0; i < samples->n; i++)
    {
      guint32 next = i + 1, last;

      shown[i] = mode == TV_COUNTER_VALUE ? samples->value[i] : NAN;
      if (mode == TV_COUNTER_VALUE || next == samples->n || samples->ts[next] == samples->ts[i] ||
          find_sample_end (samples, ends, i) < samples->ts[next])
        continue;
      for (last = next; last + 1 < samples->n && samples->ts[last + 1] == samples->ts[next];)
        last++;
      shown[i] = samples->value[last] - samples->value[i];
      if (mode == TV_COUNTER_RATE)
        shown[i] /= (double) (samples->ts[next] - samples->ts[i]) / 1e9;
    }
  return shown;
}

static void
test_counters (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (32);

  for (guint32 seed = 0; seed < 24; seed++)
    {
      g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (End));
      g_autoptr (TvTrace)
          trace = make_random (seed, seed % 2 == 0 ? 300 : 4000, seed % 4 < 2 ? ends : NULL);
      const TvSamples *samples = tv_trace_get_samples (trace);
      g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (TvCounterSpan));
      TvCounterMode mode = seed % TV_N_COUNTER_MODES;
      g_autofree double *values = find_shown (samples, ends, mode);
      g_autofree double *shown = tv_counter_dup_shown (trace, 0, mode);
      g_autoptr (TvSampleIndex) index = tv_sample_index_new (shown, samples->n);
      TvCounterSource source = { shown, index, 0 };
      TvTimeScale scale = pick_scale (trace, rand);
      double lowest = INFINITY, highest = -INFINITY, low, high;
      guint32 at = 0;

      for (guint32 i = 0; i < samples->n; i++)
        {
          double single = tv_counter_get_shown (trace, 0, i, mode);

          g_assert_true (values[i] == shown[i] || (isnan (values[i]) && isnan (shown[i])));
          g_assert_true (values[i] == single || (isnan (values[i]) && isnan (single)));
        }
      if (seed < 4)
        scale = (TvTimeScale){ tv_trace_get_start_ns (trace), tv_trace_get_end_ns (trace), 40 };
      tv_counter_find_spans (trace, &source, 0, &scale, spans);
      for (guint32 column = 0; column < scale.n_columns; column++)
        {
          gint64 start = tv_time_scale_ceil (&scale, column);
          gint64 end = tv_time_scale_ceil (&scale, column + 1);
          double min = G_MAXDOUBLE, max = -G_MAXDOUBLE, last = 0.0;
          const TvCounterSpan *span;

          for (guint32 i = 0; i < samples->n; i++)
            {
              if (samples->ts[i] >= end ||
                  (samples->ts[i] < start && find_sample_end (samples, ends, i) <= start))
                continue;
              if (!isnan (values[i]))
                {
                  min = MIN (min, values[i]);
                  max = MAX (max, values[i]);
                }
              last = values[i];
            }
          lowest = MIN (lowest, min);
          highest = MAX (highest, max);
          while (at < spans->len && g_array_index (spans, TvCounterSpan, at).end <= column)
            at++;
          if (end <= start)
            continue; /* duration of 0 */
          if (max < min)
            {
              g_assert_true (at == spans->len ||
                             g_array_index (spans, TvCounterSpan, at).first > column);
              continue;
            }
          g_assert_cmpuint (at, <, spans->len);
          span = &g_array_index (spans, TvCounterSpan, at);
          g_assert_cmpuint (span->first, <=, column);
          g_assert_cmpfloat (span->min, ==, min);
          g_assert_cmpfloat (span->max, ==, max);
          g_assert_cmpfloat (span->last, ==, isnan (last) ? max : last);
        }
      if (scale.start_ns < tv_time_scale_ceil (&scale, scale.n_columns) &&
          tv_counter_find_extremes (trace, &source, 0, tv_time_scale_ceil (&scale, 0),
                                    tv_time_scale_ceil (&scale, scale.n_columns), &low, &high))
        {
          g_assert_cmpfloat (low, ==, lowest);
          g_assert_cmpfloat (high, ==, highest);
        }
    }
}

/* Paints like a main loop: the first image does not contain the changes of a counter, but the next image does. */
static cairo_surface_t *
paint_without_waiting (Image *image, guint32 counter, TvCounterMode mode)
{
  cairo_surface_t *surface;
  guint32 missing_counter;
  TvCounterMode missing_mode;

  tv_timeline_painter_set_waits (image->painter, FALSE);
  surface = image_paint (image);
  if (mode == TV_COUNTER_VALUE)
    {
      g_assert_false (
          tv_timeline_painter_find_missing (image->painter, &missing_counter, &missing_mode));
      return surface;
    }
  cairo_surface_destroy (surface);
  g_assert_true (
      tv_timeline_painter_find_missing (image->painter, &missing_counter, &missing_mode));
  g_assert_cmpuint (missing_counter, ==, counter);
  g_assert_cmpint (missing_mode, ==, mode);
  tv_timeline_painter_take_changes (image->painter,
                                    tv_counter_changes_new (image->trace, counter, mode));
  surface = image_paint (image);
  g_assert_false (
      tv_timeline_painter_find_missing (image->painter, &missing_counter, &missing_mode));
  return surface;
}

/* The highest and the lowest visible value of a counter are at the top and the bottom of its row. The scale of
 * changes includes 0. */
static void
test_counter_scale (void)
{
  enum
  {
    NOWHERE = -2,
    BELOW = -1,
    BOTTOM,
    MIDDLE,
    TOP
  };
  static const struct
  {
    TvCounterMode mode;
    gint64 start_ns, end_ns;
    int heights[3]; /* expected position of the line in each third of the view */
  } cases[] = {
    { TV_COUNTER_VALUE, 0, 600, { BOTTOM, TOP, MIDDLE } },
    { TV_COUNTER_VALUE, 0, 198, { TOP, TOP, TOP } },
    { TV_COUNTER_VALUE, 300, 600, { TOP, BOTTOM, BOTTOM } },
    { TV_COUNTER_DELTA, 0, 600, { TOP, BOTTOM, NOWHERE } },
    { TV_COUNTER_DELTA, 0, 198, { TOP, TOP, TOP } },
    { TV_COUNTER_RATE, 210, 390, { BOTTOM, BOTTOM, BOTTOM } },
    { TV_COUNTER_RATE, 450, 600, { NOWHERE, NOWHERE, NOWHERE } },
  };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 counter = tv_trace_builder_ensure_counter (builder, TV_NONE, TV_NONE,
                                                     tv_trace_builder_intern (builder, "n", -1));
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_builder_add_sample (builder, counter, 0, 1000);
  tv_trace_builder_add_sample (builder, counter, 200, 1010);
  tv_trace_builder_add_sample (builder, counter, 400, 1005);
  tv_trace_builder_end_recording (builder, 600);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      gboolean waits = i < G_N_ELEMENTS (cases);
      guint n = i % G_N_ELEMENTS (cases);
      Image image;
      cairo_surface_t *surface;
      const TvTimelineBand *band;
      const TvTimelineRow *row;
      TvColor colors[2 * TV_N_BAR_COLORS];
      double y;

      image_init (&image, trace, TV_TIMELINE_NESTED);
      band = tv_timeline_layout_find_counter (image.layout, counter);
      row = tv_timeline_layout_get_band_row (image.layout, band);
      tv_row_choices_set (tv_timeline_layout_get_choices (image.layout), row->key,
                          cases[n].mode == TV_COUNTER_DELTA  ? TV_ROW_DELTA
                          : cases[n].mode == TV_COUNTER_RATE ? TV_ROW_RATE
                                                             : 0);
      tv_timeline_layout_arrange (image.layout);
      image.view.start_ns = cases[n].start_ns;
      image.view.end_ns = cases[n].end_ns;
      surface = waits ? image_paint (&image)
                      : paint_without_waiting (&image, counter, cases[n].mode);
      tv_timeline_get_bar_colors (image.view.theme, colors);
      y = 26.0 + (double) (row->y + band->y);
      for (guint third = 0; third < 3; third++)
        {
          double x = 100.0 + 200.0 * third + 190.0;
          guint32 line = tv_color_to_pixel (&colors[TV_BAR_COUNTER + 2 * TV_COUNTER_OTHER + 1]);
          int found = NOWHERE;

          for (int px = 0; px < band->bar; px++)
            if (get_pixel (surface, x, y + px) == line)
              found = px == 0 ? TOP : px == band->bar - 1 ? BOTTOM : MIDDLE;
          g_test_message ("case %u, third %u", n, third);
          g_assert_cmpint (found, ==, cases[n].heights[third]);
        }
      cairo_surface_destroy (surface);
      image_clear (&image);
    }
}

/* Between two recordings, the row of a counter is empty: the last value does not continue, and there is no step to
 * the next value. The tooltip states the reason. */
static void
test_counter_gap (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 name = tv_trace_builder_intern (builder, "n", -1);
  guint32 counter = tv_trace_builder_ensure_counter (builder, TV_NONE, TV_NONE, name);
  guint32 other = tv_trace_builder_ensure_counter (builder, TV_NONE, 0, name);
  g_autoptr (TvTrace) trace = NULL;
  Image image;
  cairo_surface_t *surface;
  const TvTimelineBand *band;
  guint32 n_gaps;
  double y;

  tv_trace_builder_add_sample (builder, counter, 0, 100);
  tv_trace_builder_add_sample (builder, other, 0, 100);
  tv_trace_builder_end_recording (builder, 200);
  tv_trace_builder_add_sample (builder, counter, 400, 50);
  tv_trace_builder_add_sample (builder, other, 600, 100);
  tv_trace_builder_end_recording (builder, 600);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  /* The end of the last recording is the end of the trace. */
  tv_trace_get_counter_gaps (trace, &n_gaps);
  g_assert_cmpuint (n_gaps, ==, 2);

  image_init (&image, trace, TV_TIMELINE_NESTED);
  image.view.end_ns = 600;
  surface = image_paint (&image);
  band = tv_timeline_layout_find_counter (image.layout, counter);
  y = 26.0 + (double) (tv_timeline_layout_get_band_row (image.layout, band)->y + band->y);
  for (int column = 0; column < 600; column++)
    {
      gboolean has_value = column < 200 || column >= 400, is_high = column < 200;
      guint32 background = tv_color_to_pixel (&image.view.theme->background);
      TvTimelineHit hit;

      g_test_message ("column %d", column);
      g_assert_true ((get_pixel (surface, 100.0 + column, y + band->bar - 1.0) != background) ==
                     has_value);
      /* Text covers the line only in the first 100 columns. */
      if (column >= 100)
        g_assert_true ((get_pixel (surface, 100.0 + column, y + band->bar * 0.35) != background) ==
                       is_high);
      tv_timeline_hit_test (image.painter, &image.view, 100.5 + column, y + band->bar - 1.0, &hit);
      g_assert_cmpuint (hit.counter, ==, counter);
      g_assert_cmpuint (hit.sample, ==, has_value ? column >= 400 : TV_NONE);
      g_assert_cmpuint (hit.gap, ==, has_value ? TV_NONE : 0);
    }
  cairo_surface_destroy (surface);
  image_clear (&image);
}

static void
test_busy (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (33);

  for (guint32 seed = 0; seed < 8; seed++)
    {
      g_autoptr (TvTrace) trace = make_random (seed, 2000, NULL);
      g_autoptr (TvBusyIndex) index = tv_busy_index_new (trace);
      const TvSlices *slices = tv_trace_get_slices (trace);
      TvTimeScale scale = pick_scale (trace, rand);
      float shares[600];
      double ns_per_column = (double) (scale.end_ns - scale.start_ns) / scale.n_columns;
      guint32 n_tracks;
      const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

      tv_busy_index_get_shares (index, 0, &scale, shares);
      for (guint32 column = 0; column < scale.n_columns; column++)
        {
          double x0 = (double) scale.start_ns + column * ns_per_column, ran = 0.0;

          for (guint32 track = 0; track < n_tracks; track++)
            for (guint32 i = 0; tracks[track].kind == TV_TRACK_CPU && i < tracks[track].n_slices;
                 i++)
              {
                double start = (double) tv_slices_start (slices, tracks[track].first_slice + i);
                double end = (double) tv_slices_end (slices, tracks[track].first_slice + i);

                ran += MAX (MIN (end, x0 + ns_per_column) - MAX (start, x0), 0.0);
              }
          g_assert_cmpfloat_with_epsilon (shares[column], ran / ns_per_column, 1e-3);
        }
    }
}

/* The height of a CPU's runs is the fraction of each column in which the CPU was busy. */
static void
test_cpu_shares (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (38);

  for (guint32 seed = 0; seed < 8; seed++)
    {
      g_autoptr (TvTrace) trace = make_random (seed, 2000, NULL);
      g_autoptr (TvBusyIndex) index = tv_busy_index_new (trace);
      g_autoptr (TvSliceIndex) slice_index = tv_slice_index_new (trace);
      g_autoptr (TvSpanFinder) finder = tv_span_finder_new (trace, slice_index);
      const TvSlices *slices = tv_trace_get_slices (trace);
      TvTimeScale scale = pick_scale (trace, rand);
      double ns_per_column = (double) (scale.end_ns - scale.start_ns) / scale.n_columns;
      float shares[600];
      guint32 n_tracks;
      const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

      for (guint32 track = 0; track < n_tracks; track++)
        {
          if (tracks[track].kind != TV_TRACK_CPU)
            continue;
          tv_busy_index_get_cpu_shares (
              index, track, &scale,
              tv_span_finder_find_rows (finder, track, &scale, 0, scale.n_columns), shares);
          for (guint32 column = 0; column < scale.n_columns; column++)
            {
              double x0 = (double) scale.start_ns + column * ns_per_column, ran = 0.0;

              for (guint32 row = tracks[track].first_slice;
                   row < tracks[track].first_slice + tracks[track].n_slices; row++)
                ran += MAX (MIN ((double) tv_slices_end (slices, row), x0 + ns_per_column) -
                                MAX ((double) tv_slices_start (slices, row), x0),
                            0.0);
              g_assert_cmpfloat_with_epsilon (shares[column], ran / ns_per_column, 1e-3);
            }
        }
    }
}

/* Counter values are formatted according to the unit of the counter. */
static void
test_units (void)
{
  static const struct
  {
    TvCounterUnit unit;
    double value;
    const char *text;
  } cases[] = {
    { TV_COUNTER_UNIT_NONE, 15847000, "15\342\200\257847\342\200\257000" },
    { TV_COUNTER_UNIT_NONE, 0.25, "0.25" },
    { TV_COUNTER_UNIT_NONE, 99999.5, "99\342\200\257999.5" },
    { TV_COUNTER_UNIT_NONE, 2999980.4, "2\342\200\257999\342\200\257980" },
    { TV_COUNTER_UNIT_NONE, -1234567.8, "−1\342\200\257234\342\200\257568" },
    { TV_COUNTER_UNIT_COUNT, 7, "7" },
    { TV_COUNTER_UNIT_NS, 999, "999\302\240ns" },
    { TV_COUNTER_UNIT_NS, 12000, "12\302\240µs" },
    { TV_COUNTER_UNIT_NS, 15847000, "15.85\302\240ms" },
    { TV_COUNTER_UNIT_NS, 7.5e12, "7\342\200\257500\302\240s" },
    { TV_COUNTER_UNIT_BYTES, 2048, "2\302\240KiB" },
    { TV_COUNTER_UNIT_HZ, 2.5e6, "2.5\302\240MHz" },
    { TV_COUNTER_UNIT_KHZ, 800000, "800 MHz" },
    { TV_COUNTER_UNIT_MILLICELSIUS, 45500, "45.5\302\240°C" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
      g_autoptr (TvTrace) trace = NULL;
      g_autofree char *text = NULL;
      guint32 counter = tv_trace_builder_ensure_counter (
          builder, TV_NONE, TV_NONE, tv_trace_builder_intern (builder, "x", -1));

      tv_trace_builder_describe_counter (builder, counter, TV_COUNTER_ROLE_OTHER, cases[i].unit);
      tv_trace_builder_add_sample (builder, counter, 1, cases[i].value);
      trace = tv_trace_builder_finish (builder, NULL, NULL);
      text = tv_counter_format_value (trace, counter, cases[i].value);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* Changes and averages of counters have a sign, and are never formatted as symbolic values. */
static void
test_amounts (void)
{
  static const struct
  {
    double amount;
    const char *plus;
    const char *text;
  } cases[] = {
    { 2.0, "+", "+2" }, { 2.0, "", "2" }, { 0.0, "+", "0" }, { -1.0, "+", "\342\210\2221" },
    { NAN, "", NULL },
  };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  guint32 counter = tv_trace_builder_ensure_counter (builder, TV_NONE, 0,
                                                     tv_trace_builder_intern (builder, "idle", -1));

  tv_trace_builder_describe_counter (builder, counter, TV_COUNTER_ROLE_CPU_IDLE,
                                     TV_COUNTER_UNIT_NONE);
  tv_trace_builder_add_sample (builder, counter, 1, 2.0);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = tv_counter_format_amount (trace, counter, cases[i].amount,
                                                        cases[i].plus);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-values/states", test_states);
  g_test_add_func ("/timeline-values/counters", test_counters);
  g_test_add_func ("/timeline-values/counter-scale", test_counter_scale);
  g_test_add_func ("/timeline-values/counter-gap", test_counter_gap);
  g_test_add_func ("/timeline-values/busy", test_busy);
  g_test_add_func ("/timeline-values/cpu-shares", test_cpu_shares);
  g_test_add_func ("/timeline-values/units", test_units);
  g_test_add_func ("/timeline-values/amounts", test_amounts);
  return g_test_run ();
}
