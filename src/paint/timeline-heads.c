/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What stands beside the timeline's chart: the threads' names and the ruler. */

#include "paint/ruler.h"
#include "paint/timeline-painter-private.h"

#include <math.h>

#define INSET_PX 12.0

/* A name stays in sight as long as its row does. */
static void
paint_name (TvTimelinePicture *picture, guint row)
{
  TvTimelinePainter *self = picture->painter;
  const TvTimelineView *view = picture->view;
  const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);
  const TvTimelineMetrics *metrics = tv_timeline_layout_get_metrics (view->layout);
  TvLabelCache *names = r->is_main ? self->main_names : self->names;
  double name_height = metrics->name_font_px * 1.35;
  double width = view->label_width - 2.0 * INSET_PX;
  double row_y = tv_timeline_view_get_rows_y (view) + (double) r->y;
  double y = MIN (MAX (row_y, view->ruler_height),
                  row_y + (double) r->height - metrics->label_height);

  y += metrics->margin;
  tv_color_set_source (&view->theme->text, picture->cr);
  tv_label_cache_draw (names, picture->cr, r->name, INSET_PX, y + name_height / 2.0, width);
  tv_color_set_source (&view->theme->dim_text, picture->cr);
  tv_label_cache_draw (self->details, picture->cr, r->detail, INSET_PX,
                       y + name_height + metrics->detail_font_px * 0.75, width);
}

static void
paint_ruler (TvTimelinePicture *picture)
{
  TvTimelinePainter *self = picture->painter;
  const TvTimelineView *view = picture->view;
  TvRuler ruler = {
    .scale = picture->scale,
    .origin_ns = tv_trace_get_start_ns (self->trace),
    .selection_start_ns = view->selection_start_ns,
    .selection_end_ns = view->selection_end_ns,
    .height = view->ruler_height,
  };

  ruler.scale.n_columns = (guint32) MAX (round (view->width - view->label_width), 1.0);
  cairo_save (picture->cr);
  cairo_translate (picture->cr, view->label_width, 0.0);
  tv_ruler_paint (&ruler, picture->cr, self->details, self->strong_details, view->theme);
  cairo_restore (picture->cr);
}

void
tv_timeline_paint_heads (TvTimelinePicture *picture)
{
  const TvTimelineView *view = picture->view;
  cairo_t *cr = picture->cr;

  cairo_save (cr);
  cairo_rectangle (cr, 0.0, view->ruler_height, view->label_width,
                   view->height - view->ruler_height);
  cairo_clip (cr);
  for (guint row = picture->first_row; row < picture->end_row; row++)
    paint_name (picture, row);
  cairo_restore (cr);

  tv_color_set_source (&view->theme->background, cr);
  cairo_rectangle (cr, 0.0, 0.0, view->width, view->ruler_height);
  cairo_fill (cr);
  if (view->ruler_height > 0.0)
    paint_ruler (picture);

  tv_color_set_source (&view->theme->separator, cr);
  if (view->label_width > 0.0)
    cairo_rectangle (cr, view->label_width - 1.0, 0.0, 1.0, view->height);
  if (view->ruler_height > 0.0)
    cairo_rectangle (cr, 0.0, view->ruler_height - 1.0, view->width, 1.0);
  cairo_fill (cr);
}
