/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/export-stacks.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "core/error.h"
#include "core/file-name.h"
#include "export/stacks.h"
#include "ui/kit/progress-toast.h"
#include "ui/kit/save-chooser.h"

/* Exports the selected stacks in the formats of export/stacks.h, such as folded stacks. Called by the actions of the
 * trace page. A worker writes the file from references to the trace and the selection; the main thread shows the
 * progress and errors. Closing the page cancels the export. */

typedef struct
{
  GtkWidget *widget;
  TvTrace *trace;
  TvSelection *selection;
  guint32 source;
  char *name;
  GFile *file;
  TvStackFormat format;
  GCancellable *cancellable;
  TvProgressToast *progress;
} ExportJob;

static void
export_job_free (gpointer data)
{
  ExportJob *job = data;

  g_object_unref (job->widget);
  g_object_unref (job->trace);
  tv_selection_unref (job->selection);
  g_object_unref (job->file);
  g_object_unref (job->cancellable);
  g_free (job->name);
  g_free (job);
}

static char *
dup_trace_name (TvSession *session)
{
  GFile *file = tv_session_get_file (session);

  return file != NULL ? tv_file_dup_shown_name (file) : g_strdup ("trace");
}

/* ---- Writing ---- */

static void
write_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  ExportJob *job = task_data;
  TvStackExport what = { job->trace, job->selection, job->source, job->name };
  GError *error = NULL;

  if (tv_write_stacks_to_file (&what, job->format, job->file, tv_progress_toast_set, job->progress,
                               cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
show_error (ExportJob *job, const GError *error)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (job->widget)),
                                              _("Could Not Export Stacks"), error->message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Reports the result. Nothing is reported for a cancelled export. */
static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ExportJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autofree char *uri = g_file_get_uri (job->file);

  tv_progress_toast_end (job->progress);
  if (g_task_propagate_boolean (G_TASK (result), &error))
    gtk_widget_activate_action (job->widget, "win.report-saved", "(sb)", uri, FALSE);
  else if (!g_error_matches (error, TV_ERROR, TV_ERROR_CANCELLED))
    show_error (job, error);
}

static void
write_stacks (GtkWidget *widget, TvSession *session, TvStackFormat format, GFile *file)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (widget, cancellable, on_written, NULL);
  ExportJob *job = g_new0 (ExportJob, 1);

  job->widget = g_object_ref (widget);
  job->trace = g_object_ref (tv_session_get_trace (session));
  job->selection = tv_selection_ref (tv_session_get_selection (session));
  job->source = tv_session_get_call_source (session);
  job->name = dup_trace_name (session);
  job->file = g_object_ref (file);
  job->format = format;
  job->cancellable = g_object_ref (cancellable);
  job->progress = tv_progress_toast_new (widget, _("Exporting stacks"), cancellable);
  g_signal_connect_object (widget, "unrealize", G_CALLBACK (g_cancellable_cancel), cancellable,
                           G_CONNECT_SWAPPED);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, job, export_job_free);
  g_task_run_in_thread (task, write_in_thread);
}

/* Returns: whether there are calls, marks or samples to export */
gboolean
tv_export_stacks_is_possible (TvSession *session)
{
  return tv_session_get_call_source (session) != TV_CALLS_OF_SLICES ||
         tv_trace_has (tv_session_get_trace (session), TV_HAS_CALLS) ||
         tv_trace_has (tv_session_get_trace (session), TV_HAS_MARKS);
}

/**
 * tv_export_stacks_to:
 * @widget: widget that shows the session
 * @session: a session
 * @file: output file, which is created or replaced; its extension determines the format, with folded stacks as
 *   default
 *
 * Exports the stacks of the selection on a worker thread, and reports the result.
 */
void
tv_export_stacks_to (GtkWidget *widget, TvSession *session, GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);
  TvStackFormat format = TV_STACKS_FOLDED;

  tv_stack_format_find (base, &format);
  write_stacks (widget, session, format, file);
}

/* ---- File chooser ---- */

static void
on_chosen (GtkWidget *widget, GFile *file, guint format, gpointer session)
{
  write_stacks (widget, session, (TvStackFormat) format, file);
}

/**
 * tv_export_stacks_choose:
 *
 * Lets the user choose a file and a format, then exports the stacks of the selection, see tv_export_stacks_to().
 */
void
tv_export_stacks_choose (GtkWidget *widget, TvSession *session)
{
  static const char *const ids[TV_N_STACK_FORMATS] = { "folded", "speedscope", "pprof", "chrome" };
  GFile *trace_file = tv_session_get_file (session);
  g_autofree char *stem = tv_file_dup_stem (trace_file);
  TvSaveFormat formats[TV_N_STACK_FORMATS];
  TvSaveChooser chooser = { .title = _("Export Stacks"),
                            .stem = stem,
                            .formats = formats,
                            .n_formats = TV_N_STACK_FORMATS,
                            .format = TV_STACKS_SPEEDSCOPE,
                            .save = on_chosen,
                            .data = g_object_ref (session),
                            .free_data = g_object_unref };

  for (guint i = 0; i < TV_N_STACK_FORMATS; i++)
    formats[i] = (TvSaveFormat){ ids[i], _ (tv_stack_format_get_title ((TvStackFormat) i)),
                                 tv_stack_format_get_suffix ((TvStackFormat) i) };
  tv_save_chooser_show (&chooser, widget, trace_file);
}
