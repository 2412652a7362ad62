/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Chooses the colours of changes. Called by the painters of comparisons (flame graph, line between calls) and by the
 * legend of the Flame Graph view. Pure. */

#include "paint/kit/change-color.h"

#include "analysis/calls/call-comparison.h"

static gboolean
is_dark (const TvTheme *theme)
{
  return theme->background.red < 0.5;
}

const TvColor *
tv_change_get_color (const TvTheme *theme, int step)
{
#define RGB(hex)                                                                                   \
  {                                                                                                \
    ((hex) >> 16 & 0xff) / 255.0, ((hex) >> 8 & 0xff) / 255.0, ((hex) &0xff) / 255.0, 1.0          \
  }
  static const TvColor light[] = { RGB (0xa08bd6), RGB (0xbfade4), RGB (0xdcd2f0), RGB (0xdcdcdf),
                                   RGB (0xf8dcc0), RGB (0xf3b97f), RGB (0xe8934a) };
  static const TvColor dark[] = { RGB (0xbaa5f0), RGB (0x917fc6), RGB (0x4f4768), RGB (0x55585c),
                                  RGB (0x64503c), RGB (0xbd8144), RGB (0xf0a35c) };
#undef RGB

  return (is_dark (theme) ? dark : light) + step + TV_CALL_MAX_STEP;
}

/* Returns the text colour of bars that show a change. Bars of weak changes are dark in the dark theme, where the
 * usual label colour would be illegible. */
const TvColor *
tv_change_get_text_color (const TvTheme *theme, int step)
{
  return step >= -1 && step <= 1 && is_dark (theme) ? &theme->text : tv_palette_get_text ();
}
