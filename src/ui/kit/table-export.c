/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/kit/table-export.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "core/file-name.h"
#include "export/write-table.h"

typedef struct
{
  GtkWidget *widget;
  TvTable *table;
  GBytes *order; /* (nullable) */
  GFile *file;
} ExportJob;

static void
export_job_free (gpointer data)
{
  ExportJob *job = data;

  g_object_unref (job->widget);
  g_object_unref (job->table);
  g_clear_pointer (&job->order, g_bytes_unref);
  g_clear_object (&job->file);
  g_free (job);
}

static ExportJob *
export_job_new (GtkWidget *widget, TvTable *table, GBytes *order, GFile *file)
{
  ExportJob *job = g_new0 (ExportJob, 1);

  job->widget = g_object_ref (widget);
  job->table = g_object_ref (table);
  job->order = order != NULL ? g_bytes_ref (order) : NULL;
  job->file = file != NULL ? g_object_ref (file) : NULL;
  return job;
}

static void
write_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  ExportJob *job = task_data;
  const guint32 *rows = job->order != NULL ? g_bytes_get_data (job->order, NULL) : NULL;
  GError *error = NULL;

  if (tv_write_table_to_file (job->table, rows, TV_TEXT_CSV, job->file, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
show_error (ExportJob *job, const GError *error)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (job->widget)),
                                              _("The Table Could Not Be Exported"), error->message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
show_success (ExportJob *job)
{
  g_autofree char *uri = g_file_get_uri (job->file);

  gtk_widget_activate_action (job->widget, "win.tell-saved", "(sb)", uri, FALSE);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ExportJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    show_success (job);
  else
    show_error (job, error);
}

/**
 * tv_table_export:
 * @widget: shows the table
 * @table: what is to be written
 * @order: (nullable): its rows as guint32 in the order to write them
 * @file: to be written, replacing what it was
 *
 * Writes a table as CSV in a worker and says how it went.
 */
void
tv_table_export (GtkWidget *widget, TvTable *table, GBytes *order, GFile *file)
{
  g_autoptr (GTask) task = g_task_new (widget, NULL, on_written, NULL);

  g_task_set_task_data (task, export_job_new (widget, table, order, file), export_job_free);
  g_task_run_in_thread (task, write_in_thread);
}

/* ---- Asking where ---- */

static void
on_response (GtkNativeDialog *chooser, int response, gpointer data)
{
  ExportJob *job = data;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));

      tv_table_export (job->widget, job->table, job->order, file);
    }
  g_object_unref (chooser);
}

static void
export_job_closed (gpointer data, GClosure *closure)
{
  export_job_free (data);
}

/* "shop-start.trace" and its table "method_profile" make "shop-start-method-profile.csv". */
static char *
dup_default_name (GFile *trace_file, TvTable *table)
{
  g_autofree char *name = trace_file != NULL ? tv_file_dup_shown_name (trace_file)
                                             : g_strdup ("trace");
  g_autofree char *table_name = g_strdelimit (g_strdup (tv_table_get_name (table)), "_", '-');
  char *point = strrchr (name, '.');

  if (point != NULL && point != name)
    *point = '\0';
  return g_strdup_printf ("%s-%s.csv", name, table_name);
}

/**
 * tv_table_export_choose:
 * @widget: shows the table
 * @trace_file: (nullable): what its numbers are from; the file chooser begins beside it
 * @table: what is to be written
 * @order: (nullable): as for tv_table_export()
 *
 * Asks where to write a table, then does as tv_table_export().
 */
void
tv_table_export_choose (GtkWidget *widget, GFile *trace_file, TvTable *table, GBytes *order)
{
  g_autoptr (GFile) folder = trace_file != NULL ? tv_file_find_folder (trace_file) : NULL;
  g_autofree char *name = dup_default_name (trace_file, table);
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _("Export Table"), GTK_WINDOW (gtk_widget_get_root (widget)), GTK_FILE_CHOOSER_ACTION_SAVE,
      _("_Export"), NULL);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder, NULL);
  g_signal_connect_data (chooser, "response", G_CALLBACK (on_response),
                         export_job_new (widget, table, order, NULL), export_job_closed, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}
