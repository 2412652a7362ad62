/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "paint/kit/palette.h"

static double
to_linear (double value)
{
  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

static double
get_luminance (const TvColor *self)
{
  return 0.2126 * to_linear (self->red) + 0.7152 * to_linear (self->green) +
         0.0722 * to_linear (self->blue);
}

/* Returns the contrast ratio of opaque colours, 1 … 21, as defined by WCAG 2.1. */
static double
get_contrast (const TvColor *a, const TvColor *b)
{
  double la = get_luminance (a) + 0.05, lb = get_luminance (b) + 0.05;

  return MAX (la, lb) / MIN (la, lb);
}

static void
test_contrast (void)
{
  const TvColor black = { 0, 0, 0, 1 }, white = { 1, 1, 1, 1 };

  g_assert_cmpfloat_with_epsilon (get_contrast (&black, &white), 21.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (get_contrast (&white, &white), 1.0, 1e-9);
  for (guint i = 0; i < TV_PALETTE_END; i++)
    g_assert_cmpfloat (get_contrast (tv_palette_get_text (), tv_palette_get_color (i)), >=, 4.5);
}

static void
test_theme_contrast (void)
{
  for (int i = 0; i < 4; i++)
    {
      const TvTheme *theme = tv_theme_get (i & 1, i & 2);
      const TvColor *backgrounds[] = { &theme->background, &theme->stripe, &theme->card,
                                       &theme->parents, &theme->children };

      for (guint b = 0; b < G_N_ELEMENTS (backgrounds); b++)
        {
          g_assert_cmpfloat (get_contrast (&theme->text, backgrounds[b]), >=, 7.0);
          g_assert_cmpfloat (get_contrast (&theme->dim_text, backgrounds[b]), >=, 4.0);
        }
      /* WCAG requires a contrast of 3 : 1 for meaningful lines. */
      g_assert_cmpfloat (get_contrast (&theme->accent, &theme->stripe), >=, 3.0);
      g_assert_cmpfloat (get_contrast (&theme->gap, &theme->stripe), >=, 3.0);
      g_assert_true (theme == tv_theme_get (i & 1, i & 2));
    }
}

typedef struct
{
  double l, a, b;
} Lab;

static double
lab_root (double t)
{
  return t > 216.0 / 24389.0 ? cbrt (t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
}

static Lab
to_lab (const double rgb[3])
{
  double x = (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.9505;
  double y = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
  double z = (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.089;

  x = lab_root (x);
  y = lab_root (y);
  z = lab_root (z);
  return (Lab){ 116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z) };
}

/* Converts a colour to Lab, as people with a colour vision deficiency see it. The matrices apply to linear RGB
 * (Machado, Oliveira, Fernandes 2009, severity 1). */
static Lab
see (const TvColor *color, const double eye[3][3])
{
  const double rgb[3] = { to_linear (color->red), to_linear (color->green),
                          to_linear (color->blue) };
  double seen[3];

  for (int i = 0; i < 3; i++)
    seen[i] = CLAMP (eye[i][0] * rgb[0] + eye[i][1] * rgb[1] + eye[i][2] * rgb[2], 0.0, 1.0);
  return to_lab (seen);
}

static const double eyes[][3][3] = {
  { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
  /* protanopia */
  { { 0.152286, 1.052583, -0.204868 },
    { 0.114503, 0.786281, 0.099216 },
    { -0.003882, -0.048116, 1.051998 } },
  /* deuteranopia */
  { { 0.367322, 0.860646, -0.227968 },
    { 0.280085, 0.672501, 0.047413 },
    { -0.011820, 0.042940, 0.968881 } },
};

static double
get_distance (Lab a, Lab b)
{
  return sqrt (pow (a.l - b.l, 2) + pow (a.a - b.a, 2) + pow (a.b - b.b, 2));
}

static void
test_neighbours_differ (void)
{
  for (guint e = 0; e < G_N_ELEMENTS (eyes); e++)
    for (guint i = 0; i < TV_PALETTE_SIZE; i++)
      {
        Lab a = see (tv_palette_get_color (i), eyes[e]);
        Lab b = see (tv_palette_get_color ((i + 1) % TV_PALETTE_SIZE), eyes[e]);
        double distance = get_distance (a, b);

        g_test_message ("eye %u, colours %u and %u: %.1f", e, i, (i + 1) % TV_PALETTE_SIZE,
                        distance);
        /* At a distance of about 2, colours are just distinguishable side by side. */
        g_assert_cmpfloat (distance, >=, 10.0);
      }
}

/* Shades differ only in lightness. For all colour vision deficiencies, they are distinct from each other and from the
 * background. */
static void
test_shades (void)
{
  for (guint e = 0; e < G_N_ELEMENTS (eyes); e++)
    for (guint i = TV_PALETTE_FIRST_SHADE; i + 1 < TV_PALETTE_END; i++)
      {
        Lab a = see (tv_palette_get_color (i), eyes[e]);
        Lab b = see (tv_palette_get_color (i + 1), eyes[e]);

        g_assert_cmpfloat (a.l, >, b.l + 2.0);
        g_assert_cmpfloat (get_distance (a, b), >=, 15.0);
      }
  for (int dark = 0; dark < 2; dark++)
    for (guint i = TV_PALETTE_FIRST_SHADE; i < TV_PALETTE_END; i++)
      g_assert_cmpfloat (get_distance (see (tv_palette_get_color (i), eyes[0]),
                                       see (&tv_theme_get (dark, FALSE)->stripe, eyes[0])),
                         >=, 15.0);
}

static void
test_order (void)
{
  g_assert_cmpuint (tv_palette_get_index (0), ==, 0);
  g_assert_cmpuint (tv_palette_get_index (19), ==, 19);
  g_assert_cmpuint (tv_palette_get_index (20), ==, 0);
  g_assert_cmpuint (tv_palette_get_index (TV_NONE), ==, TV_PALETTE_NEUTRAL);
  g_assert_cmphex (tv_color_to_pixel (tv_palette_get_color (0)), ==, 0xff8cc3fc);
  g_assert_cmphex (tv_color_to_pixel (tv_palette_get_color (19)), ==, 0xffdb8ebd);
}

static void
test_premultiplied (void)
{
  const TvColor half = { 1.0, 0.5, 0.0, 0.5 };

  g_assert_cmphex (tv_color_to_pixel (&half), ==, 0x80804000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/palette/contrast", test_contrast);
  g_test_add_func ("/palette/theme-contrast", test_theme_contrast);
  g_test_add_func ("/palette/neighbours-differ", test_neighbours_differ);
  g_test_add_func ("/palette/shades", test_shades);
  g_test_add_func ("/palette/order", test_order);
  g_test_add_func ("/palette/premultiplied", test_premultiplied);
  return g_test_run ();
}
