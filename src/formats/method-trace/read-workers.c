/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/read-workers.h"

#include "core/memory/parallel.h"

/* Distributes threads or segments among the workers that read a method trace. Called by all passes over records and
 * packets that run in parallel. All workers share one TvReadWorkers: offsets and the first error are atomic. Only
 * worker 0 frees consumed memory. */

/* Minimum number of bytes per worker. */
#define WORKER_BYTES (1u << 15)

typedef struct
{
  guint row;
  guint64 load;
} Share;

/**
 * tv_read_workers_get_max_workers:
 * @n_bytes: number of bytes to read
 *
 * Returns: the maximum useful number of workers, at least 1
 */
guint
tv_read_workers_get_max_workers (gsize n_bytes)
{
  gsize max = MIN (tv_parallel_get_n_threads (), TV_READ_MAX_WORKERS);

  return (guint) CLAMP (n_bytes / WORKER_BYTES, 1, max);
}

static int
compare_shares (gconstpointer a, gconstpointer b)
{
  const Share *x = a, *y = b;

  if (x->load != y->load)
    return x->load > y->load ? -1 : 1;
  return x->row < y->row ? -1 : 1;
}

/**
 * tv_read_workers_share:
 * @loads: amount of work, per thread of the trace
 * @n_loads: number of threads of the trace
 * @owners: (out caller-allocates): index of the worker, per thread of the trace
 *
 * Distributes the threads of a trace among the workers, by decreasing load. Each thread is assigned to the worker
 * with the least load so far.
 */
void
tv_read_workers_share (const TvReadWorkers *self,
                       const guint64 *loads,
                       guint n_loads,
                       guint8 *owners)
{
  g_autoptr (GArray) shares = g_array_sized_new (FALSE, FALSE, sizeof (Share), n_loads);
  guint64 sums[TV_READ_MAX_WORKERS] = { 0 };

  for (guint i = 0; i < n_loads; i++)
    g_array_append_val (shares, ((Share){ i, loads[i] }));
  g_array_sort (shares, compare_shares);
  for (guint i = 0; i < n_loads; i++)
    {
      const Share *share = &g_array_index (shares, Share, i);
      guint least_busy = 0;

      for (guint j = 1; j < self->n; j++)
        if (sums[j] < sums[least_busy])
          least_busy = j;
      owners[share->row] = (guint8) least_busy;
      sums[least_busy] += share->load + 1;
    }
}

/**
 * tv_read_workers_step:
 * @at: file offset before which the worker reads no more bytes
 * @fraction: progress, 0 … 1
 *
 * Reports the offset of a worker and the progress, and checks for cancellation. Each worker should call this function
 * about a hundred times. Worker 0 also releases the memory that all workers have read.
 *
 * Returns: whether to continue
 */
gboolean
tv_read_workers_step (TvReadWorkers *self, guint worker, gsize at, double fraction)
{
  GError *error = NULL;

  g_atomic_pointer_set (&self->at[worker], at);
  if (worker == 0)
    {
      for (guint i = 1; i < self->n; i++)
        at = MIN (at, (gsize) g_atomic_pointer_get (&self->at[i]));
      tv_input_give_back (self->input, at);
    }
  if (!tv_read_context_step (self->context, MIN (fraction, 1), &error))
    tv_read_workers_fail (self, error);
  return !tv_read_workers_have_failed (self);
}

/**
 * tv_read_workers_fail:
 * @error: (transfer full) (nullable): an error; %NULL does nothing
 *
 * Stops all workers with an error. Only the first error is kept.
 */
void
tv_read_workers_fail (TvReadWorkers *self, GError *error)
{
  if (error != NULL && !g_atomic_pointer_compare_and_exchange (&self->failure, NULL, error))
    g_error_free (error);
}

/**
 * tv_read_workers_propagate:
 * @self: finished workers
 * @error: set to the first error of the workers
 *
 * Returns: FALSE if a worker failed
 */
gboolean
tv_read_workers_propagate (TvReadWorkers *self, GError **error)
{
  if (self->failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->failure));
  return FALSE;
}
