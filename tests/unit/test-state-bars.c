/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "paint/timeline/state-bars.h"

#define SIDE 64

/* Paints the shape of a state without its colour, in the middle of an empty image. */
static void
paint_form (TvStateKind kind, int width, int height, double scale, gboolean *form)
{
  static const TvColor black = { 0.0, 0.0, 0.0, 1.0 };
  cairo_rectangle_int_t clip = { 0, 0, SIDE, SIDE };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIDE, SIDE);
  g_autoptr (TvBars) bars = tv_bars_new ();
  cairo_t *cr = cairo_create (surface);

  tv_state_bars_add (bars, 0, kind, 10, 20, width, height, scale);
  tv_bars_paint (bars, cr, 1.0, &black, 1, &clip);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (int y = 0; y < SIDE; y++)
    {
      const guint8 *data = cairo_image_surface_get_data (surface);
      const guint32 *line =
          (const guint32 *) (gconstpointer) (data + y * cairo_image_surface_get_stride (surface));

      for (int x = 0; x < SIDE; x++)
        {
          gboolean is_inside = x >= 10 && x < 10 + width && y >= 20 && y < 20 + height;

          form[y * SIDE + x] = line[x] != 0;
          if (!is_inside)
            g_assert_false (form[y * SIDE + x]);
        }
    }
  cairo_surface_destroy (surface);
}

/* States with different meanings differ in shape, not only in colour. */
static void
test_differ (void)
{
  static const TvStateKind kinds[] = { TV_STATE_RUNNING, TV_STATE_RUNNABLE,   TV_STATE_SLEEPING,
                                       TV_STATE_BLOCKED, TV_STATE_BLOCKED_IO, TV_STATE_IDLE,
                                       TV_STATE_DEAD };
  static const struct
  {
    int height;
    double scale;
  } sizes[] = { { 5, 1.0 }, { 8, 1.0 }, { 10, 2.0 } };

  for (gsize size = 0; size < G_N_ELEMENTS (sizes); size++)
    {
      static gboolean forms[G_N_ELEMENTS (kinds)][SIDE * SIDE];

      for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
        {
          paint_form (kinds[i], 24, sizes[size].height, sizes[size].scale, forms[i]);
          for (gsize other = 0; other < i; other++)
            g_assert_cmpint (memcmp (forms[i], forms[other], sizeof forms[i]), !=, 0);
        }
    }
}

/* Even the shortest state is visible, from its start and at the bottom. A running state is drawn higher than a
 * waiting state. */
static void
test_narrow (void)
{
  gboolean form[SIDE * SIDE];

  for (TvStateKind kind = 0; kind < TV_N_STATE_KINDS; kind++)
    for (int width = 1; width < 30; width++)
      {
        paint_form (kind, width, 5, 1.0, form);
        g_assert_true (form[24 * SIDE + 10]);
        if (kind != TV_STATE_IDLE)
          g_assert_true (form[24 * SIDE + 10 + width - 1]);
        if (kind == TV_STATE_RUNNING)
          g_assert_true (form[20 * SIDE + 10]);
        if (kind == TV_STATE_SLEEPING || kind == TV_STATE_IDLE || kind == TV_STATE_DEAD)
          g_assert_false (form[20 * SIDE + 10]);
        paint_form (kind, width, 1, 1.0, form);
        g_assert_true (form[20 * SIDE + 10]);
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/state-bars/differ", test_differ);
  g_test_add_func ("/state-bars/narrow", test_narrow);
  return g_test_run ();
}
