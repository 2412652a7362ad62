/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/difference/change-bar.h"

#define BAR_PX    120
#define HEIGHT_PX 12
#define MIDDLE_PX 1.0f
#define MIN_PART  0.5 /* px: what is less is not seen */

struct _TvChangeBar
{
  GtkWidget parent_instance;

  double share; /* −1 … 1 */
};

G_DEFINE_FINAL_TYPE (TvChangeBar, tv_change_bar, GTK_TYPE_WIDGET)

static void
tv_change_bar_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT_PX : 0;
}

static void
draw (GtkWidget *widget, GtkSnapshot *snapshot, float x, float y, float width, const char *name)
{
  GdkRGBA color;

  if (gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name, &color))
    gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (x, y, width, HEIGHT_PX));
}

/* More is to the right in every language, as time is. */
static void
tv_change_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvChangeBar *self = TV_CHANGE_BAR (widget);
  float middle = (float) (gtk_widget_get_width (widget) / 2);
  float y = (float) ((gtk_widget_get_height (widget) - HEIGHT_PX) / 2);
  double width = CLAMP (self->share, -1.0, 1.0) * BAR_PX / 2.0;

  if (width >= MIN_PART)
    draw (widget, snapshot, middle, y, MAX ((float) width, 1.0f), "tv_slower");
  else if (width <= -MIN_PART)
    draw (widget, snapshot, middle + MIN ((float) width, -1.0f), y, MAX ((float) -width, 1.0f),
          "tv_faster");
  draw (widget, snapshot, middle, y, MIDDLE_PX, "tv_heat_track");
}

static void
tv_change_bar_class_init (TvChangeBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = tv_change_bar_measure;
  widget_class->snapshot = tv_change_bar_snapshot;
  gtk_widget_class_set_css_name (widget_class, "changebar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
tv_change_bar_init (TvChangeBar *self)
{
}

GtkWidget *
tv_change_bar_new (void)
{
  return g_object_new (TV_TYPE_CHANGE_BAR, NULL);
}

/* Shows a part of the largest change: −1 … 1. */
void
tv_change_bar_set_share (TvChangeBar *self, double share)
{
  g_return_if_fail (TV_IS_CHANGE_BAR (self));
  self->share = share;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
