/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Selects the names that a page shows: those from a mapping.txt, those in the file, or those from symbol files. For a
 * mapping.txt and for the names in the file, a worker renames the trace; for symbol files, it reads the file again.
 * The result is a new page, which replaces the current one when it is complete. */

#include "ui/pages/page-names.h"

#include <glib/gi18n.h>

#include "analysis/samples/unnamed-code.h"
#include "core/error.h"
#include "core/file-name.h"
#include "core/number-format.h"
#include "core/trace-renamer.h"
#include "formats/symbol-files.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/settings.h"

struct _TvPageNames
{
  GObject parent_instance;

  TvTracePage *page;         /* not owned: the page owns this object */
  GtkButton *symbols_button; /* child of @page */
  GCancellable *cancellable; /* (nullable): set while a worker renames or reads the trace */
};

G_DEFINE_FINAL_TYPE (TvPageNames, tv_page_names, G_TYPE_OBJECT)

static TvSession *
get_session (TvPageNames *self)
{
  return tv_trace_page_get_session (self->page);
}

/* Cancels the worker. Called when the page is closed, and before another change of names. */
void
tv_page_names_cancel (TvPageNames *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/* Cancels the worker, and prepares the next one. Returns: (transfer full): user data for its callback, which must
 * release the references to this object and to the page */
static TvPageNames *
restart (TvPageNames *self)
{
  tv_page_names_cancel (self);
  self->cancellable = g_cancellable_new ();
  g_object_ref (self->page);
  return g_object_ref (self);
}

/* Returns whether the page was closed while a worker was running. */
static gboolean
is_closed (TvPageNames *self)
{
  return self->cancellable == NULL || gtk_widget_get_root (GTK_WIDGET (self->page)) == NULL;
}

/* ==== Mapping files ==== */

static void
report_failure (TvPageNames *self, const GError *error)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self->page));
  GtkWidget *dialog = adw_message_dialog_new (root != NULL ? GTK_WINDOW (root) : NULL,
                                              _("Could Not Read Names"), error->message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Returns: (transfer full) (nullable): a message with the number of methods whose class the mapping file contains;
 * NULL without a mapping file */
static char *
dup_known (TvTrace *trace)
{
  const TvNaming *naming = tv_trace_get_naming (trace);
  g_autofree char *base = NULL;

  if (naming == NULL || naming->map == NULL)
    return NULL;
  base = g_path_get_basename (naming->map);
  /* Translators: a file, number of methods whose class it contains, and number of all methods */
  return tv_number_printf (_("%s contains the classes of %u of %u methods"), base, naming->n_known,
                           naming->n_methods);
}

static void
on_renamed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TvTracePage) shown = TV_PAGE_NAMES (data)->page;
  g_autoptr (TvPageNames) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvSession) session = tv_session_load_finish (result, &error);
  g_autofree char *known = NULL;
  g_autoptr (GtkWidget) page = NULL;

  if (is_closed (self))
    return;
  if (session == NULL && g_error_matches (error, TV_ERROR, TV_ERROR_CANCELLED))
    return; /* a newer request exists */
  g_clear_object (&self->cancellable);
  if (session == NULL)
    {
      report_failure (self, error);
      return;
    }
  known = dup_known (tv_session_get_trace (session));
  page = g_object_ref_sink (tv_trace_page_replace_session (self->page, session));
  if (known != NULL)
    gtk_widget_activate_action (page, "win.report", "s", known);
}

static void
rename_by (TvPageNames *self, const TvSessionNames *names)
{
  TvPageNames *job = restart (self);

  tv_session_rename_async (get_session (self), names, self->cancellable, on_renamed, job);
}

/* ---- Actions ---- */

static void
deobfuscate (gpointer object, const char *name, GVariant *parameter)
{
  TvPageNames *self = object;
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
  return g_variant_new_boolean (tv_session_get_names (get_session (object))->are_raw);
}

static void
change_raw_names (gpointer object, GVariant *value)
{
  TvPageNames *self = object;
  const TvSessionNames *names = tv_session_get_names (get_session (self));
  gboolean are_raw = g_variant_get_boolean (value);

  if (are_raw != names->are_raw)
    rename_by (self, &(TvSessionNames){ .map = names->map, .are_raw = are_raw });
}

/* Returns whether the page shows names other than those in the file, or can show them instead. */
static gboolean
has_other_names (gpointer object)
{
  TvSession *session = get_session (object);
  TvTrace *trace = tv_session_get_trace (session);

  return tv_trace_get_raw (trace) != trace || tv_session_get_names (session)->are_raw;
}

static GVariant *
get_mapping (gpointer object)
{
  const TvNaming *naming = tv_trace_get_naming (tv_session_get_trace (get_session (object)));

  return g_variant_new_string (naming != NULL && naming->map != NULL ? naming->map : "");
}

static const TvObjectAction actions[] = {
  { "deobfuscate-with", "s", deobfuscate, NULL, NULL, NULL, NULL },
  { "raw-names", "b", NULL, get_raw_names, change_raw_names, has_other_names, "notify::session" },
  { "mapping", "s", NULL, get_mapping, NULL, NULL, "notify::session" },
};

/* Adds the actions for names. Must be called when the page has a session. */
void
tv_page_names_add_actions (TvPageNames *self, GActionMap *map)
{
  tv_object_actions_add (map, self, self->page, actions, G_N_ELEMENTS (actions));
}

/* ==== Symbol files ==== */

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

/* Reports how many of the libraries that lacked symbols now have symbols. */
static void
show_found (TvPageNames *self, TvTrace *before, TvTrace *after)
{
  g_autoptr (GHashTable) unnamed = tv_trace_count_unnamed (before);
  g_autoptr (GHashTable) still_unnamed = tv_trace_count_unnamed (after);
  guint n = g_hash_table_size (unnamed);
  /* Translators: number of libraries that were found, and number of libraries that were missing */
  g_autofree char *text = g_strdup_printf (
      ngettext ("%u of %u library found", "%u of %u libraries found", n),
      tv_unnamed_count_found (unnamed, still_unnamed), n);

  gtk_widget_activate_action (GTK_WIDGET (self->page), "win.report", "s", text);
}

static void
set_locating (TvPageNames *self, double fraction)
{
  g_autofree char *label = g_strdup_printf (_("Locating… %.0f %%"), 100.0 * fraction);

  gtk_button_set_label (self->symbols_button, label);
}

static void
on_progress (double fraction, gpointer data)
{
  if (TV_PAGE_NAMES (data)->cancellable != NULL)
    set_locating (data, fraction);
}

static void
on_read_again (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TvTracePage) shown = TV_PAGE_NAMES (data)->page;
  g_autoptr (TvPageNames) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvSession) session = tv_session_load_finish (result, &error);

  if (is_closed (self))
    return;
  gtk_button_set_label (self->symbols_button, _("_Locate Symbols…"));
  if (session == NULL && g_error_matches (error, TV_ERROR, TV_ERROR_CANCELLED))
    return; /* another change of names has cancelled this one */
  g_clear_object (&self->cancellable);
  if (session == NULL)
    {
      gtk_widget_activate_action (GTK_WIDGET (self->page), "win.report", "s", error->message);
      return;
    }
  show_found (self, tv_session_get_trace (get_session (self)), tv_session_get_trace (session));
  tv_trace_page_replace_session (self->page, session);
}

/* Reads the file again on a worker, with the symbols in a folder. The current page remains visible until the new page
 * is complete. */
static void
use_symbols (TvPageNames *self, const char *folder)
{
  TvPageNames *job = restart (self);

  add_folder (folder);
  set_locating (self, 0.0);
  tv_trace_page_read_again (self->page, self->cancellable, on_progress, on_read_again, job);
}

static void
on_folder_chosen (GtkNativeDialog *chooser, int response, TvPageNames *self)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  g_object_unref (chooser);
  /* Settings must be valid UTF-8. */
  if (response == GTK_RESPONSE_ACCEPT && path != NULL && g_utf8_validate (path, -1, NULL) &&
      get_session (self) != NULL)
    use_symbols (self, path);
}

/* Lets the user choose a folder with symbols, then reads the file again. */
void
tv_page_names_locate_symbols (TvPageNames *self)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _("Locate Symbols"), GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self->page))),
      GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("_Locate"), NULL);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_folder_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* ==== Object ==== */

static void
tv_page_names_class_init (TvPageNamesClass *klass)
{
}

static void
tv_page_names_init (TvPageNames *self)
{
}

/**
 * tv_page_names_new:
 * @page: a page, which owns the result and must call tv_page_names_cancel() when it is disposed
 * @symbols_button: button of @page for locating symbols, which shows the progress
 */
TvPageNames *
tv_page_names_new (TvTracePage *page, GtkButton *symbols_button)
{
  TvPageNames *self = g_object_new (TV_TYPE_PAGE_NAMES, NULL);

  self->page = page;
  self->symbols_button = symbols_button;
  return self;
}
