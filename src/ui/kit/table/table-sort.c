/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sorts and filters the rows of a table on a worker. Called by table-view.c. The worker only reads the table; the
 * result is passed to the model on the main thread. */

#include "ui/kit/table/table-sort.h"

#include "core/types.h"
#include "ui/kit/table/table-filter.h"

typedef struct
{
  TvTable *table;
  guint column;
  gboolean is_descending;
  GBytes *order;  /* (nullable): guint32 row numbers; NULL for the table's order */
  GBytes *filter; /* (nullable): filter of @table */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->table);
  g_clear_pointer (&job->order, g_bytes_unref);
  g_clear_pointer (&job->filter, g_bytes_unref);
  g_free (job);
}

void
tv_sorted_rows_free (TvSortedRows *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->order, g_bytes_unref);
  g_clear_pointer (&self->shown, g_bytes_unref);
  g_free (self);
}

static gpointer
find_order (gpointer data, GCancellable *cancellable, GError **error)
{
  const Job *job = data;
  guint32 n = tv_table_get_n_rows (job->table);
  guint32 *rows = NULL;
  TvSortedRows *sorted;

  if (job->column != TV_NONE)
    {
      rows = tv_table_sort (job->table, job->column, job->is_descending, cancellable);
      if (rows == NULL)
        return NULL;
    }
  sorted = g_new0 (TvSortedRows, 1);
  if (rows != NULL)
    sorted->order = g_bytes_new_take (rows, sizeof (guint32) * (gsize) n);
  else if (job->order != NULL)
    sorted->order = g_bytes_ref (job->order);
  if (job->filter != NULL)
    sorted->shown = tv_table_filter_order (n, sorted->order, job->filter);
  return sorted;
}

static const TvWork sort_work = { find_order, job_free, (GDestroyNotify) tv_sorted_rows_free };

/**
 * tv_table_sort_in_worker:
 * @table: the table to sort
 * @column: column to sort by; %TV_NONE to keep @order
 * @is_descending: whether the highest value comes first
 * @order: (nullable): guint32 row numbers; %NULL for the table's order
 * @filter: (nullable): filter of the table, see kit/table/table-filter.h
 * @done: see tv_work_start(); its result is a #TvSortedRows
 * @owner: see tv_work_start()
 * @slot: see tv_work_start()
 *
 * Sorts a table with tv_table_sort(), and filters it with tv_table_filter_order(), on a worker thread.
 */
void
tv_table_sort_in_worker (TvTable *table,
                         guint column,
                         gboolean is_descending,
                         GBytes *order,
                         GBytes *filter,
                         TvWorkDoneFunc done,
                         gpointer owner,
                         GCancellable **slot)
{
  Job *job = g_new0 (Job, 1);

  job->table = g_object_ref (table);
  job->column = column;
  job->is_descending = is_descending;
  job->order = order != NULL ? g_bytes_ref (order) : NULL;
  job->filter = filter != NULL ? g_bytes_ref (filter) : NULL;
  tv_work_start (&sort_work, job, done, owner, slot);
}
