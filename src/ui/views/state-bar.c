/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bar with the share of each thread state, and the coloured spots of its legend. Created by property-grid.c. Copies
 * the states; draws only. */

#include "ui/views/state-bar.h"

#include <adwaita.h>

#include "ui/kit/state-color.h"

#define BAR_HEIGHT_PX 10
#define SPOT_PX       10
#define CORNER_PX     2

struct _TvStateBar
{
  GtkWidget parent_instance;

  gboolean is_spot;
  TvSliceStates states;
};

G_DEFINE_FINAL_TYPE (TvStateBar, tv_state_bar, GTK_TYPE_WIDGET)

static void
tv_state_bar_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  gboolean is_spot = TV_STATE_BAR (widget)->is_spot;

  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = is_spot ? SPOT_PX : BAR_HEIGHT_PX;
  else
    *minimum = *natural = is_spot ? SPOT_PX : 0;
}

static gint64
get_total (const TvSliceStates *states)
{
  gint64 total_ns = states->unknown_ns;

  for (int kind = 0; kind < TV_N_STATE_KINDS; kind++)
    total_ns += states->ns[kind];
  return total_ns;
}

static void
tv_state_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvStateBar *self = TV_STATE_BAR (widget);
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  float width = (float) gtk_widget_get_width (widget);
  float height = (float) gtk_widget_get_height (widget);
  double total_ns = (double) MAX (get_total (&self->states), 1), before_ns = 0.0;
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (0, 0, width, height), CORNER_PX);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  for (int kind = 0; kind < TV_N_STATE_KINDS; kind++)
    {
      float start = (float) (before_ns / total_ns) * width;
      float length = (float) ((double) self->states.ns[kind] / total_ns) * width;
      GdkRGBA color;

      if (self->states.ns[kind] <= 0)
        continue;
      tv_state_color_get (kind, &color);
      gtk_snapshot_append_color (
          snapshot, &color,
          &GRAPHENE_RECT_INIT (is_rtl ? width - start - length : start, 0, length, height));
      before_ns += (double) self->states.ns[kind];
    }
  gtk_snapshot_pop (snapshot);
}

static void
tv_state_bar_class_init (TvStateBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = tv_state_bar_measure;
  widget_class->snapshot = tv_state_bar_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
tv_state_bar_init (TvStateBar *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw),
                           self, G_CONNECT_SWAPPED);
}

GtkWidget *
tv_state_bar_new (const TvSliceStates *states)
{
  TvStateBar *self = g_object_new (TV_TYPE_STATE_BAR, NULL);

  self->states = *states;
  return GTK_WIDGET (self);
}

/* Creates a spot in the colour of a state, for the legend of a bar. */
GtkWidget *
tv_state_bar_new_spot (TvStateKind kind)
{
  TvStateBar *self = g_object_new (TV_TYPE_STATE_BAR, "valign", GTK_ALIGN_CENTER, NULL);

  self->is_spot = TRUE;
  self->states.ns[kind] = 1;
  return GTK_WIDGET (self);
}
