/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Paints the timeline from back to front: rows, calls, decorations of calls, selected range, labels, outlines and
 * brackets, row labels, ruler. The timeline widget uses a painter on the main thread; sheet.c creates its own. The
 * state for each kind of content is in a part, see painter-part.h. Bars and labels are buffers for the current area. */

#include "paint/timeline/painter-part.h"

#include <math.h>
#include <string.h>

#include "analysis/system/slice-states.h"

#define TINT_BELOW 0.7

#define MIN_TORN_PX 8.0
#define MIN_GAP_PX  3.0

struct _TvTimelinePainter
{
  TvTrace *trace;
  const TvSliceIndex *index;
  const TvBusyIndex *busy_index; /* (nullable): activity of groups */
  TvColoring *coloring;
  gboolean
      waits; /* whether painting waits until indexes and the deltas and rates of counters are computed */

  TvBars *bars;
  GArray *call_labels;               /* (element-type TvCallLabel): labels of the current area */
  TvLabelCache *labels[TV_N_LABELS]; /* label cache per font; NULL until the font is set */
  char **label_of_symbol;            /* label per symbol; NULL until it is first used */
  gpointer parts[TV_PAINTER_N_PARTS];
};

#define ADDRESS(id, name) &tv_painter_part_##name,

static const TvPainterPart *const parts[TV_PAINTER_N_PARTS] = { TV_PAINTER_PARTS (ADDRESS) };

/* Returns: (transfer none): the state of a part; only the part's file defines this struct */
gpointer
tv_timeline_painter_get_part (const TvTimelinePainter *self, TvPainterPartId id)
{
  return self->parts[id];
}

TvTrace *
tv_timeline_painter_get_trace (const TvTimelinePainter *self)
{
  return self->trace;
}

const TvSliceIndex *
tv_timeline_painter_get_index (const TvTimelinePainter *self)
{
  return self->index;
}

/* Returns: (nullable): the activity of groups */
const TvBusyIndex *
tv_timeline_painter_get_busy_index (const TvTimelinePainter *self)
{
  return self->busy_index;
}

gboolean
tv_timeline_painter_get_waits (const TvTimelinePainter *self)
{
  return self->waits;
}

TvColoring *
tv_timeline_painter_get_coloring (const TvTimelinePainter *self)
{
  return self->coloring;
}

TvLabelCache *
tv_timeline_painter_get_labels (const TvTimelinePainter *self, TvPainterLabels labels)
{
  return self->labels[labels];
}

/* Adds a label, which will be painted above the bars. */
void
tv_timeline_painter_add_label (TvTimelinePainter *self, const TvCallLabel *label)
{
  g_array_append_vals (self->call_labels, label, 1);
}

/**
 * tv_timeline_painter_new:
 * @trace: the trace; must outlive the painter
 * @index: index of @trace; must outlive the painter
 * @ranking: (nullable): ranking of @trace, which determines the initial colours of calls
 *
 * Returns: (transfer full): a painter without a font
 */
TvTimelinePainter *
tv_timeline_painter_new (TvTrace *trace, const TvSliceIndex *index, const TvRanking *ranking)
{
  TvTimelinePainter *self = g_new0 (TvTimelinePainter, 1);
  guint32 n_symbols;

  self->trace = trace;
  self->index = index;
  self->waits = TRUE;
  self->bars = tv_bars_new ();
  self->call_labels = g_array_new (FALSE, FALSE, sizeof (TvCallLabel));
  tv_trace_get_symbols (trace, &n_symbols);
  self->label_of_symbol = g_new0 (char *, n_symbols + 1);
  self->coloring = tv_coloring_new (trace, ranking, NULL, TV_COLOR_BY_SYMBOL);
  for (guint i = 0; i < TV_PAINTER_N_PARTS; i++)
    {
      self->parts[i] = g_malloc0 (parts[i]->size);
      if (parts[i]->init != NULL)
        parts[i]->init (self);
    }
  return self;
}

static void
clear_labels (TvTimelinePainter *self)
{
  for (guint i = 0; i < TV_N_LABELS; i++)
    g_clear_pointer (&self->labels[i], tv_label_cache_free);
}

void
tv_timeline_painter_free (TvTimelinePainter *self)
{
  guint32 n_symbols;

  if (self == NULL)
    return;
  for (guint i = 0; i < TV_PAINTER_N_PARTS; i++)
    {
      if (parts[i]->clear != NULL)
        parts[i]->clear (self);
      g_free (self->parts[i]);
    }
  tv_trace_get_symbols (self->trace, &n_symbols);
  for (guint32 symbol = 0; symbol < n_symbols; symbol++)
    g_free (self->label_of_symbol[symbol]);
  g_free (self->label_of_symbol);
  clear_labels (self);
  g_array_unref (self->call_labels);
  tv_bars_free (self->bars);
  tv_coloring_unref (self->coloring);
  g_free (self);
}

/**
 * tv_timeline_painter_set_font:
 * @context: context with the font
 * @metrics: sizes of the timeline's rows
 *
 * Sets the font. Call this before the first drawing, and when the font changes.
 */
void
tv_timeline_painter_set_font (TvTimelinePainter *self,
                              PangoContext *context,
                              const TvTimelineMetrics *metrics)
{
  clear_labels (self);
  self->labels[TV_LABELS_CALLS] = tv_label_cache_new (context, metrics->call_font_px,
                                                      PANGO_WEIGHT_NORMAL);
  self->labels[TV_LABELS_SMALL] = tv_label_cache_new (context, metrics->small_font_px,
                                                      PANGO_WEIGHT_NORMAL);
  self->labels[TV_LABELS_NAMES] = tv_label_cache_new (context, metrics->name_font_px,
                                                      PANGO_WEIGHT_NORMAL);
  self->labels[TV_LABELS_MAIN_NAMES] = tv_label_cache_new (context, metrics->name_font_px,
                                                           PANGO_WEIGHT_BOLD);
  self->labels[TV_LABELS_DETAILS] = tv_label_cache_new (context, metrics->detail_font_px,
                                                        PANGO_WEIGHT_NORMAL);
  self->labels[TV_LABELS_STRONG_DETAILS] = tv_label_cache_new (context, metrics->detail_font_px,
                                                               PANGO_WEIGHT_BOLD);
}

/**
 * tv_timeline_painter_set_busy_index:
 * @index: (nullable): activity of groups in the painter's trace; must outlive the painter
 *
 * Sets the activity that is drawn for folded groups.
 */
void
tv_timeline_painter_set_busy_index (TvTimelinePainter *self, const TvBusyIndex *index)
{
  self->busy_index = index;
}

/**
 * tv_timeline_painter_set_waits:
 * @waits: whether painting may block; TRUE by default
 *
 * Sets whether painting waits until indexes and the deltas and rates of counters are computed. Set this to FALSE in a
 * main loop. Strips then remain empty until tv_slice_index_has_intervals() returns %TRUE, and deltas and rates are
 * not drawn until they are added with tv_timeline_painter_take_changes().
 */
void
tv_timeline_painter_set_waits (TvTimelinePainter *self, gboolean waits)
{
  self->waits = waits;
}

/**
 * tv_timeline_painter_set_coloring:
 * @coloring: colouring of the painter's trace
 *
 * Sets the colouring. By default, calls are coloured by symbol.
 */
void
tv_timeline_painter_set_coloring (TvTimelinePainter *self, TvColoring *coloring)
{
  tv_coloring_ref (coloring);
  tv_coloring_unref (self->coloring);
  self->coloring = coloring;
}

/**
 * Returns: (transfer full): the symbol as `Class.method`, without the package
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

const char *
tv_timeline_painter_get_label (TvTimelinePainter *self, guint32 symbol)
{
  char **label = &self->label_of_symbol[symbol];

  if (*label == NULL)
    *label = tv_timeline_dup_call_label (self->trace, symbol);
  return *label;
}

/* ---- Rows ---- */

/* Paints the background, and highlights group headers, or every second row if there are no groups. Also draws the
 * lines between rows of a group. */
static void
paint_backgrounds (TvTimelineImage *image)
{
  const TvTimelineView *view = image->view;
  gboolean has_groups = tv_timeline_layout_get_n_groups (view->layout) > 0;
  cairo_t *cr = image->cr;

  tv_color_set_source (&view->theme->background, cr);
  cairo_rectangle (cr, 0.0, image->top, view->width, image->bottom - image->top);
  cairo_fill (cr);

  tv_color_set_source (has_groups ? &view->theme->header : &view->theme->stripe, cr);
  for (guint row = image->first_row; row < image->end_row; row++)
    {
      const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);
      double y0 = tv_timeline_view_get_row_y (view, r);
      double y1 = y0 + (double) r->height;

      /* Clip the rectangle to the area, because coordinates in cairo are limited to 24 bits. */
      if (has_groups ? r->is_header : row % 2 == 1)
        cairo_rectangle (cr, 0.0, MAX (y0, image->top), view->width,
                         MIN (y1, image->bottom) - MAX (y0, image->top));
    }
  cairo_fill (cr);
  if (!has_groups)
    return;

  tv_color_set_source (&view->theme->faint_separator, cr);
  for (guint row = image->first_row; row < image->end_row; row++)
    {
      const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);
      double y = tv_timeline_view_get_row_y (view, r);
      gboolean is_below_header = row > 0 &&
                                 tv_timeline_layout_get_row (view->layout, row - 1)->is_header;

      /* Also draw a line between consecutive headers. */
      if (r->is_header ? is_below_header : r->is_set_off && !is_below_header)
        cairo_rectangle (cr, 0.0, y, view->width, 1.0);
    }
  cairo_fill (cr);
}

/* ---- Decorations of calls ---- */

static const TvColor *
get_row_color (const TvTimelineView *view, guint row)
{
  return row % 2 == 1 && tv_timeline_layout_get_n_groups (view->layout) == 0
             ? &view->theme->stripe
             : &view->theme->background;
}

/* Appends the jagged right edge of a call without a recorded end, unless the call was still running when it was
 * dumped. Only the last slice of a track and its callers can have such an edge. */
static void
append_torn_end (TvTimelineImage *image, const TvTimelineRect *rect)
{
  double right = rect->x + rect->width;

  cairo_move_to (image->cr, right, rect->y);
  for (int tooth = 0; tooth < 4; tooth++)
    {
      cairo_line_to (image->cr, right - 5.0, rect->y + rect->height * (tooth + 0.5) / 4.0);
      cairo_line_to (image->cr, right - 1.0, rect->y + rect->height * (tooth + 1.0) / 4.0);
    }
  cairo_line_to (image->cr, right, rect->y + rect->height);
  cairo_close_path (image->cr);
}

static void
paint_torn_ends (TvTimelineImage *image, guint row)
{
  TvTimelinePainter *self = image->painter;
  const TvTimelineView *view = image->view;
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);

  for (guint i = r->first_band; i < r->first_band + r->n_bands; i++)
    {
      const TvTimelineBand *band = tv_timeline_layout_get_band (view->layout, i);
      const TvTrack *track;

      if (!band->class->has_torn_ends)
        continue;
      track = &tv_trace_get_tracks (self->trace, NULL)[band->track];
      for (guint32 slice = track->first_slice + track->n_slices - 1; slice != TV_NONE;
           slice = tv_slices_parent (slices, slice))
        {
          TvTimelineRect rect;

          if (!(slices->flags[slice] & TV_SLICE_OPEN) ||
              slices->flags[slice] & TV_SLICE_UNFINISHED ||
              tv_slices_end (slices, slice) > view->end_ns ||
              !tv_timeline_find_rect (self, view, slice, &rect) || rect.width < MIN_TORN_PX ||
              rect.y > image->bottom || rect.y + rect.height < image->top)
            continue;
          append_torn_end (image, &rect);
        }
    }
  tv_color_set_source (get_row_color (view, row), image->cr);
  cairo_fill (image->cr);
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

/* Dims the innermost calls while their thread was off the CPU, if the gap is wide enough. */
static void
paint_gaps (TvTimelineImage *image, guint row)
{
  const TvTimelineView *view = image->view;
  const TvSlices *slices = tv_trace_get_slices (image->trace);
  const TvGap *gaps = tv_trace_get_gaps (image->trace, NULL);
  const TvGapIndex *index = tv_slice_index_get_gaps (image->painter->index);
  const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);
  const TvTimelineBand *band = tv_timeline_layout_get_band (view->layout, r->first_band);
  const TvTrack *track = &tv_trace_get_tracks (image->trace, NULL)[r->track];
  double row_y = tv_timeline_view_get_row_y (view, r);
  double height = band->bar;
  double inset = MIN (2.0, height / 4.0);
  double ns_per_px = (double) (view->end_ns - view->start_ns) / (view->width - view->label_width);
  gint64 min_ns = MAX ((gint64) (0.99 * MIN_GAP_PX * ns_per_px),
                       1); /* slightly less than the minimum, because of
                                                                      * rounding errors; the exact width is checked
                                                                      * below */
  guint32 last = track->first_gap + track->n_gaps;
  guint32 gap = find_gap (gaps, track->first_gap, last, view->start_ns);
  guint32 end = find_gap (gaps, gap, last, view->end_ns);
  TvColor fade = *get_row_color (view, row);

  fade.alpha = view->theme->fade.alpha;
  /* The previous gap may extend into the visible range. */
  gap = tv_gap_index_find_long (index, gap - (gap > track->first_gap), end, min_ns);
  while (gap < end)
    {
      double x0 = MAX (tv_timeline_view_get_x (view, gaps[gap].ts), view->label_width);
      double x1 = MIN (tv_timeline_view_get_x (view, gaps[gap].ts + gaps[gap].dur), view->width);
      guint32 depth = tv_slices_depth (slices, gaps[gap].slice);
      double y = row_y + (double) tv_timeline_band_get_y (band, depth);

      if (x1 - x0 >= MIN_GAP_PX && tv_timeline_band_has_level (band, depth) && y < image->bottom &&
          y + height > image->top)
        cairo_rectangle (image->cr, round (x0), y + inset, round (x1) - round (x0),
                         height - 2.0 * inset);
      gap = tv_gap_index_find_long (index, gap + 1, end, min_ns);
    }
  tv_color_set_source (&fade, image->cr);
  cairo_fill (image->cr);
}

static void
paint_selected_slice (TvTimelineImage *image)
{
  const TvTimelineView *view = image->view;
  TvTimelineRect rect;
  guint row;

  if (view->selected_slice == TV_NONE ||
      !tv_timeline_find_rect (image->painter, view, view->selected_slice, &rect))
    return;
  row = tv_timeline_layout_find_track (view->layout,
                                       tv_trace_find_track_at (image->trace, view->selected_slice));
  if (row < image->first_row || row >= image->end_row)
    return;
  /* The minimum width makes the outline of a narrow call visible. */
  if (!tv_timeline_append_diamond (image->painter, image->cr, &rect))
    cairo_rectangle (image->cr, rect.x - 0.25, rect.y - 0.25, MAX (rect.width - 0.5, 2.0),
                     rect.height + 0.5);
  cairo_set_line_width (image->cr, 1.75);
  tv_color_set_source (&view->theme->outline, image->cr);
  cairo_stroke (image->cr);
}

/* ---- Selected range, and labels ---- */

/* Gets the edges of the selected range in px. Returns FALSE if it is not visible. */
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

/* Tints the selected range. Most of the tint is painted behind the calls, and only a little in front, because the
 * colour of a call identifies its method. */
static void
tint_selected_time (TvTimelineImage *image, double part)
{
  const TvTimelineView *view = image->view;
  TvColor tint = view->theme->selection;
  double x0, x1;

  if (!find_selected_time (view, &x0, &x1))
    return;
  tint.alpha *= part;
  tv_color_set_source (&tint, image->cr);
  cairo_rectangle (image->cr, x0, view->ruler_height, x1 - x0, view->height);
  cairo_fill (image->cr);
}

static void
paint_selected_edges (TvTimelineImage *image)
{
  const TvTimelineView *view = image->view;
  double x0, x1;

  if (!find_selected_time (view, &x0, &x1))
    return;
  tv_color_set_source (&view->theme->selection_edge, image->cr);
  cairo_rectangle (image->cr, x0, view->ruler_height, 1.0, view->height);
  cairo_rectangle (image->cr, x1 - 1.0, view->ruler_height, 1.0, view->height);
  cairo_fill (image->cr);
}

static void
add_line (TvTimelineImage *image, gint64 ns)
{
  const TvTimelineView *view = image->view;
  double x = floor (tv_timeline_view_get_x (view, ns));

  if (x >= view->label_width && x < view->width)
    cairo_rectangle (image->cr, x, view->ruler_height, 1.0, view->height);
}

/* Draws thin lines through all rows below the flags of bookmarks and of the zero point. */
static void
paint_mark_lines (TvTimelineImage *image)
{
  const TvTimelineView *view = image->view;

  for (guint i = 0; view->marks != NULL && i < view->marks->len; i++)
    {
      const TvBookmark *mark = &g_array_index (view->marks, TvBookmark, i);

      add_line (image, mark->start_ns);
      if (mark->end_ns > mark->start_ns)
        add_line (image, mark->end_ns);
    }
  if (view->zero != NULL)
    add_line (image, view->zero->start_ns);
  tv_color_set_source (&view->theme->mark, image->cr);
  cairo_fill (image->cr);
}

static guint32
find_selected_thread (TvTimelinePainter *self, const TvTimelineView *view)
{
  return view->selected_slice != TV_NONE && tv_timeline_has_groups (self->trace)
             ? tv_slice_get_thread (self->trace, view->selected_slice)
             : TV_NONE;
}

/* Returns whether gaps are drawn in a row: only if they are enabled, the rows are not grouped, and the row shows
 * nested calls. */
static gboolean
has_gaps (const TvTimelineView *view, guint row)
{
  const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);

  return view->shows_gaps && tv_timeline_layout_get_n_groups (view->layout) == 0 &&
         !tv_timeline_layout_get_band (view->layout, r->first_band)->class->is_strip;
}

static void
paint_over_bands (TvTimelineImage *image)
{
  const TvTimelineView *view = image->view;

  for (guint row = image->first_row; row < image->end_row; row++)
    {
      const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);

      for (guint i = r->first_band; i < r->first_band + r->n_bands; i++)
        {
          const TvTimelineBand *band = tv_timeline_layout_get_band (view->layout, i);

          if (band->class->paint_over != NULL && band->n_levels > 0)
            band->class->paint_over (image, r, band,
                                     tv_timeline_view_get_row_y (view, r) + (double) band->y);
        }
    }
}

/* Paints the rows of an area. */
static void
paint_part (TvTimelineImage *image)
{
  TvTimelinePainter *self = image->painter;
  const TvTimelineView *view = image->view;
  cairo_t *cr = image->cr;

  cairo_save (cr);
  cairo_rectangle (cr, 0.0, image->top, view->width, image->bottom - image->top);
  cairo_clip (cr);
  paint_backgrounds (image);
  tint_selected_time (image, TINT_BELOW);
  tv_bars_clear (self->bars);
  g_array_set_size (self->call_labels, 0);
  for (guint i = 0; i < TV_PAINTER_N_PARTS; i++)
    if (parts[i]->start != NULL)
      parts[i]->start (self);
  tv_timeline_prepare_rows (image);
  for (guint row = image->first_row; row < image->end_row; row++)
    tv_timeline_add_row (image, row);
  tv_timeline_paint_bars (image);

  cairo_save (cr);
  cairo_rectangle (cr, view->label_width, image->top, view->width - view->label_width,
                   image->bottom - image->top);
  cairo_clip (cr);
  tv_timeline_paint_soft_edges (image);
  tv_timeline_paint_hatches (image);
  tv_timeline_paint_frame_signs (image);
  for (guint row = image->first_row; row < image->end_row; row++)
    {
      paint_torn_ends (image, row);
      if (has_gaps (view, row))
        paint_gaps (image, row);
    }
  tint_selected_time (image, 1.0 - TINT_BELOW);
  paint_selected_edges (image);
  paint_mark_lines (image);
  tv_timeline_paint_diamonds (image);
  tv_call_labels_paint (self->call_labels, cr, view->is_still);
  tv_timeline_paint_overflow (image);
  paint_selected_slice (image);
  tv_timeline_paint_marks (image);
  paint_over_bands (image);
  cairo_restore (cr);

  tv_timeline_paint_row_labels (image);
  cairo_restore (cr);
}

/**
 * tv_timeline_painter_paint:
 * @self: a painter with a font
 * @cr: target, in px
 *
 * Paints the timeline. The run time depends on the number of pixels, not on the number of slices.
 */
void
tv_timeline_painter_paint (TvTimelinePainter *self, cairo_t *cr, const TvTimelineView *view)
{
  TvTimelineImage image = {
    .painter = self,
    .trace = self->trace,
    .bars = self->bars,
    .view = view,
    .cr = cr,
  };
  guint n_rows = tv_timeline_layout_get_n_rows (view->layout);
  double fixed = tv_timeline_view_get_fixed_height (view);

  g_return_if_fail (self->labels[TV_LABELS_CALLS] != NULL);
  g_return_if_fail (view->end_ns > view->start_ns);

  image.scale = tv_timeline_view_get_scale (view);
  for (guint i = 0; i < TV_PAINTER_N_PARTS; i++)
    if (parts[i]->begin != NULL)
      parts[i]->begin (&image);
  image.selected_utid = find_selected_thread (self, view);

  image.top = view->ruler_height + fixed;
  image.bottom = view->height;
  image.first_row = tv_timeline_view_find_row (
      view, MAX (image.top, view->ruler_height - view->scroll_y));
  image.end_row = MIN (tv_timeline_view_find_row (view, ceil (view->height)) + 1, n_rows);
  paint_part (&image);

  if (fixed > 0.0)
    {
      image.top = view->ruler_height;
      image.bottom = view->ruler_height + fixed;
      image.first_row = 0;
      image.end_row = tv_timeline_layout_get_n_pinned (view->layout);
      paint_part (&image);
    }
  tv_timeline_paint_frame (&image);
}
