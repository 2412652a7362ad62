/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Measures profiles of the whole trace, of a selection that contains all of it, and of one half; call paths, and call
 * trees of the same selections and with a transform; indexes; and sorting of methods, compared to qsort() of as many
 * numbers in the same run. Reports wall time, and CPU time of all threads.
 *
 *   bench-profile [--runs N] FILE */

#include <locale.h>
#include <stdlib.h>
#include <time.h>

#include "analysis/calls/call-tree.h"
#include "analysis/calls/profile.h"
#include "core/index/slice-index.h"
#include "formats/load.h"
#include "tables/method-profile.h"

typedef struct
{
  double wall_ms;
  double used_ms;
} Times;

static int n_runs = 7;

static double
get_ms (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static Times
get_times (void)
{
  return (Times){ get_ms (CLOCK_MONOTONIC), get_ms (CLOCK_PROCESS_CPUTIME_ID) };
}

static int
compare_doubles (const void *a, const void *b)
{
  double da = *(const double *) a, db = *(const double *) b;

  return (da > db) - (da < db);
}

static void
report (const char *what, double *wall_ms, double *used_ms)
{
  qsort (wall_ms, (size_t) n_runs, sizeof *wall_ms, compare_doubles);
  qsort (used_ms, (size_t) n_runs, sizeof *used_ms, compare_doubles);
  g_print ("%-24s median %7.1f   best %7.1f   of processors %7.1f ms\n", what, wall_ms[n_runs / 2],
           wall_ms[0], used_ms[n_runs / 2]);
}

static void
make_profile (TvTrace *trace, const TvSelection *selection)
{
  g_object_unref (tv_profile_new (trace, selection, TV_PROFILE_DEFAULT, NULL, NULL));
}

static TvCallPaths *paths;

static void
make_paths (TvTrace *trace, const TvSelection *selection)
{
  g_clear_pointer (&paths, tv_call_paths_unref);
  paths = tv_call_paths_new (trace, TV_CALLS_OF_SLICES, NULL, NULL);
}

static void
make_tree (TvTrace *trace, const TvSelection *selection)
{
  tv_call_tree_unref (tv_call_tree_new (paths, selection, TV_CALL_TREE_MERGED, NULL, NULL));
}

static void
make_tree_by_thread (TvTrace *trace, const TvSelection *selection)
{
  tv_call_tree_unref (tv_call_tree_new (paths, selection, TV_CALL_TREE_BY_THREAD, NULL, NULL));
}

static void
make_profile_of_calls (TvTrace *trace, const TvSelection *selection)
{
  g_object_unref (tv_profile_new_of_calls (paths, selection, NULL, NULL));
}

static void
make_index (TvTrace *trace, const TvSelection *selection)
{
  tv_slice_index_unref (tv_slice_index_new (trace));
}

static void
measure (const char *what,
         void (*make) (TvTrace *trace, const TvSelection *selection),
         TvTrace *trace,
         const TvSelection *selection)
{
  g_autofree double *wall_ms = g_new (double, n_runs), *used_ms = g_new (double, n_runs);

  for (int run = 0; run < n_runs; run++)
    {
      Times start = get_times (), end;

      make (trace, selection);
      end = get_times ();
      wall_ms[run] = end.wall_ms - start.wall_ms;
      used_ms[run] = end.used_ms - start.used_ms;
    }
  report (what, wall_ms, used_ms);
}

/* ---- Sorting ---- */

static int
compare_numbers (const void *a, const void *b)
{
  guint64 na = *(const guint64 *) a, nb = *(const guint64 *) b;

  return (na > nb) - (na < nb);
}

static double
sort_numbers (guint32 n)
{
  g_autofree guint64 *numbers = g_new (guint64, n);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  double start_ms;

  for (guint32 i = 0; i < n; i++)
    numbers[i] = (guint64) g_rand_int (random) << 32 | g_rand_int (random);
  start_ms = get_ms (CLOCK_MONOTONIC);
  qsort (numbers, n, sizeof *numbers, compare_numbers);
  return get_ms (CLOCK_MONOTONIC) - start_ms;
}

/* Creates a new table for each run, like a change of the selection. */
static void
measure_sorting (TvProfile *profile, TvRanking *ranking, TvMethodProfileColumn column)
{
  g_autofree double *sort_ms = g_new (double, n_runs), *ratios = g_new (double, n_runs);
  guint32 n_rows = 0;

  for (int run = 0; run < n_runs; run++)
    {
      g_autoptr (TvTable) methods = tv_method_profile_table_new (profile, ranking);
      double start_ms = get_ms (CLOCK_MONOTONIC);

      n_rows = tv_table_get_n_rows (methods);
      g_free (tv_table_sort (methods, column, TRUE, NULL));
      sort_ms[run] = get_ms (CLOCK_MONOTONIC) - start_ms;
      ratios[run] = sort_ms[run] / sort_numbers (n_rows);
    }
  qsort (sort_ms, (size_t) n_runs, sizeof *sort_ms, compare_doubles);
  qsort (ratios, (size_t) n_runs, sizeof *ratios, compare_doubles);
  g_print ("sorting %6u by %-14s median %7.1f   best %7.1f ms   × qsort %.2f\n", n_rows,
           tv_method_profile_table_info.columns[column].name, sort_ms[n_runs / 2], sort_ms[0],
           ratios[n_runs / 2]);
}

static void
run (TvTrace *trace)
{
  gint64 start_ns = tv_trace_get_start_ns (trace), end_ns = tv_trace_get_end_ns (trace);
  gint64 quarter_ns = (end_ns - start_ns) / 4;
  g_autoptr (TvSelection) whole = tv_selection_new_range (start_ns, end_ns + 1);
  g_autoptr (TvSelection)
      half = tv_selection_new_range (start_ns + quarter_ns, end_ns - quarter_ns);
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, TV_PROFILE_DEFAULT, NULL, NULL);
  g_autoptr (TvRanking) ranking = tv_ranking_new (profile);
  guint32 n_edges, n_paths;
  g_autoptr (TvSelection) recursion = tv_selection_with_transform (
      half, &(TvTransform){ TV_TRANSFORM_COLLAPSE_RECURSION, TV_NONE, NULL });

  tv_profile_get_edges (profile, &n_edges);
  make_paths (trace, NULL);
  tv_call_paths_get (paths, &n_paths);
  g_print ("%u slices, %u edges, %u call paths\n", tv_trace_get_slices (trace)->n, n_edges,
           n_paths);
  measure ("profile", make_profile, trace, NULL);
  measure ("  of all, selected", make_profile, trace, whole);
  measure ("  of the middle half", make_profile, trace, half);
  measure ("call paths", make_paths, trace, NULL);
  measure ("call tree", make_tree, trace, NULL);
  measure ("  of all, selected", make_tree, trace, whole);
  measure ("  of the middle half", make_tree, trace, half);
  measure ("  of that, no recursion", make_tree, trace, recursion);
  measure ("  of all, by thread", make_tree_by_thread, trace, NULL);
  measure ("  profile of calls", make_profile_of_calls, trace, NULL);
  g_clear_pointer (&paths, tv_call_paths_unref);
  measure ("indices", make_index, trace, NULL);
  measure_sorting (profile, ranking, TV_METHOD_PROFILE_INCL_WALL_NS);
  measure_sorting (profile, ranking, TV_METHOD_PROFILE_SD_WALL_NS);
  measure_sorting (profile, ranking, TV_METHOD_PROFILE_CALLS);
  measure_sorting (profile, ranking, TV_METHOD_PROFILE_NAME);
}

int
main (int argc, char **argv)
{
  const GOptionEntry entries[] = {
    { "runs", 0, 0, G_OPTION_ARG_INT, &n_runs, "How often each (7)", "N" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE — time the profile of a trace");
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 2 || n_runs < 1)
    {
      g_printerr ("bench-profile: %s\n", error != NULL ? error->message : "FILE or N is missing");
      return EXIT_FAILURE;
    }
  trace = tv_load (argv[1], NULL, NULL, NULL, &error);
  if (trace == NULL)
    {
      g_printerr ("bench-profile: %s\n", error->message);
      return EXIT_FAILURE;
    }
  run (trace);
  return EXIT_SUCCESS;
}
