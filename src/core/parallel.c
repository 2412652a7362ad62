/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/parallel.h"

typedef struct
{
  TvParallelTask func;
  gpointer user_data;
  guint n_tasks;
  guint next; /* atomic: the first task that nobody took */
} Run;

static guint max_threads; /* atomic; 0 for as many as there are processors */

static gpointer
work (gpointer data)
{
  Run *run = data;
  guint task;

  while ((task = g_atomic_int_add (&run->next, 1)) < run->n_tasks)
    run->func (task, run->user_data);
  return NULL;
}

/**
 * tv_parallel_get_n_threads:
 *
 * Returns: how many tasks are done at once, at least 1
 */
guint
tv_parallel_get_n_threads (void)
{
  guint max = g_atomic_int_get (&max_threads);

  return max > 0 ? max : g_get_num_processors ();
}

/**
 * tv_parallel_set_max_threads:
 * @n: how many tasks may be done at once, or 0 for as many as there are processors
 *
 * For tests, which want to see that it makes no difference.
 */
void
tv_parallel_set_max_threads (guint n)
{
  g_atomic_int_set (&max_threads, n);
}

/**
 * tv_parallel_run:
 * @n_tasks: how many tasks
 * @func: does one
 * @user_data: for @func
 *
 * Does all tasks, those with low numbers first, and returns when they are done. The caller's thread
 * takes part, so that it works, only slower, where no other can be had.
 */
void
tv_parallel_run (guint n_tasks, TvParallelTask func, gpointer user_data)
{
  Run run = { func, user_data, n_tasks, 0 };
  guint n_helpers = MIN (tv_parallel_get_n_threads (), n_tasks);
  g_autofree GThread **helpers = NULL;

  n_helpers = MAX (n_helpers, 1) - 1;
  helpers = g_new0 (GThread *, n_helpers + 1);
  for (guint i = 0; i < n_helpers; i++)
    helpers[i] = g_thread_try_new ("traceview-work", work, &run, NULL);
  work (&run);
  for (guint i = 0; i < n_helpers; i++)
    if (helpers[i] != NULL)
      g_thread_join (helpers[i]);
}
