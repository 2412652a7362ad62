/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/save-range.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "core/error.h"
#include "core/file-name.h"
#include "export/replace-file.h"
#include "formats/cut.h"
#include "ui/kit/progress-toast.h"
#include "ui/kit/save-chooser.h"

/* Saves the selected time range of a file in its original format. Called by the actions of the trace page. A worker
 * cuts the input file, not the trace in memory, and writes the result; the main thread shows the progress and errors.
 * Does not change the session. */

typedef struct
{
  GtkWidget *widget;
  char *path; /* path of the input file */
  TvTrace *trace;
  TvSelection *selection;
  GFile *file;
  GCancellable *cancellable;
  TvProgressToast *progress;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->widget);
  g_free (job->path);
  g_object_unref (job->trace);
  tv_selection_unref (job->selection);
  g_object_unref (job->file);
  g_object_unref (job->cancellable);
  g_free (job);
}

/* ---- Writing ---- */

/* Writes the selected range. Implements #TvFileWriter. */
static gboolean
write_part (GOutputStream *stream, gpointer data, GCancellable *cancellable, GError **error)
{
  const Job *job = data;

  return tv_cut_file (job->path, job->trace, job->selection, stream, tv_progress_toast_set,
                      job->progress, cancellable, error);
}

static char *
dup_id (GFile *file)
{
  g_autoptr (GFileInfo)
      info = g_file_query_info (file, G_FILE_ATTRIBUTE_ID_FILE, G_FILE_QUERY_INFO_NONE, NULL, NULL);

  return info != NULL ? g_strdup (g_file_info_get_attribute_string (info, G_FILE_ATTRIBUTE_ID_FILE))
                      : NULL;
}

/* Returns whether @a and @b are the same file, possibly through links. */
static gboolean
is_same (GFile *a, GFile *b)
{
  g_autofree char *id = dup_id (a);
  g_autofree char *other = dup_id (b);

  return g_file_equal (a, b) || (id != NULL && g_strcmp0 (id, other) == 0);
}

static void
write_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;
  g_autoptr (GFile) whole = g_file_new_for_path (job->path);
  GError *error = NULL;

  if (is_same (whole, job->file))
    g_set_error_literal (&error, TV_ERROR, TV_ERROR_IO,
                         _("the range cannot be saved to the original file"));
  else if (tv_replace_file (job->file, write_part, job, cancellable, &error))
    tv_cut_keep_time (job->path, job->file, &error);
  if (error == NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
show_error (Job *job, const GError *error)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (job->widget)),
                                              _("Could Not Save Range"), error->message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

/* If the input file is truncated or lacks records, reports this, because records may also be missing in the saved
 * range. */
static void
report_truncation (Job *job)
{
  static const TvProblemKind kinds[] = { TV_PROBLEM_CUT_RECORD, TV_PROBLEM_MISSING_RECORDS,
                                         TV_PROBLEM_CUT_CONTAINER };
  guint n;
  const TvProblem *problems = tv_trace_get_problems (job->trace, &n);

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
      if (problems[i].kind == kinds[k])
        {
          gtk_widget_activate_action (job->widget, "win.report", "s",
                                      tv_problem_kind_text (kinds[k]));
          return;
        }
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autofree char *uri = g_file_get_uri (job->file);

  tv_progress_toast_end (job->progress);
  if (g_task_propagate_boolean (G_TASK (result), &error))
    {
      gtk_widget_activate_action (job->widget, "win.report-saved", "(sb)", uri, FALSE);
      report_truncation (job);
    }
  else if (!g_error_matches (error, TV_ERROR, TV_ERROR_CANCELLED))
    show_error (job, error);
}

/* Returns: whether a range is selected, and the file's format supports saving a range */
gboolean
tv_save_range_is_possible (TvSession *session)
{
  GFile *file = tv_session_get_file (session);
  gint64 start_ns, end_ns;

  return file != NULL && g_file_peek_path (file) != NULL &&
         tv_session_get_range (session, &start_ns, &end_ns) &&
         tv_cut_is_possible (tv_session_get_trace (session));
}

/**
 * tv_save_range_to:
 * @widget: widget that shows the session
 * @session: a session for which tv_save_range_is_possible() returns %TRUE
 * @file: output file, which is created or replaced; must differ from the session's file
 *
 * Saves the selected range, limited to the selected threads, on a worker thread, and reports the result.
 */
void
tv_save_range_to (GtkWidget *widget, TvSession *session, GFile *file)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (widget, cancellable, on_written, NULL);
  Job *job = g_new0 (Job, 1);
  g_autoptr (TvSelection) range = NULL;
  gint64 start_ns, end_ns;
  guint n;
  const guint32 *utids = tv_selection_get_threads (tv_session_get_selection (session), &n);

  tv_session_get_range (session, &start_ns, &end_ns);
  range = tv_selection_new_range (start_ns, end_ns);
  job->widget = g_object_ref (widget);
  job->path = g_file_get_path (tv_session_get_file (session));
  job->trace = g_object_ref (tv_session_get_trace (session));
  job->selection = tv_selection_with_threads (range, job->trace, utids, n);
  job->file = g_object_ref (file);
  job->cancellable = g_object_ref (cancellable);
  job->progress = tv_progress_toast_new (widget, _("Saving the range"), cancellable);
  g_signal_connect_object (widget, "unrealize", G_CALLBACK (g_cancellable_cancel), cancellable,
                           G_CONNECT_SWAPPED);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, write_in_thread);
}

/* ---- File chooser ---- */

static void
on_chosen (GtkWidget *widget, GFile *file, guint format, gpointer session)
{
  if (tv_save_range_is_possible (session))
    tv_save_range_to (widget, session, file);
}

/**
 * tv_save_range_choose:
 * @widget: widget that shows the session
 * @session: a session for which tv_save_range_is_possible() returns %TRUE
 *
 * Lets the user choose a file, then saves the range, see tv_save_range_to().
 */
void
tv_save_range_choose (GtkWidget *widget, TvSession *session)
{
  GFile *whole = tv_session_get_file (session);
  g_autofree char *name = tv_file_dup_shown_name (whole);
  g_autofree char *whole_stem = tv_file_dup_stem (whole);
  /* Translators: suggested filename of a saved range; %s is the name of the trace */
  g_autofree char *stem = g_strdup_printf (_("%s part"), whole_stem);
  TvSaveFormat format = { "own", tv_trace_get_format (tv_session_get_trace (session)),
                          name + strlen (whole_stem) };
  TvSaveChooser chooser = { .title = _("Save Range"),
                            .stem = stem,
                            .formats = &format,
                            .n_formats = 1,
                            .save = on_chosen,
                            .data = g_object_ref (session),
                            .free_data = g_object_unref };

  tv_save_chooser_show (&chooser, widget, whole);
}
