/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A window with a tab per file. Owns the tabs and the header bar. Created by the application, or for a tab that is
 * moved out of a window. Exports the actions of the current page as its own, and follows the page's title and state.
 * Everything about a trace belongs to the page. */

#include "ui/window/window-private.h"

#include <glib/gi18n.h>

#include "ui/window/deobfuscate.h"
#include "ui/window/main-menu.h"
#include "ui/window/recent-files.h"
#include "ui/window/shortcuts.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/settings.h"
#include "ui/window/start-page.h"
#include "ui/window/window-actions.h"

G_DEFINE_FINAL_TYPE (TvWindow, tv_window, ADW_TYPE_APPLICATION_WINDOW)

/* ---- Size ---- */

static void
restore_size (TvWindow *self)
{
  gtk_window_set_default_size (GTK_WINDOW (self), tv_settings_get_int ("window-width", 1400),
                               tv_settings_get_int ("window-height", 900));
  if (tv_settings_get_bool ("window-maximized", FALSE))
    gtk_window_maximize (GTK_WINDOW (self));
}

static void
save_size (TvWindow *self)
{
  gboolean is_maximized = gtk_window_is_maximized (GTK_WINDOW (self));
  int width, height;

  tv_settings_set_bool ("window-maximized", is_maximized);
  if (is_maximized)
    return;
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  tv_settings_set_int ("window-width", MAX (width, 360));
  tv_settings_set_int ("window-height", MAX (height, 294));
}

static gboolean
tv_window_close_request (GtkWindow *window)
{
  save_size (TV_WINDOW (window));
  return GTK_WINDOW_CLASS (tv_window_parent_class)->close_request (window);
}

/* ---- Tabs ---- */

static void
update_title (TvWindow *self)
{
  TvTracePage *page = tv_window_get_page (self);
  g_autofree char *title = NULL;
  g_autofree char *subtitle = NULL;
  g_autofree char *window_title = NULL;

  if (page != NULL)
    g_object_get (page, "title", &title, "subtitle", &subtitle, NULL);
  adw_window_title_set_title (self->title, title != NULL ? title : _("Traceview"));
  adw_window_title_set_subtitle (self->title, subtitle != NULL ? subtitle : "");
  /* Translators: title of a window in a window list: the file, then the program */
  window_title = title != NULL ? g_strdup_printf (_("%s – Traceview"), title)
                               : g_strdup (_("Traceview"));
  gtk_window_set_title (GTK_WINDOW (self), window_title);
}

/* Replaces the exported actions of the previous page with those of the current page and its views. */
static void
offer_page_actions (TvWindow *self, GActionGroup *actions)
{
  g_auto (GStrv) before = NULL;

  if (self->page_actions == actions)
    return;
  if (self->page_actions != NULL)
    before = g_action_group_list_actions (self->page_actions);
  for (char **name = before; name != NULL && *name != NULL; name++)
    g_action_map_remove_action (G_ACTION_MAP (self), *name);
  g_set_object (&self->page_actions, actions);
  if (actions != NULL)
    tv_object_actions_copy (G_ACTION_MAP (self), actions);
}

/* Returns whether the window (including the current page), the application or the session has an enabled action with
 * this name. */
static gboolean
is_available (const char *action, gpointer window)
{
  TvTracePage *page = tv_window_get_page (window);
  g_auto (GStrv) names = g_strsplit (action, ".", 2);
  GActionGroup *group = NULL;

  if (g_str_equal (names[0], "win"))
    group = window;
  else if (g_str_equal (names[0], "app"))
    group = G_ACTION_GROUP (gtk_window_get_application (window));
  else if (g_str_equal (names[0], "session") && page != NULL)
    group = tv_trace_page_get_session_actions (page);
  return group != NULL && names[1] != NULL && g_action_group_get_action_enabled (group, names[1]);
}

/* Updates the main menu if its submenus have changed. Otherwise, the menu is not set again, because that would close
 * an open menu. */
static void
update_main_menu (TvWindow *self)
{
  g_autoptr (GMenuModel) menu = tv_main_menu_new (self->main_menu, is_available, self);

  if (!tv_main_menu_is_like (gtk_menu_button_get_menu_model (self->menu_button), menu))
    gtk_menu_button_set_menu_model (self->menu_button, menu);
}

static void
on_page_changed (TvWindow *self)
{
  TvTracePage *page = tv_window_get_page (self);
  int n_pages = adw_tab_view_get_n_pages (self->tabs);
  gboolean has_pages = n_pages > 0 || self->is_transferring;

  gtk_stack_set_visible_child_name (self->stack, has_pages ? "tabs" : "start");
  gtk_widget_insert_action_group (GTK_WIDGET (self), "session",
                                  page != NULL ? tv_trace_page_get_session_actions (page) : NULL);
  update_title (self);
  offer_page_actions (self, page != NULL ? tv_trace_page_get_actions (page) : NULL);
  tv_window_actions_update (self);
  tv_window_actions_enable (self, "move-tab", n_pages > 1);
  update_main_menu (self);
}

/* Adds the files of a page to the recent files. Several files are added individually. Members of bundles are not
 * added, because their bundle was added before. */
static void
remember_files (TvTracePage *page, TvTracePageState state)
{
  GVariant *multi_file = tv_trace_page_get_multi_file (page);

  if (state == TV_TRACE_PAGE_BUNDLE ||
      (state == TV_TRACE_PAGE_READY && tv_trace_page_get_member (page) == NULL &&
       multi_file == NULL))
    {
      g_autofree char *found = tv_trace_page_dup_found (page);

      tv_recent_files_add (tv_trace_page_get_file (page), found);
    }
  for (gsize i = 0;
       state == TV_TRACE_PAGE_READY && multi_file != NULL && i < g_variant_n_children (multi_file);
       i++)
    {
      const char *uri, *member;
      g_autoptr (GFile) file = NULL;
      gint64 offset_ns;

      g_variant_get_child (multi_file, i, "(&s&sx)", &uri, &member, &offset_ns);
      file = g_file_new_for_uri (uri);
      if (*member == '\0')
        tv_recent_files_add (file, NULL);
    }
}

static void
on_page_state_changed (TvTracePage *trace_page, TvWindow *self)
{
  AdwTabPage *page = adw_tab_view_get_page (self->tabs, GTK_WIDGET (trace_page));
  TvTracePageState state = tv_trace_page_get_state (trace_page);

  adw_tab_page_set_loading (page, state == TV_TRACE_PAGE_LOADING);
  remember_files (trace_page, state);
  on_page_changed (self);
  if ((state == TV_TRACE_PAGE_READY || state == TV_TRACE_PAGE_BUNDLE) &&
      trace_page == tv_window_get_page (self))
    tv_trace_page_focus (trace_page);
}

static void
on_page_cancelled (TvTracePage *trace_page, TvWindow *self)
{
  adw_tab_view_close_page (self->tabs, adw_tab_view_get_page (self->tabs, GTK_WIDGET (trace_page)));
}

static gboolean
escape_markup (GBinding *binding, const GValue *text, GValue *markup, gpointer data)
{
  const char *string = g_value_get_string (text);

  g_value_take_string (markup, string != NULL ? g_markup_escape_text (string, -1) : NULL);
  return TRUE;
}

void
tv_window_bind_page (AdwTabPage *page)
{
  GtkWidget *trace_page = adw_tab_page_get_child (page);

  g_object_bind_property (trace_page, "title", page, "title", G_BINDING_SYNC_CREATE);
  g_object_bind_property_full (trace_page, "subtitle", page, "tooltip", G_BINDING_SYNC_CREATE,
                               escape_markup, NULL, NULL, NULL);
}

/* Replaces a page with another page. The new page is selected if the old one was. */
static void
on_page_replaced (TvTracePage *trace_page, TvTracePage *other, TvWindow *self)
{
  AdwTabPage *page = adw_tab_view_get_page (self->tabs, GTK_WIDGET (trace_page));
  gboolean was_selected = page == adw_tab_view_get_selected_page (self->tabs);
  AdwTabPage *shown = adw_tab_view_insert (self->tabs, GTK_WIDGET (other),
                                           adw_tab_view_get_page_position (self->tabs, page));

  tv_window_bind_page (shown);
  if (was_selected)
    adw_tab_view_set_selected_page (self->tabs, shown);
  adw_tab_view_close_page (self->tabs, page);
  on_page_changed (self);
  if (was_selected)
    tv_trace_page_focus (other);
}

static void
on_page_opened (TvTracePage *trace_page, TvTracePage *other, TvWindow *self)
{
  tv_window_add_page (self, GTK_WIDGET (other));
  tv_trace_page_focus (other);
}

/* Disconnects the window's handlers from a page that is being removed. */
static void
leave_page (TvWindow *self, AdwTabPage *page)
{
  static const char *const followed[] = { "state-changed", "cancelled", "replaced", "opened",
                                          "notify" };

  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    g_signal_handlers_disconnect_matched (
        adw_tab_page_get_child (page), G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DATA,
        g_signal_lookup (followed[i], TV_TYPE_TRACE_PAGE), 0, NULL, NULL, self);
}

static void
on_page_attached (AdwTabView *tabs, AdwTabPage *page, int position, TvWindow *self)
{
  GtkWidget *trace_page = adw_tab_page_get_child (page);

  g_signal_connect (trace_page, "state-changed", G_CALLBACK (on_page_state_changed), self);
  g_signal_connect (trace_page, "cancelled", G_CALLBACK (on_page_cancelled), self);
  g_signal_connect (trace_page, "replaced", G_CALLBACK (on_page_replaced), self);
  g_signal_connect (trace_page, "opened", G_CALLBACK (on_page_opened), self);
  g_signal_connect_swapped (trace_page, "notify::subtitle", G_CALLBACK (update_title), self);
  on_page_changed (self);
}

static void
on_page_detached (AdwTabView *tabs, AdwTabPage *page, int position, TvWindow *self)
{
  leave_page (self, page);
  self->is_transferring = adw_tab_view_get_is_transferring_page (tabs);
  on_page_changed (self);
}

/* Closes the window after its last tab was moved to another window. Keeps it if other tabs remain. */
static void
on_transferred (TvWindow *self)
{
  if (!self->is_transferring || adw_tab_view_get_is_transferring_page (self->tabs))
    return;
  self->is_transferring = FALSE;
  if (adw_tab_view_get_n_pages (self->tabs) == 0)
    gtk_window_close (GTK_WINDOW (self));
}

/* Creates a window of the same size for a tab that is moved out of this window. Returns: (transfer none): the new
 * window */
static TvWindow *
add_window (TvWindow *self)
{
  GtkWindow *window = tv_window_new (gtk_window_get_application (GTK_WINDOW (self)));

  gtk_window_set_default_size (window, gtk_widget_get_width (GTK_WIDGET (self)),
                               gtk_widget_get_height (GTK_WIDGET (self)));
  gtk_window_present (window);
  return TV_WINDOW (window);
}

static AdwTabView *
on_create_window (AdwTabView *tabs, TvWindow *self)
{
  return add_window (self)->tabs;
}

static gboolean
on_close_page (AdwTabView *tabs, AdwTabPage *page, TvWindow *self)
{
  tv_trace_page_cancel (TV_TRACE_PAGE (adw_tab_page_get_child (page)));
  adw_tab_view_close_page_finish (tabs, page, TRUE);
  return GDK_EVENT_STOP;
}

/* Returns: (transfer none) (nullable): the current page */
TvTracePage *
tv_window_get_page (TvWindow *self)
{
  AdwTabPage *page;

  g_return_val_if_fail (TV_IS_WINDOW (self), NULL);

  page = self->tabs != NULL ? adw_tab_view_get_selected_page (self->tabs) : NULL;
  return page != NULL ? TV_TRACE_PAGE (adw_tab_page_get_child (page)) : NULL;
}

/* Returns: (transfer none) (nullable): the session of the current page; %NULL until it is loaded */
TvSession *
tv_window_get_session (TvWindow *self)
{
  TvTracePage *page = tv_window_get_page (self);

  return page != NULL ? tv_trace_page_get_session (page) : NULL;
}

/* Closes the current tab; without tabs, closes the window. */
void
tv_window_close_page (TvWindow *self)
{
  AdwTabPage *page;

  g_return_if_fail (TV_IS_WINDOW (self));

  page = adw_tab_view_get_selected_page (self->tabs);
  if (page != NULL)
    adw_tab_view_close_page (self->tabs, page);
  else
    gtk_window_close (GTK_WINDOW (self));
}

/* Moves the current tab to a new window, so that two traces can be viewed side by side. */
void
tv_window_move_page (TvWindow *self)
{
  AdwTabPage *page;

  g_return_if_fail (TV_IS_WINDOW (self));

  page = adw_tab_view_get_selected_page (self->tabs);
  if (page != NULL)
    adw_tab_view_transfer_page (self->tabs, page, add_window (self)->tabs, 0);
}

void
tv_window_add_toast (TvWindow *self, AdwToast *toast)
{
  g_return_if_fail (TV_IS_WINDOW (self));
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* Handles Esc, unless the focused widget handles it. */
static gboolean
step_back (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  TvTracePage *page = tv_window_get_page (TV_WINDOW (widget));

  return page != NULL && gtk_widget_activate_action (GTK_WIDGET (page), "page.step-back", NULL);
}

/* Handles Ctrl+Z, unless an entry handles it. */
static gboolean
restore_chip (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  TvTracePage *page = tv_window_get_page (TV_WINDOW (widget));

  return page != NULL && gtk_widget_activate_action (GTK_WIDGET (page), "page.restore-chip", NULL);
}

/* ---- Drag and drop ---- */

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, TvWindow *self)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  const GSList *dropped = g_value_get_boxed (value);

  if (dropped != NULL && dropped->next == NULL && tv_window_get_session (self) != NULL)
    {
      tv_deobfuscate_drop (self, dropped->data);
      return TRUE;
    }
  for (GSList *file = g_value_get_boxed (value); file != NULL; file = file->next)
    g_ptr_array_add (files, file->data);
  if (adw_tab_view_get_n_pages (self->tabs) == 0)
    tv_window_open_dropped (self, (GFile *const *) files->pdata, files->len);
  else
    tv_window_open_all (self, (GFile *const *) files->pdata, files->len);
  return TRUE;
}

/* Shows the effect of a drop on the start page. It is not shown on a page with a file, where drops may have another
 * effect. */
static void
on_drag_changed (GtkDropTarget *target, GParamSpec *pspec, TvWindow *self)
{
  const GValue *value = gtk_drop_target_get_value (target);
  GSList *files = value != NULL && G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST)
                      ? g_value_get_boxed (value)
                      : NULL;

  tv_start_page_show_drop (TV_START_PAGE (self->start_page), g_slist_length (files));
}

/* Sets the accessible name of the split button's arrow, which has only a tooltip. */
static void
name_recent_button (TvWindow *self)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->open_button));

  while (child != NULL && !GTK_IS_MENU_BUTTON (child))
    child = gtk_widget_get_next_sibling (child);
  if (child != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    _("Recent Files"), -1);
}

static void
update_recent_menu (TvWindow *self)
{
  g_autoptr (GMenuModel) menu = tv_recent_files_dup_menu ();

  adw_split_button_set_menu_model (self->open_button, menu);
}

/* ---- Object ---- */

static void
tv_window_dispose (GObject *object)
{
  TvWindow *self = TV_WINDOW (object);

  for (int i = 0; self->tabs != NULL && i < adw_tab_view_get_n_pages (self->tabs); i++)
    {
      AdwTabPage *page = adw_tab_view_get_nth_page (self->tabs, i);

      leave_page (self, page);
      tv_trace_page_cancel (TV_TRACE_PAGE (adw_tab_page_get_child (page)));
    }
  if (self->tabs != NULL)
    g_signal_handlers_disconnect_by_data (self->tabs, self);
  gtk_widget_dispose_template (GTK_WIDGET (self), TV_TYPE_WINDOW);
  g_clear_object (&self->page_actions);
  G_OBJECT_CLASS (tv_window_parent_class)->dispose (object);
}

static void
tv_window_class_init (TvWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TV_TYPE_START_PAGE);
  G_OBJECT_CLASS (klass)->dispose = tv_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = tv_window_close_request;
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, step_back, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, restore_chip, NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/window.ui");
  gtk_widget_class_bind_template_child (widget_class, TvWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, title);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, open_button);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, main_menu);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, start_page);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, tabs);
}

static void
tv_window_init (TvWindow *self)
{
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  gtk_widget_init_template (GTK_WIDGET (self));
  tv_window_actions_add (self);
  gtk_application_window_set_help_overlay (GTK_APPLICATION_WINDOW (self),
                                           tv_shortcuts_window_new ());
  restore_size (self);

  /* GTK also offers drops of other types to the window: tabs that are dragged to a new window. */
  gtk_drop_target_set_preload (drop, TRUE); /* so that the number of dragged files can be shown */
  g_signal_connect (drop, "drop", G_CALLBACK (on_drop), self);
  g_signal_connect (drop, "notify::value", G_CALLBACK (on_drag_changed), self);
  gtk_widget_add_controller (GTK_WIDGET (self->toasts), GTK_EVENT_CONTROLLER (drop));

  /* Alt and a digit select views of the panel instead of tabs. */
  adw_tab_view_remove_shortcuts (self->tabs,
                                 ADW_TAB_VIEW_SHORTCUT_ALT_DIGITS | ADW_TAB_VIEW_SHORTCUT_ALT_ZERO);
  g_signal_connect_swapped (self->tabs, "notify::selected-page", G_CALLBACK (on_page_changed),
                            self);
  g_signal_connect (self->tabs, "close-page", G_CALLBACK (on_close_page), self);
  g_signal_connect (self->tabs, "page-attached", G_CALLBACK (on_page_attached), self);
  g_signal_connect (self->tabs, "page-detached", G_CALLBACK (on_page_detached), self);
  g_signal_connect (self->tabs, "create-window", G_CALLBACK (on_create_window), self);
  g_signal_connect_swapped (self->tabs, "notify::is-transferring-page", G_CALLBACK (on_transferred),
                            self);

  name_recent_button (self);
  update_recent_menu (self);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed",
                           G_CALLBACK (update_recent_menu), self, G_CONNECT_SWAPPED);
  on_page_changed (self);
  gtk_widget_grab_focus (self->start_page);
}

GtkWindow *
tv_window_new (GtkApplication *application)
{
  return g_object_new (TV_TYPE_WINDOW, "application", application, NULL);
}
