/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/views/timeline/key-glide.h"

static const TvKeyGlide glide = { .speed = 10.0, .growth = 20.0, .max_speed = 50.0 };

static double
get_speed (double seconds)
{
  const double part = 1e-4;

  return (tv_key_glide_get_steps (&glide, seconds + part) -
          tv_key_glide_get_steps (&glide, seconds)) /
         part;
}

static void
test_speed (void)
{
  g_assert_cmpfloat (tv_key_glide_get_steps (&glide, 0.0), ==, 0.0);
  g_assert_cmpfloat (tv_key_glide_get_steps (&glide, -1.0), ==, 0.0);
  /* The motion starts slowly, reaches the full speed at the end of the easing, and then accelerates up to a limit. */
  g_assert_cmpfloat (get_speed (0.0), >, 1.0);
  g_assert_cmpfloat (get_speed (0.0), <, 5.0);
  g_assert_cmpfloat_with_epsilon (get_speed (0.3), 10.0, 0.1);
  g_assert_cmpfloat_with_epsilon (get_speed (1.3), 30.0, 0.1);
  g_assert_cmpfloat_with_epsilon (get_speed (2.4), 50.0, 0.1);
  g_assert_cmpfloat_with_epsilon (get_speed (60.0), 50.0, 0.1);
}

/* From frame to frame, the speed changes smoothly. */
static void
test_smooth (void)
{
  const double frame = 1.0 / 60.0;
  double before = 0.0, speed = get_speed (0.0);

  for (int i = 1; i < 300; i++)
    {
      double steps = tv_key_glide_get_steps (&glide, i * frame);
      double now = (steps - before) / frame;

      g_assert_cmpfloat (now, >=, speed - 1e-6);
      g_assert_cmpfloat (now - speed, <, 1.2);
      before = steps;
      speed = now;
    }
}

static void
test_constant (void)
{
  const TvKeyGlide constant = { .speed = 10.0, .growth = 0.0, .max_speed = 10.0 };

  g_assert_cmpfloat_with_epsilon (tv_key_glide_get_steps (&constant, 1.3) -
                                      tv_key_glide_get_steps (&constant, 0.3),
                                  10.0, 1e-9);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/key-glide/speed", test_speed);
  g_test_add_func ("/key-glide/smooth", test_smooth);
  g_test_add_func ("/key-glide/constant", test_constant);
  return g_test_run ();
}
