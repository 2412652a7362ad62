/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called by kit/popup-menu.c when a menu is opened. Finds the private item widgets of GtkPopoverMenu by their labels,
 * and sets their tooltips. */

#include "ui/kit/gtk48/menu-tips.h"

/* Type name and label property of the private item widgets of GtkPopoverMenu. */
#define ITEM_TYPE  "GtkModelButton"
#define ITEM_LABEL "text"

static void
free_entry (gpointer data)
{
  g_free ((char *) ((TvMenuEntry *) data)->label);
}

/* Lists the items from top to bottom. The items of submenus follow those of the main menu. */
static void
list_entries (GtkWidget *widget, GArray *entries)
{
  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), ITEM_TYPE))
    {
      TvMenuEntry entry = { .button = widget };

      g_object_get (widget, ITEM_LABEL, &entry.label, NULL);
      if (entry.label == NULL)
        entry.label = g_strdup ("");
      g_array_append_val (entries, entry);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    list_entries (child, entries);
}

static char *
dup_without_mnemonic (const char *label)
{
  GString *text = g_string_new (NULL);

  for (; *label != '\0'; label++)
    {
      if (*label == '_' && label[1] != '\0')
        label++;
      g_string_append_c (text, *label);
    }
  return g_string_free (text, FALSE);
}

static void
set_tip (const GArray *entries, const char *label, const char *tip, gboolean only_grey)
{
  g_autofree char *shown = dup_without_mnemonic (label);

  for (guint i = 0; i < entries->len; i++)
    {
      const TvMenuEntry *entry = &g_array_index (entries, TvMenuEntry, i);

      if (g_str_equal (entry->label, shown))
        gtk_widget_set_tooltip_text (
            entry->button, only_grey && gtk_widget_is_sensitive (entry->button) ? NULL : tip);
    }
}

static void
set_tips (const GArray *entries, GMenuModel *model)
{
  static const char *const links[] = { G_MENU_LINK_SECTION, G_MENU_LINK_SUBMENU };

  for (int i = 0; i < g_menu_model_get_n_items (model); i++)
    {
      g_autofree char *label = NULL, *tip = NULL, *why = NULL;

      g_menu_model_get_item_attribute (model, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      if (label != NULL && g_menu_model_get_item_attribute (model, i, TV_MENU_TIP, "s", &tip))
        set_tip (entries, label, tip, FALSE);
      if (label != NULL && g_menu_model_get_item_attribute (model, i, TV_MENU_WHY_GREY, "s", &why))
        set_tip (entries, label, why, TRUE);
      for (guint k = 0; k < G_N_ELEMENTS (links); k++)
        {
          g_autoptr (GMenuModel) linked = g_menu_model_get_item_link (model, i, links[k]);

          if (linked != NULL)
            set_tips (entries, linked);
        }
    }
}

/**
 * tv_menu_tips_show:
 * @menu: a menu with a model; the labels of its items must be unique
 *
 * Sets the tooltips of the menu's items.
 *
 * Returns: (transfer full) (element-type TvMenuEntry): the items from top to bottom
 */
GArray *
tv_menu_tips_show (GtkPopoverMenu *menu)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (TvMenuEntry));

  g_array_set_clear_func (entries, free_entry);
  list_entries (GTK_WIDGET (menu), entries);
  set_tips (entries, gtk_popover_menu_get_menu_model (menu));
  return entries;
}
