/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/kit/table-sort.h"

typedef struct
{
  TvTable *table;
  guint column;
  gboolean is_descending;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->table);
  g_free (job);
}

static gpointer
find_order (gpointer data, GCancellable *cancellable, GError **error)
{
  const Job *job = data;
  guint32 *rows = tv_table_sort (job->table, job->column, job->is_descending, cancellable);
  gsize size = sizeof (guint32) * (gsize) tv_table_get_n_rows (job->table);

  return rows != NULL ? g_bytes_new_take (rows, size) : NULL;
}

static const TvWork sort_work = { find_order, job_free, (GDestroyNotify) g_bytes_unref };

/**
 * tv_table_sort_in_worker:
 * @table: what is to be sorted
 * @column: by what
 * @is_descending: whether the highest comes first
 *
 * tv_table_sort() as tv_work_start() does: a #GBytes of the order for tv_table_model_set_table().
 */
void
tv_table_sort_in_worker (TvTable *table,
                         guint column,
                         gboolean is_descending,
                         TvWorkDoneFunc done,
                         gpointer owner,
                         GCancellable **slot)
{
  Job *job = g_new0 (Job, 1);

  job->table = g_object_ref (table);
  job->column = column;
  job->is_descending = is_descending;
  tv_work_start (&sort_work, job, done, owner, slot);
}
