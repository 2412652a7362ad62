/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Copies the window's menu without the submenus whose actions are all unavailable. Called by the window when the page
 * or its actions change. Pure: reads @whole and creates a new model. */

#include "ui/window/main-menu.h"

/* Returns whether a menu, including its sections and submenus, has an item with an available action. */
static gboolean
is_any_available (GMenuModel *menu, TvActionTest is_available, gpointer user_data)
{
  static const char *const links[] = { G_MENU_LINK_SECTION, G_MENU_LINK_SUBMENU };

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autofree char *action = NULL;

      if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action) &&
          is_available (action, user_data))
        return TRUE;
      for (guint link = 0; link < G_N_ELEMENTS (links); link++)
        {
          g_autoptr (GMenuModel) linked = g_menu_model_get_item_link (menu, i, links[link]);

          if (linked != NULL && is_any_available (linked, is_available, user_data))
            return TRUE;
        }
    }
  return FALSE;
}

/**
 * tv_main_menu_new:
 * @whole: the complete menu
 * @is_available: returns whether an action exists and is enabled
 * @user_data: user data of @is_available
 *
 * Copies a menu without the submenus whose actions are all unavailable. GTK 4.8 can hide items whose action is
 * disabled, but not submenus, and it crashes when a submenu is removed from a menu in use.
 *
 * Returns: (transfer full): the copy
 */
GMenuModel *
tv_main_menu_new (GMenuModel *whole, TvActionTest is_available, gpointer user_data)
{
  GMenu *menu = g_menu_new ();

  for (int i = 0; i < g_menu_model_get_n_items (whole); i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new_from_model (whole, i);
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (whole, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (whole, i, G_MENU_LINK_SUBMENU);

      if (submenu != NULL && !is_any_available (submenu, is_available, user_data))
        continue;
      if (section != NULL)
        {
          g_autoptr (GMenuModel) copy = tv_main_menu_new (section, is_available, user_data);

          g_menu_item_set_section (item, copy);
        }
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

/**
 * tv_main_menu_is_like:
 * @self: (nullable): a copy of a menu
 * @other: another copy of the same menu
 *
 * Returns: whether both copies have the same submenus
 */
gboolean
tv_main_menu_is_like (GMenuModel *self, GMenuModel *other)
{
  int n = g_menu_model_get_n_items (other);

  if (self == NULL || g_menu_model_get_n_items (self) != n)
    return FALSE;
  for (int i = 0; i < n; i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (self, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel)
          other_section = g_menu_model_get_item_link (other, i, G_MENU_LINK_SECTION);
      g_autofree char *label = NULL, *other_label = NULL;

      if (other_section != NULL && !tv_main_menu_is_like (section, other_section))
        return FALSE;
      g_menu_model_get_item_attribute (self, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      g_menu_model_get_item_attribute (other, i, G_MENU_ATTRIBUTE_LABEL, "s", &other_label);
      if (g_strcmp0 (label, other_label) != 0)
        return FALSE;
    }
  return TRUE;
}
