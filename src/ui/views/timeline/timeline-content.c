/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The layer of everything that the pointer does not change. It is painted into a surface of the
 * screen's pixels, and only that is given to GTK: whatever lies above can change without any
 * call being looked at again. */

#include "ui/views/timeline/timeline-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define STRIPS_DELAY_MS 300

/* In the corner, where nothing is covered that could not be scrolled away from it. */
static void
paint_note (TvTimeline *self, cairo_t *cr, double width, double height)
{
  PangoLayout *layout;
  PangoAttrList *attributes;
  int text_width, text_height;
  double x, y;

  layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), _("Timeline rebuilt from CPU time"));
  attributes = pango_attr_list_new ();
  pango_attr_list_insert (attributes, pango_attr_scale_new (0.8));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_get_pixel_size (layout, &text_width, &text_height);

  x = width - text_width - 22.0;
  y = height - text_height - 14.0;
  if (x > self->label_width && y > self->ruler_height)
    {
      cairo_rectangle (cr, x - 8.0, y - 3.0, text_width + 16.0, text_height + 6.0);
      tv_color_set_source (&self->theme->card, cr);
      cairo_fill_preserve (cr);
      tv_color_set_source (&self->theme->card_border, cr);
      cairo_set_line_width (cr, 1.0);
      cairo_stroke (cr);
      tv_color_set_source (&self->theme->dim_text, cr);
      cairo_move_to (cr, x, y);
      pango_cairo_show_layout (cr, layout);
    }
  g_object_unref (layout);
}

/* The surface that is free; two take turns because GTK may still hold the other one, and making
 * a new one each time costs a clearing of as many bytes. */
static cairo_surface_t *
take_surface (TvTimeline *self, int width, int height, int scale)
{
  cairo_surface_t *surface = self->surfaces[1];
  double x_scale = 0.0, y_scale;

  if (surface != NULL)
    cairo_surface_get_device_scale (surface, &x_scale, &y_scale);
  if (surface == NULL || cairo_image_surface_get_width (surface) != width * scale ||
      cairo_image_surface_get_height (surface) != height * scale || x_scale != scale)
    {
      g_clear_pointer (&surface, cairo_surface_destroy);
      surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width * scale, height * scale);
      cairo_surface_set_device_scale (surface, scale, scale);
    }
  self->surfaces[1] = self->surfaces[0];
  self->surfaces[0] = surface;
  return surface;
}

/* Where there are strips what they need was asked for at once; else only now, for it takes all
 * processors, and so does it to bring the first picture to the screen. */
static gboolean
on_picture_seen (gpointer data)
{
  TvTimeline *self = data;

  self->strips_id = 0;
  tv_session_build_strips (self->session);
  return G_SOURCE_REMOVE;
}

static void
paint (TvTimeline *self, int width, int height)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  cairo_t *cr = cairo_create (take_surface (self, width, height, scale));
  TvTimelineView view;

  if (tv_timeline_get_view (self, &view))
    {
      tv_timeline_painter_paint (self->painter, cr, &view);
      if (tv_trace_is_rebuilt (tv_session_get_trace (self->session)))
        paint_note (self, cr, width, height);
      if (self->strips_id == 0 && !tv_session_has_strips (self->session))
        self->strips_id = g_timeout_add_full (G_PRIORITY_LOW, STRIPS_DELAY_MS, on_picture_seen,
                                              self, NULL);
    }
  else
    {
      tv_color_set_source (&self->theme->background, cr);
      cairo_paint (cr);
    }
  cairo_destroy (cr);
  self->is_painted = TRUE;
}

void
tv_timeline_draw_content (gpointer data, GtkSnapshot *snapshot, int width, int height)
{
  TvTimeline *self = data;
  cairo_t *cr;

  if (!self->is_painted || self->surfaces[0] == NULL)
    paint (self, width, height);
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_set_source_surface (cr, self->surfaces[0], 0.0, 0.0);
  cairo_paint (cr);
  cairo_destroy (cr);
}

void
tv_timeline_clear_content (TvTimeline *self)
{
  g_clear_pointer (&self->surfaces[0], cairo_surface_destroy);
  g_clear_pointer (&self->surfaces[1], cairo_surface_destroy);
}
