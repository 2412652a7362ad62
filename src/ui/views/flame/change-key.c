/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Colour legend of a compared flame graph. Created by the Flame Graph view (flame-view.c). Draws one swatch per step
 * of change between two labels; the steps are constant. */

#include "ui/views/flame/change-key.h"

#include <glib/gi18n.h>

#include "analysis/calls/call-comparison.h"
#include "paint/kit/change-color.h"

#define STEP_PX   18
#define HEIGHT_PX 10
#define GAP_PX    6
#define N_STEPS   (2 * TV_CALL_MAX_STEP + 1)

struct _TvChangeKey
{
  TvCanvas parent_instance;

  GtkWidget *faster;
  GtkWidget *slower;
  const TvTheme *theme;
};

G_DEFINE_FINAL_TYPE (TvChangeKey, tv_change_key, TV_TYPE_CANVAS)

static void
follow_font (TvCanvas *canvas)
{
  gtk_widget_queue_resize (GTK_WIDGET (canvas));
}

static void
follow_theme (TvCanvas *canvas, const TvTheme *theme)
{
  TV_CHANGE_KEY (canvas)->theme = theme;
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

static void
tv_change_key_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  TvChangeKey *self = TV_CHANGE_KEY (widget);
  int faster, slower;

  gtk_widget_measure (self->faster, orientation, for_size, NULL, &faster, NULL, NULL);
  gtk_widget_measure (self->slower, orientation, for_size, NULL, &slower, NULL, NULL);
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL
                            ? faster + slower + N_STEPS * STEP_PX + 4 * GAP_PX
                            : MAX (MAX (faster, slower), HEIGHT_PX);
}

static void
tv_change_key_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvChangeKey *self = TV_CHANGE_KEY (widget);
  int faster, slower;

  gtk_widget_measure (self->faster, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &faster, NULL, NULL);
  gtk_widget_measure (self->slower, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &slower, NULL, NULL);
  gtk_widget_size_allocate (self->faster, &(GtkAllocation){ 0, 0, faster, height }, -1);
  gtk_widget_size_allocate (
      self->slower, &(GtkAllocation){ faster + N_STEPS * STEP_PX + 2 * GAP_PX, 0, slower, height },
      -1);
}

/* Draws the swatches. Decreases are on the left in every text direction, as in the change bars of tables. */
static void
tv_change_key_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvChangeKey *self = TV_CHANGE_KEY (widget);
  float x = (float) (gtk_widget_get_width (self->faster) + GAP_PX);
  float y = (float) ((gtk_widget_get_height (widget) - HEIGHT_PX) / 2);

  for (int step = -TV_CALL_MAX_STEP; step <= TV_CALL_MAX_STEP; step++, x += STEP_PX)
    {
      const TvColor *color = tv_change_get_color (self->theme, step);

      gtk_snapshot_append_color (
          snapshot,
          &(GdkRGBA){ (float) color->red, (float) color->green, (float) color->blue, 1.0f },
          &GRAPHENE_RECT_INIT (x, y, STEP_PX - 1, HEIGHT_PX));
    }
  GTK_WIDGET_CLASS (tv_change_key_parent_class)->snapshot (widget, snapshot);
}

static void
tv_change_key_dispose (GObject *object)
{
  TvChangeKey *self = TV_CHANGE_KEY (object);

  g_clear_pointer (&self->faster, gtk_widget_unparent);
  g_clear_pointer (&self->slower, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_change_key_parent_class)->dispose (object);
}

static void
tv_change_key_class_init (TvChangeKeyClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TV_CANVAS_CLASS (klass)->follow_font = follow_font;
  TV_CANVAS_CLASS (klass)->follow_theme = follow_theme;
  G_OBJECT_CLASS (klass)->dispose = tv_change_key_dispose;
  widget_class->measure = tv_change_key_measure;
  widget_class->size_allocate = tv_change_key_size_allocate;
  widget_class->snapshot = tv_change_key_snapshot;
}

static void
tv_change_key_init (TvChangeKey *self)
{
  gtk_widget_set_direction (GTK_WIDGET (self), GTK_TEXT_DIR_LTR);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self),
                               _("Change in time: grey if below 3 %, then in steps at 15 and 40 "
                                 "%"));
  self->faster = gtk_label_new (_("▼ faster"));
  self->slower = gtk_label_new (_("▲ slower"));
  gtk_widget_set_parent (self->faster, GTK_WIDGET (self));
  gtk_widget_set_parent (self->slower, GTK_WIDGET (self));
}

GtkWidget *
tv_change_key_new (void)
{
  return g_object_new (TV_TYPE_CHANGE_KEY, NULL);
}

/* Sets the labels at the ends of the scale: “faster” and “slower” for times, “less” and “more” for counts and other
 * weights. */
void
tv_change_key_set_is_time (TvChangeKey *self, gboolean is_time)
{
  g_return_if_fail (TV_IS_CHANGE_KEY (self));

  gtk_label_set_text (GTK_LABEL (self->faster), is_time ? _("▼ faster") : _("▼ less"));
  gtk_label_set_text (GTK_LABEL (self->slower), is_time ? _("▲ slower") : _("▲ more"));
}
