/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The actions of a window: a constant table, and its handlers. The window adds the actions when it is initialized,
 * and calls tv_window_actions_update() when the page or its state has changed. Actions of the page are copied from
 * the page, see window.c. */

#include "ui/window/window-actions.h"

#include <glib/gi18n.h>

#include "analysis/calls/call-source.h"
#include "core/file-name.h"
#include "formats/format.h"
#include "ui/kit/settings.h"
#include "ui/session/session-runs.h"
#include "ui/window/deobfuscate.h"
#include "ui/window/go-to-time.h"
#include "ui/window/preferences.h"
#include "ui/window/properties.h"
#include "ui/window/start-cards.h"

/* ---- Files ---- */

/* Purpose of the files that the user chooses in a dialog: to open them, to add them to the current timeline, or to
 * compare them with the current file. */
typedef enum
{
  CHOOSE_TO_OPEN,
  CHOOSE_BESIDE,
  CHOOSE_BASELINE,
  CHOOSE_RUNS_BEFORE,
  CHOOSE_RUNS_AFTER,
} Choosing;

#define CHOOSING_KEY "tv-choosing"

static void
add_source (GVariantBuilder *sources, GFile *file, const char *member)
{
  g_autofree char *uri = g_file_get_uri (file);

  g_variant_builder_add (sources, "(ssx)", uri, member != NULL ? member : "", TV_NO_OFFSET);
}

/* Adds the files on a page's timeline to a list of sources. */
static void
add_page_sources (TvTracePage *page, GVariantBuilder *sources)
{
  GVariant *multi_file = tv_trace_page_get_multi_file (page);

  if (multi_file == NULL)
    add_source (sources, tv_trace_page_get_file (page), tv_trace_page_get_member (page));
  for (gsize i = 0; multi_file != NULL && i < g_variant_n_children (multi_file); i++)
    {
      g_autoptr (GVariant) source = g_variant_get_child_value (multi_file, i);

      g_variant_builder_add_value (sources, source);
    }
}

/* Adds runs to the comparison of the current page. The current page may have changed while the dialog was open. */
static void
add_runs (TvWindow *self, gboolean is_after, GPtrArray *files)
{
  TvSession *session = tv_window_get_session (self);

  if (session != NULL && tv_session_get_baseline (session) != NULL)
    tv_session_load_runs (session, is_after, (GFile *const *) files->pdata, files->len);
}

static void
open_chosen (TvWindow *self, GListModel *files, Choosing choosing)
{
  TvTracePage *page = tv_window_get_page (self);
  GVariantBuilder sources = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(ssx)"));
  g_autoptr (GPtrArray) chosen = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    g_ptr_array_add (chosen, g_list_model_get_item (files, i));
  if (choosing == CHOOSE_BASELINE && page != NULL && chosen->len > 0)
    {
      g_variant_builder_clear (&sources);
      tv_window_compare (self, (GFile *const *) chosen->pdata, chosen->len,
                         tv_trace_page_get_file (page));
      return;
    }
  if (choosing == CHOOSE_RUNS_BEFORE || choosing == CHOOSE_RUNS_AFTER)
    {
      g_variant_builder_clear (&sources);
      add_runs (self, choosing == CHOOSE_RUNS_AFTER, chosen);
      return;
    }
  if (choosing == CHOOSE_TO_OPEN || page == NULL)
    {
      g_variant_builder_clear (&sources);
      tv_window_open_all (self, (GFile *const *) chosen->pdata, chosen->len);
      return;
    }
  add_page_sources (page, &sources);
  for (guint i = 0; i < chosen->len; i++)
    add_source (&sources, g_ptr_array_index (chosen, i), NULL);
  tv_window_open_multi_file (self, g_variant_builder_end (&sources));
}

static void
on_open_response (GtkNativeDialog *chooser, int response, TvWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (chooser));
      g_autoptr (GFile) folder = gtk_file_chooser_get_current_folder (GTK_FILE_CHOOSER (chooser));

      open_chosen (self, files,
                   GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (chooser), CHOOSING_KEY)));
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

/* Returns: (transfer full) (nullable): the folder of the current file; without a file, the folder of the last chosen
 * files */
static GFile *
find_first_folder (TvWindow *self)
{
  TvTracePage *page = tv_window_get_page (self);
  GFile *shown = page != NULL ? tv_trace_page_get_file (page) : NULL;
  g_autofree char *last_uri = tv_settings_dup_text ("last-folder");

  if (shown != NULL)
    return tv_file_find_folder (shown);
  return *last_uri != '\0' ? g_file_new_for_uri (last_uri) : NULL;
}

/* Shows a file dialog. @first: (transfer full) (nullable): initial filter, in addition to the usual filters */
static void
choose_files (TvWindow *self, const char *title, Choosing choosing, GtkFileFilter *first)
{
  g_autoptr (GtkFileFilter) filter = first;
  g_autoptr (GFile) folder = find_first_folder (self);
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      title, GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"), NULL);

  g_object_set_data (G_OBJECT (chooser), CHOOSING_KEY, GUINT_TO_POINTER (choosing));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (chooser), TRUE);
  if (filter != NULL)
    gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
  add_filters (GTK_FILE_CHOOSER (chooser));
  if (filter != NULL)
    gtk_file_chooser_set_filter (GTK_FILE_CHOOSER (chooser), filter);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder, NULL);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_open_response), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
open_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  choose_files (data, _("Open a Trace"), CHOOSE_TO_OPEN, NULL);
}

/* Shows a file dialog with a filter for the file types of a card on the start page. */
static void
open_for_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const TvStartCard *card = tv_start_cards_find (g_variant_get_string (parameter, NULL));

  if (card != NULL)
    choose_files (data, _ (card->question), CHOOSE_TO_OPEN, tv_start_card_new_filter (card));
}

static void
open_with_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  choose_files (data, _("Open Together With"), CHOOSE_BESIDE, NULL);
}

static void
compare_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  choose_files (data, _("Compare With Earlier Runs"), CHOOSE_BASELINE, NULL);
}

/* Compares two runs. The parameter contains the URIs of the earlier and the later run. */
static void
compare_files_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *before, *after;
  g_autoptr (GFile) baseline = NULL;
  g_autoptr (GFile) file = NULL;

  g_variant_get (parameter, "(&s&s)", &before, &after);
  baseline = g_file_new_for_uri (before);
  file = g_file_new_for_uri (after);
  tv_window_compare (data, &baseline, 1, file);
}

static void
add_runs_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gboolean is_after = g_variant_get_boolean (parameter);

  choose_files (
      data, is_after ? _("Add Runs From After the Change") : _("Add Runs From Before the Change"),
      is_after ? CHOOSE_RUNS_AFTER : CHOOSE_RUNS_BEFORE, NULL);
}

/* Adds runs to a comparison. The parameter contains whether the runs belong to the later side, and their URIs. */
static void
add_run_files_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GVariantIter) uris = NULL;
  gboolean is_after;
  const char *uri;

  g_variant_get (parameter, "(bas)", &is_after, &uris);
  while (g_variant_iter_next (uris, "&s", &uri))
    g_ptr_array_add (files, g_file_new_for_uri (uri));
  add_runs (data, is_after, files);
}

static void
open_together_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tv_window_open_multi_file (data, parameter);
}

static void
open_separately_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tv_window_open_separately (data, parameter);
}

static void
open_uri_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  tv_window_open (data, file, NULL);
}

static void
open_member_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *uri, *member;
  g_autoptr (GFile) file = NULL;

  g_variant_get (parameter, "(&s&s)", &uri, &member);
  file = g_file_new_for_uri (uri);
  tv_window_open (data, file, member);
}

/* Opens a file at a line. The parameter contains the URI, the member of a bundle (or ""), whether to read the file as
 * plain text, and the line number, starting at 1. */
static void
open_line_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *uri, *member;
  gboolean is_text;
  guint64 line;
  g_autoptr (GFile) file = NULL;

  g_variant_get (parameter, "(&s&sbt)", &uri, &member, &is_text, &line);
  file = g_file_new_for_uri (uri);
  tv_window_open_at (data, file, *member != '\0' ? member : NULL, is_text, line);
}

/* Opens the log around a report. The parameter contains the report and its logs as sources, and the time of the
 * report in ns on their timeline. */
static void
open_log_around_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GVariant) sources = g_variant_get_child_value (parameter, 0);
  gint64 ns;

  g_variant_get_child (parameter, 1, "x", &ns);
  tv_window_open_multi_file (data, sources);
  tv_trace_page_show_time (tv_window_get_page (data), ns);
}

/* Compares thread dumps by thread. The parameter contains the files with the dumps as sources. */
static void
compare_dumps_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tv_window_open_multi_file (data, parameter);
  tv_trace_page_show_dump_changes (tv_window_get_page (data));
}

static void
show_uri_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_show_uri (GTK_WINDOW (data), g_variant_get_string (parameter, NULL), GDK_CURRENT_TIME);
}

static void
go_to_time_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tv_go_to_time_ask (data);
}

static void
deobfuscate_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tv_deobfuscate_choose (data);
}

static void
report_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autofree char *title = g_markup_escape_text (g_variant_get_string (parameter, NULL), -1);

  tv_window_add_toast (data, adw_toast_new (title));
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

/* Shows a toast for a saved file. The parameter contains the file's URI, and whether the toast's button opens the
 * file or its folder. */
static void
report_saved_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *uri;
  gboolean opens_file;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFile) folder = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  g_autofree char *title = NULL;
  AdwToast *toast;

  g_variant_get (parameter, "(&sb)", &uri, &opens_file);
  file = g_file_new_for_uri (uri);
  folder = g_file_get_parent (file);
  name = tv_file_dup_shown_name (file);
  text = g_strdup_printf (_("Saved “%s”"), name);
  title = g_markup_escape_text (text, -1);
  toast = adw_toast_new (title);
  if (opens_file || folder != NULL)
    {
      g_autofree char *target = g_file_get_uri (opens_file ? file : folder);

      adw_toast_set_button_label (toast, opens_file ? _("_Open") : _("_Open Folder"));
      adw_toast_set_action_name (toast, "win.show-uri");
      adw_toast_set_action_target (toast, "s", target);
    }
  tv_window_add_toast (data, toast);
}

/* Returns the value of the state "page", see window-actions.h. */
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
    case TV_TRACE_PAGE_BUNDLE:
      return "bundle";
    case TV_TRACE_PAGE_READY:
    default:
      return "ready";
    }
}

static void
change_nothing (GSimpleAction *action, GVariant *value, gpointer data)
{
}

static const GActionEntry entries[] = {
  { .name = "open", .activate = open_action },
  { .name = "open-for", .parameter_type = "s", .activate = open_for_action },
  { .name = "open-with", .activate = open_with_action },
  { .name = "compare", .activate = compare_action },
  { .name = "compare-files", .activate = compare_files_action, .parameter_type = "(ss)" },
  { .name = "add-runs", .activate = add_runs_action, .parameter_type = "b" },
  { .name = "add-run-files", .activate = add_run_files_action, .parameter_type = "(bas)" },
  { .name = "open-together", .activate = open_together_action, .parameter_type = "a(ss)" },
  { .name = "open-separately", .activate = open_separately_action, .parameter_type = "a(ss)" },
  { .name = "open-with-offsets", .activate = open_together_action, .parameter_type = "a(ssx)" },
  { .name = "open-uri", .activate = open_uri_action, .parameter_type = "s" },
  { .name = "open-member", .activate = open_member_action, .parameter_type = "(ss)" },
  { .name = "open-log-around", .activate = open_log_around_action, .parameter_type = "(a(ssx)x)" },
  { .name = "compare-thread-dumps", .activate = compare_dumps_action, .parameter_type = "a(ssx)" },
  { .name = "open-line", .activate = open_line_action, .parameter_type = "(ssbt)" },
  { .name = "show-uri", .activate = show_uri_action, .parameter_type = "s" },
  { .name = "report-saved", .activate = report_saved_action, .parameter_type = "(sb)" },
  { .name = "deobfuscate", .activate = deobfuscate_action },
  { .name = "go-to-time", .activate = go_to_time_action },
  { .name = "report", .activate = report_action, .parameter_type = "s" },
  { .name = "close-tab", .activate = close_tab_action },
  { .name = "move-tab", .activate = move_tab_action },
  { .name = "properties", .activate = properties_action },
  { .name = "preferences", .activate = preferences_action },
  { .name = "page", .state = "'start'", .change_state = change_nothing },
};

/* ---- List of actions ---- */

void
tv_window_actions_enable (TvWindow *self, const char *name, gboolean is_enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), is_enabled);
}

/* Adds the actions of the window. */
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
}

/* Returns whether the current file can be compared. The file must have calls or samples. Members of bundles and
 * several files on one timeline cannot be compared. */
static gboolean
can_compare (TvWindow *self)
{
  TvTracePage *page = tv_window_get_page (self);
  TvSession *session = tv_window_get_session (self);

  return session != NULL && tv_call_source_has_calls (tv_session_get_trace (session)) &&
         tv_trace_page_get_member (page) == NULL && tv_trace_page_get_multi_file (page) == NULL;
}

/* Returns whether a part of the trace contains names of functions or classes. */
static gboolean
can_deobfuscate (TvWindow *self)
{
  TvSession *session = tv_window_get_session (self);
  TvTraceParts named = TV_HAS_CALLS | TV_HAS_MARKS | TV_HAS_STACK_SAMPLES | TV_HAS_DUMPS |
                       TV_HAS_FAULTS | TV_HAS_HEAP_CHANGES | TV_HAS_HEAP_GRAPHS;

  return session != NULL && tv_trace_has (tv_session_get_trace (session), named);
}

/* Returns whether the trace covers more than one point in time. */
static gboolean
can_go_to_time (TvWindow *self)
{
  TvSession *session = tv_window_get_session (self);
  TvTrace *trace = session != NULL ? tv_session_get_trace (session) : NULL;

  return trace != NULL && tv_trace_get_duration_ns (trace) > 0;
}

/* Updates the actions after the current page or its state has changed. */
void
tv_window_actions_update (TvWindow *self)
{
  GAction *page = g_action_map_lookup_action (G_ACTION_MAP (self), "page");

  tv_window_actions_enable (self, "properties", tv_window_get_session (self) != NULL);
  tv_window_actions_enable (self, "deobfuscate", can_deobfuscate (self));
  tv_window_actions_enable (self, "go-to-time", can_go_to_time (self));
  tv_window_actions_enable (self, "open-with", tv_window_get_session (self) != NULL);
  tv_window_actions_enable (self, "compare", can_compare (self));
  g_simple_action_set_state (G_SIMPLE_ACTION (page), g_variant_new_string (get_page_state (self)));
}
