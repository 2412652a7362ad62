/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/load.h"
#include "ui/views/query/query-chart-data.h"

static const char log_text[] =
    "# tracer: nop\n"
    "  app-7     (    7) [000] .... 1.000000: tracing_mark_write: B|7|load\n"
    "  app-7     (    7) [000] .... 1.001000: tracing_mark_write: E|7\n";

static TvQueryResult *
run (const char *sql)
{
  static const TvQueryLimits limits = { G_MAXUINT32, G_MAXSIZE };
  g_autoptr (GBytes) bytes = g_bytes_new_static (log_text, strlen (log_text));
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  g_autoptr (TvDatabase) database = tv_database_new (trace, NULL, NULL, &error);
  TvQueryResult *result = NULL;

  g_assert_no_error (error);
  tv_query_result_run (database, sql, &limits, &result, &error);
  g_assert_no_error (error);
  return result;
}

static TvQueryChartData *
chart (TvQueryResult *result, const TvQueryChartChoice *choice)
{
  g_autoptr (GError) error = NULL;
  TvQueryChartData *data = tv_query_chart_data_new (TV_TABLE (result), choice, 1000000000, NULL,
                                                    &error);

  g_assert_no_error (error);
  return data;
}

/* Returns: points as x:low-high, bars as name=value, the remainder in brackets, and the number of omitted rows */
static char *
describe (const TvQueryChartData *data)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < data->points->len; i++)
    {
      const TvChartPoint *point = &g_array_index (data->points, TvChartPoint, i);

      g_string_append_printf (out, "%g:%g-%g ", point->x, point->low, point->high);
    }
  for (guint i = 0; i < data->bars->len; i++)
    {
      const TvChartBar *bar = &g_array_index (data->bars, TvChartBar, i);

      g_string_append_printf (out, bar->is_rest ? "(%s=%g) " : "%s=%g ", bar->label, bar->value);
    }
  g_string_append_printf (out, "-%u", data->n_omitted);
  return g_string_free (out, FALSE);
}

#define ROWS(columns, values) "WITH t(" columns ") AS (VALUES " values ") SELECT * FROM t"
#define NUMBERS(n)                                                                                 \
  "WITH RECURSIVE t(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM t WHERE x < " #n " - 1) "

static void
test_data (void)
{
  static const struct
  {
    const char *sql;
    TvQueryChartChoice choice;
    const char *data;
  } cases[] = {
    { ROWS ("x, y", "(3, 1), (1, 2), (2, NULL), (NULL, 4)"),
      { TV_CHART_LINE, 0, 1 },
      "1:2-2 3:1-1 -2" },
    { ROWS ("ts, y", "(1000000005, 1.5), (1000000000, -2)"),
      { TV_CHART_LINE, 0, 1 },
      "0:-2--2 5:1.5-1.5 -0" },
    { ROWS ("x, y", "(1, NULL), (2, NULL)"), { TV_CHART_LINE, 0, 1 }, "-2" },
    { ROWS ("x, y", "(1, 9e999), (2, 1)"), { TV_CHART_LINE, 0, 1 }, "2:1-1 -1" },
    { "SELECT 1 AS x, 2 AS y WHERE 0", { TV_CHART_LINE, 0, 1 }, "-0" },
    { ROWS ("n, y", "('a', 1), ('b', 5), ('a', 2), (NULL, 4), ('c', NULL)"),
      { TV_CHART_BARS, 0, 1 },
      "b=5 NULL=4 a=3 -1" },
    { ROWS ("n, y", "('a', 1), ('b', 5), ('a', 2)"), { TV_CHART_BARS, 0, TV_NONE }, "a=2 b=1 -0" },
    { NUMBERS (15) "SELECT 'n' || x AS n, 100 - x AS y FROM t",
      { TV_CHART_BARS, 0, 1 },
      "n0=100 n1=99 n2=98 n3=97 n4=96 n5=95 n6=94 n7=93 n8=92 n9=91 n10=90 n11=89 (3 more=261) -0" },
    { ROWS ("y", "(1), (1), (3), (NULL)"), { TV_CHART_HISTOGRAM, 0, 0 }, "1:0-2 2:0-0 3:0-1 -1" },
    { ROWS ("y", "(7)"), { TV_CHART_HISTOGRAM, 0, 0 }, "7:0-1 -0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvQueryResult) result = run (cases[i].sql);
      g_autoptr (TvQueryChartData) data = chart (result, &cases[i].choice);
      g_autofree char *words = describe (data);

      g_test_message ("%s", cases[i].sql);
      g_assert_cmpstr (words, ==, cases[i].data);
    }
}

/* The number of points in a chart does not depend on the number of rows; no extreme value and no row is lost. */
static void
test_many (void)
{
  const TvQueryChartChoice line = { TV_CHART_LINE, 0, 1 };
  const TvQueryChartChoice histogram = { TV_CHART_HISTOGRAM, 0, 1 };
  const TvQueryChartChoice bars = { TV_CHART_BARS, 0, 1 };
  g_autoptr (TvQueryResult)
      result = run (NUMBERS (200000) "SELECT x, CASE x WHEN 123456 THEN 9999.5 WHEN 5 THEN -7.5 "
                                     "ELSE x % 100 END AS y FROM t");
  g_autoptr (TvQueryChartData) points = chart (result, &line);
  g_autoptr (TvQueryChartData) bins = chart (result, &histogram);
  g_autoptr (TvQueryChartData) names = chart (result, &bars);
  double low = 0.0, high = 0.0, sum = 0.0, total = 0.0;

  for (guint i = 0; i < points->points->len; i++)
    {
      const TvChartPoint *point = &g_array_index (points->points, TvChartPoint, i);

      low = MIN (low, point->low);
      high = MAX (high, point->high);
      g_assert_true (i == 0 || point->x > point[-1].x);
    }
  g_assert_cmpuint (points->points->len, ==, 1000);
  g_assert_cmpfloat (low, ==, -7.5);
  g_assert_cmpfloat (high, ==, 9999.5);
  for (guint i = 0; i < bins->points->len; i++)
    sum += g_array_index (bins->points, TvChartPoint, i).high;
  g_assert_cmpuint (bins->points->len, ==, 40);
  g_assert_cmpfloat (sum, ==, 200000.0);
  for (guint i = 0; i < names->bars->len; i++)
    total += g_array_index (names->bars, TvChartBar, i).value;
  g_assert_cmpuint (names->bars->len, ==, 13);
  g_assert_cmpfloat (total, ==, 200000.0 / 100.0 * 4950.0 - 56.0 + 9999.5 - 5.0 - 7.5);
}

static void
test_choice (void)
{
  static const struct
  {
    const char *sql;
    TvQueryChartChoice choice;
  } cases[] = {
    { "SELECT id, name, ts, dur FROM slice", { TV_CHART_LINE, 2, 3 } },
    { "SELECT name, 5 AS n FROM slice", { TV_CHART_BARS, 0, 1 } },
    { "SELECT name FROM slice", { TV_CHART_BARS, 0, TV_NONE } },
    { "SELECT id, 5 AS a, 6 AS b FROM slice", { TV_CHART_LINE, 1, 2 } },
    { "SELECT 5 AS a", { TV_CHART_HISTOGRAM, 0, 0 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvQueryResult) result = run (cases[i].sql);
      TvQueryChartChoice choice = tv_query_chart_choose (result);

      g_test_message ("%s", cases[i].sql);
      g_assert_cmpint (choice.kind, ==, cases[i].choice.kind);
      g_assert_cmpuint (choice.x, ==, cases[i].choice.x);
      g_assert_cmpuint (choice.y, ==, cases[i].choice.y);
    }
}

static char *
dup_value (double value, gconstpointer data)
{
  return g_strdup_printf ("%g", value);
}

/* A chart of extreme values is visible at a normal size, and has only finite coordinates at any size. */
static void
test_paint (void)
{
  static const struct
  {
    const char *sql;
    TvQueryChartChoice choice;
  } cases[] = {
    { ROWS ("x, y", "(1, 1)"), { TV_CHART_LINE, 0, 1 } },
    { ROWS ("x, y", "(0, 0), (0, 0)"), { TV_CHART_LINE, 0, 1 } },
    { ROWS ("x, y", "(-1e300, 1e300), (1e300, -1e300)"), { TV_CHART_LINE, 0, 1 } },
    { ROWS ("x, y", "(9223372036854775807, -9223372036854775807), (1, 1)"),
      { TV_CHART_LINE, 0, 1 } },
    { ROWS ("x, y", "('a', -5), ('b', 5), ('c', 0)"), { TV_CHART_BARS, 0, 1 } },
    { ROWS ("x, y", "('a', 0)"), { TV_CHART_BARS, 0, 1 } },
    { ROWS ("y", "(-1e300), (1e300)"), { TV_CHART_HISTOGRAM, 0, 0 } },
    { ROWS ("y", "(9223372036854775807), (9223372036854775806)"), { TV_CHART_HISTOGRAM, 0, 0 } },
  };
  static const int sizes[][2] = { { 600, 200 }, { 100, 60 }, { 1, 1 }, { 0, 0 }, { 3000, 20 } };
  PangoFontMap *fonts = pango_cairo_font_map_get_default ();
  PangoContext *context = pango_font_map_create_context (fonts);
  TvLabelCache *labels = tv_label_cache_new (context, 11.0, PANGO_WEIGHT_NORMAL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
      {
        g_autoptr (TvQueryResult) result = run (cases[i].sql);
        g_autoptr (TvQueryChartData) data = chart (result, &cases[i].choice);
        const TvChart image = { .kind = cases[i].choice.kind,
                                .points = data->points,
                                .bin = data->bin,
                                .bars = data->bars,
                                .dup_x = dup_value,
                                .dup_y = dup_value };
        cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
        cairo_t *cr = cairo_create (surface);
        double x, y, width, height;

        g_test_message ("%s at %d x %d", cases[i].sql, sizes[j][0], sizes[j][1]);
        tv_chart_paint (&image, cr, tv_theme_get (FALSE, FALSE), labels, sizes[j][0], sizes[j][1]);
        g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
        cairo_recording_surface_ink_extents (surface, &x, &y, &width, &height);
        g_assert_true (width >= 0.0 && width < 4000.0 && height >= 0.0 && height < 1000.0);
        if (j == 0)
          g_assert_cmpfloat (width, >, 100.0);
        cairo_destroy (cr);
        cairo_surface_destroy (surface);
      }
  tv_label_cache_free (labels);
  g_object_unref (context);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query-chart/data", test_data);
  g_test_add_func ("/query-chart/many", test_many);
  g_test_add_func ("/query-chart/choice", test_choice);
  g_test_add_func ("/query-chart/paint", test_paint);
  return g_test_run ();
}
