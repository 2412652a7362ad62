/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "analysis/system/frame-outcome.h"

G_BEGIN_DECLS

/* Width and height of a frame's icon, in px. */
#define TV_FRAME_SIGN_PX 10.0

/* Colours and icons of frame outcomes. Each outcome has a palette colour. Outcomes other than on time, long and
 * unknown also have an icon, so that they can be distinguished without colour.
 *
 *   late      a triangle          stuffed  three bars      unseen  a ring
 *   delayed   a triangle outline  dropped  a cross */

guint    tv_frame_sign_get_color (TvFrameOutcome outcome);
gboolean tv_frame_sign_draw      (cairo_t       *cr,
                                  TvFrameOutcome outcome,
                                  double         x,
                                  double         y,
                                  double         size);

G_END_DECLS
