/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Locate Symbols…: a folder with unstripped libraries for code that has no names. The folder is kept in the settings,
 * and the file is read again, which looks through the folder in its worker. */

#include "ui/pages/trace-page-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "analysis/samples/unnamed-code.h"
#include "formats/symbol-files.h"
#include "ui/kit/settings.h"

#define FOLDERS_KEY "symbol-folders"

/* The libraries without symbols of a file that is read again. */
static struct
{
  char *uri;
  GHashTable *before;
} located;

static void
forget_located (void)
{
  g_clear_pointer (&located.uri, g_free);
  g_clear_pointer (&located.before, g_hash_table_unref);
}

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

/* Reads the file again with the symbols of a folder, which is kept. */
static void
use_symbols (TvTracePage *self, const char *folder)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));
  g_autofree char *uri = g_file_get_uri (self->file);

  add_folder (folder);
  forget_located ();
  located.uri = g_strdup (uri);
  located.before = tv_trace_count_unnamed (tv_session_get_trace (self->session));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.close-tab", NULL);
  gtk_widget_activate_action (window, "win.open-uri", "s", uri);
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

/* Returns whether names may be missing because libraries were not found: for a file of its own, not one of several. */
gboolean
tv_trace_page_can_locate_symbols (TvTracePage *self)
{
  g_autoptr (GHashTable) unnamed = NULL;

  if (!tv_symbol_files_are_read () || self->member != NULL || self->baseline_file != NULL ||
      !tv_trace_has (tv_session_get_trace (self->session), TV_HAS_STACK_SAMPLES))
    return FALSE;
  unnamed = tv_trace_count_unnamed (tv_session_get_trace (self->session));
  return g_hash_table_size (unnamed) > 0;
}

/* Shows how many libraries were found, once their file is read again. */
void
tv_trace_page_tell_symbols (TvTracePage *self)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (GTK_WIDGET (self), ADW_TYPE_TOAST_OVERLAY);
  g_autofree char *uri = g_file_get_uri (self->file);
  g_autoptr (GHashTable) after = NULL;
  g_autofree char *text = NULL;
  guint n;

  if (located.uri == NULL || !g_str_equal (located.uri, uri))
    return;
  after = tv_trace_count_unnamed (tv_session_get_trace (self->session));
  n = g_hash_table_size (located.before);
  /* Translators: of libraries, how many were found and how many were missing */
  text = g_strdup_printf (ngettext ("%u of %u library found", "%u of %u libraries found", n),
                          tv_unnamed_count_found (located.before, after), n);
  forget_located ();
  if (overlay != NULL)
    adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), adw_toast_new (text));
}
