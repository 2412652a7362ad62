/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shows the file dialog for a mapping.txt, and checks on a worker whether a dropped file is one. Called by the
 * actions and the drop handler of the window. Does not rename symbols itself: it activates "win.deobfuscate-with",
 * which the page handles. Remembers the chosen folder in the settings. */

#include "ui/window/deobfuscate.h"

#include <glib/gi18n.h>

#include "formats/names/name-map.h"
#include "ui/kit/settings.h"
#include "ui/kit/work.h"

static void
use (TvWindow *window, GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.deobfuscate-with", "s", uri);
}

/* ---- File chooser ---- */

static void
on_response (GtkNativeDialog *chooser, int response, TvWindow *window)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));

  if (response == GTK_RESPONSE_ACCEPT && file != NULL)
    {
      g_autoptr (GFile) folder = g_file_get_parent (file);
      g_autofree char *uri = folder != NULL ? g_file_get_uri (folder) : g_strdup ("");

      tv_settings_set_text ("mapping-folder", uri);
      use (window, file);
    }
  g_object_unref (chooser);
}

static void
add_filter (GtkFileChooser *chooser, const char *name, const char *const *patterns)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (chooser, filter);
}

/* Lets the user choose a mapping file. Its folder is remembered separately, because mapping files are in build
 * folders. */
void
tv_deobfuscate_choose (TvWindow *window)
{
  static const char *const maps[] = { "*.txt", "*.map", "*.txt.gz", "*.zip", NULL };
  static const char *const all[] = { "*", NULL };
  g_autofree char *folder_uri = tv_settings_dup_text ("mapping-folder");
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _("Deobfuscate With"), GTK_WINDOW (window), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Deobfuscate"),
      NULL);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  add_filter (GTK_FILE_CHOOSER (chooser), _("Mapping Files of R8 and ProGuard"), maps);
  add_filter (GTK_FILE_CHOOSER (chooser), _("All Files"), all);
  if (*folder_uri != '\0')
    {
      g_autoptr (GFile) folder = g_file_new_for_uri (folder_uri);

      gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder, NULL);
    }
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_response), window, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* ---- Drag and drop ---- */

typedef struct
{
  TvWindow *window;
  GFile *file;
} Drop;

static void
drop_free (gpointer data)
{
  Drop *drop = data;

  g_object_unref (drop->window);
  g_object_unref (drop->file);
  g_free (drop);
}

/* Checks a dropped file on a worker. Returns: (nullable): @drop if the file is a mapping.txt; NULL otherwise */
static gpointer
examine (gpointer drop, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = g_file_get_path (((Drop *) drop)->file);
  g_autoptr (TvInput) input = path != NULL ? tv_input_open (path, cancellable, NULL) : NULL;

  return input != NULL && tv_name_map_is_one (input) ? drop : NULL;
}

static const TvWork examine_work = { examine, drop_free, NULL };

static void
on_examined (gpointer window, gpointer drop, gpointer result, const GError *error)
{
  GFile *file = ((Drop *) drop)->file;

  if (result != NULL && tv_window_get_session (window) != NULL)
    use (window, file);
  else
    tv_window_open (window, file, NULL);
}

/**
 * tv_deobfuscate_drop:
 * @window: a window that shows a trace
 * @file: file that was dropped on the window
 *
 * Renames the symbols of the trace if the file is a mapping.txt; otherwise, opens the file.
 */
void
tv_deobfuscate_drop (TvWindow *window, GFile *file)
{
  Drop *drop = g_new0 (Drop, 1);

  drop->window = g_object_ref (window);
  drop->file = g_object_ref (file);
  tv_work_start (&examine_work, drop, on_examined, window, NULL);
}
