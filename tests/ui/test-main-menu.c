/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests that the main menu omits submenus without an available action. */

#include <adwaita.h>

#include "ui/window/main-menu.h"

static GMenuModel *
make_menu (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) files = g_menu_new (), timeline = g_menu_new (), rows = g_menu_new ();
  g_autoptr (GMenu) order = g_menu_new (), colors = g_menu_new ();

  g_menu_append (files, "Open", "win.open");
  g_menu_append (order, "By Name", "session.row-order");
  g_menu_append (rows, "Filter", "win.filter-rows");
  g_menu_append_section (rows, "Order", G_MENU_MODEL (order));
  g_menu_append (colors, "Thread", "session.colour-by");
  g_menu_append_submenu (timeline, "Rows", G_MENU_MODEL (rows));
  g_menu_append_submenu (timeline, "Colour By", G_MENU_MODEL (colors));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (files));
  g_menu_append_section (menu, "Timeline", G_MENU_MODEL (timeline));
  return G_MENU_MODEL (menu);
}

static gboolean
is_among (const char *action, gpointer available)
{
  return g_strv_contains (available, action);
}

static void
append_labels (GMenuModel *menu, GString *labels)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autofree char *label = NULL;

      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      g_string_append_printf (labels, "%s|", label != NULL ? label : "");
      if (section != NULL)
        append_labels (section, labels);
    }
}

static void
test_submenus (void)
{
  static const struct
  {
    const char *available[4];
    const char *labels;
  } cases[] = {
    { { "win.open", "win.filter-rows", "session.colour-by" }, "|Open|Timeline|Rows|Colour By|" },
    { { "session.row-order" },
      "|Open|Timeline|Rows|" }, /* the action is in a section of the submenu */
    { { "session.colour-by" }, "|Open|Timeline|Colour By|" },
    { { "win.open" }, "|Open|Timeline|" },
  };
  g_autoptr (GMenuModel) whole = make_menu ();
  g_autoptr (GMenuModel) previous = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GMenuModel)
          menu = tv_main_menu_new (whole, is_among, (gpointer) cases[i].available);
      g_autoptr (GMenuModel)
          again = tv_main_menu_new (whole, is_among, (gpointer) cases[i].available);
      g_autoptr (GString) labels = g_string_new (NULL);

      append_labels (menu, labels);
      g_assert_cmpstr (labels->str, ==, cases[i].labels);
      g_assert_true (tv_main_menu_is_like (menu, again));
      g_assert_false (tv_main_menu_is_like (previous, menu));
      g_set_object (&previous, menu);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/main-menu/submenus", test_submenus);
  return g_test_run ();
}
