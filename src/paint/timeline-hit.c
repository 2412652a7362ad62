/* SPDX-License-Identifier: GPL-3.0-or-later */

/* From the timeline's picture back to the trace, and where in it a call is. */

#include "paint/timeline-painter-private.h"

#include <math.h>

/**
 * tv_timeline_view_get_scale:
 * @self: a view
 *
 * Returns: the stretch of time and the device pixels of its chart
 */
TvTimeScale
tv_timeline_view_get_scale (const TvTimelineView *self)
{
  double columns = round ((self->width - self->label_width) * self->scale);

  return (TvTimeScale){
    .start_ns = self->start_ns,
    .end_ns = self->end_ns,
    .n_columns = (guint32) MAX (columns, 1.0),
  };
}

/**
 * tv_timeline_view_get_x:
 * @self: a view
 * @ns: a time
 *
 * Returns: where it is in the picture, in px; may lie outside of the chart
 */
double
tv_timeline_view_get_x (const TvTimelineView *self, gint64 ns)
{
  TvTimeScale scale = tv_timeline_view_get_scale (self);

  return self->label_width + tv_time_scale_get_x (&scale, ns) / self->scale;
}

/**
 * tv_timeline_view_get_ns:
 * @self: a view
 * @x: px in the picture
 *
 * Returns: the time that is there
 */
gint64
tv_timeline_view_get_ns (const TvTimelineView *self, double x)
{
  TvTimeScale scale = tv_timeline_view_get_scale (self);

  return tv_time_scale_get_ns (&scale, (x - self->label_width) * self->scale);
}

/**
 * tv_timeline_find_rect:
 * @self: a painter
 * @view: what is shown
 * @slice: a call
 * @rect: (out): where it is drawn; its height may be partly out of sight, its width is cut
 *
 * Returns: whether any of its time is in sight
 */
gboolean
tv_timeline_find_rect (TvTimelinePainter *self,
                       const TvTimelineView *view,
                       guint32 slice,
                       TvTimelineRect *rect)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  TvTimeScale scale = tv_timeline_view_get_scale (view);
  gint64 start_ns = tv_slices_start (slices, slice), end_ns = tv_slices_end (slices, slice);
  gint64 first = tv_time_scale_find_column (&scale, start_ns);
  gint64 last = tv_time_scale_find_last (&scale, start_ns, end_ns);
  guint row = tv_timeline_layout_find_track (view->layout,
                                             tv_trace_find_track_at (self->trace, slice));

  if (last < 0 || first >= scale.n_columns || row >= tv_timeline_layout_get_n_rows (view->layout))
    return FALSE;
  first = MAX (first, 0);
  last = MIN (last, (gint64) scale.n_columns - 1);
  rect->x = view->label_width + (double) first / view->scale;
  rect->width = (double) (last + 1 - first) / view->scale;
  rect->y = tv_timeline_view_get_rows_y (view) +
            (double) tv_timeline_layout_get_line_y (view->layout, row, slices->depth[slice]);
  rect->height = tv_timeline_layout_get_line_height (view->layout);
  return TRUE;
}

static guint32
find_slice (TvTimelinePainter *self, const TvTimelineView *view, guint row, double x, gint64 y)
{
  guint32 track = tv_timeline_layout_get_row (view->layout, row)->track;
  guint32 depth = tv_timeline_layout_find_depth (view->layout, row, y);
  TvTimeScale scale = tv_timeline_view_get_scale (view);
  double columns = floor ((x - view->label_width) * view->scale);
  guint32 column = (guint32) CLAMP (columns, 0.0, scale.n_columns - 1.0);

  if (depth == TV_NONE)
    return TV_NONE;
  g_array_set_size (self->spans, 0);
  if (tv_timeline_layout_get_form (view->layout) == TV_TIMELINE_STRIP)
    {
      if (self->strip_walk == NULL)
        self->strip_walk = tv_strip_walk_new (self->trace);
      tv_strip_find_spans (self->trace, self->rows, self->strip_walk, self->strip_index, track,
                           &scale, column, column + 1, self->spans);
    }
  else
    tv_span_finder_find_nested (self->finder, track, &scale, column, column + 1, depth, depth + 1,
                                self->spans);
  return self->spans->len > 0 ? g_array_index (self->spans, TvTimelineSpan, 0).slice : TV_NONE;
}

/**
 * tv_timeline_hit_test:
 * @self: a painter
 * @view: what is shown
 * @x: px in the picture
 * @y: px in the picture
 * @hit: (out): what is there: the very call whose colour that pixel has
 */
void
tv_timeline_hit_test (TvTimelinePainter *self,
                      const TvTimelineView *view,
                      double x,
                      double y,
                      TvTimelineHit *hit)
{
  gint64 rows_y = (gint64) floor (y - tv_timeline_view_get_rows_y (view));

  *hit = (TvTimelineHit){ .area = TV_TIMELINE_NOWHERE, .slice = TV_NONE };
  if (x < 0.0 || x >= view->width || y < 0.0 || y >= view->height)
    return;
  if (y < view->ruler_height)
    {
      hit->area = x < view->label_width ? TV_TIMELINE_NOWHERE : TV_TIMELINE_RULER;
      return;
    }
  hit->row = tv_timeline_layout_find_row (view->layout, rows_y);
  if (hit->row >= tv_timeline_layout_get_n_rows (view->layout))
    return;
  if (x < view->label_width)
    {
      hit->area = TV_TIMELINE_LABELS;
      return;
    }
  hit->area = TV_TIMELINE_ROW;
  hit->slice = find_slice (self, view, hit->row, x, rows_y);
  if (hit->slice != TV_NONE)
    tv_timeline_find_rect (self, view, hit->slice, &hit->rect);
}
