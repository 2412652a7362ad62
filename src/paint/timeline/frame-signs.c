/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Icons on late and dropped frames, so that their meaning does not depend on colour. */

#include "paint/timeline/painter-private.h"

#include "paint/kit/frame-sign.h"

#define INSET_PX   3.0
#define LEAST_PX   0.5 /* margin in narrow frames */
#define MOST_SIGNS 2000

/**
 * tv_timeline_add_frame_sign:
 * @picture: a picture
 * @slice: slice of the frame
 * @x: left edge in px
 * @width: width in px
 * @middle_y: middle in px
 *
 * Adds the frame's icon at the left of its bar, if it has one and there is room.
 *
 * Returns: used part of the width, in px
 */
double
tv_timeline_add_frame_sign (TvTimelinePicture *picture,
                            guint32 slice,
                            double x,
                            double width,
                            double middle_y)
{
  GArray *signs = picture->painter->frame_signs;
  TvFrameVerdict verdict = tv_track_coloring_get_verdict (&picture->coloring, slice);
  double inset = MIN (INSET_PX, (width - TV_FRAME_SIGN_PX) / 2.0);
  TvPaintedFrameSign sign = { verdict, x + inset, middle_y };

  if (verdict <= TV_FRAME_ON_TIME || inset < LEAST_PX ||
      (signs->len >= MOST_SIGNS && !picture->view->is_still))
    return 0.0;
  g_array_append_val (signs, sign);
  return TV_FRAME_SIGN_PX + INSET_PX;
}

void
tv_timeline_paint_frame_signs (TvTimelinePicture *picture)
{
  const GArray *signs = picture->painter->frame_signs;

  for (guint i = 0; i < signs->len; i++)
    {
      const TvPaintedFrameSign *sign = &g_array_index (signs, TvPaintedFrameSign, i);

      tv_frame_sign_draw (picture->cr, sign->verdict, sign->x,
                          sign->middle_y - TV_FRAME_SIGN_PX / 2.0, TV_FRAME_SIGN_PX);
    }
}
