/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/kit/frame-sign.h"

#include "paint/kit/palette.h"

/* Chooses the colours of frame outcomes, and draws their icons. Used by the timeline, its legend and ui/kit/swatch.c.
 * Pure: draws on the caller's context. */

/* Palette indexes. Text on these colours is legible in both themes. Colours of similar outcomes differ in lightness. */
static const guint8 colors[TV_N_FRAME_OUTCOMES] = {
  [TV_FRAME_UNKNOWN] = TV_PALETTE_NEUTRAL,
  [TV_FRAME_ON_TIME] = 2,
  [TV_FRAME_LATE] = 1,
  [TV_FRAME_DELAYED] = 4,
  [TV_FRAME_STUFFED] = 12,
  [TV_FRAME_DROPPED] = 13,
  [TV_FRAME_UNSEEN] = TV_PALETTE_NEUTRAL,
  [TV_FRAME_LONG] = TV_PALETTE_NEUTRAL,
};

/* Returns the palette index for frames with this outcome. */
guint
tv_frame_sign_get_color (TvFrameOutcome outcome)
{
  g_return_val_if_fail (outcome < TV_N_FRAME_OUTCOMES, TV_PALETTE_NEUTRAL);
  return colors[outcome];
}

/* The icons are designed for a square of 10 × 10. */
static void
trace_triangle (cairo_t *cr)
{
  cairo_move_to (cr, 5.0, 1.2);
  cairo_line_to (cr, 9.2, 8.8);
  cairo_line_to (cr, 0.8, 8.8);
  cairo_close_path (cr);
}

static void
draw_triangle (cairo_t *cr)
{
  trace_triangle (cr);
  cairo_fill (cr);
}

static void
draw_outline (cairo_t *cr)
{
  trace_triangle (cr);
  cairo_stroke (cr);
}

static void
draw_bars (cairo_t *cr)
{
  for (int i = 0; i < 3; i++)
    cairo_rectangle (cr, 1.0 + 3.0 * i, 1.5, 1.6, 7.0);
  cairo_fill (cr);
}

static void
draw_cross (cairo_t *cr)
{
  cairo_move_to (cr, 1.5, 1.5);
  cairo_line_to (cr, 8.5, 8.5);
  cairo_move_to (cr, 8.5, 1.5);
  cairo_line_to (cr, 1.5, 8.5);
  cairo_stroke (cr);
}

static void
draw_ring (cairo_t *cr)
{
  cairo_arc (cr, 5.0, 5.0, 3.4, 0.0, 2.0 * G_PI);
  cairo_stroke (cr);
}

/**
 * tv_frame_sign_draw:
 * @x: left edge
 * @y: upper edge
 * @size: width and height
 *
 * Draws the icon of a frame's outcome.
 *
 * Returns: whether the outcome has an icon
 */
gboolean
tv_frame_sign_draw (cairo_t *cr, TvFrameOutcome outcome, double x, double y, double size)
{
  static void (*const draw[TV_N_FRAME_OUTCOMES]) (cairo_t * cr) = {
    [TV_FRAME_LATE] = draw_triangle, [TV_FRAME_DELAYED] = draw_outline,
    [TV_FRAME_STUFFED] = draw_bars,  [TV_FRAME_DROPPED] = draw_cross,
    [TV_FRAME_UNSEEN] = draw_ring,
  };

  g_return_val_if_fail (outcome < TV_N_FRAME_OUTCOMES, FALSE);
  if (draw[outcome] == NULL)
    return FALSE;
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, size / 10.0, size / 10.0);
  cairo_set_line_width (cr, 1.5);
  tv_color_set_source (tv_palette_get_text (), cr);
  draw[outcome](cr);
  cairo_restore (cr);
  return TRUE;
}
