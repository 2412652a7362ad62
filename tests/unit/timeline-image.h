/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/painter-part.h"

G_BEGIN_DECLS

/* A painter for a whole trace with an image of 700×900 px. */

typedef struct
{
  TvTrace *trace;
  TvSliceIndex *index;
  TvBusyIndex *busy;
  TvTimelineLayout *layout;
  TvTimelinePainter *painter;
  TvTimelineView view;
} Image;

static inline void
image_init (Image *self, TvTrace *trace, TvTimelineForm form)
{
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (14.67);
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());

  self->trace = trace;
  self->index = tv_slice_index_new (trace);
  self->busy = tv_busy_index_new (trace);
  self->layout = tv_timeline_layout_new (trace, form, &metrics);
  tv_timeline_layout_fold_all (self->layout, FALSE); /* everything is visible */
  self->painter = tv_timeline_painter_new (trace, self->index, NULL);
  tv_timeline_painter_set_font (self->painter, context, &metrics);
  tv_timeline_painter_set_busy_index (self->painter, self->busy);
  g_object_unref (context);
  self->view = (TvTimelineView){
    .layout = self->layout,
    .theme = tv_theme_get (FALSE, FALSE),
    .start_ns = tv_trace_get_start_ns (trace),
    .end_ns = tv_trace_get_end_ns (trace),
    .width = 700.0,
    .height = 900.0,
    .label_width = 100.0,
    .ruler_height = 26.0,
    .scale = 1.0,
    .selected_slice = TV_NONE,
  };
}

static inline void
image_clear (Image *self)
{
  tv_timeline_painter_free (self->painter);
  tv_timeline_layout_free (self->layout);
  tv_slice_index_unref (self->index);
  tv_busy_index_free (self->busy);
}

static inline cairo_surface_t *
image_paint (Image *self)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 700, 900);
  cairo_t *cr = cairo_create (surface);

  tv_timeline_painter_paint (self->painter, cr, &self->view);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static inline guint32
get_pixel (cairo_surface_t *surface, double x, double y)
{
  guint8 *data = cairo_image_surface_get_data (surface);

  return *(guint32 *) (gpointer) (data +
                                  (gsize) y * (gsize) cairo_image_surface_get_stride (surface) +
                                  (gsize) x * 4);
}

G_END_DECLS
