/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What can be done with a row of the profile: the menu that comes with the secondary button, a long
 * press, or a key, and its actions. They are about the selected row, so the menu selects the one it
 * is for; of a parent or child that is the row, while the method that is open stays selected. */

#include "ui/views/profile/profile-view-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ui/kit/symbol-text.h"

/* The method that a row is about; of a group's heading, the one above it. */
static guint32
get_symbol (TvTableRow *row)
{
  TvProfileLine line;

  tv_profile_line_get (tv_table_row_get_table (row), tv_table_row_get_row (row), &line);
  return line.symbol != TV_NONE ? line.symbol : line.method;
}

/* ---- Actions ---- */

static char *
dup_name (TvProfileView *self, guint32 symbol)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint32 n_symbols;

  tv_trace_get_symbols (trace, &n_symbols);
  return symbol < n_symbols ? tv_trace_dup_symbol_name (trace, symbol)
                            : tv_symbol_text_dup (tv_session_get_profile (self->session), symbol);
}

static void
copy_name (TvProfileView *self, guint32 symbol)
{
  g_autofree char *name = dup_name (self, symbol);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), name);
}

static void
filter_to (TvProfileView *self, guint32 symbol)
{
  g_autofree char *name = dup_name (self, symbol);

  tv_search_entry_set_filter (self->entry, TRUE);
  tv_search_entry_set (self->entry, name, FALSE);
}

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
  if (g_str_equal (name, "open-source"))
    gtk_widget_activate_action (widget, "calls.open-source", "u", symbol);
  else if (g_str_equal (name, "copy-name"))
    copy_name (self, symbol);
  else if (g_str_equal (name, "show-callers"))
    show_relatives (self, symbol, TRUE);
  else if (g_str_equal (name, "show-callees"))
    show_relatives (self, symbol, FALSE);
  else if (g_str_equal (name, "longest-call"))
    tv_session_go_to_longest (self->session, symbol);
  else if (g_str_equal (name, "filter"))
    filter_to (self, symbol);
}

static const char *const actions[] = {
  "profile.copy-name",    "profile.show-callers", "profile.show-callees",
  "profile.longest-call", "profile.filter",       "profile.open-source",
};

/* ---- The menu ---- */

/* Returns: (transfer full): what can be done with a row */
GMenuModel *
tv_profile_menu_new (gboolean names_methods)
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
    { N_("Open _Source"), NULL, "profile.open-source" },
    { N_("Copy Na_me"), NULL, "profile.copy-name" },
    { N_("Copy _Row"), NULL, "table.copy-row" },
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

void
tv_profile_view_class_add_menu_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, run_action);
}
