/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The back layer: ruler, row labels and slices. They are painted into a surface in device pixels. GTK receives only
 * that surface, so the layers above can change without painting the slices again. A part of TvTimeline
 * (timeline-part.h). Two surfaces alternate: tv_timeline_invalidate_content() marks the visible surface as outdated,
 * and the next frame paints the other one. */

#include "ui/views/timeline/timeline-content.h"

#include <glib/gi18n.h>

#include "ui/kit/draw-layer.h"
#include "ui/views/timeline/timeline-painter.h"

#define STRIPS_DELAY_MS 300

typedef struct
{
  cairo_surface_t
      *surfaces[2];    /* (nullable) each: surface that is visible, surface to paint next */
  gboolean is_painted; /* whether the visible surface is up to date */
  guint strips_id;     /* timeout that builds the index of strips after the first frame, or 0 */
} ContentPart;

static ContentPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_CONTENT);
}

/* Paints a note in the lower right corner. The note may cover rows; these can be scrolled out from under it. */
static void
paint_note (TvTimeline *self, cairo_t *cr, double width, double height)
{
  PangoLayout *layout;
  PangoAttrList *attributes;
  int text_width, text_height;
  double x, y;

  layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), _("Timeline reconstructed from CPU "
                                                                "times"));
  attributes = pango_attr_list_new ();
  pango_attr_list_insert (attributes, pango_attr_scale_new (0.8));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_get_pixel_size (layout, &text_width, &text_height);

  x = width - text_width - 22.0;
  y = height - text_height - 14.0;
  if (x > tv_timeline_get_label_width (self) && y > tv_timeline_get_ruler_height (self))
    {
      cairo_rectangle (cr, x - 8.0, y - 3.0, text_width + 16.0, text_height + 6.0);
      tv_color_set_source (&tv_timeline_get_theme (self)->card, cr);
      cairo_fill_preserve (cr);
      tv_color_set_source (&tv_timeline_get_theme (self)->card_border, cr);
      cairo_set_line_width (cr, 1.0);
      cairo_stroke (cr);
      tv_color_set_source (&tv_timeline_get_theme (self)->dim_text, cr);
      cairo_move_to (cr, x, y);
      pango_cairo_show_layout (cr, layout);
    }
  g_object_unref (layout);
}

/* Returns a surface to paint, and makes it the visible one. Two surfaces alternate, because GTK may still use the
 * last one, and a new surface per frame would have to be cleared each time. */
static cairo_surface_t *
take_surface (TvTimeline *self, int width, int height, int scale)
{
  ContentPart *part = get_part (self);
  cairo_surface_t *surface = part->surfaces[1];
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
  part->surfaces[1] = part->surfaces[0];
  part->surfaces[0] = surface;
  return surface;
}

/* Builds the index of strips after the first frame, because painting and building both use all processors. Does
 * nothing if the index was already requested for rows that show strips. */
static gboolean
on_image_seen (gpointer data)
{
  TvTimeline *self = data;

  get_part (self)->strips_id = 0;
  tv_session_build_strips (tv_timeline_get_session (self));
  return G_SOURCE_REMOVE;
}

static void
paint (TvTimeline *self, int width, int height)
{
  ContentPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  cairo_t *cr = cairo_create (take_surface (self, width, height, scale));
  TvTimelineView view;

  if (tv_timeline_update_view (self, &view))
    {
      tv_timeline_paint (self, cr, &view);
      if (tv_trace_is_rebuilt (tv_session_get_trace (session)))
        paint_note (self, cr, width, height);
      if (part->strips_id == 0 && !tv_session_has_strips (session))
        part->strips_id = g_timeout_add_full (G_PRIORITY_LOW, STRIPS_DELAY_MS, on_image_seen, self,
                                              NULL);
    }
  else
    {
      tv_color_set_source (&tv_timeline_get_theme (self)->background, cr);
      cairo_paint (cr);
    }
  cairo_destroy (cr);
  part->is_painted = TRUE;
}

static void
draw (gpointer data, GtkSnapshot *snapshot, int width, int height)
{
  TvTimeline *self = data;
  ContentPart *part = get_part (self);
  cairo_t *cr;

  if (!part->is_painted || part->surfaces[0] == NULL)
    paint (self, width, height);
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_set_source_surface (cr, part->surfaces[0], 0.0, 0.0);
  cairo_paint (cr);
  cairo_destroy (cr);
}

/* Marks the content as outdated; the next frame paints it again. */
void
tv_timeline_invalidate_content (TvTimeline *self)
{
  get_part (self)->is_painted = FALSE;
  gtk_widget_queue_draw (tv_timeline_get_layer (self, TV_TIMELINE_LAYER_CONTENT));
}

/* Returns: (transfer none) (nullable): the painted surface; %NULL while it is outdated. Used by tests. */
cairo_surface_t *
tv_timeline_get_painted_content (TvTimeline *self)
{
  ContentPart *part = get_part (self);

  return part->is_painted ? part->surfaces[0] : NULL;
}

/* ---- Part ---- */

static void
init (TvTimeline *self)
{
  tv_timeline_set_layer (self, TV_TIMELINE_LAYER_CONTENT, tv_draw_layer_new (draw, self));
}

static void
drop_session (TvTimeline *self)
{
  g_clear_handle_id (&get_part (self)->strips_id, g_source_remove);
}

static void
dispose (TvTimeline *self)
{
  ContentPart *part = get_part (self);

  g_clear_pointer (&part->surfaces[0], cairo_surface_destroy);
  g_clear_pointer (&part->surfaces[1], cairo_surface_destroy);
}

const TvTimelinePart tv_timeline_part_content = {
  .size = sizeof (ContentPart),
  .init = init,
  .drop_session = drop_session,
  .dispose = dispose,
};
