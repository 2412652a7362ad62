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

/* Returns whether a row, or all of it, is in sight. */
static gboolean
is_in_sight (TvTableView *self, guint position, gboolean all_of_it)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  double height = get_row_height (self);
  double start = position * height - gtk_adjustment_get_value (adjustment);
  double page = gtk_adjustment_get_page_size (adjustment);

  return all_of_it ? start >= 0.0 && start + height <= page : start + height > 0.0 && start < page;
}

static gboolean
check_layout (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvTableView *self = TV_TABLE_VIEW (widget);
  gboolean is_blank = g_list_model_get_n_items (G_LIST_MODEL (self->model)) > 0 &&
                      gtk_widget_get_mapped (self->list) && get_row_height (self) == 0;

  if (self->layout_frames++ > 0 && is_blank)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u",
                                self->scroll_tick != 0 ? self->scroll_position : 0);
  if (self->layout_frames < 2 || (is_blank && self->layout_frames < MAX_LAYOUT_FRAMES))
    return G_SOURCE_CONTINUE;
  self->layout_tick = 0;
  return G_SOURCE_REMOVE;
}

/* Lays the list out again where it stays blank: GTK 4.8 forgets the layout of a list that was hidden while its rows
 * changed. To be called when it shows other rows. */
void
tv_table_view_watch_layout (TvTableView *self)
{
  self->layout_frames = 0;
  if (self->layout_tick == 0)
    self->layout_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), check_layout, NULL, NULL);
}

/* All rows are equally high, so a row's place is known. The list learns how long it is only when
 * it is laid out; until then it would stop at its old end, and warn where it became shorter. */
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
  if (is_laid_out && !(self->scroll_keeps && is_in_sight (self, self->scroll_position, FALSE)))
    gtk_adjustment_set_value (
        adjustment, self->scroll_position * height -
                        self->scroll_part * (gtk_adjustment_get_page_size (adjustment) - height));
  if (is_laid_out && has_focus_inside (self))
    tv_table_view_focus (self, self->scroll_position);
  tv_table_view_watch_layout (self);
  self->scroll_tick = 0;
  return G_SOURCE_REMOVE;
}

static void
start_scroll (TvTableView *self, guint position, double part, gboolean keeps)
{
  tv_list_rows_reach (self->view, position);
  self->scroll_position = position;
  self->scroll_keeps = keeps;
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
  start_scroll (self, position, 0.0, FALSE);
}

/* Brings a position to the middle as soon as the list is laid out. */
void
tv_table_view_center (TvTableView *self, guint position)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));
  start_scroll (self, position, 0.5, FALSE);
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

/* Scrolls to the first row without waiting for the layout. The adjustment cannot do this: a list that became
 * shorter warns, because the adjustment has the old length until the next layout. */
void
tv_table_view_scroll_to_top (TvTableView *self)
{
  if (self->scroll_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->scroll_tick);
  self->scroll_tick = 0;
  if (g_list_model_get_n_items (G_LIST_MODEL (self->model)) > 0)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", 0);
}

/* Keeps the chosen row in sight after other rows are shown: where it is, else in the middle. Without a chosen row, the
 * rows begin at the top. */
void
tv_table_view_keep_place (TvTableView *self)
{
  guint chosen = tv_table_view_get_chosen (self);

  if (chosen == GTK_INVALID_LIST_POSITION)
    tv_table_view_scroll_to_top (self);
  else
    start_scroll (self, chosen, 0.5, TRUE);
}

/* Brings a position to the middle, unless all of its row is in sight. */
void
tv_table_view_reveal (TvTableView *self, guint position)
{
  guint first, end;

  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  if (!tv_table_view_get_shown (self, &first, &end) || !is_in_sight (self, position, TRUE))
    start_scroll (self, position, 0.5, FALSE);
}
