/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows in an order of the user's own: a row is dragged by the handle on its label, or moved by keys and its menu. */

#include "ui/views/timeline/timeline-private.h"

#define EDGE_PX   24.0 /* so near to the upper or lower edge a drag scrolls */
#define SCROLL_PX 16.0
#define LINE_PX   2.0

static gboolean
is_on_handle (TvTimeline *self, double x, double y)
{
  graphene_rect_t bounds;

  return self->row_handle != NULL && gtk_widget_get_mapped (self->row_handle) &&
         gtk_widget_compute_bounds (self->row_handle, GTK_WIDGET (self), &bounds) &&
         graphene_rect_contains_point (&bounds, &GRAPHENE_POINT_INIT ((float) x, (float) y));
}

/* Remembers the row whose handle was pressed, if one was. */
void
tv_timeline_press_handle (TvTimeline *self, double x, double y)
{
  const TvTimelineRow *row = NULL;

  if (is_on_handle (self, x, y))
    row = tv_timeline_find_current_row (self);
  g_clear_pointer (&self->drag_key, g_free);
  self->drags_handle = row != NULL;
  if (row != NULL)
    self->drag_key = g_strdup (row->key);
}

/* Finds the gap for the dragged row; at the edges more rows come into sight. */
void
tv_timeline_drag_move (TvTimeline *self, double y)
{
  const TvTimelineRow *row;
  TvTimelineView view;

  if (self->drag_key == NULL || !tv_timeline_get_view (self, &view))
    return;
  row = tv_timeline_layout_find_key (self->layout, self->drag_key);
  if (row == NULL)
    return;
  if (y < view.ruler_height + EDGE_PX)
    gtk_adjustment_set_value (self->vertical, view.scroll_y - SCROLL_PX);
  else if (y > view.height - EDGE_PX)
    gtk_adjustment_set_value (self->vertical, view.scroll_y + SCROLL_PX);
  self->move_gap = tv_timeline_layout_find_gap (
      self->layout, row, (gint64) (y - view.ruler_height + view.scroll_y), &self->move_y);
}

void
tv_timeline_end_move (TvTimeline *self, gboolean is_cancelled)
{
  g_autofree char *key = g_steal_pointer (&self->drag_key);
  const TvTimelineRow *row = key != NULL ? tv_timeline_layout_find_key (self->layout, key) : NULL;

  if (row != NULL && !is_cancelled &&
      tv_timeline_layout_move_row (self->layout, row, self->move_gap))
    tv_timeline_flash_row (self, row);
}

/* Draws a line where the dragged row would go. */
void
tv_timeline_draw_move (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  const TvColor *accent = &self->theme->accent;
  GdkRGBA color = { (float) accent->red, (float) accent->green, (float) accent->blue, 1.0f };
  double y = view->ruler_height + (double) self->move_y - view->scroll_y;

  if (self->drag_key == NULL)
    return;
  y = CLAMP (y, view->ruler_height + LINE_PX, view->height - LINE_PX);
  gtk_snapshot_append_color (snapshot, &color,
                             &GRAPHENE_RECT_INIT (0.0f, (float) (y - LINE_PX / 2.0),
                                                  (float) view->width, (float) LINE_PX));
}

/* Moves a row before the one above (-1) or behind the one below (1). */
void
tv_timeline_move_row (TvTimeline *self, const TvTimelineRow *row, int direction)
{
  guint n, place = tv_timeline_layout_get_sibling (self->layout, row, &n);
  g_autofree char *key = g_strdup (row->key);

  if (place == G_MAXUINT || (direction < 0 && place == 0))
    return;
  if (tv_timeline_layout_move_row (self->layout, row, direction < 0 ? place - 1 : place + 2))
    tv_timeline_flash_row (self, row);
  g_free (self->moved_key);
  self->moved_key = g_steal_pointer (&key);
}
