/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Helper threads are kept and sleep between runs, because starting a thread takes longer than a frame. A helper
 * serves one run at a time, the newest that wants helpers. The caller of a run waits for helpers that execute one
 * of its tasks, but not for busy helpers: if all are busy, it executes all tasks itself. While it waits, it helps
 * with nested runs of its own tasks only. */

#include "core/memory/parallel.h"

#include <string.h>

#include <pthread.h>

typedef struct _Run Run;

struct _Run
{
  TvParallelTask func;
  gpointer user_data;
  guint n_tasks;
  guint next; /* atomic: the first task that nobody took */

  Run *around; /* (nullable): of which this is part of a task */

  /* Under the lock. */
  Run *older;          /* (nullable) */
  guint n_wanted;      /* helpers that may still come; while there are any it is among the runs */
  guint n_helpers;     /* at its tasks */
  pthread_cond_t done; /* when the last of them is no more, or there is a run within */
};

/* The locks are those of the system, which ThreadSanitizer knows. */
static struct
{
  pthread_mutex_t lock;
  pthread_cond_t more; /* when there is another run */
  Run *runs;           /* (nullable): that want helpers, the newest first */
  guint n_helpers;
  guint n_idle;
} pool = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0, 0 };

static guint max_threads; /* atomic; 0 for as many as there are processors */

static _Thread_local Run *current; /* (nullable): that a task of which this thread is at */

static void
work (Run *run)
{
  Run *around = current;
  guint task;

  current = run;
  while ((task = g_atomic_int_add (&run->next, 1)) < run->n_tasks)
    run->func (task, run->user_data);
  current = around;
}

/* ---- Helpers ---- */

static void
remove_run (const Run *run)
{
  for (Run **at = &pool.runs; *at != NULL; at = &(*at)->older)
    if (*at == run)
      {
        *at = run->older;
        return;
      }
}

/* Executes the remaining tasks of a run that wants helpers. The lock is held. */
static void
help_with (Run *run)
{
  run->n_helpers++;
  if (--run->n_wanted == 0)
    remove_run (run);
  pthread_mutex_unlock (&pool.lock);
  work (run);
  pthread_mutex_lock (&pool.lock);
  if (--run->n_helpers == 0)
    pthread_cond_signal (&run->done);
}

static gpointer
help (gpointer data)
{
  pthread_mutex_lock (&pool.lock);
  for (;;)
    {
      if (pool.runs != NULL)
        {
          help_with (pool.runs);
          continue;
        }
      pool.n_idle++;
      pthread_cond_wait (&pool.more, &pool.lock);
      pool.n_idle--;
    }
  return NULL;
}

/* Wakes helpers, and starts as many as there are too few for the processors. Under the lock. */
static void
call_helpers (guint n, guint n_threads)
{
  guint n_idle = pool.n_idle;

  for (guint i = 0; i < MIN (n, n_idle); i++)
    pthread_cond_signal (&pool.more);
  for (guint i = n_idle; i < n && pool.n_helpers < n_threads - 1; i++)
    {
      GThread *helper = g_thread_try_new ("traceview-work", help, NULL, NULL);

      if (helper == NULL)
        return;
      g_thread_unref (helper);
      pool.n_helpers++;
    }
}

/* ---- Runs ---- */

/* Wakes the threads that wait for the runs around this one, for they may help. Under the lock. */
static void
emit_around (const Run *run)
{
  for (Run *around = run->around; around != NULL; around = around->around)
    pthread_cond_signal (&around->done);
}

/* Returns: (nullable): the newest run within a task of @around that wants helpers. Under the lock. */
static Run *
find_within (const Run *around)
{
  for (Run *run = pool.runs; run != NULL; run = run->older)
    for (const Run *at = run->around; at != NULL; at = at->around)
      if (at == around)
        return run;
  return NULL;
}

static void
wait_for_helpers (Run *run)
{
  while (run->n_helpers > 0)
    {
      Run *within = find_within (run);

      if (within != NULL)
        help_with (within);
      else
        pthread_cond_wait (&run->done, &pool.lock);
    }
}

/**
 * tv_parallel_get_n_threads:
 *
 * Returns: how many tasks are done at once, at least 1
 */
guint
tv_parallel_get_n_threads (void)
{
  static gsize n_processors;
  guint max = g_atomic_int_get (&max_threads);

  /* Each question to the system opens a file. */
  if (g_once_init_enter (&n_processors))
    g_once_init_leave (&n_processors, g_get_num_processors ());
  return max > 0 ? max : (guint) n_processors;
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
 * takes part, so that it works, only slower, where no other can be had; it never waits for anything
 * but these tasks. For any thread, also within a task.
 */
void
tv_parallel_run (guint n_tasks, TvParallelTask func, gpointer user_data)
{
  guint n_threads = tv_parallel_get_n_threads ();
  Run run = { .func = func,
              .user_data = user_data,
              .n_tasks = n_tasks,
              .around = current,
              .done = PTHREAD_COND_INITIALIZER };

  if (MIN (n_threads, n_tasks) <= 1)
    {
      work (&run);
      return;
    }
  run.n_wanted = MIN (n_threads, n_tasks) - 1;
  pthread_mutex_lock (&pool.lock);
  run.older = pool.runs;
  pool.runs = &run;
  call_helpers (run.n_wanted, n_threads);
  emit_around (&run);
  pthread_mutex_unlock (&pool.lock);

  work (&run);

  pthread_mutex_lock (&pool.lock);
  if (run.n_wanted > 0)
    remove_run (&run);
  wait_for_helpers (&run);
  pthread_mutex_unlock (&pool.lock);
  pthread_cond_destroy (&run.done);
}

/* Returns: (transfer full): zeroed memory that shares no cache line with other memory; freed with g_aligned_free() */
gpointer
tv_cache_lines_new (gsize bytes)
{
  gsize rounded = (bytes + TV_CACHE_LINE - 1) / TV_CACHE_LINE * TV_CACHE_LINE;

  return memset (g_aligned_alloc (1, rounded, TV_CACHE_LINE), 0, rounded);
}
