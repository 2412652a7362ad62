/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Context menu of a row, and the options of the view. Part of the Call Tree view; its struct is in
 * call-tree-view-private.h. The actions change the rows of a pane, or the grouping and call source of the session. */

#include "ui/views/call-tree/call-tree-view-private.h"

#include <glib/gi18n.h>

#include "ui/kit/object-actions.h"
#include "ui/kit/popup-menu.h"
#include "ui/kit/table/table-export.h"
#include "ui/views/symbol-menu.h"

/* ---- Rows ---- */

/* Returns the lower pane of a butterfly if it has the focus, otherwise the upper pane. */
TvCallPane *
tv_call_tree_view_get_pane (TvCallTreeView *self)
{
  gboolean is_second = self->shown_mode == TV_CALL_MODE_BUTTERFLY &&
                       gtk_widget_get_focus_child (self->paned) != NULL &&
                       (gtk_widget_is_ancestor (GTK_WIDGET (self->panes[1]),
                                                gtk_widget_get_focus_child (self->paned)));

  return self->panes[is_second];
}

static void
run_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (widget);
  TvCallPane *pane = tv_call_tree_view_get_pane (self);
  guint32 node = tv_call_pane_get_selected (pane);

  if (g_str_equal (action, "tree.open-hottest"))
    tv_call_pane_open_hottest (pane, node != TV_NONE ? node : 0);
  else if (g_str_equal (action, "tree.open-below"))
    tv_call_pane_open_below (pane);
  else if (g_str_equal (action, "tree.unfold"))
    tv_call_pane_unfold (pane);
}

static void
copy_stack (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvCallPane *pane = tv_call_tree_view_get_pane (TV_CALL_TREE_VIEW (widget));
  guint32 node = tv_call_pane_get_selected (pane);
  g_autofree char *text = NULL;

  if (node == TV_NONE)
    return;
  text = tv_call_rows_table_dup_stack (TV_CALL_ROWS_TABLE (tv_call_pane_get_rows_table (pane)),
                                       node);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

void
tv_call_tree_view_class_add_menu_actions (GtkWidgetClass *widget_class)
{
  static const char *const actions[] = { "tree.open-hottest", "tree.open-below", "tree.unfold" };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, run_action);
  gtk_widget_class_install_action (widget_class, "calls.copy-stack", NULL, copy_stack);
}

static void
append_unless (GMenu *section,
               const char *label,
               const char *action,
               const char *key,
               const char *why_not)
{
  if (why_not != NULL)
    tv_popup_menu_append_grey (section, label, why_not);
  else
    tv_popup_menu_append (section, label, action, key);
}

/* Appends items that expand rows, or show the frames that share a row. */
static void
append_opening (TvCallTreeView *self, GMenu *section)
{
  TvCallPane *pane = tv_call_tree_view_get_pane (self);
  TvCallRows *rows = tv_call_pane_get_rows (pane);
  guint32 node = tv_call_pane_get_selected (pane);
  gboolean has_children = rows != NULL && node != TV_NONE && tv_call_rows_has_children (rows, node);
  gboolean is_folded = rows != NULL && node != TV_NONE &&
                       tv_call_rows_get_n_folded (rows, node, NULL) > 0;
  const char *why_not = NULL;

  if (!has_children)
    why_not = rows != NULL && tv_call_rows_is_inverted (rows) ? _("The function has no callers")
                                                              : _("The function has no callees");
  append_unless (section, _("Expand _Hottest Path"), "tree.open-hottest", "e", why_not);
  append_unless (section, _("E_xpand All Descendants"), "tree.open-below", "asterisk", why_not);
  append_unless (section, _("Show Frames _Between"), "tree.unfold", NULL,
                 is_folded ? NULL : _("The row contains no hidden frames"));
}

/* Returns: (transfer full): context menu of a row */
GMenu *
tv_call_tree_view_make_menu (gpointer view, TvTableRow *row)
{
  TvCallTreeView *self = view;
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) rows = g_menu_new ();

  append_opening (self, rows);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (rows));
  tv_symbol_menu_append (menu, self->session, tv_session_get_selected_symbol (self->session));
  return menu;
}

/* ---- Options ---- */

/* Fills the options menu. Called once, when the session is set. */
void
tv_call_tree_view_update_options (TvCallTreeView *self)
{
  g_autoptr (GMenu) rows = g_menu_new ();
  g_autoptr (GMenu) tables = g_menu_new ();

  g_menu_append (rows, _("Group by _Thread"), "win.tree-by-thread");
  g_menu_append (rows, _("Co_llapse All"), "win.tree-close-all");
  g_menu_append_section (self->options_menu, NULL, G_MENU_MODEL (rows));
  g_menu_append (tables, _("Export Whole _Tree as CSV…"), "win.export-tree::call_tree");
  g_menu_append (tables, _("Export _Inverted Tree as CSV…"), "win.export-tree::call_tree_inverted");
  g_menu_append_section (self->options_menu, NULL, G_MENU_MODEL (tables));
}

static const char *const modes[TV_N_CALL_MODES] = {
  [TV_CALL_MODE_TOP_DOWN] = "top-down",
  [TV_CALL_MODE_CALLERS] = "callers",
  [TV_CALL_MODE_BUTTERFLY] = "butterfly",
};

static GVariant *
get_mode_state (gpointer object)
{
  return g_variant_new_string (modes[TV_CALL_TREE_VIEW (object)->mode]);
}

static void
change_mode (gpointer object, GVariant *value)
{
  for (TvCallMode i = 0; i < TV_N_CALL_MODES; i++)
    if (g_str_equal (modes[i], g_variant_get_string (value, NULL)))
      tv_call_tree_view_set_mode (object, i);
}

static GVariant *
get_by_thread_state (gpointer object)
{
  return g_variant_new_boolean (tv_session_get_by_thread (TV_CALL_TREE_VIEW (object)->session));
}

static void
change_by_thread (gpointer object, GVariant *value)
{
  tv_session_set_by_thread (TV_CALL_TREE_VIEW (object)->session, g_variant_get_boolean (value));
}

static GVariant *
get_source_state (gpointer object)
{
  return g_variant_new_uint32 (tv_session_get_call_source (TV_CALL_TREE_VIEW (object)->session));
}

static void
change_source (gpointer object, GVariant *value)
{
  TvCallTreeView *self = object;
  guint32 source = g_variant_get_uint32 (value);

  if (source == TV_CALLS_OF_SLICES ||
      source < tv_trace_get_stacks (tv_session_get_trace (self->session))->n_kinds)
    tv_session_set_call_source (self->session, source);
}

static void
close_all (gpointer object, const char *name, GVariant *parameter)
{
  TvCallTreeView *self = object;

  for (guint i = 0; i < G_N_ELEMENTS (self->panes); i++)
    tv_call_pane_close_all (self->panes[i]);
}

/* Exports the whole tree, including collapsed nodes, as a table. @parameter: name of the table, or that name and the
 * path of the file to write; without a path, asks for a file. */
static void
export_tree (gpointer object, const char *name, GVariant *parameter)
{
  TvCallTreeView *self = object;
  TvCallTree *tree = tv_session_get_call_tree (self->session);
  const char *table, *path = NULL;
  g_autoptr (GFile) file = NULL;

  if (g_variant_is_of_type (parameter, G_VARIANT_TYPE_STRING))
    table = g_variant_get_string (parameter, NULL);
  else
    g_variant_get (parameter, "(&s&s)", &table, &path);
  if (tree == NULL)
    return;
  file = path != NULL ? g_file_new_for_path (path) : NULL;
  tv_table_export_tree (GTK_WIDGET (self), table, tree, tv_session_get_file (self->session), file);
}

/* Maximum number of rows per pane in the state of the action "tree-shown" */
#define MAX_REPORTED 200

static GVariant *
get_shown_state (gpointer object)
{
  TvCallTreeView *self = object;
  GVariantBuilder reported;

  g_variant_builder_init (&reported, G_VARIANT_TYPE ("as"));
  for (guint i = 0; i < (self->shown_mode == TV_CALL_MODE_BUTTERFLY ? 2u : 1u); i++)
    {
      TvCallRows *rows = tv_call_pane_get_rows (self->panes[i]);

      for (guint32 k = 0; rows != NULL && k < MIN (tv_call_rows_get_n (rows), MAX_REPORTED); k++)
        {
          guint32 node = tv_call_rows_get (rows)[k];
          g_autofree char *name = tv_call_tree_dup_name (tv_call_rows_get_tree (rows),
                                                         tv_call_rows_get_node (rows, node)->name);

          g_variant_builder_add_value (
              &reported, g_variant_new_printf ("%u %s", tv_call_rows_get_level (rows, node), name));
        }
    }
  return g_variant_builder_end (&reported);
}

/* Adds the actions of the view to the window. */
void
tv_call_tree_view_add_options (TvCallTreeView *self, GActionMap *map)
{
  static const TvObjectAction own[] = {
    { .name = "tree-mode",
      .type = "s",
      .get_state = get_mode_state,
      .change = change_mode,
      .signals = "notify::mode" },
    { .name = "tree-close-all", .activate = close_all },
    { .name = "export-tree", .type = "s", .activate = export_tree },
    { .name = "export-tree-to", .type = "(ss)", .activate = export_tree },
    { .name = "tree-shown", .type = "as", .get_state = get_shown_state, .signals = "rows-shown" },
  };
  static const TvObjectAction of_session[] = {
    { .name = "tree-by-thread",
      .type = "b",
      .get_state = get_by_thread_state,
      .change = change_by_thread,
      .signals = "notify::by-thread" },
    { .name = "call-source",
      .type = "u",
      .get_state = get_source_state,
      .change = change_source,
      .signals = "notify::call-source" },
  };

  tv_object_actions_add (map, self, self, own, G_N_ELEMENTS (own));
  tv_object_actions_add (map, self, self->session, of_session, G_N_ELEMENTS (of_session));
}
