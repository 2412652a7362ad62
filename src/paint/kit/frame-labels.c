/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/kit/frame-labels.h"

#include <glib/gi18n.h>

/* Names and colours of frame kinds. Used by the call tree, the samples view, the flame graph and the properties
 * panes. Pure: a static table. */

/* Returns: (nullable): the name of the kind; %NULL for %TV_FRAME_OTHER */
const char *
tv_frame_labels_get_name (TvFrameKind kind)
{
  static const char *const names[TV_N_FRAME_KINDS] = {
    [TV_FRAME_MANAGED] = N_("Managed"), [TV_FRAME_NATIVE] = N_("Native"),
    [TV_FRAME_KERNEL] = N_("Kernel"),   [TV_FRAME_JS] = N_("JavaScript"),
    [TV_FRAME_JIT] = N_("JIT"),
  };

  g_return_val_if_fail (kind < TV_N_FRAME_KINDS, NULL);
  return names[kind] != NULL ? _ (names[kind]) : NULL;
}

/* Returns the letter that precedes a frame of this kind; an empty string for %TV_FRAME_OTHER. */
const char *
tv_frame_labels_get_letter (TvFrameKind kind)
{
  static const char *const letters[TV_N_FRAME_KINDS] = {
    [TV_FRAME_MANAGED] = N_("J"), [TV_FRAME_NATIVE] = N_("N"), [TV_FRAME_KERNEL] = N_("K"),
    [TV_FRAME_JS] = N_("JS"),     [TV_FRAME_JIT] = N_("JIT"),
  };

  g_return_val_if_fail (kind < TV_N_FRAME_KINDS, "");
  return letters[kind] != NULL ? _ (letters[kind]) : "";
}

/* Returns: (nullable): the palette colour of the kind; %NULL for %TV_FRAME_OTHER */
const TvColor *
tv_frame_labels_get_color (TvFrameKind kind)
{
  static const int colors[TV_N_FRAME_KINDS] = {
    [TV_FRAME_OTHER] = -1, [TV_FRAME_MANAGED] = 2, [TV_FRAME_NATIVE] = 0,
    [TV_FRAME_KERNEL] = 4, [TV_FRAME_JS] = 1,      [TV_FRAME_JIT] = 3,
  };

  g_return_val_if_fail (kind < TV_N_FRAME_KINDS, NULL);
  return colors[kind] >= 0 ? tv_palette_get_color ((guint) colors[kind]) : NULL;
}
