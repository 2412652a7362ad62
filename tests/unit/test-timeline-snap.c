/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace-builder.h"
#include "paint/timeline/snap.h"
#include "timeline-image.h"

/* Creates two calls, the second inside the first, and 40 calls that are too short to be visible, in a trace of 1000
 * ns on 600 px. */
static TvTrace *
make_trace (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, 1);
  guint32 track = tv_trace_builder_ensure_track (builder, utid);
  TvSymbol call = { tv_trace_builder_intern (builder, "Class", -1), TV_NONE, TV_NONE, TV_NONE, 0 };
  guint32 symbol = tv_trace_builder_add_symbol (builder, &call);

  tv_trace_builder_begin (builder, track, symbol, 0, 0, -1);
  tv_trace_builder_begin (builder, track, symbol, 200, 0, -1);
  tv_trace_builder_end (builder, track, TV_NONE, 300, 0, 0, -1);
  for (int i = 0; i < 40; i++)
    {
      tv_trace_builder_begin (builder, track, symbol, 500 + i, 0, -1);
      tv_trace_builder_end (builder, track, TV_NONE, 500 + i, 0, 0, -1);
    }
  tv_trace_builder_end (builder, track, TV_NONE, 1000, 0, 0, -1);
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static gint64
find (Image *image, gint64 ns, double off_px, double y)
{
  double x = tv_timeline_view_get_x (&image->view, ns) + off_px;
  gint64 found;

  if (!tv_timeline_find_snap (image->painter, &image->view, x, y, 6.0, &found))
    return -1;
  return found;
}

static void
test_calls (void)
{
  g_autoptr (TvTrace) trace = make_trace ();
  Image image;
  double lines[2];

  image_init (&image, trace, TV_TIMELINE_NESTED);
  for (guint32 depth = 0; depth < 2; depth++)
    lines[depth] = image.view.ruler_height +
                   (double) tv_timeline_layout_get_line_y (image.layout, 0, depth) + 4.0;

  /* Only edges that are close to the pointer and on its line count. */
  g_assert_cmpint (find (&image, 200, 5.0, lines[1]), ==, 200);
  g_assert_cmpint (find (&image, 200, -5.0, lines[1]), ==, 200);
  g_assert_cmpint (find (&image, 300, 4.0, lines[1]), ==, 300);
  g_assert_cmpint (find (&image, 200, 7.0, lines[1]), ==, -1);
  g_assert_cmpint (find (&image, 200, 0.0, lines[0]), ==, -1);
  g_assert_cmpint (find (&image, 0, 3.0, lines[0]), ==, 0);
  g_assert_cmpint (find (&image, 1000, -6.0, lines[0]), ==, 1000);
  g_assert_cmpint (find (&image, 520, 0.2, lines[1]), >=, 518);
  g_assert_cmpint (find (&image, 520, 0.2, lines[1]), <=, 522);
  /* Where there are no rows, there are no edges. */
  g_assert_cmpint (find (&image, 200, 0.0, 890.0), ==, -1);
  g_assert_cmpint (find (&image, 0, -50.0, lines[0]), ==, -1);
  image_clear (&image);
}

static void
test_ruler (void)
{
  g_autoptr (TvTrace) trace = make_trace ();
  g_autoptr (GArray) marks = tv_bookmarks_new ();
  Image image;

  image_init (&image, trace, TV_TIMELINE_NESTED);
  g_assert_cmpint (find (&image, 200, 0.0, 10.0), ==, -1);

  tv_bookmarks_add (marks, 205, 700, NULL);
  image.view.marks = marks;
  g_assert_cmpint (find (&image, 200, 0.0, 10.0), ==, 205);
  g_assert_cmpint (find (&image, 700, -6.0, 10.0), ==, 700);
  /* the nearest of all edges */
  image.view.selected_slice = 1;
  g_assert_cmpint (find (&image, 202, 0.0, 10.0), ==, 200);
  g_assert_cmpint (find (&image, 203, 0.0, 10.0), ==, 205);
  g_assert_cmpint (find (&image, 300, 0.0, 890.0), ==, 300);
  image_clear (&image);
}

/* ---- Flags ---- */

static void
test_flags (void)
{
  g_autoptr (TvTrace) trace = make_trace ();
  g_autoptr (GArray) marks = tv_bookmarks_new ();
  guint id = tv_bookmarks_add (marks, 500, 500, "start of the frame");
  TvTimelineHit hit;
  TvTimelineRect rect;
  Image image;
  double x;

  image_init (&image, trace, TV_TIMELINE_NESTED);
  image.view.marks = marks;
  x = tv_timeline_view_get_x (&image.view, 500);
  tv_timeline_hit_test (image.painter, &image.view, x + 20.0, 10.0, &hit);
  g_assert_cmpint (hit.area, ==, TV_TIMELINE_RULER);
  g_assert_cmpuint (hit.mark, ==, id);
  g_assert_cmpfloat (hit.rect.x, ==, x);
  g_assert_cmpfloat (hit.rect.width, >, 40.0);
  tv_timeline_hit_test (image.painter, &image.view, x - 20.0, 10.0, &hit);
  g_assert_cmpuint (hit.mark, ==, 0);
  tv_timeline_hit_test (image.painter, &image.view, x + 20.0, 40.0, &hit);
  g_assert_cmpuint (hit.mark, ==, 0);

  g_assert_true (tv_timeline_find_flag (image.painter, &image.view, id, &rect));
  g_assert_false (tv_timeline_find_flag (image.painter, &image.view, id + 1, &rect));
  image.view.start_ns = 501;
  g_assert_false (tv_timeline_find_flag (image.painter, &image.view, id, &rect));
  image_clear (&image);
}

static void
test_lines (void)
{
  g_autoptr (TvTrace) trace = make_trace ();
  g_autoptr (GArray) marks = tv_bookmarks_new ();
  cairo_surface_t *surface;
  guint32 line;
  Image image;

  image_init (&image, trace, TV_TIMELINE_NESTED);
  line = tv_color_to_pixel (&image.view.theme->mark);
  tv_bookmarks_add (marks, 250, 750, NULL);
  image.view.marks = marks;
  surface = image_paint (&image);
  for (double y = 100.0; y < 900.0; y += 200.0)
    {
      g_assert_cmphex (get_pixel (surface, 250.0, y), ==, line);
      g_assert_cmphex (get_pixel (surface, 550.0, y), ==, line);
      g_assert_cmphex (get_pixel (surface, 251.0, y), !=, line);
    }
  cairo_surface_destroy (surface);
  image_clear (&image);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-snap/calls", test_calls);
  g_test_add_func ("/timeline-snap/ruler", test_ruler);
  g_test_add_func ("/timeline-snap/flags", test_flags);
  g_test_add_func ("/timeline-snap/lines", test_lines);
  return g_test_run ();
}
