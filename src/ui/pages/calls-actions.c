/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/calls-actions.h"

#include "analysis/symbols/symbol-package.h"
#include "ui/kit/object-actions.h"
#include "ui/pages/open-source.h"
#include "ui/views/symbol-menu.h"
#include "ui/views/view.h"

/* Actions on a symbol, such as showing its callers or limiting stacks to it. The trace page inserts the action group.
 * Actions change the session of the panel (selection, stack transforms, selected symbol) or the visible view. Views
 * are updated when the session notifies them. */

static gboolean
is_symbol (TvSession *session, guint32 symbol)
{
  guint32 n_symbols;

  tv_trace_get_symbols (tv_session_get_trace (session), &n_symbols);
  return symbol < n_symbols;
}

/* Returns the symbol in the parameter of an action; %TV_NONE if there is none. */
static guint32
get_symbol (TvSession *session, GVariant *parameter)
{
  guint32 symbol = g_variant_get_uint32 (parameter);

  if (symbol == TV_CALLS_OF_SELECTED)
    symbol = tv_session_get_selected_symbol (session);
  return is_symbol (session, symbol) ? symbol : TV_NONE;
}

static char *
dup_package (TvSession *session, guint32 symbol)
{
  return tv_symbol_package_dup (tv_session_get_trace (session), symbol);
}

/* ---- Views ---- */

static const struct
{
  const char *name;
  TvSymbolShow how;
} shows[] = {
  { "show-tree", TV_SHOW_TREE },
  { "show-callers", TV_SHOW_CALLERS },
  { "show-flame", TV_SHOW_FLAME },
  { "show-occurrences", TV_SHOW_OCCURRENCES },
};

static void
show (gpointer panel, const char *name, GVariant *parameter)
{
  guint32 symbol = get_symbol (tv_panel_get_session (panel), parameter);

  if (tv_symbol_menu_get_reason (tv_panel_get_session (panel), name, symbol) != NULL)
    {
      gtk_widget_error_bell (panel);
      return;
    }
  if (symbol != tv_session_get_selected_symbol (tv_panel_get_session (panel)))
    tv_session_select_symbol (tv_panel_get_session (panel), symbol);
  for (guint i = 0; i < G_N_ELEMENTS (shows); i++)
    if (g_str_equal (shows[i].name, name))
      tv_panel_show_symbol (panel, shows[i].how);
}

/* ---- Selection ---- */

static void
transform (gpointer panel, const char *name, GVariant *parameter)
{
  static const struct
  {
    const char *name;
    TvTransformKind kind;
    gboolean has_symbol;
    gboolean has_package;
  } transforms[] = {
    { "merge", TV_TRANSFORM_MERGE, TRUE, FALSE },
    { "focus", TV_TRANSFORM_FOCUS, TRUE, FALSE },
    { "drop", TV_TRANSFORM_DROP, TRUE, FALSE },
    { "collapse-recursion", TV_TRANSFORM_COLLAPSE_RECURSION, TRUE, FALSE },
    { "collapse-package", TV_TRANSFORM_COLLAPSE_PACKAGE, FALSE, TRUE },
    { "focus-package", TV_TRANSFORM_FOCUS_PACKAGE, FALSE, TRUE },
    { "collapse-unsymbolized", TV_TRANSFORM_COLLAPSE_UNSYMBOLIZED, FALSE, FALSE },
  };
  TvSession *session = tv_panel_get_session (panel);
  guint32 symbol = get_symbol (session, parameter);
  g_autofree char *package = symbol != TV_NONE ? dup_package (session, symbol) : NULL;

  for (guint i = 0; symbol != TV_NONE && i < G_N_ELEMENTS (transforms); i++)
    if (g_str_equal (transforms[i].name, name))
      tv_session_add_transform (session, transforms[i].kind,
                                transforms[i].has_symbol ? symbol : TV_NONE,
                                transforms[i].has_package ? package : NULL);
}

static void
filter (gpointer panel, const char *name, GVariant *parameter)
{
  TvSession *session = tv_panel_get_session (panel);
  guint32 symbol = get_symbol (session, parameter);
  g_autofree char *text = NULL;
  g_autoptr (TvSelection) selection = NULL;
  TvNameFilter added = { .hides = g_str_has_prefix (name, "hide") };

  if (symbol == TV_NONE)
    return;
  added.match = g_str_has_suffix (name, "package") ? TV_NAME_PACKAGE : TV_NAME_CONTAINS;
  text = added.match == TV_NAME_PACKAGE
             ? dup_package (session, symbol)
             : tv_trace_dup_symbol_name (tv_session_get_trace (session), symbol);
  added.text = text;
  selection = tv_selection_with_filter (tv_session_get_selection (session), &added);
  tv_session_set_selection (session, selection);
}

static void
copy_name (gpointer panel, const char *name, GVariant *parameter)
{
  TvSession *session = tv_panel_get_session (panel);
  guint32 symbol = get_symbol (session, parameter);
  g_autofree char *text = NULL;

  if (symbol == TV_NONE)
    return;
  text = tv_trace_dup_symbol_name (tv_session_get_trace (session), symbol);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (panel), text);
}

static void
open_source (gpointer panel, const char *name, GVariant *parameter)
{
  TvSession *session = tv_panel_get_session (panel);
  guint32 symbol = get_symbol (session, parameter);

  if (symbol != TV_NONE)
    tv_open_source (panel, tv_session_get_trace (session), symbol, 0);
}

/* Opens the source line of a frame in a stack. The line may differ from the first line of the method. */
static void
open_line (gpointer panel, const char *name, GVariant *parameter)
{
  TvTrace *trace = tv_session_get_trace (tv_panel_get_session (panel));
  guint32 symbol, line, n;

  g_variant_get (parameter, "(uu)", &symbol, &line);
  tv_trace_get_symbols (trace, &n);
  if (symbol < n)
    tv_open_source (panel, trace, symbol, line);
}

/* ---- List of actions ---- */

#define OF_SYMBOL(action, run)                                                                     \
  {                                                                                                \
    .name = action, .type = "u", .activate = run                                                   \
  }

static const TvObjectAction actions[] = {
  OF_SYMBOL ("show-tree", show),
  OF_SYMBOL ("show-callers", show),
  OF_SYMBOL ("show-flame", show),
  OF_SYMBOL ("show-occurrences", show),
  OF_SYMBOL ("merge", transform),
  OF_SYMBOL ("focus", transform),
  OF_SYMBOL ("drop", transform),
  OF_SYMBOL ("collapse-recursion", transform),
  OF_SYMBOL ("collapse-unsymbolized", transform),
  OF_SYMBOL ("collapse-package", transform),
  OF_SYMBOL ("focus-package", transform),
  OF_SYMBOL ("filter", filter),
  OF_SYMBOL ("hide", filter),
  OF_SYMBOL ("filter-package", filter),
  OF_SYMBOL ("hide-package", filter),
  OF_SYMBOL ("copy-name", copy_name),
  OF_SYMBOL ("open-source", open_source),
  { .name = "open-line", .type = "(uu)", .activate = open_line },
};

/**
 * tv_calls_actions_new:
 * @panel: a panel with a session
 *
 * Returns: (transfer full): the action group, which must be inserted as "calls"
 */
GActionGroup *
tv_calls_actions_new (TvPanel *panel)
{
  GSimpleActionGroup *group = g_simple_action_group_new ();

  tv_object_actions_add (G_ACTION_MAP (group), panel, tv_panel_get_session (panel), actions,
                         G_N_ELEMENTS (actions));
  return G_ACTION_GROUP (group);
}
