/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/error.h"
#include "core/trace-builder.h"
#include "paint/kit/image-file.h"
#include "paint/kit/sheet-font.h"
#include "paint/timeline/sheet-description.h"

/* Tests sheets: rows on pages, notes about missing rows, and the written file. Other tests check the appearance of the
 * timeline. */

#define FONT_PX 14.67

typedef struct
{
  TvTrace *trace;
  TvSliceIndex *index;
  TvColoring *coloring;
  TvTimelineLayout *layout;
  TvTimelineSheetPlan plan;
} Scene;

static const char *start_us = "1718000000000000"; /* metadata for the next trace */
static const char *realtime_ns;                   /* (nullable): wall-clock time at the start of
                                                   * the next trace */

static TvTrace *
make_trace (guint n_threads, guint n_levels)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  GError *error = NULL;
  TvTrace *trace;
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "call", -1), TV_NONE, TV_NONE, 0 };
  guint32 call = tv_trace_builder_add_symbol (builder, &symbol);

  for (guint i = 0; i < n_threads; i++)
    {
      guint32 track = tv_trace_builder_ensure_track (
          builder, tv_trace_builder_ensure_thread (builder, TV_NONE, i + 1));

      for (guint level = 0; level < n_levels; level++)
        tv_trace_builder_begin (builder, track, call, level, 0, -1);
      for (guint level = 0; level < n_levels; level++)
        tv_trace_builder_end (builder, track, TV_NONE, 1000 + level, 0, 0, -1);
    }
  tv_trace_builder_add_metadata (builder, "start-time-usec", start_us, -1);
  if (realtime_ns != NULL)
    tv_trace_builder_add_metadata (builder, "clock-sync-realtime", realtime_ns, -1);
  trace = tv_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static void
scene_init (Scene *self, guint n_threads, guint n_levels)
{
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (FONT_PX);

  self->trace = make_trace (n_threads, n_levels);
  self->index = tv_slice_index_new (self->trace);
  self->coloring = tv_coloring_new (self->trace, NULL, NULL, TV_COLOR_BY_SYMBOL);
  self->layout = tv_timeline_layout_new (self->trace, TV_TIMELINE_NESTED, &metrics);
  self->plan = (TvTimelineSheetPlan){
    .trace = self->trace,
    .index = self->index,
    .coloring = self->coloring,
    .layout = self->layout,
    .theme = tv_theme_get (FALSE, FALSE),
    .title = "title",
    .start_ns = tv_trace_get_start_ns (self->trace),
    .end_ns = MAX (tv_trace_get_end_ns (self->trace), tv_trace_get_start_ns (self->trace) + 1),
    .selected_slice = TV_NONE,
    .has_legend = TRUE,
    .width = 800.0,
    .scale = 1.0,
  };
}

static void
scene_clear (Scene *self)
{
  tv_timeline_layout_free (self->layout);
  tv_coloring_unref (self->coloring);
  tv_slice_index_unref (self->index);
  g_object_unref (self->trace);
}

static TvTimelineSheet *
make_sheet (Scene *self)
{
  GError *error = NULL;
  TvTimelineSheet *sheet = tv_timeline_sheet_new (&self->plan, NULL, &error);

  g_assert_no_error (error);
  return sheet;
}

static double
get_height (TvTimelineSheet *sheet)
{
  double width, height;

  tv_timeline_sheet_get_size (sheet, &width, &height);
  return height;
}

/* Checks that all pages are painted without errors and are not empty. */
static void
check_pages (TvTimelineSheet *sheet)
{
  double width, height;

  tv_timeline_sheet_get_size (sheet, &width, &height);
  for (guint page = 0; page < tv_timeline_sheet_get_n_pages (sheet); page++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width,
                                                             (int) height);
      cairo_t *cr = cairo_create (surface);

      tv_timeline_sheet_paint (cr, page, sheet);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

/* A sheet shows the date of the recording. If the start time is only the uptime of the device, there is no date. */
static void
test_date (void)
{
  static const struct
  {
    const char *start_us;
    const char *realtime_ns;
    const char *date; /* (nullable): expected date */
  } cases[] = {
    { "1718000000000000", NULL, "recorded 2024-06-10 06:13 UTC" },
    { "726153000000", NULL, NULL }, /* uptime of eight days */
    { "946684799999999", NULL, NULL },
    { "946684800000000", NULL, "recorded 2000-01-01 00:00 UTC" },
    { "726153000000", "1718000000000000000", "recorded 2024-06-10 06:13 UTC" },
    { "0", "726153000000000", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Scene scene;
      PangoContext *context = tv_sheet_font_new_context (NULL);
      g_autoptr (TvLabelCache) texts = tv_label_cache_new (context, FONT_PX, PANGO_WEIGHT_NORMAL);
      g_autoptr (GPtrArray) lines = NULL;
      const char *facts;

      start_us = cases[i].start_us;
      realtime_ns = cases[i].realtime_ns;
      scene_init (&scene, 1, 1);
      lines = tv_timeline_sheet_describe (&scene.plan, texts, scene.plan.width);
      facts = lines->pdata[0];
      if (cases[i].date != NULL)
        g_assert_nonnull (strstr (facts, cases[i].date));
      else
        g_assert_null (strstr (facts, "recorded"));
      g_object_unref (context);
      scene_clear (&scene);
    }
  start_us = cases[0].start_us;
  realtime_ns = NULL;
}

/* A sheet is as high as its rows. A legend or a second row makes it higher. */
static void
test_all_rows (void)
{
  double height = 0.0;

  for (guint n = 0; n < 4; n++)
    {
      Scene scene;
      g_autoptr (TvTimelineSheet) sheet = NULL;
      g_autoptr (TvTimelineSheet) bare = NULL;

      scene_init (&scene, n, 3);
      sheet = make_sheet (&scene);
      g_assert_cmpuint (tv_timeline_sheet_get_n_missing (sheet), ==, 0);
      g_assert_cmpuint (tv_timeline_sheet_get_n_pages (sheet), ==, 1);
      g_assert_cmpfloat (get_height (sheet), >, height);
      height = get_height (sheet);
      check_pages (sheet);
      scene.plan.has_legend = FALSE;
      bare = make_sheet (&scene);
      if (n > 0)
        g_assert_cmpfloat (get_height (bare), <, height);
      g_clear_pointer (&sheet, tv_timeline_sheet_free);
      g_clear_pointer (&bare, tv_timeline_sheet_free);
      scene_clear (&scene);
    }
}

/* The note about missing rows counts both hidden rows and rows that do not fit. */
static void
test_missing_rows (void)
{
  Scene scene;
  guint n_before = 0;

  scene_init (&scene, 30, 3);
  for (double height = 1800.0; height >= 200.0; height -= 400.0)
    {
      g_autoptr (TvTimelineSheet) sheet = NULL;

      scene.plan.height = height;
      sheet = make_sheet (&scene);
      g_assert_cmpfloat (get_height (sheet), ==, height);
      g_assert_cmpuint (tv_timeline_sheet_get_n_missing (sheet), >, n_before);
      g_assert_cmpuint (tv_timeline_sheet_get_n_missing (sheet), <, 30);
      n_before = tv_timeline_sheet_get_n_missing (sheet);
      check_pages (sheet);
    }

  for (guint row = 0; row < 5; row++)
    tv_row_choices_add (tv_timeline_layout_get_choices (scene.layout),
                        tv_timeline_layout_get_row (scene.layout, row)->key, TV_ROW_HIDDEN);
  tv_timeline_layout_arrange (scene.layout);
  scene.plan.height = 0.0;
  {
    g_autoptr (TvTimelineSheet) sheet = make_sheet (&scene);

    g_assert_cmpuint (tv_timeline_sheet_get_n_missing (sheet), ==, 5);
  }
  scene_clear (&scene);
}

/* If there are more rows than a sheet can hold, the height of the sheet is within 200 px of the maximum. */
static void
test_most_rows (void)
{
  Scene scene;
  g_autoptr (TvTimelineSheet) sheet = NULL;

  scene_init (&scene, 300, 2);
  sheet = make_sheet (&scene);
  g_assert_cmpfloat (get_height (sheet), <=, TV_TIMELINE_SHEET_MAX_HEIGHT);
  g_assert_cmpfloat (get_height (sheet), >, TV_TIMELINE_SHEET_MAX_HEIGHT - 200.0);
  g_assert_cmpuint (tv_timeline_sheet_get_n_missing (sheet), >, 100);
  g_clear_pointer (&sheet, tv_timeline_sheet_free);
  scene_clear (&scene);
}

/* Pages end below rows, and together contain all rows. A row that is higher than a page is divided. */
static void
test_pages (void)
{
  static const struct
  {
    guint n_threads, n_levels;
    double height;
    guint min, max;
  } cases[] = {
    { 1, 1, 600.0, 1, 1 },     { 30, 3, 600.0, 4, 12 },    { 2, 300, 600.0, 4, 60 },
    { 40, 40, 500.0, 40, 90 }, { 3, 100, 120.0, 10, 200 }, { 0, 0, 600.0, 1, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Scene scene;
      g_autoptr (TvTimelineSheet) sheet = NULL;
      guint n_pages;

      scene_init (&scene, cases[i].n_threads, cases[i].n_levels);
      scene.plan.is_paged = TRUE;
      scene.plan.height = cases[i].height;
      sheet = make_sheet (&scene);
      n_pages = tv_timeline_sheet_get_n_pages (sheet);
      g_test_message ("case %u: %u pages", i, n_pages);
      g_assert_cmpuint (n_pages, >=, cases[i].min);
      g_assert_cmpuint (n_pages, <=, cases[i].max);
      g_assert_cmpuint (tv_timeline_sheet_get_n_missing (sheet), ==, 0);
      g_assert_cmpfloat (get_height (sheet), ==, cases[i].height);
      check_pages (sheet);
      g_clear_pointer (&sheet, tv_timeline_sheet_free);
      scene_clear (&scene);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Scene scene;

  scene_init (&scene, 3, 3);
  g_cancellable_cancel (cancellable);
  g_assert_null (tv_timeline_sheet_new (&scene.plan, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
  scene_clear (&scene);
}

/* ---- Files ---- */

static GBytes *
write_image (const TvImage *image, GCancellable *cancellable, GError **error)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();

  if (!tv_image_write (image, stream, cancellable, error))
    return NULL;
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
}

static void
test_files (void)
{
  Scene scene;
  g_autoptr (TvTimelineSheet) sheet = NULL;
  TvImage image = { .scale = 1.0, .n_pages = 1, .title = "t", .draw = tv_timeline_sheet_paint };

  scene_init (&scene, 3, 3);
  image.data = sheet = make_sheet (&scene);
  tv_timeline_sheet_get_size (sheet, &image.width, &image.height);
  for (guint format = 0; format < TV_N_IMAGE_FORMATS; format++)
    {
      g_autoptr (GBytes) first = NULL;
      g_autoptr (GBytes) second = NULL;
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;

      image.format = (TvImageFormat) format;
      first = write_image (&image, NULL, &error);
      g_assert_no_error (error);
      second = write_image (&image, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (g_bytes_equal (first, second));
      g_cancellable_cancel (cancellable);
      g_assert_null (write_image (&image, cancellable, &error));
      g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
    }
  g_clear_pointer (&sheet, tv_timeline_sheet_free);
  scene_clear (&scene);
}

static void
draw_nothing (cairo_t *cr, guint page, gpointer data)
{
}

static void
test_sizes (void)
{
  static const struct
  {
    TvImageFormat format;
    double width, height, scale;
    gboolean is_possible;
  } cases[] = {
    { TV_IMAGE_PNG, 32767.0, 100.0, 1.0, TRUE },   { TV_IMAGE_PNG, 32768.0, 100.0, 1.0, FALSE },
    { TV_IMAGE_PNG, 100.0, 16384.0, 2.0, FALSE },  { TV_IMAGE_PNG, 30000.0, 30000.0, 1.0, FALSE },
    { TV_IMAGE_SVG, 90000.0, 90000.0, 1.0, TRUE }, { TV_IMAGE_PDF, 90000.0, 90000.0, 4.0, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvImage image = { .format = cases[i].format,
                        .width = cases[i].width,
                        .height = cases[i].height,
                        .scale = cases[i].scale,
                        .n_pages = 1,
                        .draw = draw_nothing };
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = write_image (&image, NULL, &error);

      g_assert_cmpint (bytes != NULL, ==, cases[i].is_possible);
      if (!cases[i].is_possible)
        g_assert_error (error, TV_ERROR, TV_ERROR_TOO_LARGE);
    }
}

static void
test_names (void)
{
  TvImageFormat format;

  g_assert_true (tv_image_format_find ("/a.b/c.PNG", &format) && format == TV_IMAGE_PNG);
  g_assert_true (tv_image_format_find ("c.trace.svg", &format) && format == TV_IMAGE_SVG);
  g_assert_true (tv_image_format_find ("c.pdf", &format) && format == TV_IMAGE_PDF);
  g_assert_false (tv_image_format_find ("a.png/c", &format));
  g_assert_false (tv_image_format_find ("png", &format));
  g_assert_false (tv_image_format_find ("c.", &format));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-sheet/all-rows", test_all_rows);
  g_test_add_func ("/timeline-sheet/missing-rows", test_missing_rows);
  g_test_add_func ("/timeline-sheet/most-rows", test_most_rows);
  g_test_add_func ("/timeline-sheet/pages", test_pages);
  g_test_add_func ("/timeline-sheet/cancelled", test_cancelled);
  g_test_add_func ("/timeline-sheet/date", test_date);
  g_test_add_func ("/image-file/files", test_files);
  g_test_add_func ("/image-file/sizes", test_sizes);
  g_test_add_func ("/image-file/names", test_names);
  return g_test_run ();
}
