/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/state-sum.h"

/* Adds up the rows of state-use.c over threads. Called by the tables state_use_by_process and state_use_by_state.
 * Pure: only reads the trace. */

static int
compare_keys (const TvStateSum *a, const TvStateSum *b)
{
  if (a->upid != b->upid)
    return a->upid < b->upid ? -1 : 1;
  if (a->kind != b->kind)
    return a->kind < b->kind ? -1 : 1;
  if (a->text != b->text)
    return a->text < b->text ? -1 : 1;
  return (a->io_wait > b->io_wait) - (a->io_wait < b->io_wait);
}

static int
compare_sums (gconstpointer a, gconstpointer b)
{
  return compare_keys (a, b);
}

/* Merges adjacent elements with the same key. */
static void
merge (GArray *sums)
{
  guint n = 0;

  for (guint i = 0; i < sums->len; i++)
    {
      const TvStateSum *from = &g_array_index (sums, TvStateSum, i);
      TvStateSum *into = n > 0 ? &g_array_index (sums, TvStateSum, n - 1) : NULL;

      if (into == NULL || compare_keys (into, from) != 0)
        {
          g_array_index (sums, TvStateSum, n++) = *from;
          continue;
        }
      into->n_threads += from->n_threads;
      tv_add_ns (&into->total_ns, from->total_ns);
      into->count += from->count;
      into->min_ns = MIN (into->min_ns, from->min_ns);
      into->max_ns = MAX (into->max_ns, from->max_ns);
      tv_add_ns (&into->inferred.ns, from->inferred.ns);
      tv_add_ns (&into->inferred.bound_ns, from->inferred.bound_ns);
    }
  g_array_set_size (sums, n);
}

static GArray *
sum (TvTrace *trace,
     const TvSelection *selection,
     gboolean by_process,
     GCancellable *cancellable,
     GError **error)
{
  g_autoptr (GArray) uses = tv_state_use_new (trace, selection, cancellable, error);
  g_autoptr (GArray) sums = g_array_new (FALSE, FALSE, sizeof (TvStateSum));
  const TvThread *threads = tv_trace_get_threads (trace, NULL);

  if (uses == NULL)
    return NULL;
  for (guint i = 0; i < uses->len; i++)
    {
      const TvStateUse *use = &g_array_index (uses, TvStateUse, i);
      TvStateSum one = {
        .upid = by_process ? threads[use->utid].upid : TV_NONE,
        .kind = use->kind,
        .text = use->text,
        .io_wait = use->io_wait,
        .n_threads = 1,
        .total_ns = use->total_ns,
        .count = use->count,
        .min_ns = use->min_ns,
        .max_ns = use->max_ns,
        .inferred = use->inferred,
      };

      g_array_append_val (sums, one);
    }
  g_array_sort (sums, compare_sums);
  merge (sums);
  return g_steal_pointer (&sums);
}

/**
 * tv_state_sum_by_process:
 * @trace: a trace
 * @selection: (nullable): see tv_state_use_new()
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvStateSum) (nullable): times by process and state, sorted by process; %NULL
 * if cancelled
 */
GArray *
tv_state_sum_by_process (TvTrace *trace,
                         const TvSelection *selection,
                         GCancellable *cancellable,
                         GError **error)
{
  return sum (trace, selection, TRUE, cancellable, error);
}

/* Adds up states like tv_state_sum_by_process(), but for all threads together. */
GArray *
tv_state_sum_by_state (TvTrace *trace,
                       const TvSelection *selection,
                       GCancellable *cancellable,
                       GError **error)
{
  return sum (trace, selection, FALSE, cancellable, error);
}
