/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/profile/profile-order.h"

#include "core/error.h"

struct _TvProfileOrder
{
  gatomicrefcount ref_count;
  TvProfile *profile;
  TvRanking *ranking;
  TvTable *table;
  TvClock clock;
  guint32 n;
  guint32 *rows;
  guint32 n_symbols;
  guint32 *indices; /* per symbol, or TV_NONE */
  gboolean is_subset;
};

/* Tells of each symbol where its row is. */
static void
find_indices (TvProfileOrder *self)
{
  self->n_symbols = tv_profile_get_n_symbols (self->profile) + 1; /* and "(context switch)" */
  self->indices = g_new (guint32, self->n_symbols);
  for (guint32 symbol = 0; symbol < self->n_symbols; symbol++)
    self->indices[symbol] = TV_NONE;
  for (guint32 index = 0; index < self->n; index++)
    self->indices[tv_profile_order_get_symbol (self, index)] = index;
}

/**
 * tv_profile_order_new:
 * @profile: the numbers
 * @ranking: of the whole trace
 * @column: to sort by; ties go by name
 * @is_descending: largest first
 * @clock: by which the methods' parents and children are sorted
 * @cancellable: (nullable): stops the sorting
 *
 * Returns: (transfer full) (nullable): %NULL if cancelled
 */
TvProfileOrder *
tv_profile_order_new (TvProfile *profile,
                      TvRanking *ranking,
                      TvMethodProfileColumn column,
                      gboolean is_descending,
                      TvClock clock,
                      GCancellable *cancellable)
{
  g_autoptr (TvProfileOrder) self = g_new0 (TvProfileOrder, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->profile = g_object_ref (profile);
  self->ranking = tv_ranking_ref (ranking);
  self->clock = clock;
  self->table = tv_method_profile_table_new (profile, ranking);
  self->n = tv_table_get_n_rows (self->table);

  self->rows = tv_table_sort (self->table, column, is_descending, cancellable);
  if (self->rows == NULL)
    return NULL;

  find_indices (self);
  return g_steal_pointer (&self);
}

/**
 * tv_profile_order_new_subset:
 * @order: methods in an order
 * @indices: (element-type guint32): of some of them, ascending
 *
 * Returns: (transfer full): these alone, in the same order
 */
TvProfileOrder *
tv_profile_order_new_subset (TvProfileOrder *order, GArray *indices)
{
  TvProfileOrder *self = g_new0 (TvProfileOrder, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->profile = g_object_ref (order->profile);
  self->ranking = tv_ranking_ref (order->ranking);
  self->clock = order->clock;
  self->table = g_object_ref (order->table);
  self->is_subset = TRUE;
  self->n = indices->len;
  self->rows = g_new (guint32, MAX (self->n, 1));
  for (guint32 i = 0; i < self->n; i++)
    self->rows[i] = order->rows[g_array_index (indices, guint32, i)];
  find_indices (self);
  return self;
}

typedef struct
{
  TvProfile *profile;
  TvRanking *ranking;
  TvMethodProfileColumn column;
  gboolean is_descending;
  TvClock clock;
} OrderJob;

static void
order_job_free (gpointer data)
{
  OrderJob *job = data;

  g_object_unref (job->profile);
  tv_ranking_unref (job->ranking);
  g_free (job);
}

static void
order_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  OrderJob *job = task_data;
  TvProfileOrder *order = tv_profile_order_new (job->profile, job->ranking, job->column,
                                                job->is_descending, job->clock, cancellable);

  if (order != NULL)
    g_task_return_pointer (task, order, (GDestroyNotify) tv_profile_order_unref);
  else
    g_task_return_new_error (task, TV_ERROR, TV_ERROR_CANCELLED, "Cancelled");
}

void
tv_profile_order_new_async (TvProfile *profile,
                            TvRanking *ranking,
                            TvMethodProfileColumn column,
                            gboolean is_descending,
                            TvClock clock,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  OrderJob *job = g_new0 (OrderJob, 1);

  job->profile = g_object_ref (profile);
  job->ranking = tv_ranking_ref (ranking);
  job->column = column;
  job->is_descending = is_descending;
  job->clock = clock;
  g_task_set_task_data (task, job, order_job_free);
  g_task_run_in_thread (task, order_in_thread);
}

TvProfileOrder *
tv_profile_order_new_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

TvProfileOrder *
tv_profile_order_ref (TvProfileOrder *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
tv_profile_order_unref (TvProfileOrder *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_object (&self->table);
  g_clear_object (&self->profile);
  g_clear_pointer (&self->ranking, tv_ranking_unref);
  g_free (self->rows);
  g_free (self->indices);
  g_free (self);
}

TvProfile *
tv_profile_order_get_profile (const TvProfileOrder *self)
{
  return self->profile;
}

TvRanking *
tv_profile_order_get_ranking (const TvProfileOrder *self)
{
  return self->ranking;
}

TvTable *
tv_profile_order_get_table (const TvProfileOrder *self)
{
  return self->table;
}

/* The table's rows in the order shown, tv_profile_order_get_n() of them. */
const guint32 *
tv_profile_order_get_rows (const TvProfileOrder *self)
{
  return self->rows;
}

TvClock
tv_profile_order_get_clock (const TvProfileOrder *self)
{
  return self->clock;
}

guint32
tv_profile_order_get_n (const TvProfileOrder *self)
{
  return self->n;
}

/* Whether there are methods that it has not. */
gboolean
tv_profile_order_is_subset (const TvProfileOrder *self)
{
  return self->is_subset;
}

guint32
tv_profile_order_get_symbol (const TvProfileOrder *self, guint32 index)
{
  g_return_val_if_fail (index < self->n, TV_NONE);
  return tv_method_profile_table_get_symbol (TV_METHOD_PROFILE_TABLE (self->table),
                                             self->rows[index]);
}

/* Returns: the index of a symbol, or %TV_NONE if it was not called in this profile's range */
guint32
tv_profile_order_find (const TvProfileOrder *self, guint32 symbol)
{
  return symbol < self->n_symbols ? self->indices[symbol] : TV_NONE;
}
