/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace-builder.h"
#include "paint/kit/change-color.h"
#include "paint/timeline/call-line.h"
#include "timeline-image.h"

/* Tests the line between corresponding calls of two runs. */

#define SIZE 900

static cairo_surface_t *
paint (Image *image, const TvCallLine *line)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIZE, SIZE);
  cairo_t *cr = cairo_create (surface);

  tv_call_line_paint (line, cr, image->painter, image->view.theme);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static TvTrace *
make_trace (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "call", -1), TV_NONE, TV_NONE, 0 };
  guint32 id = tv_trace_builder_add_symbol (builder, &symbol);
  guint32 track = tv_trace_builder_ensure_track (
      builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));

  tv_trace_builder_begin (builder, track, id, 0, 0, -1);
  tv_trace_builder_begin (builder, track, id, 200, 0, -1);
  tv_trace_builder_end (builder, track, id, 500, 0, 0, -1);
  tv_trace_builder_end (builder, track, id, 1000, 0, 0, -1);
  return tv_trace_builder_finish (builder, NULL, NULL);
}

/* Counts the pixels in an area that are painted or, if @color is not NULL, that have this colour. */
static guint
count_px (cairo_surface_t *surface, int x0, int x1, int y0, int y1, const TvColor *color)
{
  guint n = 0;

  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++)
      {
        guint32 pixel = get_pixel (surface, x, y);

        n += color != NULL ? pixel == tv_color_to_pixel (color) : pixel >> 24 != 0;
      }
  return n;
}

/* A line starts at the end of a call, at the lower or upper edge of the call. If the call is out of view, the
 * position is clamped to the area of the rows. */
static void
test_end (void)
{
  g_autoptr (TvTrace) trace = make_trace ();
  g_autoptr (TvRowChoices) choices = tv_row_choices_new ();
  Image image;
  TvTimelineRect rect;
  double x, y;

  image_init (&image, trace, TV_TIMELINE_NESTED);
  g_assert_true (tv_timeline_find_rect (image.painter, &image.view, 1, &rect));
  g_assert_true (tv_call_line_find_end (image.painter, &image.view, 1, TRUE, &x, &y));
  g_assert_cmpfloat_with_epsilon (x, 100.0 + 600.0 * 0.5, 1.0);
  g_assert_cmpfloat (y, ==, rect.y + rect.height);
  g_assert_true (tv_call_line_find_end (image.painter, &image.view, 1, FALSE, &x, &y));
  g_assert_cmpfloat (y, ==, rect.y);
  image.view.height = rect.y - 1.0;
  g_assert_true (tv_call_line_find_end (image.painter, &image.view, 1, TRUE, &x, &y));
  g_assert_cmpfloat (y, ==, image.view.height);
  image.view.height = 900.0;
  image.view.scroll_y = 300.0;
  g_assert_true (tv_call_line_find_end (image.painter, &image.view, 1, FALSE, &x, &y));
  g_assert_cmpfloat (y, ==, image.view.ruler_height);
  tv_row_choices_add (choices, tv_timeline_layout_get_row (image.layout, 0)->key, TV_ROW_HIDDEN);
  tv_timeline_layout_set_choices (image.layout, choices);
  tv_timeline_layout_arrange (image.layout);
  g_assert_false (tv_call_line_find_end (image.painter, &image.view, 1, FALSE, &x, &y));
  image_clear (&image);
}

/* A line is dashed from end to end. The label in the middle shows the change; its colour depends on the size of the
 * change. */
static void
test_paint (void)
{
  g_autoptr (TvTrace) trace = make_trace ();
  TvCallLine line = { .x = { 300.0, 500.0 }, .y = { 100.0, 500.0 }, .left = 100.0, .right = 800.0 };
  const TvColor *color;
  Image image;
  cairo_surface_t *surface;
  guint n;

  image_init (&image, trace, TV_TIMELINE_NESTED);

  /* An increase by 50 % has the strongest colour. */
  line.before_ns = 100;
  line.after_ns = 150;
  surface = paint (&image, &line);
  n = count_px (surface, 0, SIZE, 0, SIZE, NULL);
  color = tv_change_get_color (image.view.theme, 3);
  g_assert_cmpuint (count_px (surface, 340, 460, 285, 315, color), >, 300);
  for (int step = -3; step < 3; step++)
    g_assert_cmpuint (
        count_px (surface, 0, SIZE, 0, SIZE, tv_change_get_color (image.view.theme, step)), ==, 0);
  /* The vertical extent is 400 px: dashes cover half of it, and the label hides an eighth. */
  g_assert_cmpuint (count_px (surface, 300, 500, 100, 280, NULL), >, 60);
  g_assert_cmpuint (count_px (surface, 300, 500, 100, 280, NULL), <, 2 * 180);
  g_assert_cmpuint (count_px (surface, 300, 500, 320, 500, NULL), >, 60);
  g_assert_cmpuint (count_px (surface, 0, 299, 0, SIZE, NULL), ==, 0);
  g_assert_cmpuint (count_px (surface, 501, SIZE, 0, SIZE, NULL), ==, 0);
  g_assert_cmpuint (count_px (surface, 0, SIZE, 0, 99, NULL), ==, 0);
  g_assert_cmpuint (count_px (surface, 0, SIZE, 501, SIZE, NULL), ==, 0);
  g_assert_cmpuint (n, >, 700);
  cairo_surface_destroy (surface);

  line.after_ns = 99;
  surface = paint (&image, &line);
  color = tv_change_get_color (image.view.theme, 0);
  g_assert_cmpuint (count_px (surface, 340, 460, 285, 315, color), >, 300);
  cairo_surface_destroy (surface);
  image_clear (&image);
}

/* If one or both ends of the line are out of view, it is not painted over the row labels. */
static void
test_cut (void)
{
  g_autoptr (TvTrace) trace = make_trace ();
  TvCallLine line = { .y = { 100.0, 500.0 }, .left = 100.0, .right = 800.0, .after_ns = 5 };
  Image image;
  cairo_surface_t *surface;

  image_init (&image, trace, TV_TIMELINE_NESTED);
  line.x[0] = -1e15;
  line.x[1] = 600.0;
  surface = paint (&image, &line);
  g_assert_cmpuint (count_px (surface, 0, 100, 0, SIZE, NULL), ==, 0);
  g_assert_cmpuint (count_px (surface, 100, 600, 490, 510, NULL), >, 200);
  cairo_surface_destroy (surface);

  line.x[1] = 99.0;
  surface = paint (&image, &line);
  g_assert_cmpuint (count_px (surface, 0, SIZE, 0, SIZE, NULL), ==, 0);
  cairo_surface_destroy (surface);

  line.x[0] = 795.0;
  line.x[1] = 1e15;
  surface = paint (&image, &line);
  g_assert_cmpuint (count_px (surface, 801, SIZE, 0, SIZE, NULL), ==, 0);
  g_assert_cmpuint (count_px (surface, 0, 800, 0, SIZE, NULL), >, 100);
  cairo_surface_destroy (surface);
  image_clear (&image);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-line/end", test_end);
  g_test_add_func ("/call-line/paint", test_paint);
  g_test_add_func ("/call-line/cut", test_cut);
  return g_test_run ();
}
