/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/timeline/span-cache.h"

#include "core/memory/parallel.h"
#include "core/trace-builder.h"

#define N_THREADS 5

/* Tests that a cache returns the same spans as a finder, for any size, and regardless of the thread that finds the
 * spans. */

/* Creates threads whose calls have random depths from 1 to @max_depth, with one tick between records. */
static TvTrace *
make_trace (guint n_threads, guint n_calls, guint max_depth)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "call", -1), TV_NONE, TV_NONE, 0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (n_calls);

  tv_trace_builder_add_symbol (builder, &symbol);
  for (guint thread = 0; thread < n_threads; thread++)
    {
      guint depth = 0;
      gint64 now = 0;

      tv_trace_builder_ensure_track (builder,
                                     tv_trace_builder_ensure_thread (builder, TV_NONE, thread));
      for (guint i = 0; i < n_calls; now++)
        if (depth == 0 || (depth < max_depth && g_rand_boolean (rand)))
          {
            tv_trace_builder_begin (builder, thread, 0, now, 0, -1);
            depth++;
            i++;
          }
        else
          {
            tv_trace_builder_end (builder, thread, TV_NONE, now, 0, 0, -1);
            depth--;
          }
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static int
compare_spans (const void *a, const void *b)
{
  const TvTimelineSpan *sa = a, *sb = b;

  if (sa->depth != sb->depth)
    return sa->depth < sb->depth ? -1 : 1;
  return (sa->first > sb->first) - (sa->first < sb->first);
}

/* Returns the spans of the requested depths, sorted. */
static GArray *
pick_spans (const GArray *spans, const TvSpanRequest *request)
{
  GArray *picked = g_array_sized_new (FALSE, FALSE, sizeof (TvTimelineSpan), spans->len);
  gboolean is_sorted = TRUE;

  for (guint i = 0; i < spans->len; i++)
    {
      const TvTimelineSpan *span = &g_array_index (spans, TvTimelineSpan, i);

      if (request->is_strip ||
          (span->depth >= request->first_depth && span->depth < request->end_depth))
        g_array_append_vals (picked, span, 1);
      is_sorted = is_sorted && (i == 0 || compare_spans (span - 1, span) < 0);
    }
  if (!is_sorted)
    g_array_sort (picked, compare_spans);
  return picked;
}

static void
check_request (TvSpanCache *cache,
               TvSpanFinder *finder,
               const TvTimeScale *scale,
               const TvSpanRequest *request)
{
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (TvTimelineSpan));
  g_autoptr (GArray) expected = NULL;
  g_autoptr (GArray) found = NULL;

  if (request->is_strip)
    {
      tv_span_finder_find_strip (finder, request->track, scale, 0, scale->n_columns, spans);
      found = pick_spans (tv_span_cache_find_strip (cache, request->track), request);
    }
  else
    {
      tv_span_finder_find_nested (finder, request->track, scale, 0, scale->n_columns,
                                  request->first_depth, request->end_depth, spans);
      found = pick_spans (tv_span_cache_find_nested (cache, request->track, request->first_depth,
                                                     request->end_depth),
                          request);
    }
  expected = pick_spans (spans, request);
  g_assert_cmpmem (found->data, found->len * sizeof (TvTimelineSpan), expected->data,
                   expected->len * sizeof (TvTimelineSpan));
}

static void
prepare_and_check (TvSpanCache *cache,
                   TvSpanFinder *finder,
                   const TvTimeScale *scale,
                   const GArray *requests)
{
  tv_span_cache_start (cache, scale);
  tv_span_cache_prepare (cache, requests);
  for (guint i = 0; i < requests->len; i++)
    check_request (cache, finder, scale, &g_array_index (requests, TvSpanRequest, i));
}

/* Returns a random request: the strip of a track, or some of its depths. */
static TvSpanRequest
make_request (GRand *rand)
{
  guint32 first = (guint32) g_rand_int_range (rand, 0, 10);

  return (TvSpanRequest){ (guint32) g_rand_int_range (rand, 0, N_THREADS), g_rand_boolean (rand),
                          first, first + (guint32) g_rand_int_range (rand, 1, 40) };
}

/* Prepares rows that are scrolled and changed; some rows are requested twice. */
static void
test_prepare (void)
{
  g_autoptr (TvTrace) trace = make_trace (N_THREADS, 3000, 60);
  g_autoptr (TvSliceIndex) index = tv_slice_index_new (trace);
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint n_threads = 1; n_threads <= 4; n_threads++)
    {
      g_autoptr (TvSpanFinder) finder = tv_span_finder_new (trace, index);
      g_autoptr (TvSpanFinder) own = tv_span_finder_new (trace, index);
      g_autoptr (TvSpanCache) cache = tv_span_cache_new (own);

      tv_parallel_set_max_threads (n_threads);
      tv_span_cache_set_patience (cache, -1);
      for (guint i = 0; i < 60; i++)
        {
          TvTimeScale scale = { 0, 4000 + i / 4, 500 };
          g_autoptr (GArray) requests = g_array_new (FALSE, FALSE, sizeof (TvSpanRequest));

          for (guint n = 0; n < 8; n++)
            {
              TvSpanRequest request = make_request (rand);

              g_array_append_val (requests, request);
            }
          prepare_and_check (cache, finder, &scale, requests);
        }
    }
  tv_parallel_set_max_threads (0);
}

/* Moves the same columns to other positions, near and far, and sometimes changes the scale. Some rows are requested
 * again only after several moves. */
static void
test_moved (void)
{
  static const gint64 column_ns[] = { 1, 8, 13 };
  g_autoptr (TvTrace) trace = make_trace (N_THREADS, 6000, 60);
  g_autoptr (TvSliceIndex) index = tv_slice_index_new (trace);
  g_autoptr (TvSpanFinder) finder = tv_span_finder_new (trace, index);
  g_autoptr (TvSpanFinder) own = tv_span_finder_new (trace, index);
  g_autoptr (TvSpanCache) cache = tv_span_cache_new (own);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  gint64 start = 0;

  for (guint i = 0; i < 600; i++)
    {
      gint64 column = column_ns[i / 20 % G_N_ELEMENTS (column_ns)];
      gint64 n_columns = 200 + 7 * (i / 60), length = n_columns * column;
      gint32 max = g_rand_int_range (rand, 0, 4) > 0 ? 30 : 2 * (gint32) n_columns;
      TvTimeScale scale;
      g_autoptr (GArray) requests = g_array_new (FALSE, FALSE, sizeof (TvSpanRequest));

      start += column * g_rand_int_range (rand, -max, max + 1);
      if (i % 20 == 0 || start < -length / 2 || start > 12000 - length / 2)
        start = g_rand_int_range (rand, -100, 6000);
      scale = (TvTimeScale){ start, start + length + (i % 97 == 0), (guint32) n_columns };
      for (guint n = 0; n < 3; n++)
        {
          TvSpanRequest request = make_request (rand);

          g_array_append_val (requests, request);
        }
      prepare_and_check (cache, finder, &scale, requests);
    }
}

/* Requests more spans than the cache can hold. */
static void
test_full (void)
{
  const guint n_calls = TV_SPAN_CACHE_MAX / 2 + 100000;
  g_autoptr (TvTrace) trace = make_trace (4, n_calls, 1);
  g_autoptr (TvSliceIndex) index = tv_slice_index_new (trace);
  g_autoptr (TvSpanFinder) finder = tv_span_finder_new (trace, index);
  g_autoptr (TvSpanFinder) own = tv_span_finder_new (trace, index);
  g_autoptr (TvSpanCache) cache = tv_span_cache_new (own);
  g_autoptr (GArray) requests = g_array_new (FALSE, FALSE, sizeof (TvSpanRequest));
  TvTimeScale scale = { 0, 2 * (gint64) n_calls, n_calls };

  for (guint32 track = 0; track < 4; track++)
    {
      TvSpanRequest request = { track, track % 2 == 0, 0, 1 };

      g_array_append_val (requests, request);
    }
  tv_parallel_set_max_threads (2);
  tv_span_cache_set_patience (cache, -1);
  prepare_and_check (cache, finder, &scale, requests);
  g_array_set_size (requests, 1);
  prepare_and_check (cache, finder, &scale, requests);
  tv_parallel_set_max_threads (0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/span-cache/prepare", test_prepare);
  g_test_add_func ("/span-cache/moved", test_moved);
  g_test_add_func ("/span-cache/full", test_full);
  return g_test_run ();
}
