/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>

#include "core/index/gap-index.h"
#include "core/trace-builder.h"

/* Creates three threads with calls that are not nested. Some calls have a gap, during which the thread did not run. */
static TvTrace *
make_trace (GRand *rand, guint32 n_slices)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "call", -1), TV_NONE, TV_NONE, 0 };
  gint64 now = 0, cpu[3] = { 0, 0, 0 };

  tv_trace_builder_add_symbol (builder, &symbol);
  tv_trace_builder_set_clocks (builder, TRUE, TRUE);
  for (guint i = 0; i < 3; i++)
    tv_trace_builder_ensure_track (builder,
                                   tv_trace_builder_ensure_thread (builder, TV_NONE, i + 1));
  for (guint32 n = 0; n < n_slices; n++)
    {
      guint thread = (guint) g_rand_int_range (rand, 0, 3);

      tv_trace_builder_begin (builder, thread, 0, now, cpu[thread], -1);
      now += g_rand_int_range (rand, 0, 3 * TV_GAP_NS);
      cpu[thread] += 10;
      tv_trace_builder_end (builder, thread, 0, now, cpu[thread], 0, -1);
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

/* Checks the first gap that the index returns for each row: the first gap of the track that ends after the start of
 * the first row of the block. A search from this gap neither misses a gap nor has to step over earlier gaps. */
static void
check_firsts (TvTrace *trace, const TvGapIndex *index)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvGap *gaps = tv_trace_get_gaps (trace, NULL);

  for (guint32 row = 0; row < slices->n; row++)
    {
      const TvTrack *track = &tv_trace_get_tracks (trace,
                                                   NULL)[tv_trace_find_track_at (trace, row)];
      guint32 block_row = MAX (row - row % TV_GAP_INDEX_GRAIN, track->first_slice);
      guint32 first = MAX (tv_gap_index_get_first (index, row), track->first_gap);
      guint32 expected = track->first_gap;

      if (row % TV_GAP_INDEX_GRAIN <= row - track->first_slice)
        while (expected < track->first_gap + track->n_gaps &&
               gaps[expected].ts + gaps[expected].dur <= tv_slices_start (slices, block_row))
          expected++;
      g_assert_cmpuint (first, ==, expected);
    }
}

static void
check_trace (GRand *rand, guint32 n_slices)
{
  g_autoptr (TvTrace) trace = make_trace (rand, n_slices);
  g_autoptr (TvGapIndex) index = tv_gap_index_new (trace);
  guint32 n_gaps;
  const TvGap *gaps = tv_trace_get_gaps (trace, &n_gaps);

  g_assert_cmpuint (n_gaps, <=, 2 * n_slices);
  tv_gap_index_fill (index, 0, tv_trace_get_slices (trace)->n);
  check_firsts (trace, index);
  for (guint i = 0; i < 200; i++)
    {
      gint64 min_ns = g_rand_int_range (rand, 1, 3 * TV_GAP_NS + 100);
      guint32 end = (guint32) g_rand_int_range (rand, 0, (int) n_gaps + 1);
      guint32 gap = (guint32) g_rand_int_range (rand, 0, (int) end + 1), found = gap;

      if (i % 4 == 0)
        min_ns = n_gaps > 0 ? gaps[(guint32) g_rand_int_range (rand, 0, (int) n_gaps)].dur : 1;
      while (found < end && gaps[found].dur < min_ns)
        found++;
      g_assert_cmpuint (tv_gap_index_find_long (index, gap, end, min_ns), ==, found);
    }
}

static void
test_random (void)
{
  static const guint32 n_slices[] = { 0, 1, 40, 64, 65, 129, 5000 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (gsize i = 0; i < G_N_ELEMENTS (n_slices); i++)
    check_trace (rand, n_slices[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gap-index/random", test_random);
  return g_test_run ();
}
