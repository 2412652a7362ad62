/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <string.h>

#include "analysis/log/log-density.h"
#include "analysis/log/log-timestamp.h"
#include "formats/load.h"
#include "paint/kit/sheet-font.h"
#include "paint/log/strip.h"

/* Tests the counts of log lines over time, and how they are drawn. */

#define N_LINES   5000
#define NS_PER_MS 1000000

/* 2025-12-31 10:00:00 UTC */
#define START_NS (G_GINT64_CONSTANT (1767175200) * 1000000000)

static TvTrace *
make_log (GRand *rand, guint n_lines)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  TvTrace *trace;
  guint ms = 0;

  for (guint i = 0; i < n_lines; i++)
    {
      /* bursts of lines with the same timestamp, and pauses */
      ms += (guint) g_rand_int_range (rand, 0, 4) == 0 ? (guint) g_rand_int_range (rand, 1, 500)
                                                       : 0;
      g_string_append_printf (text,
                              "2025-12-31 %02u:%02u:%02u.%03u   500   501 %c Tag     : line %u\n",
                              10 + ms / 3600000, ms / 60000 % 60, ms / 1000 % 60, ms % 1000,
                              "VDIIIIWEF"[g_rand_int_range (rand, 0, 9)], i);
    }
  bytes = g_bytes_new (text->str, text->len);
  trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tv_trace_get_log_lines (trace)->n, ==, n_lines);
  return trace;
}

static TvLogShare
get_share (const TvLogLines *lines, guint32 line)
{
  static const TvLogShare shares[] = { TV_LOG_SHARE_DEBUG, TV_LOG_SHARE_DEBUG,   TV_LOG_SHARE_DEBUG,
                                       TV_LOG_SHARE_INFO,  TV_LOG_SHARE_WARNING, TV_LOG_SHARE_ERROR,
                                       TV_LOG_SHARE_ERROR };

  return shares[lines->level[line]];
}

/* Returns a random subset of the lines, or NULL for all lines. */
static GArray *
choose_rows (GRand *rand, guint n_lines)
{
  GArray *rows;

  if (g_rand_boolean (rand))
    return NULL;
  rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 line = 0; line < n_lines; line++)
    if (g_rand_int_range (rand, 0, 3) > 0)
      g_array_append_val (rows, line);
  return rows;
}

static void
count_one_by_one (const TvLogLines *lines,
                  const guint8 *shares,
                  gint64 start_ns,
                  gint64 end_ns,
                  guint32 *counts)
{
  memset (counts, 0, TV_N_LOG_SHARES * sizeof *counts);
  for (guint32 line = 0; line < lines->n; line++)
    if (lines->ts[line] >= start_ns && lines->ts[line] < end_ns)
      counts[shares[line]]++;
}

static guint8 *
share_one_by_one (const TvLogLines *lines, const GArray *rows)
{
  guint8 *shares = g_malloc0 (lines->n);

  for (guint32 i = 0; i < (rows != NULL ? rows->len : lines->n); i++)
    {
      guint32 line = rows != NULL ? g_array_index (rows, guint32, i) : i;

      shares[line] = (guint8) get_share (lines, line);
    }
  return shares;
}

static void
check_finds (const TvLogDensity *density, const guint8 *shares, guint32 n, GRand *rand)
{
  for (guint i = 0; i < 200; i++)
    {
      guint32 from = (guint32) g_rand_int_range (rand, 0, (gint32) n);
      TvLogShare share = (TvLogShare) g_rand_int_range (rand, 0, TV_N_LOG_SHARES);
      guint32 next = from, previous = from;

      while (next < n && shares[next] != share)
        next++;
      while (previous < n && shares[previous] != share)
        previous--; /* step from 0 back to the largest bar */
      g_assert_cmpuint (tv_log_density_find (density, share, from, 1), ==,
                        next < n ? next : TV_NONE);
      g_assert_cmpuint (tv_log_density_find (density, share, from, -1), ==,
                        previous < n ? previous : TV_NONE);
    }
}

static void
test_density (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());

  for (guint round = 0; round < 6; round++)
    {
      guint n_lines = (guint) g_rand_int_range (rand, 1, N_LINES);
      g_autoptr (TvTrace) trace = make_log (rand, n_lines);
      const TvLogLines *lines = tv_trace_get_log_lines (trace);
      g_autoptr (GArray) rows = choose_rows (rand, n_lines);
      g_autoptr (TvLogDensity) density = tv_log_density_new (trace, rows, NULL);
      g_autofree guint8 *shares = share_one_by_one (lines, rows);
      gint64 length = lines->ts[n_lines - 1] - START_NS + 2000 * (gint64) NS_PER_MS;

      for (guint i = 0; i < 100; i++)
        {
          gint64 start = START_NS - NS_PER_MS + (gint64) (g_rand_double (rand) * (double) length);
          gint64 end = start + (gint64) (g_rand_double (rand) * (double) length);
          guint32 found[TV_N_LOG_SHARES], wanted[TV_N_LOG_SHARES];

          tv_log_density_count (density, start, end, found);
          count_one_by_one (lines, shares, start, end, wanted);
          g_assert_cmpmem (found, sizeof found, wanted, sizeof wanted);
        }
      check_finds (density, shares, n_lines, rand);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (TvTrace) trace = make_log (rand, 10);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (tv_log_density_new (trace, NULL, cancellable));
}

/* ---- Times ---- */

static void
test_instants (void)
{
  static const struct
  {
    const char *text;
    const char *wanted; /* (nullable): expected result; %NULL if the text is invalid */
  } cases[] = {
    { "10:20", "2025-12-31 10:20:00.000" },
    { " 10:20:30.5 ", "2025-12-31 10:20:30.500" },
    { "01-02 03:04", "2025-01-02 03:04:00.000" },
    { "2024-02-29T23:59:59.999", "2024-02-29 23:59:59.999" },
    { "2025-02-29 10:00", NULL },
    { "24:00", NULL },
    { "10:60", NULL },
    { "10", NULL },
    { "10:20 tomorrow", NULL },
    { "", NULL },
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (TvTrace) trace = make_log (rand, 10);
  const TvLogLines *lines = tv_trace_get_log_lines (trace);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 ns;
      gboolean is_time = tv_log_timestamp_parse (lines, cases[i].text, START_NS, &ns);
      g_autofree char *found = is_time ? tv_log_timestamp_format (
                                             lines, ns, TV_LOG_TIMESTAMP_DATE | TV_LOG_TIMESTAMP_MS)
                                       : NULL;

      g_assert_cmpstr (found, ==, cases[i].wanted);
    }
  {
    g_autofree char *none = tv_log_timestamp_format (lines, TV_NO_TIME, 0);

    g_assert_null (none);
  }
}

/* ---- Drawing ---- */

/* Draws lines of each level in different seconds, and checks the highest pixel of each level in each column. */
static void
test_paint (void)
{
  const char *text = "2025-12-31 10:00:00.500   500   501 E T: a\n"
                     "2025-12-31 10:00:00.500   500   501 I T: b\n"
                     "2025-12-31 10:00:02.500   500   501 W T: c\n"
                     "2025-12-31 10:00:04.000   500   501 I T: d\n";
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (TvTrace) trace = tv_load_bytes (bytes, NULL, NULL, NULL, NULL);
  g_autoptr (TvLogDensity) density = tv_log_density_new (trace, NULL, NULL);
  PangoContext *context = tv_sheet_font_new_context (NULL);
  g_autoptr (TvLabelCache) labels = tv_label_cache_new (context, 11.0, PANGO_WEIGHT_NORMAL);
  const TvTheme *theme = tv_theme_get (FALSE, FALSE);
  TvTimeBase base;
  TvLogStrip strip = { .trace = trace,
                       .base = &base,
                       .density = density,
                       .theme = theme,
                       .scale = { START_NS, START_NS + 4 * G_GINT64_CONSTANT (1000000000), 32 },
                       .label_width = 100,
                       .bars_height = 82,
                       .frame_end_ns = -1,
                       .cursor_ns = G_MININT64 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 132, 82);
  cairo_t *cr = cairo_create (surface);
  const guint32 *pixels;
  int stride = cairo_image_surface_get_stride (surface) / 4;
  gint64 start_ns, end_ns;

  tv_time_base_init (&base, trace, tv_time_base_get_default (trace));
  g_assert_cmpint (tv_log_strip_get_step (&strip), ==, 1000000000);
  tv_log_strip_find_bar (&strip, 100 + 17, &start_ns, &end_ns);
  g_assert_cmpint (start_ns, ==, START_NS + 2 * G_GINT64_CONSTANT (1000000000));
  g_assert_cmpint (end_ns - start_ns, ==, 1000000000);
  tv_log_strip_paint (&strip, cr, labels);
  cairo_surface_flush (surface);
  pixels = (const guint32 *) (gpointer) cairo_image_surface_get_data (surface);
#define PIXEL(x, y)  (pixels[(y) *stride + 100 + (x)] & 0xffffff)
#define COLOR(share) (tv_color_to_pixel (tv_log_share_get_color (share, theme)) & 0xffffff)
  /* In the column with two lines, they take the full height, with the error at the top. In the column with one line,
   * it takes half of the height. Columns without lines are empty. */
  g_assert_cmphex (PIXEL (3, 10), ==, COLOR (TV_LOG_SHARE_ERROR));
  g_assert_cmphex (PIXEL (3, 70), ==, COLOR (TV_LOG_SHARE_INFO));
  g_assert_cmphex (PIXEL (11, 70), ==, 0);
  g_assert_cmphex (PIXEL (19, 10), ==, 0);
  g_assert_cmphex (PIXEL (19, 70), ==, COLOR (TV_LOG_SHARE_WARNING));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  g_object_unref (context);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/log-density/random", test_density);
  g_test_add_func ("/log-density/cancelled", test_cancelled);
  g_test_add_func ("/log-time/cases", test_instants);
  g_test_add_func ("/log-strip/paint", test_paint);
  return g_test_run ();
}
