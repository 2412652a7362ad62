/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Executes tasks on a pool of helper threads. Helpers sleep between runs, because starting a thread takes longer than
 * a frame. A helper works on one run at a time: the newest that needs helpers. The caller of a run waits for the
 * helpers that execute one of its tasks, but not for helpers that are busy with other runs. If all helpers are busy,
 * the caller executes all tasks itself. While it waits, the caller helps only with runs that its own tasks have
 * started (nested runs).
 *
 * Entry point: tv_parallel_run(), called from all layers; it returns when all tasks are done. The pool of threads is
 * static, is protected by its lock, and exists until the process ends. */

#include "core/memory/parallel.h"

#include <string.h>

#include <pthread.h>

typedef struct _Run Run;

struct _Run
{
  TvParallelTask func;
  gpointer user_data;
  guint n_tasks;
  guint next; /* atomic; number of the next task to execute */

  Run *around; /* (nullable): the run with the task that started this run */

  /* The following members are protected by the lock of the pool. */
  Run *older; /* (nullable): next entry in @runs of the pool */
  guint
      n_wanted; /* number of helpers that may still join; while it is not 0, the run is in @runs of the pool */
  guint n_helpers; /* number of helpers that are executing tasks of the run */
  pthread_cond_t
      done; /* signaled when the last helper has finished, or when a nested run has started */
};

/* The pool uses the system's locks instead of GLib's, because ThreadSanitizer understands them. */
static struct
{
  pthread_mutex_t lock;
  pthread_cond_t more; /* signaled when a run has started */
  Run *runs;           /* (nullable): list of runs that need helpers, newest first */
  guint n_helpers;
  guint n_idle;
} pool = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0, 0 };

static guint max_threads; /* atomic; 0 means the number of processors */

static _Thread_local Run *current; /* (nullable): the run whose task this thread is executing */

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

/* Executes the remaining tasks of a run that needs helpers. Called with the lock held, which is released while tasks
 * run. */
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

/* Wakes idle helpers, and starts new ones up to the maximum number of threads. Called with the lock held. */
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

/* Wakes the threads that wait for the runs that enclose this one, because they may help. Called with the lock held. */
static void
emit_around (const Run *run)
{
  for (Run *around = run->around; around != NULL; around = around->around)
    pthread_cond_signal (&around->done);
}

/* Returns: (nullable): the newest run nested in @around that needs helpers. Called with the lock held */
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
 * Returns: the maximum number of tasks that are executed at the same time, at least 1
 */
guint
tv_parallel_get_n_threads (void)
{
  static gsize n_processors;
  guint max = g_atomic_int_get (&max_threads);

  /* Cached, because g_get_num_processors() opens a file each time. */
  if (g_once_init_enter (&n_processors))
    g_once_init_leave (&n_processors, g_get_num_processors ());
  return max > 0 ? max : (guint) n_processors;
}

/**
 * tv_parallel_set_max_threads:
 * @n: maximum number of tasks that are executed at the same time; 0 for the number of processors
 *
 * Limits the number of threads, for tests that compare results.
 */
void
tv_parallel_set_max_threads (guint n)
{
  g_atomic_int_set (&max_threads, n);
}

/**
 * tv_parallel_run:
 * @func: executes a task
 *
 * Executes all tasks, those with low numbers first, and returns when they have finished. The calling thread takes
 * part, so all tasks are executed even if no helper is available, although more slowly. The function waits only for
 * these tasks. May be called from any thread, even within a task.
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

/* Returns: (transfer full): memory filled with zeros that shares no cache line with other memory; free it with
 * g_aligned_free() */
gpointer
tv_cache_lines_new (gsize bytes)
{
  gsize rounded = (bytes + TV_CACHE_LINE - 1) / TV_CACHE_LINE * TV_CACHE_LINE;

  return memset (g_aligned_alloc (1, rounded, TV_CACHE_LINE), 0, rounded);
}
