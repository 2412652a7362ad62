/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/kit/state-sign.h"

#include <math.h>

/* Draws the icons of thread states in dumps. Called by ui/kit/state-icon.c. No state; only draws on the caller's
 * context. */

#define RGB(hex)                                                                                   \
  {                                                                                                \
    ((hex) >> 16 & 0xff) / 255.0, ((hex) >> 8 & 0xff) / 255.0, ((hex) &0xff) / 255.0, 1.0          \
  }

static const TvColor light[TV_N_DUMP_STATES] = {
  [TV_DUMP_STATE_BLOCKED] = RGB (0xd9413a), [TV_DUMP_STATE_RUNNING] = RGB (0x3f9c5a),
  [TV_DUMP_STATE_NATIVE] = RGB (0x9a70cf),  [TV_DUMP_STATE_WAITING] = RGB (0x75757c),
  [TV_DUMP_STATE_TIMED] = RGB (0x75757c),   [TV_DUMP_STATE_OTHER] = RGB (0x9a9aa1),
};

static const TvColor dark[TV_N_DUMP_STATES] = {
  [TV_DUMP_STATE_BLOCKED] = RGB (0xf0645c), [TV_DUMP_STATE_RUNNING] = RGB (0x62b878),
  [TV_DUMP_STATE_NATIVE] = RGB (0xad8be0),  [TV_DUMP_STATE_WAITING] = RGB (0xa4a4ab),
  [TV_DUMP_STATE_TIMED] = RGB (0xa4a4ab),   [TV_DUMP_STATE_OTHER] = RGB (0x85858c),
};

static const TvColor *
get_color (TvDumpState state, gboolean is_dark)
{
  g_return_val_if_fail (state < TV_N_DUMP_STATES, NULL);
  return is_dark ? &dark[state] : &light[state];
}

/* The icons are designed for a square of 12 × 12. */
static void
draw_disc (cairo_t *cr)
{
  cairo_arc (cr, 6.0, 6.0, 5.5, 0.0, 2.0 * G_PI);
  cairo_fill (cr);
  cairo_set_source_rgb (cr, 1.0, 1.0, 1.0);
  cairo_rectangle (cr, 3.0, 5.1, 6.0, 1.8);
  cairo_fill (cr);
}

static void
draw_triangle (cairo_t *cr)
{
  cairo_move_to (cr, 2.2, 1.2);
  cairo_line_to (cr, 10.8, 6.0);
  cairo_line_to (cr, 2.2, 10.8);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_diamond (cairo_t *cr)
{
  cairo_move_to (cr, 6.0, 0.4);
  cairo_line_to (cr, 11.6, 6.0);
  cairo_line_to (cr, 6.0, 11.6);
  cairo_line_to (cr, 0.4, 6.0);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_bars (cairo_t *cr)
{
  cairo_rectangle (cr, 2.5, 1.5, 2.4, 9.0);
  cairo_rectangle (cr, 7.1, 1.5, 2.4, 9.0);
  cairo_fill (cr);
}

static void
draw_clock (cairo_t *cr)
{
  cairo_set_line_width (cr, 1.4);
  cairo_arc (cr, 6.0, 6.0, 4.8, 0.0, 2.0 * G_PI);
  cairo_stroke (cr);
  cairo_move_to (cr, 6.0, 3.2);
  cairo_line_to (cr, 6.0, 6.2);
  cairo_line_to (cr, 8.2, 7.4);
  cairo_stroke (cr);
}

static void
draw_ring (cairo_t *cr)
{
  cairo_set_line_width (cr, 1.4);
  cairo_arc (cr, 6.0, 6.0, 3.6, 0.0, 2.0 * G_PI);
  cairo_stroke (cr);
}

/**
 * tv_state_sign_draw:
 * @state: state of a dumped thread
 * @is_dark: whether the background is dark
 * @x: left edge
 * @y: upper edge
 * @size: width and height
 *
 * Draws the icon of a state.
 */
void
tv_state_sign_draw (cairo_t *cr,
                    TvDumpState state,
                    gboolean is_dark,
                    double x,
                    double y,
                    double size)
{
  static void (*const draw[TV_N_DUMP_STATES]) (cairo_t * cr) = {
    draw_disc, draw_triangle, draw_diamond, draw_bars, draw_clock, draw_ring,
  };

  g_return_if_fail (state < TV_N_DUMP_STATES);

  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, size / 12.0, size / 12.0);
  tv_color_set_source (get_color (state, is_dark), cr);
  draw[state](cr);
  cairo_restore (cr);
}
