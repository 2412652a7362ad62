/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analysis/range/cpu-clock.h"
#include "analysis/calls/profile.h"
#include "core/memory/parallel.h"
#include "core/trace-builder.h"

/* Compares profiles of traces that are long enough for several threads with sums over slices by caller. The times,
 * the counts and the order must not depend on the number of threads. */

#define N_SYMBOLS 40
#define N_KEYS                                                                                     \
  (2 *                                                                                             \
   (N_SYMBOLS +                                                                                    \
    1)) /* including "(context switch)"; a key is symbol * 2 + whether the call is recursive */
#define N_CALLS 400000
#define TICK_NS 1000

typedef struct
{
  guint64 calls[N_KEYS + 1][N_KEYS]; /* by caller; the last element is for calls without a caller */
  gint64 ns[N_KEYS + 1][N_KEYS][TV_N_CLOCKS];
} Count;

/* Builds threads with deeply nested and recursive calls that are occasionally switched off the
 * CPU. */
static TvTrace *
make_trace (guint n_threads, guint max_depth)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (TICK_NS, 0);
  g_autoptr (GRand) rand = g_rand_new_with_seed (max_depth);
  g_autofree guint32 *stack = g_new (guint32, (gsize) n_threads * max_depth);
  g_autofree guint *depth = g_new0 (guint, n_threads), *goal = g_new0 (guint, n_threads);
  g_autofree gint64 *cpu = g_new0 (gint64, n_threads);
  gint64 now = 5;
  guint n = 0;

  tv_trace_builder_set_clocks (builder, TRUE, TRUE);
  for (guint symbol = 0; symbol < N_SYMBOLS; symbol++)
    {
      g_autofree char *name = g_strdup_printf ("call%u", symbol);
      TvSymbol s = { TV_NONE, tv_trace_builder_intern (builder, name, -1), TV_NONE, TV_NONE, 0 };

      tv_trace_builder_add_symbol (builder, &s);
    }
  for (guint t = 0; t < n_threads; t++)
    tv_trace_builder_ensure_track (builder, tv_trace_builder_ensure_thread (builder, TV_NONE, t));
  while (n < N_CALLS)
    {
      guint t = g_rand_int (rand) % n_threads;
      gint64 passed = g_rand_int (rand) % 4;
      gboolean goes_down;

      cpu[t] += passed;
      now += passed + (g_rand_int (rand) % 500 == 0 ? 300 : 0);
      if (depth[t] == goal[t])
        goal[t] = g_rand_int (rand) % max_depth;
      goes_down = (depth[t] < goal[t]) != (g_rand_int (rand) % 5 == 0);
      if (depth[t] == 0 || (goes_down && depth[t] < max_depth))
        {
          guint32 symbol = MIN (g_rand_int (rand) % N_SYMBOLS, g_rand_int (rand) % N_SYMBOLS);

          stack[t * max_depth + depth[t]++] = symbol;
          tv_trace_builder_begin (builder, t, symbol, now, cpu[t], -1);
          n++;
        }
      else
        tv_trace_builder_end (builder, t, stack[t * max_depth + --depth[t]], now, cpu[t], 0, -1);
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static guint32
get_key (const TvSlices *slices, guint32 row)
{
  guint32 symbol = tv_slices_symbol (slices, row);

  for (guint32 around = tv_slices_parent (slices, row); around != TV_NONE;
       around = tv_slices_parent (slices, around))
    if (tv_slices_symbol (slices, around) == symbol)
      return symbol * 2 + 1;
  return symbol * 2;
}

static gint64
get_inside (gint64 start, gint64 end, gint64 from, gint64 to)
{
  start = MAX (start, from);
  end = MIN (end, to);
  return MAX (end - start, 0);
}

static void
count_calls (Count *count, TvTrace *trace, guint32 t, const TvSelection *selection, guint8 *counts)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[t];
  const TvSlices *slices = tv_trace_get_slices (trace);
  gint64 start_ns = tv_selection_get_start_ns (selection);
  gint64 end_ns = tv_selection_get_end_ns (selection);
  gint64 from[] = { start_ns, G_MININT64 }, to[] = { end_ns, G_MAXINT64 };

  if (!tv_selection_is_all (selection))
    {
      from[TV_CLOCK_CPU] = tv_cpu_clock_at_start (trace, t, start_ns);
      to[TV_CLOCK_CPU] = tv_cpu_clock_at_end (trace, t, end_ns);
    }
  for (guint32 row = track->first_slice + track->n_slices; row-- > track->first_slice;)
    {
      gint64 start = tv_slices_start (slices, row), end = tv_slices_end (slices, row);
      guint32 key = get_key (slices, row), caller = N_KEYS, parent = tv_slices_parent (slices, row);

      counts[row] |= start < end_ns && (end > start_ns || start >= start_ns);
      if (!counts[row])
        continue;
      if (parent != TV_NONE)
        {
          caller = get_key (slices, parent);
          counts[parent] = 1;
        }
      count->calls[caller][key]++;
      count->ns[caller][key][TV_CLOCK_WALL] += get_inside (start, end, from[TV_CLOCK_WALL],
                                                           to[TV_CLOCK_WALL]);
      start = tv_time_column_get (&slices->cpu_ts, row);
      end = start + tv_time_column_get (&slices->cpu_dur, row);
      count->ns[caller][key][TV_CLOCK_CPU] += get_inside (start, end, from[TV_CLOCK_CPU],
                                                          to[TV_CLOCK_CPU]);
    }
}

static void
count_gaps (Count *count, TvTrace *trace, const TvSelection *selection)
{
  gint64 start_ns = tv_selection_get_start_ns (selection);
  gint64 end_ns = tv_selection_get_end_ns (selection);
  guint32 n;
  const TvGap *gaps = tv_trace_get_gaps (trace, &n);

  g_assert_cmpuint (n, >, 100);
  for (guint32 i = 0; i < n; i++)
    {
      gint64 end = gaps[i].ts + gaps[i].dur;
      guint32 caller = get_key (tv_trace_get_slices (trace), gaps[i].slice);

      if (end <= start_ns || gaps[i].ts >= end_ns)
        continue;
      count->calls[caller][N_SYMBOLS * 2]++;
      count->ns[caller][N_SYMBOLS * 2][TV_CLOCK_WALL] += get_inside (gaps[i].ts, end, start_ns,
                                                                     end_ns);
    }
}

static void
assert_edges (TvProfile *profile, const Count *count)
{
  guint32 n, next = 0;
  const TvProfileEdge *edges = tv_profile_get_edges (profile, &n);

  for (guint32 caller = 0; caller < N_KEYS; caller++)
    for (guint32 callee = 0; callee < N_KEYS; callee++)
      {
        const TvProfileEdge *edge = &edges[next];

        if (count->calls[caller][callee] == 0)
          continue;
        g_assert_cmpuint (next++, <, n);
        g_assert_cmpuint (edge->caller * 2 + edge->caller_is_recursive, ==, caller);
        g_assert_cmpuint (edge->callee * 2 + edge->callee_is_recursive, ==, callee);
        g_assert_cmpuint (edge->calls, ==, count->calls[caller][callee]);
        for (guint c = 0; c < TV_N_CLOCKS; c++)
          g_assert_cmpint (edge->inclusive_ns[c], ==, count->ns[caller][callee][c]);
      }
  g_assert_cmpuint (next, ==, n);
}

static void
assert_entries (TvProfile *profile, const Count *count)
{
  gint64 total_ns[TV_N_CLOCKS] = { 0 };

  for (guint32 key = 0; key < N_KEYS; key++)
    {
      const TvProfileEntry *entry = tv_profile_get_entry (profile, key / 2);
      gint64 ns[TV_N_CLOCKS] = { 0 };
      guint64 calls = 0;

      for (guint32 caller = 0; caller <= N_KEYS; caller++)
        {
          calls += count->calls[caller][key];
          for (guint c = 0; c < TV_N_CLOCKS; c++)
            ns[c] += count->ns[caller][key][c];
        }
      for (guint c = 0; c < TV_N_CLOCKS; c++)
        total_ns[c] += count->ns[N_KEYS][key][c];
      g_assert_cmpuint (key % 2 == 0 ? entry->calls : entry->recursive_calls, ==, calls);
      for (guint c = 0; c < TV_N_CLOCKS && key % 2 == 0; c++)
        g_assert_cmpint (entry->inclusive_ns[c], ==, ns[c]);
    }
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    g_assert_cmpint (tv_profile_get_total_ns (profile, c), ==, total_ns[c]);
}

static void
assert_same (TvProfile *a, TvProfile *b)
{
  guint32 n_a, n_b, n_symbols = tv_profile_get_n_symbols (a);
  const TvProfileEdge *edges_a = tv_profile_get_edges (a, &n_a);
  const TvProfileEdge *edges_b = tv_profile_get_edges (b, &n_b);

  g_assert_cmpuint (n_a, ==, n_b);
  for (guint32 i = 0; i < n_a; i++)
    {
      g_assert_cmpuint (edges_a[i].caller, ==, edges_b[i].caller);
      g_assert_cmpuint (edges_a[i].callee, ==, edges_b[i].callee);
      g_assert_cmpuint (edges_a[i].calls, ==, edges_b[i].calls);
    }
  g_assert_cmpmem (tv_profile_get_entry (a, 0), (n_symbols + 1) * sizeof (TvProfileEntry),
                   tv_profile_get_entry (b, 0), (n_symbols + 1) * sizeof (TvProfileEntry));
  for (guint32 symbol = 0; symbol <= n_symbols; symbol++)
    for (TvProfileGroup group = 0; group < TV_N_PROFILE_GROUPS; group++)
      {
        g_autoptr (GArray) of_a = tv_profile_dup_group (a, symbol, group, TV_CLOCK_WALL);
        g_autoptr (GArray) of_b = tv_profile_dup_group (b, symbol, group, TV_CLOCK_WALL);

        g_assert_cmpmem (of_a->data, of_a->len * sizeof (TvProfileRelative), of_b->data,
                         of_b->len * sizeof (TvProfileRelative));
      }
}

static void
check (TvTrace *trace, const TvSelection *selection, TvProfileFlags flags)
{
  static const guint n_threads[] = { 2, 3, 8 };
  g_autofree Count *count = g_new0 (Count, 1);
  g_autofree guint8 *counts = g_new0 (guint8, tv_trace_get_slices (trace)->n);
  g_autoptr (TvProfile) alone = NULL;
  guint32 n_tracks;

  tv_trace_get_tracks (trace, &n_tracks);
  for (guint32 t = 0; t < n_tracks; t++)
    count_calls (count, trace, t, selection, counts);
  if (flags & TV_PROFILE_CONTEXT_SWITCHES)
    count_gaps (count, trace, selection);

  tv_parallel_set_max_threads (1);
  alone = tv_profile_new (trace, selection, flags, NULL, NULL);
  assert_edges (alone, count);
  assert_entries (alone, count);
  for (guint i = 0; i < G_N_ELEMENTS (n_threads); i++)
    {
      g_autoptr (TvProfile) together = NULL;

      tv_parallel_set_max_threads (n_threads[i]);
      together = tv_profile_new (trace, selection, flags, NULL, NULL);
      assert_same (alone, together);
    }
  tv_parallel_set_max_threads (0);
}

static void
test_threads (gconstpointer data)
{
  guint max_depth = GPOINTER_TO_UINT (data);
  g_autoptr (TvTrace) trace = make_trace (3, max_depth);
  gint64 start = tv_trace_get_start_ns (trace), end = tv_trace_get_end_ns (trace);
  g_autoptr (TvSelection) whole = tv_selection_new_range (start, end);
  g_autoptr (TvSelection)
      part = tv_selection_new_range (start + (end - start) / 7, end - (end - start) / 9);

  check (trace, NULL, TV_PROFILE_DEFAULT);
  check (trace, NULL, TV_PROFILE_CONTEXT_SWITCHES);
  check (trace, whole, TV_PROFILE_DEFAULT);
  check (trace, part, TV_PROFILE_CONTEXT_SWITCHES);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/profile-parallel/flat", GUINT_TO_POINTER (20), test_threads);
  g_test_add_data_func ("/profile-parallel/deep", GUINT_TO_POINTER (900), test_threads);
  return g_test_run ();
}
