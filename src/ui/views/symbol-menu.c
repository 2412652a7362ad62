/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/symbol-menu.h"

#include <glib/gi18n.h>

typedef struct
{
  const char *label;
  const char *action;
  const char *key; /* (nullable) */
} Item;

static void
append_item (GMenu *section, const Item *info, guint32 symbol)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (_ (info->label), NULL);

  g_menu_item_set_action_and_target (item, info->action, "u", symbol);
  if (info->key != NULL)
    g_menu_item_set_attribute (item, "accel", "s", info->key);
  g_menu_append_item (section, item);
}

static GMenuModel *
make_items (const Item *items, gsize n, guint32 symbol)
{
  GMenu *section = g_menu_new ();

  for (gsize i = 0; i < n; i++)
    append_item (section, &items[i], symbol);
  return G_MENU_MODEL (section);
}

static void
append_items (GMenu *menu, const Item *items, gsize n, guint32 symbol)
{
  g_autoptr (GMenuModel) section = make_items (items, n, symbol);

  g_menu_append_section (menu, NULL, section);
}

static void
append_packages (GMenu *menu, guint32 symbol)
{
  static const Item items[] = {
    { N_("_Focus on It"), "calls.focus-package", NULL },
    { N_("_Collapse into One"), "calls.collapse-package", NULL },
    { N_("_Only Stacks with It"), "calls.filter-package", NULL },
    { N_("_Without It"), "calls.hide-package", NULL },
  };
  g_autoptr (GMenuModel) submenu = make_items (items, G_N_ELEMENTS (items), symbol);
  g_autoptr (GMenu) section = g_menu_new ();

  g_menu_append_submenu (section, _("Its _Package"), submenu);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static void
append_copying (GMenu *menu, guint32 symbol)
{
  static const Item copy_name = { N_("Copy _Name"), "calls.copy-name", NULL };
  g_autoptr (GMenu) section = g_menu_new ();
  static const Item open_source = { N_("Open So_urce"), "calls.open-source", NULL };
  g_autoptr (GMenuItem) stack = g_menu_item_new (_("Copy _Stack"), "calls.copy-stack");

  append_item (section, &open_source, symbol);
  append_item (section, &copy_name, symbol);
  g_menu_item_set_attribute (stack, "hidden-when", "s", "action-missing");
  g_menu_append_item (section, stack);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/**
 * tv_symbol_menu_append:
 * @menu: a menu
 * @symbol: what it is for, or %TV_CALLS_OF_SELECTED where the menu selects that
 *
 * Adds what can be done with a symbol, as sections.
 */
void
tv_symbol_menu_append (GMenu *menu, guint32 symbol)
{
  static const Item shows[] = {
    { N_("Show in _Tree"), "calls.show-tree", "<Shift>t" },
    { N_("Show _Callers"), "calls.show-callers", "<Shift>c" },
    { N_("Show in _Flame Graph"), "calls.show-flame", "<Shift>f" },
    { N_("Show _Occurrences"), "calls.show-occurrences", "<Shift>o" },
  };
  static const Item transforms[] = {
    { N_("Focus _on It"), "calls.focus", NULL },
    { N_("_Merge into Callers"), "calls.merge", NULL },
    { N_("_Drop with All Below"), "calls.drop", NULL },
    { N_("Collapse _Recursion"), "calls.collapse-recursion", NULL },
  };
  static const Item filters[] = {
    { N_("Only Stacks _with It"), "calls.filter", NULL },
    { N_("Witho_ut It"), "calls.hide", NULL },
  };

  g_return_if_fail (G_IS_MENU (menu));

  append_items (menu, shows, G_N_ELEMENTS (shows), symbol);
  append_items (menu, transforms, G_N_ELEMENTS (transforms), symbol);
  append_items (menu, filters, G_N_ELEMENTS (filters), symbol);
  append_packages (menu, symbol);
  append_copying (menu, symbol);
}
