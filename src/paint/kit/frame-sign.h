/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "analysis/system/frame-verdict.h"

G_BEGIN_DECLS

/* Room that the sign of a frame takes on each side, in px. */
#define TV_FRAME_SIGN_PX 10.0

/* What became of frames has a colour of the palette, and but for those on time a sign upon it, for
 * colour alone does not tell it to everybody.
 *
 *   late      a triangle     stuffed  three bars      unseen  a ring
 *   held up   its outline    dropped  a cross
 */

guint    tv_frame_sign_get_color (TvFrameVerdict verdict);
gboolean tv_frame_sign_draw      (cairo_t       *cr,
                                  TvFrameVerdict verdict,
                                  double         x,
                                  double         y,
                                  double         size);

G_END_DECLS
