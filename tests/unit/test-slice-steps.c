/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/slice-steps.h"
#include "core/trace-builder.h"
#include "paint/timeline/keyboard-steps.h"

/* ---- Comparison with a search through all slices ---- */

/* Creates random calls on two threads: long runs of shallow calls, rare deep calls, and many equal times. */
static TvTrace *
make_random (guint32 seed, guint32 n_slices)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  TvSymbol call = { tv_trace_builder_intern (builder, "Class", -1), TV_NONE, TV_NONE, TV_NONE, 0 };
  guint32 symbol = tv_trace_builder_add_symbol (builder, &call);

  for (guint32 tid = 1; tid <= 2; tid++)
    {
      guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, tid);
      guint32 track = tv_trace_builder_ensure_track (builder, utid);
      guint32 depth = 0;
      gint64 now = 0;

      for (guint32 n = 0; n < n_slices;)
        {
          int deeper = g_rand_int_range (rand, 0, 100) < 3 ? 90 : 30;

          if (g_rand_int_range (rand, 0, 3) > 0)
            now += g_rand_int_range (rand, 0, 20);
          if (depth == 0 || (depth < 12 && g_rand_int_range (rand, 0, 100) < deeper))
            {
              tv_trace_builder_begin (builder, track, symbol, now, 0, -1);
              depth++;
              n++;
            }
          else
            {
              tv_trace_builder_end (builder, track, TV_NONE, now, 0, 0, -1);
              depth--;
            }
        }
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

/* Returns the distance of a slice from @ns; 0 if the slice contains this time. */
static gint64
get_distance (const TvSlices *slices, guint32 slice, gint64 ns)
{
  if (tv_slices_start (slices, slice) > ns)
    return tv_slices_start (slices, slice) - ns;
  return MAX (ns - tv_slices_end (slices, slice), 0);
}

static void
assert_nearest (TvTrace *trace,
                guint32 found,
                guint32 first,
                guint32 end,
                guint32 depth,
                guint32 parent,
                gint64 ns)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  gint64 min = G_MAXINT64;

  for (guint32 row = first; row < end; row++)
    if (tv_slices_depth (slices, row) == depth &&
        (parent == TV_NONE || tv_slices_parent (slices, row) == parent))
      min = MIN (min, get_distance (slices, row, ns));
  if (min == G_MAXINT64)
    {
      g_assert_cmpuint (found, ==, TV_NONE);
      return;
    }
  g_assert_cmpuint (found, >=, first);
  g_assert_cmpuint (found, <, end);
  g_assert_cmpuint (tv_slices_depth (slices, found), ==, depth);
  if (parent != TV_NONE)
    g_assert_cmpuint (tv_slices_parent (slices, found), ==, parent);
  g_assert_cmpint (get_distance (slices, found, ns), ==, min);
}

static void
check_slice (TvTrace *trace, const TvSliceIndex *index, guint32 slice, gint64 ns)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
  guint32 end = track->first_slice + track->n_slices;
  guint32 next = slice + 1, previous = slice;

  while (next < end && tv_slices_depth (slices, next) != tv_slices_depth (slices, slice))
    next++;
  g_assert_cmpuint (tv_slice_find_next (trace, index, slice), ==, next < end ? next : TV_NONE);
  do
    previous = previous > track->first_slice ? previous - 1 : TV_NONE;
  while (previous != TV_NONE &&
         tv_slices_depth (slices, previous) != tv_slices_depth (slices, slice));
  g_assert_cmpuint (tv_slice_find_previous (trace, index, slice), ==, previous);
  assert_nearest (trace, tv_slice_find_callee (trace, index, slice, ns), track->first_slice, end,
                  tv_slices_depth (slices, slice) + 1, slice, ns);
}

static void
test_random (void)
{
  for (guint32 seed = 1; seed <= 6; seed++)
    {
      g_autoptr (TvTrace) trace = make_random (seed, seed == 6 ? 20000 : 60 * seed);
      g_autoptr (TvSliceIndex) index = tv_slice_index_new (trace);
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      const TvSlices *slices = tv_trace_get_slices (trace);
      gint32 last_ns = (gint32) tv_trace_get_end_ns (trace);
      guint32 n_tracks;
      const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

      for (guint i = 0; i < 500; i++)
        {
          gint64 ns = g_rand_int_range (rand, -10, last_ns + 10);
          guint32 track = (guint32) g_rand_int_range (rand, 0, (gint32) n_tracks);
          guint32 depth = (guint32) g_rand_int_range (rand, 0, 15);
          guint32 first = tracks[track].first_slice;

          check_slice (trace, index, (guint32) g_rand_int_range (rand, 0, (gint32) slices->n), ns);
          assert_nearest (trace, tv_slice_find_near (trace, index, track, depth, ns), first,
                          first + tracks[track].n_slices, depth, TV_NONE, ns);
        }
    }
}

/* ---- Rows of the timeline ---- */

/* 0    10   20   30   40   50   60 [0                  ]    [4  ]      thread 1, which is busier and therefore on top
 *   [1 ]  [2      ]
 *           [3 ]
 *       [5 ]       [6           ]      thread 2 */
static TvTrace *
make_small (void)
{
  static const struct
  {
    guint32 tid;
    int start, end;
  } calls[] = {
    { 1, 0, 40 },  { 1, 1, 10 },  { 1, 12, 30 }, { 1, 15, 20 },
    { 1, 50, 56 }, { 2, 11, 15 }, { 2, 29, 60 },
  };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  TvSymbol call = { tv_trace_builder_intern (builder, "Class", -1), TV_NONE, TV_NONE, TV_NONE, 0 };
  guint32 symbol = tv_trace_builder_add_symbol (builder, &call);

  for (int ns = 0; ns <= 60; ns++)
    for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
      {
        guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, calls[i].tid);
        guint32 track = tv_trace_builder_ensure_track (builder, utid);

        if (calls[i].start == ns)
          tv_trace_builder_begin (builder, track, symbol, ns, 0, -1);
        if (calls[i].end == ns)
          tv_trace_builder_end (builder, track, TV_NONE, ns, 0, 0, -1);
      }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static const struct
{
  guint32 slice;
  TvTimelineStep step;
  gint64 ns;
  guint32 found;
} steps[] = {
  { 1, TV_STEP_NEXT, 0, 2 },        { 2, TV_STEP_PREVIOUS, 0, 1 },
  { 2, TV_STEP_NEXT, 0, TV_NONE },  { 0, TV_STEP_NEXT, 0, 4 },
  { 4, TV_STEP_PREVIOUS, 0, 0 },    { 1, TV_STEP_PREVIOUS, 0, TV_NONE },
  { 3, TV_STEP_UP, 0, 2 },          { 2, TV_STEP_UP, 0, 0 },
  { 0, TV_STEP_UP, 0, TV_NONE },    { 0, TV_STEP_DOWN, 5, 1 },
  { 0, TV_STEP_DOWN, 35, 2 },       { 0, TV_STEP_DOWN, 11, 1 },
  { 3, TV_STEP_DOWN, 16, 5 },       { 3, TV_STEP_DOWN, 28, 6 },
  { 5, TV_STEP_UP, 16, 3 },         { 5, TV_STEP_UP, 24, 2 },
  { 6, TV_STEP_UP, 45, 0 },         { 6, TV_STEP_UP, 48, 4 },
  { 6, TV_STEP_DOWN, 40, TV_NONE },
};

static void
test_rows (void)
{
  g_autoptr (TvTrace) trace = make_small ();
  g_autoptr (TvSliceIndex) index = tv_slice_index_new (trace);
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (14.67);

  for (int form = TV_TIMELINE_NESTED; form <= TV_TIMELINE_STRIP; form++)
    {
      g_autoptr (TvTimelineLayout) layout = tv_timeline_layout_new (trace, form, &metrics);

      for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
        g_assert_cmpuint (tv_timeline_find_step (layout, trace, index, steps[i].slice,
                                                 steps[i].step, steps[i].ns),
                          ==, steps[i].found);
      g_assert_cmpuint (tv_timeline_find_first (layout, trace, index, 0, 47), ==, 4);
      g_assert_cmpuint (tv_timeline_find_first (layout, trace, index, 1, 0), ==, 5);
      g_assert_cmpuint (tv_timeline_find_first (layout, trace, index, 2, 0), ==, TV_NONE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/slice-steps/random", test_random);
  g_test_add_func ("/slice-steps/rows", test_rows);
  return g_test_run ();
}
