/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests requests in one slot and in several slots: the owner that is notified, the thread of the notification, and
 * the time at which memory is freed. */

#include "core/error.h"
#include "ui/kit/work.h"

typedef struct
{
  int answer;        /* expected result; 0 makes the request fail */
  gboolean is_stuck; /* whether the job runs until it is cancelled */
} Job;

typedef struct
{
  GCancellable *slot;
  int answer;
  guint n_reported;
  gboolean had_error;
  gboolean was_under_way; /* whether the slot was not empty yet when the owner was notified */
} Owner;

static int n_jobs;    /* number of jobs that are not freed yet */
static int n_results; /* number of results; atomic, because workers create results */
static GThread *main_thread;

static Job *
job_new (int answer, gboolean is_stuck)
{
  Job *job = g_new0 (Job, 1);

  job->answer = answer;
  job->is_stuck = is_stuck;
  n_jobs++;
  return job;
}

static void
job_free (gpointer job)
{
  g_assert_true (g_thread_self () == main_thread);
  n_jobs--;
  g_free (job);
}

static void
result_free (gpointer result)
{
  g_assert_true (g_thread_self () == main_thread);
  g_atomic_int_add (&n_results, -1);
  g_free (result);
}

static gpointer
answer (gpointer data, GCancellable *cancellable, GError **error)
{
  const Job *job = data;

  g_assert_true (g_thread_self () != main_thread);
  while (job->is_stuck && !g_cancellable_is_cancelled (cancellable))
    g_usleep (100);
  if (job->answer == 0)
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_IO, "There is none");
      return NULL;
    }
  g_atomic_int_add (&n_results, 1);
  return g_memdup2 (&job->answer, sizeof (int));
}

static const TvWork answer_work = { answer, job_free, result_free };

static void
on_answered (gpointer data, gpointer job, gpointer result, const GError *error)
{
  Owner *self = data;

  g_assert_true (g_thread_self () == main_thread);
  g_assert_true ((result == NULL) == (error != NULL));
  self->n_reported++;
  self->was_under_way = self->slot != NULL;
  self->had_error = error != NULL;
  self->answer = result != NULL ? *(int *) result : 0;
  g_clear_pointer (&result, result_free);
}

static void
ask (Owner *self, int number, gboolean is_stuck)
{
  tv_work_start (&answer_work, job_new (number, is_stuck), on_answered, self, &self->slot);
  g_assert_nonnull (self->slot);
}

/* Waits until no request is running. */
static void
settle (void)
{
  while (n_jobs > 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (g_atomic_int_get (&n_results), ==, 0);
}

static void
test_answer (void)
{
  Owner self = { 0 };

  ask (&self, 7, FALSE);
  g_assert_cmpuint (self.n_reported, ==, 0);
  settle ();
  g_assert_cmpuint (self.n_reported, ==, 1);
  g_assert_cmpint (self.answer, ==, 7);
  g_assert_false (self.was_under_way);
  g_assert_null (self.slot);
}

static void
test_error (void)
{
  Owner self = { 0 };

  ask (&self, 0, FALSE);
  settle ();
  g_assert_cmpuint (self.n_reported, ==, 1);
  g_assert_true (self.had_error);
  g_assert_null (self.slot);
}

static void
test_newest (void)
{
  Owner self = { 0 }, other = { 0 };

  ask (&other, 100, FALSE);
  for (int i = 1; i < 20; i++)
    ask (&self, i, TRUE);
  ask (&self, 20, FALSE);
  settle ();
  g_assert_cmpuint (self.n_reported, ==, 1);
  g_assert_cmpint (self.answer, ==, 20);
  g_assert_cmpuint (other.n_reported, ==, 1);
  g_assert_cmpint (other.answer, ==, 100);
}

/* Stops a request before the worker has finished, or after the worker has finished but before the notification. */
static void
test_stop (void)
{
  for (guint i = 0; i < 2; i++)
    {
      Owner *self = g_new0 (Owner, 1);

      ask (self, 3, i == 0);
      while (i == 1 && g_atomic_int_get (&n_results) == 0)
        g_usleep (100);
      tv_work_stop (&self->slot);
      g_assert_null (self->slot);
      tv_work_stop (&self->slot);
      g_free (self);
      settle ();
    }
}

static void
test_await (void)
{
  Owner self = { 0 };

  ask (&self, 1, TRUE);
  tv_work_mark_running (&self.slot);
  g_assert_nonnull (self.slot);
  settle ();
  g_assert_cmpuint (self.n_reported, ==, 0);
  g_assert_nonnull (self.slot);
  ask (&self, 2, FALSE);
  settle ();
  g_assert_cmpint (self.answer, ==, 2);
}

/* A callback may start another request in the same slot. */
static void
on_first (gpointer data, gpointer job, gpointer result, const GError *error)
{
  Owner *self = data;

  on_answered (self, job, result, error);
  ask (self, self->answer + 1, FALSE);
}

static void
test_again (void)
{
  Owner self = { 0 };

  tv_work_start (&answer_work, job_new (1, FALSE), on_first, &self, &self.slot);
  settle ();
  g_assert_cmpuint (self.n_reported, ==, 2);
  g_assert_cmpint (self.answer, ==, 2);
}

static void
test_without_slot (void)
{
  Owner self = { 0 };

  tv_work_start (&answer_work, job_new (5, FALSE), on_answered, &self, NULL);
  tv_work_start (&answer_work, job_new (6, FALSE), NULL, NULL, NULL);
  settle ();
  g_assert_cmpuint (self.n_reported, ==, 1);
  g_assert_cmpint (self.answer, ==, 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  main_thread = g_thread_self ();
  g_test_add_func ("/worker/answer", test_answer);
  g_test_add_func ("/worker/error", test_error);
  g_test_add_func ("/worker/newest", test_newest);
  g_test_add_func ("/worker/stop", test_stop);
  g_test_add_func ("/worker/await", test_await);
  g_test_add_func ("/worker/again", test_again);
  g_test_add_func ("/worker/without-slot", test_without_slot);
  return g_test_run ();
}
