/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The menu of the headings, which opens with the secondary button or a long press on one, and the list of all
 * columns, which opens from that or from the menu of a row. */

#include "ui/kit/table/table-view-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ui/kit/popup-menu.h"
#include "ui/kit/table/table-text.h"

/* Of the list of all columns. */
#define MOST_HEIGHT_PX 320

/* ---- Actions ---- */

/* Names of columns have underscores, those of actions have none. */
static char *
dup_action_name (const char *column)
{
  return g_strdelimit (g_strdup (column), "_", '-');
}

static void
on_change_shown (GSimpleAction *action, GVariant *value, gpointer data)
{
  TvTableView *self = data;

  for (guint i = 0; i < self->offered->len; i++)
    {
      const char *column = g_array_index (self->offered, TvTableColumn, i).name;
      g_autofree char *name = dup_action_name (column);

      if (g_str_equal (name, g_action_get_name (G_ACTION (action))))
        {
          tv_table_view_show_column (self, column, g_variant_get_boolean (value));
          return;
        }
    }
}

/* Has a switch for each column, on where it is shown: "columns.NAME". */
void
tv_table_view_update_column_actions (TvTableView *self)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  for (guint i = 0; i < self->offered->len; i++)
    {
      const char *column = g_array_index (self->offered, TvTableColumn, i).name;
      g_autofree char *name = dup_action_name (column);
      gboolean is_shown = tv_table_view_has_column (self, column);
      g_autoptr (GSimpleAction)
          action = g_simple_action_new_stateful (name, NULL, g_variant_new_boolean (is_shown));

      g_simple_action_set_enabled (action, !is_shown || tv_table_view_can_hide (self, column));
      g_signal_connect_object (action, "change-state", G_CALLBACK (on_change_shown), self, 0);
      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "columns", G_ACTION_GROUP (group));
}

static void
change_column_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvTableView *self = TV_TABLE_VIEW (widget);

  if (g_str_equal (action, "table.hide-column"))
    tv_table_view_show_column (self, g_variant_get_string (parameter, NULL), FALSE);
  else
    tv_table_view_move_column (self, g_variant_get_string (parameter, NULL),
                               g_str_equal (action, "table.move-left") ? -1 : 1);
}

static void
reset_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  tv_table_view_reset_columns (TV_TABLE_VIEW (widget));
}

/* ---- The menu ---- */

static char *
dup_title (TvTableView *self, const TvTableColumn *column)
{
  if (column->title != NULL)
    return g_strdup (_ (column->title));
  return tv_table_text_dup_title (
      &self->info->columns[tv_table_columns_find (self->info, column->name)]);
}

static void
append_presets (TvTableView *self, GMenu *menu)
{
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < self->presets->len; i++)
    {
      const TvColumnPreset *preset = self->presets->pdata[i];
      g_autofree char *action = g_strdup_printf ("table.preset::%s", preset->id);

      if (preset->title != NULL)
        g_menu_append (section, preset->title, action);
    }
  if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
    g_menu_append (section, _("_Own"), "table.preset::" TV_COLUMNS_OWN);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static void
append_if (GMenu *section,
           gboolean can,
           const char *label,
           const char *action,
           const char *column,
           const char *why_not)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  if (!can)
    {
      tv_popup_menu_append_grey (section, label, why_not);
      return;
    }
  g_menu_item_set_action_and_target (item, action, "s", column);
  g_menu_append_item (section, item);
}

static void
append_column (TvTableView *self, GMenu *menu, const char *column)
{
  g_autoptr (GMenu) section = g_menu_new ();

  append_if (section, tv_table_view_can_hide (self, column), _("_Hide"), "table.hide-column",
             column, _("A list needs it"));
  append_if (section, tv_table_view_can_move (self, column, -1), _("Move _Left"), "table.move-left",
             column, _("There is no place for it further left"));
  append_if (section, tv_table_view_can_move (self, column, 1), _("Move _Right"),
             "table.move-right", column, _("There is no place for it further right"));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static GMenuModel *
make_menu (TvTableView *self, const char *column)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) last = g_menu_new ();

  append_column (self, menu, column);
  append_presets (self, menu);
  g_menu_append (last, _("Choose Col_umns…"), "table.columns");
  g_menu_append (last, _("R_eset Columns"), "table.reset-columns");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (last));
  return G_MENU_MODEL (menu);
}

/* Headings say what they mean when pointed at, but not over a menu. */
static void
set_have_tooltips (TvTableView *self, gboolean have)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (self->view));

  for (GtkWidget *heading = gtk_widget_get_first_child (header); heading != NULL;
       heading = gtk_widget_get_next_sibling (heading))
    gtk_widget_set_has_tooltip (heading, have);
}

static void
on_menu_closed (TvTableView *self)
{
  set_have_tooltips (self, TRUE);
}

static void
open_popover (TvTableView *self, GtkWidget *popover, double x, double y)
{
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  set_have_tooltips (self, FALSE);
  gtk_popover_popup (GTK_POPOVER (popover));
}

static void
adopt_popover (TvTableView *self, GtkWidget *popover)
{
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_widget_set_parent (popover, GTK_WIDGET (self));
  g_signal_connect_object (popover, "closed", G_CALLBACK (on_menu_closed), self, G_CONNECT_SWAPPED);
}

/* For a column; at a point of the widget. */
static void
open_menu (TvTableView *self, const char *column, double x, double y)
{
  g_autoptr (GMenuModel) model = make_menu (self, column);

  if (self->heads_menu == NULL)
    {
      self->heads_menu = gtk_popover_menu_new_from_model (model);
      adopt_popover (self, self->heads_menu);
    }
  else
    gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->heads_menu), model);
  self->heads_x = x;
  open_popover (self, self->heads_menu, x, y);
}

/* ---- All columns ---- */

static GtkWidget *
make_switch (TvTableView *self, const TvTableColumn *column)
{
  const TvColumn *info = &self->info->columns[tv_table_columns_find (self->info, column->name)];
  g_autofree char *title = dup_title (self, column);
  g_autofree char *name = dup_action_name (column->name);
  g_autofree char *action = g_strconcat ("columns.", name, NULL);
  GtkWidget *check = gtk_check_button_new_with_label (title);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (check), action);
  gtk_widget_set_tooltip_text (
      check, _ (column->description != NULL ? column->description : info->description));
  return check;
}

/* A menu would close with each choice, and be longer than the screen. */
static void
columns_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvTableView *self = TV_TABLE_VIEW (widget);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  if (self->info == NULL)
    return;
  for (guint i = 0; i < self->offered->len; i++)
    gtk_box_append (GTK_BOX (box),
                    make_switch (self, &g_array_index (self->offered, TvTableColumn, i)));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), MOST_HEIGHT_PX);
  if (self->columns_popover == NULL)
    {
      self->columns_popover = gtk_popover_new ();
      adopt_popover (self, self->columns_popover);
    }
  gtk_popover_set_child (GTK_POPOVER (self->columns_popover), scrolled);
  open_popover (self, self->columns_popover, MAX (self->heads_x, 24.0), 24.0);
}

/* (nullable): the column of a heading that is there */
static const char *
find_column_at (TvTableView *self, double x, double y)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (self->view));
  GListModel *columns = gtk_column_view_get_columns (self->view);
  guint n = g_list_model_get_n_items (columns), i = 0;

  for (GtkWidget *heading = gtk_widget_get_first_child (header); heading != NULL && i < n;
       heading = gtk_widget_get_next_sibling (heading), i++)
    {
      double heading_x, heading_y;

      if (gtk_widget_translate_coordinates (GTK_WIDGET (self->view), heading, x, y, &heading_x,
                                            &heading_y) &&
          gtk_widget_contains (heading, heading_x, heading_y))
        {
          g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

          return self->info->columns[tv_table_columns_get_index (column)].name;
        }
    }
  return NULL;
}

static void
on_pressed (GtkGesture *gesture, double x, double y, TvTableView *self)
{
  const char *column = self->info != NULL ? find_column_at (self, x, y) : NULL;
  double menu_x, menu_y;

  if (column == NULL || !gtk_widget_translate_coordinates (
                            GTK_WIDGET (self->view), GTK_WIDGET (self), x, y, &menu_x, &menu_y))
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu (self, column, menu_x, menu_y);
}

static void
on_secondary_pressed (GtkGesture *gesture, int n_press, double x, double y, TvTableView *self)
{
  on_pressed (gesture, x, y, self);
}

/* To be called once. */
void
tv_table_view_add_heads_menu (TvTableView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *press = gtk_gesture_long_press_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (press), GTK_PHASE_CAPTURE);
  g_signal_connect (press, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (press));
}

void
tv_table_view_class_add_heads_actions (GtkWidgetClass *widget_class)
{
  static const char *const actions[] = { "table.hide-column", "table.move-left",
                                         "table.move-right" };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], "s", change_column_action);
  gtk_widget_class_install_action (widget_class, "table.reset-columns", NULL, reset_action);
  gtk_widget_class_install_action (widget_class, "table.columns", NULL, columns_action);
  gtk_widget_class_install_property_action (widget_class, "table.preset", "preset");
}
