/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Colours of calls, and of all other elements in the light and the dark theme. Used by all painters and by the
 * widgets with colours. Read-only tables. The high-contrast themes are static; the first caller on any thread
 * computes them. */

#include "paint/kit/palette.h"

#include <math.h>

#define RGBA(hex, opacity)                                                                         \
  {                                                                                                \
    (((hex) >> 16) & 0xff) / 255.0, (((hex) >> 8) & 0xff) / 255.0, ((hex) &0xff) / 255.0,          \
        (opacity)                                                                                  \
  }
#define RGB(hex) RGBA (hex, 1.0)

/* Colours are light enough for near-black labels in both themes. Symbols with adjacent ranks (such as a method and
 * its callee) are often neighbours in the chart, so their colours differ in hue and, for people with colour
 * blindness, in lightness. The shades get darker step by step, so that their order does not depend on hue. */
static const TvColor palette[TV_PALETTE_END] = {
  RGB (0x8cc3fc), RGB (0xdd8176), RGB (0x9be3c3), RGB (0xb89ae4), RGB (0xe0b771), RGB (0x2dafcd),
  RGB (0xffbad4), RGB (0x90ba70), RGB (0xa5bbff), RGB (0xd8875d), RGB (0x8ee4d8), RGB (0xcc93d4),
  RGB (0xccc072), RGB (0x4fa8dd), RGB (0xffbbbf), RGB (0x72bf89), RGB (0xbdb3fa), RGB (0xce9049),
  RGB (0x8be2ec), RGB (0xdb8ebd), RGB (0xb4b4ba), RGB (0xe7e9c3), RGB (0xe2d791), RGB (0xe4c364),
  RGB (0xf0aa32), RGB (0xf88e64), RGB (0xf2787f), RGB (0xdf6aa6), RGB (0xcd5cb9),
};

static const TvColor label_text = RGB (0x1d1d20);

/* States without a specific colour are grey, depending on the theme. The grey of a sleeping thread has a contrast of
 * 3:1 to the background. */
#define STATES(grey, strong, faint)                                                                \
  {                                                                                                \
    [TV_STATE_RUNNING] = RGB (0x5aa469), [TV_STATE_RUNNABLE] = RGB (0xb5d99c),                     \
    [TV_STATE_SLEEPING] = RGB (grey), [TV_STATE_BLOCKED] = RGB (0xa5744c),                         \
    [TV_STATE_BLOCKED_IO] = RGB (0xe8a04c), [TV_STATE_BLOCKED_OTHER] = RGB (0xa5744c),             \
    [TV_STATE_IDLE] = RGB (0xb89ae4), [TV_STATE_STOPPED] = RGB (strong),                           \
    [TV_STATE_DEAD] = RGB (faint), [TV_STATE_OTHER] = RGB (strong),                                \
  }

static const TvTheme light_theme = {
  .background = RGB (0xfafafa),
  .stripe = RGB (0xf3f3f5),
  .header = RGB (0xececee),
  .faint_separator = RGB (0xe2e2e5),
  .text = RGB (0x2e2e32),
  .dim_text = RGB (0x6a6a70),
  .separator = RGB (0xd9d9dc),
  .tick = RGB (0x9a9a9f),
  .selection = RGBA (0x3584e4, 0.14),
  .selection_edge = RGBA (0x3584e4, 0.70),
  .accent = RGB (0x3584e4),
  .faint_accent = RGBA (0x3584e4, 0.45),
  .outline = RGB (0x1a5fb4),
  .hover = RGBA (0x000000, 0.65),
  .cursor = RGBA (0x000000, 0.35),
  .mark = RGB (0x946800),
  .mark_fill = RGB (0xf9dc5c),
  .gap = RGB (0x77767b),
  .fade = RGBA (0xfafafa, 0.55),
  .card = RGB (0xffffff),
  .card_border = RGBA (0x000000, 0.15),
  .activity = RGB (0x82b8f4),
  .parents = RGB (0xecebfa),
  .children = RGB (0xfdf8dc),
  .states = STATES (0x919197, 0x5c5c63, 0xdcdcdf),
};

static const TvTheme dark_theme = {
  .background = RGB (0x1e1e1e),
  .stripe = RGB (0x252527),
  .header = RGB (0x2f2f31),
  .faint_separator = RGB (0x39393c),
  .text = RGB (0xf2f2f3),
  .dim_text = RGB (0x9b9ba1),
  .separator = RGB (0x3a3a3d),
  .tick = RGB (0x77777c),
  .selection = RGBA (0x78aeed, 0.16),
  .selection_edge = RGBA (0x78aeed, 0.70),
  .accent = RGB (0x78aeed),
  .faint_accent = RGBA (0x78aeed, 0.45),
  .outline = RGB (0xffffff),
  .hover = RGBA (0xffffff, 0.80),
  .cursor = RGBA (0xffffff, 0.40),
  .mark = RGB (0xe5b93c),
  .mark_fill = RGB (0xe5b93c),
  .gap = RGB (0x9a9996),
  .fade = RGBA (0x1e1e1e, 0.55),
  .card = RGB (0x383838),
  .card_border = RGBA (0xffffff, 0.12),
  .activity = RGB (0x5f9de0),
  .parents = RGB (0x33304a),
  .children = RGB (0x3f3a24),
  .states = STATES (0x6b6e73, 0x9d9da4, 0x313235),
};

/**
 * tv_palette_get_index:
 * @rank: rank of a symbol by inclusive time, or %TV_NONE
 *
 * Assigns palette colours to symbols round robin, beginning with the symbol with the most inclusive time, so that a
 * symbol always has the same colour.
 *
 * Returns: @rank mod %TV_PALETTE_SIZE; %TV_PALETTE_NEUTRAL if @rank is %TV_NONE
 */
guint
tv_palette_get_index (guint32 rank)
{
  return rank == TV_NONE ? TV_PALETTE_NEUTRAL : rank % TV_PALETTE_SIZE;
}

/**
 * tv_palette_get_color:
 * @index: palette index, less than %TV_PALETTE_END
 *
 * Returns: (transfer none): an opaque colour
 */
const TvColor *
tv_palette_get_color (guint index)
{
  g_return_val_if_fail (index < TV_PALETTE_END, &palette[TV_PALETTE_NEUTRAL]);
  return &palette[index];
}

/**
 * tv_palette_get_text:
 *
 * Returns: (transfer none): colour of labels on calls, in every theme
 */
const TvColor *
tv_palette_get_text (void)
{
  return &label_text;
}

static TvTheme
sharpen (const TvTheme *theme, gboolean is_dark)
{
  static const TvColor black = RGB (0x000000), white = RGB (0xffffff);
  TvTheme sharp = *theme;
  const TvColor *ink = is_dark ? &white : &black;

  sharp.text = sharp.dim_text = sharp.tick = sharp.gap = sharp.hover = sharp.cursor = *ink;
  sharp.background = sharp.card = is_dark ? black : white;
  sharp.card_border = sharp.separator = sharp.dim_text;
  sharp.selection_edge.alpha = 1.0;
  sharp.faint_accent = sharp.accent;
  sharp.outline = sharp.mark = *ink;
  sharp.faint_separator = tv_color_mix (&sharp.background, ink, 0.45);
  sharp.states[TV_STATE_SLEEPING] = tv_color_mix (&sharp.background, ink, 0.55);
  sharp.states[TV_STATE_DEAD] = tv_color_mix (&sharp.background, ink, 0.35);
  return sharp;
}

/**
 * tv_theme_get:
 * @is_dark: whether the theme is light on dark
 * @is_high_contrast: whether the theme has the highest contrast
 *
 * Returns: (transfer none): the theme colours
 */
const TvTheme *
tv_theme_get (gboolean is_dark, gboolean is_high_contrast)
{
  static TvTheme sharp[2];
  static gsize initialized = 0;

  if (!is_high_contrast)
    return is_dark ? &dark_theme : &light_theme;
  if (g_once_init_enter (&initialized))
    {
      sharp[FALSE] = sharpen (&light_theme, FALSE);
      sharp[TRUE] = sharpen (&dark_theme, TRUE);
      g_once_init_leave (&initialized, 1);
    }
  return &sharp[!!is_dark];
}

/**
 * tv_color_set_source:
 *
 * Sets a colour as the source of a context.
 */
void
tv_color_set_source (const TvColor *self, cairo_t *cr)
{
  cairo_set_source_rgba (cr, self->red, self->green, self->blue, self->alpha);
}

/**
 * tv_color_mix:
 * @part: share of @b, 0 … 1
 *
 * Returns: the mixed colour
 */
TvColor
tv_color_mix (const TvColor *a, const TvColor *b, double part)
{
  return (TvColor){
    .red = a->red + (b->red - a->red) * part,
    .green = a->green + (b->green - a->green) * part,
    .blue = a->blue + (b->blue - a->blue) * part,
    .alpha = a->alpha + (b->alpha - a->alpha) * part,
  };
}

static guint32
to_byte (double value)
{
  return (guint32) lround (value * 255.0);
}

/**
 * tv_color_to_pixel:
 *
 * Returns: a premultiplied pixel for %CAIRO_FORMAT_ARGB32
 */
guint32
tv_color_to_pixel (const TvColor *self)
{
  return to_byte (self->alpha) << 24 | to_byte (self->red * self->alpha) << 16 |
         to_byte (self->green * self->alpha) << 8 | to_byte (self->blue * self->alpha);
}
