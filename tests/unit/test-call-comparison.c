/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/callers.h"
#include "analysis/compare/symbol-pairs.h"
#include "core/trace-builder.h"

/* Compares the earlier totals of tree nodes with sums over all calls by name. */

#define N_NAMES 6

/* Creates the trace of a run. Each run numbers its symbols in a different order, and some symbols are only in one
 * run. */
static TvTrace *
make_trace (GRand *rand)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 track = tv_trace_builder_ensure_track (
      builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  guint32 symbols[N_NAMES], stack[5];
  guint n_open = 0, first = (guint) g_rand_int_range (rand, 0, N_NAMES);
  gint64 now = 0;

  for (guint i = 0; i < N_NAMES; i++)
    {
      guint name = (first + i) % N_NAMES;
      g_autofree char *text = g_strdup_printf ("method%u", name);
      TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, text, -1), TV_NONE, TV_NONE,
                          0 };

      symbols[name] = tv_trace_builder_add_symbol (builder, &symbol);
    }
  for (guint i = 0; i < 200; i++)
    {
      now += g_rand_int_range (rand, 0, 50);
      if (n_open == G_N_ELEMENTS (stack) || (n_open > 0 && g_rand_boolean (rand)))
        tv_trace_builder_end (builder, track, stack[--n_open], now, 0, 0, -1);
      else
        {
          stack[n_open] = symbols[g_rand_int_range (rand, 0, N_NAMES - 1)];
          tv_trace_builder_begin (builder, track, stack[n_open++], now, 0, -1);
        }
    }
  while (n_open > 0)
    tv_trace_builder_end (builder, track, stack[--n_open], ++now, 0, 0, -1);
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static TvCallTree *
make_tree (TvTrace *trace, TvCallTreeFlags flags)
{
  g_autoptr (TvCallPaths) paths = tv_call_paths_new (trace, TV_CALLS_OF_SLICES, NULL, NULL);

  return tv_call_tree_new (paths, NULL, flags, NULL, NULL);
}

/* Returns the names from the root down to a node. */
static char *
dup_path (TvCallTree *tree, guint32 node)
{
  const TvCallNode *nodes = tv_call_tree_get_nodes (tree, NULL);
  g_autofree char *above = node > 0 ? dup_path (tree, nodes[node].parent) : g_strdup ("");
  g_autofree char *name = tv_call_tree_dup_name (tree, nodes[node].name);

  return g_strconcat (above, "/", name, NULL);
}

static GHashTable *
sum_paths (TvCallTree *tree)
{
  GHashTable *sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  guint32 n;
  const TvCallNode *nodes = tv_call_tree_get_nodes (tree, &n);

  for (guint32 i = 0; i < n; i++)
    g_hash_table_insert (sums, dup_path (tree, i),
                         g_memdup2 (&nodes[i].total, sizeof (TvCallValue)));
  return sums;
}

static GBytes *
find_pairs (TvTrace *after, TvTrace *before)
{
  guint32 n;

  tv_trace_get_symbols (after, &n);
  return g_bytes_new_take (tv_symbol_pairs_find (after, before), n * sizeof (guint32));
}

static void
compare (TvTrace *after, TvTrace *before, TvCallTreeFlags flags)
{
  g_autoptr (GBytes) pairs = find_pairs (after, before);
  g_autoptr (TvCallTree) tree = make_tree (after, flags);
  g_autoptr (TvCallTree) baseline = make_tree (before, flags);
  g_autoptr (TvCallComparison) comparison = tv_call_comparison_new (tree, baseline, pairs, NULL);
  g_autoptr (GHashTable) sums = sum_paths (baseline);
  guint32 n;

  tv_call_tree_get_nodes (tree, &n);
  for (guint32 node = 0; node < n; node++)
    {
      g_autofree char *path = dup_path (tree, node);
      const TvCallValue *wanted = g_hash_table_lookup (sums, path);
      TvCallValue found;

      g_assert_cmpint (tv_call_comparison_get (comparison, node, &found), ==, wanted != NULL);
      for (guint m = 0; m < TV_N_MEASURES; m++)
        g_assert_cmpint (found.of[m], ==, wanted != NULL ? wanted->of[m] : 0);
    }
}

/* ---- Callers ---- */

/* Returns the names from a caller node to its callee: "b<a" if b called a. */
static char *
dup_callers_path (TvCallers *callers, TvCallTree *tree, guint32 node)
{
  TvCallNode at = *tv_callers_get_node (callers, node);
  g_autofree char *name = tv_call_tree_dup_name (tree, at.name);
  g_autofree char *below = at.parent != 0 ? dup_callers_path (callers, tree, at.parent) : NULL;

  return below != NULL ? g_strconcat (name, "<", below, NULL) : g_steal_pointer (&name);
}

static gboolean
is_inside_of_its_name (const TvCallNode *nodes, guint32 node)
{
  for (guint32 at = nodes[node].parent; at != TV_NONE; at = nodes[at].parent)
    if (nodes[at].name == nodes[node].name)
      return TRUE;
  return FALSE;
}

/* Sums the values of tree nodes by the last @max names on their stacks. Nodes inside a node of the same name do not
 * count. */
static GHashTable *
sum_callers (TvCallTree *tree, guint max)
{
  GHashTable *sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  guint32 n_nodes;
  const TvCallNode *nodes = tv_call_tree_get_nodes (tree, &n_nodes);

  for (guint32 node = 1; node < n_nodes; node++)
    {
      g_autofree char *path = NULL;
      guint n = 0;

      for (guint32 at = node; at != 0 && n < max; at = nodes[at].parent, n++)
        {
          g_autofree char *name = tv_call_tree_dup_name (tree, nodes[at].name);
          char *longer = path != NULL ? g_strconcat (name, "<", path, NULL) : g_strdup (name);
          TvCallValue *sum;

          g_free (path);
          path = longer;
          sum = g_hash_table_lookup (sums, path);
          if (sum == NULL)
            g_hash_table_insert (sums, g_strdup (path), sum = g_new0 (TvCallValue, 1));
          for (guint m = 0; m < TV_N_MEASURES && !is_inside_of_its_name (nodes, node); m++)
            sum->of[m] += nodes[node].total.of[m];
        }
    }
  return sums;
}

static void
compare_callers (TvTrace *after, TvTrace *before)
{
  g_autoptr (GBytes) pairs = find_pairs (after, before);
  g_autoptr (TvCallTree) tree = make_tree (after, TV_CALL_TREE_MERGED);
  g_autoptr (TvCallTree) baseline = make_tree (before, TV_CALL_TREE_MERGED);
  g_autoptr (TvCallComparison) comparison = tv_call_comparison_new (tree, baseline, pairs, NULL);
  g_autoptr (TvCallers) callers = tv_callers_new (tree, TV_CALLERS_OF_ALL, NULL);
  g_autoptr (GHashTable) sums = sum_callers (baseline, 4);

  g_assert_true (tv_callers_compare (callers, TV_CALLERS_OF_ALL, comparison, NULL));
  for (guint32 node = 0; node < tv_callers_count_nodes (callers); node++)
    {
      g_autofree char *path = node > 0 ? dup_callers_path (callers, tree, node) : NULL;
      const TvCallValue *wanted = node > 0 ? g_hash_table_lookup (sums, path)
                                           : &tv_call_tree_get_nodes (baseline, NULL)[0].total;
      TvCallValue found;

      g_assert_cmpint (tv_callers_get_before (callers, node, &found), ==, wanted != NULL);
      for (guint m = 0; m < TV_N_MEASURES; m++)
        g_assert_cmpint (found.of[m], ==, wanted != NULL ? wanted->of[m] : 0);
      if (tv_callers_get_node (callers, node)->depth < 4)
        tv_callers_expand (callers, node);
    }
}

/* If there is no baseline tree, or if the tree lacks the symbol, all nodes are new. */
static void
compare_with_nothing (TvTrace *after, TvTrace *before)
{
  g_autoptr (GBytes) pairs = find_pairs (after, before);
  g_autoptr (TvCallTree) tree = make_tree (after, TV_CALL_TREE_MERGED);
  g_autoptr (TvCallComparison) comparison = tv_call_comparison_new (tree, NULL, pairs, NULL);
  g_autoptr (TvCallers) callers = tv_callers_new (tree, TV_CALLERS_OF_ALL, NULL);
  const TvCallNode *root = tv_call_tree_get_nodes (tree, NULL);
  TvCallValue found;

  g_assert_false (tv_call_comparison_get (comparison, 0, &found));
  g_assert_cmpint (tv_call_comparison_get_largest (comparison, TV_MEASURE_WALL), ==,
                   root->total.of[TV_MEASURE_WALL]);
  g_assert_true (tv_callers_compare (callers, TV_CALLERS_OF_ALL, comparison, NULL));
  for (guint32 node = 0; node < tv_callers_count_nodes (callers); node++)
    g_assert_false (tv_callers_get_before (callers, node, &found));
}

static void
test_callers (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) g_test_rand_int ());

  for (guint round = 0; round < 30; round++)
    {
      g_autoptr (TvTrace) after = make_trace (rand);
      g_autoptr (TvTrace) before = make_trace (rand);

      compare_callers (after, before);
      compare_with_nothing (after, before);
    }
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) g_test_rand_int ());

  for (guint round = 0; round < 30; round++)
    {
      g_autoptr (TvTrace) after = make_trace (rand);
      g_autoptr (TvTrace) before = make_trace (rand);

      compare (after, before, TV_CALL_TREE_MERGED);
      compare (after, before, TV_CALL_TREE_BY_THREAD);
    }
}

/* ---- Steps ---- */

static TvTrace *
make_one (gint64 ns)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 track = tv_trace_builder_ensure_track (
      builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "call", -1), TV_NONE, TV_NONE, 0 };
  guint32 call = tv_trace_builder_add_symbol (builder, &symbol);

  tv_trace_builder_begin (builder, track, call, 0, 0, -1);
  tv_trace_builder_end (builder, track, call, ns, 0, 0, -1);
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static void
test_steps (void)
{
  static const struct
  {
    gint64 after;
    int step;
  } cases[] = {
    { 1000, 0 }, { 1029, 0 }, { 1030, 1 }, { 1149, 1 }, { 1150, 2 }, { 1399, 2 },
    { 1400, 3 }, { 9000, 3 }, { 971, 0 },  { 970, -1 }, { 850, -2 }, { 600, -3 },
  };
  g_autoptr (TvTrace) before = make_one (1000);
  g_autoptr (TvCallTree) baseline = make_tree (before, TV_CALL_TREE_MERGED);
  const guint32 one_pair[] = { 0 }, no_pair[] = { TV_NONE };
  g_autoptr (GBytes) pairs = g_bytes_new_static (one_pair, sizeof one_pair);
  g_autoptr (GBytes) none = g_bytes_new_static (no_pair, sizeof no_pair);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) after = make_one (cases[i].after);
      g_autoptr (TvCallTree) tree = make_tree (after, TV_CALL_TREE_MERGED);
      g_autoptr (TvCallComparison) same = tv_call_comparison_new (tree, baseline, pairs, NULL);
      g_autoptr (TvCallComparison) new = tv_call_comparison_new (tree, baseline, none, NULL);

      g_assert_cmpint (tv_call_comparison_get_step (same, 1, TV_MEASURE_WALL), ==, cases[i].step);
      g_assert_cmpint (tv_call_comparison_get_step (new, 1, TV_MEASURE_WALL), ==, 3);
      g_assert_cmpint (tv_call_comparison_get_step (same, 1, TV_MEASURE_COUNT), ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-comparison/random", test_random);
  g_test_add_func ("/call-comparison/callers", test_callers);
  g_test_add_func ("/call-comparison/steps", test_steps);
  return g_test_run ();
}
