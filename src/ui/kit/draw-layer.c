/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Layers that are redrawn often above content that is expensive to draw: hover, selection, overview window. The layer
 * owns nothing; the user data must outlive it. */

#include "ui/kit/draw-layer.h"

struct _TvDrawLayer
{
  GtkWidget parent_instance;

  TvDrawFunc draw;
  gpointer data; /* user data */
};

G_DEFINE_FINAL_TYPE (TvDrawLayer, tv_draw_layer, GTK_TYPE_WIDGET)

static void
tv_draw_layer_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvDrawLayer *self = TV_DRAW_LAYER (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);

  if (width > 0 && height > 0)
    self->draw (self->data, snapshot, width, height);
}

static void
tv_draw_layer_class_init (TvDrawLayerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = tv_draw_layer_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
tv_draw_layer_init (TvDrawLayer *self)
{
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/**
 * tv_draw_layer_new:
 * @data: user data of @draw; must outlive the layer
 *
 * Returns: (transfer floating): a layer that is drawn by @draw
 */
GtkWidget *
tv_draw_layer_new (TvDrawFunc draw, gpointer data)
{
  TvDrawLayer *self = g_object_new (TV_TYPE_DRAW_LAYER, NULL);

  self->draw = draw;
  self->data = data;
  return GTK_WIDGET (self);
}
