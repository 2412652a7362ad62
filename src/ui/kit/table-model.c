/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/kit/table-model.h"

#include "core/error.h"
#include "core/types.h"
#include "ui/kit/gtk48/row-places.h"

/* ---- A row ---- */

struct _TvTableRow
{
  GObject parent_instance;

  TvTable *table;
  guint32 row;
};

G_DEFINE_FINAL_TYPE (TvTableRow, tv_table_row, G_TYPE_OBJECT)

static void
tv_table_row_finalize (GObject *object)
{
  g_clear_object (&TV_TABLE_ROW (object)->table);
  G_OBJECT_CLASS (tv_table_row_parent_class)->finalize (object);
}

static void
tv_table_row_class_init (TvTableRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_table_row_finalize;
}

static void
tv_table_row_init (TvTableRow *self)
{
}

TvTable *
tv_table_row_get_table (TvTableRow *self)
{
  g_return_val_if_fail (TV_IS_TABLE_ROW (self), NULL);
  return self->table;
}

guint32
tv_table_row_get_row (TvTableRow *self)
{
  g_return_val_if_fail (TV_IS_TABLE_ROW (self), TV_NONE);
  return self->row;
}

/* ---- The model ---- */

struct _TvTableModel
{
  GObject parent_instance;

  TvTable *table; /* (nullable) */
  GBytes *order;  /* (nullable): guint32 rows; NULL = as they are in the table */
  TvRowPlaces *places;
};

static void tv_table_model_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TvTableModel,
                               tv_table_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, tv_table_model_list_init))

static GType
tv_table_model_get_item_type (GListModel *list)
{
  return TV_TYPE_TABLE_ROW;
}

static guint
tv_table_model_get_n_items (GListModel *list)
{
  TvTableModel *self = TV_TABLE_MODEL (list);

  return self->table != NULL ? tv_table_get_n_rows (self->table) : 0;
}

/* A #TvRowPlacesFunc. */
static void
fill_row (GListModel *list, guint position, gpointer row)
{
  TvTableModel *model = TV_TABLE_MODEL (list);
  TvTableRow *self = row;

  g_set_object (&self->table, model->table);
  self->row = tv_table_model_get_row (model, position);
}

static gpointer
tv_table_model_get_item (GListModel *list, guint position)
{
  TvTableModel *self = TV_TABLE_MODEL (list);
  TvTableRow *row;

  if (position >= tv_table_model_get_n_items (list))
    return NULL;
  row = tv_row_places_find (self->places, position);
  if (row != NULL)
    return g_object_ref (row);
  row = g_object_new (TV_TYPE_TABLE_ROW, NULL);
  fill_row (list, position, row);
  tv_row_places_add (self->places, position, row);
  return row;
}

static void
tv_table_model_list_init (GListModelInterface *iface)
{
  iface->get_item_type = tv_table_model_get_item_type;
  iface->get_n_items = tv_table_model_get_n_items;
  iface->get_item = tv_table_model_get_item;
}

static void
tv_table_model_finalize (GObject *object)
{
  TvTableModel *self = TV_TABLE_MODEL (object);

  g_clear_object (&self->table);
  g_clear_pointer (&self->order, g_bytes_unref);
  tv_row_places_free (self->places);
  G_OBJECT_CLASS (tv_table_model_parent_class)->finalize (object);
}

static void
tv_table_model_class_init (TvTableModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_table_model_finalize;
  /* The rows that are held say something else now, or in part. */
  g_signal_new ("rows-changed", TV_TYPE_TABLE_MODEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
tv_table_model_init (TvTableModel *self)
{
  self->places = tv_row_places_new ();
}

TvTableModel *
tv_table_model_new (void)
{
  return g_object_new (TV_TYPE_TABLE_MODEL, NULL);
}

/**
 * tv_table_model_set_table:
 * @table: (nullable): what is shown from now on
 * @order: (nullable): its rows as guint32 in the order to show them, each once; %NULL = as they are
 *
 * Rows that are held stay where they are, as far as there are so many, and say what is there now.
 */
void
tv_table_model_set_table (TvTableModel *self, TvTable *table, GBytes *order)
{
  guint n_before;

  g_return_if_fail (TV_IS_TABLE_MODEL (self));
  g_return_if_fail (table == NULL || TV_IS_TABLE (table));
  g_return_if_fail (order == NULL || g_bytes_get_size (order) ==
                                         sizeof (guint32) * (gsize) tv_table_get_n_rows (table));

  n_before = tv_table_model_get_n_items (G_LIST_MODEL (self));
  if (order != NULL)
    g_bytes_ref (order);
  g_clear_pointer (&self->order, g_bytes_unref);
  self->order = order;
  g_set_object (&self->table, table);
  tv_row_places_refill (self->places, G_LIST_MODEL (self), n_before, fill_row);
}

/* (transfer none) (nullable) */
TvTable *
tv_table_model_get_table (TvTableModel *self)
{
  g_return_val_if_fail (TV_IS_TABLE_MODEL (self), NULL);
  return self->table;
}

/* (transfer none) (nullable) */
GBytes *
tv_table_model_get_order (TvTableModel *self)
{
  g_return_val_if_fail (TV_IS_TABLE_MODEL (self), NULL);
  return self->order;
}

/* The table's row that is shown at a position. */
guint32
tv_table_model_get_row (TvTableModel *self, guint position)
{
  const guint32 *rows;

  g_return_val_if_fail (TV_IS_TABLE_MODEL (self), TV_NONE);
  g_return_val_if_fail (position < tv_table_model_get_n_items (G_LIST_MODEL (self)), TV_NONE);

  if (self->order == NULL)
    return position;
  rows = g_bytes_get_data (self->order, NULL);
  return rows[position];
}

/* The position at which a row of the table is shown, or %TV_NONE. */
guint
tv_table_model_find_row (TvTableModel *self, guint32 row)
{
  const guint32 *rows;
  guint n;

  g_return_val_if_fail (TV_IS_TABLE_MODEL (self), TV_NONE);

  n = tv_table_model_get_n_items (G_LIST_MODEL (self));
  if (self->order == NULL)
    return row < n ? row : TV_NONE;
  rows = g_bytes_get_data (self->order, NULL);
  for (guint position = 0; position < n; position++)
    if (rows[position] == row)
      return position;
  return TV_NONE;
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
