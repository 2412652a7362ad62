/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/swatch.h"

#define CORNER_PX 2.5f

struct _TvSwatch
{
  GtkWidget parent_instance;

  guint color_index;
};

G_DEFINE_FINAL_TYPE (TvSwatch, tv_swatch, GTK_TYPE_WIDGET)

static void
tv_swatch_measure (GtkWidget *widget,
                   GtkOrientation orientation,
                   int for_size,
                   int *minimum,
                   int *natural,
                   int *minimum_baseline,
                   int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? TV_SWATCH_WIDTH_PX
                                                                  : TV_SWATCH_HEIGHT_PX;
}

static void
tv_swatch_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  tv_swatch_append (snapshot, 0, 0, TV_SWATCH (widget)->color_index);
}

static void
tv_swatch_class_init (TvSwatchClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = tv_swatch_measure;
  widget_class->snapshot = tv_swatch_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
tv_swatch_init (TvSwatch *self)
{
  self->color_index = TV_PALETTE_NEUTRAL;
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}

GtkWidget *
tv_swatch_new (void)
{
  return g_object_new (TV_TYPE_SWATCH, NULL);
}

/* A colour of the palette. */
void
tv_swatch_set_color (TvSwatch *self, guint color_index)
{
  g_return_if_fail (TV_IS_SWATCH (self));
  g_return_if_fail (color_index < TV_PALETTE_END);

  if (self->color_index == color_index)
    return;
  self->color_index = color_index;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Draws one with its upper left corner at a point. */
void
tv_swatch_append (GtkSnapshot *snapshot, int x, int y, guint color_index)
{
  const TvColor *color = tv_palette_get_color (color_index);
  GdkRGBA rgba = { (float) color->red, (float) color->green, (float) color->blue, 1.0f };
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (
      &outline, &GRAPHENE_RECT_INIT ((float) x, (float) y, TV_SWATCH_WIDTH_PX, TV_SWATCH_HEIGHT_PX),
      CORNER_PX);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &rgba, &outline.bounds);
  gtk_snapshot_pop (snapshot);
}
