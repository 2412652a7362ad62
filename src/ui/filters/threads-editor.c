/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Editor of the selected threads: a checklist with the selected threads first. If no thread is checked, all threads
 * are selected. Created by filter-editor.c. Each click changes the selection through the action "win.threads". The
 * list does not follow changes that are made elsewhere. */

#include "ui/filters/editors.h"

#include <glib/gi18n.h>

#include "analysis/symbols/text-match.h"
#include "ui/kit/number-format.h"
#include "ui/kit/search-entry.h"

#define LIST_WIDTH_PX      280
#define LIST_MAX_HEIGHT_PX 280

/* Maximum number of threads for which the search entry is hidden */
#define FEW_THREADS 8

/* ---- A thread ---- */

#define TV_TYPE_THREAD_ITEM (tv_thread_item_get_type ())
G_DECLARE_FINAL_TYPE (TvThreadItem, tv_thread_item, TV, THREAD_ITEM, GObject)

struct _TvThreadItem
{
  GObject parent_instance;

  guint32 utid;
  char *label;
  gboolean is_ticked;
};

G_DEFINE_FINAL_TYPE (TvThreadItem, tv_thread_item, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_IS_TICKED,
};

static void
tv_thread_item_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_IS_TICKED)
    g_value_set_boolean (value, TV_THREAD_ITEM (object)->is_ticked);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_thread_item_finalize (GObject *object)
{
  g_free (TV_THREAD_ITEM (object)->label);
  G_OBJECT_CLASS (tv_thread_item_parent_class)->finalize (object);
}

static void
tv_thread_item_class_init (TvThreadItemClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = tv_thread_item_get_property;
  G_OBJECT_CLASS (klass)->finalize = tv_thread_item_finalize;
  g_object_class_install_property (
      G_OBJECT_CLASS (klass), PROP_IS_TICKED,
      g_param_spec_boolean ("is-ticked", NULL, NULL, FALSE,
                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void
tv_thread_item_init (TvThreadItem *self)
{
}

/* ---- The list ---- */

typedef struct
{
  GtkWidget *box;
  TvSearchEntry *entry;
  GListStore *threads; /* (element-type TvThreadItem): all threads */
  GListModel *found;
  GtkFilter *filter;
  TvTextMatch *match; /* (nullable): filter text */
} Editor;

static void
editor_free (gpointer data)
{
  Editor *self = data;

  g_object_unref (self->threads);
  g_object_unref (self->found);
  g_clear_pointer (&self->match, tv_text_match_free);
  g_free (self);
}

static gboolean
is_found (gpointer item, gpointer data)
{
  const TvTextMatch *match = ((Editor *) data)->match;

  return match == NULL || tv_text_match_test (match, TV_THREAD_ITEM (item)->label, -1);
}

static void
on_search_changed (Editor *self)
{
  g_autofree char *all = tv_format_count (g_list_model_get_n_items (G_LIST_MODEL (self->threads)));
  g_autofree char *some = NULL, *count = NULL;
  guint n_found;

  g_clear_pointer (&self->match, tv_text_match_free);
  self->match = tv_search_entry_dup_match (self->entry);
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  n_found = g_list_model_get_n_items (self->found);
  some = tv_format_count (n_found);
  /* Translators: number of rows that match a filter; number of all rows */
  count = g_strdup_printf (_("%s of %s"), some, all);
  tv_search_entry_show_left (self->entry, n_found, count);
}

/* Selects the checked threads in the session. */
static void
apply (Editor *self)
{
  g_autoptr (GArray) utids = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->threads)); i++)
    {
      g_autoptr (TvThreadItem) item = g_list_model_get_item (G_LIST_MODEL (self->threads), i);

      if (item->is_ticked)
        g_array_append_val (utids, item->utid);
    }
  gtk_widget_activate_action_variant (
      self->box, "win.threads",
      g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, utids->data, utids->len, sizeof (guint32)));
}

/* Toggles a row after Enter or a click, as the space bar does. */
static void
on_activated (GtkListView *list, guint position, Editor *self)
{
  g_autoptr (TvThreadItem) item = g_list_model_get_item (self->found, position);

  item->is_ticked = !item->is_ticked;
  g_object_notify (G_OBJECT (item), "is-ticked");
  apply (self);
}

/* Handles Enter in the search entry: with a filter text, focuses the list; otherwise closes the popover. */
static void
on_leave (Editor *self)
{
  GtkWidget *popover = gtk_widget_get_ancestor (self->box, GTK_TYPE_POPOVER);

  if (tv_search_entry_is_active (self->entry))
    gtk_widget_child_focus (gtk_widget_get_last_child (self->box), GTK_DIR_TAB_FORWARD);
  else if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
}

/* Creates a row. The check button cannot be focused, because the row is. */
static void
on_setup (GtkListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  GtkWidget *check = gtk_check_button_new ();

  gtk_widget_set_can_target (check, FALSE);
  gtk_widget_set_can_focus (check, FALSE);
  gtk_list_item_set_child (list_item, check);
}

static void
drop_binding (gpointer binding)
{
  g_binding_unbind (binding);
  g_object_unref (binding);
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  TvThreadItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *check = gtk_list_item_get_child (list_item);
  GtkAccessible *row = GTK_ACCESSIBLE (gtk_widget_get_parent (check));
  GBinding *binding;

  gtk_check_button_set_label (GTK_CHECK_BUTTON (check), item->label);
  binding = g_object_bind_property (item, "is-ticked", check, "active", G_BINDING_SYNC_CREATE);
  g_object_set_data_full (G_OBJECT (check), "tv-binding", g_object_ref (binding), drop_binding);
  gtk_accessible_update_property (row, GTK_ACCESSIBLE_PROPERTY_LABEL, item->label, -1);
}

/* Makes the space bar toggle the focused row, as Enter does. */
static gboolean
on_key (GtkEventControllerKey *controller,
        guint keyval,
        guint keycode,
        GdkModifierType state,
        GtkWidget *list)
{
  GtkWidget *row = gtk_root_get_focus (gtk_widget_get_root (list));

  if (keyval != GDK_KEY_space && keyval != GDK_KEY_KP_Space)
    return GDK_EVENT_PROPAGATE;
  return row != NULL && gtk_widget_is_ancestor (row, list) && gtk_widget_activate (row);
}

static GtkWidget *
make_list (Editor *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkSelectionModel *selection = GTK_SELECTION_MODEL (
      gtk_no_selection_new (g_object_ref (self->found)));
  GtkWidget *list = gtk_list_view_new (selection, factory);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (list), TRUE);
  g_signal_connect (list, "activate", G_CALLBACK (on_activated), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), list);
  gtk_widget_add_controller (list, keys);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Threads"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), LIST_MAX_HEIGHT_PX);
  return scrolled;
}

static void
add_thread (Editor *self, TvTrace *trace, guint32 utid, gboolean is_ticked)
{
  g_autoptr (TvThreadItem) item = g_object_new (TV_TYPE_THREAD_ITEM, NULL);

  item->utid = utid;
  item->label = tv_trace_dup_thread_label (trace, utid);
  item->is_ticked = is_ticked;
  g_list_store_append (self->threads, item);
}

/* Lists the selected threads, and then all other threads that have slices or states. */
static void
list_threads (Editor *self, TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);
  guint32 n_threads;
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);
  guint n;
  const guint32 *utids = tv_selection_get_threads (tv_session_get_selection (session), &n);

  for (guint i = 0; i < n; i++)
    add_thread (self, trace, utids[i], TRUE);
  for (guint32 utid = 0; utid < n_threads; utid++)
    if ((threads[utid].track != TV_NONE || threads[utid].state_track != TV_NONE) &&
        (n == 0 || !tv_selection_has_thread (tv_session_get_selection (session), utid)))
      add_thread (self, trace, utid, FALSE);
}

GtkWidget *
tv_threads_editor_new (TvSession *session)
{
  Editor *self = g_new0 (Editor, 1);
  guint n;

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  g_object_set_data_full (G_OBJECT (self->box), "tv-editor", self, editor_free);
  gtk_widget_set_size_request (self->box, LIST_WIDTH_PX, -1);
  self->threads = g_list_store_new (TV_TYPE_THREAD_ITEM);
  list_threads (self, session);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->threads));
  self->filter = GTK_FILTER (gtk_custom_filter_new (is_found, self, NULL));
  self->found = G_LIST_MODEL (
      gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->threads)), self->filter));

  self->entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  g_object_set (self->entry, "is-filter", TRUE, "visible", n > FEW_THREADS, "placeholder-text",
                _("Filter threads"), NULL);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_search_changed), self);
  g_signal_connect_swapped (self->entry, "leave", G_CALLBACK (on_leave), self);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->entry));
  gtk_box_append (GTK_BOX (self->box), make_list (self));
  return self->box;
}
