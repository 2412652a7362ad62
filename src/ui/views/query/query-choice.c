/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Button that opens a list of strings with a filter: the Examples, History and Saved buttons of the Query view
 * (query-view.c). Calls the owner's callback for the items each time the list opens. */

#include "ui/views/query/query-choice.h"

#include <glib/gi18n.h>
#include <string.h>

#define LIST_WIDTH_PX  360
#define LIST_HEIGHT_PX 400

typedef struct
{
  char *title;
  char *group; /* (nullable) */
  char *text;
} Item;

struct _TvQueryChoice
{
  GtkWidget parent_instance;

  GtkMenuButton *button;
  GtkPopover *popover;
  GtkBox *box;
  GtkSearchEntry *search;
  GtkListBox *list;
  TvQueryChoiceList list_items;
  gpointer data;
  GPtrArray *items;
};

G_DEFINE_FINAL_TYPE (TvQueryChoice, tv_query_choice, GTK_TYPE_WIDGET)

enum
{
  CHOSEN,
  NAMED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
free_item (gpointer data)
{
  Item *item = data;

  g_free (item->title);
  g_free (item->group);
  g_free (item->text);
  g_free (item);
}

/* Adds an item to a list. @title: text of the row, @group: (nullable): heading, @text: string that “chosen” emits. */
void
tv_query_choice_add (GPtrArray *items, const char *title, const char *group, const char *text)
{
  Item *item = g_new0 (Item, 1);

  item->title = g_strdup (title);
  item->group = g_strdup (group);
  item->text = g_strdup (text);
  g_ptr_array_add (items, item);
}

static GtkWidget *
make_row (const Item *item)
{
  g_autofree char *line = g_strdelimit (g_strdup (item->title), "\n\t", ' ');
  GtkWidget *label = gtk_label_new (line);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (label, item->text);
  gtk_widget_set_margin_top (label, 4);
  gtk_widget_set_margin_bottom (label, 4);
  return label;
}

static const Item *
get_item (TvQueryChoice *self, GtkListBoxRow *row)
{
  return self->items->pdata[gtk_list_box_row_get_index (row)];
}

static gboolean
is_listed (GtkListBoxRow *row, gpointer data)
{
  TvQueryChoice *self = data;
  const Item *item = get_item (self, row);
  g_autofree char *wanted = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)),
                                             -1);
  g_autofree char *title = g_utf8_casefold (item->title, -1);
  g_autofree char *text = g_utf8_casefold (item->text, -1);

  return strstr (title, wanted) != NULL || strstr (text, wanted) != NULL;
}

static void
set_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  TvQueryChoice *self = data;
  const Item *item = get_item (self, row);
  GtkWidget *label;

  if (item->group == NULL ||
      (before != NULL && g_strcmp0 (get_item (self, before)->group, item->group) == 0))
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  label = gtk_label_new (item->group);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_set_margin_top (label, 6);
  gtk_widget_set_margin_start (label, 6);
  gtk_list_box_row_set_header (row, label);
}

static void
fill (TvQueryChoice *self)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  g_ptr_array_set_size (self->items, 0);
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  self->list_items (self->items, self->data);
  for (guint i = 0; i < self->items->len; i++)
    gtk_list_box_append (self->list, make_row (self->items->pdata[i]));
}

static void
on_row_activated (TvQueryChoice *self, GtkListBoxRow *row)
{
  g_autofree char *text = g_strdup (get_item (self, row)->text);

  gtk_popover_popdown (self->popover);
  g_signal_emit (self, signals[CHOSEN], 0, text);
}

static void
on_named (TvQueryChoice *self, GtkEntry *entry)
{
  g_autofree char *name = g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry)));

  if (*name == '\0')
    return;
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  gtk_popover_popdown (self->popover);
  g_signal_emit (self, signals[NAMED], 0, name);
}

/* Adds an entry above the list, in which the user can type a new name. Enables “named”. */
void
tv_query_choice_add_entry (TvQueryChoice *self, const char *placeholder)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), placeholder);
  gtk_entry_set_icon_from_icon_name (GTK_ENTRY (entry), GTK_ENTRY_ICON_PRIMARY,
                                     "document-save-symbolic");
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (on_named), self);
  gtk_box_prepend (self->box, entry);
}

static void
tv_query_choice_dispose (GObject *object)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (object));

  if (child != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&TV_QUERY_CHOICE (object)->items, g_ptr_array_unref);
  G_OBJECT_CLASS (tv_query_choice_parent_class)->dispose (object);
}

static void
tv_query_choice_class_init (TvQueryChoiceClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_query_choice_dispose;
  signals[CHOSEN] = g_signal_new ("chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[NAMED] = g_signal_new ("named", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 1, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
tv_query_choice_init (TvQueryChoice *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->items = g_ptr_array_new_with_free_func (free_item);
  self->box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6));
  self->search = GTK_SEARCH_ENTRY (gtk_search_entry_new ());
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_list_box_set_filter_func (self->list, is_listed, self, NULL);
  gtk_list_box_set_header_func (self->list, set_header, self, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "query-choice");
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_row_activated), self);
  g_signal_connect_swapped (self->search, "search-changed",
                            G_CALLBACK (gtk_list_box_invalidate_filter), self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), LIST_HEIGHT_PX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->list));
  gtk_widget_set_size_request (scrolled, LIST_WIDTH_PX, -1);
  gtk_box_append (self->box, GTK_WIDGET (self->search));
  gtk_box_append (self->box, scrolled);
  self->popover = GTK_POPOVER (gtk_popover_new ());
  gtk_popover_set_child (self->popover, GTK_WIDGET (self->box));
  g_signal_connect_swapped (self->popover, "show", G_CALLBACK (fill), self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (gtk_popover_popdown),
                            self->popover);
  self->button = GTK_MENU_BUTTON (gtk_menu_button_new ());
  gtk_menu_button_set_has_frame (self->button, FALSE);
  gtk_menu_button_set_popover (self->button, GTK_WIDGET (self->popover));
  gtk_widget_set_parent (GTK_WIDGET (self->button), GTK_WIDGET (self));
}

/**
 * tv_query_choice_new:
 * @label: label of the button
 * @list: adds the items each time the list opens
 * @data: user data of @list
 *
 * Returns: (transfer floating): a button
 */
GtkWidget *
tv_query_choice_new (const char *label, TvQueryChoiceList list, gpointer data)
{
  TvQueryChoice *self = g_object_new (TV_TYPE_QUERY_CHOICE, NULL);

  self->list_items = list;
  self->data = data;
  gtk_menu_button_set_label (self->button, label);
  return GTK_WIDGET (self);
}
