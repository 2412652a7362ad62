/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows and the pointer: the buttons that come where it is on a name, the menu of a row, and that
 * of all rows in the corner above the names. */

#include "ui/views/timeline/timeline-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/kit/popup-menu.h"

/* Where the names have less room than this, one button must do. */
#define MIN_WIDTH_PX 150

#define CORNER_PX 4

/* ---- The menu of a row ---- */

static void
append (GMenu *menu, const char *label, const char *action)
{
  g_menu_append (menu, label, action);
}

static void
append_section (GMenu *menu, GMenu *section)
{
  if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_object_unref (section);
}

static void
append_choice (GMenu *menu, const char *label, const char *action, const char *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", target);
  g_menu_append_item (menu, item);
}

static void
append_counter_modes (GMenu *menu)
{
  g_autoptr (GMenu) section = g_menu_new ();

  append_choice (section, _("_Value"), "row.counter-mode", "value");
  append_choice (section, _("_Delta to the Next Sample"), "row.counter-mode", "delta");
  append_choice (section, _("Rate per _Second"), "row.counter-mode", "rate");
  g_menu_append_section (menu, _("Show Counter As"), G_MENU_MODEL (section));
}

static void
on_counter_mode_chosen (GSimpleAction *action, GVariant *name, TvTimeline *self)
{
  const TvTimelineRow *row = tv_timeline_find_current_row (self);
  TvCounterMode mode;

  if (row == NULL || !tv_counter_mode_parse (g_variant_get_string (name, NULL), &mode))
    return;
  g_simple_action_set_state (action, name);
  tv_timeline_set_counter_mode (self, row, mode);
}

static GMenuModel *
make_menu (TvTimeline *self, const TvTimelineRow *row)
{
  GMenu *menu = g_menu_new ();
  GMenu *section = g_menu_new ();
  gboolean is_on;

  if (tv_timeline_can_do_with_row (self, row, "fold-row", &is_on))
    append (section, is_on ? _("Un_fold") : _("_Fold"), "timeline.fold-row");
  if (tv_timeline_can_do_with_row (self, row, "strip-row", &is_on))
    append (section, is_on ? _("_Nested Levels") : _("_One Line"), "timeline.strip-row");
  if (tv_timeline_can_do_with_row (self, row, "stacks-row", &is_on))
    append (section, is_on ? _("Hide S_tacks over Time") : _("Show S_tacks over Time"),
            "timeline.stacks-row");
  if (tv_timeline_can_do_with_row (self, row, "tall-row", &is_on))
    append (section, is_on ? _("_Limit the Height") : _("Show All _Levels"), "timeline.tall-row");
  if (tv_timeline_can_do_with_row (self, row, "pin-row", &is_on))
    append (section, is_on ? _("Un_pin") : _("_Pin to the Top"), "timeline.pin-row");
  append (section, _("_Hide"), "timeline.hide-row");
  append_section (menu, section);

  section = g_menu_new ();
  if (tv_timeline_can_do_with_row (self, row, "move-row-up", &is_on))
    append (section, _("Move U_p"), "timeline.move-row-up");
  if (tv_timeline_can_do_with_row (self, row, "move-row-down", &is_on))
    append (section, _("Move Do_wn"), "timeline.move-row-down");
  if (tv_row_choices_get_moved (tv_session_get_row_choices (self->session)) != NULL)
    append (section, _("R_eset Row Order"), "timeline.reset-row-order");
  append_section (menu, section);

  if (tv_timeline_can_do_with_row (self, row, "counter-mode", &is_on))
    append_counter_modes (menu);

  section = g_menu_new ();
  if (tv_timeline_can_do_with_row (self, row, "filter-to-row", &is_on))
    append (section, is_on ? _("Count All T_hreads") : _("Filter to This T_hread"),
            "timeline.filter-to-row");
  if (tv_session_has_thread_filter (self->session) &&
      tv_timeline_can_do_with_row (self, row, "count-row", &is_on))
    append (section, is_on ? _("Do N_ot Count This Row") : _("C_ount This Row Too"),
            "timeline.count-row");
  append_section (menu, section);

  section = g_menu_new ();
  if (row->is_header)
    append (section, _("Show Only _This Group"), "timeline.show-only-row");
  else
    append (section, row->utid != TV_NONE ? _("Show Only _This Thread") : _("Show Only _This Row"),
            "timeline.show-only-row");
  append (section, _("_Show All Rows"), "timeline.show-all-rows");
  append (section, _("Filter _Rows…"), "timeline.filter-rows");
  append_section (menu, section);

  section = g_menu_new ();
  append (section, _("Fold _All"), "timeline.fold-all");
  append (section, _("_Unfold All"), "timeline.unfold-all");
  append_section (menu, section);
  return G_MENU_MODEL (menu);
}

static gboolean
forget_menu_row (gpointer data)
{
  TvTimeline *self = data;

  if (self->row_menu == NULL || !gtk_widget_get_visible (self->row_menu))
    g_clear_pointer (&self->menu_key, g_free);
  tv_timeline_update_row_buttons (self);
  return G_SOURCE_REMOVE;
}

/* What was chosen is done only after this. */
static void
on_menu_closed (TvTimeline *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, forget_menu_row, g_object_ref (self), g_object_unref);
}

static void
open_menu (TvTimeline *self, const TvTimelineRow *row, double x, double y)
{
  g_autoptr (GMenuModel) model = make_menu (self, row);
  gboolean is_new = self->row_menu == NULL;

  g_free (self->menu_key);
  self->menu_key = g_strdup (row->key);
  g_simple_action_set_state (self->counter_mode, g_variant_new_string (tv_counter_mode_get_name (
                                                     tv_timeline_get_counter_mode (self, row))));
  tv_popup_menu_open (&self->row_menu, GTK_WIDGET (self), model, x, y);
  if (is_new)
    g_signal_connect_swapped (self->row_menu, "closed", G_CALLBACK (on_menu_closed), self);
}

/* That of the row below the pointer; FALSE if there is none. */
gboolean
tv_timeline_open_row_menu (TvTimeline *self)
{
  const TvTimelineRow *row = tv_timeline_find_current_row (self);
  TvTimelineView view;
  TvTimelineRect rect;

  if (row == NULL || !tv_timeline_get_view (self, &view))
    return FALSE;
  tv_timeline_view_get_name_rect (&view, row, &rect);
  open_menu (self, row, rect.x, CLAMP (rect.y + rect.height, view.ruler_height, view.height));
  return TRUE;
}

static void
on_secondary_pressed (GtkGestureClick *gesture, int n_presses, double x, double y, TvTimeline *self)
{
  TvTimelineView view;
  TvTimelineHit hit;

  if (!tv_timeline_get_view (self, &view))
    return;
  tv_timeline_hit_test (self->painter, &view, x, y, &hit);
  if (hit.area != TV_TIMELINE_LABELS && hit.area != TV_TIMELINE_HEADER)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu (self, tv_timeline_layout_get_row (self->layout, hit.row), x, y);
}

/* ---- The buttons on a name ---- */

static void
on_more_clicked (TvTimeline *self)
{
  const TvTimelineRow *row = tv_timeline_find_current_row (self);
  GtkAllocation place;

  if (row == NULL)
    return;
  gtk_widget_get_allocation (self->row_buttons, &place);
  open_menu (self, row, place.x + place.width, place.y + place.height);
}

static void
name_button (GtkWidget *button, const char *name)
{
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static GtkWidget *
add_button (TvTimeline *self, const char *icon_name, const char *tooltip, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon_name);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_can_focus (button, FALSE);
  name_button (button, tooltip);
  if (action != NULL)
    gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  else
    g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_more_clicked), self);
  gtk_box_append (GTK_BOX (self->row_buttons), button);
  return button;
}

/* The row that has the buttons, if it is in sight. */
static const TvTimelineRow *
find_hovered_row (TvTimeline *self)
{
  if (self->layout == NULL || !self->has_pointer || self->drag != TV_TIMELINE_DRAG_NONE ||
      self->pointer_x >= self->label_width || self->hit.area < TV_TIMELINE_LABELS ||
      self->hit.row >= tv_timeline_layout_get_n_rows (self->layout))
    return NULL;
  return tv_timeline_layout_get_row (self->layout, self->hit.row);
}

static void
show_button (GtkWidget *button, gboolean is_shown, const char *icon_name, const char *tooltip)
{
  gtk_widget_set_visible (button, is_shown);
  gtk_button_set_icon_name (GTK_BUTTON (button), icon_name);
  name_button (button, tooltip);
}

static void
place_buttons (TvTimeline *self, const TvTimelineRow *row)
{
  TvTimelineView view;
  TvTimelineRect rect;
  GtkRequisition size;
  double y;

  if (!tv_timeline_get_view (self, &view))
    return;
  gtk_widget_get_preferred_size (self->row_buttons, NULL, &size);
  tv_timeline_view_get_name_rect (&view, row, &rect);
  if (row->is_header)
    {
      rect.y = tv_timeline_view_get_row_y (&view, row);
      rect.height = (double) row->height;
    }
  y = MAX (round (rect.y + (rect.height - size.height) / 2.0), self->ruler_height);
  gtk_widget_size_allocate (self->row_buttons,
                            &(GtkAllocation){ MAX (self->label_width - size.width - 5, 0), (int) y,
                                              size.width, size.height },
                            -1);
}

/* Lets the buttons follow the pointer from name to name. */
void
tv_timeline_update_row_buttons (TvTimeline *self)
{
  const TvTimelineRow *row = find_hovered_row (self);
  GtkWidget *pin, *hide;
  gboolean is_on;
  guint n;

  /* While its handle is dragged it stays where it is, for the gesture is the handle's. */
  if (self->row_buttons == NULL || self->drag == TV_TIMELINE_DRAG_MOVE)
    return;
  gtk_widget_set_child_visible (self->row_buttons, row != NULL);
  if (row == NULL)
    return;
  gtk_widget_set_visible (self->row_handle,
                          self->label_width >= MIN_WIDTH_PX &&
                              tv_timeline_layout_get_sibling (self->layout, row, &n) != G_MAXUINT);
  pin = gtk_widget_get_next_sibling (self->row_handle);
  hide = gtk_widget_get_next_sibling (pin);
  show_button (pin,
               tv_timeline_can_do_with_row (self, row, "pin-row", &is_on) &&
                   self->label_width >= MIN_WIDTH_PX,
               "view-pin-symbolic", row->is_pinned ? _("Unpin") : _("Pin to the Top"));
  if (row->is_pinned)
    gtk_widget_add_css_class (pin, "accent");
  else
    gtk_widget_remove_css_class (pin, "accent");
  show_button (hide, self->label_width >= MIN_WIDTH_PX, "view-conceal-symbolic", _("Hide"));
  place_buttons (self, row);
}

/* ---- The menu of all rows ---- */

static GMenuModel *
make_rows_menu (void)
{
  GMenu *menu = g_menu_new ();
  GMenu *section = g_menu_new ();

  append (section, _("Filter _Rows…"), "timeline.filter-rows");
  append (section, _("_Show All Rows"), "timeline.show-all-rows");
  append (section, _("Un_pin All"), "timeline.unpin-all-rows");
  append_section (menu, section);

  section = g_menu_new ();
  append_choice (section, _("By _Time Used"), "session.row-order", "time");
  append_choice (section, _("By _Name"), "session.row-order", "name");
  append_choice (section, _("By First U_se"), "session.row-order", "first-use");
  append (section, _("R_eset Row Order"), "timeline.reset-row-order");
  g_menu_append_section (menu, _("Order"), G_MENU_MODEL (section));
  g_object_unref (section);

  section = g_menu_new ();
  append_choice (section, _("N_ested Levels"), "session.chart-style", "nested");
  append_choice (section, _("_One Line a Thread"), "session.chart-style", "strip");
  append (section, _("Fold _All"), "timeline.fold-all");
  append (section, _("_Unfold All"), "timeline.unfold-all");
  append_section (menu, section);
  return G_MENU_MODEL (menu);
}

void
tv_timeline_add_row_menu (TvTimeline *self)
{
  g_autoptr (GMenuModel) menu = make_rows_menu ();
  GtkGesture *click = gtk_gesture_click_new ();
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();

  self->counter_mode = g_simple_action_new_stateful ("counter-mode", G_VARIANT_TYPE_STRING,
                                                     g_variant_new_string ("value"));
  g_signal_connect (self->counter_mode, "change-state", G_CALLBACK (on_counter_mode_chosen), self);
  g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (self->counter_mode));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "row", G_ACTION_GROUP (actions));
  self->rows_button = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->rows_button), "view-list-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->rows_button), menu);
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (self->rows_button), FALSE);
  gtk_widget_set_tooltip_text (self->rows_button, _("Order and Filter Rows"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rows_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Rows"), -1);
  gtk_widget_add_css_class (self->rows_button, "rows-button");
  gtk_widget_set_parent (self->rows_button, GTK_WIDGET (self));

  self->row_buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->row_buttons, "row-buttons");
  gtk_widget_set_parent (self->row_buttons, GTK_WIDGET (self));
  self->row_handle = gtk_image_new_from_icon_name ("list-drag-handle-symbolic");
  gtk_widget_set_tooltip_text (self->row_handle, _("Drag to Move the Row (Alt+↑, Alt+↓)"));
  gtk_widget_set_cursor_from_name (self->row_handle, "grab");
  gtk_widget_add_css_class (self->row_handle, "row-handle");
  gtk_box_append (GTK_BOX (self->row_buttons), self->row_handle);
  add_button (self, "view-pin-symbolic", _("Pin to the Top"), "timeline.pin-row");
  add_button (self, "view-conceal-symbolic", _("Hide"), "timeline.hide-row");
  add_button (self, "view-more-symbolic", _("More"), NULL);
  gtk_widget_set_child_visible (self->row_buttons, FALSE);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

void
tv_timeline_remove_row_menu (TvTimeline *self)
{
  if (self->row_menu != NULL)
    g_signal_handlers_disconnect_by_data (self->row_menu, self);
  g_clear_pointer (&self->row_menu, gtk_widget_unparent);
  g_clear_pointer (&self->rows_button, gtk_widget_unparent);
  self->row_handle = NULL;
  g_clear_pointer (&self->row_buttons, gtk_widget_unparent);
  g_clear_pointer (&self->moved_key, g_free);
  g_clear_pointer (&self->menu_key, g_free);
  g_clear_object (&self->counter_mode);
}

/* Of the room above the names, what its button takes at the left, in px. */
int
tv_timeline_get_rows_button_width (TvTimeline *self)
{
  int width;

  gtk_widget_measure (self->rows_button, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  return CORNER_PX + width;
}

/* In the corner above the names, and on the name that the pointer is on. */
void
tv_timeline_allocate_row_menu (TvTimeline *self)
{
  const TvTimelineRow *row = find_hovered_row (self);
  int width, height;

  gtk_widget_measure (self->rows_button, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (self->rows_button, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  gtk_widget_set_child_visible (self->rows_button, width < self->label_width);
  gtk_widget_size_allocate (
      self->rows_button,
      &(GtkAllocation){ CORNER_PX, (self->ruler_height - 1 - height) / 2, width, height }, -1);
  if (row != NULL)
    place_buttons (self, row);
  if (self->row_menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->row_menu));
}
