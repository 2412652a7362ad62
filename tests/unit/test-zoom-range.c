/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "ui/session/zoom-range.h"

#define WIDTH_PX 1200.0

static double
get_x (gint64 start_ns, gint64 end_ns, gint64 ns)
{
  return (double) (ns - start_ns) / (double) (end_ns - start_ns) * WIDTH_PX;
}

/* Zooms with the wheel at one position on the screen, all the way in and out again. The time at this position moves
 * by at most a pixel, except at the ends of the trace. */
static void
test_pointer (void)
{
  const TvZoomLimits limits = { 5000, 3600 * G_GINT64_CONSTANT (1000000000), 20 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (int i = 0; i < 200; i++)
    {
      double x = g_rand_double_range (rand, 0.0, WIDTH_PX);
      gint64 start_ns = limits.first_ns, end_ns = limits.last_ns;

      for (int turn = 0; turn < 300; turn++)
        {
          double factor = pow (1.25, turn < 160 ? 1.0 : -1.0);
          gint64 length_ns = end_ns - start_ns;
          gint64 about_ns = start_ns + (gint64) (x / WIDTH_PX * (double) length_ns);

          tv_zoom_range (&limits, &start_ns, &end_ns, factor, about_ns);
          g_assert_cmpint (start_ns, >=, limits.first_ns);
          g_assert_cmpint (end_ns, <=, limits.last_ns);
          g_assert_cmpint (end_ns - start_ns, >=, limits.min_ns);
          if (turn < 160)
            g_assert_cmpint (end_ns - start_ns, <=, length_ns);
          /* if a pixel is less than a nanosecond, the resolution of times limits the accuracy */
          if (start_ns > limits.first_ns && end_ns < limits.last_ns)
            g_assert_cmpfloat (fabs (get_x (start_ns, end_ns, about_ns) - x), <=,
                               MAX (1.0, 2.0 * WIDTH_PX / (double) (end_ns - start_ns)));
        }
    }
}

static void
test_limits (void)
{
  const TvZoomLimits limits = { 0, 1000, 20 };
  gint64 start_ns = 400, end_ns = 600;

  tv_zoom_range (&limits, &start_ns, &end_ns, 1e9, 500);
  g_assert_cmpint (start_ns, ==, 490);
  g_assert_cmpint (end_ns, ==, 510);
  tv_zoom_range (&limits, &start_ns, &end_ns, 1e-9, 500);
  g_assert_cmpint (start_ns, ==, 0);
  g_assert_cmpint (end_ns, ==, 1000);

  /* If the range touches an end of the trace before zooming, this end keeps its position. */
  start_ns = 900;
  tv_zoom_range (&limits, &start_ns, &end_ns, 0.5, 910);
  g_assert_cmpint (start_ns, ==, 800);
  g_assert_cmpint (end_ns, ==, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/zoom-range/pointer", test_pointer);
  g_test_add_func ("/zoom-range/limits", test_limits);
  return g_test_run ();
}
