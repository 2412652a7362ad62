/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/parallel.h"

#define N_TASKS 1000

typedef struct
{
  guint8 n_done
      [N_TASKS]; /* per task: number of executions; each element is written by one thread only */
  guint n_all;   /* atomic */
} Tally;

static void
count (guint task, gpointer user_data)
{
  Tally *tally = user_data;

  tally->n_done[task]++;
  g_atomic_int_inc (&tally->n_all);
}

static void
test_each_task_once (void)
{
  for (guint n_threads = 0; n_threads < 5; n_threads++)
    for (guint n_tasks = 0; n_tasks <= N_TASKS; n_tasks = n_tasks * 10 + 1)
      {
        Tally tally = { 0 };

        tv_parallel_set_max_threads (n_threads);
        g_assert_cmpuint (tv_parallel_get_n_threads (), >=, MAX (n_threads, 1));
        tv_parallel_run (n_tasks, count, &tally);
        g_assert_cmpuint (tally.n_all, ==, n_tasks);
        for (guint task = 0; task < N_TASKS; task++)
          g_assert_cmpuint (tally.n_done[task], ==, task < n_tasks);
      }
  tv_parallel_set_max_threads (0);
}

static void
run_inner (guint task, gpointer user_data)
{
  tv_parallel_run (10, count, (Tally *) user_data + task);
}

static void
test_within_a_task (void)
{
  Tally tallies[8] = { 0 };

  tv_parallel_set_max_threads (4);
  tv_parallel_run (G_N_ELEMENTS (tallies), run_inner, tallies);
  for (guint i = 0; i < G_N_ELEMENTS (tallies); i++)
    g_assert_cmpuint (tallies[i].n_all, ==, 10);
  tv_parallel_set_max_threads (0);
}

/* Two tasks that finish only if they run at the same time. */
typedef struct
{
  guint n_there; /* atomic */
} Meeting;

static void
meet (guint task, gpointer user_data)
{
  Meeting *self = user_data;

  g_atomic_int_inc (&self->n_there);
  while (g_atomic_int_get (&self->n_there) < 2)
    g_usleep (100);
}

static void
meet_in_second_task (guint task, gpointer user_data)
{
  if (task == 1)
    tv_parallel_run (2, meet, user_data);
}

/* Checks that a thread that waits for a task meanwhile executes nested tasks of that task. */
static void
test_help_within (void)
{
  tv_parallel_set_max_threads (2);
  for (guint i = 0; i < 200; i++)
    {
      Meeting meeting = { 0 };

      tv_parallel_run (2, meet_in_second_task, &meeting);
      g_assert_cmpuint (meeting.n_there, ==, 2);
    }
  tv_parallel_set_max_threads (0);
}

typedef struct
{
  guint n_started; /* atomic */
  guint is_over;   /* atomic */
} Long;

static void
take_long (guint task, gpointer user_data)
{
  Long *self = user_data;

  g_atomic_int_inc (&self->n_started);
  while (!g_atomic_int_get (&self->is_over))
    g_usleep (1000);
}

static gpointer
run_long (gpointer data)
{
  tv_parallel_run (2, take_long, data);
  return NULL;
}

/* Checks that other calls of tv_parallel_run() finish even if all helpers are busy with long tasks. */
static void
test_beside_long_tasks (void)
{
  Long work = { 0 };
  GThread *threads[3];

  tv_parallel_set_max_threads (4);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("long", run_long, &work);
  while (g_atomic_int_get (&work.n_started) < 2 * G_N_ELEMENTS (threads))
    g_usleep (1000);
  for (guint i = 0; i < 20; i++)
    {
      Tally tally = { 0 };

      tv_parallel_run (100, count, &tally);
      g_assert_cmpuint (tally.n_all, ==, 100);
    }
  g_atomic_int_set (&work.is_over, 1);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  g_assert_cmpuint (work.n_started, ==, 2 * G_N_ELEMENTS (threads));
  tv_parallel_set_max_threads (0);
}

/* Thread function that calls tv_parallel_run(). Several threads do this at the same time and share the idle helpers. */
static gpointer
run_many (gpointer data)
{
  for (guint i = 0; i < 200; i++)
    {
      Tally tally = { 0 };

      tv_parallel_run (i % 9, count, &tally);
      g_assert_cmpuint (tally.n_all, ==, i % 9);
    }
  return NULL;
}

static void
test_many_callers (void)
{
  GThread *threads[6];

  tv_parallel_set_max_threads (4);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("runs", run_many, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  tv_parallel_set_max_threads (0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* This test must run first, while there is only one helper. */
  g_test_add_func ("/parallel/help-within", test_help_within);
  g_test_add_func ("/parallel/each-task-once", test_each_task_once);
  g_test_add_func ("/parallel/within-a-task", test_within_a_task);
  g_test_add_func ("/parallel/beside-long-tasks", test_beside_long_tasks);
  g_test_add_func ("/parallel/many-callers", test_many_callers);
  return g_test_run ();
}
