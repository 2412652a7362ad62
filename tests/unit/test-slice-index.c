/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib.h>

#include "core/index/slice-index.h"
#include "core/index/slice-keys.h"
#include "core/trace-builder.h"

/* Creates threads with random calls, which tend to become deeper up to @max_depth. All times are multiples of @step
 * ticks. */
static TvTrace *
make_trace (guint32 seed, guint32 n_slices, guint32 max_depth, guint n_threads, gint64 step)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  TvTraceBuilder *builder = tv_trace_builder_new (1000, 0);
  TvSymbol symbol = { TV_NONE, 0, TV_NONE, TV_NONE, 0 };
  g_autofree guint32 *depth = g_new0 (guint32, n_threads);
  gint64 now = 0;
  TvTrace *trace;
  guint32 n = 0;

  symbol.name = tv_trace_builder_intern (builder, "call", -1);
  tv_trace_builder_add_symbol (builder, &symbol);
  for (guint i = 0; i < n_threads; i++)
    tv_trace_builder_ensure_track (builder, tv_trace_builder_ensure_thread (builder, TV_NONE, i));
  while (n < n_slices)
    {
      guint t = g_rand_int_range (rand, 0, n_threads);
      gboolean is_enter = depth[t] == 0 || (depth[t] < max_depth && g_rand_int (rand) % 100 < 52);

      now += step * (g_rand_int_range (rand, 0, 4) == 0 ? g_rand_int_range (rand, 0, 1000) : 1);
      if (is_enter)
        tv_trace_builder_begin (builder, t, 0, now, 0, -1);
      else
        tv_trace_builder_end (builder, t, 0, now, 0, 0, -1);
      depth[t] += is_enter ? 1 : -1;
      n += is_enter;
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  tv_trace_builder_free (builder);
  return trace;
}

static void
check_run (const TvSlices *slices,
           const TvSliceIndex *index,
           guint32 first,
           guint32 end,
           guint32 first_depth,
           guint32 n_depths)
{
  g_autofree guint32 *expected = g_new (guint32, n_depths);
  g_autofree TvLongest *found = g_new (TvLongest, n_depths);

  memset (expected, 0xff, n_depths * sizeof *expected);
  for (guint32 i = 0; i < n_depths; i++)
    found[i] = TV_LONGEST_NONE;
  for (guint32 row = first; row < end; row++)
    {
      guint32 depth = tv_slices_depth (slices, row) - first_depth;

      if (tv_slices_depth (slices, row) >= first_depth && depth < n_depths &&
          (expected[depth] == TV_NONE || tv_time_column_get (&slices->dur, row) >
                                             tv_time_column_get (&slices->dur, expected[depth])))
        expected[depth] = row;
    }
  tv_slice_index_find_longest (index, first, end, found, first_depth, first_depth + n_depths);
  for (guint32 i = 0; i < n_depths; i++)
    g_assert_cmphex (found[i].slice, ==, expected[i]);
}

static void
test_longest (void)
{
  static const struct
  {
    guint32 n_slices;
    guint32 max_depth;
    guint n_threads;
    gint64 step;
  } cases[] = {
    { 1, 1, 1, 1 },
    { 255, 4, 1, 1 },
    { 256, 4, 1, 1 },
    { 257, 40, 2, 1 },
    { 30000, 60, 7, 1 },
    { 70000, 30000, 1, 1 },
    { 30000, 60, 3, 3001 },                        /* long slices, some with equal lengths */
    { 30000, 60, 3, G_GINT64_CONSTANT (1) << 31 }, /* too long for 32 bits */
    { 30000, 3, 1, (G_GINT64_CONSTANT (1) << 20) + 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = make_trace (i + 1, cases[i].n_slices, cases[i].max_depth,
                                              cases[i].n_threads, cases[i].step);
      const TvSlices *slices = tv_trace_get_slices (trace);
      g_autoptr (TvSliceIndex) index = tv_slice_index_new (trace);
      g_autoptr (GRand) rand = g_rand_new_with_seed (7);

      g_assert_cmpuint (slices->n, ==, cases[i].n_slices);
      check_run (slices, index, 0, slices->n, 0, cases[i].max_depth);
      for (int run = 0; run < 200; run++)
        {
          guint32 a = g_rand_int (rand) % (slices->n + 1), b = g_rand_int (rand) % (slices->n + 1);

          check_run (slices, index, MIN (a, b), MAX (a, b), (guint32) run % 7,
                     MIN (cases[i].max_depth, 50));
        }
    }
}

static void
check_key (gint64 ticks)
{
  gint16 key = tv_slice_key_get (ticks);
  gint64 min = tv_slice_key_get_min (key);

  g_assert_cmpint (key, >, 0);
  g_assert_cmpint (min, <=, ticks);
  g_assert_cmpint (ticks - min, <=, ticks / 512);
  g_assert_cmpint (tv_slice_key_get (min), ==, key);
  if (min > 0)
    g_assert_cmpint (tv_slice_key_get (min - 1), <, key);
  if (tv_slice_key_is_exact (key))
    g_assert_cmpint (min, ==, ticks);
}

/* Checks that longer durations never have smaller keys, and that a key is at most 1/512 too small. */
static void
test_keys (void)
{
  for (gint64 ticks = 0; ticks < 5000; ticks++)
    check_key (ticks);
  for (guint shift = 12; shift < 63; shift++)
    for (gint64 off = -1; off <= 1; off++)
      {
        check_key ((G_GINT64_CONSTANT (1) << shift) + off);
        check_key ((G_GINT64_CONSTANT (3) << (shift - 1)) + off);
      }
  check_key (G_MAXINT64);
}

static void
test_is_small (void)
{
  g_autoptr (TvTrace) trace = make_trace (3, 300000, 40, 3, 1);
  g_autoptr (TvSliceIndex) index = tv_slice_index_new (trace);

  tv_slice_index_get_intervals (index);
  /* Without a CPU clock, the columns take 21 bytes per slice. The index may take at most a twentieth of that. */
  g_assert_cmpuint (tv_slice_index_get_bytes (index), <=, 300000 * 21 / 20);
}

static gpointer
get_intervals (gpointer index)
{
  const TvIntervalIndex *intervals = tv_slice_index_get_intervals (index);

  g_assert_true (tv_slice_index_has_intervals (index));
  return (gpointer) intervals;
}

/* Checks that a cancelled build leaves no index, and that later calls from several threads build the index once. */
static void
test_intervals (void)
{
  g_autoptr (TvTrace) trace = make_trace (4, 300000, 40, 3, 1);
  g_autoptr (TvSliceIndex) index = tv_slice_index_new (trace);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gsize bytes = tv_slice_index_get_bytes (index);
  GThread *threads[4];

  g_assert_false (tv_slice_index_has_intervals (index));
  g_cancellable_cancel (cancellable);
  g_assert_false (tv_slice_index_build_intervals (index, cancellable));
  g_assert_false (tv_slice_index_has_intervals (index));
  g_assert_cmpuint (tv_slice_index_get_bytes (index), ==, bytes);

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("asks", get_intervals, index);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_true (g_thread_join (threads[i]) == get_intervals (index));
  g_assert_true (tv_slice_index_build_intervals (index, cancellable));
  g_assert_cmpuint (tv_slice_index_get_bytes (index), >, bytes + 300000 / 16 * sizeof (guint32));
}

static void
test_empty (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = tv_trace_builder_finish (builder, NULL, NULL);
  g_autoptr (TvSliceIndex) index = tv_slice_index_new (trace);
  TvLongest longest[2] = { TV_LONGEST_NONE, TV_LONGEST_NONE };

  tv_slice_index_find_longest (index, 0, 0, longest, 0, 2);
  g_assert_cmphex (longest[0].slice, ==, TV_NONE);
  get_intervals (index);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/slice-index/longest", test_longest);
  g_test_add_func ("/slice-index/keys", test_keys);
  g_test_add_func ("/slice-index/is-small", test_is_small);
  g_test_add_func ("/slice-index/intervals", test_intervals);
  g_test_add_func ("/slice-index/empty", test_empty);
  return g_test_run ();
}
