/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/kit/table-task.h"

#include "core/error.h"
#include "tables/tables.h"

typedef struct
{
  const char *name;
  TvTrace *trace;
  TvSelection *selection;
} OpenJob;

static void
open_job_free (gpointer data)
{
  OpenJob *job = data;

  g_object_unref (job->trace);
  tv_selection_unref (job->selection);
  g_free (job);
}

static void
open_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  OpenJob *job = task_data;
  TvTableOptions options = { .selection = job->selection };
  GError *error = NULL;
  TvTable *table = tv_tables_open (job->name, job->trace, &options, cancellable, &error);

  if (table != NULL)
    g_task_return_pointer (task, table, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * tv_tables_open_async:
 * @name: (transfer none): a table's name, a literal
 * @trace: a trace
 * @selection: (nullable): what part of it
 * @cancellable: (nullable): stops the worker
 * @callback: called when done
 * @user_data: for @callback
 */
void
tv_tables_open_async (const char *name,
                      TvTrace *trace,
                      const TvSelection *selection,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  OpenJob *job = g_new0 (OpenJob, 1);

  job->name = name;
  job->trace = g_object_ref (trace);
  job->selection = tv_selection_ref (selection);
  g_task_set_task_data (task, job, open_job_free);
  g_task_run_in_thread (task, open_in_thread);
}

/* Returns: (transfer full) (nullable) */
TvTable *
tv_tables_open_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* ---- Sorting ---- */

typedef struct
{
  TvTable *table;
  guint column;
  gboolean is_descending;
} SortJob;

static void
sort_job_free (gpointer data)
{
  SortJob *job = data;

  g_object_unref (job->table);
  g_free (job);
}

static void
sort_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  SortJob *job = task_data;
  guint32 *rows = tv_table_sort (job->table, job->column, job->is_descending, cancellable);
  gsize size = sizeof (guint32) * (gsize) tv_table_get_n_rows (job->table);

  if (rows != NULL)
    g_task_return_pointer (task, g_bytes_new_take (rows, size), (GDestroyNotify) g_bytes_unref);
  else
    g_task_return_new_error (task, TV_ERROR, TV_ERROR_CANCELLED, "Cancelled");
}

/**
 * tv_table_sort_async:
 * @table: what is to be sorted
 * @column: by what
 * @is_descending: whether the highest comes first
 * @cancellable: (nullable): to stop it
 * @callback: called when done
 * @user_data: for @callback
 *
 * tv_table_sort() in a worker.
 */
void
tv_table_sort_async (TvTable *table,
                     guint column,
                     gboolean is_descending,
                     GCancellable *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (table, cancellable, callback, user_data);
  SortJob *job = g_new0 (SortJob, 1);

  job->table = g_object_ref (table);
  job->column = column;
  job->is_descending = is_descending;
  g_task_set_task_data (task, job, sort_job_free);
  g_task_run_in_thread (task, sort_in_thread);
}

/* Returns: (transfer full) (nullable): the order for tv_table_model_set_table() */
GBytes *
tv_table_sort_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
