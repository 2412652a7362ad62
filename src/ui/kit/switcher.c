/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The row of buttons that selects the view of a panel. Items that do not fit are moved to a menu, which is created
 * when it is opened. Created by ui/pages/panel.ui; the panel adds an item for each suitable view. Does not switch
 * views itself: items activate the action that the panel sets. */

#include "ui/kit/switcher.h"

#include <glib/gi18n.h>

#include "ui/kit/fold-box.h"
#include "ui/kit/font-scale.h"
#include "ui/kit/number-format.h"

/* Minimum width of a window with a row of items, in px. In a narrower window, the menu contains all items. */
#define MIN_WINDOW_WIDTH 560

#define SPACING_PX 2

typedef struct
{
  TvSwitcherItem info; /* description; the strings are owned by the caller */
  guint number;        /* position of the item, starting at 1 */
} Item;

struct _TvSwitcher
{
  GtkWidget parent_instance;

  TvFoldBox *box;
  GtkWidget *more;
  GtkLabel *more_label;
  GtkWidget *more_dot;
  GArray *items; /* (element-type Item) */
  char *action;
  char *chosen; /* (nullable): id of the selected item */
};

G_DEFINE_FINAL_TYPE (TvSwitcher, tv_switcher, GTK_TYPE_WIDGET)

static const Item *
get_item (TvSwitcher *self, guint index)
{
  return &g_array_index (self->items, Item, index);
}

static char *
dup_label (const Item *item)
{
  g_autofree char *count = tv_format_count (item->info.count);

  return item->info.count > 0 ? g_strdup_printf ("%s %s", item->info.title, count)
                              : g_strdup (item->info.title);
}

/* Returns: (transfer full) (nullable): the accelerator of an item; NULL after the tenth item */
static char *
dup_accelerator (const Item *item)
{
  return item->number <= 10 ? g_strdup_printf ("<Alt>%u", item->number % 10) : NULL;
}

/* ---- Overflow ---- */

static void
update_more (TvSwitcher *self)
{
  guint n_shown = tv_fold_box_get_n_shown (self->box);
  gboolean has_chosen = FALSE, has_news = FALSE;
  const char *title = _("More");

  for (guint i = n_shown; i < self->items->len; i++)
    {
      const Item *item = get_item (self, i);
      gboolean is_chosen = g_strcmp0 (item->info.id, self->chosen) == 0;

      if (is_chosen)
        title = item->info.title;
      has_chosen |= is_chosen;
      has_news |= item->info.has_news && !is_chosen;
    }
  gtk_label_set_text (self->more_label, title);
  gtk_widget_set_visible (self->more_dot, has_news);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->more), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);
  if (has_chosen)
    gtk_widget_add_css_class (self->more, "chosen");
  else
    gtk_widget_remove_css_class (self->more, "chosen");
}

static void
fill_more (GtkMenuButton *button, gpointer data)
{
  TvSwitcher *self = data;
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = tv_fold_box_get_n_shown (self->box); i < self->items->len; i++)
    {
      const Item *item = get_item (self, i);
      g_autofree char *label = dup_label (item);
      g_autofree char *accelerator = dup_accelerator (item);
      g_autoptr (GMenuItem) entry = g_menu_item_new (label, NULL);

      if (item->info.begins_group && g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
        {
          g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
          g_object_unref (section);
          section = g_menu_new ();
        }
      g_menu_item_set_action_and_target (entry, self->action, "s", item->info.id);
      if (accelerator != NULL)
        g_menu_item_set_attribute (entry, "accel", "s", accelerator);
      g_menu_append_item (section, entry);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

static GtkWidget *
make_more (TvSwitcher *self)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->more_label = GTK_LABEL (gtk_label_new (_("More")));
  self->more_dot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->more_dot, "news");
  gtk_widget_set_valign (self->more_dot, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->more_dot, _("Has new content"));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->more_label));
  gtk_box_append (GTK_BOX (box), self->more_dot);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("pan-down-symbolic"));
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), box);
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (button), FALSE);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), fill_more, self, NULL);
  gtk_widget_set_tooltip_text (button, _("Other Views"));
  gtk_widget_add_css_class (button, "more");
  return button;
}

/* ---- Object ---- */

static void
tv_switcher_dispose (GObject *object)
{
  TvSwitcher *self = TV_SWITCHER (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  if (child != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->box, self);
      gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->more), NULL, NULL, NULL);
      gtk_widget_unparent (child);
    }
  G_OBJECT_CLASS (tv_switcher_parent_class)->dispose (object);
}

static void
tv_switcher_finalize (GObject *object)
{
  TvSwitcher *self = TV_SWITCHER (object);

  g_array_unref (self->items);
  g_free (self->action);
  g_free (self->chosen);
  G_OBJECT_CLASS (tv_switcher_parent_class)->finalize (object);
}

static void
tv_switcher_class_init (TvSwitcherClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_switcher_dispose;
  G_OBJECT_CLASS (klass)->finalize = tv_switcher_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "switcher");
}

static void
tv_switcher_init (TvSwitcher *self)
{
  self->items = g_array_new (FALSE, FALSE, sizeof (Item));
  self->more = make_more (self);
  self->box = TV_FOLD_BOX (tv_fold_box_new (self->more, SPACING_PX));
  tv_fold_box_set_min_width (self->box, tv_font_scale_apply (MIN_WINDOW_WIDTH));
  gtk_widget_add_css_class (GTK_WIDGET (self->box), "choice");
  gtk_widget_add_css_class (GTK_WIDGET (self->box), "pages");
  gtk_widget_set_parent (GTK_WIDGET (self->box), GTK_WIDGET (self));
  g_signal_connect_swapped (self->box, "notify::n-shown", G_CALLBACK (update_more), self);
}

/* Sets the action that items activate. The action's parameter and state are the id of an item. Must be called before
 * items are added. */
void
tv_switcher_set_action (TvSwitcher *self, const char *action)
{
  g_return_if_fail (TV_IS_SWITCHER (self));

  g_free (self->action);
  self->action = g_strdup (action);
}

static GtkWidget *
make_toggle (TvSwitcher *self, const Item *item)
{
  GtkWidget *toggle = gtk_toggle_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *label = dup_label (item);
  g_autofree char *tooltip = NULL;

  gtk_box_append (GTK_BOX (box), gtk_label_new (item->info.title));
  if (item->info.count > 0)
    {
      g_autofree char *count = tv_format_count (item->info.count);
      GtkWidget *number = gtk_label_new (count);

      gtk_widget_add_css_class (number, "count");
      gtk_box_append (GTK_BOX (box), number);
    }
  gtk_button_set_child (GTK_BUTTON (toggle), box);
  gtk_widget_add_css_class (toggle, "flat");
  if (item->info.begins_group)
    gtk_widget_add_css_class (toggle, "begins-group");
  if (item->number <= 10)
    /* Translators: a description of a view, then its accelerator, a digit */
    tooltip = g_strdup_printf (_("%s (Alt+%u)"), item->info.tooltip, item->number % 10);
  gtk_widget_set_tooltip_text (toggle, tooltip != NULL ? tooltip : item->info.tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (toggle), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (toggle), self->action);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (toggle), "s", item->info.id);
  return toggle;
}

/* Appends an item. Its strings must outlive the switcher. */
void
tv_switcher_add (TvSwitcher *self, const TvSwitcherItem *info)
{
  Item item = { *info, 0 };

  g_return_if_fail (TV_IS_SWITCHER (self));
  g_return_if_fail (self->action != NULL);

  item.number = self->items->len + 1;
  g_array_append_val (self->items, item);
  tv_fold_box_append (self->box, make_toggle (self, &item));
  update_more (self);
}

/* Sets the selected item. If the item is in the menu, the menu button shows its title. */
void
tv_switcher_set_chosen (TvSwitcher *self, const char *id)
{
  g_return_if_fail (TV_IS_SWITCHER (self));

  g_free (self->chosen);
  self->chosen = g_strdup (id);
  update_more (self);
}

/* Returns: (transfer none) (nullable): the id of the item at a position, starting at 1; %NULL if there is no such
 * item */
const char *
tv_switcher_get_id (TvSwitcher *self, guint number)
{
  g_return_val_if_fail (TV_IS_SWITCHER (self), NULL);
  return number >= 1 && number <= self->items->len ? get_item (self, number - 1)->info.id : NULL;
}
