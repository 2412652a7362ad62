/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Locate Symbols…: a folder with unstripped libraries for code that has no names. The folder is saved in the settings,
 * and the file is read again in a worker, which looks through the folder. */

#include "ui/pages/trace-page-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "analysis/samples/unnamed-code.h"
#include "core/error.h"
#include "formats/symbol-files.h"
#include "ui/kit/settings.h"

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

/* Shows how many of the libraries without symbols have some now. */
static void
show_found (TvTracePage *self, TvTrace *before, TvTrace *after)
{
  g_autoptr (GHashTable) unnamed = tv_trace_count_unnamed (before);
  g_autoptr (GHashTable) still_unnamed = tv_trace_count_unnamed (after);
  guint n = g_hash_table_size (unnamed);
  /* Translators: of libraries, how many were found and how many were missing */
  g_autofree char *text = g_strdup_printf (
      ngettext ("%u of %u library found", "%u of %u libraries found", n),
      tv_unnamed_count_found (unnamed, still_unnamed), n);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s", text);
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
    return; /* closed meanwhile */
  gtk_button_set_label (GTK_BUTTON (self->symbols_button), _("_Locate Symbols…"));
  if (session == NULL && g_error_matches (error, TV_ERROR, TV_ERROR_CANCELLED))
    return; /* the names are changed in another way now */
  g_clear_object (&self->names_cancellable);
  if (session == NULL)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s", error->message);
      return;
    }
  show_found (self, tv_session_get_trace (self->session), tv_session_get_trace (session));
  page = g_object_ref_sink (tv_trace_page_new_renamed (self, session));
  tv_trace_page_replace (self, TV_TRACE_PAGE (page));
}

/* Reads the file again in a worker, with the symbols of a folder. This page is shown until the other is ready. */
static void
use_symbols (TvTracePage *self, const char *folder)
{
  add_folder (folder);
  if (self->keeper != NULL)
    tv_view_keeper_keep (self->keeper);
  tv_trace_page_cancel_names (self);
  self->names_cancellable = g_cancellable_new ();
  set_locating (self, 0.0);
  tv_trace_page_read (self, self->names_cancellable, on_progress, on_read_again);
}

static void
on_folder_chosen (GtkNativeDialog *chooser, int response, TvTracePage *self)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  g_object_unref (chooser);
  /* A setting is UTF-8. */
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

/* Returns whether names may be missing because libraries were not found; a comparison has no such action. */
gboolean
tv_trace_page_can_locate_symbols (TvTracePage *self)
{
  g_autoptr (GHashTable) unnamed = NULL;

  if (!tv_symbol_files_are_read () || self->baseline_file != NULL ||
      !tv_trace_has (tv_session_get_trace (self->session), TV_HAS_STACK_SAMPLES))
    return FALSE;
  unnamed = tv_trace_count_unnamed (tv_session_get_trace (self->session));
  return g_hash_table_size (unnamed) > 0;
}
