/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Exports an image of a view. Shows the file dialog. A worker then calls TvImageExport.make and writes the file, and
 * the main thread reports the result. Remembers the chosen format in the settings. Used by the flame graph, call
 * graph and wait graph; the timeline uses only the file dialog and the format. */

#include "ui/kit/image-export.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "core/file-name.h"
#include "export/replace-file.h"
#include "ui/kit/save-chooser.h"
#include "ui/kit/settings.h"

/* ---- Writing ---- */

typedef struct
{
  const TvImageExport *export;
  gpointer data;
  char *title;
  GFile *file;
  TvImageFormat format;
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
write_image (GOutputStream *stream, gpointer data, GCancellable *cancellable, GError **error)
{
  const TvImage *image = data;

  return tv_image_write (image, stream, cancellable, error);
}

static void
write_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;
  TvImage image = { .format = job->format, .scale = 1.0, .n_pages = 1, .title = job->title };
  GError *error = NULL;

  if (job->export->make (job->data, &image, &error))
    tv_replace_file (job->file, write_image, &image, cancellable, &error);
  if (image.data != NULL)
    job->export->free_drawn (image.data);
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
      gtk_widget_activate_action (widget, "win.report-saved", "(sb)", uri, TRUE);
      return;
    }
  dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (widget)),
                                   _ (job->export->failure), error->message);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

/**
 * tv_image_export_write:
 * @export: kind of export
 * @widget: widget that shows the image; its window reports the result
 * @title: title for the PDF metadata
 * @data: (transfer full): content of the image
 * @file: output file, which is created or replaced
 * @format: file format
 *
 * Writes an image on a worker thread.
 */
void
tv_image_export_write (const TvImageExport *export,
                       GtkWidget *widget,
                       const char *title,
                       gpointer data,
                       GFile *file,
                       TvImageFormat format)
{
  g_autoptr (GTask) task = g_task_new (widget, NULL, on_written, NULL);
  Job *job = g_new0 (Job, 1);

  job->export = export;
  job->data = data;
  job->title = g_strdup (title);
  job->file = g_object_ref (file);
  job->format = format;
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, write_in_thread);
}

/* ---- File chooser ---- */

#define FORMAT_KEY "picture-format"

static void
on_chosen (GtkWidget *widget, GFile *file, guint format, gpointer data)
{
  const TvImageSaveFunc *save = data;

  tv_settings_set_text (FORMAT_KEY, tv_image_format_get_name ((TvImageFormat) format));
  (*save) (widget, file, (TvImageFormat) format);
}

/**
 * tv_image_format_get_last:
 *
 * Returns: the format that was chosen last in the file dialog; PNG if there is none
 */
TvImageFormat
tv_image_format_get_last (void)
{
  g_autofree char *name = tv_settings_dup_text (FORMAT_KEY);
  TvImageFormat format = TV_IMAGE_PNG;

  if (name != NULL)
    tv_image_format_parse (name, &format);
  return format;
}

/**
 * tv_image_choose_file:
 * @widget: widget that shows the image
 * @title: title of the file dialog, translated
 * @stem: suggested filename without extension
 * @format: suggested format
 * @trace_file: file of the trace; the file dialog starts in its folder
 * @save: callback for the chosen file and format
 *
 * Lets the user choose a file and a format. Remembers the format.
 */
void
tv_image_choose_file (GtkWidget *widget,
                      const char *title,
                      const char *stem,
                      TvImageFormat format,
                      GFile *trace_file,
                      TvImageSaveFunc save)
{
  static const char *const suffixes[TV_N_IMAGE_FORMATS] = { ".png", ".svg", ".pdf" };
  static const char *const titles[TV_N_IMAGE_FORMATS] = { N_("PNG image"), N_("SVG drawing"),
                                                          N_("PDF document") };
  TvSaveFormat formats[TV_N_IMAGE_FORMATS];
  TvSaveChooser chooser = { .title = title,
                            .stem = stem,
                            .formats = formats,
                            .n_formats = TV_N_IMAGE_FORMATS,
                            .format = format,
                            .save = on_chosen,
                            .data = g_memdup2 (&save, sizeof save),
                            .free_data = g_free };

  for (guint i = 0; i < TV_N_IMAGE_FORMATS; i++)
    formats[i] = (TvSaveFormat){ tv_image_format_get_name ((TvImageFormat) i), _ (titles[i]),
                                 suffixes[i] };
  tv_save_chooser_show (&chooser, widget, trace_file);
}

/**
 * tv_image_export_choose:
 * @export: kind of export
 * @widget: widget that shows the image
 * @trace_file: file of the trace; the file dialog starts in its folder
 *
 * Lets the user choose a file, then calls TvImageExport.export_to.
 */
void
tv_image_export_choose (const TvImageExport *export, GtkWidget *widget, GFile *trace_file)
{
  g_autofree char *trace_stem = tv_file_dup_stem (trace_file);
  g_autofree char *stem = NULL;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  stem = g_strdup_printf (_ (export->file_name), trace_stem);
#pragma GCC diagnostic pop
  tv_image_choose_file (widget, _ (export->title), stem, tv_image_format_get_last (), trace_file,
                        export->export_to);
}
