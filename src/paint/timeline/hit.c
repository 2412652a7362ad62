/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hit testing: finds the slice, counter or sample at a position, and the position of a slice. Called by the timeline
 * widget for pointer events. No state, but searching slices uses the painter's span cache and shared buffer. */

#include "paint/timeline/painter-part.h"

#include <math.h>

#include "paint/timeline/time-flags.h"

/**
 * tv_timeline_find_rect:
 * @rect: (out): rectangle of the slice; clipped to the chart horizontally, but not vertically
 *
 * Gets the position of a slice.
 * Returns: %FALSE if the slice is outside of the visible time range, its track has no visible row, or its level is
 * hidden; @rect is then not set
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

static guint32
find_slice (TvTimelinePainter *self,
            const TvTimelineView *view,
            const TvTimelineBand *band,
            guint32 depth,
            double x)
{
  TvTimeScale scale = tv_timeline_view_get_scale (view);
  guint32 column = tv_timeline_view_find_column (view, x);
  /* Instant events at the edges of the trace are moved by up to half the height of a line. */
  guint32 reach = (guint32) ceil ((TV_TIMELINE_REACH_PX + band->bar / 2.0) * view->scale);
  guint32 nearest = TV_NONE;
  double nearest_px = TV_TIMELINE_REACH_PX;
  const GArray *spans;

  spans = tv_timeline_find_spans (self, band, &scale, column, column + 1, depth, depth + 1);
  if (spans->len > 0)
    return g_array_index (spans, TvTimelineSpan, 0).slice;
  if (tv_timeline_layout_get_n_groups (view->layout) == 0)
    return TV_NONE;

  /* Diamonds are wider than their column, so also search neighbouring columns. */
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

/* Finds the slice, counter or sample at a position in a row, or the indicator of hidden levels. */
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

/* Returns the flags of bookmarks. Their positions are in px from the left edge of the ruler. */
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
 * @mark: id of a bookmark
 * @rect: (out): rectangle of the flag
 *
 * Gets the position of a bookmark's flag.
 * Returns: whether the pole of the flag is in the visible time range
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
 * @x: x coordinate in px
 * @y: y coordinate in px
 * @hit: (out): the item at the position; if several slices share the pixel, the slice that determines its colour
 *
 * Finds the item at a position.
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

/* Returns whether two hits refer to the same item, for example to different positions in a slice. */
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
