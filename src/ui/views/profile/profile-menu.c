/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What can be done with a row of the profile: the menu that comes with the secondary button, a long
 * press, or a key, and its actions. They are about the selected row, so the menu selects the one it
 * is for; of a parent or child that is the row, while the method that is open stays selected. */

#include "ui/views/profile/profile-view-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ui/kit/popup-menu.h"
#include "ui/views/symbol-menu.h"

/* The method that a row is about; of a group's heading, the one above it. */
static guint32
get_symbol (TvTableRow *row)
{
  TvProfileLine line;

  tv_profile_line_get (tv_table_row_get_table (row), tv_table_row_get_row (row), &line);
  return line.symbol != TV_NONE ? line.symbol : line.method;
}

/* ---- Actions ---- */

/* Who called it stands first then, or else what it called. */
static void
show_relatives (TvProfileView *self, guint32 symbol, gboolean are_callers)
{
  tv_profile_view_jump (self, symbol);
  tv_profile_view_set_group_open (self, symbol, TV_PROFILE_PARENTS, are_callers);
  tv_profile_view_set_group_open (self, symbol, TV_PROFILE_CHILDREN, !are_callers);
}

static void
run_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvProfileView *self = TV_PROFILE_VIEW (widget);
  const char *name = action + strlen ("profile.");
  TvTableRow *row = tv_table_view_get_selected_row (self->table);
  guint32 symbol;

  if (row == NULL)
    return;
  symbol = get_symbol (row);
  if (g_str_equal (name, "show-callers"))
    show_relatives (self, symbol, TRUE);
  else if (g_str_equal (name, "show-callees"))
    show_relatives (self, symbol, FALSE);
  else if (g_str_equal (name, "longest-call"))
    tv_session_go_to_longest (self->session, symbol);
}

static const char *const actions[] = {
  "profile.show-callers",
  "profile.show-callees",
  "profile.longest-call",
};

/* ---- The menu ---- */

/* What can be done with a row. */
GMenu *
tv_profile_view_make_menu (gpointer view, TvTableRow *row)
{
  TvProfileView *self = view;
  gboolean names_methods = tv_trace_names_methods (tv_session_get_trace (self->session));
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) calls = g_menu_new ();
  g_autoptr (GMenu) groups = g_menu_new ();

  tv_popup_menu_append (
      calls, names_methods ? _("Go to the Long_est Call") : _("Go to the Long_est Slice"),
      "profile.longest-call", "l");
  tv_popup_menu_append_with_why (calls, names_methods ? _("Ne_xt Call") : _("Ne_xt Slice"),
                                 "win.next-call", "period", _("Nothing of it is in the selection"));
  tv_popup_menu_append_with_why (calls, names_methods ? _("Pre_vious Call") : _("Pre_vious Slice"),
                                 "win.previous-call", "comma",
                                 _("Nothing of it is in the selection"));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (calls));
  tv_popup_menu_append (groups, _("_Unfold Its Parents"), "profile.show-callers", NULL);
  tv_popup_menu_append (groups, _("Unfold Its C_hildren"), "profile.show-callees", NULL);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (groups));
  tv_symbol_menu_append (menu, self->session, row != NULL ? get_symbol (row) : TV_NONE);
  return menu;
}

void
tv_profile_view_class_add_menu_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, run_action);
}
