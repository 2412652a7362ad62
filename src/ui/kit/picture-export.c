/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/kit/picture-export.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "core/file-name.h"
#include "export/replace-file.h"

/* ---- Writing ---- */

typedef struct
{
  const TvPictureExport *export;
  gpointer data;
  char *title;
  GFile *file;
  TvPictureFormat format;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  job->export->free_data (job->data);
  g_object_unref (job->file);
  g_free (job->title);
  g_free (job);
}

static gboolean
write_picture (GOutputStream *stream, gpointer data, GCancellable *cancellable, GError **error)
{
  const TvPicture *picture = data;

  return tv_picture_write (picture, stream, cancellable, error);
}

static void
write_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;
  TvPicture picture = { .format = job->format, .scale = 1.0, .n_pages = 1, .title = job->title };
  GError *error = NULL;

  if (job->export->make (job->data, &picture, &error))
    tv_replace_file (job->file, write_picture, &picture, cancellable, &error);
  if (picture.data != NULL)
    job->export->free_drawn (picture.data);
  if (error == NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GtkWidget *widget = GTK_WIDGET (source), *dialog;
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autofree char *uri = g_file_get_uri (job->file);

  if (g_task_propagate_boolean (G_TASK (result), &error))
    {
      gtk_widget_activate_action (widget, "win.tell-saved", "(sb)", uri, TRUE);
      return;
    }
  dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (widget)),
                                   _ (job->export->failure), error->message);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

/**
 * tv_picture_export_write:
 * @export: kind of picture
 * @widget: widget that shows it, and that reports errors
 * @title: title in the PDF metadata
 * @data: (transfer full): content to draw
 * @file: file to create or to replace; its suffix selects the format, PNG by default
 *
 * Writes a picture in a worker.
 */
void
tv_picture_export_write (const TvPictureExport *export,
                         GtkWidget *widget,
                         const char *title,
                         gpointer data,
                         GFile *file)
{
  g_autoptr (GTask) task = g_task_new (widget, NULL, on_written, NULL);
  g_autofree char *base = g_file_get_basename (file);
  Job *job = g_new0 (Job, 1);

  job->export = export;
  job->data = data;
  job->title = g_strdup (title);
  job->file = g_object_ref (file);
  job->format = TV_PICTURE_PNG;
  tv_picture_format_find (base, &job->format);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, write_in_thread);
}

/* ---- File chooser ---- */

#define EXPORT_KEY "tv-picture-export"

static void
on_response (GtkNativeDialog *chooser, int response, GtkWidget *widget)
{
  const TvPictureExport *export = g_object_get_data (G_OBJECT (chooser), EXPORT_KEY);

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));

      export->export_to (widget, file);
    }
  g_object_unref (chooser);
}

static char *
dup_file_name (const TvPictureExport *export, GFile *trace_file)
{
  g_autofree char *name = tv_file_dup_shown_name (trace_file);
  char *point = strrchr (name, '.');

  if (point != NULL && point != name)
    *point = '\0';
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (_ (export->file_name), name);
#pragma GCC diagnostic pop
}

/**
 * tv_picture_export_choose:
 * @export: kind of picture
 * @widget: widget that shows it
 * @trace_file: source of the data; the dialog starts in its folder
 *
 * Asks for a file, then writes the picture.
 */
void
tv_picture_export_choose (const TvPictureExport *export, GtkWidget *widget, GFile *trace_file)
{
  g_autoptr (GFile) folder = tv_file_find_folder (trace_file);
  g_autofree char *file_name = dup_file_name (export, trace_file);
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _ (export->title), GTK_WINDOW (gtk_widget_get_root (widget)), GTK_FILE_CHOOSER_ACTION_SAVE,
      _("_Export"), NULL);

  g_object_set_data (G_OBJECT (chooser), EXPORT_KEY, (gpointer) export);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), file_name);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder, NULL);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_response), widget, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}
