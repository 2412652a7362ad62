/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws the icon of a thread state in a dump. The Dump view and the diagnosis create the widget; the cell of the dump
 * list calls tv_state_icon_append() instead. */

#include "ui/kit/state-icon.h"

#include <adwaita.h>

#include "paint/kit/state-sign.h"

G_STATIC_ASSERT (TV_STATE_ICON_PX == (int) TV_STATE_SIGN_PX);

/* Draws the icon of a #TvDumpState in the current theme; @x and @y are the position of its upper left corner. */
void
tv_state_icon_append (GtkSnapshot *snapshot, TvDumpState state, float x, float y)
{
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (x, y, TV_STATE_SIGN_PX, TV_STATE_SIGN_PX));

  tv_state_sign_draw (cr, state, adw_style_manager_get_dark (adw_style_manager_get_default ()),
                      (double) x, (double) y, TV_STATE_SIGN_PX);
  cairo_destroy (cr);
}

struct _TvStateIcon
{
  GtkWidget parent_instance;

  TvDumpState state;
};

G_DEFINE_FINAL_TYPE (TvStateIcon, tv_state_icon, GTK_TYPE_WIDGET)

static void
tv_state_icon_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = *natural = (int) TV_STATE_SIGN_PX;
}

static void
tv_state_icon_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  float x = (float) (gtk_widget_get_width (widget) - (int) TV_STATE_SIGN_PX) / 2.0f;
  float y = (float) (gtk_widget_get_height (widget) - (int) TV_STATE_SIGN_PX) / 2.0f;

  tv_state_icon_append (snapshot, TV_STATE_ICON (widget)->state, x, y);
}

static void
tv_state_icon_class_init (TvStateIconClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = tv_state_icon_measure;
  widget_class->snapshot = tv_state_icon_snapshot;
  gtk_widget_class_set_css_name (widget_class, "stateicon");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tv_state_icon_init (TvStateIcon *self)
{
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

GtkWidget *
tv_state_icon_new (void)
{
  return g_object_new (TV_TYPE_STATE_ICON, NULL);
}

void
tv_state_icon_set_state (TvStateIcon *self, TvDumpState state)
{
  g_return_if_fail (TV_IS_STATE_ICON (self));

  self->state = state;
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), tv_dump_state_get_word (state));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  tv_dump_state_get_word (state), -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
