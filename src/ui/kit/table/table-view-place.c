/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/kit/table/table-view-private.h"

#include "ui/kit/gtk48/column-heads.h"
#include "ui/kit/gtk48/list-rows.h"

/* How many frames to wait for a list to have laid out what changed. */
#define MAX_LAYOUT_FRAMES 20

static int
get_row_height (TvTableView *self)
{
  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (gtk_widget_get_mapped (row) && gtk_widget_get_height (row) > 0)
      return gtk_widget_get_height (row);
  return 0;
}

/* (transfer none) (nullable): the row that shows a position */
GtkWidget *
tv_table_view_find_widget (TvTableView *self, guint position)
{
  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      GtkListItem *item = tv_column_heads_get_item (row);

      if (item != NULL && gtk_list_item_get_position (item) == position)
        return row;
    }
  return NULL;
}

/* The position that is shown at a point of the list, or %GTK_INVALID_LIST_POSITION. */
guint
tv_table_view_pick (TvTableView *self, double x, double y)
{
  GtkListItem *item;

  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), GTK_INVALID_LIST_POSITION);

  item = tv_column_heads_find_item (self->list, x, y);
  return item != NULL ? gtk_list_item_get_position (item) : GTK_INVALID_LIST_POSITION;
}

/* Moves the keyboard's focus to a row, so that the arrow keys go on from there. Returns: whether it is laid out */
gboolean
tv_table_view_focus (TvTableView *self, guint position)
{
  GtkWidget *row = tv_table_view_find_widget (self, position);

  return row != NULL && gtk_widget_grab_focus (row);
}

/* Moves the focus from elsewhere to the chosen row, else to the first one in sight; without rows to nothing. */
void
tv_table_view_enter (TvTableView *self)
{
  GtkRoot *root;
  guint first, end;

  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  root = gtk_widget_get_root (GTK_WIDGET (self));
  if (tv_table_view_focus (self, tv_table_view_get_chosen (self)) ||
      (tv_table_view_get_shown (self, &first, &end) && tv_table_view_focus (self, first)))
    return;
  if (root != NULL)
    gtk_root_set_focus (root, NULL);
}

static gboolean
has_focus_inside (TvTableView *self)
{
  GtkRoot *root = gtk_widget_get_root (self->list);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && (focus == self->list || gtk_widget_is_ancestor (focus, self->list));
}

/* All rows are equally high, so a row's place is known. The list learns how long it is only when
 * it is laid out; until then it would stop at its old end. */
static gboolean
scroll (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvTableView *self = TV_TABLE_VIEW (widget);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  double height = get_row_height (self);
  double n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  double length = MAX (n_rows * height, gtk_adjustment_get_page_size (adjustment));
  gboolean is_laid_out = self->scroll_frames > 0 && height > 0.0 &&
                         ABS (gtk_adjustment_get_upper (adjustment) - length) < height;

  if (!is_laid_out && self->scroll_frames++ < MAX_LAYOUT_FRAMES)
    return G_SOURCE_CONTINUE;
  if (is_laid_out)
    gtk_adjustment_set_value (
        adjustment, self->scroll_position * height -
                        self->scroll_part * (gtk_adjustment_get_page_size (adjustment) - height));
  if (is_laid_out && has_focus_inside (self))
    tv_table_view_focus (self, self->scroll_position);
  self->scroll_tick = 0;
  return G_SOURCE_REMOVE;
}

static void
start_scroll (TvTableView *self, guint position, double part)
{
  tv_list_rows_reach (self->view, position);
  self->scroll_position = position;
  self->scroll_part = part;
  self->scroll_frames = 0;
  if (self->scroll_tick == 0)
    self->scroll_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll, NULL, NULL);
}

/* Brings a position to the top as soon as the list is laid out. */
void
tv_table_view_scroll_to (TvTableView *self, guint position)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));
  start_scroll (self, position, 0.0);
}

/* Brings a position to the middle as soon as the list is laid out. */
void
tv_table_view_center (TvTableView *self, guint position)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));
  start_scroll (self, position, 0.5);
}

/**
 * tv_table_view_get_shown:
 * @first: (out): the first position that is in sight
 * @end: (out): the position after the last
 *
 * Returns: whether that is known; it is not before the list is laid out
 */
gboolean
tv_table_view_get_shown (TvTableView *self, guint *first, guint *end)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  double height = get_row_height (self);
  double top = gtk_adjustment_get_value (adjustment);
  double n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->model));

  if (height <= 0.0 || self->scroll_tick != 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return FALSE;
  *first = (guint) (top / height);
  *end = (guint) MIN (n_rows, (top + gtk_adjustment_get_page_size (adjustment)) / height + 1.0);
  return TRUE;
}

/* Brings a position that is out of sight to the middle, where what is around it is seen too. */
void
tv_table_view_reveal (TvTableView *self, guint position)
{
  guint first, end;

  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  if (!tv_table_view_get_shown (self, &first, &end) || position < first || position + 1 >= end)
    start_scroll (self, position, 0.5);
}
