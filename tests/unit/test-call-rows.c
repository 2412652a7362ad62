/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analysis/calls/call-tree.h"
#include "core/trace-builder.h"
#include "ui/views/call-tree/call-found.h"
#include "ui/views/call-tree/call-rows.h"

/* Opens, closes, unfolds, sorts and searches rows of random trees. Compares the rows with lists that are built by
 * recursion from the sets of open and unfolded nodes. Also applies the reported changes to a mirror list, which must
 * remain equal to the rows. */

#define N_NAMES   7
#define MAX_CALLS 200

static const char *const names[N_NAMES] = { "main", "Draw", "draw", "load", "lay", "wait", "zip" };

/* ---- Trace ---- */

/* Creates many chains of calls, most of them without exclusive time. */
static TvTrace *
make_trace (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  int n_threads = g_test_rand_int_range (1, 4);

  tv_trace_builder_set_clocks (builder, TRUE, TRUE);
  for (int i = 0; i < N_NAMES; i++)
    tv_trace_builder_add_symbol (
        builder, &(TvSymbol){ TV_NONE, tv_trace_builder_intern (builder, names[i], -1), TV_NONE,
                              TV_NONE, 0 });
  for (int thread = 1; thread <= n_threads; thread++)
    {
      guint32 track = tv_trace_builder_ensure_track (
          builder, tv_trace_builder_ensure_thread (builder, TV_NONE, (guint32) thread));
      guint32 stack[MAX_CALLS];
      gint64 now = 0;
      int depth = 0, n_calls = 0;

      while (n_calls < MAX_CALLS || depth > 0)
        {
          if (depth > 0 && (n_calls == MAX_CALLS || g_test_rand_int_range (0, 100) < 45))
            tv_trace_builder_end (builder, track, stack[--depth], now, now / 2, 0, -1);
          else
            {
              stack[depth] = (guint32) g_test_rand_int_range (0, N_NAMES);
              tv_trace_builder_begin (builder, track, stack[depth++], now, now / 2, -1);
              n_calls++;
            }
          now += g_test_rand_int_range (0, 3) == 0 ? g_test_rand_int_range (1, 50000) : 0;
        }
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

/* ---- Expected rows ---- */

typedef struct
{
  TvCallTree *tree;
  const TvCallNode *nodes;
  GHashTable *open, *unfolded;
  TvCallOrder order;
} Model;

static gboolean
has (GHashTable *set, guint32 node)
{
  return g_hash_table_contains (set, GUINT_TO_POINTER (node));
}

static void
put (GHashTable *set, guint32 node, gboolean is_in)
{
  if (is_in)
    g_hash_table_add (set, GUINT_TO_POINTER (node));
  else
    g_hash_table_remove (set, GUINT_TO_POINTER (node));
}

static gboolean
shares (const Model *model, guint32 node)
{
  const TvCallNode *at = &model->nodes[node];

  return at->n_children == 1 &&
         tv_call_tree_get_self (model->tree, node)->of[TV_MEASURE_WALL] * 1000 <=
             at->total.of[TV_MEASURE_WALL] &&
         tv_call_name_get_kind (at->name) == TV_CALL_SYMBOL && !has (model->unfolded, node);
}

static guint32
get_row (const Model *model, guint32 node)
{
  return shares (model, node) ? get_row (model, model->nodes[node].first_child) : node;
}

/* Returns the last frame in the row of a node if all frames are folded. The row is sorted by this frame, so the row
 * keeps its position when its frames are unfolded. */
static guint32
get_last (const Model *model, guint32 node)
{
  Model folded = *model;
  g_autoptr (GHashTable) none = g_hash_table_new (NULL, NULL);

  folded.unfolded = none;
  return get_row (&folded, node);
}

static gint64
get_key (const Model *model, guint32 node)
{
  const TvCallNode *at = &model->nodes[node];

  return (model->order.sort == TV_CALL_SORT_SELF ? *tv_call_tree_get_self (model->tree, node)
                                                 : at->total)
      .of[model->order.measure];
}

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const Model *model = data;
  guint32 left = get_last (model, *(const guint32 *) a);
  guint32 right = get_last (model, *(const guint32 *) b);
  int order;

  if (model->order.sort == TV_CALL_SORT_NAME)
    {
      g_autofree char *l = tv_call_tree_dup_name (model->tree, model->nodes[left].name);
      g_autofree char *r = tv_call_tree_dup_name (model->tree, model->nodes[right].name);

      order = g_ascii_strcasecmp (l, r);
    }
  else
    order = (get_key (model, left) > get_key (model, right)) -
            (get_key (model, left) < get_key (model, right));
  if (order == 0)
    return left < right ? -1 : left > right;
  return (order < 0) != model->order.is_descending ? -1 : 1;
}

static void
list (const Model *model, guint32 node, GArray *rows)
{
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < model->nodes[node].n_children; i++)
    {
      guint32 row = get_row (model, model->nodes[node].first_child + i);

      g_array_append_val (children, row);
    }
  g_array_sort_with_data (children, compare, (gpointer) model);
  for (guint i = 0; i < children->len; i++)
    {
      guint32 row = g_array_index (children, guint32, i);

      g_array_append_val (rows, row);
      if (has (model->open, row))
        list (model, row, rows);
    }
}

static guint
count_above (const Model *model, guint32 node)
{
  guint n = 0;

  for (guint32 at = model->nodes[node].parent; at != 0; at = model->nodes[at].parent)
    n += !shares (model, at);
  return n;
}

static void
assert_same (const Model *model, const TvCallRows *rows, GArray *mirror)
{
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (guint32));

  list (model, 0, wanted);
  g_assert_cmpmem (tv_call_rows_get (rows), tv_call_rows_get_n (rows) * sizeof (guint32),
                   wanted->data, wanted->len * sizeof (guint32));
  g_assert_cmpmem (mirror->data, mirror->len * sizeof (guint32), wanted->data,
                   wanted->len * sizeof (guint32));
  for (guint i = 0; i < wanted->len; i++)
    {
      guint32 node = g_array_index (wanted, guint32, i);

      g_assert_cmpuint (tv_call_rows_get_level (rows, node), ==, count_above (model, node));
      g_assert_cmpuint (tv_call_rows_get_n_folded (rows, node, NULL) + 1 +
                            tv_call_rows_get_level (rows, node),
                        <=, model->nodes[node].depth);
      g_assert_cmpint (tv_call_rows_is_open (rows, node), ==, has (model->open, node));
    }
}

/* ---- Changes to the model and the rows ---- */

static void
splice_mirror (GArray *mirror, const TvCallRows *rows, const TvRowSplice *splice)
{
  if (splice->n_removed > 0)
    g_array_remove_range (mirror, splice->position, splice->n_removed);
  if (splice->n_added > 0)
    g_array_insert_vals (mirror, splice->position, tv_call_rows_get (rows) + splice->position,
                         splice->n_added);
  /* If a frame is folded, the row above the removed rows represents another frame afterwards. */
  if (splice->position > 0 && splice->n_removed > 0)
    g_array_index (mirror, guint32,
                   splice->position - 1) = tv_call_rows_get (rows)[splice->position - 1];
}

static void
close_model (Model *model, guint32 node)
{
  for (; has (model->unfolded, node); node = model->nodes[node].first_child)
    {
      put (model->unfolded, node, FALSE);
      put (model->open, node, FALSE);
    }
  put (model->open, get_row (model, node), FALSE);
}

static void
open_model_below (Model *model, guint32 node)
{
  if (model->nodes[node].n_children == 0)
    return;
  put (model->open, node, TRUE);
  for (guint32 i = 0; i < model->nodes[node].n_children; i++)
    open_model_below (model, get_row (model, model->nodes[node].first_child + i));
}

static void
open_model_above (Model *model, guint32 node)
{
  for (guint32 at = model->nodes[get_row (model, node)].parent; at != 0;
       at = model->nodes[at].parent)
    if (!shares (model, at))
      put (model->open, at, TRUE);
}

static guint32
find_hottest (const Model *model, guint32 node)
{
  for (;;)
    {
      const TvCallNode *at = &model->nodes[node];
      guint32 best = TV_NONE;

      for (guint32 child = at->first_child; child < at->first_child + at->n_children; child++)
        if (best == TV_NONE || model->nodes[child].total.of[0] > model->nodes[best].total.of[0])
          best = child;
      if (best == TV_NONE || (node != 0 && 2 * model->nodes[best].total.of[0] < at->total.of[0]))
        return node;
      node = best;
    }
}

/* Sorts a copy, like a worker. A copy that was made before a row was opened must be rejected. */
static void
sort_a_copy (Model *model, TvCallRows *rows)
{
  g_autoptr (TvCallRows) copy = tv_call_rows_copy (rows);
  g_autoptr (TvCallRows) old_copy = tv_call_rows_copy (rows);
  guint32 node = tv_call_rows_get (rows)[0];
  TvRowSplice splice;

  tv_call_rows_set_order (old_copy, &model->order);
  if (g_test_rand_int_range (0, 2) && tv_call_rows_set_open (rows, node, TRUE, &splice))
    {
      put (model->open, node, TRUE);
      g_assert_false (tv_call_rows_take_order (rows, old_copy));
      g_clear_pointer (&copy, tv_call_rows_free);
      copy = tv_call_rows_copy (rows);
    }
  tv_call_rows_set_order (copy, &model->order);
  g_assert_true (tv_call_rows_take_order (rows, copy));
}

static void
sort_at_random (Model *model, TvCallRows *rows, GArray *mirror)
{
  model->order = (TvCallOrder){ (TvCallSort) g_test_rand_int_range (0, 3),
                                (TvCallMeasure) g_test_rand_int_range (0, TV_N_MEASURES),
                                g_test_rand_int_range (0, 2) };
  if (g_test_rand_int_range (0, 2))
    tv_call_rows_set_order (rows, &model->order);
  else
    sort_a_copy (model, rows);
  g_array_set_size (mirror, 0);
  list (model, 0, mirror);
}

static void
do_something (Model *model, TvCallRows *rows, GArray *mirror)
{
  guint32 n_nodes, node, end;
  guint32 n = tv_call_rows_get_n (rows);
  TvRowSplice splice = { 0, 0, 0 };

  node = tv_call_rows_get (rows)[g_test_rand_int_range (0, (gint32) n)];
  tv_call_tree_get_nodes (model->tree, &n_nodes);
  switch (g_test_rand_int_range (0, 9))
    {
    case 0:
    case 1:
      if (tv_call_rows_set_open (rows, node, TRUE, &splice))
        put (model->open, node, TRUE);
      else
        g_assert_true (has (model->open, node) || model->nodes[node].n_children == 0);
      break;
    case 2:
    case 3:
      g_assert_cmpint (tv_call_rows_set_open (rows, node, FALSE, &splice), ==,
                       has (model->open, node));
      if (has (model->open, node))
        close_model (model, node);
      break;
    case 4:
      tv_call_rows_unfold (rows, node, &splice);
      for (guint32 at = model->nodes[node].parent; at != 0 && shares (model, at);
           at = model->nodes[at].parent)
        {
          put (model->unfolded, at, TRUE);
          put (model->open, at, TRUE);
        }
      break;
    case 5:
      if (g_test_rand_int_range (0, 4) == 0 && tv_call_rows_open_below (rows, node, &splice))
        open_model_below (model, node);
      break;
    case 6:
      node = (guint32) g_test_rand_int_range (1, (gint32) n_nodes);
      tv_call_rows_open_above (rows, node, &splice);
      open_model_above (model, node);
      break;
    case 7:
      node = g_test_rand_int_range (0, 2) ? node : 0;
      end = tv_call_rows_open_hottest (rows, node, TV_MEASURE_WALL, &splice);
      g_assert_cmpuint (end, ==, get_row (model, find_hottest (model, node)));
      open_model_above (model, end);
      break;
    case 8:
    default:
      sort_at_random (model, rows, mirror);
      return;
    }
  splice_mirror (mirror, rows, &splice);
}

/* ---- Search ---- */

static void
find_in_order (const Model *model, guint32 node, GPtrArray *found)
{
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < model->nodes[node].n_children; i++)
    {
      guint32 row = get_row (model, model->nodes[node].first_child + i);

      g_array_append_val (children, row);
    }
  g_array_sort_with_data (children, compare, (gpointer) model);
  for (guint i = 0; i < children->len; i++)
    {
      g_autoptr (GArray) chain = g_array_new (FALSE, FALSE, sizeof (guint32));
      guint32 row = g_array_index (children, guint32, i);

      for (guint32 at = row; at != node; at = model->nodes[at].parent)
        g_array_prepend_val (chain, at);
      for (guint k = 0; k < chain->len; k++)
        {
          guint32 at = g_array_index (chain, guint32, k);
          g_autofree char *name = tv_call_tree_dup_name (model->tree, model->nodes[at].name);

          if (strstr (name, "a") != NULL || strstr (name, "A") != NULL)
            g_ptr_array_add (found, GUINT_TO_POINTER (at));
        }
      find_in_order (model, row, found);
    }
}

/* Checks the matches of a search while no row is unfolded. */
static void
assert_found (const Model *model)
{
  g_autoptr (GPtrArray) wanted = g_ptr_array_new ();
  g_autoptr (TvCallFound) found = tv_call_found_new (model->tree, NULL, &model->order,
                                                     tv_text_match_new ("a", FALSE, NULL), NULL);

  find_in_order (model, 0, wanted);
  g_assert_cmpuint (tv_call_found_get_n (found), ==, wanted->len);
  for (guint i = 0; i < wanted->len; i++)
    {
      guint32 node = GPOINTER_TO_UINT (g_ptr_array_index (wanted, i));

      g_assert_cmpuint (tv_call_found_get (found, i), ==, node);
      g_assert_cmpuint (tv_call_found_count_up_to (found, node), ==, i + 1);
    }
}

static void
init_model (Model *model, TvCallTree *tree)
{
  model->tree = tree;
  model->nodes = tv_call_tree_get_nodes (tree, NULL);
  model->open = g_hash_table_new (NULL, NULL);
  model->unfolded = g_hash_table_new (NULL, NULL);
  model->order = (TvCallOrder){ TV_CALL_SORT_TOTAL, TV_MEASURE_WALL, TRUE };
}

static void
clear_model (Model *model)
{
  g_hash_table_unref (model->open);
  g_hash_table_unref (model->unfolded);
}

static void
test_random (void)
{
  for (int round = 0; round < 40; round++)
    {
      g_autoptr (TvTrace) trace = make_trace ();
      g_autoptr (TvCallPaths) paths = tv_call_paths_new (trace, TV_CALLS_OF_SLICES, NULL, NULL);
      g_autoptr (TvCallTree) tree = tv_call_tree_new (
          paths, NULL, round % 2 ? TV_CALL_TREE_BY_THREAD : TV_CALL_TREE_MERGED, NULL, NULL);
      g_autoptr (TvCallRows) rows = NULL;
      g_autoptr (TvCallRows) others = NULL;
      g_autoptr (GArray) mirror = g_array_new (FALSE, FALSE, sizeof (guint32));
      Model model;

      init_model (&model, tree);
      rows = tv_call_rows_new (tree, NULL, &model.order);
      list (&model, 0, mirror);
      for (int i = 0; i < 120; i++)
        {
          do_something (&model, rows, mirror);
          assert_same (&model, rows, mirror);
        }
      others = tv_call_rows_new (tree, NULL, &model.order);
      tv_call_rows_open_as (others, rows);
      g_assert_cmpmem (tv_call_rows_get (others), tv_call_rows_get_n (others) * sizeof (guint32),
                       mirror->data, mirror->len * sizeof (guint32));
      g_hash_table_remove_all (model.unfolded);
      assert_found (&model);
      clear_model (&model);
    }
}

/* ---- Inverted trees ---- */

/* Returns whether the rows below a name are the callers of that name according to the stacks of the tree. */
static gboolean
is_called_so (const TvCallRows *rows, TvCallTree *tree, guint32 node)
{
  guint32 n_nodes;
  const TvCallNode *nodes = tv_call_tree_get_nodes (tree, &n_nodes);
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (TvCallName));

  for (guint32 at = node; at != 0; at = tv_call_rows_get_node (rows, at)->parent)
    g_array_prepend_val (path, tv_call_rows_get_node (rows, at)->name);
  for (guint32 start = 1; start < n_nodes; start++)
    {
      guint32 at = start;
      guint i = 0;

      for (; i < path->len && at != 0 && nodes[at].name == g_array_index (path, TvCallName, i); i++)
        at = nodes[at].parent;
      if (i == path->len)
        return TRUE;
    }
  return FALSE;
}

static void
test_inverted (void)
{
  for (int round = 0; round < 20; round++)
    {
      g_autoptr (TvTrace) trace = make_trace ();
      g_autoptr (TvCallPaths) paths = tv_call_paths_new (trace, TV_CALLS_OF_SLICES, NULL, NULL);
      g_autoptr (TvCallTree) tree = tv_call_tree_new (paths, NULL, TV_CALL_TREE_MERGED, NULL, NULL);
      TvCallOrder order = { TV_CALL_SORT_SELF, TV_MEASURE_WALL, TRUE };
      g_autoptr (TvCallRows)
          rows = tv_call_rows_new (tree, tv_callers_new (tree, TV_CALLERS_OF_ALL, NULL), &order);
      TvRowSplice splice;

      g_assert_true (tv_call_rows_is_inverted (rows));
      for (int i = 0; i < 10; i++)
        tv_call_rows_set_open (
            rows,
            tv_call_rows_get (rows)[g_test_rand_int_range (0, (gint32) tv_call_rows_get_n (rows))],
            TRUE, &splice);
      for (guint32 i = 0; i < tv_call_rows_get_n (rows); i++)
        {
          guint32 node = tv_call_rows_get (rows)[i];
          guint32 parent = tv_call_rows_get_parent (rows, node);

          g_assert_true (is_called_so (rows, tree, node));
          g_assert_cmpuint (tv_call_rows_get_level (rows, node) + 1, ==,
                            tv_call_rows_get_node (rows, node)->depth);
          g_assert_true (parent == TV_NONE || tv_call_rows_is_open (rows, parent));
          g_assert_cmpuint (tv_call_rows_get_n_folded (rows, node, NULL), ==, 0);
        }
    }
}

/* ---- Comparison ---- */

static guint32 *
dup_same_symbols (TvTrace *trace, gsize *n_bytes)
{
  guint32 n, *pairs;

  tv_trace_get_symbols (trace, &n);
  pairs = g_new (guint32, (gsize) n + 1);
  for (guint32 i = 0; i < n; i++)
    pairs[i] = i;
  *n_bytes = n * sizeof *pairs;
  return pairs;
}

/* Checks that the children of each row are sorted by absolute change in descending order, in the rows and in a sorted
 * copy. */
static void
check_changes (TvCallRows *rows)
{
  for (guint32 i = 1; i < tv_call_rows_get_n (rows); i++)
    {
      guint32 node = tv_call_rows_get (rows)[i], other = TV_NONE;
      TvCallValue before, other_before;
      gint64 wall, other_wall;

      for (guint32 above = i; above-- > 0 && other == TV_NONE;)
        if (tv_call_rows_get_parent (rows, tv_call_rows_get (rows)[above]) ==
            tv_call_rows_get_parent (rows, node))
          other = tv_call_rows_get (rows)[above];
      if (other == TV_NONE)
        continue;
      tv_call_rows_get_before (rows, node, &before);
      tv_call_rows_get_before (rows, other, &other_before);
      wall = tv_call_rows_get_node (rows, node)->total.of[TV_MEASURE_WALL];
      other_wall = tv_call_rows_get_node (rows, other)->total.of[TV_MEASURE_WALL];
      g_assert_cmpint (ABS (wall - before.of[TV_MEASURE_WALL]), <=,
                       ABS (other_wall - other_before.of[TV_MEASURE_WALL]));
    }
}

static void
test_compared (void)
{
  for (int round = 0; round < 20; round++)
    {
      g_autoptr (TvTrace) trace = make_trace ();
      g_autoptr (TvCallPaths) paths = tv_call_paths_new (trace, TV_CALLS_OF_SLICES, NULL, NULL);
      g_autoptr (TvCallTree) tree = tv_call_tree_new (paths, NULL, TV_CALL_TREE_MERGED, NULL, NULL);
      g_autoptr (TvSelection) part = tv_selection_new_range (
          tv_trace_get_start_ns (trace),
          tv_trace_get_start_ns (trace) +
              (tv_trace_get_end_ns (trace) - tv_trace_get_start_ns (trace)) / 2);
      g_autoptr (TvCallTree) half = tv_call_tree_new (paths, part, TV_CALL_TREE_MERGED, NULL, NULL);
      gsize n_bytes;
      guint32 *symbols = dup_same_symbols (trace, &n_bytes);
      g_autoptr (GBytes) pairs = g_bytes_new_take (symbols, n_bytes);
      g_autoptr (TvCallComparison) comparison = tv_call_comparison_new (tree, half, pairs, NULL);
      gboolean is_inverted = round % 2 == 1;
      TvCallers *callers = is_inverted ? tv_callers_new (tree, TV_CALLERS_OF_ALL, NULL) : NULL;
      TvCallOrder order = { TV_CALL_SORT_CHANGE, TV_MEASURE_WALL, TRUE };
      TvCallOrder other = { TV_CALL_SORT_NAME, TV_MEASURE_WALL, FALSE };
      g_autoptr (TvCallRows) rows = NULL;
      g_autoptr (TvCallRows) copy = NULL;
      TvRowSplice splice;

      if (is_inverted)
        g_assert_true (tv_callers_compare (callers, TV_CALLERS_OF_ALL, comparison, NULL));
      rows = tv_call_rows_new_compared (tree, callers, comparison, &order);
      for (int i = 0; i < 10; i++)
        tv_call_rows_set_open (
            rows,
            tv_call_rows_get (rows)[g_test_rand_int_range (0, (gint32) tv_call_rows_get_n (rows))],
            TRUE, &splice);
      if (!is_inverted)
        check_changes (rows);
      tv_call_rows_set_order (rows, &other);
      copy = tv_call_rows_copy (rows);
      tv_call_rows_set_order (copy, &order);
      g_assert_true (tv_call_rows_take_order (rows, copy));
      if (is_inverted)
        check_changes (rows);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-rows/random", test_random);
  g_test_add_func ("/call-rows/inverted", test_inverted);
  g_test_add_func ("/call-rows/compared", test_compared);
  return g_test_run ();
}
