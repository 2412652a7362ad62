/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Loads the file of a page, and handles errors. A page can open at a position, such as a line or a view. Renaming
 * symbols (with a mapping.txt or symbol files) creates a new page: a worker renames or reloads the trace, and the new
 * page replaces this one when it is complete. Part of the page: it shares the struct in trace-page-private.h. Entry
 * points: tv_trace_page_load() for a new page or another attempt, tv_trace_page_show_session() after loading, which
 * gives the session to all widgets of the page. */

#include "ui/pages/trace-page-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "analysis/incident/incident-range.h"
#include "analysis/log/log-line-lookup.h"
#include "analysis/samples/sample-lacks.h"
#include "analysis/samples/thread-samples.h"
#include "analysis/samples/unnamed-code.h"
#include "core/error.h"
#include "core/file-name.h"
#include "core/number-format.h"
#include "core/time-format.h"
#include "core/trace-renamer.h"
#include "formats/load.h"
#include "formats/symbol-files.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/settings.h"
#include "ui/kit/work.h"
#include "ui/pages/log-around.h"

static void read_trace (TvTracePage *self,
                        TvInput *opened,
                        GCancellable *cancellable,
                        void (*progress) (double fraction, gpointer page),
                        GAsyncReadyCallback callback);

/* ==== Initial position ==== */

/* Returns: the log line at a line number of the file, or %TV_NONE */
static guint32
find_log_line (TvTrace *trace, guint64 line)
{
  return tv_trace_get_log_lines (trace)->n > 0 ? tv_log_line_find_by_number (trace, line) : TV_NONE;
}

static gboolean
has_text_line (TvTrace *trace, guint64 line)
{
  guint n;

  tv_trace_get_texts (trace, &n);
  return n == 1 && line <= tv_trace_get_n_text_lines (trace);
}

/* Returns: whether the page can show the requested line; %TRUE if none is requested */
static gboolean
has_line (TvTracePage *self, TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);

  return self->wanted_line == 0 || has_text_line (trace, self->wanted_line) ||
         find_log_line (trace, self->wanted_line) != TV_NONE;
}

static void
choose_view (TvTracePage *self, const char *view)
{
  g_action_group_activate_action (G_ACTION_GROUP (self->actions), "panel-page",
                                  g_variant_new_string (view));
}

static void
go_to_view (TvTracePage *self)
{
  g_autofree char *view = g_steal_pointer (&self->wanted_view);
  gint64 time_ns = self->wanted_ns;

  self->wanted_ns = TV_NO_TIME;
  if (view == NULL)
    return;
  choose_view (self, view);
  if (time_ns != TV_NO_TIME)
    g_action_group_activate_action (G_ACTION_GROUP (self->actions), "log-show-time",
                                    g_variant_new_int64 (time_ns));
}

/* Shows the requested line or view once; called when the views exist. */
static void
go_to_position (TvTracePage *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint64 line = self->wanted_line;
  gboolean is_text = line > 0 && has_text_line (trace, line);
  guint32 log_line = line > 0 && !is_text ? find_log_line (trace, line) : TV_NONE;

  self->wanted_line = 0;
  go_to_view (self);
  if (!is_text && log_line == TV_NONE)
    return;
  choose_view (self, is_text ? "text" : "log");
  if (is_text)
    g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "text-line",
                                        g_variant_new_uint32 ((guint32) (line - 1)));
  else
    tv_session_select_line (self->session, log_line);
}

/**
 * tv_trace_page_new_at:
 * @file: a file
 * @member: (nullable): member of the file; %NULL for the file itself
 * @is_text: whether to read it as plain text regardless of its format
 * @line: line number to show, starting at 1
 *
 * Creates a page and starts to load the file.
 *
 * Returns: a page that shows the line when it is loaded
 */
GtkWidget *
tv_trace_page_new_at (GFile *file, const char *member, gboolean is_text, guint64 line)
{
  TvTracePage *self = g_object_new (TV_TYPE_TRACE_PAGE, NULL);

  self->file = g_object_ref (file);
  self->member = g_strdup (member);
  self->wanted_line = line;
  self->is_as_text = self->is_text_copy = is_text;
  self->title = tv_trace_page_dup_title (self);
  tv_trace_page_load (self);
  return GTK_WIDGET (self);
}

/**
 * tv_trace_page_show_line:
 * @self: a page
 * @line: line number to show, starting at 1
 *
 * Shows a line of the file, as soon as the file is loaded.
 *
 * Returns: %FALSE if the page cannot show lines of its file
 */
gboolean
tv_trace_page_show_line (TvTracePage *self, guint64 line)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), FALSE);

  if (self->state != TV_TRACE_PAGE_READY && self->state != TV_TRACE_PAGE_LOADING)
    return FALSE;
  self->wanted_line = line;
  if (self->state == TV_TRACE_PAGE_LOADING)
    return TRUE;
  if (!has_line (self, self->session))
    {
      self->wanted_line = 0;
      return FALSE;
    }
  go_to_position (self);
  return TRUE;
}

/**
 * tv_trace_page_show_view:
 * @self: a page
 * @view: id of a view
 * @time_ns: timestamp to centre if the view is the log, or %TV_NO_TIME
 *
 * Shows a view, as soon as the page is loaded.
 */
void
tv_trace_page_show_view (TvTracePage *self, const char *view, gint64 time_ns)
{
  g_return_if_fail (TV_IS_TRACE_PAGE (self));

  g_free (self->wanted_view);
  self->wanted_view = g_strdup (view);
  self->wanted_ns = time_ns;
  if (self->state == TV_TRACE_PAGE_READY)
    go_to_position (self);
}

/* ---- Log around a report ---- */

/* Returns: the timestamp of the dump with the selected thread or, without one, of the incident; %TV_NO_TIME if neither
 * is known */
static gint64
find_time (TvTracePage *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  guint32 thread = tv_session_get_dump_thread (self->session);
  gint64 ns = thread != TV_NONE ? dumps->dumps[tv_dumps_find_dump (dumps, thread)].ts : TV_NO_TIME;

  return ns != TV_NO_TIME
             ? ns
             : tv_incident_find_time (trace, tv_session_get_dump_findings (self->session));
}

/* Returns whether the trace contains a log with timestamps. */
static gboolean
has_own_log (TvTracePage *self)
{
  const TvLogLines *lines = tv_trace_get_log_lines (tv_session_get_trace (self->session));

  return lines->n > 0 && lines->ts[lines->n - 1] != TV_NO_TIME;
}

/* Returns: whether the log around a report can be shown, or may be found in the bundle of the file */
gboolean
tv_trace_page_can_show_log_around (gpointer page)
{
  TvTracePage *self = page;
  TvTrace *trace = tv_session_get_trace (self->session);

  return tv_trace_has (trace, TV_HAS_DUMPS | TV_HAS_FAULTS) && find_time (self) != TV_NO_TIME &&
         (has_own_log (self) || (self->member != NULL && self->multi_file == NULL));
}

typedef struct
{
  TvTracePage *page;
  char *path;
  char *member;
} AroundJob;

static void
around_job_free (gpointer data)
{
  AroundJob *self = data;

  g_object_unref (self->page);
  g_free (self->path);
  g_free (self->member);
  g_free (self);
}

static gpointer
find_around (gpointer data, GCancellable *cancellable, GError **error)
{
  const AroundJob *self = data;

  return tv_log_around_find (self->path, self->member, cancellable, error);
}

static void
on_around_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  GtkWidget *page = owner;
  g_autoptr (GVariant) found = result;

  if (found != NULL)
    gtk_widget_activate_action_variant (page, "win.open-log-around", found);
  else if (error != NULL)
    gtk_widget_activate_action (page, "win.report", "s", error->message);
}

static const TvWork around_work = { find_around, around_job_free,
                                    (GDestroyNotify) g_variant_unref };

/* Shows the log at the time of the dump or crash: the log of the page or, without one, the log of its bundle in another
 * tab. */
void
tv_trace_page_show_log_around (gpointer page, const char *name, GVariant *parameter)
{
  TvTracePage *self = page;
  AroundJob *job;

  if (has_own_log (self))
    {
      tv_trace_page_show_view (self, "log", find_time (self));
      return;
    }
  job = g_new0 (AroundJob, 1);
  job->page = g_object_ref (self);
  job->path = g_file_get_path (self->file);
  job->member = g_strdup (self->member);
  tv_work_start (&around_work, job, on_around_found, self, NULL);
}

/* Returns: whether the page was opened to show the plain text of a file that has another format */
gboolean
tv_trace_page_is_text_copy (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), FALSE);
  return self->is_text_copy;
}

/* ==== Other names ==== */

static void
report_failure (TvTracePage *self, const GError *error)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *dialog = adw_message_dialog_new (root != NULL ? GTK_WINDOW (root) : NULL,
                                              _("Names Could Not Be Read"), error->message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Returns: (transfer full) (nullable): the coverage of the mapping file */
static char *
dup_known (TvTrace *trace)
{
  const TvNaming *naming = tv_trace_get_naming (trace);
  g_autofree char *base = NULL;

  if (naming == NULL || naming->map == NULL)
    return NULL;
  base = g_path_get_basename (naming->map);
  /* Translators: a file, and numbers of methods, such as "12 of 20" */
  return tv_number_printf (_("%s contains the classes of %u of %u methods"), base, naming->n_known,
                           naming->n_methods);
}

static void
on_renamed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TvTracePage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvSession) session = tv_session_load_finish (result, &error);
  g_autofree char *known = NULL;
  GtkWidget *page;

  if (self->names_cancellable == NULL || gtk_widget_get_root (GTK_WIDGET (self)) == NULL)
    return; /* the page was closed in the meantime */
  if (session == NULL && g_error_matches (error, TV_ERROR, TV_ERROR_CANCELLED))
    return; /* a newer request exists */
  g_clear_object (&self->names_cancellable);
  if (session == NULL)
    {
      report_failure (self, error);
      return;
    }
  known = dup_known (tv_session_get_trace (session));
  page = g_object_ref_sink (
      self->is_of_snapshots         ? tv_trace_page_new_snapshots_renamed (self, session)
      : self->baseline_file != NULL ? tv_trace_page_new_same_runs (self, FALSE)
                                    : tv_trace_page_new_renamed (self, session));
  tv_trace_page_replace (self, TV_TRACE_PAGE (page));
  if (known != NULL)
    gtk_widget_activate_action (page, "win.report", "s", known);
  g_object_unref (page);
}

static void
rename_by (TvTracePage *self, const TvSessionNames *names)
{
  if (self->names_cancellable != NULL)
    g_cancellable_cancel (self->names_cancellable);
  g_clear_object (&self->names_cancellable);
  self->names_cancellable = g_cancellable_new ();
  tv_session_rename_async (self->session, names, self->names_cancellable, on_renamed,
                           g_object_ref (self));
}

/* Cancels renaming, for example when the tab is closed. */
static void
cancel_names (TvTracePage *self)
{
  if (self->names_cancellable != NULL)
    g_cancellable_cancel (self->names_cancellable);
  g_clear_object (&self->names_cancellable);
}

/* ---- Actions ---- */

static void
deobfuscate (gpointer object, const char *name, GVariant *parameter)
{
  TvTracePage *self = object;
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));
  g_autofree char *path = g_file_get_path (file);

  if (path == NULL)
    {
      g_autofree char *shown = tv_file_dup_shown_name (file);
      g_autoptr (GError) error = g_error_new (
          TV_ERROR, TV_ERROR_IO, _("%s: only files on this computer can be read"), shown);

      report_failure (self, error);
      return;
    }
  rename_by (self, &(TvSessionNames){ .map = path });
}

static GVariant *
get_raw_names (gpointer object)
{
  return g_variant_new_boolean (tv_session_get_names (TV_TRACE_PAGE (object)->session)->are_raw);
}

static void
change_raw_names (gpointer object, GVariant *value)
{
  TvTracePage *self = object;
  const TvSessionNames *names = tv_session_get_names (self->session);
  gboolean are_raw = g_variant_get_boolean (value);

  if (are_raw != names->are_raw)
    rename_by (self, &(TvSessionNames){ .map = names->map, .are_raw = are_raw });
}

/* Returns whether the names can be switched to the names in the file. */
static gboolean
has_other_names (gpointer object)
{
  TvSession *session = TV_TRACE_PAGE (object)->session;
  TvTrace *trace = tv_session_get_trace (session);

  return tv_trace_get_raw (trace) != trace || tv_session_get_names (session)->are_raw;
}

static GVariant *
get_mapping (gpointer object)
{
  const TvNaming *naming = tv_trace_get_naming (
      tv_session_get_trace (TV_TRACE_PAGE (object)->session));

  return g_variant_new_string (naming != NULL && naming->map != NULL ? naming->map : "");
}

static const TvObjectAction actions[] = {
  { "deobfuscate-with", "s", deobfuscate, NULL, NULL, NULL, NULL },
  { "raw-names", "b", NULL, get_raw_names, change_raw_names, has_other_names, "notify::session" },
  { "mapping", "s", NULL, get_mapping, NULL, NULL, "notify::session" },
};

/* Adds the actions for symbol names. */
void
tv_trace_page_add_names_actions (TvTracePage *self, GActionMap *map)
{
  tv_object_actions_add (map, self, self, actions, G_N_ELEMENTS (actions));
}

/* ==== Symbols ==== */

#define FOLDERS_KEY "symbol-folders"

static void
add_folder (const char *folder)
{
  g_auto (GStrv) folders = tv_settings_dup_texts (FOLDERS_KEY);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;

  g_strv_builder_add (builder, folder);
  for (guint i = 0; folders[i] != NULL; i++)
    if (!g_str_equal (folders[i], folder))
      g_strv_builder_add (builder, folders[i]);
  all = g_strv_builder_end (builder);
  tv_settings_set_texts (FOLDERS_KEY, (const char *const *) all);
  tv_symbol_files_set_folders ((const char *const *) all);
}

/* Shows how many of the libraries without symbols have symbols now. */
static void
show_found (TvTracePage *self, TvTrace *before, TvTrace *after)
{
  g_autoptr (GHashTable) unnamed = tv_trace_count_unnamed (before);
  g_autoptr (GHashTable) still_unnamed = tv_trace_count_unnamed (after);
  guint n = g_hash_table_size (unnamed);
  /* Translators: number of libraries that were found, and of all that were missing */
  g_autofree char *text = g_strdup_printf (
      ngettext ("%u of %u library found", "%u of %u libraries found", n),
      tv_unnamed_count_found (unnamed, still_unnamed), n);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.report", "s", text);
}

static void
set_locating (TvTracePage *self, double fraction)
{
  g_autofree char *label = g_strdup_printf (_("Locating… %.0f %%"), 100.0 * fraction);

  gtk_button_set_label (GTK_BUTTON (self->symbols_button), label);
}

static void
on_progress (double fraction, gpointer data)
{
  if (TV_TRACE_PAGE (data)->names_cancellable != NULL)
    set_locating (data, fraction);
}

static void
on_read_again (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TvTracePage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvSession) session = tv_session_load_finish (result, &error);
  g_autoptr (GtkWidget) page = NULL;

  if (self->names_cancellable == NULL || gtk_widget_get_root (GTK_WIDGET (self)) == NULL)
    return; /* the page was closed in the meantime */
  gtk_button_set_label (GTK_BUTTON (self->symbols_button), _("_Locate Symbols…"));
  if (session == NULL && g_error_matches (error, TV_ERROR, TV_ERROR_CANCELLED))
    return; /* the names are being changed in another way */
  g_clear_object (&self->names_cancellable);
  if (session == NULL)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.report", "s", error->message);
      return;
    }
  show_found (self, tv_session_get_trace (self->session), tv_session_get_trace (session));
  page = g_object_ref_sink (tv_trace_page_new_renamed (self, session));
  tv_trace_page_replace (self, TV_TRACE_PAGE (page));
}

/* Reads the file again in a worker, with the symbols of a folder. This page remains visible until the new one is
 * ready. */
static void
use_symbols (TvTracePage *self, const char *folder)
{
  add_folder (folder);
  if (self->saver != NULL)
    tv_view_saver_save (self->saver);
  cancel_names (self);
  self->names_cancellable = g_cancellable_new ();
  set_locating (self, 0.0);
  read_trace (self, NULL, self->names_cancellable, on_progress, on_read_again);
}

static void
on_folder_chosen (GtkNativeDialog *chooser, int response, TvTracePage *self)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  g_object_unref (chooser);
  /* Settings must be valid UTF-8. */
  if (response == GTK_RESPONSE_ACCEPT && path != NULL && g_utf8_validate (path, -1, NULL) &&
      self->session != NULL)
    use_symbols (self, path);
}

void
tv_trace_page_locate_symbols (TvTracePage *self)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _("Locate Symbols"), GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
      GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("_Locate"), NULL);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_folder_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* Returns whether names may be missing because libraries were not found; FALSE in a comparison. */
static gboolean
can_locate_symbols (TvTracePage *self)
{
  g_autoptr (GHashTable) unnamed = NULL;

  if (!tv_symbol_files_are_read () || self->baseline_file != NULL ||
      !tv_trace_has (tv_session_get_trace (self->session), TV_HAS_STACK_SAMPLES))
    return FALSE;
  unnamed = tv_trace_count_unnamed (tv_session_get_trace (self->session));
  return g_hash_table_size (unnamed) > 0;
}

/* ==== Loaded trace ==== */

/* Returns a message about the number of errors and warnings, not counting @n_reported warnings and the notes that
 * also occur for intact files; NULL if there are none. */
static char *
dup_problems_found (TvTrace *trace, guint n_reported)
{
  guint n_errors = tv_trace_count_problems (trace, TV_SEVERITY_ERROR);
  guint n_warnings = tv_trace_count_problems (trace, TV_SEVERITY_WARNING) - n_reported;
  g_autofree char *errors = tv_number_printf (ngettext ("%u error", "%u errors", n_errors),
                                              n_errors);
  g_autofree char *warnings = tv_number_printf (ngettext ("%u warning", "%u warnings", n_warnings),
                                                n_warnings);

  if (n_errors > 0 && n_warnings > 0)
    /* Translators: "1 error" and "2 warnings" */
    return g_strdup_printf (_("This file has %s and %s."), errors, warnings);
  if (n_errors + n_warnings == 0)
    return NULL;
  /* Translators: "1 error", or "2 warnings" */
  return g_strdup_printf (_("About this file: %s."), n_errors > 0 ? errors : warnings);
}

static void
show_notice (TvTracePage *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint n_reported;
  g_autofree char *lacks = tv_sample_lacks_dup_text (trace, &n_reported);
  g_autofree char *found = dup_problems_found (trace, n_reported);
  g_autoptr (GString) text = g_string_new (NULL);

  if (tv_session_get_names (self->session)->error != NULL)
    g_string_append_printf (text, _("Names are shown as in the file: %s"),
                            tv_session_get_names (self->session)->error);
  if (text->len > 0)
    g_string_append_c (text, ' ');
  if (tv_trace_is_rebuilt (trace))
    g_string_append (
        text,
        _("This trace has no wall clock: its timeline was reconstructed from the CPU times of its threads."));
  if (lacks != NULL)
    /* Translators: gaps of a profile, such as "no call stacks · 590 samples lost" */
    g_string_append_printf (text, _("%sLimitations of this profile: %s."), text->len > 0 ? " " : "",
                            lacks);
  if (found != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", found);
  gtk_widget_set_visible (self->symbols_button, lacks != NULL && can_locate_symbols (self));
  gtk_label_set_text (self->notice_label, text->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->notice_label), text->str);
  gtk_revealer_set_reveal_child (self->notice, text->len > 0);
}

/* Metadata about the configuration of a recording. */
static const struct
{
  const char *key;
  const char *title; /* title, marked with N_() */
  gboolean is_ms;
} empty_properties[] = {
  { "data-sources", N_("Data Sources"), FALSE },
  { "duration-ms", N_("Configured Duration"), TRUE },
};

static void
add_empty_fact (TvTracePage *self, const char *title, const char *value)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), value);
  adw_preferences_group_add (self->empty_properties, row);
}

/* Explains why a page is empty, for a trace that has content neither for a timeline nor for a view. */
static void
show_empty (TvTracePage *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint n;
  const TvMetadata *metadata = tv_trace_get_metadata (trace, &n);
  g_autofree char *description = g_strdup_printf (
      n > 0
          ? _("%s: the file contains the configuration of a recording, but none of its data sources wrote an event.")
          : _("%s: the file is complete, but it contains no events."),
      tv_trace_get_format (trace));

  adw_status_page_set_description (self->empty_page, description);
  for (guint known = 0; known < G_N_ELEMENTS (empty_properties); known++)
    for (guint i = 0; i < n; i++)
      if (g_str_equal (metadata[i].key, empty_properties[known].key))
        {
          gint64 ms = g_ascii_strtoll (metadata[i].value, NULL, 10);
          g_autofree char *time = tv_time_format (CLAMP (ms, 0, G_MAXINT64 / 1000000) * 1000000);

          add_empty_fact (self, _ (empty_properties[known].title),
                          empty_properties[known].is_ms ? time : metadata[i].value);
        }
}

/* Returns whether the log is shown on the timeline. The few log lines of a crash or dump are not shown; a log that
 * contains a crash is. */
static gboolean
has_log_timeline (TvTrace *trace)
{
  return tv_trace_has (trace, TV_HAS_LOG_EVENTS) && !tv_trace_is_incident (trace) &&
         (tv_trace_has (trace, TV_HAS_FAULTS) || !tv_trace_has (trace, TV_HAS_DUMPS));
}

/* Returns whether the diagnosis is reduced to a single line: above a timeline, and for a log that contains a crash. A
 * report of a freeze has a timeline and the complete diagnosis. */
static gboolean
is_diagnosis_compact (TvTracePage *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvFaults *faults = tv_trace_get_faults (trace);
  const TvDumpFindings *findings = tv_session_get_dump_findings (self->session);

  if (faults->n == 1 && faults->faults[0].kind == TV_FAULT_FREEZE)
    return FALSE;
  return self->has_timeline || tv_incident_get_line (findings->incident) != TV_NONE ||
         (faults->n > 0 && !tv_trace_is_incident (trace));
}

/* Shows the time range of the incident, because the files of a timeline may be days apart. Does nothing if the
 * visible range was already changed, for example by a saved view state. */
static void
show_incident (TvSession *session)
{
  TvIncidentRange range;

  if (tv_session_is_visible_chosen (session) ||
      !tv_incident_range_find (tv_session_get_trace (session),
                               tv_session_get_dump_findings (session), &range))
    return;
  tv_session_set_visible (session, range.start_ns, range.end_ns);
  if (range.time_ns != TV_NO_TIME)
    tv_session_set_cursor_time (session, range.time_ns);
}

/* Shows a loaded trace; called once. */
void
tv_trace_page_show_session (TvTracePage *self, TvSession *session)
{
  g_autofree char *path = g_file_get_path (tv_session_get_file (session));

  self->session = g_object_ref (session);
  tv_session_compare_kinds (session);
  if (self->multi_file == NULL && self->baseline_file == NULL && !self->is_text_copy)
    self->saver = tv_view_saver_new (session, path);
  if (self->multi_file != NULL)
    show_incident (session);
  g_object_set (self->timeline, "session", session, NULL);
  g_object_set (self->overview, "session", session, NULL);
  g_object_set (self->query_tracks, "session", session, NULL);
  if (tv_session_get_baseline (session) != NULL)
    tv_trace_page_show_baseline (self);
  tv_panel_set_session (self->panel, session);
  self->has_timeline = tv_trace_get_duration_ns (tv_session_get_trace (session)) > 0 &&
                       (tv_trace_has_tracks (tv_session_get_trace (session)) ||
                        tv_trace_has_timed_samples (tv_session_get_trace (session)) ||
                        has_log_timeline (tv_session_get_trace (session)));
  if (!self->has_timeline)
    tv_panel_set_alone (self->panel);
  if (tv_session_get_dump_findings (session) != NULL)
    {
      tv_diagnosis_box_set_session (self->diagnosis, session, is_diagnosis_compact (self),
                                    tv_trace_page_can_show_log_around (self));
      gtk_widget_set_visible (GTK_WIDGET (self->diagnosis), TRUE);
    }
  tv_search_bar_set_session (self->search_bar, session);
  tv_details_set_session (self->details, session);
  tv_trace_page_offer_actions (self);
  g_signal_connect_swapped (session, "notify::selected-slice",
                            G_CALLBACK (tv_trace_page_update_details), self);
  g_signal_connect_swapped (session, "notify::selected-counter",
                            G_CALLBACK (tv_trace_page_update_details), self);
  g_signal_connect_swapped (session, "notify::selected-line",
                            G_CALLBACK (tv_trace_page_update_details), self);
  g_signal_connect_swapped (session, "notify::selected-sample",
                            G_CALLBACK (tv_trace_page_update_details), self);
  g_signal_connect_swapped (session, "notify::selected-symbol",
                            G_CALLBACK (tv_trace_page_update_details), self);

  tv_trace_page_distribute_space (self);
  tv_trace_page_update_layout (self);
  /* An initial notice is not animated, because that would move the rest of the page. */
  show_notice (self);
  if (!self->has_timeline && tv_panel_is_blank (self->panel))
    show_empty (self);
  gtk_stack_set_visible_child_name (
      self->stack, !self->has_timeline && tv_panel_is_blank (self->panel) ? "empty" : "ready");
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    tv_trace_page_focus (self);
  g_object_notify (G_OBJECT (self), "session");
  g_object_notify (G_OBJECT (self), "subtitle");
}

/* ==== Loading ==== */

/* Time in ms before a progress bar is shown, which avoids it for files that are read faster. */
#define BLANK_MS 150

/* Returns an error message without its filename, because the title already contains it. Messages start with the
 * filename for the command line. */
static char *
dup_failure_message (TvTracePage *self, const char *message)
{
  g_autofree char *path = g_file_get_path (self->file);
  g_autofree char *shown = tv_file_name_dup_shown (path != NULL ? path : self->title);
  g_autofree char *start = g_strconcat (shown, ": ", NULL);
  g_autofree char *first = NULL;

  if (!g_str_has_prefix (message, start) || message[strlen (start)] == '\0')
    return g_strdup (message);
  message += strlen (start);
  first = g_utf8_strup (message, g_utf8_next_char (message) - message);
  return g_strconcat (first, g_utf8_next_char (message), NULL);
}

static void
show_error (TvTracePage *self, const GError *error)
{
  g_autofree char *title = g_strdup_printf (_("Could Not Open “%s”"), self->title);
  g_autofree char *message = dup_failure_message (self, error->message);
  g_autofree char *markup = g_markup_escape_text (message, -1);

  adw_status_page_set_title (self->failed_page, title);
  adw_status_page_set_description (self->failed_page, markup);
  gtk_widget_set_visible (self->as_text_button,
                          self->member == NULL && self->multi_file == NULL &&
                              self->baseline_file == NULL && !self->is_as_text &&
                              (g_error_matches (error, TV_ERROR, TV_ERROR_NOT_A_TRACE) ||
                               g_error_matches (error, TV_ERROR, TV_ERROR_MALFORMED) ||
                               g_error_matches (error, TV_ERROR, TV_ERROR_TRUNCATED) ||
                               g_error_matches (error, TV_ERROR, TV_ERROR_UNSUPPORTED_VERSION)));
  gtk_stack_set_visible_child_name (self->stack, "failed");
}

static gboolean
show_loading (gpointer data)
{
  TvTracePage *self = data;

  self->blank_id = 0;
  gtk_stack_set_visible_child_name (self->stack, "loading");
  return G_SOURCE_REMOVE;
}

static void
on_load_progress (double fraction, gpointer data)
{
  TvTracePage *self = data;

  if (self->cancellable != NULL)
    gtk_progress_bar_set_fraction (self->progress,
                                   self->baseline_file != NULL ? fraction / 2.0 : fraction);
}

/* Handles the result of loading: a session or an error. */
void
tv_trace_page_take_loaded (TvTracePage *self, TvSession *session, const GError *error)
{
  g_clear_handle_id (&self->blank_id, g_source_remove);
  g_clear_object (&self->cancellable);
  if (self->is_cancelled_by_user)
    {
      tv_trace_page_report_cancelled (self);
      return;
    }
  if (session != NULL)
    tv_trace_page_show_session (self, session);
  else
    show_error (self, error);
  tv_trace_page_set_state (self, session != NULL ? TV_TRACE_PAGE_READY : TV_TRACE_PAGE_FAILED);
  if (session != NULL)
    go_to_position (self);
}

static void load_session (TvTracePage *self, TvInput *file);

/* Reads the file again as plain text, because only the text contains the requested line. */
static void
load_as_text (TvTracePage *self)
{
  self->is_as_text = self->is_text_copy = TRUE;
  g_free (self->title);
  self->title = tv_trace_page_dup_title (self);
  g_object_notify (G_OBJECT (self), "title");
  load_session (self, NULL);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TvTracePage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvSession) session = tv_session_load_finish (result, &error);

  if (self->cancellable == NULL)
    return; /* the page was closed in the meantime */
  if (session != NULL && !self->is_as_text && !self->is_cancelled_by_user &&
      !has_line (self, session))
    load_as_text (self);
  else if (session != NULL && self->baseline_file != NULL && !self->is_cancelled_by_user)
    tv_trace_page_load_baseline (self, session);
  else
    {
      if (session != NULL)
        tv_session_select_first_thread (session);
      tv_trace_page_take_loaded (self, session, error);
    }
}

static void
set_file (TvTracePage *self, const char *path)
{
  g_clear_object (&self->file);
  self->file = g_file_new_for_path (path);
  g_free (self->title);
  self->title = tv_trace_page_dup_title (self);
  g_object_notify (G_OBJECT (self), "title");
}

static void
show_file (TvTracePage *self)
{
  g_autoptr (GFileInfo) info = g_file_query_info (self->file, G_FILE_ATTRIBUTE_STANDARD_SIZE,
                                                  G_FILE_QUERY_INFO_NONE, NULL, NULL);
  g_autofree char *size = info != NULL ? tv_size_format ((double) g_file_info_get_size (info))
                                       : g_strdup ("");

  gtk_label_set_text (self->loading_name, self->title);
  gtk_label_set_text (self->loading_size, size);
  gtk_progress_bar_set_fraction (self->progress, 0.0);
}

/**
 * read_trace:
 * @self: a page
 * @opened: (nullable) (transfer full): the file of the page, if it is already open
 * @cancellable: cancels the worker
 * @progress: called with the completed fraction, 0 … 1, and the page
 * @callback: called with a reference to the page, which it releases, when tv_session_load_finish() has a result
 *
 * Reads the file of the page in a worker; all files if they share a timeline.
 */
static void
read_trace (TvTracePage *self,
            TvInput *opened,
            GCancellable *cancellable,
            void (*progress) (double fraction, gpointer page),
            GAsyncReadyCallback callback)
{
  g_autofree char *path = g_file_get_path (self->file);
  TvSource alone = {
    .path = path, .member = self->member, .file = opened, .is_text = self->is_as_text
  };
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (TvSource));
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  for (gsize i = 0; self->multi_file != NULL && i < g_variant_n_children (self->multi_file); i++)
    {
      const char *uri, *member;
      g_autoptr (GFile) file = NULL;
      gint64 offset_ns;
      char *name;

      g_variant_get_child (self->multi_file, i, "(&s&sx)", &uri, &member, &offset_ns);
      file = g_file_new_for_uri (uri);
      name = g_file_get_path (file);
      g_ptr_array_add (paths, name != NULL ? name : g_strdup (uri));
      g_array_append_val (sources, ((TvSource){ .path = g_ptr_array_index (paths, i),
                                                .member = *member != '\0' ? member : NULL,
                                                .has_offset = offset_ns != TV_NO_OFFSET,
                                                .offset_ns = offset_ns }));
    }
  if (sources->len == 0)
    g_array_append_val (sources, alone);
  tv_session_load_async ((const TvSource *) (gconstpointer) sources->data, sources->len,
                         cancellable, progress, self, callback, g_object_ref (self));
}

/* @file: (nullable) (transfer full): the file of the page, if it is already open */
static void
load_session (TvTracePage *self, TvInput *file)
{
  read_trace (self, file, self->cancellable, on_load_progress, on_loaded);
}

/* ---- Bundles ---- */

/* Returns whether to list the members of a bundle: of a bug report, of a bundle with several traces, or of an empty
 * folder. For other bundles, their only trace is opened. */
static gboolean
is_listed (const TvBundle *bundle)
{
  TvBundleProperties facts;
  guint n;

  tv_bundle_get_properties (bundle, &facts);
  tv_bundle_get_members (bundle, &n);
  return facts.n_sections > 0 || tv_bundle_count (bundle, TV_MEMBER_TRACE) >= 2 ||
         (n == 0 && tv_bundle_is_folder (bundle));
}

/* Result of opening a file: a bundle, or a file of another kind that is already open. */
typedef struct
{
  TvBundle *bundle;
  TvInput *file;
} Looked;

static void
looked_free (gpointer data)
{
  Looked *self = data;

  tv_bundle_free (self->bundle);
  tv_input_free (self->file);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Looked, looked_free)

/* Opens the file in a worker. */
static void
check_in_thread (GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  Looked *found = g_new0 (Looked, 1);

  found->bundle = tv_bundle_open_or_file (path, &found->file, cancellable, NULL);
  if (found->bundle != NULL && !is_listed (found->bundle))
    g_clear_pointer (&found->bundle, tv_bundle_free);
  g_task_return_pointer (task, found, looked_free);
}

static void
on_bundle_checked (GObject *source, GAsyncResult *result, gpointer data)
{
  TvTracePage *self = TV_TRACE_PAGE (source);
  g_autoptr (Looked) found = g_task_propagate_pointer (G_TASK (result), NULL);

  if (self->cancellable == NULL)
    return; /* the page was closed in the meantime */
  if (found->bundle == NULL)
    {
      load_session (self, g_steal_pointer (&found->file)); /* also reports cancellation */
      return;
    }
  g_clear_handle_id (&self->blank_id, g_source_remove);
  g_clear_object (&self->cancellable);
  tv_bundle_page_show (self->bundle_page, self->file, g_steal_pointer (&found->bundle));
  self->actions = g_simple_action_group_new ();
  tv_bundle_page_add_actions (self->bundle_page, G_ACTION_MAP (self->actions));
  gtk_stack_set_visible_child_name (self->stack, "bundle");
  tv_trace_page_set_state (self, TV_TRACE_PAGE_BUNDLE);
}

static void
check_for_bundle (TvTracePage *self)
{
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, on_bundle_checked, NULL);

  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, g_file_get_path (self->file), g_free);
  g_task_run_in_thread (task, check_in_thread);
}

/* Starts to load the file of the page. */
void
tv_trace_page_load (TvTracePage *self)
{
  g_autofree char *name = g_file_get_path (self->file);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  gtk_stack_set_visible_child_name (self->stack, "blank");
  tv_trace_page_set_state (self, TV_TRACE_PAGE_LOADING);
  if (name == NULL)
    g_set_error (&error, TV_ERROR, TV_ERROR_IO, _("%s: only files on this computer can be read"),
                 self->title);
  else
    path = tv_load_find (name, &error);
  if (path == NULL)
    {
      show_error (self, error);
      tv_trace_page_set_state (self, TV_TRACE_PAGE_FAILED);
      return;
    }

  set_file (self, path);
  show_file (self);
  self->is_cancelled_by_user = FALSE;
  self->cancellable = g_cancellable_new ();
  self->blank_id = g_timeout_add (BLANK_MS, show_loading, self);
  if (self->member == NULL && self->multi_file == NULL && self->baseline_file == NULL &&
      !self->is_as_text)
    check_for_bundle (self);
  else
    load_session (self, NULL);
}

/* Cancels loading at the request of the user; “cancelled” is emitted when the worker has stopped. */
void
tv_trace_page_stop_loading (TvTracePage *self)
{
  if (self->cancellable == NULL)
    return;
  self->is_cancelled_by_user = TRUE;
  g_cancellable_cancel (self->cancellable);
}

/* Cancels loading and all other work, for example when the tab is closed. */
void
tv_trace_page_cancel (TvTracePage *self)
{
  g_return_if_fail (TV_IS_TRACE_PAGE (self));

  g_clear_handle_id (&self->blank_id, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  cancel_names (self);
}
