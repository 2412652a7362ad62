/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/figure-cell.h"

#define END_PX        12
#define BAR_PX        2
#define BAR_MARGIN_PX 6 /* on both sides */

struct _TvFigureCell
{
  GtkWidget parent_instance;

  double share; /* 0 … 1, or negative: no bar */
  PangoLayout *layout;
};

G_DEFINE_FINAL_TYPE (TvFigureCell, tv_figure_cell, GTK_TYPE_WIDGET)

static void
tv_figure_cell_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  TvFigureCell *self = TV_FIGURE_CELL (widget);
  int width, height;

  pango_layout_get_pixel_size (self->layout, &width, &height);
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? width + END_PX : height;
}

static void
tv_figure_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvFigureCell *self = TV_FIGURE_CELL (widget);
  GtkStyleContext *style = gtk_widget_get_style_context (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int text_width, text_height;
  GdkRGBA color;

  if (self->share >= 0.0 && gtk_style_context_lookup_color (style, "accent_bg_color", &color))
    {
      float room = (float) (width - 2 * BAR_MARGIN_PX);
      float bar = room * (float) CLAMP (self->share, 0.0, 1.0);

      gtk_snapshot_append_color (
          snapshot, &color,
          &GRAPHENE_RECT_INIT (is_rtl ? BAR_MARGIN_PX + room - bar : BAR_MARGIN_PX, height - BAR_PX,
                               bar, BAR_PX));
    }

  gtk_style_context_get_color (style, &color);
  pango_layout_get_pixel_size (self->layout, &text_width, &text_height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot, &GRAPHENE_POINT_INIT ((float) (is_rtl ? END_PX : width - END_PX - text_width),
                                      (float) ((height - text_height) / 2)));
  gtk_snapshot_append_layout (snapshot, self->layout, &color);
  gtk_snapshot_restore (snapshot);
}

static void
tv_figure_cell_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (tv_figure_cell_parent_class)->css_changed (widget, change);
  pango_layout_context_changed (TV_FIGURE_CELL (widget)->layout);
  gtk_widget_queue_resize (widget);
}

static void
tv_figure_cell_finalize (GObject *object)
{
  g_clear_object (&TV_FIGURE_CELL (object)->layout);
  G_OBJECT_CLASS (tv_figure_cell_parent_class)->finalize (object);
}

static void
tv_figure_cell_class_init (TvFigureCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_figure_cell_finalize;
  widget_class->measure = tv_figure_cell_measure;
  widget_class->snapshot = tv_figure_cell_snapshot;
  widget_class->css_changed = tv_figure_cell_css_changed;
  gtk_widget_class_set_css_name (widget_class, "figurecell");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
tv_figure_cell_init (TvFigureCell *self)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  self->share = -1.0;
  self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (self->layout, attributes);
}

GtkWidget *
tv_figure_cell_new (void)
{
  return g_object_new (TV_TYPE_FIGURE_CELL, NULL);
}

/**
 * tv_figure_cell_set:
 * @text: (nullable): the number
 * @share: how long the bar is, 0 … 1, or -1 for none
 */
void
tv_figure_cell_set (TvFigureCell *self, const char *text, double share)
{
  g_return_if_fail (TV_IS_FIGURE_CELL (self));

  pango_layout_set_text (self->layout, text != NULL ? text : "", -1);
  self->share = share;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : "", -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
