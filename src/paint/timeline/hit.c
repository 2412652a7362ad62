/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hit testing and geometry: finds the slices, counters and samples at a position, and the position of slices. Called
 * by the timeline widget for pointer events, and by the files of the painter for coordinates. No state, but a hit
 * test of slices uses the span cache and the shared buffer of the painter. */

#include "paint/timeline/painter-part.h"

#include <math.h>

#include "paint/timeline/time-flags.h"

/* Maximum share of the height for fixed rows. */
#define MAX_FIXED_PART 0.5

/**
 * tv_timeline_view_get_scale:
 * @self: a view
 *
 * Returns: the visible time range and the number of device pixels of the chart
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
 * @self: a view
 * @grid: (inout): grid of the previous drawing
 * @trace: the trace
 *
 * Moves the visible range by less than a pixel so that consecutive drawings share columns, see #TvTimeGrid.
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
 * tv_timeline_view_get_x:
 * @self: a view
 * @ns: a time
 *
 * Returns: x coordinate in px; may be outside of the chart
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
 * @x: x coordinate in px
 *
 * Returns: time at the position
 */
gint64
tv_timeline_view_get_ns (const TvTimelineView *self, double x)
{
  TvTimeScale scale = tv_timeline_view_get_scale (self);

  return tv_time_scale_get_ns (&scale, (x - self->label_width) * self->scale);
}

/**
 * tv_timeline_view_get_fixed_height:
 * @self: a view
 *
 * Returns: height of the fixed rows below the ruler, in px; 0 in a static image, or if the fixed rows would be too
 * high
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
 * tv_timeline_view_get_row_y:
 * @self: a view
 * @row: a visible row
 *
 * Returns: y coordinate of the upper edge of the row, in px; may be outside of the view
 */
double
tv_timeline_view_get_row_y (const TvTimelineView *self, const TvTimelineRow *row)
{
  gboolean is_fixed = row->is_pinned && tv_timeline_view_get_fixed_height (self) > 0.0;

  return self->ruler_height + (double) row->y - (is_fixed ? 0.0 : self->scroll_y);
}

/**
 * tv_timeline_view_get_row_top:
 * @self: a view
 * @row: a visible row
 *
 * Returns: y coordinate in px below which the row is visible; rows that are not fixed scroll behind the fixed rows
 */
double
tv_timeline_view_get_row_top (const TvTimelineView *self, const TvTimelineRow *row)
{
  return self->ruler_height + (row->is_pinned ? 0.0 : tv_timeline_view_get_fixed_height (self));
}

/**
 * tv_timeline_view_find_row:
 * @self: a view
 * @y: y coordinate in px, below the ruler
 *
 * Returns: the row at the position, or the number of rows if there is none
 */
guint
tv_timeline_view_find_row (const TvTimelineView *self, double y)
{
  double below = y - self->ruler_height;

  if (below >= tv_timeline_view_get_fixed_height (self))
    below += self->scroll_y;
  return tv_timeline_layout_find_row (self->layout, (gint64) floor (below));
}

/**
 * tv_timeline_find_rect:
 * @self: a painter
 * @view: the view
 * @slice: a slice
 * @rect: (out): rectangle of the slice; horizontally clipped to the chart, vertically possibly out of view
 *
 * Gets the position of a slice.
 *
 * Returns: %FALSE if the slice is outside the visible time range, its track has no row or its level is not shown;
 * @rect is then unset
 */
gboolean
tv_timeline_find_rect (TvTimelinePainter *self,
                       const TvTimelineView *view,
                       guint32 slice,
                       TvTimelineRect *rect)
{
  const TvSlices *slices = tv_trace_get_slices (tv_timeline_painter_get_trace (self));
  TvTimeScale scale = tv_timeline_view_get_scale (view);
  gint64 start_ns = tv_slices_start (slices, slice), end_ns = tv_slices_end (slices, slice);
  gint64 first = tv_time_scale_find_column (&scale, start_ns);
  gint64 last = tv_time_scale_find_last (&scale, start_ns, end_ns);
  guint32 track = tv_trace_find_track_at (tv_timeline_painter_get_trace (self), slice);
  const TvTimelineBand *band = tv_timeline_layout_find_band (view->layout, track);
  guint row = tv_timeline_layout_find_track (view->layout, track);

  if (last < 0 || first >= scale.n_columns || row >= tv_timeline_layout_get_n_rows (view->layout) ||
      !tv_timeline_band_has_level (band, tv_slices_depth (slices, slice)))
    return FALSE;
  first = MAX (first, 0);
  last = MIN (last, (gint64) scale.n_columns - 1);
  rect->x = view->label_width + (double) first / view->scale;
  rect->width = (double) (last + 1 - first) / view->scale;
  if (first == last && (slices->flags[slice] & TV_SLICE_INSTANT))
    rect->x = view->label_width - rect->width / 2.0 +
              tv_timeline_find_point_middle (self, view, band, (guint32) first);
  rect->y = tv_timeline_view_get_row_y (view, tv_timeline_layout_get_row (view->layout, row)) +
            (double) tv_timeline_band_get_y (band, tv_slices_depth (slices, slice));
  rect->height = band->bar;
  return TRUE;
}

/* Returns the column of the chart at @x; the nearest column if @x is outside of the chart. */
guint32
tv_timeline_view_find_column (const TvTimelineView *self, double x)
{
  double column = floor ((x - self->label_width) * self->scale);

  return (guint32) CLAMP (column, 0.0, tv_timeline_view_get_scale (self).n_columns - 1.0);
}

static guint32
find_slice (TvTimelinePainter *self,
            const TvTimelineView *view,
            const TvTimelineBand *band,
            guint32 depth,
            double x)
{
  TvTimeScale scale = tv_timeline_view_get_scale (view);
  guint32 column = tv_timeline_view_find_column (view, x);
  /* Instant events at an edge are shifted by up to half the height of a line. */
  guint32 reach = (guint32) ceil ((TV_TIMELINE_REACH_PX + band->bar / 2.0) * view->scale);
  guint32 nearest = TV_NONE;
  double nearest_px = TV_TIMELINE_REACH_PX;
  const GArray *spans;

  spans = tv_timeline_find_spans (self, band, &scale, column, column + 1, depth, depth + 1);
  if (spans->len > 0)
    return g_array_index (spans, TvTimelineSpan, 0).slice;
  if (tv_timeline_layout_get_n_groups (view->layout) == 0)
    return TV_NONE;

  /* An instant event is drawn wider than its duration, so search the neighbouring columns. */
  spans = tv_timeline_find_spans (self, band, &scale, column > reach ? column - reach : 0,
                                  MIN (column + reach + 1, scale.n_columns), depth, depth + 1);
  for (guint i = 0; i < spans->len; i++)
    {
      const TvTimelineSpan *span = &g_array_index (spans, TvTimelineSpan, i);
      double distance_px = fabs (x - view->label_width -
                                 tv_timeline_find_point_middle (self, view, band, span->first));

      if (!(tv_trace_get_slices (tv_timeline_painter_get_trace (self))->flags[span->slice] &
            TV_SLICE_INSTANT) ||
          distance_px > nearest_px)
        continue;
      nearest = span->slice;
      nearest_px = distance_px;
    }
  return nearest;
}

void
tv_timeline_hit_slice (TvTimelinePainter *self,
                       const TvTimelineView *view,
                       const TvTimelineBand *band,
                       guint32 depth,
                       double x,
                       TvTimelineHit *hit)
{
  hit->slice = find_slice (self, view, band, depth, x);
  if (hit->slice == TV_NONE)
    return;
  hit->item = TV_ITEM_SLICE;
  tv_timeline_find_rect (self, view, hit->slice, &hit->rect);
}

/* Finds the slice, counter or sample of a row at a position, or an overflow indicator. */
static void
hit_row (TvTimelinePainter *self,
         const TvTimelineView *view,
         double x,
         gint64 rows_y,
         TvTimelineHit *hit)
{
  guint32 depth;
  guint at = tv_timeline_layout_find_band_at (view->layout, hit->row, rows_y, &depth);
  const TvTimelineBand *band;

  hit->cue = tv_timeline_layout_find_overflow (view->layout, hit->row, rows_y);
  if (at == TV_NONE || hit->cue != 0)
    return;
  band = tv_timeline_layout_get_band (view->layout, at);
  if (band->class->hit != NULL)
    band->class->hit (self, view, band, depth, x, hit);
}

/* Returns the flags of bookmarks, with positions in px from the left edge of the ruler. */
static GArray *
place_flags (TvTimelinePainter *self, const TvTimelineView *view)
{
  TvTimeScale scale = {
    .start_ns = view->start_ns,
    .end_ns = view->end_ns,
    .n_columns = (guint32) MAX (round (view->width - view->label_width), 1.0),
  };

  return tv_time_flags_place (view->marks, view->selected_mark, &scale,
                              tv_timeline_painter_get_labels (self, TV_LABELS_DETAILS));
}

/**
 * tv_timeline_find_flag:
 * @self: a painter with a font
 * @view: the view
 * @mark: id of a bookmark
 * @rect: (out): rectangle of the flag
 *
 * Returns: whether the pole of the flag is in the visible range
 */
gboolean
tv_timeline_find_flag (TvTimelinePainter *self,
                       const TvTimelineView *view,
                       guint mark,
                       TvTimelineRect *rect)
{
  g_autoptr (GArray) flags = place_flags (self, view);

  for (guint i = 0; i < flags->len; i++)
    {
      const TvTimeFlag *flag = &g_array_index (flags, TvTimeFlag, i);

      if (flag->id != mark)
        continue;
      *rect = (TvTimelineRect){ view->label_width + flag->x, 0.0, flag->width, view->ruler_height };
      return rect->x >= view->label_width && rect->x < view->width;
    }
  return FALSE;
}

static void
hit_ruler (TvTimelinePainter *self, const TvTimelineView *view, double x, TvTimelineHit *hit)
{
  g_autoptr (GArray) flags = NULL;

  hit->area = TV_TIMELINE_RULER;
  if (view->marks == NULL || view->marks->len == 0)
    return;
  flags = place_flags (self, view);
  hit->mark = tv_time_flags_hit (flags, view->selected_mark, x - view->label_width);
  if (hit->mark != 0)
    tv_timeline_find_flag (self, view, hit->mark, &hit->rect);
}

/**
 * tv_timeline_hit_test:
 * @self: a painter
 * @view: the view
 * @x: x coordinate in px
 * @y: y coordinate in px
 * @hit: (out): content at the position; of overlapping slices, the slice that determines the colour of the pixel
 *
 * Finds the content at a position.
 */
void
tv_timeline_hit_test (TvTimelinePainter *self,
                      const TvTimelineView *view,
                      double x,
                      double y,
                      TvTimelineHit *hit)
{
  const TvTimelineRow *row;

  *hit = (TvTimelineHit){
    .area = TV_TIMELINE_NOWHERE,
    .slice = TV_NONE,
    .counter = TV_NONE,
    .sample = TV_NONE,
    .gap = TV_NONE,
    .stack_sample = TV_NONE,
  };
  if (x < 0.0 || x >= view->width || y < 0.0 || y >= view->height)
    return;
  if (y < view->ruler_height)
    {
      if (x >= view->label_width)
        hit_ruler (self, view, x, hit);
      return;
    }
  hit->row = tv_timeline_view_find_row (view, y);
  if (hit->row >= tv_timeline_layout_get_n_rows (view->layout))
    return;
  row = tv_timeline_layout_get_row (view->layout, hit->row);
  if (row->is_header)
    {
      hit->area = TV_TIMELINE_HEADER;
      return;
    }
  if (x < view->label_width)
    {
      hit->area = TV_TIMELINE_LABELS;
      return;
    }
  hit->area = TV_TIMELINE_ROW;
  hit_row (self, view, x, row->y + (gint64) floor (y - tv_timeline_view_get_row_y (view, row)),
           hit);
}

/* Returns whether two hits are at the same item, such as at two positions within a slice. */
gboolean
tv_timeline_hit_is_same (const TvTimelineHit *a, const TvTimelineHit *b)
{
  return a->item == b->item && a->slice == b->slice && a->counter == b->counter &&
         a->sample == b->sample && a->gap == b->gap && a->stack.name == b->stack.name &&
         a->stack.start_ns == b->stack.start_ns && a->stack.n_samples == b->stack.n_samples &&
         (a->stack.n_samples > 0 || a->stack_sample == b->stack_sample) &&
         a->path.row.ts == b->path.row.ts && a->path.row.dur == b->path.row.dur &&
         a->path.row.root_utid == b->path.row.root_utid;
}
