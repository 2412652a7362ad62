/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Created by the filter bar of chronological lists (ui/views/timed-filters.c), one per filterable column. Owns the
 * choices and the number of rows of each choice. The filter bar reads the chosen id to filter the list. */

#include "ui/kit/filter-button.h"

#include <glib/gi18n.h>

#include "analysis/symbols/text-match.h"
#include "ui/kit/number-format.h"
#include "ui/kit/search-entry.h"

/* Maximum number of choices without a search entry. */
#define FEW_CHOICES 10

#define LIST_MAX_HEIGHT_PX 320
#define LIST_WIDTH_PX      320
#define LABEL_MAX_CHARS    26

/* ---- A choice ---- */

#define TV_TYPE_FILTER_CHOICE (tv_filter_choice_get_type ())
G_DECLARE_FINAL_TYPE (TvFilterChoice, tv_filter_choice, TV, FILTER_CHOICE, GObject)

struct _TvFilterChoice
{
  GObject parent_instance;

  guint32 id;
  char *label;
  guint32 count;
};

G_DEFINE_FINAL_TYPE (TvFilterChoice, tv_filter_choice, G_TYPE_OBJECT)

static void
tv_filter_choice_finalize (GObject *object)
{
  TvFilterChoice *self = TV_FILTER_CHOICE (object);

  g_free (self->label);
  G_OBJECT_CLASS (tv_filter_choice_parent_class)->finalize (object);
}

static void
tv_filter_choice_class_init (TvFilterChoiceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_filter_choice_finalize;
}

static void
tv_filter_choice_init (TvFilterChoice *self)
{
}

/* ---- The button ---- */

struct _TvFilterButton
{
  GtkWidget parent_instance;

  char *title;
  GtkWidget *button;
  GtkLabel *label;
  GtkWidget *clear;
  TvSearchEntry *entry;
  GtkScrolledWindow *scrolled;
  GListStore *choices;
  GtkFilter *filter;
  GtkFilterListModel *found;
  TvTextMatch *match; /* (nullable): search pattern for the labels */
  guint32 chosen;
};

G_DEFINE_FINAL_TYPE (TvFilterButton, tv_filter_button, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_TITLE,
  PROP_CHOSEN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static TvFilterChoice *
find_choice (TvFilterButton *self, guint32 id)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->choices)); i++)
    {
      g_autoptr (TvFilterChoice) choice = g_list_model_get_item (G_LIST_MODEL (self->choices), i);

      if (choice->id == id)
        return choice; /* the store keeps the choice alive */
    }
  return NULL;
}

/* Returns: (transfer full) (nullable): the title and the current choice; %NULL if nothing is chosen */
char *
tv_filter_button_dup_label (TvFilterButton *self)
{
  const TvFilterChoice *choice;

  g_return_val_if_fail (TV_IS_FILTER_BUTTON (self), NULL);

  choice = find_choice (self, self->chosen);
  return choice != NULL ? g_strdup_printf ("%s: %s", self->title, choice->label) : NULL;
}

static void
update (TvFilterButton *self)
{
  TvFilterChoice *choice = find_choice (self, self->chosen);
  g_autofree char *label = tv_filter_button_dup_label (self);
  const char *text = label != NULL ? label : self->title;

  gtk_label_set_text (self->label, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text, -1);
  gtk_widget_set_visible (self->clear, choice != NULL);
  if (choice != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self), "chosen");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "chosen");
}

/* ---- The list ---- */

static gboolean
matches_query (gpointer item, gpointer data)
{
  const TvTextMatch *match = TV_FILTER_BUTTON (data)->match;

  return match == NULL || tv_text_match_test (match, TV_FILTER_CHOICE (item)->label, -1);
}

static guint
get_n_found (TvFilterButton *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->found));
}

/* Filters the list of choices. An invalid regular expression matches all choices. */
static void
on_search_changed (TvFilterButton *self)
{
  g_autofree char *all = tv_format_count (g_list_model_get_n_items (G_LIST_MODEL (self->choices)));
  g_autofree char *some = NULL, *count = NULL;

  g_clear_pointer (&self->match, tv_text_match_free);
  self->match = tv_search_entry_dup_match (self->entry);
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  some = tv_format_count (get_n_found (self));
  /* Translators: the number of choices that match a search, and the number of all choices */
  count = g_strdup_printf (_("%s of %s"), some, all);
  tv_search_entry_show_left (self->entry, get_n_found (self), count);
}

static void
choose_position (TvFilterButton *self, guint position)
{
  g_autoptr (TvFilterChoice) choice = g_list_model_get_item (G_LIST_MODEL (self->found), position);

  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->button));
  if (choice != NULL)
    tv_filter_button_choose (self, choice->id);
}

static void
on_activated (GtkListView *list, guint position, TvFilterButton *self)
{
  choose_position (self, position);
}

/* Handles Enter in the search entry: chooses the first match; without search text, closes the list. */
static void
on_leave (TvFilterButton *self)
{
  if (!tv_search_entry_is_active (self->entry))
    gtk_menu_button_popdown (GTK_MENU_BUTTON (self->button));
  else if (get_n_found (self) > 0)
    choose_position (self, 0);
}

/* Clears the search when the popover closes. */
static void
on_closed (TvFilterButton *self)
{
  tv_search_entry_set (self->entry, "", tv_search_entry_is_regex (self->entry));
}

static void
on_setup (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *count = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (count, "dim-label");
  gtk_widget_add_css_class (count, "numeric");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), count);
  gtk_list_item_set_child (item, box);
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  TvFilterChoice *choice = gtk_list_item_get_item (item);
  GtkWidget *box = gtk_list_item_get_child (item);
  g_autofree char *count = tv_format_count (choice->count);

  gtk_label_set_text (GTK_LABEL (gtk_widget_get_first_child (box)), choice->label);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (box)), count);
  /* The row widget that contains the box receives the focus. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (box)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, choice->label, -1);
}

static GtkWidget *
make_list (TvFilterButton *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkSelectionModel *selection = GTK_SELECTION_MODEL (
      gtk_no_selection_new (g_object_ref (G_LIST_MODEL (self->found))));
  GtkWidget *list = gtk_list_view_new (selection, factory);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (list), TRUE);
  g_signal_connect (list, "activate", G_CALLBACK (on_activated), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), LIST_MAX_HEIGHT_PX);
  self->scrolled = GTK_SCROLLED_WINDOW (scrolled);
  return scrolled;
}

static GtkWidget *
make_popover (TvFilterButton *self)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  g_object_set (self->entry, "is-filter", TRUE, "visible", FALSE, NULL);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_search_changed), self);
  g_signal_connect_swapped (self->entry, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect_swapped (popover, "closed", G_CALLBACK (on_closed), self);
  gtk_widget_set_size_request (box, LIST_WIDTH_PX, -1);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->entry));
  gtk_box_append (GTK_BOX (box), make_list (self));
  gtk_widget_add_css_class (popover, "filter-list");
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  return popover;
}

static void
add_children (TvFilterButton *self)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->label, PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (self->label, LABEL_MAX_CHARS);
  gtk_box_append (GTK_BOX (content), GTK_WIDGET (self->label));
  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name ("pan-down-symbolic"));

  self->button = gtk_menu_button_new ();
  gtk_menu_button_set_child (GTK_MENU_BUTTON (self->button), content);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->button), make_popover (self));
  gtk_widget_set_parent (self->button, GTK_WIDGET (self));

  self->clear = gtk_button_new_from_icon_name ("window-close-symbolic");
  gtk_widget_add_css_class (self->clear, "clear");
  gtk_widget_set_tooltip_text (self->clear, _("Remove Filter"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->clear), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Remove Filter"), -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->clear), "filter.clear");
  gtk_widget_set_parent (self->clear, GTK_WIDGET (self));
}

/* ---- Object ---- */

static void
clear_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tv_filter_button_choose (TV_FILTER_BUTTON (widget), TV_NONE);
}

static void
tv_filter_button_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvFilterButton *self = TV_FILTER_BUTTON (object);

  switch (id)
    {
    case PROP_TITLE:
      g_value_set_string (value, self->title);
      break;
    case PROP_CHOSEN:
      g_value_set_uint (value, self->chosen);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tv_filter_button_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TvFilterButton *self = TV_FILTER_BUTTON (object);

  switch (id)
    {
    case PROP_TITLE:
      g_free (self->title);
      self->title = g_value_dup_string (value);
      update (self);
      break;
    case PROP_CHOSEN:
      tv_filter_button_choose (self, g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tv_filter_button_dispose (GObject *object)
{
  TvFilterButton *self = TV_FILTER_BUTTON (object);

  g_clear_pointer (&self->button, gtk_widget_unparent);
  g_clear_pointer (&self->clear, gtk_widget_unparent);
  g_clear_object (&self->found);
  g_clear_object (&self->choices);
  G_OBJECT_CLASS (tv_filter_button_parent_class)->dispose (object);
}

static void
tv_filter_button_finalize (GObject *object)
{
  TvFilterButton *self = TV_FILTER_BUTTON (object);

  g_free (self->title);
  g_clear_pointer (&self->match, tv_text_match_free);
  G_OBJECT_CLASS (tv_filter_button_parent_class)->finalize (object);
}

static void
tv_filter_button_class_init (TvFilterButtonClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = tv_filter_button_get_property;
  object_class->set_property = tv_filter_button_set_property;
  object_class->dispose = tv_filter_button_dispose;
  object_class->finalize = tv_filter_button_finalize;
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, "", flags);
  properties[PROP_CHOSEN] = g_param_spec_uint ("chosen", NULL, NULL, 0, G_MAXUINT, TV_NONE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_install_action (widget_class, "filter.clear", NULL, clear_action);
  gtk_widget_class_set_css_name (widget_class, "filterbutton");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
tv_filter_button_init (TvFilterButton *self)
{
  self->chosen = TV_NONE;
  self->title = g_strdup ("");
  self->choices = g_list_store_new (TV_TYPE_FILTER_CHOICE);
  self->filter = GTK_FILTER (gtk_custom_filter_new (matches_query, self, NULL));
  self->found = gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->choices)),
                                           self->filter);
  add_children (self);
}

/* Appends a choice. */
void
tv_filter_button_add (TvFilterButton *self, guint32 id, const char *label, guint32 count)
{
  g_autoptr (TvFilterChoice) choice = g_object_new (TV_TYPE_FILTER_CHOICE, NULL);

  g_return_if_fail (TV_IS_FILTER_BUTTON (self));

  choice->id = id;
  choice->label = g_strdup (label);
  choice->count = count;
  g_list_store_append (self->choices, choice);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->choices)) > FEW_CHOICES)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->entry), TRUE);
      /* Keeps the height when a search hides choices. */
      gtk_scrolled_window_set_min_content_height (self->scrolled, LIST_MAX_HEIGHT_PX);
    }
  if (id == self->chosen)
    update (self);
}

/* Returns whether the list contains a choice with this id. */
gboolean
tv_filter_button_has (TvFilterButton *self, guint32 id)
{
  g_return_val_if_fail (TV_IS_FILTER_BUTTON (self), FALSE);
  return find_choice (self, id) != NULL;
}

guint32
tv_filter_button_get_chosen (TvFilterButton *self)
{
  g_return_val_if_fail (TV_IS_FILTER_BUTTON (self), TV_NONE);
  return self->chosen;
}

/* Selects a choice, which may be added later. %TV_NONE clears the selection. */
void
tv_filter_button_choose (TvFilterButton *self, guint32 id)
{
  g_return_if_fail (TV_IS_FILTER_BUTTON (self));

  if (self->chosen == id)
    return;
  self->chosen = id;
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHOSEN]);
}
