/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile-tree.h"
#include "timeline-image.h"

#define FADED_PART 0.25

/* Returns a pixel in the middle of a call, at the distance @from_edge from its upper edge or, if negative, from its
 * lower edge. */
static guint32
get_pixel_of (Image *image, cairo_surface_t *surface, guint32 slice, double from_edge)
{
  TvTimelineRect rect;

  g_assert_true (tv_timeline_find_rect (image->painter, &image->view, slice, &rect));
  return get_pixel (surface, rect.x + rect.width / 2.0,
                    from_edge >= 0.0 ? rect.y + from_edge : rect.y + rect.height + from_edge);
}

/* In every colouring and theme, a match keeps its colour and has a dark line below it. Other slices are faded and
 * have no line. */
static void
check (TvTrace *trace, TvTimelineForm form, guint32 found, guint32 other)
{
  Image image;
  GArray *hits = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_array_append_val (hits, found);
  image_init (&image, trace, form);
  for (int theme = 0; theme < 4; theme++)
    for (TvColorBy by = 0; by < TV_N_COLOR_BY; by++)
      {
        g_autoptr (TvColoring) coloring = tv_coloring_new (trace, NULL, NULL, by);
        const TvColor *color = tv_palette_get_color (tv_coloring_get_index (coloring, found));
        const TvColor *other_color = tv_palette_get_color (tv_coloring_get_index (coloring, other));
        cairo_surface_t *surface;
        TvColor faded;

        image.view.theme = tv_theme_get (theme & 1, theme & 2);
        image.view.hits = hits;
        tv_timeline_painter_set_coloring (image.painter, coloring);
        surface = image_paint (&image);
        faded = tv_color_mix (&image.view.theme->background, other_color, FADED_PART);
        g_assert_cmphex (get_pixel_of (&image, surface, found, 1.5), ==, tv_color_to_pixel (color));
        g_assert_cmphex (get_pixel_of (&image, surface, found, -2.0), ==,
                         tv_color_to_pixel (tv_palette_get_text ()));
        g_assert_cmphex (get_pixel_of (&image, surface, other, 1.5), ==,
                         tv_color_to_pixel (&faded));
        g_assert_cmphex (get_pixel_of (&image, surface, other, -2.0), ==,
                         tv_color_to_pixel (&faded));

        /* While there is no search, all slices have their normal colours. */
        image.view.hits = NULL;
        cairo_surface_destroy (surface);
        surface = image_paint (&image);
        g_assert_cmphex (get_pixel_of (&image, surface, found, -2.0), ==,
                         tv_color_to_pixel (color));
        g_assert_cmphex (get_pixel_of (&image, surface, other, -2.0), ==,
                         tv_color_to_pixel (other_color));
        cairo_surface_destroy (surface);
      }
  g_array_unref (hits);
  image_clear (&image);
}

static const char *const text = "thread 1\nmain 0..1000\n  draw 0..400\n  wait 500..900\n";

static void
test_nested (void)
{
  g_autoptr (TvTrace) trace = read_trace (text);

  check (trace, TV_TIMELINE_NESTED, 1, 2);
  check (trace, TV_TIMELINE_NESTED, 2, 1);
}

static void
test_strip (void)
{
  g_autoptr (TvTrace) trace = read_trace (text);

  check (trace, TV_TIMELINE_STRIP, 1, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-found/nested", test_nested);
  g_test_add_func ("/timeline-found/strip", test_strip);
  return g_test_run ();
}
