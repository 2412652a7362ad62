/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the flame graph is zoomed and scrolled to; from one place to the next it eases, so that the eye can
 * follow. */

#include "ui/views/flame/flame-private.h"

#include <math.h>

#define DURATION_US 150000.0

/* So wide is at least what is brought into sight, px. */
#define MIN_SEEN_PX 8.0

/* ---- Levels ---- */

/* Makes the scrollbar show what is there now. */
void
tv_flame_graph_update_bar (TvFlameGraph *self)
{
  double page = gtk_widget_get_height (GTK_WIDGET (self)), height = 0.0, value, most;
  gboolean was_at_end = gtk_adjustment_get_value (self->vertical) +
                            gtk_adjustment_get_page_size (self->vertical) >=
                        gtk_adjustment_get_upper (self->vertical);
  TvFlameView view;

  if (tv_flame_graph_get_view (self, &view))
    height = tv_flame_painter_get_height (self->painter, &view);
  most = MAX (height - page, 0.0);
  value = gtk_adjustment_get_value (self->vertical);
  /* What is at the root stays there. */
  if (self->is_flipped && was_at_end)
    value = most;
  gtk_adjustment_configure (self->vertical, CLAMP (value, 0.0, most), 0.0, MAX (height, page),
                            self->metrics.step, page * 0.9, page);
  gtk_widget_set_child_visible (self->bar, most > 0.0);
}

static void
on_scrolled (TvFlameGraph *self)
{
  tv_flame_graph_queue_paint (self);
  tv_flame_graph_update_hover (self);
}

void
tv_flame_graph_add_bar (TvFlameGraph *self)
{
  self->vertical = g_object_ref_sink (gtk_adjustment_new (0.0, 0.0, 0.0, 0.0, 0.0, 0.0));
  self->bar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, self->vertical);
  gtk_widget_add_css_class (self->bar, "overlay-indicator");
  gtk_widget_add_css_class (self->bar, "right");
  gtk_widget_set_child_visible (self->bar, FALSE);
  gtk_widget_set_parent (self->bar, GTK_WIDGET (self));
  g_signal_connect_swapped (self->vertical, "value-changed", G_CALLBACK (on_scrolled), self);
}

/* ---- Zoom ---- */

static void
set_range (TvFlameGraph *self, const TvFlameRange *range)
{
  self->range = *range;
  tv_flame_graph_update_bar (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  tv_flame_graph_queue_paint (self);
}

void
tv_flame_graph_stop_motion (TvFlameGraph *self)
{
  TvFlameRange range;

  if (self->motion_id == 0)
    return;
  gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->motion_id);
  self->motion_id = 0;
  range = tv_flame_layout_get_range (self->layout, self->zoom);
  set_range (self, &range);
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (widget);
  double part = (double) (gdk_frame_clock_get_frame_time (clock) - self->motion_start_us) /
                DURATION_US;
  TvFlameRange to = tv_flame_layout_get_range (self->layout, self->zoom);
  TvFlameRange range = tv_flame_range_mix (&self->range_from, &to,
                                           1.0 - pow (1.0 - CLAMP (part, 0.0, 1.0), 3.0));

  set_range (self, &range);
  if (part < 1.0)
    return G_SOURCE_CONTINUE;
  self->motion_id = 0;
  tv_flame_graph_update_hover (self);
  return G_SOURCE_REMOVE;
}

/* Goes there at once; of another layout there is no way from one to the other. */
void
tv_flame_graph_reset_zoom (TvFlameGraph *self, guint32 node)
{
  TvFlameRange range = tv_flame_layout_get_range (self->layout, node);

  if (self->motion_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->motion_id);
  self->motion_id = 0;
  self->zoom = node;
  set_range (self, &range);
  tv_flame_graph_notify_zoom (self);
}

static gboolean
has_animations (TvFlameGraph *self)
{
  gboolean has = TRUE;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &has, NULL);
  return has && gtk_widget_get_mapped (GTK_WIDGET (self));
}

guint32
tv_flame_graph_get_zoom (TvFlameGraph *self)
{
  return self->zoom;
}

/* Makes a node as wide as the graph, if it has any width. */
void
tv_flame_graph_zoom_to (TvFlameGraph *self, guint32 node)
{
  g_return_if_fail (TV_IS_FLAME_GRAPH (self));

  if (self->layout == NULL || node == self->zoom ||
      tv_flame_layout_get_length (self->layout, node) <= 0)
    return;
  tv_flame_graph_drop_card (self);
  if (!has_animations (self))
    {
      tv_flame_graph_reset_zoom (self, node);
      tv_flame_graph_update_hover (self);
      return;
    }
  self->range_from = self->range;
  self->zoom = node;
  self->motion_start_us = gdk_frame_clock_get_frame_time (
      gtk_widget_get_frame_clock (GTK_WIDGET (self)));
  if (self->motion_id == 0)
    self->motion_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
  tv_flame_graph_notify_zoom (self);
}

/* ---- What is to be seen ---- */

/* The node to be zoomed to, as near to what that is now as can be, so that another one is wide enough. */
static guint32
find_zoom (TvFlameGraph *self, guint32 node)
{
  double room = MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1);
  double length = (double) tv_flame_layout_get_length (self->layout, node);
  guint32 zoom = self->zoom, nearest = node;

  while (!tv_flame_layout_is_within (self->layout, node, zoom) &&
         !tv_flame_layout_is_within (self->layout, zoom, node))
    zoom = tv_flame_layout_get_node (self->layout, zoom)->parent;
  /* Above the zoom it is as wide as the graph. */
  if (!tv_flame_layout_is_within (self->layout, node, zoom))
    return zoom;
  for (guint32 at = node;; at = tv_flame_layout_get_node (self->layout, at)->parent)
    {
      if (length / (double) MAX (tv_flame_layout_get_length (self->layout, at), 1) * room <
          MIN_SEEN_PX)
        return nearest;
      nearest = at;
      if (at == zoom)
        return zoom;
    }
}

/* Brings a node into sight, by no more zooming and scrolling than needed. */
void
tv_flame_graph_reveal (TvFlameGraph *self, guint32 node)
{
  double page = gtk_adjustment_get_page_size (self->vertical);
  double value = gtk_adjustment_get_value (self->vertical);
  TvTimelineRect rect;
  TvFlameView view;

  if (tv_flame_layout_get_length (self->layout, node) <= 0)
    return;
  tv_flame_graph_zoom_to (self, find_zoom (self, node));
  if (!tv_flame_graph_get_view (self, &view))
    return;
  /* As high as it is there, wherever it is on the way. */
  view.range = tv_flame_layout_get_range (self->layout, self->zoom);
  if (!tv_flame_painter_find_rect (self->painter, &view, node, &rect))
    return;
  if (rect.y < 0.0)
    value += rect.y - self->metrics.step;
  else if (rect.y + rect.height > page)
    value += rect.y + rect.height - page + self->metrics.step;
  if (value != gtk_adjustment_get_value (self->vertical))
    {
      gtk_adjustment_set_upper (self->vertical,
                                MAX (gtk_adjustment_get_upper (self->vertical), value + page));
      gtk_adjustment_set_value (self->vertical, value);
    }
}
