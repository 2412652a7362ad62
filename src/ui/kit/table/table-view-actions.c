/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Actions on a row, and its menu, which opens with the secondary button, a long press or a key and
 * selects the row that it is for. */

#include "ui/kit/table/table-view-private.h"

#include <glib/gi18n.h>

#include "ui/kit/popup-menu.h"

/**
 * tv_table_view_copy_lines:
 * @dup_line: returns the text of a row
 * @data: for @dup_line; outlives the view
 *
 * Copies a line for each selected row to the clipboard.
 */
void
tv_table_view_copy_lines (TvTableView *self, TvTableDupLine dup_line, gpointer data)
{
  g_autoptr (GtkBitset) selected = NULL;
  GtkBitsetIter iter;
  guint position;

  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  g_clear_pointer (&self->copying, tv_table_copy_free);
  selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  if (gtk_bitset_is_empty (selected))
    return;
  self->copying = tv_table_copy_new (self->view, dup_line, data);
  for (gboolean is_there = gtk_bitset_iter_init_first (&iter, selected, &position); is_there;
       is_there = gtk_bitset_iter_next (&iter, &position))
    {
      guint32 row;
      TvTable *table = tv_table_model_get_shown (self->model, position, &row);

      tv_table_copy_add (self->copying, table, row);
    }
  tv_table_copy_start (self->copying);
}

static char *
dup_cells (gpointer view, TvTable *table, guint32 row)
{
  return tv_table_columns_dup_row (view, table, row);
}

static void
copy_row_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvTableView *self = TV_TABLE_VIEW (widget);

  tv_table_view_copy_lines (self, dup_cells, self->view);
}

static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvTableView *self = TV_TABLE_VIEW (widget);
  TvTable *table = tv_table_model_get_table (self->model);

  if (table != NULL)
    gtk_widget_activate_action (widget, "win.export-table", "s", tv_table_get_name (table));
}

/* Appends the items of every list. */
static void
append_usual (TvTableView *self, GMenu *menu)
{
  g_autoptr (GMenu) items = g_menu_new ();

  tv_popup_menu_append (
      items, tv_row_selection_count (self->selection) > 1 ? _("Cop_y Rows") : _("Cop_y Row"),
      "table.copy-row", "<Control>c");
  g_menu_append (items, _("_Export as CSV…"), "table.export");
  g_menu_append (items, _("Choose Col_umns…"), "table.columns");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (items));
}

static void
open_menu (TvTableView *self, double x, double y)
{
  g_autoptr (GMenu)
      menu = self->make_menu != NULL
                 ? self->make_menu (self->menu_data, tv_table_view_get_selected_row (self))
                 : g_menu_new ();

  append_usual (self, menu);
  tv_popup_menu_open (&self->menu, GTK_WIDGET (self), G_MENU_MODEL (menu), x, y);
}

/* At a point of the list: the menu is about the row there, which is chosen. */
static void
on_menu_pressed (GtkGesture *gesture, double x, double y, TvTableView *self)
{
  guint position = tv_table_view_pick (self, x, y);
  double menu_x, menu_y;

  if (position == GTK_INVALID_LIST_POSITION ||
      !gtk_widget_translate_coordinates (self->list, GTK_WIDGET (self), x, y, &menu_x, &menu_y))
    return;
  tv_table_view_choose_among (self, position);
  open_menu (self, menu_x, menu_y);
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_secondary_pressed (GtkGesture *gesture, int n_press, double x, double y, TvTableView *self)
{
  on_menu_pressed (gesture, x, y, self);
}

/* Below the selected row, or at the edge beyond which it is. */
static void
menu_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvTableView *self = TV_TABLE_VIEW (widget);
  guint position = tv_table_view_get_chosen (self);
  GtkWidget *row = tv_table_view_find_widget (self, position);
  int height = gtk_widget_get_height (widget);
  double x = 24.0, y = height / 2.0;

  if (position == GTK_INVALID_LIST_POSITION)
    return;
  if (row != NULL)
    gtk_widget_translate_coordinates (row, widget, 24.0, gtk_widget_get_height (row), &x, &y);
  open_menu (self, x, CLAMP (y, 0.0, (double) height));
}

void
tv_table_view_class_add_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "table.copy-row", NULL, copy_row_action);
  gtk_widget_class_install_action (widget_class, "table.export", NULL, export_action);
  gtk_widget_class_install_action (widget_class, "table.menu", NULL, menu_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "table.copy-row",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "table.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "table.menu",
                                       NULL);
}

/* To be called once. */
void
tv_table_view_add_menu (TvTableView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *press = gtk_gesture_long_press_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary_pressed), self);
  gtk_widget_add_controller (self->list, GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  g_signal_connect (press, "pressed", G_CALLBACK (on_menu_pressed), self);
  gtk_widget_add_controller (self->list, GTK_EVENT_CONTROLLER (press));
}

/**
 * tv_table_view_set_menu:
 * @self: a table
 * @make: makes the items for a row each time that its menu opens
 * @data: for @make; outlives the table
 *
 * Adds items to the menu of the rows.
 */
void
tv_table_view_set_menu (TvTableView *self, TvTableMenu make, gpointer data)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self) && make != NULL);
  self->make_menu = make;
  self->menu_data = data;
}
