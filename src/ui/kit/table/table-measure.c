/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called by table-view.c when a table is shown. Attaches its cancellable to the view, so that a new table cancels the
 * previous measurement. */

#include "ui/kit/table/table-measure.h"

#include "core/error.h"

#define CANCELLABLE_KEY "tv-measuring" /* key of the cancellable on the view */

typedef struct
{
  TvTable *table;
  TvTableWidenFunc widen;
} MeasureJob;

static void
measure_job_free (gpointer data)
{
  g_object_unref (((MeasureJob *) data)->table);
  g_free (data);
}

static void
measure_in_thread (GTask *task, gpointer view, gpointer task_data, GCancellable *cancellable)
{
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (TvLongestCell));
  TvTable *table = ((MeasureJob *) task_data)->table;
  guint n_columns;
  const TvColumn *columns = tv_table_get_columns (table, &n_columns);

  for (guint column = 0; column < n_columns; column++)
    {
      guint32 rows[TV_TABLE_MAX_LONGEST];
      guint n = columns[column].type != TV_COLUMN_TEXT
                    ? tv_table_find_longest (table, column, rows, cancellable)
                    : 0;

      for (guint i = 0; i < n; i++)
        g_array_append_val (cells, ((TvLongestCell){ column, rows[i] }));
    }
  if (g_cancellable_is_cancelled (cancellable))
    g_task_return_new_error (task, TV_ERROR, TV_ERROR_CANCELLED, "Cancelled");
  else
    g_task_return_pointer (task, g_steal_pointer (&cells), (GDestroyNotify) g_array_unref);
}

static void
on_measured (GObject *view, GAsyncResult *result, gpointer data)
{
  g_autoptr (GArray) longest = g_task_propagate_pointer (G_TASK (result), NULL);
  MeasureJob *job = g_task_get_task_data (G_TASK (result));

  if (longest != NULL &&
      g_object_get_data (view, CANCELLABLE_KEY) == g_task_get_cancellable (G_TASK (result)))
    job->widen (GTK_COLUMN_VIEW (view), job->table, longest);
}

/**
 * tv_table_measure:
 * @view: a column view
 * @table: (nullable): current or next table of the view; %NULL only cancels the previous measurement
 * @widen: called with an array of #TvLongestCell, unless another measurement was started meanwhile
 *
 * Finds the longest cells of the numeric columns on a worker thread.
 */
void
tv_table_measure (GtkColumnView *view, TvTable *table, TvTableWidenFunc widen)
{
  GCancellable *before = g_object_get_data (G_OBJECT (view), CANCELLABLE_KEY);
  g_autoptr (GCancellable) cancellable = table != NULL ? g_cancellable_new () : NULL;
  g_autoptr (GTask) task = NULL;
  MeasureJob *job;

  if (before != NULL)
    g_cancellable_cancel (before);
  g_object_set_data_full (G_OBJECT (view), CANCELLABLE_KEY,
                          table != NULL ? g_object_ref (cancellable) : NULL, g_object_unref);
  if (table == NULL)
    return;
  task = g_task_new (view, cancellable, on_measured, NULL);
  job = g_new0 (MeasureJob, 1);
  job->table = g_object_ref (table);
  job->widen = widen;
  g_task_set_task_data (task, job, measure_job_free);
  g_task_run_in_thread (task, measure_in_thread);
}
