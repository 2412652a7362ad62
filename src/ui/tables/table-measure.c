/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/tables/table-measure.h"

#include "core/error.h"
#include "ui/tables/table-columns.h"

#define CANCELLABLE_KEY "tv-measuring" /* of the view's table */

static void
measure_in_thread (GTask *task, gpointer view, gpointer task_data, GCancellable *cancellable)
{
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (TvLongestCell));
  TvTable *table = task_data;
  guint n_columns;
  const TvColumn *columns = tv_table_get_columns (table, &n_columns);

  for (guint column = 0; column < n_columns; column++)
    {
      guint32 rows[TV_TABLE_MOST_LONGEST];
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

  if (longest != NULL &&
      g_object_get_data (view, CANCELLABLE_KEY) == g_task_get_cancellable (G_TASK (result)))
    tv_table_columns_widen (GTK_COLUMN_VIEW (view), g_task_get_task_data (G_TASK (result)),
                            longest);
}

/**
 * tv_table_measure:
 * @view: a view with columns of tv_table_columns_add()
 * @table: (nullable): what it shows, or is about to show; %NULL only stops what is going on
 *
 * Widens the columns of numbers, as soon as it is known, to what the table's numbers need.
 */
void
tv_table_measure (GtkColumnView *view, TvTable *table)
{
  GCancellable *before = g_object_get_data (G_OBJECT (view), CANCELLABLE_KEY);
  g_autoptr (GCancellable) cancellable = table != NULL ? g_cancellable_new () : NULL;
  g_autoptr (GTask) task = NULL;

  if (before != NULL)
    g_cancellable_cancel (before);
  g_object_set_data_full (G_OBJECT (view), CANCELLABLE_KEY,
                          table != NULL ? g_object_ref (cancellable) : NULL, g_object_unref);
  if (table == NULL)
    return;
  task = g_task_new (view, cancellable, on_measured, NULL);
  g_task_set_task_data (task, g_object_ref (table), g_object_unref);
  g_task_run_in_thread (task, measure_in_thread);
}
