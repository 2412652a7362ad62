/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Created by the legend of the timeline and by other views. List cells call tv_swatch_append() instead of creating a
 * widget. */

#include "ui/kit/swatch.h"

#include <adwaita.h>

#include "paint/kit/frame-sign.h"
#include "ui/kit/state-color.h"

#define CORNER_PX 2.5f

struct _TvSwatch
{
  GtkWidget parent_instance;

  guint color_index;
  TvStateKind state;      /* state that determines the colour; TV_N_STATE_KINDS for @color_index */
  TvFrameOutcome outcome; /* frame outcome whose icon is drawn on top; TV_FRAME_UNKNOWN for none */
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
append (GtkSnapshot *snapshot, int x, int y, const GdkRGBA *color)
{
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (
      &outline, &GRAPHENE_RECT_INIT ((float) x, (float) y, TV_SWATCH_WIDTH_PX, TV_SWATCH_HEIGHT_PX),
      CORNER_PX);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, color, &outline.bounds);
  gtk_snapshot_pop (snapshot);
}

static void
append_sign (TvSwatch *self, GtkSnapshot *snapshot)
{
  cairo_t *cr;

  if (self->outcome <= TV_FRAME_ON_TIME)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0.0f, 0.0f, TV_SWATCH_WIDTH_PX, TV_SWATCH_HEIGHT_PX));
  tv_frame_sign_draw (cr, self->outcome, 0.5,
                      (TV_SWATCH_HEIGHT_PX - TV_SWATCH_WIDTH_PX) / 2.0 + 0.5,
                      TV_SWATCH_WIDTH_PX - 1.0);
  cairo_destroy (cr);
}

static void
tv_swatch_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvSwatch *self = TV_SWATCH (widget);
  GdkRGBA color;

  if (self->state == TV_N_STATE_KINDS)
    {
      tv_swatch_append (snapshot, 0, 0, self->color_index);
      append_sign (self, snapshot);
      return;
    }
  tv_state_color_get (self->state, &color);
  append (snapshot, 0, 0, &color);
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
  AdwStyleManager *manager = adw_style_manager_get_default ();

  self->color_index = TV_PALETTE_NEUTRAL;
  self->state = TV_N_STATE_KINDS;
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw),
                           self, G_CONNECT_SWAPPED);
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}

GtkWidget *
tv_swatch_new (void)
{
  return g_object_new (TV_TYPE_SWATCH, NULL);
}

/* Sets a palette colour. */
void
tv_swatch_set_color (TvSwatch *self, guint color_index)
{
  g_return_if_fail (TV_IS_SWATCH (self));
  g_return_if_fail (color_index < TV_PALETTE_END);

  if (self->color_index == color_index && self->state == TV_N_STATE_KINDS &&
      self->outcome == TV_FRAME_UNKNOWN)
    return;
  self->color_index = color_index;
  self->outcome = TV_FRAME_UNKNOWN;
  self->state = TV_N_STATE_KINDS;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Sets the theme colour of a thread state. */
void
tv_swatch_set_state (TvSwatch *self, TvStateKind state)
{
  g_return_if_fail (TV_IS_SWATCH (self));
  g_return_if_fail (state < TV_N_STATE_KINDS);

  self->state = state;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Sets the colour and the icon of a frame outcome. */
void
tv_swatch_set_frame (TvSwatch *self, TvFrameOutcome outcome)
{
  g_return_if_fail (TV_IS_SWATCH (self));

  tv_swatch_set_color (self, tv_frame_sign_get_color (outcome));
  self->outcome = outcome;
}

/* Draws a swatch; @x and @y are the position of its upper left corner. */
void
tv_swatch_append (GtkSnapshot *snapshot, int x, int y, guint color_index)
{
  const TvColor *color = tv_palette_get_color (color_index);
  GdkRGBA rgba = { (float) color->red, (float) color->green, (float) color->blue, 1.0f };

  append (snapshot, x, y, &rgba);
}
