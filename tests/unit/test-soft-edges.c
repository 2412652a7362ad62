/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace-builder.h"
#include "timeline-image.h"

/* Tests that slices with an uncertain time have soft edges on both sides, as wide as the uncertainty. */

#define S         G_GINT64_CONSTANT (1000000000)
#define UNSURE_NS (S / 2)

/* Adds a file with a span from 4 to 6 s. */
static void
add_file (TvTraceBuilder *builder, const char *name, guint32 pid, gint64 uncertainty_ns)
{
  TvSymbol symbol = { .class_name = TV_NONE, .signature = TV_NONE, .source_file = TV_NONE };
  guint32 track;

  tv_trace_builder_begin_separate (builder, tv_trace_builder_begin_input (builder, name, 1), 0,
                                   uncertainty_ns, 0);
  symbol.name = tv_trace_builder_intern (builder, name, -1);
  track = tv_trace_builder_get_extra_track (builder, TV_TRACK_ASYNC, TV_ROLE_SPANS,
                                            tv_trace_builder_ensure_process (builder, pid),
                                            symbol.name);
  tv_trace_builder_add_slice (builder, track, tv_trace_builder_add_symbol (builder, &symbol), 4 * S,
                              2 * S, -1);
  tv_trace_builder_end_separate (builder);
}

static TvTrace *
make_trace (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  tv_trace_builder_count_in_ns (builder, 0);
  add_file (builder, "sure", 7, 0);
  add_file (builder, "unsure", 8, UNSURE_NS);
  trace = tv_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

/* Counts the pixels next to a slice that differ from the background of the row. */
static guint
count_soft (Image *image, cairo_surface_t *surface, guint32 slice, int direction)
{
  TvTimelineRect rect;
  double y, x;
  guint32 ground;
  guint n = 0;

  g_assert_true (tv_timeline_find_rect (image->painter, &image->view, slice, &rect));
  y = rect.y + rect.height / 2.0;
  x = direction < 0 ? rect.x - 1.0 : rect.x + rect.width + 1.0;
  ground = get_pixel (surface, direction < 0 ? 110.0 : 690.0, y);
  while (n < 200 && get_pixel (surface, x + (int) n * direction, y) != ground)
    n++;
  return n;
}

static void
test_edges (void)
{
  g_autoptr (TvTrace) trace = make_trace ();
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);
  cairo_surface_t *surface;
  Image image;
  double px;

  g_assert_cmpint (tracks[0].uncertainty_ns, ==, 0);
  g_assert_cmpint (tracks[1].uncertainty_ns, ==, UNSURE_NS);
  image_init (&image, trace, TV_TIMELINE_NESTED);
  image.view.start_ns = 0;
  image.view.end_ns = 10 * S;
  surface = image_paint (&image);
  px = 600.0 * UNSURE_NS / (10.0 * S);
  for (int direction = -1; direction <= 1; direction += 2)
    {
      guint n = count_soft (&image, surface, 1, direction);

      /* Allows for the round ends of a bar, and for pixels that are too faint to count. */
      g_assert_cmpuint (count_soft (&image, surface, 0, direction), <=, 1);
      g_assert_cmpuint (n, >=, (guint) (px * 0.8));
      g_assert_cmpuint (n, <=, (guint) px + 1);
    }
  cairo_surface_destroy (surface);

  /* An uncertainty of less than a pixel is not drawn. */
  image.view.end_ns = 10000 * S;
  surface = image_paint (&image);
  g_assert_cmpuint (tv_timeline_painter_get_n_soft_edges (image.painter), ==, 0);
  cairo_surface_destroy (surface);
  image_clear (&image);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/soft-edges/edges", test_edges);
  return g_test_run ();
}
