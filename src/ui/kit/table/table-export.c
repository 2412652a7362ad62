/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called by ui/pages/panel-actions.c and by the menu of the call tree. The worker opens the table if necessary, and
 * writes it with export/write-table.c. The main thread shows the dialogs. */

#include "ui/kit/table/table-export.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "core/file-name.h"
#include "export/write-table.h"
#include "ui/kit/save-chooser.h"

typedef struct
{
  GtkWidget *widget;
  TvTable *table; /* (nullable): NULL until the worker has opened the table */
  GBytes *order;  /* (nullable): guint32 row numbers in output order; NULL for the table's order */
  GFile *file;
  char *name; /* (nullable): name of the table to open; NULL if @table is given */
  /* Arguments for opening the table: */
  TvTrace *trace;
  TvSelection *selection;
  guint32 source;
  gboolean by_thread;
} ExportJob;

static void
export_job_clear (gpointer data)
{
  ExportJob *job = data;

  g_object_unref (job->widget);
  g_clear_object (&job->table);
  g_clear_object (&job->trace);
  g_clear_pointer (&job->selection, tv_selection_unref);
  g_free (job->name);
  g_clear_pointer (&job->order, g_bytes_unref);
  g_clear_object (&job->file);
}

static void
export_job_unref (gpointer job)
{
  g_atomic_rc_box_release_full (job, export_job_clear);
}

static ExportJob *
export_job_new (GtkWidget *widget, TvTable *table, GBytes *order, GFile *file)
{
  ExportJob *job = g_atomic_rc_box_new0 (ExportJob);

  job->widget = g_object_ref (widget);
  job->table = table != NULL ? g_object_ref (table) : NULL;
  job->order = order != NULL ? g_bytes_ref (order) : NULL;
  job->file = file != NULL ? g_object_ref (file) : NULL;
  return job;
}

static gboolean
open_table (ExportJob *job, GCancellable *cancellable, GError **error)
{
  TvTableOptions options = { .selection = job->selection,
                             .source = &job->source,
                             .by_thread = job->by_thread };

  if (job->table == NULL)
    job->table = tv_tables_open (job->name, job->trace, &options, cancellable, error);
  return job->table != NULL;
}

static void
write_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  ExportJob *job = task_data;
  const guint32 *rows = job->order != NULL ? g_bytes_get_data (job->order, NULL) : NULL;
  GError *error = NULL;

  if (open_table (job, cancellable, &error) &&
      tv_write_table_to_file (job->table, rows, TV_TEXT_CSV, job->file, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
show_error (ExportJob *job, const GError *error)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (job->widget)),
                                              _("Could Not Export Table"), error->message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
show_success (ExportJob *job)
{
  g_autofree char *uri = g_file_get_uri (job->file);

  gtk_widget_activate_action (job->widget, "win.report-saved", "(sb)", uri, FALSE);
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

static void
export_job_run (ExportJob *job)
{
  g_autoptr (GTask) task = g_task_new (job->widget, NULL, on_written, NULL);

  g_task_set_task_data (task, job, export_job_unref);
  g_task_run_in_thread (task, write_in_thread);
}

/**
 * tv_table_export:
 * @widget: widget that shows the table
 * @table: the table to write
 * @order: (nullable): guint32 row numbers in output order; %NULL for the table's order
 * @file: output file, which is created or replaced
 *
 * Writes a table as CSV on a worker thread, and reports the result.
 */
void
tv_table_export (GtkWidget *widget, TvTable *table, GBytes *order, GFile *file)
{
  export_job_run (export_job_new (widget, table, order, file));
}

/* ---- File chooser ---- */

static void
on_chosen (GtkWidget *widget, GFile *file, guint format, gpointer data)
{
  ExportJob *job = data;

  job->file = g_object_ref (file);
  export_job_run (g_atomic_rc_box_acquire (job));
}

/* Returns: (transfer full): the suggested filename without extension, such as "shop-start-method-profile" for the
 * table "method_profile" of "shop-start.trace" */
static char *
dup_stem (GFile *trace_file, const char *table)
{
  g_autofree char *stem = tv_file_dup_stem (trace_file);
  g_autofree char *table_name = g_strdelimit (g_strdup (table), "_", '-');

  return g_strdup_printf ("%s-%s", stem, table_name);
}

/* Lets the user choose a file, then starts the job. @job: (transfer full) */
static void
ask (ExportJob *job, GFile *trace_file)
{
  static const TvSaveFormat csv = { "csv", "CSV", ".csv" };
  g_autofree char *stem = dup_stem (trace_file, job->table != NULL ? tv_table_get_name (job->table)
                                                                   : job->name);
  TvSaveChooser chooser = { .title = _("Export Table"),
                            .stem = stem,
                            .formats = &csv,
                            .n_formats = 1,
                            .save = on_chosen,
                            .data = job,
                            .free_data = export_job_unref };

  tv_save_chooser_show (&chooser, job->widget, trace_file);
}

/**
 * tv_table_export_choose:
 * @widget: widget that shows the table
 * @trace_file: (nullable): file of the trace; the file dialog starts in its folder
 * @table: the table to write
 * @order: (nullable): see tv_table_export()
 *
 * Lets the user choose a file, then calls tv_table_export().
 */
void
tv_table_export_choose (GtkWidget *widget, GFile *trace_file, TvTable *table, GBytes *order)
{
  ask (export_job_new (widget, table, order, NULL), trace_file);
}

/**
 * tv_table_export_tree:
 * @widget: widget that shows the call tree
 * @name: name of a call tree table, see tv_tables_open()
 * @tree: a call tree; the table is opened with the trace, selection and source of @tree
 * @trace_file: (nullable): see tv_table_export_choose()
 * @file: (nullable): output file; %NULL to let the user choose one
 *
 * Opens a call tree table and writes it as CSV on a worker thread, and reports the result.
 */
void
tv_table_export_tree (GtkWidget *widget,
                      const char *name,
                      TvCallTree *tree,
                      GFile *trace_file,
                      GFile *file)
{
  TvCallPaths *paths = tv_call_tree_get_paths (tree);
  ExportJob *job = export_job_new (widget, NULL, NULL, file);

  job->name = g_strdup (name);
  job->trace = g_object_ref (tv_call_paths_get_trace (paths));
  job->selection = tv_selection_ref (tv_call_tree_get_selection (tree));
  job->source = tv_call_paths_get_source (paths);
  job->by_thread = (tv_call_tree_get_flags (tree) & TV_CALL_TREE_BY_THREAD) != 0;
  if (file != NULL)
    export_job_run (job);
  else
    ask (job, trace_file);
}
