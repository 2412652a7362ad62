/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/trace-builder.h"
#include "log-text.h"
#include "paint/timeline/overview.h"

/* ---- Activity ---- */

/* Creates threads with calls of random length; a tick is 1 ns or 1 ms. If @has_gaps, CPU clocks sometimes fall
 * behind. */
static TvTrace *
make_trace (guint32 seed, guint n_threads, guint n_records, gint64 tick_ns, gboolean has_gaps)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  TvTraceBuilder *builder = tv_trace_builder_new (tick_ns, 0);
  TvSymbol symbol = { TV_NONE, 0, TV_NONE, TV_NONE, 0 };
  g_autofree guint *depth = g_new0 (guint, n_threads);
  g_autofree gint64 *cpu = g_new0 (gint64, n_threads);
  g_autofree gint64 *last = g_new0 (gint64, n_threads);
  gint64 now = 0;
  TvTrace *trace;

  tv_trace_builder_set_clocks (builder, TRUE, has_gaps);
  symbol.name = tv_trace_builder_intern (builder, "call", -1);
  tv_trace_builder_add_symbol (builder, &symbol);
  for (guint i = 0; i < n_threads; i++)
    tv_trace_builder_ensure_track (builder, tv_trace_builder_ensure_thread (builder, TV_NONE, i));
  for (guint n = 0; n < n_records; n++)
    {
      guint t = (guint) g_rand_int_range (rand, 0, (gint32) n_threads);
      gboolean is_enter = depth[t] == 0 || (depth[t] < 3 && g_rand_boolean (rand));

      now += g_rand_int_range (rand, 0, 8) == 0 ? g_rand_int_range (rand, 0, 300) : 1;
      if (g_rand_boolean (rand))
        cpu[t] += now - last[t];
      last[t] = now;
      if (is_enter)
        tv_trace_builder_begin (builder, t, 0, now, cpu[t], -1);
      else
        tv_trace_builder_end (builder, t, 0, now, cpu[t], 0, -1);
      if (is_enter)
        depth[t]++;
      else
        depth[t]--;
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  tv_trace_builder_free (builder);
  return trace;
}

/* Counts, for each tick, the threads that are in a call. */
static int *
count_ticks (TvTrace *trace, gint64 tick_ns, gsize *n_ticks)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  gint64 start = tv_trace_get_start_ns (trace);
  guint32 n_gaps;
  const TvGap *gaps = tv_trace_get_gaps (trace, &n_gaps);
  int *ticks;

  *n_ticks = (gsize) ((tv_trace_get_end_ns (trace) - start) / tick_ns);
  ticks = g_new0 (int, *n_ticks);
  for (guint32 row = 0; row < slices->n; row++)
    for (gint64 ns = tv_slices_start (slices, row);
         tv_slices_parent (slices, row) == TV_NONE && ns < tv_slices_end (slices, row);
         ns += tick_ns)
      ticks[(ns - start) / tick_ns]++;
  for (guint32 gap = 0; gap < n_gaps; gap++)
    for (gint64 ns = gaps[gap].ts; ns < gaps[gap].ts + gaps[gap].dur; ns += tick_ns)
      ticks[(ns - start) / tick_ns]--;
  return ticks;
}

/* Sums the counts by bucket; a tick may be divided between buckets. */
static double *
count_buckets (TvTrace *trace, gint64 tick_ns, gint64 bucket_ns, gsize n_buckets)
{
  gsize n_ticks;
  g_autofree int *ticks = count_ticks (trace, tick_ns, &n_ticks);
  double *busy_ns = g_new0 (double, n_buckets);

  for (gsize tick = 0; tick < n_ticks; tick++)
    for (gint64 ns = (gint64) tick * tick_ns; ns < (gint64) (tick + 1) * tick_ns;)
      {
        gint64 next = MIN ((ns / bucket_ns + 1) * bucket_ns, (gint64) (tick + 1) * tick_ns);

        busy_ns[ns / bucket_ns] += ticks[tick] * (double) (next - ns);
        ns = next;
      }
  return busy_ns;
}

static void
check_levels (TvTrace *trace, gint64 tick_ns)
{
  g_autoptr (TvActivity) activity = tv_activity_new (trace, TV_CALLS_OF_SLICES, NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  gint64 length = tv_trace_get_end_ns (trace) - tv_trace_get_start_ns (trace);
  gint64 bucket_ns = (length - 1) / TV_ACTIVITY_BUCKETS + 1;
  gint64 n_buckets = (length - 1) / bucket_ns + 1;
  g_autofree double *busy_ns = count_buckets (trace, tick_ns, bucket_ns, (gsize) n_buckets);
  double top = 0.0;

  for (gint64 i = 0; i < n_buckets; i++)
    top = MAX (top, busy_ns[i] / (double) (MIN (length, (i + 1) * bucket_ns) - i * bucket_ns));
  g_assert_cmpfloat_with_epsilon (tv_activity_get_peak (activity), top, 1e-9);

  for (int run = 0; run < 500; run++)
    {
      double from = run == 0 ? 0.0 : g_rand_double_range (rand, 0.0, (double) length - 1.0);
      double to = run == 0
                      ? (double) length
                      : g_rand_double_range (rand, from, MIN ((double) length, from * 1.1 + 9.0));
      TvActivityLevel level = tv_activity_get_level (activity, from, to);
      double sum = 0.0, peak = 0.0;

      for (gint64 i = 0; i < n_buckets; i++)
        {
          double start = (double) (i * bucket_ns), end = (double) MIN (length, (i + 1) * bucket_ns);
          double inside = MIN (to, end) - MAX (from, start);

          if (inside <= 0.0)
            continue;
          sum += busy_ns[i] * inside / (end - start);
          peak = MAX (peak, busy_ns[i] / (end - start));
        }
      g_assert_cmpfloat_with_epsilon (level.mean, sum / (to - from), 1e-6);
      g_assert_cmpfloat_with_epsilon (level.peak, peak, 1e-9);
      if (peak > 0.0)
        g_assert_false (level.is_empty);
    }
}

static void
test_against_count (void)
{
  for (guint32 seed = 1; seed <= 6; seed++)
    {
      /* fewer ticks than buckets, and many more */
      g_autoptr (TvTrace) small = make_trace (seed, 1 + seed, 60, 1, FALSE);
      g_autoptr (TvTrace) large = make_trace (seed, 1 + seed, 40000, 1, FALSE);
      g_autoptr (TvTrace) gaps = make_trace (seed, 1 + seed, 2000, 1000000, TRUE);
      guint32 n_gaps;

      tv_trace_get_gaps (gaps, &n_gaps);
      g_assert_cmpuint (n_gaps, >, 100);
      check_levels (small, 1);
      check_levels (large, 1);
      check_levels (gaps, 1000000);
    }
}

/* Checks that all activity is counted exactly once, for any number of columns. */
static void
test_columns (void)
{
  g_autoptr (TvTrace) trace = make_trace (9, 5, 30000, 1, FALSE);
  g_autoptr (TvActivity) activity = tv_activity_new (trace, TV_CALLS_OF_SLICES, NULL);
  double length = (double) (tv_trace_get_end_ns (trace) - tv_trace_get_start_ns (trace));
  double whole = tv_activity_get_level (activity, 0.0, length).mean;

  for (int n = 1; n < 20000; n = n * 3 + 1)
    {
      double sum = 0.0, peak = 0.0;

      for (int column = 0; column < n; column++)
        {
          TvActivityLevel level = tv_activity_get_level (activity, length * column / n,
                                                         length * (column + 1) / n);

          sum += level.mean / n;
          peak = MAX (peak, level.peak);
        }
      g_assert_cmpfloat_with_epsilon (sum, whole, whole * 1e-6);
      g_assert_cmpfloat (peak, ==, tv_activity_get_peak (activity));
    }
}

static void
test_cpus (void)
{
  g_autoptr (TvTrace) trace = load_log ("0|100|0|" SWITCH (0, "R", 101)   /* CPU 0: 0–400 */
                                        "100|100|1|" SWITCH (0, "R", 102) /* CPU 1: 100–300 */
                                        "300|102|1|" SWITCH (102, "S", 0) /**/
                                        "400|101|0|" SWITCH (101, "S", 0) /**/
                                        "1000|100|0|" SWITCH (0, "R", 0));
  g_autoptr (TvActivity) activity = tv_activity_new (trace, TV_CALLS_OF_SLICES, NULL);

  g_assert_cmpint (tv_activity_get_kind (activity), ==, TV_ACTIVITY_CPUS);
  g_assert_cmpuint (tv_activity_get_max_busy (activity), ==, 2);
  g_assert_cmpfloat_with_epsilon (tv_activity_get_level (activity, 0.0, 1e6).mean, 0.6, 0.001);
  g_assert_cmpfloat_with_epsilon (tv_activity_get_level (activity, 0.0, 1e5).mean, 1.0, 0.002);
  g_assert_cmpfloat_with_epsilon (tv_activity_get_level (activity, 1e5, 3e5).mean, 2.0, 0.002);
  g_assert_cmpfloat_with_epsilon (tv_activity_get_peak (activity), 2.0, 1e-9);
  g_assert_true (tv_activity_get_level (activity, 4.1e5, 1e6).is_empty);
}

static guint32 get_pixel (cairo_surface_t *surface, int x, int y);
static TvOverview make_overview (double width);
static cairo_surface_t *paint (TvOverview *overview);

/* Because the scale ends at the visible maximum, two CPUs that are busy for at most 2 % of the time use all shades. */
static void
test_idle (void)
{
  g_autoptr (TvTrace) trace = load_log ("0|100|0|" SWITCH (0, "R", 101)   /* CPU 0: 10 of 1000 */
                                        "10|101|0|" SWITCH (101, "S", 0)  /**/
                                        "600|100|1|" SWITCH (0, "R", 102) /* CPU 1: 20 */
                                        "620|102|1|" SWITCH (102, "S", 0) /**/
                                        "1000|100|0|" SWITCH (0, "R", 0));
  g_autoptr (TvActivity) activity = tv_activity_new (trace, TV_CALLS_OF_SLICES, NULL);
  TvOverview overview = make_overview (120.0); /* 20 columns of 50 µs */
  TvColor strong;
  cairo_surface_t *surface;
  guint32 upper, lower, ground;

  overview.activity = activity;
  overview.start_ns = tv_trace_get_start_ns (trace);
  overview.end_ns = tv_trace_get_end_ns (trace);
  strong = overview.theme->activity;
  g_assert_cmpfloat_with_epsilon (tv_activity_get_cpu_share (activity, 0, 0.0, 1e5), 0.1, 0.002);
  g_assert_cmpfloat_with_epsilon (tv_activity_get_cpu_share (activity, 1, 6e5, 7e5), 0.2, 0.002);
  g_assert_cmpfloat (tv_activity_get_cpu_share (activity, 1, 0.0, 5e5), ==, 0.0);

  surface = paint (&overview);
  upper = get_pixel (surface, 100, 8);
  lower = get_pixel (surface, 112, 24);
  ground = get_pixel (surface, 105, 8);
  g_assert_cmphex (lower, ==, tv_color_to_pixel (&strong) & 0xffffff);
  g_assert_cmphex (upper, !=, lower);
  g_assert_cmphex (upper, !=, ground);
  g_assert_cmphex (get_pixel (surface, 112, 8), ==, ground);
  g_assert_cmphex (get_pixel (surface, 100, 24), ==, ground);
  cairo_surface_destroy (surface);
}

static void
test_slices (void)
{
  g_autoptr (TvTrace) trace = make_trace (2, 4, 5000, 1, FALSE);
  const TvSlices *slices = tv_trace_get_slices (trace);
  g_autoptr (GArray) some = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (TvActivity) activity = NULL;
  double length = (double) (tv_trace_get_end_ns (trace) - tv_trace_get_start_ns (trace));
  double ns = 0.0;

  for (guint32 row = 0; row < slices->n; row += 7)
    {
      g_array_append_val (some, row);
      ns += (double) tv_time_column_get (&slices->dur, row);
    }
  activity = tv_activity_new_for_slices (trace, some, NULL);
  g_assert_cmpfloat_with_epsilon (tv_activity_get_level (activity, 0.0, length).mean, ns / length,
                                  1e-9);
  for (guint i = 0; i < some->len; i++)
    {
      double start = (double) (tv_slices_start (slices, g_array_index (some, guint32, i)) -
                               tv_trace_get_start_ns (trace));

      g_assert_false (tv_activity_get_level (activity, start, start + 1.0).is_empty);
    }

  g_cancellable_cancel (cancelled);
  g_assert_null (tv_activity_new_for_slices (trace, some, cancelled));
  g_assert_null (tv_activity_new (trace, TV_CALLS_OF_SLICES, cancelled));
}

static void
test_nothing (void)
{
  TvTraceBuilder *builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = tv_trace_builder_finish (builder, NULL, NULL);
  g_autoptr (TvActivity) activity = tv_activity_new (trace, TV_CALLS_OF_SLICES, NULL);

  tv_trace_builder_free (builder);
  g_assert_cmpfloat (tv_activity_get_peak (activity), ==, 0.0);
  g_assert_true (tv_activity_get_level (activity, 0.0, 1.0).is_empty);
  g_assert_true (tv_activity_get_level (activity, -5.0, 100.0).is_empty);
  g_assert_cmpfloat (tv_activity_get_level (activity, 50.0, 100.0).mean, ==, 0.0);
}

/* ---- Positions ---- */

static TvOverview
make_overview (double width)
{
  return (TvOverview){
    .theme = tv_theme_get (FALSE, FALSE),
    .start_ns = 1000,
    .end_ns = 11000,
    .visible_start_ns = 3000,
    .visible_end_ns = 5000,
    .cursor_ns = G_MININT64,
    .width = width,
    .height = 40.0,
    .label_width = 100.0,
    .scale = 1.0,
  };
}

static void
test_hit (void)
{
  static const struct
  {
    double x;
    TvOverviewPart part;
  } cases[] = {
    { 50.0, TV_OVERVIEW_NOWHERE },       { 150.0, TV_OVERVIEW_OUTSIDE },
    { 293.0, TV_OVERVIEW_OUTSIDE },      { 295.0, TV_OVERVIEW_WINDOW_START },
    { 304.0, TV_OVERVIEW_WINDOW_START }, { 307.0, TV_OVERVIEW_WINDOW },
    { 493.0, TV_OVERVIEW_WINDOW },       { 496.0, TV_OVERVIEW_WINDOW_END },
    { 505.0, TV_OVERVIEW_WINDOW_END },   { 507.0, TV_OVERVIEW_OUTSIDE },
    { 1101.0, TV_OVERVIEW_NOWHERE },
  };
  TvOverview overview = make_overview (1100.0); /* 10 ns per px */

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (tv_overview_hit_test (&overview, cases[i].x), ==, cases[i].part);
  g_assert_cmpint (tv_overview_get_ns (&overview, 300.0), ==, 3000);
  g_assert_cmpint (tv_overview_get_ns (&overview, -5.0), ==, 1000);
  g_assert_cmpint (tv_overview_get_ns (&overview, 5000.0), ==, 11000);
  g_assert_cmpfloat (tv_overview_get_x (&overview, 5000), ==, 500.0);

  /* If the whole trace is visible, the window cannot be moved, but its edges can. */
  overview.visible_start_ns = overview.start_ns;
  overview.visible_end_ns = overview.end_ns;
  g_assert_true (tv_overview_shows_all (&overview));
  g_assert_cmpint (tv_overview_hit_test (&overview, 600.0), ==, TV_OVERVIEW_OUTSIDE);
  g_assert_cmpint (tv_overview_hit_test (&overview, 98.0), ==, TV_OVERVIEW_WINDOW_START);
  g_assert_cmpint (tv_overview_hit_test (&overview, 1096.0), ==, TV_OVERVIEW_WINDOW_END);
}

/* Even a window of a few ns is visible, and can be moved and resized at both ends, also at the ends of the chart. */
static void
test_tiny_window (void)
{
  static const gint64 starts[] = { 1000, 1003, 6000, 10960, 10980 };

  for (gsize i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      TvOverview overview = make_overview (1100.0);
      gboolean has[TV_OVERVIEW_WINDOW_END + 1] = { FALSE };
      double x0, x1;

      overview.visible_start_ns = starts[i];
      overview.visible_end_ns = starts[i] + 20;
      tv_overview_get_window (&overview, &x0, &x1);
      g_assert_cmpfloat (x1 - x0, >=, 6.0);
      g_assert_cmpfloat (x0, >=, 100.0);
      g_assert_cmpfloat (x1, <=, 1100.0);
      g_assert_cmpfloat (x0, <=, tv_overview_get_x (&overview, starts[i]));
      for (double x = 90.0; x < 1110.0; x += 0.5)
        has[tv_overview_hit_test (&overview, x)] = TRUE;
      for (gsize part = 0; part < G_N_ELEMENTS (has); part++)
        g_assert_true (has[part]);
    }
}

/* ---- Drawing ---- */

static cairo_surface_t *
paint (TvOverview *overview)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) overview->width,
                                                         (int) overview->height);
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  TvLabelCache *labels = tv_label_cache_new (context, 10.0, PANGO_WEIGHT_NORMAL);
  cairo_t *cr = cairo_create (surface);

  tv_overview_paint (overview, cr, labels, labels);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  tv_label_cache_free (labels);
  g_object_unref (context);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
get_pixel (cairo_surface_t *surface, int x, int y)
{
  const guint8 *data = cairo_image_surface_get_data (surface);

  return *(const guint32 *) (gconstpointer) (data + y * cairo_image_surface_get_stride (surface) +
                                             x * 4) &
         0xffffff;
}

/* Creates a thread that is busy in the first half of a trace of one hour, and for 50 ms in the second half. */
static TvTrace *
make_burst (void)
{
  TvTraceBuilder *builder = tv_trace_builder_new (1000000, 0);
  TvSymbol symbol = { TV_NONE, 0, TV_NONE, TV_NONE, 0 };
  guint32 track = tv_trace_builder_ensure_track (
      builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  static const gint64 calls[][2] = { { 0, 1800000 }, { 2700000, 2700050 }, { 3600000, 3600000 } };
  TvTrace *trace;

  symbol.name = tv_trace_builder_intern (builder, "call", -1);
  tv_trace_builder_add_symbol (builder, &symbol);
  for (gsize i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      tv_trace_builder_begin (builder, track, 0, calls[i][0], 0, -1);
      tv_trace_builder_end (builder, track, 0, calls[i][1], 0, 0, -1);
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  tv_trace_builder_free (builder);
  return trace;
}

static void
test_image (void)
{
  static const double widths[] = { 101.0, 102.0, 140.0, 501.0, 1100.0, 4000.0 };
  g_autoptr (TvTrace) trace = make_burst ();
  g_autoptr (TvActivity) activity = tv_activity_new (trace, TV_CALLS_OF_SLICES, NULL);
  g_autoptr (GArray) slices = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (TvActivity) occurrences = NULL;
  guint32 burst = 1;

  g_array_append_val (slices, burst);
  occurrences = tv_activity_new_for_slices (trace, slices, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      TvOverview overview = make_overview (widths[i]);
      int chart = (int) widths[i] - 100, foot = 40 - 4 - 4 - 2 - 1, ticks_y = 40 - 4 - 2;
      int at = 100 + chart * 3 / 4;
      cairo_surface_t *surface;
      guint32 background, burst_color = 0, tick_color = 0;

      overview.activity = activity;
      overview.occurrences = occurrences;
      overview.start_ns = tv_trace_get_start_ns (trace);
      overview.end_ns = tv_trace_get_end_ns (trace);
      surface = paint (&overview);
      background = tv_color_to_pixel (&overview.theme->background) & 0xffffff;

      /* The busy half has the full height; the burst is visible but low, and nothing is drawn next to it. */
      g_assert_cmphex (get_pixel (surface, 100, foot), !=, background);
      g_assert_cmphex (get_pixel (surface, 100, 4), !=, background);
      if (chart >= 400)
        {
          g_assert_cmphex (get_pixel (surface, 100 + chart * 5 / 8, foot), ==, background);
          g_assert_cmphex (get_pixel (surface, at, 4), ==, background);
          for (int x = at - 1; x <= at + 1; x++)
            {
              if (get_pixel (surface, x, foot) != background)
                burst_color = get_pixel (surface, x, foot);
              if (get_pixel (surface, x, ticks_y) != background)
                tick_color = get_pixel (surface, x, ticks_y);
            }
          g_assert_cmphex (burst_color, !=, 0);
          g_assert_cmphex (tick_color, ==, tv_color_to_pixel (&overview.theme->accent) & 0xffffff);
          g_assert_cmphex (get_pixel (surface, 100 + chart / 4, ticks_y), ==, background);
        }
      cairo_surface_destroy (surface);
    }
}

/* Time outside the timeline is dimmed, the window is outlined, and bookmarks are visible. */
static void
test_window (void)
{
  g_autoptr (TvTrace) trace = make_burst ();
  g_autoptr (TvActivity) activity = tv_activity_new (trace, TV_CALLS_OF_SLICES, NULL);
  g_autoptr (GArray) marks = tv_bookmarks_new ();
  TvOverview overview = make_overview (1100.0);
  gint64 length;
  cairo_surface_t *surface;
  cairo_t *cr;
  guint32 area;

  overview.activity = activity;
  overview.start_ns = tv_trace_get_start_ns (trace);
  overview.end_ns = tv_trace_get_end_ns (trace);
  length = overview.end_ns - overview.start_ns;
  overview.visible_start_ns = overview.start_ns + length / 5; /* x = 300 … 500 */
  overview.visible_end_ns = overview.start_ns + length * 2 / 5;
  tv_bookmarks_add (marks, overview.start_ns + length * 9 / 10, overview.start_ns + length * 9 / 10,
                    NULL);
  overview.marks = marks;
  surface = paint (&overview);
  area = get_pixel (surface, 200, 20);
  cr = cairo_create (surface);
  tv_overview_paint_window (&overview, cr);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);

  g_assert_cmphex (get_pixel (surface, 400, 20), ==, area);
  g_assert_cmphex (get_pixel (surface, 200, 20), !=, area);
  g_assert_cmphex (get_pixel (surface, 550, 20), !=, area);
  g_assert_cmphex (get_pixel (surface, 300, 8), !=, get_pixel (surface, 305, 8));
  g_assert_cmphex (get_pixel (surface, 499, 8), !=, get_pixel (surface, 495, 8));
  g_assert_cmphex (get_pixel (surface, 1000, 20), ==,
                   tv_color_to_pixel (&overview.theme->mark) & 0xffffff);
  cairo_surface_destroy (surface);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/overview/against-count", test_against_count);
  g_test_add_func ("/overview/columns", test_columns);
  g_test_add_func ("/overview/cpus", test_cpus);
  g_test_add_func ("/overview/idle", test_idle);
  g_test_add_func ("/overview/slices", test_slices);
  g_test_add_func ("/overview/nothing", test_nothing);
  g_test_add_func ("/overview/hit", test_hit);
  g_test_add_func ("/overview/tiny-window", test_tiny_window);
  g_test_add_func ("/overview/image", test_image);
  g_test_add_func ("/overview/window", test_window);
  return g_test_run ();
}
