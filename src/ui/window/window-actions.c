/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/window/window-actions.h"

#include <glib/gi18n.h>

#include "ui/export/export-profile.h"
#include "ui/export/export-table.h"
#include "ui/export/export-timeline.h"
#include "ui/window/preferences.h"
#include "ui/export/print-timeline.h"
#include "ui/window/properties.h"
#include "ui/settings.h"
#include "ui/timeline/timeline.h"

/* Of more rows than this only so many are told of. */
#define MAX_ROWS_TOLD 500

/* What follows the session that is shown, kept with the window. */
#define SESSION_SIGNALS_KEY "tv-session-signals"
#define MODEL_SIGNALS_KEY   "tv-model-signals"
#define PAGE_SIGNALS_KEY    "tv-page-signals"
#define PANEL_SIGNALS_KEY   "tv-panel-signals"
#define EVENTS_SIGNALS_KEY  "tv-events-signals"
#define FINDER_SIGNALS_KEY  "tv-finder-signals"

static TvSession *
get_session (TvWindow *self)
{
  TvTracePage *page = tv_window_get_page (self);

  return page != NULL ? tv_trace_page_get_session (page) : NULL;
}

static TvProfileModel *
get_model (TvWindow *self)
{
  TvPanel *panel = tv_trace_page_get_panel (tv_window_get_page (self));

  return tv_profile_view_get_model (tv_panel_get_profile (panel));
}

/* ---- Files ---- */

static void
on_open_response (GtkNativeDialog *chooser, int response, TvWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (chooser));
      g_autoptr (GFile) folder = gtk_file_chooser_get_current_folder (GTK_FILE_CHOOSER (chooser));

      for (guint i = 0; i < g_list_model_get_n_items (files); i++)
        {
          g_autoptr (GFile) file = g_list_model_get_item (files, i);

          tv_window_open (self, file);
        }
      if (folder != NULL)
        {
          g_autofree char *uri = g_file_get_uri (folder);

          tv_settings_set_text ("last-folder", uri);
        }
    }
  g_object_unref (chooser);
}

static void
add_filters (GtkFileChooser *chooser)
{
  static const char *const patterns[] = { "*.trace", "*.key",  "*.ftrace", "*.systrace",
                                          "*.txt",   "*.html", "*.gz",     "*.zip" };
  g_autoptr (GtkFileFilter) traces = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (traces, _("Traces and Logs"));
  gtk_file_filter_add_mime_type (traces, "application/x-android-method-trace");
  gtk_file_filter_add_mime_type (traces, "application/x-ftrace-log");
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    gtk_file_filter_add_pattern (traces, patterns[i]);
  gtk_file_chooser_add_filter (chooser, traces);

  gtk_file_filter_set_name (all, _("All Files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, all);
}

static void
open_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TvWindow *self = data;
  g_autofree char *folder_uri = tv_settings_dup_text ("last-folder");
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _("Open a Trace"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"), NULL);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (chooser), TRUE);
  add_filters (GTK_FILE_CHOOSER (chooser));
  if (*folder_uri != '\0')
    {
      g_autoptr (GFile) folder = g_file_new_for_uri (folder_uri);

      gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder, NULL);
    }
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_open_response), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
open_uri_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  tv_window_open (data, file);
}

static void
open_folder_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_show_uri (GTK_WINDOW (data), g_variant_get_string (parameter, NULL), GDK_CURRENT_TIME);
}

static void
close_tab_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tv_window_close_page (data);
}

static void
export_csv_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tv_export_profile_choose (data);
}

static void
export_csv_to_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_path (g_variant_get_string (parameter, NULL));

  tv_export_profile (data, file);
}

static void
export_table_to_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TvPanel *panel = tv_trace_page_get_panel (tv_window_get_page (data));
  const char *name, *path;
  TvTableView *view;
  TvTableModel *model;

  g_variant_get (parameter, "(&s&s)", &name, &path);
  view = tv_panel_find_table (panel, name);
  model = view != NULL ? tv_table_view_get_model (view) : NULL;
  if (model != NULL && tv_table_model_get_table (model) != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_path (path);

      tv_export_table (data, tv_table_model_get_table (model), tv_table_model_get_order (model),
                       file);
    }
}

static void
export_timeline_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_window_present (tv_export_timeline_new (data));
}

/* "visible", "selected" or "whole", and a path */
static void
timeline_to_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  static const char *const parts[TV_N_TIMELINE_PARTS] = { "visible", "selected", "whole" };
  const char *part, *path;

  g_variant_get (parameter, "(&s&s)", &part, &path);
  for (guint i = 0; i < TV_N_TIMELINE_PARTS; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (path);

      if (!g_str_equal (parts[i], part))
        continue;
      if (g_str_equal (g_action_get_name (G_ACTION (action)), "print-to"))
        tv_print_timeline_to_pdf (data, (TvTimelinePart) i, file);
      else
        tv_export_timeline_to (data, (TvTimelinePart) i, file);
    }
}

static void
print_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tv_print_timeline (data);
}

static void
properties_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_window_present (tv_properties_new (GTK_WINDOW (data), get_session (data),
                                         tv_trace_page_get_file (tv_window_get_page (data))));
}

static void
preferences_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_window_present (tv_preferences_new (GTK_WINDOW (data)));
}

/* ---- What the page shows ---- */

static TvPanel *
get_panel (TvWindow *self)
{
  return tv_trace_page_get_panel (tv_window_get_page (self));
}

static TvSearchBar *
get_search_bar (TvWindow *self)
{
  return tv_trace_page_get_search_bar (tv_window_get_page (self));
}

static void
search_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TvSearchBar *bar = get_search_bar (data);
  GtkRoot *root = GTK_ROOT (data);
  GtkWidget *focus = gtk_root_get_focus (root);

  /* The button also closes it; the key, with the focus elsewhere, goes back to it. */
  if (tv_search_bar_is_open (bar) && focus != NULL &&
      gtk_widget_is_ancestor (focus, GTK_WIDGET (bar)))
    tv_search_bar_close (bar);
  else
    tv_search_bar_open (bar);
}

/* In a method trace what is looked for is mostly a method, and the profile lists them; in a log it
 * may be anything. */
static void
find_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (tv_trace_is_log (tv_session_get_trace (get_session (data))))
    tv_search_bar_open (get_search_bar (data));
  else
    tv_panel_find (get_panel (data));
}

static void
find_step_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  int direction = g_str_equal (g_action_get_name (G_ACTION (action)), "find-next") ? 1 : -1;

  if (tv_search_bar_is_open (get_search_bar (data)))
    tv_search_bar_step (get_search_bar (data), direction);
  else if (tv_trace_is_log (tv_session_get_trace (get_session (data))))
    tv_search_bar_open (get_search_bar (data));
  else
    tv_panel_step (get_panel (data), direction);
}

/* What the timeline does; it is asked wherever the focus is. */
static void
timeline_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *name = g_action_get_name (G_ACTION (action));
  g_autofree char *timeline_name = g_strconcat (
      "timeline.", g_str_equal (name, "zoom-fit") ? "fit" : name, NULL);

  gtk_widget_activate_action (tv_trace_page_get_timeline (tv_window_get_page (data)), timeline_name,
                              NULL);
}

static void
change_selected_symbol (GSimpleAction *action, GVariant *value, gpointer data)
{
  TvSession *session = get_session (data);
  guint32 symbol = g_variant_get_uint32 (value);

  if (symbol == TV_NONE || symbol <= tv_profile_get_n_symbols (tv_session_get_profile (session)))
    tv_session_select_symbol (session, symbol);
}

static void
change_selected_slice (GSimpleAction *action, GVariant *value, gpointer data)
{
  TvSession *session = get_session (data);
  guint32 slice = g_variant_get_uint32 (value);

  if (slice == TV_NONE || slice < tv_trace_get_slices (tv_session_get_trace (session))->n)
    tv_session_select_slice (session, slice);
}

static void
change_selected_time (GSimpleAction *action, GVariant *value, gpointer data)
{
  gint64 start_ns, end_ns;

  g_variant_get (value, "(xx)", &start_ns, &end_ns);
  tv_session_set_selection (get_session (data), start_ns, end_ns);
}

static void
change_visible_time (GSimpleAction *action, GVariant *value, gpointer data)
{
  gint64 start_ns, end_ns;

  g_variant_get (value, "(xx)", &start_ns, &end_ns);
  tv_session_set_visible (get_session (data), start_ns, end_ns);
}

static void
change_marks (GSimpleAction *action, GVariant *value, gpointer data)
{
  g_autoptr (GArray) marks = tv_time_marks_new ();
  GVariantIter iter;
  gint64 start_ns, end_ns;
  const char *name;

  g_variant_iter_init (&iter, value);
  while (g_variant_iter_next (&iter, "(xx&s)", &start_ns, &end_ns, &name))
    tv_time_marks_add (marks, start_ns, end_ns, name);
  tv_session_set_marks (get_session (data), marks);
}

static void
change_selected_mark (GSimpleAction *action, GVariant *value, gpointer data)
{
  tv_session_select_mark (get_session (data), g_variant_get_uint32 (value));
}

static void
change_cursor_time (GSimpleAction *action, GVariant *value, gpointer data)
{
  tv_session_set_cursor_time (get_session (data), g_variant_get_int64 (value));
}

static void
change_row_filter (GSimpleAction *action, GVariant *value, gpointer data)
{
  tv_row_choices_set_filter (tv_session_get_row_choices (get_session (data)),
                             g_variant_get_string (value, NULL));
}

static void
change_panel_page (GSimpleAction *action, GVariant *value, gpointer data)
{
  tv_panel_set_page (get_panel (data), g_variant_get_string (value, NULL));
}

/* Also from keys: a page that the trace has not is no state of it. */
static void
panel_page_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  change_panel_page (action, parameter, data);
}

static void
change_details (GSimpleAction *action, GVariant *value, gpointer data)
{
  g_object_set (tv_window_get_page (data), "details", g_variant_get_boolean (value), NULL);
}

static void
change_overview (GSimpleAction *action, GVariant *value, gpointer data)
{
  g_object_set (tv_window_get_page (data), "overview", g_variant_get_boolean (value), NULL);
}

static void
change_nothing (GSimpleAction *action, GVariant *value, gpointer data)
{
}

static const GActionEntry entries[] = {
  { .name = "open", .activate = open_action },
  { .name = "open-uri", .activate = open_uri_action, .parameter_type = "s" },
  { .name = "open-folder", .activate = open_folder_action, .parameter_type = "s" },
  { .name = "show-file", .activate = open_folder_action, .parameter_type = "s" },
  { .name = "close-tab", .activate = close_tab_action },
  { .name = "export-csv", .activate = export_csv_action },
  { .name = "export-csv-to", .activate = export_csv_to_action, .parameter_type = "s" },
  { .name = "export-table-to", .activate = export_table_to_action, .parameter_type = "(ss)" },
  { .name = "export-timeline", .activate = export_timeline_action },
  { .name = "export-timeline-to", .activate = timeline_to_action, .parameter_type = "(ss)" },
  { .name = "print", .activate = print_action },
  { .name = "print-to", .activate = timeline_to_action, .parameter_type = "(ss)" },
  { .name = "properties", .activate = properties_action },
  { .name = "preferences", .activate = preferences_action },
  { .name = "search", .activate = search_action },
  { .name = "find", .activate = find_action },
  { .name = "find-next", .activate = find_step_action },
  { .name = "find-previous", .activate = find_step_action },
  { .name = "zoom-in", .activate = timeline_action },
  { .name = "zoom-out", .activate = timeline_action },
  { .name = "zoom-fit", .activate = timeline_action },
  { .name = "next-call", .activate = timeline_action },
  { .name = "previous-call", .activate = timeline_action },
  { .name = "select-caller", .activate = timeline_action },
  { .name = "back", .activate = timeline_action },
  { .name = "forward", .activate = timeline_action },
  { .name = "marks", .state = "@a(xxs) []", .change_state = change_marks },
  { .name = "selected-mark", .state = "uint32 0", .change_state = change_selected_mark },
  { .name = "filter-rows", .activate = timeline_action },
  { .name = "show-all-rows", .activate = timeline_action },
  { .name = "fold-all", .activate = timeline_action },
  { .name = "unfold-all", .activate = timeline_action },
  { .name = "row-filter", .state = "''", .change_state = change_row_filter },
  { .name = "rows", .state = "@a(su) []", .change_state = change_nothing },
  { .name = "page", .state = "'start'", .change_state = change_nothing },
  { .name = "selected-symbol",
    .state = "uint32 4294967295",
    .change_state = change_selected_symbol },
  { .name = "selected-slice", .state = "uint32 4294967295", .change_state = change_selected_slice },
  { .name = "selected-time", .state = "(int64 0, int64 0)", .change_state = change_selected_time },
  { .name = "cursor-time",
    .state = "int64 -9223372036854775808",
    .change_state = change_cursor_time },
  { .name = "panel-page",
    .activate = panel_page_action,
    .parameter_type = "s",
    .state = "''",
    .change_state = change_panel_page },
  { .name = "events-shown", .state = "uint32 0", .change_state = change_nothing },
  { .name = "search-place", .state = "(uint32 0, uint32 0)", .change_state = change_nothing },
  { .name = "details", .state = "false", .change_state = change_details },
  { .name = "overview", .state = "true", .change_state = change_overview },
  { .name = "visible-time", .state = "(int64 0, int64 0)", .change_state = change_visible_time },
  { .name = "expanded", .state = "@au []", .change_state = change_nothing },
};

/* Actions that need a trace. */
static const char *const trace_actions[] = {
  "export-table-to",
  "export-csv",
  "export-csv-to",
  "properties",
  "find",
  "find-next",
  "find-previous",
  "zoom-in",
  "zoom-out",
  "zoom-fit",
  "selected-symbol",
  "selected-slice",
  "selected-time",
  "details",
  "expanded",
  "search",
  "cursor-time",
  "panel-page",
  "events-shown",
  "search-place",
  "overview",
  "visible-time",
  "export-timeline",
  "export-timeline-to",
  "print",
  "print-to",
  "marks",
  "selected-mark",
  "back",
  "forward",
  "filter-rows",
  "show-all-rows",
  "fold-all",
  "unfold-all",
  "row-filter",
  "rows",
};

/* ---- States ---- */

static void
set_state (TvWindow *self, const char *name, GVariant *state)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), state);
}

static const char *
get_page_state (TvWindow *self)
{
  TvTracePage *page = tv_window_get_page (self);

  if (page == NULL)
    return "start";
  switch (tv_trace_page_get_state (page))
    {
    case TV_TRACE_PAGE_LOADING:
      return "loading";
    case TV_TRACE_PAGE_FAILED:
      return "failed";
    case TV_TRACE_PAGE_READY:
    default:
      return "ready";
    }
}

static void
update_expanded (TvWindow *self)
{
  g_autoptr (GArray) symbols = NULL;

  if (get_session (self) == NULL)
    return;
  symbols = tv_profile_model_dup_expanded (get_model (self));
  set_state (self, "expanded",
             g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, symbols->data, symbols->len,
                                        sizeof (guint32)));
}

static void
set_enabled (TvWindow *self, const char *name, gboolean is_enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), is_enabled);
}

static void
update_call_actions (TvWindow *self)
{
  TvSession *session = get_session (self);
  GArray *occurrences = session != NULL ? tv_session_get_occurrences (session) : NULL;
  guint32 slice = session != NULL ? tv_session_get_selected_slice (session) : TV_NONE;
  gboolean has_calls = occurrences != NULL && occurrences->len > 0;
  gboolean has_caller = FALSE;

  if (slice != TV_NONE)
    has_caller = tv_trace_get_slices (tv_session_get_trace (session))->parent[slice] != TV_NONE;
  set_enabled (self, "next-call", has_calls);
  set_enabled (self, "previous-call", has_calls);
  set_enabled (self, "select-caller", has_caller);
}

static void
update_selected (TvWindow *self)
{
  TvSession *session = get_session (self);
  gint64 start_ns = 0, end_ns = 0;

  if (session != NULL)
    tv_session_get_selection (session, &start_ns, &end_ns);
  set_state (
      self, "selected-symbol",
      g_variant_new_uint32 (session != NULL ? tv_session_get_selected_symbol (session) : TV_NONE));
  set_state (
      self, "selected-slice",
      g_variant_new_uint32 (session != NULL ? tv_session_get_selected_slice (session) : TV_NONE));
  set_state (self, "selected-time", g_variant_new ("(xx)", start_ns, end_ns));
  set_state (
      self, "cursor-time",
      g_variant_new_int64 (session != NULL ? tv_session_get_cursor_time (session) : G_MININT64));
  update_call_actions (self);
}

static void
update_visible (TvWindow *self)
{
  TvSession *session = get_session (self);
  gint64 start_ns = 0, end_ns = 0;

  if (session != NULL)
    tv_session_get_visible (session, &start_ns, &end_ns);
  set_state (self, "visible-time", g_variant_new ("(xx)", start_ns, end_ns));
}

static void
update_marks (TvWindow *self)
{
  TvSession *session = get_session (self);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(xxs)"));
  for (guint i = 0; session != NULL && i < tv_session_get_marks (session)->len; i++)
    {
      const TvTimeMark *mark = &g_array_index (tv_session_get_marks (session), TvTimeMark, i);

      g_variant_builder_add (&builder, "(xxs)", mark->start_ns, mark->end_ns,
                             mark->name != NULL ? mark->name : "");
    }
  set_state (self, "marks", g_variant_builder_end (&builder));
  set_state (self, "selected-mark",
             g_variant_new_uint32 (session != NULL ? tv_session_get_selected_mark (session) : 0));
}

static void
update_details (TvWindow *self)
{
  TvTracePage *page = tv_window_get_page (self);
  gboolean has_details = FALSE, has_overview = TRUE;

  if (page != NULL)
    g_object_get (page, "details", &has_details, "overview", &has_overview, NULL);
  set_state (self, "details", g_variant_new_boolean (has_details));
  set_state (self, "overview", g_variant_new_boolean (has_overview));
}

static void
update_panel (TvWindow *self)
{
  TvPanel *panel = get_session (self) != NULL ? get_panel (self) : NULL;
  const char *page = panel != NULL ? tv_panel_get_page (panel) : NULL;
  guint n_shown = 0;

  if (panel != NULL)
    g_object_get (tv_panel_get_events (panel), "n-shown", &n_shown, NULL);
  set_state (self, "panel-page", g_variant_new_string (page != NULL ? page : ""));
  set_state (self, "events-shown", g_variant_new_uint32 (n_shown));
}

/* The rows that are shown, with what is chosen for each. */
static void
update_rows (TvWindow *self)
{
  TvSession *session = get_session (self);
  GVariantBuilder rows;

  g_variant_builder_init (&rows, G_VARIANT_TYPE ("a(su)"));
  if (session != NULL)
    {
      const TvTimelineLayout *layout = tv_timeline_get_layout (
          TV_TIMELINE (tv_trace_page_get_timeline (tv_window_get_page (self))));
      TvRowChoices *choices = tv_session_get_row_choices (session);
      guint n = MIN (tv_timeline_layout_get_n_rows (layout), MAX_ROWS_TOLD);

      for (guint i = 0; i < n; i++)
        {
          const char *key = tv_timeline_layout_get_row (layout, i)->key;

          g_variant_builder_add (&rows, "(su)", key, tv_row_choices_get (choices, key));
        }
      set_state (self, "row-filter", g_variant_new_string (tv_row_choices_get_filter (choices)));
    }
  set_state (self, "rows", g_variant_builder_end (&rows));
}

static TvSearchFinder *
get_finder (TvWindow *self)
{
  return get_session (self) != NULL ? tv_search_bar_get_finder (get_search_bar (self)) : NULL;
}

static void
update_search (TvWindow *self)
{
  TvSearchFinder *finder = get_finder (self);
  guint place = finder != NULL ? tv_search_finder_get_place (finder) : 0;
  guint n_found = finder != NULL ? tv_search_finder_get_n_found (finder) : 0;

  set_state (self, "search-place", g_variant_new ("(uu)", place, n_found));
}

static void
follow (TvWindow *self, const char *key, GType type, const char *signal, GCallback callback)
{
  GSignalGroup *group = g_signal_group_new (type);

  g_signal_group_connect_swapped (group, signal, callback, self);
  g_object_set_data_full (G_OBJECT (self), key, group, g_object_unref);
}

/* Adds the actions to a window. */
void
tv_window_actions_add (TvWindow *self)
{
  GSignalGroup *session_signals = g_signal_group_new (TV_TYPE_SESSION);
  GSignalGroup *model_signals = g_signal_group_new (TV_TYPE_PROFILE_MODEL);
  GSignalGroup *page_signals = g_signal_group_new (TV_TYPE_TRACE_PAGE);

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  set_enabled (self, "preferences", tv_settings_get () != NULL);
  if (tv_settings_get () != NULL)
    {
      g_autoptr (GAction) drag_mode = g_settings_create_action (tv_settings_get (), "drag-mode");

      g_action_map_add_action (G_ACTION_MAP (self), drag_mode);
    }

  g_signal_group_connect_swapped (session_signals, "notify::selected-symbol",
                                  G_CALLBACK (update_selected), self);
  g_signal_group_connect_swapped (session_signals, "notify::selected-slice",
                                  G_CALLBACK (update_selected), self);
  g_signal_group_connect_swapped (session_signals, "notify::selection-start",
                                  G_CALLBACK (update_selected), self);
  g_signal_group_connect_swapped (session_signals, "notify::marks", G_CALLBACK (update_marks),
                                  self);
  g_signal_group_connect_swapped (session_signals, "notify::selected-mark",
                                  G_CALLBACK (update_marks), self);
  g_signal_group_connect_swapped (session_signals, "notify::visible-start",
                                  G_CALLBACK (update_visible), self);
  g_signal_group_connect_swapped (session_signals, "notify::visible-end",
                                  G_CALLBACK (update_visible), self);
  g_signal_group_connect_swapped (session_signals, "notify::row-choices", G_CALLBACK (update_rows),
                                  self);
  g_signal_group_connect_swapped (session_signals, "notify::occurrences",
                                  G_CALLBACK (update_call_actions), self);
  g_signal_group_connect_swapped (model_signals, "items-changed", G_CALLBACK (update_expanded),
                                  self);
  g_signal_group_connect_swapped (page_signals, "notify::details", G_CALLBACK (update_details),
                                  self);
  g_signal_group_connect_swapped (page_signals, "notify::overview", G_CALLBACK (update_details),
                                  self);
  g_signal_group_connect_swapped (session_signals, "notify::cursor-time",
                                  G_CALLBACK (update_selected), self);
  follow (self, PANEL_SIGNALS_KEY, TV_TYPE_PANEL, "notify::page", G_CALLBACK (update_panel));
  follow (self, EVENTS_SIGNALS_KEY, TV_TYPE_EVENTS_VIEW, "notify::n-shown",
          G_CALLBACK (update_panel));
  follow (self, FINDER_SIGNALS_KEY, TV_TYPE_SEARCH_FINDER, "notify", G_CALLBACK (update_search));
  g_object_set_data_full (G_OBJECT (self), PAGE_SIGNALS_KEY, page_signals, g_object_unref);
  g_object_set_data_full (G_OBJECT (self), SESSION_SIGNALS_KEY, session_signals, g_object_unref);
  g_object_set_data_full (G_OBJECT (self), MODEL_SIGNALS_KEY, model_signals, g_object_unref);
}

/* Tells them that the window shows another page, or the page another state. */
void
tv_window_actions_update (TvWindow *self)
{
  TvSession *session = get_session (self);

  for (guint i = 0; i < G_N_ELEMENTS (trace_actions); i++)
    set_enabled (self, trace_actions[i], session != NULL);
  set_state (self, "page", g_variant_new_string (get_page_state (self)));
  g_signal_group_set_target (g_object_get_data (G_OBJECT (self), SESSION_SIGNALS_KEY), session);
  g_signal_group_set_target (g_object_get_data (G_OBJECT (self), MODEL_SIGNALS_KEY),
                             session != NULL ? get_model (self) : NULL);
  g_signal_group_set_target (g_object_get_data (G_OBJECT (self), PANEL_SIGNALS_KEY),
                             session != NULL ? get_panel (self) : NULL);
  g_signal_group_set_target (g_object_get_data (G_OBJECT (self), EVENTS_SIGNALS_KEY),
                             session != NULL ? tv_panel_get_events (get_panel (self)) : NULL);
  g_signal_group_set_target (g_object_get_data (G_OBJECT (self), FINDER_SIGNALS_KEY),
                             get_finder (self));
  g_signal_group_set_target (g_object_get_data (G_OBJECT (self), PAGE_SIGNALS_KEY),
                             tv_window_get_page (self));
  update_selected (self);
  update_visible (self);
  update_marks (self);
  update_expanded (self);
  update_details (self);
  update_panel (self);
  update_search (self);
  update_rows (self);
}
