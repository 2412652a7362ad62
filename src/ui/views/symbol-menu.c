/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Context menu of a symbol, with reasons for disabled items. Used by all views with symbols; calls-actions.c disables
 * its actions for the same reasons. Each call builds a new menu, and reads the session and its profile to find the
 * reasons. Changes nothing. */

#include "ui/views/symbol-menu.h"

#include <glib/gi18n.h>

#include "analysis/calls/call-paths.h"
#include "analysis/samples/frame-source.h"
#include "analysis/samples/unnamed-code.h"
#include "analysis/symbols/symbol-package.h"
#include "ui/kit/popup-menu.h"
#include "ui/views/view.h"

/* ---- Reasons for disabled items ---- */

/* Returns the translated reason why an item is disabled; %NULL if it is enabled. */
typedef const char *(*Check) (TvSession *session, guint32 symbol);

/* Returns whether a symbol can be on a stack of the session's call source. Any symbol can be on sampled stacks. In
 * other stacks, only symbols with calls on threads occur, unlike names of runs on a CPU and of slices of a process. */
static gboolean
is_in_stacks (TvSession *session, guint32 symbol)
{
  return tv_session_get_call_source (session) != TV_CALLS_OF_SLICES ||
         tv_profile_get_entry (tv_session_get_whole_profile (session), symbol)->calls > 0;
}

static const char *
check_stacks (TvSession *session, guint32 symbol)
{
  return is_in_stacks (session, symbol) ? NULL : _("The symbol is not on the stack of any thread");
}

static const char *
check_recursion (TvSession *session, guint32 symbol)
{
  TvProfile *profile = tv_session_get_whole_profile (session);

  if (tv_session_get_call_source (session) == TV_CALLS_OF_SLICES &&
      tv_profile_get_entry (profile, symbol)->recursive_calls == 0)
    return is_in_stacks (session, symbol) ? _("Not recursive") : check_stacks (session, symbol);
  return NULL;
}

static const char *
check_package (TvSession *session, guint32 symbol)
{
  g_autofree char *package = tv_symbol_package_dup (tv_session_get_trace (session), symbol);

  return package == NULL || *package == '\0' ? _("Without a package")
                                             : check_stacks (session, symbol);
}

static const char *
check_source (TvSession *session, guint32 symbol)
{
  TvTrace *trace = tv_session_get_trace (session);
  guint32 file, line;

  return tv_trace_names_methods (trace) || tv_symbol_find_source (trace, symbol, &file, &line)
             ? NULL
             : _("The file contains no source location for this symbol");
}

/* ---- Kinds of traces ---- */

/* Returns whether an item can apply to symbols of a trace; if not, menus omit the item. */
typedef gboolean (*Applies) (TvTrace *trace);

static gboolean
has_stacks (TvTrace *trace)
{
  return tv_views_show (trace, TV_SHOW_TREE);
}

static gboolean
has_flame (TvTrace *trace)
{
  return tv_views_show (trace, TV_SHOW_FLAME);
}

static gboolean
has_occurrences (TvTrace *trace)
{
  return tv_views_show (trace, TV_SHOW_OCCURRENCES);
}

/* Returns whether symbols can have packages. Names of slices have none; functions on sampled stacks may have one,
 * depending on the language. */
static gboolean
has_packages (TvTrace *trace)
{
  return has_stacks (trace) &&
         (tv_trace_names_methods (trace) || tv_trace_get_stacks (trace)->n_kinds > 0);
}

static gboolean
has_unsymbolized (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  for (guint32 i = 0; has_stacks (trace) && i < stacks->n_frames; i++)
    if (stacks->frames[i].symbol != TV_NONE && tv_frame_is_unnamed (trace, &stacks->frames[i]))
      return TRUE;
  return FALSE;
}

static gboolean
has_sources (TvTrace *trace)
{
  guint32 n;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n);

  if (tv_trace_names_methods (trace) || tv_trace_has_frame_lines (trace))
    return TRUE;
  for (guint32 i = 0; i < n; i++)
    if (symbols[i].source_file != TV_NONE)
      return TRUE;
  return FALSE;
}

/* ---- Items ---- */

typedef struct
{
  const char *name; /* name of the action in the group "calls" */
  const char *label;
  const char *key; /* (nullable) */
  Applies applies; /* (nullable): %NULL for all traces */
  Check check;     /* (nullable): %NULL if the item applies to every symbol */
} Item;

static const Item shows[] = {
  { "show-tree", N_("Show in _Tree"), "<Shift>t", has_stacks, check_stacks },
  { "show-callers", N_("Show _Callers"), "<Shift>c", has_stacks, check_stacks },
  { "show-flame", N_("Show in _Flame Graph"), "<Shift>f", has_flame, check_stacks },
  { "show-occurrences", N_("Show _Occurrences"), "<Shift>o", has_occurrences, NULL },
};

static const Item transforms[] = {
  { "focus", N_("Focus on This _Symbol"), NULL, has_stacks, check_stacks },
  { "merge", N_("_Merge Into Callers"), NULL, has_stacks, check_stacks },
  { "drop", N_("_Drop With All Descendants"), NULL, has_stacks, check_stacks },
  { "collapse-recursion", N_("Collapse _Recursion"), NULL, has_stacks, check_recursion },
  { "collapse-unsymbolized", N_("Collapse _Unsymbolized Code"), NULL, has_unsymbolized, NULL },
};

static const Item filters[] = {
  { "filter", N_("Keep On_ly Stacks Containing This Symbol"), NULL, has_stacks, check_stacks },
  { "hide", N_("_Hide Stacks Containing This Symbol"), NULL, has_stacks, check_stacks },
};

static const Item packages[] = {
  { "focus-package", N_("_Focus on This Package"), NULL, has_packages, check_package },
  { "collapse-package", N_("_Collapse This Package"), NULL, has_packages, check_package },
  { "filter-package", N_("Keep _Only Stacks Containing This Package"), NULL, has_packages,
    check_package },
  { "hide-package", N_("_Hide Stacks Containing This Package"), NULL, has_packages, check_package },
};

static const Item texts[] = {
  { "open-source", N_("O_pen Source"), NULL, has_sources, check_source },
  { "copy-name", N_("Copy _Name"), NULL, NULL, NULL },
};

static const struct
{
  const Item *items;
  guint n;
} groups[] = {
  { shows, G_N_ELEMENTS (shows) },     { transforms, G_N_ELEMENTS (transforms) },
  { filters, G_N_ELEMENTS (filters) }, { packages, G_N_ELEMENTS (packages) },
  { texts, G_N_ELEMENTS (texts) },
};

static gboolean
applies (TvSession *session, const Item *item)
{
  return item->applies == NULL || item->applies (tv_session_get_trace (session));
}

static const char *
check (TvSession *session, const Item *item, guint32 symbol)
{
  guint32 n_symbols;

  tv_trace_get_symbols (tv_session_get_trace (session), &n_symbols);
  if (symbol >= n_symbols)
    return _("The row does not represent a single symbol");
  if (!applies (session, item))
    return _("Not available for this kind of file");
  return item->check != NULL ? item->check (session, symbol) : NULL;
}

/**
 * tv_symbol_menu_get_reason:
 * @name: name of an action in "calls"
 * @symbol: symbol, or %TV_NONE
 *
 * Returns: (nullable): translated reason why the action is disabled for the symbol; %NULL if it is enabled
 */
const char *
tv_symbol_menu_get_reason (TvSession *session, const char *name, guint32 symbol)
{
  g_return_val_if_fail (TV_IS_SESSION (session) && name != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    for (guint k = 0; k < groups[i].n; k++)
      if (g_str_equal (groups[i].items[k].name, name))
        return check (session, &groups[i].items[k], symbol);
  g_return_val_if_reached (NULL);
}

static void
append_item (GMenu *section, TvSession *session, const Item *item, guint32 symbol)
{
  const char *reason = check (session, item, symbol);
  g_autofree char *action = g_strdup_printf ("calls.%s(uint32 %u)", item->name, symbol);

  if (reason != NULL)
    tv_popup_menu_append_grey (section, _ (item->label), reason);
  else
    tv_popup_menu_append (section, _ (item->label), action, item->key);
}

static GMenu *
make_section (TvSession *session, const Item *items, gsize n, guint32 symbol)
{
  GMenu *section = g_menu_new ();

  for (gsize i = 0; i < n; i++)
    if (applies (session, &items[i]))
      append_item (section, session, &items[i], symbol);
  return section;
}

static void
append_packages (GMenu *section, TvSession *session, guint32 symbol)
{
  const char *reason = check (session, &packages[0], symbol);
  g_autoptr (GMenu) submenu = NULL;

  if (!applies (session, &packages[0]))
    return;
  if (reason != NULL)
    {
      tv_popup_menu_append_grey (section, _("Packa_ge"), reason);
      return;
    }
  submenu = make_section (session, packages, G_N_ELEMENTS (packages), symbol);
  g_menu_append_submenu (section, _("Packa_ge"), G_MENU_MODEL (submenu));
}

static void
append_copying_stack (GMenu *section)
{
  g_autoptr (GMenuItem) stack = g_menu_item_new (_("Copy _Stack"), "calls.copy-stack");

  g_menu_item_set_attribute (stack, "hidden-when", "s", "action-missing");
  g_menu_append_item (section, stack);
}

/**
 * tv_symbol_menu_append:
 * @symbol: symbol; %TV_NONE disables all items
 *
 * Appends sections with the operations on a symbol. Operations that never apply to the trace are omitted; those
 * that do not apply to the symbol are disabled, with the reason.
 */
void
tv_symbol_menu_append (GMenu *menu, TvSession *session, guint32 symbol)
{
  g_return_if_fail (G_IS_MENU (menu) && TV_IS_SESSION (session));

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      g_autoptr (GMenu) section = NULL;

      if (groups[i].items == packages)
        continue; /* becomes a submenu below the filters */
      section = make_section (session, groups[i].items, groups[i].n, symbol);
      if (groups[i].items == filters)
        append_packages (section, session, symbol);
      else if (groups[i].items == texts)
        append_copying_stack (section);
      if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
        g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
    }
}

/* ---- Menu of a widget ---- */

typedef struct
{
  GtkWidget *box;
  TvSession *session;
  guint32 (*get_symbol) (gpointer owner);
  gpointer owner;
  GtkWidget *popover; /* (nullable): created on first use; child of @box */
} Target;

static void
on_pressed (GtkGesture *gesture, double x, double y, Target *target)
{
  guint32 symbol = target->get_symbol (target->owner);
  g_autoptr (GMenu) menu = NULL;

  if (symbol == TV_NONE)
    return;
  menu = g_menu_new ();
  tv_symbol_menu_append (menu, target->session, symbol);
  tv_popup_menu_open (&target->popover, target->box, G_MENU_MODEL (menu), x, y);
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_secondary_pressed (GtkGesture *gesture, int n_presses, double x, double y, Target *target)
{
  on_pressed (gesture, x, y, target);
}

static void
free_target (gpointer data, GClosure *closure)
{
  g_free (data);
}

/**
 * tv_symbol_menu_attach:
 * @box: widget with the name of the symbol
 * @session: session, which outlives @box
 * @get_symbol: returns the symbol, or %TV_NONE for no menu
 * @owner: user data of @get_symbol; outlives @box
 *
 * Opens the menu of a symbol on a click with the secondary button or on a long press. Takes precedence over menus of
 * widgets in the box.
 */
void
tv_symbol_menu_attach (GtkBox *box,
                       TvSession *session,
                       guint32 (*get_symbol) (gpointer owner),
                       gpointer owner)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *press = gtk_gesture_long_press_new ();
  Target *target = g_new (Target, 1);

  *target = (Target){
    .box = GTK_WIDGET (box), .session = session, .get_symbol = get_symbol, .owner = owner
  };
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_data (click, "pressed", G_CALLBACK (on_secondary_pressed), target, free_target,
                         0);
  gtk_widget_add_controller (GTK_WIDGET (box), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  g_signal_connect (press, "pressed", G_CALLBACK (on_pressed), target);
  gtk_widget_add_controller (GTK_WIDGET (box), GTK_EVENT_CONTROLLER (press));
}
