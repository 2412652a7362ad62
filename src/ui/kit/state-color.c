/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Converts the theme colour of a thread state to a #GdkRGBA. Called by swatches and by views with states. Callers
 * must get the colour again when the theme changes. */

#include "ui/kit/state-color.h"

#include <adwaita.h>

#include "paint/kit/palette.h"

/* Gets the colour of a state in the current theme. */
void
tv_state_color_get (TvStateKind kind, GdkRGBA *color)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  const TvTheme *theme = tv_theme_get (adw_style_manager_get_dark (style),
                                       adw_style_manager_get_high_contrast (style));
  const TvColor *state;

  g_return_if_fail (kind < TV_N_STATE_KINDS);

  state = &theme->states[kind];
  *color = (GdkRGBA){ (float) state->red, (float) state->green, (float) state->blue, 1.0f };
}
