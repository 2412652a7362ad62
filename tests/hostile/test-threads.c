/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <pthread.h>

#include <gio/gio.h>

#include "analysis/profile.h"
#include "analysis/search.h"
#include "core/error.h"
#include "core/parallel.h"
#include "formats/ftrace/ftrace.h"
#include "formats/load.h"
#include "tables/tables.h"
#include "trace-invariants.h"

/* Many threads read one trace without a lock, for it does not change; others load the same file, and
 * are stopped from outside. Under ThreadSanitizer what is written twice shows, but for what
 * GLib does, to whose threads these do not belong for that reason. */

#define N_THREADS 6

static const char *const samples[] = { "data/samples/boot-v2.trace", "data/samples/reader.trace",
                                       "data/samples/shop-start.trace",
                                       "data/samples/reader-packets.trace",
                                       "data/samples/device.ftrace" };

static gpointer
analyse (gpointer data)
{
  TvTrace *trace = data;
  g_autoptr (TvProfile)
      profile = tv_profile_new (trace, NULL, TV_PROFILE_CONTEXT_SWITCHES, NULL, NULL);
  g_autoptr (TvTextMatch) match = tv_text_match_new ("an", FALSE, NULL);
  g_autoptr (TvHits) hits = tv_search (trace, match, TV_HITS_ALL, NULL);
  g_autofree char *violation = tv_trace_dup_violation (trace);
  g_autofree char *misuse = tv_trace_dup_misuse (trace);

  g_assert_nonnull (profile);
  g_assert_cmpstr (violation, ==, NULL);
  g_assert_cmpstr (misuse, ==, NULL);
  return GUINT_TO_POINTER (tv_hits_get_n (hits) + 1);
}

static void
test_analyses (gconstpointer path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_load (path, NULL, NULL, NULL, &error);
  pthread_t threads[N_THREADS];
  gpointer first;

  g_assert_no_error (error);
  /* GLib makes its classes on the thread that is first, with locks that ThreadSanitizer does not
   * see. */
  first = analyse (trace);
  for (guint i = 0; i < N_THREADS; i++)
    g_assert_cmpint (pthread_create (&threads[i], NULL, analyse, trace), ==, 0);
  for (guint i = 0; i < N_THREADS; i++)
    {
      gpointer result;

      g_assert_cmpint (pthread_join (threads[i], &result), ==, 0);
      g_assert_true (result == first);
    }
}

typedef struct
{
  const char *path;
  GCancellable *cancellable;
  gint n_steps; /* atomic */
} Loading;

static void
count_step (double fraction, gpointer data)
{
  g_atomic_int_inc (&((Loading *) data)->n_steps);
}

static gpointer
load (gpointer data)
{
  Loading *loading = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace)
      trace = tv_load (loading->path, count_step, loading, loading->cancellable, &error);

  if (trace == NULL)
    g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
  return NULL;
}

/* Some are stopped at once, some in between, some not at all. */
static void
test_loading (gconstpointer path)
{
  Loading loadings[N_THREADS];
  pthread_t threads[N_THREADS];

  tv_error_quark ();
  for (guint i = 0; i < N_THREADS; i++)
    {
      loadings[i] = (Loading){ path, g_cancellable_new (), 0 };
      g_assert_cmpint (pthread_create (&threads[i], NULL, load, &loadings[i]), ==, 0);
    }
  for (guint i = 0; i < N_THREADS / 2; i++)
    {
      g_usleep (i * 2000);
      g_cancellable_cancel (loadings[i].cancellable);
    }
  for (guint i = 0; i < N_THREADS; i++)
    {
      g_assert_cmpint (pthread_join (threads[i], NULL), ==, 0);
      g_object_unref (loadings[i].cancellable);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* Also where there is one processor. */
  tv_parallel_set_max_threads (4);
  /* So that a small log is cut as well. */
  tv_ftrace_set_task_size (50000, 500);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *name = g_path_get_basename (samples[i]);
      g_autofree char *analyses = g_strconcat ("/threads/analyses/", name, NULL);
      g_autofree char *loading = g_strconcat ("/threads/loading/", name, NULL);

      g_test_add_data_func (analyses, samples[i], test_analyses);
      g_test_add_data_func (loading, samples[i], test_loading);
    }
  return g_test_run ();
}
