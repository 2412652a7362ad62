/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A picture of the timeline, from back to front: rows, calls, what is special about some calls,
 * the selected stretch of time, labels, outlines and brackets, names, the ruler. */

#include "paint/timeline-painter-private.h"

#include <math.h>
#include <string.h>

#define MIN_LABEL_PX   30.0
#define LABEL_INSET_PX 5.0
#define MAX_LABELS     400

/* From these widths on a call has rounded corners, and keeps off its neighbour. */
#define MIN_ROUND_PX  6.0
#define MIN_SPACED_PX 4.0
#define RADIUS_PX     2.0

#define MIN_SHARE_PX 3.0
#define TINT_BELOW   0.7

#define MIN_TORN_PX 8.0
#define MIN_GAP_PX  3.0

/* A call wide enough for a label; in px. */
typedef struct
{
  guint32 symbol;
  double x, middle_y, width;
} CallLabel;

/**
 * tv_timeline_painter_new:
 * @trace: what is drawn; must outlive the painter
 * @index: of @trace; must outlive the painter
 * @ranking: (nullable): of @trace; gives the calls' colours
 *
 * Returns: (transfer full): a painter that still needs a font
 */
TvTimelinePainter *
tv_timeline_painter_new (TvTrace *trace, const TvSliceIndex *index, const TvRanking *ranking)
{
  TvTimelinePainter *self = g_new0 (TvTimelinePainter, 1);
  guint32 n_symbols;

  self->trace = trace;
  self->index = index;
  self->rows = tv_row_finder_new (trace);
  self->finder = tv_span_finder_new (trace, index, self->rows);
  self->spans = g_array_new (FALSE, FALSE, sizeof (TvTimelineSpan));
  self->bars = tv_bars_new ();
  self->call_labels = g_array_new (FALSE, FALSE, sizeof (CallLabel));

  tv_trace_get_symbols (trace, &n_symbols);
  self->colors = g_new (guint8, n_symbols);
  self->label_of_symbol = g_new0 (char *, n_symbols + 1);
  for (guint32 symbol = 0; symbol < n_symbols; symbol++)
    {
      guint32 rank = ranking != NULL ? tv_ranking_get_rank (ranking, symbol) : symbol;

      self->colors[symbol] = (guint8) tv_palette_get_index (rank);
    }
  return self;
}

static void
clear_labels (TvTimelinePainter *self)
{
  g_clear_pointer (&self->calls, tv_label_cache_free);
  g_clear_pointer (&self->names, tv_label_cache_free);
  g_clear_pointer (&self->main_names, tv_label_cache_free);
  g_clear_pointer (&self->details, tv_label_cache_free);
  g_clear_pointer (&self->strong_details, tv_label_cache_free);
}

void
tv_timeline_painter_free (TvTimelinePainter *self)
{
  guint32 n_symbols;

  if (self == NULL)
    return;
  tv_trace_get_symbols (self->trace, &n_symbols);
  for (guint32 symbol = 0; symbol < n_symbols; symbol++)
    g_free (self->label_of_symbol[symbol]);
  g_free (self->label_of_symbol);
  clear_labels (self);
  tv_span_finder_free (self->finder);
  tv_strip_walk_free (self->strip_walk);
  tv_row_finder_free (self->rows);
  g_array_unref (self->spans);
  g_array_unref (self->call_labels);
  tv_bars_free (self->bars);
  g_free (self->marks);
  g_free (self->colors);
  g_free (self);
}

/**
 * tv_timeline_painter_set_font:
 * @self: a painter
 * @context: the font and how it is rendered
 * @metrics: its sizes
 *
 * To be called before the first picture, and whenever the font changes.
 */
void
tv_timeline_painter_set_font (TvTimelinePainter *self,
                              PangoContext *context,
                              const TvTimelineMetrics *metrics)
{
  clear_labels (self);
  self->calls = tv_label_cache_new (context, metrics->call_font_px, PANGO_WEIGHT_NORMAL);
  self->names = tv_label_cache_new (context, metrics->name_font_px, PANGO_WEIGHT_NORMAL);
  self->main_names = tv_label_cache_new (context, metrics->name_font_px, PANGO_WEIGHT_BOLD);
  self->details = tv_label_cache_new (context, metrics->detail_font_px, PANGO_WEIGHT_NORMAL);
  self->strong_details = tv_label_cache_new (context, metrics->detail_font_px, PANGO_WEIGHT_BOLD);
}

/**
 * tv_timeline_painter_set_strip_index:
 * @self: a painter
 * @index: (nullable): of its trace
 *
 * Makes strips of long traces fast.
 */
void
tv_timeline_painter_set_strip_index (TvTimelinePainter *self, const TvStripIndex *index)
{
  self->strip_index = index;
}

/**
 * tv_timeline_painter_get_color:
 * @self: a painter
 * @symbol: a symbol
 *
 * Returns: (transfer none): the colour of its calls
 */
const TvColor *
tv_timeline_painter_get_color (TvTimelinePainter *self, guint32 symbol)
{
  return tv_palette_get_color (self->colors[symbol]);
}

/**
 * tv_timeline_dup_call_label:
 * @trace: a trace
 * @symbol: a symbol
 *
 * Returns: (transfer full): `Class.method`, without the package
 */
char *
tv_timeline_dup_call_label (TvTrace *trace, guint32 symbol)
{
  const TvSymbol *s = &tv_trace_get_symbols (trace, NULL)[symbol];
  const char *class_name, *name, *package_end;

  if (s->class_name == TV_NONE || s->name == TV_NONE)
    return tv_trace_dup_symbol_name (trace, symbol);
  class_name = tv_trace_get_string (trace, s->class_name);
  name = tv_trace_get_string (trace, s->name);
  package_end = strrchr (class_name, '.');
  if (package_end != NULL && package_end[1] != '\0')
    class_name = package_end + 1;
  return g_strconcat (class_name, ".", name, NULL);
}

static const char *
get_call_label (TvTimelinePainter *self, guint32 symbol)
{
  char **label = &self->label_of_symbol[symbol];

  if (*label == NULL)
    *label = tv_timeline_dup_call_label (self->trace, symbol);
  return *label;
}

/* ---- Rows ---- */

static void
paint_backgrounds (TvTimelinePicture *picture)
{
  const TvTimelineView *view = picture->view;
  cairo_t *cr = picture->cr;

  tv_color_set_source (&view->theme->background, cr);
  cairo_rectangle (cr, 0.0, 0.0, view->width, view->height);
  cairo_fill (cr);

  tv_color_set_source (&view->theme->stripe, cr);
  for (guint row = picture->first_row; row < picture->end_row; row++)
    {
      const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);
      double y0 = tv_timeline_view_get_rows_y (view) + (double) r->y;
      double y1 = y0 + (double) r->height;

      /* Cut to the picture: cairo's own coordinates have 24 bits. */
      if (row % 2 == 1)
        cairo_rectangle (cr, 0.0, MAX (y0, 0.0), view->width,
                         MIN (y1, view->height) - MAX (y0, 0.0));
    }
  cairo_fill (cr);
}

/* The depths of a row that are in sight. */
static void
find_depths (TvTimelinePicture *picture, guint row, guint32 *first, guint32 *end)
{
  const TvTimelineView *view = picture->view;
  const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);
  const TvTimelineMetrics *metrics = tv_timeline_layout_get_metrics (view->layout);
  double top = view->scroll_y - (double) (r->y + metrics->margin);
  double bottom = top + view->height - view->ruler_height;

  *first = (guint32) CLAMP (floor (top / metrics->step), 0.0, r->n_levels);
  *end = (guint32) CLAMP (ceil (bottom / metrics->step), *first, r->n_levels);
}

static void
find_spans (TvTimelinePicture *picture, guint row)
{
  TvTimelinePainter *self = picture->painter;
  const TvTimelineView *view = picture->view;
  guint32 track = tv_timeline_layout_get_row (view->layout, row)->track;
  guint32 first_depth, end_depth;

  g_array_set_size (self->spans, 0);
  if (tv_timeline_layout_get_form (view->layout) == TV_TIMELINE_STRIP)
    {
      if (self->strip_walk == NULL)
        self->strip_walk = tv_strip_walk_new (self->trace);
      tv_strip_find_spans (self->trace, self->rows, self->strip_walk, self->strip_index, track,
                           &picture->scale, 0, picture->scale.n_columns, self->spans);
      return;
    }
  find_depths (picture, row, &first_depth, &end_depth);
  tv_span_finder_find_nested (self->finder, track, &picture->scale, 0, picture->scale.n_columns,
                              first_depth, end_depth, self->spans);
}

static void
add_bar (TvTimelinePicture *picture, const TvTimelineSpan *span, int y, int height)
{
  TvTimelinePainter *self = picture->painter;
  const TvTimelineView *view = picture->view;
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  double scale = view->scale;
  int left = (int) round (view->label_width * scale);
  int x0 = left + (int) span->first, x1 = left + (int) span->end;
  int radius = x1 - x0 > MIN_ROUND_PX * scale ? (int) round (RADIUS_PX * scale) : 0;
  guint color = self->colors[slices->symbol[span->slice]];

  if (span->share < 1.0f)
    {
      gboolean is_gap = span->share <= 0.0f;
      int part = (int) round (height * (double) span->share);

      /* Even the smallest share is seen; only being switched away is a mere line. */
      part = MAX (part, (int) ceil ((is_gap ? 1.0 : MIN_SHARE_PX) * scale));
      color = is_gap ? TV_BAR_GAP : color;
      tv_bars_add (self->bars, color, x0, y + height - part, x1 - x0, part, 0);
      return;
    }

  if (x1 - x0 >= MIN_SPACED_PX * scale)
    x1 -= (int) round (scale);
  /* Where a call goes on out of sight, it has no end to be rounded. */
  if (span->first == 0 && tv_slices_start (slices, span->slice) < view->start_ns)
    x0 -= 2 * radius;
  if (span->end == picture->scale.n_columns && tv_slices_end (slices, span->slice) > view->end_ns)
    x1 += 2 * radius + (int) ceil (scale);
  tv_bars_add (self->bars, color, x0, y, x1 - x0, height, radius);
}

static void
add_label (TvTimelinePicture *picture, const TvTimelineSpan *span, double y, double height)
{
  TvTimelinePainter *self = picture->painter;
  const TvTimelineView *view = picture->view;
  CallLabel label;

  label.width = (span->end - span->first) / view->scale;
  if (label.width < MIN_LABEL_PX || span->share < 0.9f)
    return;
  label.symbol = tv_trace_get_slices (self->trace)->symbol[span->slice];
  label.x = view->label_width + span->first / view->scale;
  label.middle_y = y + height / 2.0;
  g_array_append_val (self->call_labels, label);
}

static double
get_line_y (TvTimelinePicture *picture, guint row, guint32 depth)
{
  const TvTimelineView *view = picture->view;

  return tv_timeline_view_get_rows_y (view) +
         (double) tv_timeline_layout_get_line_y (view->layout, row, depth);
}

static void
add_row (TvTimelinePicture *picture, guint row)
{
  TvTimelinePainter *self = picture->painter;
  const TvTimelineView *view = picture->view;
  gint32 line_height = tv_timeline_layout_get_line_height (view->layout);
  double scale = view->scale;

  find_spans (picture, row);
  for (guint i = 0; i < self->spans->len; i++)
    {
      const TvTimelineSpan *span = &g_array_index (self->spans, TvTimelineSpan, i);
      double y = get_line_y (picture, row, span->depth);

      add_bar (picture, span, (int) round (y * scale), (int) round (line_height * scale));
      add_label (picture, span, y, line_height);
    }
}

static void
paint_bars (TvTimelinePicture *picture)
{
  const TvTimelineView *view = picture->view;
  cairo_rectangle_int_t clip = {
    .x = (int) round (view->label_width * view->scale),
    .y = (int) round (view->ruler_height * view->scale),
    .width = (int) picture->scale.n_columns,
    .height = (int) round ((view->height - view->ruler_height) * view->scale),
  };
  TvColor colors[TV_N_BAR_COLORS];

  for (guint i = 0; i <= TV_PALETTE_NEUTRAL; i++)
    colors[i] = *tv_palette_get_color (i);
  colors[TV_BAR_GAP] = view->theme->gap;
  tv_bars_paint (picture->painter->bars, picture->cr, view->scale, colors, TV_N_BAR_COLORS, &clip);
}

/* ---- What is special about some calls ---- */

static const TvColor *
get_row_color (const TvTimelineView *view, guint row)
{
  return row % 2 == 1 ? &view->theme->stripe : &view->theme->background;
}

/* Calls that did not end look torn off on the right. They are the last of their track at their
 * depth: the callers of its last row, and that itself. */
static void
paint_torn_ends (TvTimelinePicture *picture, guint row)
{
  TvTimelinePainter *self = picture->painter;
  const TvTimelineView *view = picture->view;
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const TvTrack *track = &tv_trace_get_tracks (
      self->trace, NULL)[tv_timeline_layout_get_row (view->layout, row)->track];
  double height = tv_timeline_layout_get_line_height (view->layout);
  guint32 slice = track->first_slice + track->n_slices - 1;

  if (tv_timeline_layout_get_form (view->layout) == TV_TIMELINE_STRIP)
    return;
  for (; slice != TV_NONE; slice = slices->parent[slice])
    {
      double y = get_line_y (picture, row, slices->depth[slice]);
      TvTimelineRect rect;

      if (y > view->height || y + height < view->ruler_height ||
          !(slices->flags[slice] & TV_SLICE_OPEN) || tv_slices_end (slices, slice) > view->end_ns ||
          !tv_timeline_find_rect (self, view, slice, &rect) || rect.width < MIN_TORN_PX)
        continue;
      cairo_move_to (picture->cr, rect.x + rect.width, y);
      for (int tooth = 0; tooth < 4; tooth++)
        {
          cairo_line_to (picture->cr, rect.x + rect.width - 5.0, y + height * (tooth + 0.5) / 4.0);
          cairo_line_to (picture->cr, rect.x + rect.width - 1.0, y + height * (tooth + 1.0) / 4.0);
        }
      cairo_line_to (picture->cr, rect.x + rect.width, y + height);
      cairo_close_path (picture->cr);
    }
  tv_color_set_source (get_row_color (view, row), picture->cr);
  cairo_fill (picture->cr);
}

static guint32
find_gap (const TvGap *gaps, guint32 low, guint32 end, gint64 ns)
{
  guint32 n = end - low;

  while (n > 0)
    {
      guint32 half = n / 2;

      if (gaps[low + half].ts < ns)
        {
          low += half + 1;
          n -= half + 1;
        }
      else
        n = half;
    }
  return low;
}

/* Dims the innermost calls while their thread was switched away. Of the gaps that start in one
 * column only the last can be wide. */
static void
paint_gaps (TvTimelinePicture *picture, guint row)
{
  const TvTimelineView *view = picture->view;
  const TvSlices *slices = tv_trace_get_slices (picture->painter->trace);
  const TvGap *gaps = tv_trace_get_gaps (picture->painter->trace, NULL);
  const TvTrack *track = &tv_trace_get_tracks (
      picture->painter->trace, NULL)[tv_timeline_layout_get_row (view->layout, row)->track];
  double height = tv_timeline_layout_get_line_height (view->layout);
  guint32 end = track->first_gap + track->n_gaps;
  guint32 gap = find_gap (gaps, track->first_gap, end, view->start_ns);
  TvColor fade = *get_row_color (view, row);

  fade.alpha = view->theme->fade.alpha;
  if (gap > track->first_gap)
    gap--;
  while (gap < end && gaps[gap].ts < view->end_ns)
    {
      gint64 column = tv_time_scale_find_column (&picture->scale, gaps[gap].ts);
      double x0, x1, y;

      if (column >= 0)
        gap = find_gap (gaps, gap + 1, end, tv_time_scale_ceil (&picture->scale, column + 1)) - 1;
      x0 = MAX (tv_timeline_view_get_x (view, gaps[gap].ts), view->label_width);
      x1 = MIN (tv_timeline_view_get_x (view, gaps[gap].ts + gaps[gap].dur), view->width);
      y = get_line_y (picture, row, slices->depth[gaps[gap].slice]);
      if (x1 - x0 >= MIN_GAP_PX && y < view->height && y + height > view->ruler_height)
        cairo_rectangle (picture->cr, round (x0), y + 2.0, round (x1) - round (x0), height - 4.0);
      gap++;
    }
  tv_color_set_source (&fade, picture->cr);
  cairo_fill (picture->cr);
}

static void
paint_selected_slice (TvTimelinePicture *picture)
{
  const TvTimelineView *view = picture->view;
  TvTimelineRect rect;

  if (view->selected_slice == TV_NONE ||
      !tv_timeline_find_rect (picture->painter, view, view->selected_slice, &rect))
    return;
  /* A call narrower than a pixel is marked as well. */
  cairo_rectangle (picture->cr, rect.x - 0.25, rect.y - 0.25, MAX (rect.width - 0.5, 2.0),
                   rect.height + 0.5);
  cairo_set_line_width (picture->cr, 1.75);
  tv_color_set_source (&view->theme->outline, picture->cr);
  cairo_stroke (picture->cr);
}

/* ---- Selected time, and labels ---- */

/* The stretch's columns; FALSE if it is out of sight. */
static gboolean
find_selected_time (const TvTimelineView *view, double *x0, double *x1)
{
  if (view->selection_start_ns == view->selection_end_ns)
    return FALSE;
  *x0 = round (tv_timeline_view_get_x (view, view->selection_start_ns));
  *x1 = round (tv_timeline_view_get_x (view, view->selection_end_ns));
  if (*x1 < view->label_width || *x0 > view->width)
    return FALSE;
  *x0 = MAX (*x0, view->label_width - 1.0);
  *x1 = MIN (MAX (*x1, *x0 + 1.0), view->width + 1.0);
  return TRUE;
}

/* Most of the tint lies below the calls and a little above them: a call's colour tells its
 * method, and has to stay what it is. */
static void
tint_selected_time (TvTimelinePicture *picture, double part)
{
  const TvTimelineView *view = picture->view;
  TvColor tint = view->theme->selection;
  double x0, x1;

  if (!find_selected_time (view, &x0, &x1))
    return;
  tint.alpha *= part;
  tv_color_set_source (&tint, picture->cr);
  cairo_rectangle (picture->cr, x0, view->ruler_height, x1 - x0, view->height);
  cairo_fill (picture->cr);
}

static void
paint_selected_edges (TvTimelinePicture *picture)
{
  const TvTimelineView *view = picture->view;
  double x0, x1;

  if (!find_selected_time (view, &x0, &x1))
    return;
  tv_color_set_source (&view->theme->selection_edge, picture->cr);
  cairo_rectangle (picture->cr, x0, view->ruler_height, 1.0, view->height);
  cairo_rectangle (picture->cr, x1 - 1.0, view->ruler_height, 1.0, view->height);
  cairo_fill (picture->cr);
}

static int
compare_widths (const void *a, const void *b)
{
  double wa = ((const CallLabel *) a)->width, wb = ((const CallLabel *) b)->width;

  return (wa < wb) - (wa > wb);
}

static void
paint_labels (TvTimelinePicture *picture)
{
  TvTimelinePainter *self = picture->painter;

  /* Where there is no time for all, the wide ones have it. */
  if (self->call_labels->len > MAX_LABELS)
    {
      g_array_sort (self->call_labels, compare_widths);
      g_array_set_size (self->call_labels, MAX_LABELS);
    }
  tv_color_set_source (tv_palette_get_text (), picture->cr);
  for (guint i = 0; i < self->call_labels->len; i++)
    {
      const CallLabel *label = &g_array_index (self->call_labels, CallLabel, i);

      tv_label_cache_draw (self->calls, picture->cr, get_call_label (self, label->symbol),
                           label->x + LABEL_INSET_PX, label->middle_y,
                           label->width - 2.0 * LABEL_INSET_PX);
    }
}

/**
 * tv_timeline_painter_paint:
 * @self: a painter with a font
 * @cr: where to paint; a unit is a px
 * @view: what
 *
 * Time spent follows the pixels of the picture, not the calls of the trace.
 */
void
tv_timeline_painter_paint (TvTimelinePainter *self, cairo_t *cr, const TvTimelineView *view)
{
  TvTimelinePicture picture = { .painter = self, .view = view, .cr = cr };
  gint64 top = (gint64) floor (view->scroll_y);
  gint64 bottom = (gint64) ceil (view->scroll_y + view->height - view->ruler_height);

  g_return_if_fail (self->calls != NULL);
  g_return_if_fail (view->end_ns > view->start_ns);

  picture.scale = tv_timeline_view_get_scale (view);
  picture.first_row = tv_timeline_layout_find_row (view->layout, MAX (top, 0));
  picture.end_row = MIN (tv_timeline_layout_find_row (view->layout, bottom) + 1,
                         tv_timeline_layout_get_n_rows (view->layout));

  paint_backgrounds (&picture);
  tint_selected_time (&picture, TINT_BELOW);
  tv_bars_clear (self->bars);
  g_array_set_size (self->call_labels, 0);
  for (guint row = picture.first_row; row < picture.end_row; row++)
    add_row (&picture, row);
  paint_bars (&picture);

  cairo_save (cr);
  cairo_rectangle (cr, view->label_width, view->ruler_height, view->width - view->label_width,
                   view->height - view->ruler_height);
  cairo_clip (cr);
  for (guint row = picture.first_row; row < picture.end_row; row++)
    {
      paint_torn_ends (&picture, row);
      if (view->shows_gaps && tv_timeline_layout_get_form (view->layout) == TV_TIMELINE_NESTED)
        paint_gaps (&picture, row);
    }
  tint_selected_time (&picture, 1.0 - TINT_BELOW);
  paint_selected_edges (&picture);
  paint_labels (&picture);
  paint_selected_slice (&picture);
  tv_timeline_paint_marks (&picture);
  cairo_restore (cr);

  tv_timeline_paint_heads (&picture);
}
