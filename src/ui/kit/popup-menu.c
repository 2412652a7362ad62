/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called by table views, the timeline, the flame graph and other charts. Publishes the items of the open menu as the
 * state of the window action "menu", for tests and other programs. */

#include "ui/kit/popup-menu.h"

#include <math.h>

#include "ui/kit/gtk48/menu-tips.h"

/* Name of an action that does not exist, for items that are always disabled. */
#define NO_ACTION "menu.none"

#define STATE_TYPE G_VARIANT_TYPE ("a(sbs)")

/* ---- Open menu ---- */

static GVariant *
describe (const GArray *entries)
{
  GVariantBuilder reported;

  g_variant_builder_init (&reported, STATE_TYPE);
  for (guint i = 0; entries != NULL && i < entries->len; i++)
    {
      const TvMenuEntry *entry = &g_array_index (entries, TvMenuEntry, i);
      const char *tip = gtk_widget_get_tooltip_text (entry->button);

      g_variant_builder_add (&reported, "(sbs)", entry->label,
                             gtk_widget_is_sensitive (entry->button), tip != NULL ? tip : "");
    }
  return g_variant_builder_end (&reported);
}

static void
report (GtkWidget *owner, const GArray *entries)
{
  GtkRoot *root = gtk_widget_get_root (owner);
  GAction *action;

  if (!G_IS_ACTION_MAP (root))
    return;
  action = g_action_map_lookup_action (G_ACTION_MAP (root), "menu");
  if (action == NULL)
    {
      g_autoptr (GSimpleAction) added = g_simple_action_new_stateful (
          "menu", NULL, g_variant_new_array (G_VARIANT_TYPE ("(sbs)"), NULL, 0));

      g_action_map_add_action (G_ACTION_MAP (root), G_ACTION (added));
      action = g_action_map_lookup_action (G_ACTION_MAP (root), "menu");
    }
  g_simple_action_set_state (G_SIMPLE_ACTION (action), describe (entries));
}

static void
on_closed (GtkWidget *owner)
{
  report (owner, NULL);
}

static void show_items (GtkWidget *popover);

/* Updates the tooltips, because items can become enabled while the menu is open, for example when a worker finishes. */
static void
on_item_changed (GtkWidget *popover)
{
  if (gtk_widget_get_visible (popover))
    show_items (popover);
}

static void
show_items (GtkWidget *popover)
{
  g_autoptr (GArray) entries = tv_menu_tips_show (GTK_POPOVER_MENU (popover));

  for (guint i = 0; i < entries->len; i++)
    {
      GtkWidget *button = g_array_index (entries, TvMenuEntry, i).button;

      g_signal_handlers_disconnect_by_data (button, popover);
      g_signal_connect_object (button, "notify::sensitive", G_CALLBACK (on_item_changed), popover,
                               G_CONNECT_SWAPPED);
    }
  report (gtk_widget_get_parent (popover), entries);
}

/* ---- Position ---- */

/* Height of a popover's border and shadow, in px. */
#define FRAME_PX 56

/* Returns the y coordinate for the menu: @y, or a coordinate further up if the menu does not fit below @y. GTK would
 * cut off the menu at the edge of the screen. */
static double
find_top (GtkWidget *popover, GtkWidget *owner, double y)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (owner));
  double root_x, root_y, missing;
  int height;

  if (root == NULL || !gtk_widget_translate_coordinates (owner, root, 0.0, y, &root_x, &root_y))
    return y;
  gtk_widget_measure (gtk_popover_get_child (GTK_POPOVER (popover)), GTK_ORIENTATION_VERTICAL, -1,
                      NULL, &height, NULL, NULL);
  missing = root_y + height + FRAME_PX - gtk_widget_get_height (root);
  return y - CLAMP (missing, 0.0, root_y);
}

static GtkWidget *
make_popover (GtkWidget *owner, GMenuModel *model)
{
  GtkWidget *popover = gtk_popover_menu_new_from_model (model);

  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_add_css_class (popover, "popup-menu");
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_widget_set_parent (popover, owner);
  g_signal_connect_object (popover, "closed", G_CALLBACK (on_closed), owner, G_CONNECT_SWAPPED);
  return popover;
}

/**
 * tv_popup_menu_open:
 * @popover: (inout): the menu, which is created if %NULL; @owner must unparent it in dispose(), and call
 *   gtk_popover_present() for it in size_allocate()
 * @owner: parent widget of @popover
 * @model: items of the menu; their labels must be unique
 * @x: x coordinate in @owner in px
 * @y: y coordinate in @owner in px
 *
 * Opens a menu.
 */
void
tv_popup_menu_open (GtkWidget **popover, GtkWidget *owner, GMenuModel *model, double x, double y)
{
  g_return_if_fail (GTK_IS_WIDGET (owner) && G_IS_MENU_MODEL (model));

  if (*popover == NULL)
    *popover = make_popover (owner, model);
  else
    gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (*popover), model);
  gtk_popover_set_pointing_to (
      GTK_POPOVER (*popover),
      &(GdkRectangle){ (int) round (x) + 1, (int) round (find_top (*popover, owner, y)), 1, 1 });
  gtk_popover_popup (GTK_POPOVER (*popover));
  show_items (*popover);
}

/**
 * tv_popup_menu_append:
 * @action: detailed action
 * @key: (nullable): accelerator to show
 *
 * Appends an item to a section of a menu.
 */
void
tv_popup_menu_append (GMenu *section, const char *label, const char *action, const char *key)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, action);

  if (key != NULL)
    g_menu_item_set_attribute (item, "accel", "s", key);
  g_menu_append_item (section, item);
}

/**
 * tv_popup_menu_append_with_why:
 * @action: detailed action
 * @key: (nullable): accelerator to show
 * @why: reason why the action is disabled, a sentence without full stop
 *
 * Appends an item to a section of a menu. While its action is disabled, the item's tooltip is @why.
 */
void
tv_popup_menu_append_with_why (GMenu *section,
                               const char *label,
                               const char *action,
                               const char *key,
                               const char *why)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, action);

  if (key != NULL)
    g_menu_item_set_attribute (item, "accel", "s", key);
  g_menu_item_set_attribute (item, TV_MENU_WHY_GREY, "s", why);
  g_menu_append_item (section, item);
}

/**
 * tv_popup_menu_append_grey:
 * @reason: reason why the item is disabled, a sentence without full stop
 *
 * Appends an item that is always disabled to a section of a menu.
 */
void
tv_popup_menu_append_grey (GMenu *section, const char *label, const char *reason)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NO_ACTION);

  g_menu_item_set_attribute (item, TV_MENU_TIP, "s", reason);
  g_menu_append_item (section, item);
}
