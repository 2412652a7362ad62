/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/kit/state-text.h"

#include <adwaita.h>
#include <string.h>

#include "paint/kit/palette.h"

/**
 * tv_state_text_find_kind:
 * @text: "Running", or the kernel's letters
 * @io_wait: as in #TvState
 *
 * Returns: what they come to
 */
TvStateKind
tv_state_text_find_kind (const char *text, int io_wait)
{
  if (text == NULL || g_str_equal (text, "Running"))
    return text != NULL ? TV_STATE_RUNNING : TV_STATE_OTHER;
  /* Of several letters the first of these counts, as where a log is read. */
  if (strpbrk (text, "XZx") != NULL)
    return TV_STATE_DEAD;
  if (strchr (text, 'I') != NULL)
    return TV_STATE_IDLE;
  if (strchr (text, 'D') != NULL)
    return io_wait == 1   ? TV_STATE_BLOCKED_IO
           : io_wait == 0 ? TV_STATE_BLOCKED_OTHER
                          : TV_STATE_BLOCKED;
  if (strpbrk (text, "TtP") != NULL)
    return TV_STATE_STOPPED;
  if (strchr (text, 'S') != NULL)
    return TV_STATE_SLEEPING;
  return strchr (text, 'R') != NULL ? TV_STATE_RUNNABLE : TV_STATE_OTHER;
}

/* The colour that a state has in the timeline. */
void
tv_state_text_get_color (TvStateKind kind, GdkRGBA *color)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  const TvTheme *theme = tv_theme_get (adw_style_manager_get_dark (style),
                                       adw_style_manager_get_high_contrast (style));
  const TvColor *state;

  g_return_if_fail (kind < TV_N_STATE_KINDS);

  state = &theme->states[kind];
  *color = (GdkRGBA){ (float) state->red, (float) state->green, (float) state->blue, 1.0f };
}
