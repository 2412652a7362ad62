/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws the row labels to the left of the timeline's chart, group headers, and the ruler. Called by painter.c. The
 * widget also uses the positions of names, for tooltips, menus and folding. No state. */

#include "paint/timeline/ruler.h"
#include "paint/timeline/painter-part.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_INLINE_PART 0.65 /* maximum share of the line that a detail next to a name may occupy */
#define INSET_PX        12.0
#define ROW_INSET_PX    8.0  /* left margin of rows without a group */
#define GROUP_INSET_PX  20.0 /* left margin of rows in a group */
#define INDENT_PX       12.0 /* indentation per nesting level */
#define MAX_INDENTS     6
#define FOLD_PX         13.0 /* distance from the left edge of a row's expander to the name */
#define MARK_PX         3.0

#define TRIANGLE_PX       9.0
#define SMALL_TRIANGLE_PX 7.0
#define FAINT_ALPHA       0.55
#define COUNTED_ALPHA     0.16

/* Draws an expander. It points right if the row or group is folded, otherwise down. */
static void
paint_triangle (cairo_t *cr, double x, double middle_y, double size, gboolean is_folded)
{
  double half = size / 2.0;

  if (is_folded)
    {
      cairo_move_to (cr, x + 1.5, middle_y - half);
      cairo_line_to (cr, x + 1.5 + half * 1.3, middle_y);
      cairo_line_to (cr, x + 1.5, middle_y + half);
    }
  else
    {
      cairo_move_to (cr, x, middle_y - half * 0.65);
      cairo_line_to (cr, x + size, middle_y - half * 0.65);
      cairo_line_to (cr, x + half, middle_y + half * 0.65);
    }
  cairo_close_path (cr);
  cairo_fill (cr);
}

static gboolean
has_detail (const TvTimelineRow *row)
{
  return row->detail != NULL && !row->is_folded && !row->has_inline_detail;
}

/* Draws the detail on the line of the name, aligned right. Returns the width of the detail, or 0 if it does not fit. */
static double
paint_inline_detail (TvTimelineImage *image,
                     const TvTimelineRow *row,
                     double x,
                     double middle_y,
                     double width)
{
  TvTimelinePainter *self = image->painter;
  double space = ceil (tv_label_cache_measure (
                     tv_timeline_painter_get_labels (self, TV_LABELS_DETAILS), row->detail)) +
                 1.0;

  if (space > width * MAX_INLINE_PART)
    return 0.0;
  tv_color_set_source (&image->view->theme->dim_text, image->cr);
  tv_label_cache_draw (tv_timeline_painter_get_labels (self, TV_LABELS_DETAILS), image->cr,
                       row->detail, floor (x + width - space), middle_y, space);
  return space + INSET_PX;
}

/**
 * tv_timeline_view_get_name_rect:
 * @row: a visible row that is not a header
 * @rect: (out): line of the name, from the expander to the chart
 *
 * Gets the position of a row's name. The name of a partly visible row is moved so that it remains visible.
 */
void
tv_timeline_view_get_name_rect (const TvTimelineView *self,
                                const TvTimelineRow *row,
                                TvTimelineRect *rect)
{
  const TvTimelineMetrics *metrics = tv_timeline_layout_get_metrics (self->layout);
  double row_y = tv_timeline_view_get_row_y (self, row);
  double label_height = has_detail (row) ? metrics->label_height : metrics->name_height;
  double lowest = row_y + (double) row->height - label_height;

  rect->x = ROW_INSET_PX;
  if (row->group != TV_NONE && !row->is_pinned)
    rect->x = GROUP_INSET_PX + INDENT_PX * MIN (row->indent, MAX_INDENTS);
  rect->y = MIN (MAX (row_y, tv_timeline_view_get_row_top (self, row)), lowest);
  rect->y += has_detail (row) ? metrics->margin : 2.0;
  rect->width = self->label_width - 1.0 - rect->x;
  rect->height = metrics->name_font_px * 1.35;
}

/**
 * tv_timeline_view_hits_triangle:
 * @row: a visible row that is not a header
 * @x: x coordinate in px
 * @y: y coordinate in px
 *
 * Returns whether the row's expander is at a position.
 */
gboolean
tv_timeline_view_hits_triangle (const TvTimelineView *self,
                                const TvTimelineRow *row,
                                double x,
                                double y)
{
  TvTimelineRect rect;

  tv_timeline_view_get_name_rect (self, row, &rect);
  return row->can_fold && x >= MARK_PX && x < rect.x + FOLD_PX && y >= rect.y - 2.0 &&
         y < rect.y + rect.height + 2.0;
}

/* Highlights the label of a selected thread, unless all threads are selected. */
static void
paint_counted (TvTimelineImage *image, const TvTimelineRow *row)
{
  const TvTimelineView *view = image->view;
  TvColor tint = view->theme->accent;
  guint n;

  if (tv_selection_get_threads (view->selection, &n) == NULL || row->utid == TV_NONE ||
      !tv_selection_has_thread (view->selection, row->utid))
    return;
  tint.alpha = COUNTED_ALPHA;
  tv_color_set_source (&tint, image->cr);
  cairo_rectangle (image->cr, 0.0, tv_timeline_view_get_row_y (view, row), view->label_width - 1.0,
                   (double) row->height);
  cairo_fill (image->cr);
}

/* Draws the labels of bands, except those that would overlap the row's name. */
static void
paint_band_labels (TvTimelineImage *image,
                   const TvTimelineRow *row,
                   double x,
                   double width,
                   double name_end_y)
{
  const TvTimelineView *view = image->view;
  const TvTimelineMetrics *metrics = tv_timeline_layout_get_metrics (view->layout);
  double top = name_end_y + (has_detail (row) ? metrics->detail_font_px * 1.35 : 0.0);

  tv_color_set_source (&view->theme->dim_text, image->cr);
  for (guint i = row->first_band; i < row->first_band + row->n_bands; i++)
    {
      const TvTimelineBand *band = tv_timeline_layout_get_band (view->layout, i);
      double y = tv_timeline_view_get_row_y (view, row) + (double) band->y;

      if (band->class->label != NULL && band->n_levels > 0 && y >= top)
        tv_label_cache_draw (tv_timeline_painter_get_labels (image->painter, TV_LABELS_DETAILS),
                             image->cr, _ (band->class->label), x, y + band->bar / 2.0, width);
    }
}

static void
paint_name (TvTimelineImage *image, guint row)
{
  TvTimelinePainter *self = image->painter;
  const TvTimelineView *view = image->view;
  const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);
  const TvTimelineMetrics *metrics = tv_timeline_layout_get_metrics (view->layout);
  TvLabelCache *names = r->is_main ? tv_timeline_painter_get_labels (self, TV_LABELS_MAIN_NAMES)
                                   : tv_timeline_painter_get_labels (self, TV_LABELS_NAMES);
  TvColor faint = view->theme->dim_text;
  TvTimelineRect rect;
  double x, width;

  tv_timeline_view_get_name_rect (view, r, &rect);
  x = rect.x + FOLD_PX;
  width = rect.width - FOLD_PX - INSET_PX;
  paint_counted (image, r);
  if (r->utid != TV_NONE && r->utid == image->selected_utid)
    {
      tv_color_set_source (&view->theme->accent, image->cr);
      cairo_rectangle (image->cr, 0.0, tv_timeline_view_get_row_y (view, r), MARK_PX,
                       (double) r->height);
      cairo_fill (image->cr);
    }
  if (r->can_fold)
    {
      faint.alpha *= r->is_folded ? 1.0 : FAINT_ALPHA;
      tv_color_set_source (&faint, image->cr);
      paint_triangle (image->cr, rect.x, rect.y + rect.height / 2.0, SMALL_TRIANGLE_PX,
                      r->is_folded);
    }
  if (r->has_inline_detail && r->detail != NULL && !r->is_pinned)
    width -= paint_inline_detail (image, r, x, rect.y + rect.height / 2.0, width);
  tv_color_set_source (&view->theme->text, image->cr);
  tv_label_cache_draw (names, image->cr, r->name, x, rect.y + rect.height / 2.0, width);
  paint_band_labels (image, r, x, width, rect.y + rect.height);
  if (!has_detail (r))
    return;
  /* A pinned row is not below the header of its group, so it shows the name of the group. */
  tv_color_set_source (&view->theme->dim_text, image->cr);
  tv_label_cache_draw (tv_timeline_painter_get_labels (self, TV_LABELS_DETAILS), image->cr,
                       r->is_pinned && r->owner != NULL ? r->owner : r->detail, x,
                       rect.y + rect.height + metrics->detail_font_px * 0.75, width);
}

/* Draws a group header: an expander, the name, and the detail at the right edge if there is enough space. If the
 * group is unfolded, the name may extend into the chart, which is empty there. */
static void
paint_header (TvTimelineImage *image, guint row)
{
  TvTimelinePainter *self = image->painter;
  const TvTimelineView *view = image->view;
  const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);
  gboolean is_folded = tv_timeline_layout_get_group (view->layout, r->group)->is_folded;
  double y = tv_timeline_view_get_row_y (view, r);
  double middle_y = y + (double) r->height / 2.0;
  double x = INSET_PX + TRIANGLE_PX + 5.0;
  double space = (is_folded ? view->label_width - 2.0 : view->width / 2.0) - x - 6.0;
  cairo_t *cr = image->cr;
  double width;

  width = MIN (
      tv_label_cache_measure (tv_timeline_painter_get_labels (self, TV_LABELS_MAIN_NAMES), r->name),
      space);
  if (x + width > view->label_width - 2.0)
    {
      tv_color_set_source (&view->theme->header, cr);
      cairo_rectangle (cr, view->label_width - 1.0, y,
                       MAX (x + width + 6.0 - view->label_width, 1.0), (double) r->height);
      cairo_fill (cr);
    }
  tv_color_set_source (&view->theme->text, cr);
  paint_triangle (cr, INSET_PX, middle_y, TRIANGLE_PX, is_folded);
  tv_label_cache_draw (tv_timeline_painter_get_labels (self, TV_LABELS_MAIN_NAMES), cr, r->name, x,
                       middle_y, space);
  if (r->detail == NULL)
    return;

  width = tv_label_cache_measure (tv_timeline_painter_get_labels (self, TV_LABELS_DETAILS),
                                  r->detail);
  x = view->width - INSET_PX - 4.0 - width;
  if (x < view->label_width + space / 2.0)
    return;
  if (is_folded)
    {
      tv_color_set_source (&view->theme->header, cr);
      cairo_rectangle (cr, floor (x) - 6.0, y, view->width - floor (x) + 6.0, (double) r->height);
      cairo_fill (cr);
    }
  tv_color_set_source (&view->theme->dim_text, cr);
  tv_label_cache_draw (tv_timeline_painter_get_labels (self, TV_LABELS_DETAILS), cr, r->detail,
                       floor (x), middle_y, width + 1.0);
}

static void
paint_ruler (TvTimelineImage *image)
{
  TvTimelinePainter *self = image->painter;
  const TvTimelineView *view = image->view;
  TvTimeBase base;
  TvRuler ruler = {
    .scale = image->scale,
    .base = view->base,
    .zero_name = view->zero != NULL ? view->zero->name : NULL,
    .selection_start_ns = view->selection_start_ns,
    .selection_end_ns = view->selection_end_ns,
    .height = view->ruler_height,
    .marks = view->marks,
    .selected_mark = view->selected_mark,
  };

  if (ruler.base == NULL)
    {
      tv_time_base_init (&base, image->trace, tv_time_base_get_default (image->trace));
      ruler.base = &base;
    }
  ruler.scale.n_columns = (guint32) MAX (round (view->width - view->label_width), 1.0);
  cairo_save (image->cr);
  cairo_translate (image->cr, view->label_width, 0.0);
  tv_ruler_paint (&ruler, image->cr, tv_timeline_painter_get_labels (self, TV_LABELS_DETAILS),
                  tv_timeline_painter_get_labels (self, TV_LABELS_STRONG_DETAILS), view->theme);
  cairo_restore (image->cr);
}

/* Draws row labels and headers. */
void
tv_timeline_paint_row_labels (TvTimelineImage *image)
{
  const TvTimelineView *view = image->view;
  cairo_t *cr = image->cr;

  cairo_save (cr);
  cairo_rectangle (cr, 0.0, image->top, view->label_width, image->bottom - image->top);
  cairo_clip (cr);
  for (guint row = image->first_row; row < image->end_row; row++)
    if (!tv_timeline_layout_get_row (view->layout, row)->is_header)
      paint_name (image, row);
  cairo_restore (cr);

  tv_color_set_source (&view->theme->separator, cr);
  if (view->label_width > 0.0)
    cairo_rectangle (cr, view->label_width - 1.0, image->top, 1.0, image->bottom - image->top);
  cairo_fill (cr);
  for (guint row = image->first_row; row < image->end_row; row++)
    if (tv_timeline_layout_get_row (view->layout, row)->is_header)
      paint_header (image, row);
}

/* Draws the ruler with its borders, and the line below the fixed rows. */
void
tv_timeline_paint_frame (TvTimelineImage *image)
{
  const TvTimelineView *view = image->view;
  double fixed = tv_timeline_view_get_fixed_height (view);
  cairo_t *cr = image->cr;

  tv_color_set_source (&view->theme->background, cr);
  cairo_rectangle (cr, 0.0, 0.0, view->width, view->ruler_height);
  cairo_fill (cr);
  if (view->ruler_height > 0.0)
    paint_ruler (image);
  tv_color_set_source (&view->theme->separator, cr);
  if (view->label_width > 0.0)
    cairo_rectangle (cr, view->label_width - 1.0, 0.0, 1.0, view->ruler_height);
  if (view->ruler_height > 0.0)
    cairo_rectangle (cr, 0.0, view->ruler_height - 1.0, view->width, 1.0);
  if (fixed > 0.0)
    cairo_rectangle (cr, 0.0, view->ruler_height + fixed - 1.0, view->width, 1.0);
  cairo_fill (cr);
}
