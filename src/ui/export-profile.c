/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/export-profile.h"

#include <glib/gi18n.h>

#include "export/write-table.h"

typedef struct
{
  TvWindow *window;
  TvProfileOrder *order;
  GFile *file;
} ExportJob;

static void
export_job_free (gpointer data)
{
  ExportJob *job = data;

  g_object_unref (job->window);
  tv_profile_order_unref (job->order);
  g_object_unref (job->file);
  g_free (job);
}

static TvProfileOrder *
get_order (TvWindow *window)
{
  TvTracePage *page = tv_window_get_page (window);

  if (page == NULL || tv_trace_page_get_session (page) == NULL)
    return NULL;
  return tv_profile_model_get_order (
      tv_profile_view_get_model (tv_panel_get_profile (tv_trace_page_get_panel (page))));
}

static void
write_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  ExportJob *job = task_data;
  GError *error = NULL;

  if (tv_write_table_to_file (tv_profile_order_get_table (job->order),
                              tv_profile_order_get_rows (job->order), TV_TEXT_CSV, job->file,
                              cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
show_error (ExportJob *job, const GError *error)
{
  GtkWidget *dialog = adw_message_dialog_new (
      GTK_WINDOW (job->window), _("The Profile Could Not Be Exported"), error->message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask *task = G_TASK (result);
  ExportJob *job = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) folder = NULL;
  g_autofree char *uri = NULL;
  AdwToast *toast;

  if (!g_task_propagate_boolean (task, &error))
    {
      show_error (job, error);
      return;
    }
  folder = g_file_get_parent (job->file);
  toast = adw_toast_new (_("Profile exported"));
  if (folder != NULL)
    {
      uri = g_file_get_uri (folder);
      adw_toast_set_button_label (toast, _("_Open Folder"));
      adw_toast_set_action_name (toast, "win.open-folder");
      adw_toast_set_action_target (toast, "s", uri);
    }
  tv_window_add_toast (job->window, toast);
}

/**
 * tv_export_profile:
 * @window: shows a trace
 * @file: to be written, replacing what it was
 *
 * Writes the profile as CSV in a worker and says how it went.
 */
void
tv_export_profile (TvWindow *window, GFile *file)
{
  TvProfileOrder *order = get_order (window);
  g_autoptr (GTask) task = NULL;
  ExportJob *job;

  if (order == NULL)
    return;
  job = g_new0 (ExportJob, 1);
  job->window = g_object_ref (window);
  job->order = tv_profile_order_ref (order);
  job->file = g_object_ref (file);
  task = g_task_new (window, NULL, on_written, NULL);
  g_task_set_task_data (task, job, export_job_free);
  g_task_run_in_thread (task, write_in_thread);
}

static void
on_response (GtkNativeDialog *chooser, int response, TvWindow *window)
{
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
      tv_export_profile (window, file);
    }
  g_object_unref (chooser);
}

static char *
dup_default_name (TvWindow *window)
{
  g_autoptr (GFile) file = g_object_ref (tv_trace_page_get_file (tv_window_get_page (window)));
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = g_filename_display_name (base);
  char *point = strrchr (name, '.');

  if (point != NULL && point != name)
    *point = '\0';
  return g_strdup_printf ("%s-profile.csv", name);
}

/* Asks where to write the profile, then writes it. */
void
tv_export_profile_choose (TvWindow *window)
{
  GtkFileChooserNative *chooser;
  g_autoptr (GFile) folder = NULL;
  g_autofree char *name = NULL;

  if (get_order (window) == NULL)
    return;
  name = dup_default_name (window);
  folder = g_file_get_parent (tv_trace_page_get_file (tv_window_get_page (window)));
  chooser = gtk_file_chooser_native_new (_("Export Profile"), GTK_WINDOW (window),
                                         GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder, NULL);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_response), window, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}
