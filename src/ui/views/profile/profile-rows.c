/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What rows do when they are clicked, or with keys: they expand and lead to others.
 *
 * The table's own click handling selects on release, after the rows may have changed under the
 * pointer; so clicks are handled here, before the rows see them.
 */

#include "ui/views/profile/profile-view-private.h"

#include "ui/views/profile/profile-name-cell.h"

static TvTableModel *
get_model (TvProfileView *self)
{
  return tv_table_view_get_model (self->table);
}

static void
get_line (TvTableRow *row, TvProfileLine *line)
{
  tv_profile_line_get (tv_table_row_get_table (row), tv_table_row_get_row (row), line);
}

/* Shows what lies under a method, or hides it. */
static void
set_method_expanded (TvProfileView *self, guint32 symbol, gboolean is_expanded)
{
  TvTable *shown = tv_table_model_get_table (get_model (self));
  g_autoptr (TvTable) children = NULL;
  guint32 row = TV_NONE;

  if (shown != NULL)
    row = tv_method_profile_table_find (TV_METHOD_PROFILE_TABLE (shown), symbol);
  if (row == TV_NONE ||
      (tv_table_model_get_children (get_model (self), row) != NULL) == is_expanded)
    return;
  if (is_expanded)
    children = tv_relatives_table_new (TV_METHOD_PROFILE_TABLE (shown), symbol, self->clock);
  tv_table_model_expand (get_model (self), row, children);
}

static void
set_row_expanded (TvProfileView *self, TvTableRow *row, gboolean is_expanded)
{
  TvProfileLine line;

  get_line (row, &line);
  if (tv_table_row_is_expanded (row) == is_expanded)
    return;
  if (line.kind == TV_PROFILE_ROW_METHOD)
    set_method_expanded (self, line.method, is_expanded);
  else if (line.kind == TV_PROFILE_ROW_GROUP)
    tv_profile_view_set_group_open (self, line.method, line.group, is_expanded);
}

/* Shows or hides the rows under the heading of a group of an expanded method. */
void
tv_profile_view_set_group_open (TvProfileView *self,
                                guint32 symbol,
                                TvProfileGroup group,
                                gboolean is_open)
{
  TvTable *shown = tv_table_model_get_table (get_model (self));
  guint32 row = tv_method_profile_table_find (TV_METHOD_PROFILE_TABLE (shown), symbol), heading;
  TvTable *children = tv_table_model_get_children (get_model (self), row);
  g_autoptr (TvTable) other = NULL;

  if (children != NULL)
    other = tv_relatives_table_set_open (TV_RELATIVES_TABLE (children), group, is_open, &heading);
  if (other != NULL)
    tv_table_model_replace_children (get_model (self), row, other, heading + 1);
}

/**
 * tv_profile_view_jump:
 * @symbol: a method
 *
 * Expands it alone, selects it, and brings it to the top. A filter that hides it ends.
 */
void
tv_profile_view_jump (TvProfileView *self, guint32 symbol)
{
  g_autoptr (GArray) expanded = NULL;
  guint position;

  if (tv_profile_view_find (self, symbol) == TV_NONE)
    tv_profile_view_end_filter (self);
  if (tv_profile_view_find (self, symbol) == TV_NONE)
    return;
  expanded = tv_table_model_dup_expanded (get_model (self));
  for (guint i = expanded->len; i > 0; i--)
    {
      guint32 row = g_array_index (expanded, guint32, i - 1);
      TvTable *shown = tv_table_model_get_table (get_model (self));

      if (tv_method_profile_table_get_symbol (TV_METHOD_PROFILE_TABLE (shown), row) != symbol)
        tv_table_model_expand (get_model (self), row, NULL);
    }
  set_method_expanded (self, symbol, TRUE);
  position = tv_profile_view_find (self, symbol);
  tv_table_view_select_row (self->table, tv_table_model_get_row (get_model (self), position));
  tv_session_select_symbol (self->session, symbol);
  tv_table_view_scroll_to (self->table, position);
}

static void
activate_row (TvProfileView *self, TvTableRow *row)
{
  TvProfileLine line;

  get_line (row, &line);
  if (line.kind == TV_PROFILE_ROW_EDGE)
    tv_profile_view_jump (self, line.symbol);
  else
    set_row_expanded (self, row, !tv_table_row_is_expanded (row));
}

/* A click selects and expands; a click on the arrow, or a double click, also collapses. */
static void
click_row (TvProfileView *self, TvTableRow *row, gboolean is_on_arrow, int n_press)
{
  gboolean is_expanded = tv_table_row_is_expanded (row);
  TvProfileLine line;

  get_line (row, &line);
  switch (line.kind)
    {
    case TV_PROFILE_ROW_EDGE:
      tv_profile_view_jump (self, line.symbol);
      break;
    case TV_PROFILE_ROW_GROUP:
      set_row_expanded (self, row, !is_expanded);
      break;
    case TV_PROFILE_ROW_METHOD:
      if (n_press == 1)
        self->was_expanded = is_expanded;
      if (is_on_arrow)
        set_row_expanded (self, row, !is_expanded);
      else
        set_row_expanded (self, row, n_press == 1 || !self->was_expanded);
      break;
    case TV_PROFILE_ROW_SELF:
    default:
      break;
    }
}

static void
on_list_pressed (GtkGestureClick *gesture, int n_press, double x, double y, TvProfileView *self)
{
  if (tv_table_view_pick (self->table, x, y) != GTK_INVALID_LIST_POSITION)
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_list_released (GtkGestureClick *gesture, int n_press, double x, double y, TvProfileView *self)
{
  GtkWidget *list = tv_table_view_get_list (self->table);
  guint position = tv_table_view_pick (self->table, x, y);
  g_autoptr (TvTableRow) row = NULL;
  GtkWidget *widget;
  double cell_x;
  gboolean is_on_arrow;
  GdkModifierType state;

  if (position == GTK_INVALID_LIST_POSITION)
    return;

  row = g_list_model_get_item (G_LIST_MODEL (get_model (self)), position);
  widget = gtk_widget_pick (list, x, y, GTK_PICK_DEFAULT);
  widget = widget != NULL ? gtk_widget_get_ancestor (widget, TV_TYPE_PROFILE_NAME_CELL) : NULL;
  is_on_arrow = widget != NULL &&
                gtk_widget_translate_coordinates (list, widget, x, y, &cell_x, NULL) &&
                tv_profile_name_cell_has_arrow_at (TV_PROFILE_NAME_CELL (widget), cell_x);

  state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) &
          (GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  tv_table_view_focus (self->table, position);
  tv_table_view_choose_with (self->table, position, state);
  if (state == 0)
    click_row (self, row, is_on_arrow, n_press);
}

/* Goes from what lies under a method to the method. */
static void
go_to_owner (TvProfileView *self, TvTableRow *row)
{
  guint position = tv_table_row_get_owner (row) != TV_NONE
                       ? tv_table_model_find_row (get_model (self), tv_table_row_get_owner (row))
                       : TV_NONE;

  if (position == TV_NONE)
    return;
  tv_table_view_select_row (self->table, tv_table_row_get_owner (row));
  gtk_widget_activate_action (tv_table_view_get_list (self->table), "list.scroll-to-item", "u",
                              position);
  tv_table_view_focus (self->table, position);
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                TvProfileView *self)
{
  TvTableRow *row = tv_table_view_get_selected_row (self->table);
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  if (row == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_ISO_Enter)
    activate_row (self, row);
  else if (keyval == (is_rtl ? GDK_KEY_Left : GDK_KEY_Right))
    set_row_expanded (self, row, TRUE);
  else if (keyval != (is_rtl ? GDK_KEY_Right : GDK_KEY_Left))
    return GDK_EVENT_PROPAGATE;
  else if (tv_table_row_is_expanded (row))
    set_row_expanded (self, row, FALSE);
  else
    go_to_owner (self, row);
  return GDK_EVENT_STOP;
}

/* To be called once. */
void
tv_profile_view_follow_rows (TvProfileView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *clicks = GTK_EVENT_CONTROLLER (gtk_gesture_click_new ());
  GtkWidget *list = tv_table_view_get_list (self->table);

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (list, keys);

  gtk_event_controller_set_propagation_phase (clicks, GTK_PHASE_CAPTURE);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (clicks), GDK_BUTTON_PRIMARY);
  g_signal_connect (clicks, "pressed", G_CALLBACK (on_list_pressed), self);
  g_signal_connect (clicks, "released", G_CALLBACK (on_list_released), self);
  gtk_widget_add_controller (list, clicks);
}
