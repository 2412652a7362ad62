/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/flame/sheet.h"

#include <math.h>

#include "paint/kit/label-cache.h"
#include "paint/kit/sheet-font.h"

/* Draws an exported flame graph with a title and a description. Called by the export of the Flame Graph view and by
 * `tracedump render`. A sheet owns a painter and label caches. It computes its size once, then paints on any cairo
 * surface or appends SVG elements. */

#define MARGIN_PX 24.0
#define GAP_PX    10.0

struct _TvFlameSheet
{
  TvFlameSheetPlan plan;
  char *title;
  char *description; /* (nullable): description below the title */
  TvTimelineMetrics metrics;
  TvFlamePainter *painter;
  TvLabelCache *titles;
  TvLabelCache *texts;
  double header_height; /* height of the title and the description, with their margins */
  double frames_height; /* height available for the frames */
  double needed;        /* total height of all frames */
};

static double
get_line (TvLabelCache *labels)
{
  return ceil (tv_label_cache_get_height (labels) * 1.2);
}

static TvFlameView
get_view (const TvFlameSheet *self)
{
  const TvFlameSheetPlan *plan = &self->plan;

  return (TvFlameView){
    .layout = plan->layout,
    .theme = plan->theme,
    .coloring = plan->coloring,
    .comparison = tv_flame_layout_get_comparison (plan->layout),
    .range = tv_flame_layout_get_range (plan->layout, plan->zoom),
    .zoom = plan->zoom,
    .width = plan->width - 2.0 * MARGIN_PX,
    .height = self->frames_height,
    /* If the height is limited, cut off the levels farthest from the root. */
    .scroll_y = plan->is_flipped ? MAX (self->needed - self->frames_height, 0.0) : 0.0,
    .scale = plan->scale,
    .is_flipped = plan->is_flipped,
    .is_found = plan->is_found,
    .selected = TV_NONE,
    .is_still = TRUE,
    .has_no_labels = plan->has_svg_text,
  };
}

/**
 * tv_flame_sheet_new:
 * @plan: content of the sheet; copied
 *
 * Creates a sheet and lays out its content.
 *
 * Returns: (transfer full): the sheet
 */
TvFlameSheet *
tv_flame_sheet_new (const TvFlameSheetPlan *plan)
{
  TvFlameSheet *self = g_new0 (TvFlameSheet, 1);
  PangoContext *context = tv_sheet_font_new_context (plan->font);
  TvFlameView view;

  self->plan = *plan;
  self->plan.width = floor (plan->width);
  self->title = g_strdup (plan->title);
  self->description = g_strdup (plan->description);
  self->metrics = tv_timeline_metrics_for_font (TV_SHEET_FONT_PX);
  self->painter = tv_flame_painter_new ();
  tv_flame_painter_set_font (self->painter, context, &self->metrics);
  self->titles = tv_label_cache_new (context, self->metrics.name_font_px * 1.4, PANGO_WEIGHT_BOLD);
  self->texts = tv_label_cache_new (context, self->metrics.detail_font_px * 1.08,
                                    PANGO_WEIGHT_NORMAL);
  g_object_unref (context);

  self->header_height = MARGIN_PX + get_line (self->titles) + GAP_PX +
                        (self->description != NULL ? get_line (self->texts) : 0.0);
  view = get_view (self);
  self->needed = tv_flame_painter_get_height (self->painter, &view);
  self->frames_height = plan->height > 0.0
                            ? MAX (floor (plan->height) - self->header_height - MARGIN_PX, 1.0)
                            : self->needed;
  return self;
}

void
tv_flame_sheet_free (TvFlameSheet *self)
{
  if (self == NULL)
    return;
  tv_flame_painter_free (self->painter);
  tv_label_cache_free (self->titles);
  tv_label_cache_free (self->texts);
  g_free (self->title);
  g_free (self->description);
  g_free (self);
}

/* Gets the size of the image in px. */
void
tv_flame_sheet_get_size (const TvFlameSheet *self, double *width, double *height)
{
  *width = self->plan.width;
  *height = self->header_height + self->frames_height + MARGIN_PX;
}

/* Paints the only page of a #TvFlameSheet; implements #TvImageDraw. */
void
tv_flame_sheet_paint (cairo_t *cr, guint page, gpointer sheet)
{
  TvFlameSheet *self = sheet;
  const TvTheme *theme = self->plan.theme;
  TvFlameView view = get_view (self);
  double y = MARGIN_PX, width, height;

  tv_flame_sheet_get_size (self, &width, &height);
  tv_color_set_source (&theme->background, cr);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  cairo_fill (cr);
  tv_color_set_source (&theme->text, cr);
  tv_label_cache_draw (self->titles, cr, self->title, MARGIN_PX, y + get_line (self->titles) / 2.0,
                       view.width);
  y += get_line (self->titles);
  tv_color_set_source (&theme->dim_text, cr);
  if (self->description != NULL)
    tv_label_cache_draw (self->texts, cr, self->description, MARGIN_PX,
                         y + get_line (self->texts) / 2.0, view.width);
  cairo_save (cr);
  cairo_translate (cr, MARGIN_PX, self->header_height);
  cairo_rectangle (cr, 0.0, 0.0, view.width, view.height);
  cairo_clip (cr);
  tv_flame_painter_paint (self->painter, cr, &view);
  cairo_restore (cr);
}

/* Appends the SVG elements of a sheet with @has_svg_text; implements #TvImageAppend. */
void
tv_flame_sheet_append_svg (GString *svg, gpointer sheet)
{
  TvFlameSheet *self = sheet;
  TvFlameView view = get_view (self);
  g_autofree char *title = g_markup_escape_text (self->title, -1);
  g_autofree char *family = g_markup_escape_text (
      self->plan.font != NULL ? self->plan.font : "sans-serif", -1);

  g_string_append_printf (svg, "<title>%s</title>\n", title);
  g_string_append_printf (svg,
                          "<g font-family=\"%s\" font-size=\"%d\" "
                          "transform=\"translate(%d,%d)\">\n",
                          family, (int) self->metrics.call_font_px, (int) MARGIN_PX,
                          (int) self->header_height);
  tv_flame_painter_append_svg (self->painter, &view, svg);
  g_string_append (svg, "</g>\n");
}
