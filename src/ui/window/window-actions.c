/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/window/window-actions.h"

#include <glib/gi18n.h>

#include "formats/format.h"
#include "ui/export/export-profile.h"
#include "ui/export/export-table.h"
#include "ui/export/export-timeline.h"
#include "ui/export/print-timeline.h"
#include "ui/kit/settings.h"
#include "ui/window/preferences.h"
#include "ui/window/properties.h"
#include "ui/window/window-states.h"

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
add_patterns (GtkFileFilter *filter, const char *const *patterns)
{
  for (guint i = 0; patterns != NULL && patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
}

static void
add_filters (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) traces = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
  guint n;
  const TvFormat *const *formats = tv_formats_get (&n);

  gtk_file_filter_set_name (traces, _("Traces and Logs"));
  for (guint i = 0; i < n; i++)
    {
      if (formats[i]->mime_type != NULL)
        gtk_file_filter_add_mime_type (traces, formats[i]->mime_type);
      add_patterns (traces, formats[i]->patterns);
    }
  add_patterns (traces, tv_format_packed_patterns);
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
move_tab_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tv_window_move_page (data);
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
  gtk_window_present (tv_properties_new (GTK_WINDOW (data), tv_window_get_session (data),
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
  if (!tv_trace_names_methods (tv_session_get_trace (tv_window_get_session (data))))
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
  else if (!tv_trace_names_methods (tv_session_get_trace (tv_window_get_session (data))))
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
  TvSession *session = tv_window_get_session (data);
  guint32 symbol = g_variant_get_uint32 (value);

  if (symbol == TV_NONE || symbol <= tv_profile_get_n_symbols (tv_session_get_profile (session)))
    tv_session_select_symbol (session, symbol);
}

static void
change_selected_slice (GSimpleAction *action, GVariant *value, gpointer data)
{
  TvSession *session = tv_window_get_session (data);
  guint32 slice = g_variant_get_uint32 (value);

  if (slice == TV_NONE || slice < tv_trace_get_slices (tv_session_get_trace (session))->n)
    tv_session_select_slice (session, slice);
}

static void
change_selected_time (GSimpleAction *action, GVariant *value, gpointer data)
{
  gint64 start_ns, end_ns;

  g_variant_get (value, "(xx)", &start_ns, &end_ns);
  tv_session_set_selection (tv_window_get_session (data), start_ns, end_ns);
}

static void
change_visible_time (GSimpleAction *action, GVariant *value, gpointer data)
{
  gint64 start_ns, end_ns;

  g_variant_get (value, "(xx)", &start_ns, &end_ns);
  tv_session_set_visible (tv_window_get_session (data), start_ns, end_ns);
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
  tv_session_set_marks (tv_window_get_session (data), marks);
}

static void
change_selected_mark (GSimpleAction *action, GVariant *value, gpointer data)
{
  tv_session_select_mark (tv_window_get_session (data), g_variant_get_uint32 (value));
}

static void
change_cursor_time (GSimpleAction *action, GVariant *value, gpointer data)
{
  tv_session_set_cursor_time (tv_window_get_session (data), g_variant_get_int64 (value));
}

static void
change_row_filter (GSimpleAction *action, GVariant *value, gpointer data)
{
  tv_row_choices_set_filter (tv_session_get_row_choices (tv_window_get_session (data)),
                             g_variant_get_string (value, NULL));
}

static void
change_thread (GSimpleAction *action, GVariant *value, gpointer data)
{
  tv_session_set_thread (tv_window_get_session (data), g_variant_get_uint32 (value));
}

static void
change_panel_page (GSimpleAction *action, GVariant *value, gpointer data)
{
  tv_panel_set_page (get_panel (data), g_variant_get_string (value, NULL));
}

/* A page that the trace has not is no state of it. */
static void
panel_page_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  change_panel_page (action, parameter, data);
}

/* From keys. */
static void
show_view_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tv_panel_show_view (get_panel (data), (guint) g_variant_get_int32 (parameter));
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
  { .name = "move-tab", .activate = move_tab_action },
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
  { .name = "longest-call", .activate = timeline_action },
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
  { .name = "top-row", .state = "('', 0.0)", .change_state = change_nothing },
  { .name = "thread", .state = "uint32 4294967295", .change_state = change_thread },
  { .name = "rows", .state = "@a(su) []", .change_state = change_nothing },
  { .name = "page", .state = "'start'", .change_state = change_nothing },
  { .name = "selected-symbol",
    .state = "uint32 4294967295",
    .change_state = change_selected_symbol },
  { .name = "selected-slice", .state = "uint32 4294967295", .change_state = change_selected_slice },
  { .name = "selected-counter",
    .state = "(uint32 4294967295, int64 0)",
    .change_state = change_nothing },
  { .name = "selected-time", .state = "(int64 0, int64 0)", .change_state = change_selected_time },
  { .name = "cursor-time",
    .state = "int64 -9223372036854775808",
    .change_state = change_cursor_time },
  { .name = "panel-page",
    .activate = panel_page_action,
    .parameter_type = "s",
    .state = "''",
    .change_state = change_panel_page },
  { .name = "show-view", .activate = show_view_action, .parameter_type = "i" },
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
  "selected-counter",
  "selected-time",
  "details",
  "expanded",
  "search",
  "cursor-time",
  "panel-page",
  "show-view",
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
  "longest-call",
  "back",
  "forward",
  "filter-rows",
  "show-all-rows",
  "fold-all",
  "unfold-all",
  "row-filter",
  "top-row",
  "thread",
  "rows",
};

/* ---- All of them ---- */

void
tv_window_actions_enable (TvWindow *self, const char *name, gboolean is_enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), is_enabled);
}

/* Adds the actions to a window, and has their states follow what it shows. */
void
tv_window_actions_add (TvWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  tv_window_actions_enable (self, "preferences", tv_settings_get () != NULL);
  if (tv_settings_get () != NULL)
    {
      g_autoptr (GAction) drag_mode = g_settings_create_action (tv_settings_get (), "drag-mode");

      g_action_map_add_action (G_ACTION_MAP (self), drag_mode);
    }
  tv_window_states_add (self);
}

/* Tells them that the window shows another page, or the page another state. */
void
tv_window_actions_update (TvWindow *self)
{
  gboolean has_trace = tv_window_get_session (self) != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (trace_actions); i++)
    tv_window_actions_enable (self, trace_actions[i], has_trace);
  tv_window_states_update (self);
}
