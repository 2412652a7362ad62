/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/timeline/ruler.h"
#include "core/trace-builder.h"
#include "core/trace-builder-recording.h"
#include "core/time-parse.h"
#include "core/time-format.h"

/* Tests the labels of the time ruler, and formatting and parsing of times in each time base. */

#define SPACE "\302\240"
#define GROUP "\342\200\257" /* group separator in the C locale */

static TvLabelCache *
make_labels (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  TvLabelCache *labels = tv_label_cache_new (context, 11.0, PANGO_WEIGHT_NORMAL);

  g_object_unref (context);
  return labels;
}

static void
test_time_format (void)
{
  static const struct
  {
    gint64 ns;
    const char *text;
  } cases[] = {
    { 0, "0" SPACE "ns" },
    { 17, "17" SPACE "ns" },
    { 999, "999" SPACE "ns" },
    { 1000, "1" SPACE "µs" },
    { 450000, "450" SPACE "µs" },
    { 12300000, "12.3" SPACE "ms" },
    { 112400000, "112.4" SPACE "ms" },
    { 1234000000, "1.234" SPACE "s" },
    { 999999, "1" SPACE "ms" },
    { 999999999, "1" SPACE "s" },
    { 6359234567890, "6" GROUP "359.2" SPACE "s" },
    { -1500, "−1.5" SPACE "µs" },
    { 9999999, "10" SPACE "ms" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = tv_time_format (cases[i].ns);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_counts (void)
{
  static const struct
  {
    gint64 count;
    const char *text;
  } cases[] = {
    { 0, "0" },
    { 999, "999" },
    { -999, "−999" },
    { 8765, "8" GROUP "765" },
    { 217160, "217" GROUP "160" },
    { -10000133, "−10" GROUP "000" GROUP "133" },
    { G_MININT64, "−9" GROUP "223" GROUP "372" GROUP "036" GROUP "854" GROUP "775" GROUP "808" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = tv_count_format (cases[i].count);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_sizes (void)
{
  static const struct
  {
    double n_bytes;
    const char *text;
  } cases[] = {
    { 0, "0" SPACE "B" },
    { 217, "217" SPACE "B" },
    { 1023, "1" GROUP "023" SPACE "B" },
    { 1024, "1" SPACE "KiB" },
    { 1536, "1.5" SPACE "KiB" },
    { -12345678, "−11.77" SPACE "MiB" },
    { 5e15, "4" GROUP "547" SPACE "TiB" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = tv_size_format (cases[i].n_bytes);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* Digits of numbers are grouped; digits inside names are not. */
static void
test_number_printf (void)
{
  g_autofree char *some = tv_number_printf ("%s: %u of %" G_GUINT64_FORMAT " lines, %.1f %%",
                                            "a12345", 1234u, (guint64) 1234567, 1999.95);

  g_autofree char *none = tv_number_printf ("%d %.2f %x", -0, -0.001, 0x12345);

  g_assert_cmpstr (some, ==,
                   "a12345: 1" GROUP "234 of 1" GROUP "234" GROUP "567 lines, 2" GROUP "000.0 %");

  g_assert_cmpstr (none, ==, "0 0.00 12345");
}

/* Formatted times can be parsed, and so can other common notations. */
static void
test_time_parse (void)
{
  static const struct
  {
    const char *text;
    gint64 ns;
  } cases[] = {
    { "1.25s", 1250000000 },
    { "300ms", 300000000 },
    { " 12 us ", 12000 },
    { "12 µs", 12000 },
    { ".5 ms", 500000 },
    { "7\302\240ns", 7 },
    { "0", 0 },
    { "0 s", 0 },
    { "6" GROUP "359.2 s", 6359200000000 },
    { "6 359.2s", 6359200000000 },
    { "49" SPACE "750 ms", 49750000000 },
    { "12 34 s", -1 },
    { "1 2345 s", -1 },
    { "1", -1 },
    { "", -1 },
    { "s", -1 },
    { "-1s", -1 },
    { "1 s 2", -1 },
    { "1 sec", -1 },
    { "1e30s", -1 },
    { "nans", -1 },
    { "1 m s", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (tv_time_parse (cases[i].text), ==, cases[i].ns);
  for (gint64 ns = 1; ns < G_GINT64_CONSTANT (100000000000); ns = ns * 7 + 3)
    {
      g_autofree char *text = tv_time_format_at (ns, 1);

      g_assert_cmpint (tv_time_parse (text), ==, ns);
    }
}

static void
test_time_format_given (void)
{
  g_autofree char *exact = tv_time_format_at (G_GINT64_CONSTANT (123456789012345678), 1);
  g_autofree char *coarse = tv_time_format_at (1234567890, 1000000);
  g_autofree char *rounded = tv_time_format_in (1999999999, TV_TIME_S, 2);
  g_autofree char *ms = tv_time_format_in (6359200000, TV_TIME_MS, 1);
  g_autofree char *zero = tv_time_format_in (-1, TV_TIME_S, 3);

  g_assert_cmpstr (exact, ==, "123" GROUP "456" GROUP "789.012345678" SPACE "s");
  g_assert_cmpstr (coarse, ==, "1.235" SPACE "s");
  g_assert_cmpstr (rounded, ==, "2.00" SPACE "s");
  g_assert_cmpstr (ms, ==, "6" GROUP "359.2" SPACE "ms");
  g_assert_cmpstr (zero, ==, "0.000" SPACE "s");
  g_assert_cmpint (tv_time_unit_get_digits (TV_TIME_S, 50000000), ==, 2);
  g_assert_cmpint (tv_time_unit_get_digits (TV_TIME_MS, 1), ==, 6);
  g_assert_cmpint (tv_time_unit_get_digits (TV_TIME_NS, 1), ==, 0);
}

static void
test_round_step (void)
{
  static const gint64 cases[][2] = {
    { 1, 1 },   { 2, 2 },   { 3, 5 },       { 5, 5 },        { 6, 10 },
    { 10, 10 }, { 11, 20 }, { 4999, 5000 }, { 5001, 10000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (tv_ruler_round_step (cases[i][0]), ==, cases[i][1]);
  g_assert_cmpint (tv_ruler_round_step (G_MAXINT64), >, 0);
}

static gboolean
is_1_2_5 (gint64 step)
{
  while (step % 10 == 0)
    step /= 10;
  return step == 1 || step == 2 || step == 5;
}

static void
check_ticks (const TvRuler *ruler, TvLabelCache *labels)
{
  g_autoptr (GArray) ticks = tv_ruler_find_ticks (ruler, labels);
  const TvRulerTick *last_label = NULL;
  gint64 step = 0, minor_step = 0;
  guint n_labels = 0;

  g_assert_cmpuint (ticks->len, <=, ruler->scale.n_columns / 7 + 3);
  for (guint i = 0; i < ticks->len; i++)
    {
      const TvRulerTick *tick = &g_array_index (ticks, TvRulerTick, i);

      if (i > 1)
        {
          gint64 distance = tick->ns - g_array_index (ticks, TvRulerTick, i - 1).ns;

          g_assert_true (is_1_2_5 (distance));
          g_assert_true (minor_step == 0 || minor_step == distance);
          minor_step = distance;
        }
      if (tick->label == NULL)
        continue;
      n_labels++;
      if (last_label != NULL)
        {
          double end = last_label->x + tv_label_cache_measure (labels, last_label->label);

          g_assert_cmpfloat (end + 4.0, <, tick->x);
          g_assert_cmpstr (last_label->label, !=, tick->label);
          g_assert_true (step == 0 || step == tick->ns - last_label->ns);
          step = tick->ns - last_label->ns;
          g_assert_true (is_1_2_5 (step));
        }
      last_label = tick;
    }
  /* A label to the left of the edge may be hidden. */
  if (ruler->scale.n_columns >= 300)
    g_assert_cmpuint (n_labels, >=, 2);
}

static void
test_ticks (void)
{
  g_autoptr (TvLabelCache) labels = make_labels ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (gint64 length = 1; length < G_GINT64_CONSTANT (1000000000000000); length *= 3)
    for (int i = 0; i < 8; i++)
      {
        gint64 origin = i % 2 == 0 ? 0 : G_GINT64_CONSTANT (86400000000000);
        TvTimeBase base = { .zero_ns = origin };
        TvRuler ruler = { .base = &base, .height = 26.0 };

        ruler.scale.start_ns = origin + (gint64) g_rand_double_range (
                                            rand, 0.0, i < 4 ? 1e9 : (double) length);
        ruler.scale.end_ns = ruler.scale.start_ns + length;
        ruler.scale.n_columns = (guint32) g_rand_int_range (rand, 40, 4000);
        check_ticks (&ruler, labels);
      }
}

static void
test_digits (void)
{
  g_autoptr (TvLabelCache) labels = make_labels ();
  TvRuler ruler = {
    .scale = { .start_ns = 1000000000, .end_ns = 1550000000, .n_columns = 1200 },
    .base = &(TvTimeBase){ .kind = TV_TIME_BASE_START },
    .height = 26.0,
  };
  g_autoptr (GArray) ticks = tv_ruler_find_ticks (&ruler, labels);
  guint n = 0;

  for (guint i = 0; i < ticks->len; i++)
    {
      const TvRulerTick *tick = &g_array_index (ticks, TvRulerTick, i);

      if (tick->label != NULL && tick->ns == 1050000000)
        {
          g_assert_cmpstr (tick->label, ==, "1.05" SPACE "s");
          n++;
        }
    }
  g_assert_cmpuint (n, ==, 1);
}

/* Counts the pixels of a colour in a part of the image. */
static guint
count_px (cairo_surface_t *surface, const TvColor *color, int x0, int x1, int y)
{
  const guint32 *row;
  guint n = 0;

  cairo_surface_flush (surface);
  row = (const guint32 *) (gpointer) (cairo_image_surface_get_data (surface) +
                                      y * cairo_image_surface_get_stride (surface));
  for (int x = x0; x < x1; x++)
    n += (row[x] & 0xffffff) == (tv_color_to_pixel (color) & 0xffffff);
  return n;
}

/* At the time at which two runs are aligned, both rulers show 0: times have signs, and a flag replaces the label of
 * 0. */
static void
test_zero (void)
{
  static const char *const labels_seen[] = { TV_MINUS_SIGN "100" SPACE "ms", "+100" SPACE "ms",
                                             "+200" SPACE "ms" };
  g_autoptr (TvLabelCache) labels = make_labels ();
  const TvTheme *theme = tv_theme_get (FALSE, FALSE);
  TvTimeBase base = { .zero_ns = 200000000 };
  TvRuler ruler = { .scale = { 0, 600000000, 1200 }, .base = &base, .height = 26.0 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1200, 26);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GArray) ticks = NULL;

  tv_ruler_paint (&ruler, cr, labels, labels, theme);
  g_assert_cmpuint (count_px (surface, &theme->mark_fill, 0, 1200, 4), ==, 0);
  ruler.zero_name = "draw";
  base.is_signed = TRUE;
  ticks = tv_ruler_find_ticks (&ruler, labels);
  for (guint l = 0; l < G_N_ELEMENTS (labels_seen); l++)
    {
      guint n = 0;

      for (guint i = 0; i < ticks->len; i++)
        n += g_strcmp0 (g_array_index (ticks, TvRulerTick, i).label, labels_seen[l]) == 0;
      g_assert_cmpuint (n, ==, 1);
    }
  /* The zero point is at 200 of 600 ms, thus at 400 of 1200 px. Only later times are filled. */
  tv_ruler_paint (&ruler, cr, labels, labels, theme);
  g_assert_cmpuint (count_px (surface, &theme->mark_fill, 0, 400, 4), ==, 0);
  g_assert_cmpuint (count_px (surface, &theme->mark_fill, 401, 1200, 4), >, 20);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* The ruler of a trace with log lines shows the time of day, with steps that suit a clock. */
static void
test_wall (void)
{
  static const struct
  {
    gint64 length_ns;
    const char *label; /* label of the tick at 23:42:00 */
    gint64 step_ns;
    guint32 n_columns;
  } cases[] = {
    { G_GINT64_CONSTANT (60000000000), "23:42:00", G_GINT64_CONSTANT (5000000000), 1200 },
    { G_GINT64_CONSTANT (3600000000000), "23:42", G_GINT64_CONSTANT (300000000000), 1200 },
    { G_GINT64_CONSTANT (500000000), "23:42:00.000", G_GINT64_CONSTANT (50000000), 1200 },
    { G_GINT64_CONSTANT (20000), "23:42:00.000000", 2000, 1200 },
    { 16, "23:42:00.000000000", 1, 2400 },
  };
  const gint64 at = G_GINT64_CONSTANT (1767224520000000000);
  const TvTimeBase base = { .kind = TV_TIME_BASE_LOCAL,
                            .n_steps = 1,
                            .steps = { { G_MININT64, 0 } } };
  g_autoptr (TvLabelCache) labels = make_labels ();

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      TvRuler ruler = { .scale = { .start_ns = at - cases[c].length_ns / 2 + 7,
                                   .end_ns = at + cases[c].length_ns / 2,
                                   .n_columns = cases[c].n_columns },
                        .base = &base,
                        .height = 26.0 };
      g_autoptr (GArray) ticks = tv_ruler_find_ticks (&ruler, labels);
      gint64 before = 0;
      guint n = 0;

      for (guint i = 0; i < ticks->len; i++)
        {
          const TvRulerTick *tick = &g_array_index (ticks, TvRulerTick, i);

          if (tick->label == NULL)
            continue;
          if (n > 0)
            g_assert_cmpint (tick->ns - before, ==, cases[c].step_ns);
          before = tick->ns;
          n++;
          if (tick->ns == at)
            g_assert_cmpstr (tick->label, ==, cases[c].label);
        }
      g_assert_cmpuint (n, >, 5);
    }
}

/* ---- Time bases ---- */

#define START_NS G_GINT64_CONSTANT (217160012345678)
#define UTC_NS   G_GINT64_CONSTANT (1767224520000000000) /* 2025-12-31 23:42:00, the start */
#define RAW      "217" GROUP "160"

typedef enum
{
  OF_BOOT,
  OF_PERFETTO,
  OF_METHODS,
  OF_LOCAL_LOG,
  OF_UTC_LOG,
} Recording;

/* Creates a slice of 2 s in a recording, with or without snapshots of the wall clock, depending on the kind. */
static TvTrace *
make_recording (Recording recording)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 track = tv_trace_builder_ensure_track (
      builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "a", -1), TV_NONE, TV_NONE, 0 };
  TvSnapshotClock reading = { START_NS - 1000000000, 1, 1, UTC_NS - 1000000000, 0 };
  TvSnapshotClock set = { START_NS + 1000000000, 2, 1, UTC_NS + 3601000000000, 0 };
  gboolean is_log = recording == OF_LOCAL_LOG || recording == OF_UTC_LOG;
  gint64 start = is_log ? UTC_NS : recording == OF_METHODS ? 0 : START_NS;

  tv_trace_builder_begin (builder, track, tv_trace_builder_add_symbol (builder, &symbol), start, 0,
                          -1);
  tv_trace_builder_end (builder, track, TV_NONE, start + 2000000000, 0, 0, -1);
  if (recording == OF_PERFETTO)
    {
      tv_trace_builder_add_clock_reading (builder, &reading);
      tv_trace_builder_add_clock_reading (builder, &set);
    }
  if (recording == OF_METHODS)
    tv_trace_builder_add_metadata (builder, "start-time-usec", "1767224520000000", -1);
  if (is_log)
    tv_trace_builder_set_log_clock (builder,
                                    recording == OF_UTC_LOG ? TV_LOG_CLOCK_UTC : TV_LOG_CLOCK_LOCAL,
                                    recording == OF_UTC_LOG ? 3600 : 0);
  return tv_trace_builder_finish (builder, NULL, NULL);
}

/* A time base is available only if its relation to the timestamps was recorded. */
static void
test_bases_offered (void)
{
  static const struct
  {
    Recording recording;
    gboolean has_raw, has_utc, has_local;
    TvTimeBaseKind usual;
  } cases[] = {
    { OF_BOOT, TRUE, FALSE, FALSE, TV_TIME_BASE_START },
    { OF_PERFETTO, TRUE, TRUE, TRUE, TV_TIME_BASE_START },
    { OF_METHODS, FALSE, TRUE, TRUE, TV_TIME_BASE_START },
    { OF_LOCAL_LOG, FALSE, FALSE, TRUE, TV_TIME_BASE_LOCAL },
    { OF_UTC_LOG, FALSE, TRUE, TRUE, TV_TIME_BASE_LOCAL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = make_recording (cases[i].recording);

      g_assert_true (tv_time_base_is_offered (trace, TV_TIME_BASE_START));
      g_assert_cmpint (tv_time_base_is_offered (trace, TV_TIME_BASE_RAW), ==, cases[i].has_raw);
      g_assert_cmpint (tv_time_base_is_offered (trace, TV_TIME_BASE_UTC), ==, cases[i].has_utc);
      g_assert_cmpint (tv_time_base_is_offered (trace, TV_TIME_BASE_LOCAL), ==, cases[i].has_local);
      g_assert_cmpint (tv_time_base_get_default (trace), ==, cases[i].usual);
    }
}

/* Times are formatted in each base: for details, for a list, and as a range. All of the resulting strings can be
 * parsed. */
static void
test_base_labels (void)
{
  static const struct
  {
    Recording recording;
    TvTimeBaseKind kind;
    gint64 since_ns;
    const char *text, *cell, *range;
  } cases[] = {
    { OF_BOOT, TV_TIME_BASE_START, 500000000, "500" SPACE "ms", "0.500000" SPACE "s",
      "500" SPACE "ms – 600" SPACE "ms" },
    { OF_BOOT, TV_TIME_BASE_RAW, 500000000, RAW ".512346" SPACE "s", RAW ".512346" SPACE "s",
      RAW ".512" SPACE "s – " RAW ".612" SPACE "s" },
    { OF_PERFETTO, TV_TIME_BASE_UTC, 500000000, "23:42:00.500000", "23:42:00.500000",
      "23:42:00.500 – 23:42:00.600" },
    { OF_METHODS, TV_TIME_BASE_UTC, 1500000000, "23:42:01.500000", "23:42:01.500000",
      "23:42:01.500 – 23:42:01.600" },
    { OF_UTC_LOG, TV_TIME_BASE_UTC, 0, "23:42:00.000000", "23:42:00.000000",
      "23:42:00.000 – 23:42:00.100" },
    { OF_UTC_LOG, TV_TIME_BASE_LOCAL, 0, "00:42:00.000000", "00:42:00.000000",
      "00:42:00.000 – 00:42:00.100" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = make_recording (cases[i].recording);
      gint64 ns = tv_trace_get_start_ns (trace) + cases[i].since_ns, parsed;
      g_autofree char *text = NULL;
      g_autofree char *cell = NULL;
      g_autofree char *range = NULL;
      TvTimeBase base;

      tv_time_base_init (&base, trace, cases[i].kind);
      base.has_days = FALSE;
      text = tv_time_base_format (&base, ns);
      cell = tv_time_base_format_cell (&base, ns);
      range = tv_time_base_format_range (&base, ns, ns + 100000000);
      g_assert_cmpstr (text, ==, cases[i].text);
      g_assert_cmpstr (cell, ==, cases[i].cell);
      g_assert_cmpstr (range, ==, cases[i].range);
      g_assert_true (tv_time_base_parse (trace, &base, cell, ns, &parsed));
      g_assert_cmpint (ABS (parsed - ns), <=, 500);
    }
}

/* Times in each base can be parsed, regardless of the base that is shown. If a base is not available, the string is
 * invalid. */
static void
test_base_parse (void)
{
  static const struct
  {
    Recording recording;
    TvTimeBaseKind kind;
    const char *text;
    gint64 since_ns; /* expected time in ns, or TV_NO_TIME */
  } cases[] = {
    { OF_PERFETTO, TV_TIME_BASE_START, "300 ms", 300000000 },
    { OF_PERFETTO, TV_TIME_BASE_START, "217160.512345678", 500000000 },
    { OF_PERFETTO, TV_TIME_BASE_UTC, "23:42:00.25", 250000000 },
    { OF_PERFETTO, TV_TIME_BASE_UTC, "12-31 23:42:00.25", 250000000 },
    { OF_PERFETTO, TV_TIME_BASE_UTC, "1.5 s", 1500000000 },
    { OF_PERFETTO, TV_TIME_BASE_RAW, "217160.512345678", 500000000 },
    /* After one second, the clock was set ahead by an hour. */
    { OF_PERFETTO, TV_TIME_BASE_UTC, "2026-01-01 00:42:01.5", 1500000000 },
    { OF_BOOT, TV_TIME_BASE_START, "23:42", TV_NO_TIME },
    { OF_METHODS, TV_TIME_BASE_START, "1.5", TV_NO_TIME },
    { OF_METHODS, TV_TIME_BASE_UTC, "23:42:01", 1000000000 },
    { OF_BOOT, TV_TIME_BASE_START, "soon", TV_NO_TIME },
    { OF_BOOT, TV_TIME_BASE_START, "", TV_NO_TIME },
    { OF_BOOT, TV_TIME_BASE_RAW, "1e30 s", TV_NO_TIME },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = make_recording (cases[i].recording);
      gint64 start_ns = tv_trace_get_start_ns (trace), ns = 0;
      TvTimeBase base;

      tv_time_base_init (&base, trace, cases[i].kind);
      g_assert_cmpint (tv_time_base_parse (trace, &base, cases[i].text, start_ns, &ns), ==,
                       cases[i].since_ns != TV_NO_TIME);
      if (cases[i].since_ns != TV_NO_TIME)
        g_assert_cmpint (ns - start_ns, ==, cases[i].since_ns);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-format/size", test_time_format);
  g_test_add_func ("/time-format/counts", test_counts);
  g_test_add_func ("/time-format/sizes", test_sizes);
  g_test_add_func ("/time-format/number-printf", test_number_printf);
  g_test_add_func ("/time-format/parse", test_time_parse);
  g_test_add_func ("/time-format/given", test_time_format_given);
  g_test_add_func ("/time-base/offered", test_bases_offered);
  g_test_add_func ("/time-base/words", test_base_labels);
  g_test_add_func ("/time-base/parse", test_base_parse);
  g_test_add_func ("/ruler/round-step", test_round_step);
  g_test_add_func ("/ruler/ticks", test_ticks);
  g_test_add_func ("/ruler/digits", test_digits);
  g_test_add_func ("/ruler/wall", test_wall);
  g_test_add_func ("/ruler/zero", test_zero);
  return g_test_run ();
}
