/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "analysis/calls/durations.h"
#include "analysis/calls/occurrences.h"
#include "core/trace-builder.h"
#include "paint/histogram/histogram.h"
#include "tables/occurrence-table.h"

/* Builds consecutive calls of the given durations on one thread. */
static TvTrace *
make_trace (const gint64 *ns, guint n)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  TvSymbol call = { tv_trace_builder_intern (builder, "Class", -1), TV_NONE, TV_NONE, TV_NONE, 0 };
  guint32 symbol = tv_trace_builder_add_symbol (builder, &call);
  guint32 track = tv_trace_builder_ensure_track (
      builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  gint64 now = 0;

  for (guint i = 0; i < n; i++)
    {
      tv_trace_builder_begin (builder, track, symbol, now, 0, -1);
      now += ns[i];
      tv_trace_builder_end (builder, track, symbol, now, 0, 0, -1);
      now++;
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static int
compare (const void *a, const void *b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return x < y ? -1 : x > y;
}

/* Generates durations: most are short, some are zero, some are a thousand times as long, and some are even longer. */
static void
fill (gint64 *ns, guint n, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  for (guint i = 0; i < n; i++)
    switch (g_rand_int_range (rand, 0, 10))
      {
      case 0:
        ns[i] = 0;
        break;
      case 1:
        ns[i] = g_rand_int_range (rand, 1000000, 2000000000);
        break;
      case 2: /* minutes and hours if @seed is even */
        ns[i] = (gint64) g_rand_int_range (rand, 1, 1 << 20) << (seed % 2 == 0 ? 24 : 0);
        break;
      default:
        ns[i] = g_rand_int_range (rand, 1, 3000);
      }
}

static TvDurations *
count_odd (TvTrace *trace, gint64 *ns, guint *n)
{
  g_autoptr (GArray) slices = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint all = *n;

  *n = 0;
  for (guint32 i = 1; i < all; i += 2)
    {
      g_array_append_val (slices, i);
      ns[(*n)++] = ns[i];
    }
  return tv_durations_new (trace, slices, NULL);
}

/* Compares percentiles and counts with a sorted list and a linear scan. */
static void
test_sorted (void)
{
  static const guint sizes[] = { 2, 3, 5, 48, 201, 2000, 20001 };

  for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
    {
      guint n = sizes[k];
      g_autofree gint64 *ns = g_new (gint64, n);
      g_autoptr (TvTrace) trace = NULL;
      g_autoptr (TvDurations) durations = NULL;
      gint64 total_ns = 0;

      fill (ns, n, k);
      trace = make_trace (ns, n);
      durations = count_odd (trace, ns, &n);
      qsort (ns, n, sizeof *ns, compare);
      g_assert_cmpuint (tv_durations_count (durations), ==, n);
      for (guint i = 0; i < n; i++)
        {
          total_ns += ns[i];
          g_assert_cmpint (tv_durations_get_nth (durations, i), ==, ns[i]);
        }
      g_assert_cmpint (tv_durations_get_total_ns (durations), ==, total_ns);
      for (guint percent = 1; percent <= 100; percent++)
        {
          gint64 ns_of_percent = tv_durations_get_percentile (durations, percent);
          guint n_as_short = 0, n_shorter = 0;

          for (guint i = 0; i < n; i++)
            {
              n_as_short += ns[i] <= ns_of_percent;
              n_shorter += ns[i] < ns_of_percent;
            }
          /* At least @percent % of all durations are at most as long as the percentile. No shorter duration has this
           * property. */
          g_assert_cmpuint (n_as_short * 100, >=, n * percent);
          g_assert_cmpuint (n_shorter * 100, <, n * percent);
        }
    }
}

static void
test_between (void)
{
  guint n = 4000;
  g_autofree gint64 *ns = g_new (gint64, n);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvDurations) durations = NULL;
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);

  fill (ns, n, 77);
  trace = make_trace (ns, n);
  durations = count_odd (trace, ns, &n);
  for (guint i = 0; i < 300; i++)
    {
      gint64 from_ns = i == 0 ? 0 : ns[g_rand_int_range (rand, 0, (int) n)];
      gint64 to_ns = i == 1 ? G_MAXINT64 : ns[g_rand_int_range (rand, 0, (int) n)];
      gint64 total_ns, wanted_ns = 0;
      guint32 wanted = 0;

      for (guint k = 0; k < n; k++)
        if (ns[k] >= from_ns && ns[k] <= to_ns)
          {
            wanted++;
            wanted_ns += ns[k];
          }
      g_assert_cmpuint (tv_durations_count_between (durations, from_ns, to_ns, &total_ns), ==,
                        wanted);
      g_assert_cmpint (total_ns, ==, wanted_ns);
    }
}

static void
test_cancelled (void)
{
  const gint64 ns[] = { 5 };
  const guint32 slice = 0;
  g_autoptr (TvTrace) trace = make_trace (ns, 1);
  g_autoptr (GArray) slices = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TvDurations) none = NULL;

  g_array_append_val (slices, slice);
  g_cancellable_cancel (cancellable);
  g_assert_null (tv_durations_new (trace, slices, cancellable));
  g_array_set_size (slices, 0);
  none = tv_durations_new (trace, slices, NULL);
  g_assert_cmpuint (tv_durations_count (none), ==, 0);
  g_assert_cmpint (tv_durations_get_percentile (none, 50), ==, 0);
}

/* ---- The histogram ---- */

/* Each duration is inside the range of exactly one bar; there are no gaps between bars. */
static void
check_bins (const TvDurations *durations, int width)
{
  const TvHistogram histogram = {
    .durations = durations,
    .theme = tv_theme_get (FALSE, FALSE),
    .width = width,
    .height = 114,
    .band_from_ns = -1,
    .pointed_bin = -1,
    .selected_ns = -1,
  };
  int n_bins = tv_histogram_count_bins (&histogram);
  gint64 from_ns, to_ns, next_ns = 0;
  guint32 total = 0;

  for (int bin = 0; bin < n_bins; bin++)
    {
      tv_histogram_get_bin (&histogram, bin, &from_ns, &to_ns);
      g_assert_cmpint (from_ns, ==, next_ns);
      next_ns = to_ns + 1;
      total += tv_durations_count_between (durations, from_ns, to_ns, NULL);
    }
  g_assert_cmpuint (total, ==, tv_durations_count (durations));
  for (guint32 i = 0; i < tv_durations_count (durations); i++)
    {
      gint64 ns = tv_durations_get_nth (durations, i);
      double x = tv_histogram_get_x (&histogram, ns);

      tv_histogram_get_bin (&histogram, tv_histogram_find_bin (&histogram, x), &from_ns, &to_ns);
      /* Because of rounding, a duration at the boundary of two bars may belong to either of them. */
      g_assert_cmpint (ns, >=, from_ns - 1 - ns / ((gint64) 1 << 50));
      g_assert_cmpint (ns, <=, to_ns + 1 + ns / ((gint64) 1 << 50));
    }
}

static void
test_bins (void)
{
  static const int widths[] = { 1, 12, 340, 1366, 3840 };
  guint n = 3000;
  g_autofree gint64 *ns = g_new (gint64, n);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvDurations) durations = NULL;

  fill (ns, n, 5);
  trace = make_trace (ns, n);
  durations = count_odd (trace, ns, &n);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    check_bins (durations, widths[i]);
}

/* The longest possible durations, alone and together with short ones, must not cause an overflow. */
static void
test_longest (void)
{
  static const gint64 ns[][2] = {
    { G_MAXINT64 / 2 - 4, 0 }, { G_MAXINT64 / 2 - 4, 1 }, { 0, 0 }, { 1, 1 }
  };

  for (guint i = 0; i < G_N_ELEMENTS (ns); i++)
    {
      g_autoptr (TvTrace) trace = make_trace (ns[i], 2);
      g_autoptr (GArray) slices = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_autoptr (TvDurations) durations = NULL;

      for (guint32 slice = 0; slice < 2; slice++)
        g_array_append_val (slices, slice);
      durations = tv_durations_new (trace, slices, NULL);
      g_assert_cmpint (tv_durations_get_total_ns (durations), ==, ns[i][0] + ns[i][1]);
      check_bins (durations, 600);
    }
}

static guint32
get_pixel (cairo_surface_t *surface, int x, int y)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  guint32 pixel;

  memcpy (&pixel,
          data + (gsize) y * (gsize) cairo_image_surface_get_stride (surface) + 4u * (guint) x,
          sizeof pixel);
  return pixel & 0xffffff;
}

/* Only bars inside the selected band have the colour of the selection. */
static void
test_paint (void)
{
  enum
  {
    WIDTH = 480,
    HEIGHT = 114
  };
  guint n = 3000;
  g_autofree gint64 *ns = g_new (gint64, n);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvDurations) durations = NULL;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  TvLabelCache *labels = tv_label_cache_new (context, 11.0, PANGO_WEIGHT_NORMAL);
  TvHistogram histogram = {
    .theme = tv_theme_get (FALSE, FALSE),
    .chosen = { 1.0, 0.0, 1.0, 1.0 },
    .width = WIDTH,
    .height = HEIGHT,
    .pointed_bin = -1,
    .selected_ns = -1,
  };
  double from_x, to_x;
  guint n_inside = 0;

  fill (ns, n, 5);
  trace = make_trace (ns, n);
  durations = count_odd (trace, ns, &n);
  histogram.durations = durations;
  tv_histogram_get_bin (&histogram, 10, &histogram.band_from_ns, &histogram.band_to_ns);
  from_x = 10.0 * WIDTH / tv_histogram_count_bins (&histogram);
  to_x = 11.0 * WIDTH / tv_histogram_count_bins (&histogram);
  tv_histogram_paint (&histogram, cr, labels);
  cairo_surface_flush (surface);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      if (get_pixel (surface, x, y) == 0xff00ff)
        {
          g_assert_cmpfloat (x, >=, from_x - 1.0);
          g_assert_cmpfloat (x, <=, to_x + 1.0);
          n_inside++;
        }
  g_assert_cmpuint (n_inside, >, 10);
  tv_label_cache_free (labels);
  g_object_unref (context);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Compares the longest slices with repeated searches for the next longest. */
static void
test_rank (void)
{
  const guint n = 3000;
  g_autofree gint64 *ns = g_new (gint64, n);
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GArray) slices = g_array_new (FALSE, FALSE, sizeof (guint32));

  fill (ns, n, 3);
  trace = make_trace (ns, n);
  for (guint32 i = 0; i < n; i++)
    if (g_rand_boolean (rand))
      g_array_append_val (slices, i);
  for (guint max_n = 0; max_n < 40; max_n += 3)
    for (guint band = 0; band < 3; band++)
      {
        gint64 from_ns = band == 0 ? 0 : 100, to_ns = band == 2 ? 2000 : G_MAXINT64;
        g_autoptr (GArray)
            ranked = tv_occurrences_rank (trace, slices, from_ns, to_ns, max_n, NULL);
        g_autofree gboolean *is_taken = g_new0 (gboolean, n);

        for (guint place = 0; place < ranked->len; place++)
          {
            guint32 best = TV_NONE;

            for (guint i = 0; i < slices->len; i++)
              {
                guint32 slice = g_array_index (slices, guint32, i);

                if (!is_taken[slice] && ns[slice] >= from_ns && ns[slice] <= to_ns &&
                    (best == TV_NONE || ns[slice] > ns[best]))
                  best = slice;
              }
            g_assert_cmpuint (g_array_index (ranked, guint32, place), ==, best);
            is_taken[best] = TRUE;
          }
        g_assert_cmpuint (ranked->len, ==, max_n);
      }
}

/* Ranks fewer slices than requested, ranks no slices, and cancels a ranking. */
static void
test_rank_few (void)
{
  const gint64 ns[] = { 3, 9, 9, 1 };
  g_autoptr (TvTrace) trace = make_trace (ns, G_N_ELEMENTS (ns));
  g_autoptr (GArray) slices = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GArray) ranked = NULL;

  for (guint32 i = 0; i < G_N_ELEMENTS (ns); i++)
    g_array_append_val (slices, i);
  ranked = tv_occurrences_rank (trace, slices, 0, G_MAXINT64, 10, NULL);
  g_assert_cmpmem (ranked->data, ranked->len * sizeof (guint32), ((guint32[]){ 1, 2, 0, 3 }), 16);
  g_clear_pointer (&ranked, g_array_unref);
  ranked = tv_occurrences_rank (trace, slices, 10, G_MAXINT64, 10, NULL);
  g_assert_cmpuint (ranked->len, ==, 0);
  g_cancellable_cancel (cancellable);
  g_assert_null (tv_occurrences_rank (trace, slices, 0, G_MAXINT64, 10, cancellable));
}

/* An unfinished slice is not ranked as the longest, regardless of its apparent length. */
static void
test_rank_unfinished (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  TvSymbol call = { TV_NONE, tv_trace_builder_intern (builder, "call", -1), TV_NONE, TV_NONE, 0 };
  guint32 symbol = tv_trace_builder_add_symbol (builder, &call);
  guint32 track = tv_trace_builder_ensure_track (
      builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  g_autoptr (GArray) slices = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GArray) ranked = NULL;
  g_autoptr (TvDurations) durations = NULL;
  g_autoptr (TvTable) table = NULL;
  g_autofree guint32 *order = NULL;

  tv_trace_builder_begin (builder, track, symbol, 0, 0, -1);
  for (gint64 ns = 1; ns <= 2; ns++)
    {
      tv_trace_builder_begin (builder, track, symbol, 10 * ns, 0, -1);
      tv_trace_builder_end (builder, track, symbol, 11 * ns, 0, 0, -1);
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  for (guint32 i = 0; i < 3; i++)
    g_array_append_val (slices, i);
  ranked = tv_occurrences_rank (trace, slices, 0, G_MAXINT64, 10, NULL);
  g_assert_cmpmem (ranked->data, ranked->len * sizeof (guint32), ((guint32[]){ 2, 1, 0 }), 12);

  /* Distributions and lists do not treat the unfinished slice as the longest, either. */
  durations = tv_durations_new (trace, slices, NULL);
  g_assert_cmpuint (tv_durations_count (durations), ==, 2);
  g_assert_cmpint (tv_durations_get_total_ns (durations), ==, 3);
  g_assert_cmpint (tv_durations_get_percentile (durations, 100), ==, 2);
  g_assert_cmpuint (tv_durations_count_between (durations, 0, G_MAXINT64, NULL), ==, 2);
  table = tv_occurrence_table_new_of (trace, slices);
  order = tv_table_sort (table, (guint) tv_table_find_column (table, "wall_ns"), TRUE, NULL);
  g_assert_cmpmem (order, 3 * sizeof *order, ((guint32[]){ 2, 1, 0 }), 12);
}

/* The scale always includes the deadline. Depending on the mode, the values are durations or multiples of the
 * deadline. */
static void
test_deadline (void)
{
  static const struct
  {
    gint64 deadline;
    gboolean has_multiples;
    gint64 value;
    const char *text;
  } cases[] = {
    { 8333333, FALSE, 8000000, "8\u00a0ms" }, { 900000000, FALSE, 8000000, "8\u00a0ms" },
    { 1000, FALSE, 8000000, "8\u00a0ms" },    { 1000000, TRUE, 1000000, "1×" },
    { 1000000, TRUE, 1250000, "1.25×" },      { 1000000, TRUE, 333333, "0.333×" },
  };
  static const gint64 values[] = { 4000000, 5000000, 7000000 };
  g_autoptr (GArray) array = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (TvDurations) durations = NULL;

  g_array_append_vals (array, values, G_N_ELEMENTS (values));
  durations = tv_durations_new_of_values (array, NULL);
  g_assert_cmpuint (tv_durations_count (durations), ==, 3);
  g_assert_cmpint (tv_durations_get_percentile (durations, 50), ==, 5000000);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvHistogram histogram = { .durations = durations,
                                .theme = tv_theme_get (FALSE, FALSE),
                                .width = 600,
                                .height = 114,
                                .deadline_ns = cases[i].deadline,
                                .has_multiples = cases[i].has_multiples };
      g_autofree char *text = tv_histogram_dup_value (&histogram, cases[i].value);
      double x = tv_histogram_get_x (&histogram, cases[i].deadline);

      g_assert_cmpstr (text, ==, cases[i].text);
      g_assert_cmpfloat (x, >, 0.0);
      g_assert_cmpfloat (x, <, 600.0);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/durations/sorted", test_sorted);
  g_test_add_func ("/durations/between", test_between);
  g_test_add_func ("/durations/cancelled", test_cancelled);
  g_test_add_func ("/durations/rank", test_rank);
  g_test_add_func ("/durations/rank-few", test_rank_few);
  g_test_add_func ("/durations/rank-unfinished", test_rank_unfinished);
  g_test_add_func ("/histogram/bins", test_bins);
  g_test_add_func ("/histogram/longest", test_longest);
  g_test_add_func ("/histogram/paint", test_paint);
  g_test_add_func ("/histogram/deadline", test_deadline);
  return g_test_run ();
}
