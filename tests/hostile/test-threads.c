/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <pthread.h>

#include <gio/gio.h>

#include "analysis/calls/profile.h"
#include "analysis/search.h"
#include "core/error.h"
#include "core/memory/parallel.h"
#include "core/index/slice-index.h"
#include "core/trace-builder.h"
#include "formats/ftrace/ftrace.h"
#include "formats/load.h"
#include "paint/timeline/span-cache.h"
#include "tables/tables.h"
#include "trace-invariants.h"

/* Tests that many threads can read one trace without a lock, because it does not change, while other threads load the
 * same file and are cancelled from outside. ThreadSanitizer detects races, but not inside GLib; therefore, GLib does
 * not create the threads. */

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
  /* GLib initializes classes on first use, with locks that ThreadSanitizer does not see; therefore, a single thread
   * runs first. */
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
  gint n_steps; /* atomic: number of steps */
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

/* Tests loading by several threads. Some threads are cancelled immediately, some later, and some not at all. */
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

/* Creates a trace of calls on @n_threads threads. Calls are nested ten levels deep and return together. */
static TvTrace *
make_calls (guint n_threads, guint n)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "call", -1), TV_NONE, TV_NONE, 0 };

  tv_trace_builder_add_symbol (builder, &symbol);
  for (guint t = 0; t < n_threads; t++)
    tv_trace_builder_ensure_track (builder, tv_trace_builder_ensure_thread (builder, TV_NONE, t));
  for (guint i = 0; i < n; i++)
    for (guint t = 0; t < n_threads; t++)
      {
        tv_trace_builder_begin (builder, t, 0, 20 * (gint64) i, 0, -1);
        for (guint depth = 0; i % 10 == 9 && depth < 10; depth++)
          tv_trace_builder_end (builder, t, TV_NONE, 20 * (gint64) i + 1 + depth, 0, 0, -1);
      }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

typedef struct
{
  TvTrace *trace;
  TvSliceIndex *index;
  GCancellable *cancellable; /* (nullable): a GCancellable */
} Asking;

/* Returns the row of the longest interval + 1; NULL if cancelled. */
static gpointer
ask_for_intervals (gpointer data)
{
  const Asking *asking = data;
  guint32 rows[2] = { 0, tv_trace_get_slices (asking->trace)->n };
  TvLongestInterval longest;
  TvIntervalWalk walk;

  if (asking->cancellable != NULL &&
      !tv_slice_index_build_intervals (asking->index, asking->cancellable))
    return NULL;
  tv_interval_walk_init (&walk, asking->trace, NULL, 0);
  tv_interval_index_find_in_blocks (tv_slice_index_get_intervals (asking->index), &walk, rows, 1,
                                    &longest);
  return GUINT_TO_POINTER (longest.row + 1);
}

/* Many threads request the interval index at the same time, and some are cancelled. The index must be built once, and
 * no thread may search it before it is complete. */
static void
test_intervals (void)
{
  g_autoptr (TvTrace) trace = make_calls (1, 400000);
  gpointer expected = NULL;

  for (guint round = 0; round < 4; round++)
    {
      g_autoptr (TvSliceIndex) index = tv_slice_index_new (trace);
      Asking asking[N_THREADS];
      pthread_t threads[N_THREADS];

      for (guint i = 0; i < N_THREADS; i++)
        {
          asking[i] = (Asking){ trace, index, i % 2 == 0 ? g_cancellable_new () : NULL };
          g_assert_cmpint (pthread_create (&threads[i], NULL, ask_for_intervals, &asking[i]), ==,
                           0);
        }
      g_usleep (round * 1000);
      g_cancellable_cancel (asking[0].cancellable);
      for (guint i = 0; i < N_THREADS; i++)
        {
          gpointer found;

          g_assert_cmpint (pthread_join (threads[i], &found), ==, 0);
          g_clear_object (&asking[i].cancellable);
          if (expected == NULL)
            expected = found;
          g_assert_true (found == expected || (found == NULL && i == 0));
        }
      g_assert_nonnull (expected);
    }
}

/* Several threads look up the bars and strips of frames in one cache. */
static void
test_frames (void)
{
  g_autoptr (TvTrace) trace = make_calls (12, 3000);
  g_autoptr (TvSliceIndex) index = tv_slice_index_new (trace);
  g_autoptr (TvSpanFinder) finder = tv_span_finder_new (trace, index);
  g_autoptr (TvSpanCache) cache = tv_span_cache_new (finder);
  g_autoptr (GArray) requests = g_array_new (FALSE, FALSE, sizeof (TvSpanRequest));

  for (guint32 i = 0; i < 24; i++)
    {
      TvSpanRequest request = { i / 2, i % 2 == 0, 0, 10 };

      g_array_append_val (requests, request);
    }
  tv_span_cache_set_patience (cache, -1);
  for (guint frame = 0; frame < 50; frame++)
    {
      TvTimeScale scale = { frame * 100, 50000 + frame * 100, 500 };

      tv_span_cache_start (cache, &scale);
      tv_span_cache_prepare (cache, requests);
      /* All threads of the trace have the same calls, so their strips are equally long. */
      for (guint32 track = 1; track < 12; track++)
        g_assert_cmpuint (tv_span_cache_find_strip (cache, track)->len, ==,
                          tv_span_cache_find_strip (cache, 0)->len);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* Uses several threads even on a single processor. */
  tv_parallel_set_max_threads (4);
  /* Splits small logs, too. */
  tv_ftrace_set_task_size (50000, 500);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *name = g_path_get_basename (samples[i]);
      g_autofree char *analyses = g_strconcat ("/threads/analyses/", name, NULL);
      g_autofree char *loading = g_strconcat ("/threads/loading/", name, NULL);

      g_test_add_data_func (analyses, samples[i], test_analyses);
      g_test_add_data_func (loading, samples[i], test_loading);
    }
  g_test_add_func ("/threads/intervals", test_intervals);
  g_test_add_func ("/threads/frames", test_frames);
  return g_test_run ();
}
