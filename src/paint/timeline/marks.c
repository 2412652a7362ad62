/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws brackets below the calls of a thread, one for each call of the selected method, from its entry to its exit:
 *
 *   │        │ │ │    ◂──────┐     calls narrower than a pixel share a bracket
 *   └────────┘ └─┘
 *
 * If a row extends below the visible area, its brackets are drawn at the lower edge, in front of the calls, so that
 * they are always visible. A part of the painter, called by painter.c. Also draws marks of search hits, for
 * slice-bands.c and state-bands.c. Owns a buffer with one byte per column, which is overwritten for each row. */

#include "paint/timeline/painter-part.h"

#include <math.h>
#include <string.h>

/* Maximum number of occurrences that are visited in a column. If a column contains more, only occurrences that extend
 * beyond the column are visited. */
#define MAX_WALKED 32

#define OCCURRENCES_AHEAD 8

#define LINE_PX  1.5
#define TICK_PX  5.0
#define ARROW_PX 4.0
#define LINE_ABOVE_END_PX                                                                          \
  3.0 /* distance of the line from the lower edge of the area for brackets */
#define BACKDROP_ALPHA 0.93
#define HIT_WIDTH_PX   2.0
#define HIT_HEIGHT_PX  3.0

typedef struct
{
  guint8 *marks; /* #TvMark flags per column */
  guint32 n_marks;
} BracketsPart;

static BracketsPart *
get_part (const TvTimelinePainter *self)
{
  return tv_timeline_painter_get_part (self, TV_PAINTER_PART_BRACKETS);
}

typedef struct
{
  const TvSlices *slices;
  const TvTimeScale *scale;
  guint8 *marks;
  guint32 end_column; /* end of the columns whose lines are already marked */
} Marker;

static void
mark (Marker *self, guint32 slice)
{
  gint64 start_ns = tv_slices_start (self->slices, slice);
  gint64 end_ns = tv_slices_end (self->slices, slice);
  gint64 first = tv_time_scale_find_column (self->scale, start_ns);
  gint64 last = tv_time_scale_find_last (self->scale, start_ns, end_ns);

  if (first >= 0)
    self->marks[first] |= TV_MARK_ENTRY;
  if (last < self->scale->n_columns)
    self->marks[last] |= TV_MARK_EXIT;
  for (gint64 column = MAX (first, self->end_column); column <= last; column++)
    {
      if (column >= self->scale->n_columns)
        break;
      self->marks[column] |= TV_MARK_LINE;
      self->end_column = (guint32) column + 1;
    }
}

/* Marks the outermost call of a symbol among @slice and its callers, and the ends of the calls within it. Only
 * considers calls that start at @from_ns or later and end after @to_ns. */
static void
mark_around (Marker *self, guint32 slice, guint32 symbol, gint64 from_ns, gint64 to_ns)
{
  const TvSlices *slices = self->slices;
  guint32 outermost = TV_NONE;

  for (; slice != TV_NONE && tv_slices_start (slices, slice) >= from_ns;
       slice = tv_slices_parent (slices, slice))
    if (tv_slices_symbol (slices, slice) == symbol && tv_slices_end (slices, slice) > to_ns)
      {
        if (outermost != TV_NONE)
          {
            gint64 last = tv_time_scale_find_last (self->scale, tv_slices_start (slices, outermost),
                                                   tv_slices_end (slices, outermost));

            if (last >= 0 && last < self->scale->n_columns)
              self->marks[last] |= TV_MARK_EXIT;
          }
        outermost = slice;
      }
  if (outermost != TV_NONE)
    mark (self, outermost);
}

static guint
find_occurrence (const guint32 *occurrences, guint low, guint end, guint32 slice)
{
  guint n = end - low;

  while (n > 0)
    {
      guint half = n / 2;

      if (occurrences[low + half] < slice)
        {
          low += half + 1;
          n -= half + 1;
        }
      else
        n = half;
    }
  return low;
}

/* Prefetches the next occurrences, because they are scattered in memory. */
static void
fetch_occurrences (const TvSlices *slices, const guint32 *occurrences, guint at, guint end)
{
  for (guint i = at + 1; i < MIN (at + 1 + OCCURRENCES_AHEAD, end); i++)
    {
      tv_time_column_fetch (&slices->ts, occurrences[i]);
      tv_time_column_fetch (&slices->dur, occurrences[i]);
    }
}

/* Returns the first occurrence from @at + 1 to @end that starts at or after a time. Checks a few occurrences one by
 * one before searching the rest, because this is usually faster. */
static guint
pass_occurrences (const TvRowFinder *rows,
                  const TvSlices *slices,
                  guint32 track,
                  const guint32 *occurrences,
                  guint at,
                  guint end,
                  gint64 ns)
{
  guint next = at + 1;

  while (next < end && next - at <= MAX_WALKED && tv_slices_start (slices, occurrences[next]) < ns)
    next++;
  if (next - at <= MAX_WALKED)
    return next;
  return find_occurrence (occurrences, next, end,
                          tv_row_finder_find (rows, track, occurrences[next - 1], ns));
}

/**
 * tv_timeline_find_marks:
 * @rows: row finder of @trace
 * @occurrences: (array length=n_occurrences): slices of one symbol, sorted
 * @n_occurrences: number of occurrences
 * @track: a track
 * @scale: time range and columns
 * @marks: (array): #TvMark flags per column of @scale; initialized to 0 by the caller
 *
 * Finds the brackets for a symbol's slices on a track.
 */
void
tv_timeline_find_marks (TvTrace *trace,
                        const TvRowFinder *rows,
                        const guint32 *occurrences,
                        guint n_occurrences,
                        guint32 track,
                        const TvTimeScale *scale,
                        guint8 *marks)
{
  const TvTrack *t = &tv_trace_get_tracks (trace, NULL)[track];
  const TvSlices *slices = tv_trace_get_slices (trace);
  Marker marker = { .slices = slices, .scale = scale, .marks = marks };
  guint32 end_row = t->first_slice + t->n_slices;
  guint32 row = tv_row_finder_find (rows, track, t->first_slice, scale->start_ns);
  guint at = find_occurrence (occurrences, 0, n_occurrences, t->first_slice);
  guint end = find_occurrence (occurrences, at, n_occurrences, end_row);

  if (at == end)
    return;
  if (row > t->first_slice)
    mark_around (&marker, row - 1, tv_slices_symbol (slices, occurrences[at]), G_MININT64,
                 scale->start_ns);

  at = find_occurrence (occurrences, at, end, row);
  while (at < end)
    {
      fetch_occurrences (slices, occurrences, at, end);
      gint64 column = tv_time_scale_find_column (scale, tv_slices_start (slices, occurrences[at]));
      gint64 next_ns;
      guint next;

      if (column >= scale->n_columns)
        break;
      next_ns = tv_time_scale_ceil (scale, column + 1);
      next = pass_occurrences (rows, slices, track, occurrences, at, end, next_ns);
      if (next - at <= MAX_WALKED)
        for (; at < next; at++)
          mark (&marker, occurrences[at]);
      else
        {
          marks[column] |= TV_MARK_ENTRY | TV_MARK_EXIT | TV_MARK_LINE;
          mark_around (&marker, occurrences[next - 1], tv_slices_symbol (slices, occurrences[at]),
                       tv_time_scale_ceil (scale, column), next_ns - 1);
          at = next;
        }
    }
}

/* Appends an arrow that points right (1) or left (-1). The vertices have the same orientation as those of rectangles,
 * because the arrows and rectangles are filled together. */
static void
append_arrow (cairo_t *cr, double x, double y, double towards)
{
  cairo_move_to (cr, x, y);
  cairo_rel_line_to (cr, -towards * ARROW_PX, towards * ARROW_PX * 0.75);
  cairo_rel_line_to (cr, 0.0, -towards * ARROW_PX * 1.5);
  cairo_close_path (cr);
}

/* Appends brackets to the path. @y is the lower edge of their horizontal line. */
static void
append_marks (cairo_t *cr, const TvTimelineView *view, const guint8 *marks, guint32 n, double y)
{
  double px = 1.0 / view->scale;

  for (guint32 column = 0; column < n;)
    {
      guint32 first = column;
      double x = view->label_width + first * px;

      if (!(marks[column] & TV_MARK_LINE))
        {
          column++;
          continue;
        }
      while (column < n && (marks[column] & TV_MARK_LINE))
        {
          guint32 tick = column;

          /* Draw adjacent ticks as one rectangle. */
          while (column < n && (marks[column] & (TV_MARK_ENTRY | TV_MARK_EXIT)) &&
                 (marks[column] & TV_MARK_LINE))
            column++;
          if (column > tick)
            cairo_rectangle (cr, view->label_width + tick * px, y - LINE_PX - TICK_PX,
                             MAX ((column - tick) * px, 1.0), TICK_PX);
          else
            column++;
        }
      cairo_rectangle (cr, x, y - LINE_PX, MAX ((column - first) * px, 1.0), LINE_PX);
      if (first == 0 && !(marks[0] & TV_MARK_ENTRY))
        append_arrow (cr, x, y - LINE_PX / 2.0, -1.0);
      if (column == n && !(marks[n - 1] & TV_MARK_EXIT))
        append_arrow (cr, view->width, y - LINE_PX / 2.0, 1.0);
    }
}

/* Finds the brackets for slices in a row. */
static void
find_row_marks (TvTimelineImage *image, guint row, const guint32 *slices, guint n_slices)
{
  TvTimelinePainter *painter = image->painter;
  BracketsPart *part = get_part (painter);
  const TvTimelineView *view = image->view;
  const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);

  memset (part->marks, 0, image->scale.n_columns);
  for (guint i = r->first_band; i < r->first_band + r->n_bands; i++)
    {
      const TvTimelineBand *band = tv_timeline_layout_get_band (view->layout, i);

      if (band->class->has_brackets)
        tv_timeline_find_marks (image->trace,
                                tv_slice_index_get_rows (tv_timeline_painter_get_index (painter)),
                                slices, n_slices, band->track, &image->scale, part->marks);
    }
}

/* Returns the lower edge of a row's brackets. Also returns whether they are at the edge of the view instead of in the
 * area for brackets. Brackets are only moved to the edge if the row's first line of calls is visible. */
static double
find_line (const TvTimelineImage *image, const TvTimelineRow *row, gboolean *is_at_edge)
{
  const TvTimelineView *view = image->view;
  gint32 brackets = tv_timeline_layout_get_metrics (view->layout)->brackets;
  const TvTimelineBand *first = tv_timeline_layout_get_band (view->layout, row->first_band);
  double row_y = tv_timeline_view_get_row_y (view, row);
  double bracket_y = row_y + (double) row->bracket_y;
  double edge_y = floor (image->bottom) - brackets;

  *is_at_edge = bracket_y > edge_y && row_y + (double) first->y + first->bar <= edge_y;
  return (*is_at_edge ? edge_y : bracket_y) + brackets - LINE_ABOVE_END_PX;
}

static void
paint_backdrop (const TvTimelineImage *image, double y)
{
  const TvTimelineView *view = image->view;
  gint32 brackets = tv_timeline_layout_get_metrics (view->layout)->brackets;
  TvColor color = view->theme->background;

  color.alpha = BACKDROP_ALPHA;
  tv_color_set_source (&color, image->cr);
  cairo_rectangle (image->cr, view->label_width, y + LINE_ABOVE_END_PX - brackets,
                   view->width - view->label_width, brackets);
  cairo_fill (image->cr);
}

static gboolean
has_marks (const TvTimelineImage *image)
{
  BracketsPart *part = get_part (image->painter);

  for (guint32 column = 0; column < image->scale.n_columns; column++)
    if (part->marks[column] != 0)
      return TRUE;
  return FALSE;
}

/* Paints the brackets of a row. Initialize @has_backdrop with TRUE if the brackets do not cover calls; it is set once
 * the calls behind the brackets have been covered. */
static void
paint_row_marks (TvTimelineImage *image,
                 guint row,
                 const guint32 *slices,
                 guint n_slices,
                 const TvColor *color,
                 double y,
                 gboolean *has_backdrop)
{
  BracketsPart *part = get_part (image->painter);

  if (y < image->top || y - LINE_PX - TICK_PX > image->bottom)
    return;
  find_row_marks (image, row, slices, n_slices);
  if (!has_marks (image))
    return;
  if (!*has_backdrop)
    paint_backdrop (image, y);
  *has_backdrop = TRUE;
  append_marks (image->cr, image->view, part->marks, image->scale.n_columns, y);
  tv_color_set_source (color, image->cr);
  cairo_fill (image->cr);
}

static void
make_space (TvTimelineImage *image)
{
  BracketsPart *part = get_part (image->painter);

  if (part->n_marks >= image->scale.n_columns)
    return;
  part->n_marks = image->scale.n_columns;
  part->marks = g_renew (guint8, part->marks, part->n_marks);
}

/* Paints the brackets of the selected method, and highlights the bracket of the selected call. */
void
tv_timeline_paint_marks (TvTimelineImage *image)
{
  const TvTimelineView *view = image->view;
  const TvTheme *theme = view->theme;
  gboolean has_slice = view->selected_slice != TV_NONE;
  guint selected_row = 0;

  if (view->occurrences == NULL && !has_slice)
    return;
  make_space (image);
  if (has_slice)
    selected_row = tv_timeline_layout_find_track (
        view->layout, tv_trace_find_track_at (image->trace, view->selected_slice));

  for (guint row = image->first_row; row < image->end_row; row++)
    {
      const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);
      gboolean is_at_edge, has_backdrop;
      double y;

      if (r->bracket_y < 0)
        continue;
      y = find_line (image, r, &is_at_edge);
      has_backdrop = !is_at_edge;
      if (view->occurrences != NULL)
        paint_row_marks (image, row, (const guint32 *) (gpointer) view->occurrences->data,
                         view->occurrences->len, has_slice ? &theme->faint_accent : &theme->accent,
                         y, &has_backdrop);
      if (has_slice && row == selected_row)
        paint_row_marks (image, row, &view->selected_slice, 1, &theme->accent, y, &has_backdrop);
    }
}

/* ---- Search hits ---- */

/* Marks every column in which a search hit on the track starts. */
static void
find_hits (TvTimelineImage *image, guint32 track)
{
  TvTimelinePainter *painter = image->painter;
  BracketsPart *part = get_part (painter);
  const TvTrack *t = &tv_trace_get_tracks (image->trace, NULL)[track];
  const TvSlices *slices = tv_trace_get_slices (image->trace);
  const TvTimeScale *scale = &image->scale;
  const guint32 *hits = (const guint32 *) (gconstpointer) image->view->hits->data;
  guint end = find_occurrence (hits, 0, image->view->hits->len, t->first_slice + t->n_slices);
  guint32 row = tv_row_finder_find (
      tv_slice_index_get_rows (tv_timeline_painter_get_index (painter)), track, t->first_slice,
      scale->start_ns);
  guint at = find_occurrence (hits, 0, end, row);

  while (at < end)
    {
      gint64 column = tv_time_scale_find_column (scale, tv_slices_start (slices, hits[at]));

      if (column < 0 || column >= scale->n_columns)
        break;
      part->marks[column] = 1;
      row = tv_row_finder_find (tv_slice_index_get_rows (tv_timeline_painter_get_index (painter)),
                                track, hits[at], tv_time_scale_ceil (scale, column + 1));
      at = find_occurrence (hits, at + 1, end, row);
    }
}

/* Adds a tick for every search hit, at the lower edge of the band. */
void
tv_timeline_add_hits (TvTimelineImage *image, const TvTimelineBand *band, double y)
{
  BracketsPart *part = get_part (image->painter);
  const TvTimelineView *view = image->view;
  int left = (int) round (view->label_width * view->scale);
  int top = (int) round ((y + (double) (band->n_lines - 1) * band->step + band->bar) * view->scale);
  int width = (int) ceil (HIT_WIDTH_PX * view->scale);
  int height = (int) ceil (HIT_HEIGHT_PX * view->scale);

  if (view->hits == NULL || view->hits->len == 0)
    return;
  make_space (image);
  memset (part->marks, 0, image->scale.n_columns);
  find_hits (image, band->track);
  for (guint32 column = 0; column < image->scale.n_columns; column++)
    {
      guint32 first = column;

      while (column < image->scale.n_columns && part->marks[column])
        column++;
      if (column > first)
        tv_bars_add (image->bars, TV_BAR_ACCENT, left + (int) first, top,
                     MAX ((int) (column - first), width), height, 0);
    }
}

/* ---- Painter part ---- */

static void
clear (TvTimelinePainter *self)
{
  g_free (get_part (self)->marks);
}

const TvPainterPart tv_painter_part_brackets = {
  .size = sizeof (BracketsPart),
  .clear = clear,
};
