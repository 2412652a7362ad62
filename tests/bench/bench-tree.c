/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Measures building call trees of the whole trace and of parts of it, opening and sorting the rows of a tree, and
 * sorting the methods of the profile. Results are the wall time in ms, and the ratio to the pass over all calls in the
 * same run, which reflects the speed of the machine. The option --beside adds the times of other algorithms that find
 * the same nodes; this takes long.
 *
 *   bench-tree FILE [--beside] */

#include <locale.h>
#include <stdlib.h>
#include <time.h>

#include "analysis/calls/profile.h"
#include "analysis/calls/ranking.h"
#include "formats/load.h"
#include "tables/method-profile.h"
#include "other-ways.h"
#include "ui/views/call-tree/call-rows.h"

#define N_RUNS     5
#define MAX_ROWS   100000
#define MAX_OPENED 200

static double pass_ms; /* time to build the tree of all calls */
static double begin_cpu_ms;

static double
get_clock_ms (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

/* Starts the measurement of the next step. */
static double
begin_timing (void)
{
  begin_cpu_ms = get_clock_ms (CLOCK_PROCESS_CPUTIME_ID);
  return get_clock_ms (CLOCK_MONOTONIC);
}

static double
get_ms (void)
{
  return get_clock_ms (CLOCK_MONOTONIC);
}

static void
emit_both (const char *what, double ms, double cpu_ms)
{
  if (pass_ms <= 0.0)
    pass_ms = ms;
  g_print ("%-44s %8.1f ms   %6.3f   %8.1f ms of processors\n", what, ms, ms / pass_ms, cpu_ms);
}

static void
emit (const char *what, double ms)
{
  emit_both (what, ms, get_clock_ms (CLOCK_PROCESS_CPUTIME_ID) - begin_cpu_ms);
}

/* ---- Trees ---- */

static TvCallTree *
count_tree (TvCallPaths *paths, const TvSelection *selection, const char *what)
{
  TvCallTree *tree = NULL;
  double best_ms = G_MAXDOUBLE, best_cpu_ms = G_MAXDOUBLE;

  for (guint i = 0; i < N_RUNS; i++)
    {
      double start_ms = begin_timing ();

      g_clear_pointer (&tree, tv_call_tree_unref);
      tree = tv_call_tree_new (paths, selection, TV_CALL_TREE_MERGED, NULL, NULL);
      best_ms = MIN (best_ms, get_ms () - start_ms);
      best_cpu_ms = MIN (best_cpu_ms, get_clock_ms (CLOCK_PROCESS_CPUTIME_ID) - begin_cpu_ms);
    }
  emit_both (what, best_ms, best_cpu_ms);
  return tree;
}

/* Builds the merged tree in two other ways, for comparison: with hash maps, from the slices; and in SQL, with the
 * slices already in a table. */
static void
count_in_other_ways (TvCallTree *tree, gpointer sql, guint32 merged)
{
  TvTrace *trace = tv_call_paths_get_trace (tv_call_tree_get_paths (tree));
  const TvSelection *selection = tv_call_tree_get_selection (tree);
  guint32 n;
  const TvCallNode *nodes = tv_call_tree_get_nodes (tree, &n);
  gint64 total_ns;
  double start_ms = begin_timing ();
  guint64 n_found = bench_merge_by_maps (trace, selection, merged, &total_ns);

  emit ("  merged in maps", get_ms () - start_ms);
  g_print ("    %u nodes, %" G_GUINT64_FORMAT " in maps; %.3f ms in all, %.3f\n", n, n_found,
           (double) nodes[0].total.of[TV_MEASURE_WALL] / 1e6, (double) total_ns / 1e6);
  if (sql == NULL)
    return;
  start_ms = begin_timing ();
  n_found = bench_sql_merge (sql, trace, selection, merged, &total_ns);
  emit ("  grouped in SQL", get_ms () - start_ms);
  g_print ("    %" G_GUINT64_FORMAT " in SQL, %.3f ms\n", n_found, (double) total_ns / 1e6);
}

/* Returns the symbol with the most calls. */
static guint32
find_frequent (TvProfile *profile)
{
  guint32 n, best = 0;

  tv_trace_get_symbols (tv_profile_get_trace (profile), &n);
  for (guint32 i = 1; i < n; i++)
    if (tv_profile_get_entry (profile, i)->calls > tv_profile_get_entry (profile, best)->calls)
      best = i;
  return best;
}

static void
count_part (TvCallPaths *paths,
            TvSelection *selection,
            const char *what,
            gpointer sql,
            guint32 merged)
{
  g_autoptr (TvCallTree) tree = count_tree (paths, selection, what);

  if (sql != NULL)
    count_in_other_ways (tree, sql, merged);
}

static void
count_parts (TvCallPaths *paths, TvProfile *profile, gpointer sql)
{
  TvTrace *trace = tv_call_paths_get_trace (paths);
  gint64 start_ns = tv_trace_get_start_ns (trace), end_ns = tv_trace_get_end_ns (trace);
  gint64 tenth_ns = (end_ns - start_ns) / 10;
  guint32 symbol = find_frequent (profile);
  g_autofree char *name = tv_trace_dup_symbol_name (trace, symbol);
  g_autoptr (TvSelection)
      tenth = tv_selection_new_range (start_ns + 4 * tenth_ns, start_ns + 5 * tenth_ns);
  g_autoptr (TvSelection)
      max = tv_selection_new_range (start_ns + tenth_ns / 2, end_ns - tenth_ns / 2);
  g_autoptr (TvSelection) merged = tv_selection_with_transform (
      NULL, &(TvTransform){ TV_TRANSFORM_MERGE, symbol, NULL });
  g_autoptr (TvSelection) merged_there = tv_selection_with_transform (
      max, &(TvTransform){ TV_TRANSFORM_MERGE, symbol, NULL });
  g_autoptr (TvSelection) recursion = tv_selection_with_transform (
      NULL, &(TvTransform){ TV_TRANSFORM_COLLAPSE_RECURSION, TV_NONE, NULL });
  g_autoptr (TvSelection) focused = tv_selection_with_transform (
      NULL, &(TvTransform){ TV_TRANSFORM_FOCUS, symbol, NULL });
  g_autoptr (TvSelection)
      filtered = tv_selection_with_filter (NULL, &(TvNameFilter){ TV_NAME_CONTAINS, FALSE, name });

  count_part (paths, tenth, "tree of a tenth of the time", sql, TV_NONE);
  count_part (paths, max, "tree of nine tenths", sql, TV_NONE);
  count_part (paths, merged, "tree with the most frequent symbol merged", sql, symbol);
  count_part (paths, merged_there, "both", NULL, symbol);
  count_part (paths, recursion, "tree without recursion", NULL, TV_NONE);
  count_part (paths, focused, "tree of what that symbol calls", NULL, TV_NONE);
  count_part (paths, filtered, "tree of stacks with it", NULL, TV_NONE);
}

/* ---- Rows ---- */

static void
open_rows (TvCallRows *rows)
{
  guint32 before = 0, n_opened = 0;
  double start_ms = begin_timing (), worst_ms = 0.0;
  g_autofree char *what = NULL;

  while (tv_call_rows_get_n (rows) < MAX_ROWS && tv_call_rows_get_n (rows) != before &&
         n_opened < MAX_OPENED)
    {
      before = tv_call_rows_get_n (rows);
      for (guint32 i = 0; i < tv_call_rows_get_n (rows) && n_opened < MAX_OPENED; i++)
        {
          guint32 node = tv_call_rows_get (rows)[i];
          double one_ms = get_ms ();
          TvRowSplice splice;

          if (tv_call_rows_is_open (rows, node) || !tv_call_rows_has_children (rows, node) ||
              !tv_call_rows_open_below (rows, node, &splice))
            continue;
          n_opened++;
          worst_ms = MAX (worst_ms, get_ms () - one_ms);
          if (tv_call_rows_get_n (rows) >= MAX_ROWS)
            break;
        }
    }
  what = g_strdup_printf ("open %u rows, %u times", tv_call_rows_get_n (rows), n_opened);
  emit (what, get_ms () - start_ms);
  emit ("  the longest time", worst_ms);
}

static void
sort_rows (TvCallRows *rows)
{
  static const struct
  {
    const char *what;
    TvCallOrder order;
  } orders[] = {
    { "  sort them by exclusive time", { TV_CALL_SORT_SELF, TV_MEASURE_WALL, TRUE } },
    { "  by name", { TV_CALL_SORT_NAME, TV_MEASURE_WALL, FALSE } },
    { "  by inclusive time", { TV_CALL_SORT_TOTAL, TV_MEASURE_WALL, TRUE } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      double start_ms = begin_timing ();

      tv_call_rows_set_order (rows, &orders[i].order);
      emit (orders[i].what, get_ms () - start_ms);
    }
}

static void
show_rows (TvCallTree *tree)
{
  TvCallOrder order = { TV_CALL_SORT_TOTAL, TV_MEASURE_WALL, TRUE };
  g_autoptr (TvCallRows) rows = tv_call_rows_new (tree, NULL, &order);
  TvCallers *callers;
  double start_ms;

  open_rows (rows);
  sort_rows (rows);
  start_ms = begin_timing ();
  callers = tv_callers_new (tree, TV_CALLERS_OF_ALL, NULL);
  emit ("callers of all", get_ms () - start_ms);
  tv_call_rows_free (g_steal_pointer (&rows));
  rows = tv_call_rows_new (tree, callers, &order);
  open_rows (rows);
  sort_rows (rows);
}

/* ---- The profile ---- */

static void
sort_profile (TvTable *table, const char *column, const char *what)
{
  g_autofree guint32 *order = NULL;
  double start_ms = begin_timing ();

  order = tv_table_sort (table, (guint) tv_table_find_column (table, column), TRUE, NULL);
  emit (what, get_ms () - start_ms);
}

static void
show_profile (TvProfile *profile)
{
  g_autoptr (TvRanking) ranking = tv_ranking_new (profile);
  g_autoptr (TvTable) table = tv_method_profile_table_new (profile, ranking);
  g_autofree char *what = g_strdup_printf ("sort %u methods by name", tv_table_get_n_rows (table));

  sort_profile (table, "name", what);
  sort_profile (table, "incl_wall_ns", "  by inclusive time");
  sort_profile (table, "sd_wall_ns", "  by deviation");
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvCallPaths) paths = NULL;
  g_autoptr (TvCallTree) tree = NULL;
  g_autoptr (TvProfile) profile = NULL;
  gpointer sql = NULL;
  double start_ms;
  guint32 n;

  setlocale (LC_ALL, "");
  trace = argc >= 2 ? tv_load (argv[1], NULL, NULL, NULL, &error) : NULL;
  if (trace == NULL)
    {
      g_printerr ("bench-tree: %s\n", error != NULL ? error->message : "FILE is missing");
      return EXIT_FAILURE;
    }
  start_ms = begin_timing ();
  paths = tv_call_paths_new (trace, TV_CALLS_OF_SLICES, NULL, NULL);
  emit ("call paths of all", get_ms () - start_ms);
  tree = count_tree (paths, NULL, "tree of all");
  tv_call_tree_get_nodes (tree, &n);
  g_print ("%u nodes\n", n);
  profile = tv_profile_new (trace, NULL, TV_PROFILE_DEFAULT, NULL, NULL);
  if (argc > 2 && g_str_equal (argv[2], "--beside"))
    {
      sql = bench_sql_open (trace);
      count_in_other_ways (tree, sql, TV_NONE);
    }
  count_parts (paths, profile, sql);
  g_clear_pointer (&sql, bench_sql_close);
  show_rows (tree);
  show_profile (profile);
  return EXIT_SUCCESS;
}
