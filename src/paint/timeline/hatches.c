/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Inferred runs and states are hatched, so that they differ from recorded ones without colour. So are slices that
 * had not ended when the device was examined because of them. The lines have the background's colour, so that the
 * colour below is unchanged. */

#include "paint/timeline/painter-private.h"

#include <math.h>

#define PERIOD_PX    6.0
#define LINE_PX      1.25
#define LINE_ALPHA   0.45
#define MIN_HATCH_PX 8.0 /* narrower spans have no room for lines */
#define MOST_HATCHES 2000

/**
 * tv_timeline_add_hatch:
 * @picture: a picture
 * @span: span of a band
 * @y: top, in px
 * @height: in px
 *
 * Adds a hatch if the span is inferred or unfinished.
 */
void
tv_timeline_add_hatch (TvTimelinePicture *picture,
                       const TvTimelineSpan *span,
                       double y,
                       double height)
{
  const TvTimelineView *view = picture->view;
  const TvSlices *slices = tv_trace_get_slices (picture->painter->trace);
  GArray *hatches = picture->painter->hatches;
  TvHatch hatch = {
    .rect = { .x = view->label_width + span->first / view->scale,
              .y = y,
              .width = (span->end - span->first) / view->scale,
              .height = height },
    .start_x = tv_timeline_view_get_x (view, tv_slices_start (slices, span->slice)),
  };

  if (hatch.rect.width >= MIN_HATCH_PX && (hatches->len < MOST_HATCHES || view->is_still) &&
      slices->flags[span->slice] & (TV_SLICE_INFERRED | TV_SLICE_UNFINISHED))
    g_array_append_val (hatches, hatch);
}

/* Appends ascending lines clipped to the rectangle; they are anchored to the slice. */
static void
append_lines (cairo_t *cr, const TvHatch *hatch)
{
  const TvTimelineRect *rect = &hatch->rect;
  double right = rect->x + rect->width, bottom = rect->y + rect->height;
  /* x + y is constant along a line. */
  double sum = rect->x + rect->y + fmod (hatch->start_x - rect->x, PERIOD_PX);

  if (sum < rect->x + rect->y)
    sum += PERIOD_PX;
  for (; sum < right + bottom; sum += PERIOD_PX)
    {
      double x0 = MAX (rect->x, sum - bottom), x1 = MIN (right, sum - rect->y);

      cairo_move_to (cr, x0, sum - x0);
      cairo_line_to (cr, x1, sum - x1);
    }
}

void
tv_timeline_paint_hatches (TvTimelinePicture *picture)
{
  const GArray *hatches = picture->painter->hatches;
  TvColor color = picture->view->theme->background;

  if (hatches->len == 0)
    return;
  for (guint i = 0; i < hatches->len; i++)
    append_lines (picture->cr, &g_array_index (hatches, TvHatch, i));
  color.alpha = LINE_ALPHA;
  tv_color_set_source (&color, picture->cr);
  cairo_set_line_width (picture->cr, LINE_PX);
  cairo_stroke (picture->cr);
}
