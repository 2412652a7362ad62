/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What can be done with a row of the profile: the menu that comes with the secondary button, a long
 * press, or a key, and its actions. They are about the selected row, so the menu selects the one it
 * is for; of a parent or child that is the row, while the method that is open stays selected. */

#include "ui/views/profile/profile-view-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ui/kit/gtk48/column-heads.h"
#include "ui/kit/symbol-text.h"
#include "ui/views/profile/profile-text.h"

static TvProfileRow *
get_row (TvProfileView *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}

/* The method that a row is about; of a group's heading, the one above it. */
static guint32
get_symbol (TvProfileRow *row)
{
  return tv_profile_row_get_kind (row) == TV_PROFILE_ROW_GROUP ? tv_profile_row_get_method (row)
                                                               : tv_profile_row_get_symbol (row);
}

/* ---- Actions ---- */

static char *
dup_name (TvProfileView *self, TvProfileRow *row)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint32 symbol = get_symbol (row), n_symbols;

  tv_trace_get_symbols (trace, &n_symbols);
  return symbol < n_symbols ? tv_trace_dup_symbol_name (trace, symbol)
                            : tv_symbol_text_dup (tv_session_get_profile (self->session), symbol);
}

static void
copy_name (TvProfileView *self, TvProfileRow *row)
{
  g_autofree char *name = dup_name (self, row);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), name);
}

/* The name and all figures, as a line of a table: with tabs. */
static void
copy_row (TvProfileView *self, TvProfileRow *row)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  g_autofree char *name = tv_profile_text_dup_name (row);
  g_autoptr (GString) text = g_string_new (name);

  for (int figure = TV_FIGURE_INCLUSIVE_PERCENT; figure <= TV_FIGURE_TIME_PER_CALL; figure++)
    for (int clock = 0; clock < TV_N_CLOCKS; clock++)
      {
        g_autofree char *value = NULL;

        if (!tv_trace_has_clock (trace, (TvClock) clock) ||
            (figure == TV_FIGURE_CALLS && clock > 0 && tv_trace_has_clock (trace, 0)))
          continue;
        value = tv_profile_text_dup_figure (row, (TvProfileFigure) figure, (TvClock) clock);
        g_string_append_printf (text, "\t%s", value != NULL ? value : "");
      }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text->str);
}

static void
filter_to (TvProfileView *self, TvProfileRow *row)
{
  g_autofree char *name = dup_name (self, row);

  if (self->entry == NULL)
    return;
  tv_search_entry_set_filter (self->entry, TRUE);
  tv_search_entry_set (self->entry, name, FALSE);
}

/* Who called it stands first then, or else what it called. */
static void
show_relatives (TvProfileView *self, guint32 symbol, gboolean are_callers)
{
  tv_profile_view_jump (self, symbol);
  tv_profile_model_set_group_expanded (self->model, symbol, TV_PROFILE_PARENTS, are_callers);
  tv_profile_model_set_group_expanded (self->model, symbol, TV_PROFILE_CHILDREN, !are_callers);
}

static void
run_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvProfileView *self = TV_PROFILE_VIEW (widget);
  const char *name = action + strlen ("profile.");
  TvProfileRow *row = self->session != NULL ? get_row (self) : NULL;

  if (row == NULL)
    return;
  if (g_str_equal (name, "copy-name"))
    copy_name (self, row);
  else if (g_str_equal (name, "copy-row"))
    copy_row (self, row);
  else if (g_str_equal (name, "show-callers"))
    show_relatives (self, get_symbol (row), TRUE);
  else if (g_str_equal (name, "show-callees"))
    show_relatives (self, get_symbol (row), FALSE);
  else if (g_str_equal (name, "longest-call"))
    tv_session_go_to_longest (self->session, get_symbol (row));
  else if (g_str_equal (name, "filter"))
    filter_to (self, row);
}

/* There need not be a row for that. */
static void
clear_filter_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvProfileView *self = TV_PROFILE_VIEW (widget);

  if (self->entry != NULL)
    tv_search_entry_set (self->entry, "", FALSE);
}

static const char *const actions[] = {
  "profile.copy-name",    "profile.copy-row",     "profile.show-callers",
  "profile.show-callees", "profile.longest-call", "profile.filter",
};

/* ---- The menu ---- */

static GMenuModel *
make_model (gboolean names_methods)
{
  static const struct
  {
    const char *of_method; /* NULL = a new section */
    const char *of_name;   /* of slices that are no calls; NULL = the same */
    const char *action;
  } items[] = {
    { N_("Go to the _Longest Call"), N_("Go to the _Longest Slice"), "profile.longest-call" },
    { N_("_Next Call"), N_("_Next Slice"), "win.next-call" },
    { N_("_Previous Call"), N_("_Previous Slice"), "win.previous-call" },
    { NULL, NULL, NULL },
    { N_("Show Ca_llers"), N_("Show Its P_arents"), "profile.show-callers" },
    { N_("Show What It _Calls"), N_("Show Its _Children"), "profile.show-callees" },
    { N_("_Filter to This Name"), NULL, "profile.filter" },
    { NULL, NULL, NULL },
    { N_("Copy Na_me"), NULL, "profile.copy-name" },
    { N_("Copy _Row"), NULL, "profile.copy-row" },
  };
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    if (items[i].of_method != NULL)
      g_menu_append (
          section,
          _ (names_methods || items[i].of_name == NULL ? items[i].of_method : items[i].of_name),
          items[i].action);
    else
      {
        g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
        g_object_unref (section);
        section = g_menu_new ();
      }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  return G_MENU_MODEL (menu);
}

static void
open_menu (TvProfileView *self, double x, double y)
{
  if (self->menu == NULL)
    {
      g_autoptr (GMenuModel)
          model = make_model (tv_trace_names_methods (tv_session_get_trace (self->session)));

      self->menu = gtk_popover_menu_new_from_model (model);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
    }
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu),
                               &(GdkRectangle){ (int) round (x), (int) round (y), 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* At a point of the list; FALSE where no row is. */
static gboolean
open_menu_at (TvProfileView *self, double x, double y)
{
  GtkListItem *item = tv_column_heads_find_item (self->list, x, y);
  double menu_x, menu_y;

  if (item == NULL ||
      !gtk_widget_translate_coordinates (self->list, GTK_WIDGET (self), x, y, &menu_x, &menu_y))
    return FALSE;
  gtk_single_selection_set_selected (self->selection, gtk_list_item_get_position (item));
  open_menu (self, menu_x, menu_y);
  return TRUE;
}

static void
on_secondary_pressed (GtkGestureClick *gesture,
                      int n_press,
                      double x,
                      double y,
                      TvProfileView *self)
{
  if (open_menu_at (self, x, y))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_long_pressed (GtkGestureLongPress *gesture, double x, double y, TvProfileView *self)
{
  if (open_menu_at (self, x, y))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

/* Below the selected row, or at the edge beyond which it is. */
static void
menu_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvProfileView *self = TV_PROFILE_VIEW (widget);
  guint position = gtk_single_selection_get_selected (self->selection);
  int height = gtk_widget_get_height (widget);
  double x = 24.0, y = height / 2.0;

  if (position == GTK_INVALID_LIST_POSITION)
    return;
  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      GtkListItem *item = tv_column_heads_get_item (row);

      if (item != NULL && gtk_list_item_get_position (item) == position)
        gtk_widget_translate_coordinates (row, widget, 24.0, gtk_widget_get_height (row), &x, &y);
    }
  open_menu (self, x, CLAMP (y, 0.0, (double) height));
}

void
tv_profile_view_class_add_menu_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, run_action);
  gtk_widget_class_install_action (widget_class, "profile.clear-filter", NULL, clear_filter_action);
  gtk_widget_class_install_action (widget_class, "profile.menu", NULL, menu_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "profile.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "profile.menu",
                                       NULL);
}

void
tv_profile_view_add_menu (TvProfileView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *press = gtk_gesture_long_press_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary_pressed), self);
  gtk_widget_add_controller (self->list, GTK_EVENT_CONTROLLER (click));

  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  g_signal_connect (press, "pressed", G_CALLBACK (on_long_pressed), self);
  gtk_widget_add_controller (self->list, GTK_EVENT_CONTROLLER (press));
}

/* To be called when the view is laid out. */
void
tv_profile_view_place_menu (TvProfileView *self)
{
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

void
tv_profile_view_drop_menu (TvProfileView *self)
{
  g_clear_pointer (&self->menu, gtk_widget_unparent);
}
