/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Geometry of a #TvTimelineView: converts times and rows to positions, and positions to times and rows. Called by the
 * timeline widget and by the files of the painter. Pure. */

#include "paint/timeline/painter-part.h"

#include <math.h>

/* Maximum share of the height for fixed rows. */
#define MAX_FIXED_PART 0.5

/**
 * Returns the visible time range, and the number of the chart's columns, which are device pixels.
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
 * tv_timeline_view_keep_to_grid:
 * @grid: (inout): grid of the previous drawing
 * @trace: the trace
 *
 * Moves the visible range by less than a pixel, so that consecutive drawings share columns, see #TvTimeGrid.
 */
void
tv_timeline_view_keep_to_grid (TvTimelineView *self, TvTimeGrid *grid, TvTrace *trace)
{
  TvTimeScale scale = tv_timeline_view_get_scale (self);

  scale = tv_time_grid_place (grid, &scale, tv_trace_get_start_ns (trace),
                              tv_trace_get_end_ns (trace));
  self->start_ns = scale.start_ns;
  self->end_ns = scale.end_ns;
}

/**
 * Returns the x coordinate of a time, in px. It may be outside of the chart.
 */
double
tv_timeline_view_get_x (const TvTimelineView *self, gint64 ns)
{
  TvTimeScale scale = tv_timeline_view_get_scale (self);

  return self->label_width + tv_time_scale_get_x (&scale, ns) / self->scale;
}

/**
 * Returns the time at an x coordinate in px.
 */
gint64
tv_timeline_view_get_ns (const TvTimelineView *self, double x)
{
  TvTimeScale scale = tv_timeline_view_get_scale (self);

  return tv_time_scale_get_ns (&scale, (x - self->label_width) * self->scale);
}

/**
 * Returns the height of the fixed rows below the ruler, in px. 0 for exported images, or if the pinned rows are too
 * tall to be fixed.
 */
double
tv_timeline_view_get_fixed_height (const TvTimelineView *self)
{
  double pinned = (double) tv_timeline_layout_get_pinned_height (self->layout);

  if (self->is_still)
    return 0.0;
  return pinned <= (self->height - self->ruler_height) * MAX_FIXED_PART ? pinned : 0.0;
}

/**
 * Returns the y coordinate of a row's upper edge, in px. It may be outside of the view.
 */
double
tv_timeline_view_get_row_y (const TvTimelineView *self, const TvTimelineRow *row)
{
  gboolean is_fixed = row->is_pinned && tv_timeline_view_get_fixed_height (self) > 0.0;

  return self->ruler_height + (double) row->y - (is_fixed ? 0.0 : self->scroll_y);
}

/**
 * Returns the y coordinate in px from which on the row is visible. Rows that are not pinned are covered by fixed rows
 * above it.
 */
double
tv_timeline_view_get_row_top (const TvTimelineView *self, const TvTimelineRow *row)
{
  return self->ruler_height + (row->is_pinned ? 0.0 : tv_timeline_view_get_fixed_height (self));
}

/**
 * tv_timeline_view_find_row:
 * @y: y coordinate in px, below the ruler
 *
 * Returns the index of the row at a position, or the number of visible rows if there is none.
 */
guint
tv_timeline_view_find_row (const TvTimelineView *self, double y)
{
  double below = y - self->ruler_height;

  if (below >= tv_timeline_view_get_fixed_height (self))
    below += self->scroll_y;
  return tv_timeline_layout_find_row (self->layout, (gint64) floor (below));
}

/* Returns the column at @x, or the nearest column if @x is outside of the chart. */
guint32
tv_timeline_view_find_column (const TvTimelineView *self, double x)
{
  double column = floor ((x - self->label_width) * self->scale);

  return (guint32) CLAMP (column, 0.0, tv_timeline_view_get_scale (self).n_columns - 1.0);
}
