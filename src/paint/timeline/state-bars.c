/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Adds the shapes of thread states to the caller's bars. Called by the painter of states and critical paths, by the
 * legend and by ui/views/starts/phase-bar.c. Pure. */

#include "paint/timeline/state-bars.h"

#include <math.h>

#define TOOTH_PX      2.0
#define DASH_PX       4.0
#define MIN_SHAPED_PX 8.0 /* minimum width of bars with teeth or gaps; narrower bars are plain */

/* Adds alternating teeth and gaps from x to x + width. */
static void
add_teeth (TvBars *bars, guint color, int x, int y, int width, int height, int tooth)
{
  for (int at = 0; at < width; at += 2 * tooth)
    tv_bars_add (bars, color, x + at, y, MIN (tooth, width - at), height, 0);
}

/* Returns a part of a height, rounded, but at least 1. */
static int
get_part (int height, double part)
{
  return CLAMP ((int) round (height * part), 1, MAX (height, 1));
}

/**
 * tv_state_bars_add:
 * @bars: bars to which the shape is added
 * @color: index of the state's colour
 * @kind: state
 * @x: left edge
 * @y: upper edge
 * @width: width
 * @height: height of the tallest shape
 * @scale: device pixels per px
 *
 * Adds the shape of a thread state.
 */
void
tv_state_bars_add (TvBars *bars,
                   guint color,
                   TvStateKind kind,
                   int x,
                   int y,
                   int width,
                   int height,
                   double scale)
{
  int low = get_part (height, 0.4);
  gboolean is_wide = width >= MIN_SHAPED_PX * scale;

  switch (kind)
    {
    case TV_STATE_RUNNABLE:
    case TV_STATE_STOPPED:
    case TV_STATE_OTHER:
      low = get_part (height, 0.6);
      break;
    case TV_STATE_SLEEPING:
      break;
    case TV_STATE_DEAD:
      low = get_part (height, 0.2);
      break;
    case TV_STATE_IDLE:
      if (is_wide)
        {
          add_teeth (bars, color, x, y + height - low, width, low, (int) round (DASH_PX * scale));
          return;
        }
      break;
    case TV_STATE_BLOCKED:
    case TV_STATE_BLOCKED_OTHER:
      if (is_wide)
        add_teeth (bars, color, x, y, width, height - low, (int) round (TOOTH_PX * scale));
      else
        low = height;
      break;
    case TV_STATE_BLOCKED_IO:
      if (is_wide)
        tv_bars_add (bars, color, x, y, width, low, 0);
      else
        low = height;
      break;
    case TV_STATE_RUNNING:
    case TV_N_STATE_KINDS:
    default:
      low = height;
      break;
    }
  tv_bars_add (bars, color, x, y + height - low, width, low, 0);
}
