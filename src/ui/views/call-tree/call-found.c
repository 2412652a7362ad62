/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Searches for names in a call tree: tests each symbol once, then lists the matching nodes in the order of the rows.
 * Created in a worker of call-tree-find.c. Immutable afterwards, so any thread may read it. Holds a reference to the
 * tree. */

#include "ui/views/call-tree/call-found.h"

#include "analysis/symbols/symbol-match.h"

#define NODES_PER_CANCEL_CHECK 65536

struct _TvCallFound
{
  TvCallTree *tree;
  TvTextMatch *match;
  guint32 n_symbols;
  guint8 *symbols;        /* per symbol: nonzero if it matches */
  GArray *nodes;          /* (element-type guint32): matching nodes, in the order of the rows */
  guint32 *index_of_node; /* per node: its position among all nodes in the order of the rows */
};

void
tv_call_found_free (TvCallFound *self)
{
  if (self == NULL)
    return;
  g_free (self->symbols);
  g_free (self->index_of_node);
  g_array_unref (self->nodes);
  tv_text_match_free (self->match);
  tv_call_tree_unref (self->tree);
  g_free (self);
}

/* Returns: (transfer none): the searched tree */
TvCallTree *
tv_call_found_get_tree (const TvCallFound *self)
{
  return self->tree;
}

/* Returns whether a name matches. Also accepts names of nodes in an inverted tree. */
gboolean
tv_call_found_has_name (const TvCallFound *self, TvCallName name)
{
  guint32 symbol = tv_call_name_get_symbol (name);
  g_autofree char *text = NULL;

  if (symbol < self->n_symbols)
    return self->symbols[symbol];
  text = tv_call_tree_dup_name (self->tree, name);
  return tv_text_match_test (self->match, text, -1);
}

typedef struct
{
  const TvCallTree *tree;
  const TvCallNode *nodes;
  const TvCallComparison *comparison; /* (nullable) */
  TvCallSorter *sorter;
} Sorting;

/* Returns the node in whose row @node is shown: the innermost frame of those that share the row. */
static guint32
get_row (const Sorting *sorting, guint32 node)
{
  while (tv_call_rows_can_share (sorting->tree, node))
    node = sorting->nodes[node].first_child;
  return node;
}

static void
get_key (const Sorting *sorting, guint32 node, TvCallKey *key)
{
  TvCallValue before = { { 0 } };

  if (sorting->comparison != NULL)
    tv_call_comparison_get (sorting->comparison, node, &before);
  tv_call_sorter_get_key (sorting->sorter, &sorting->nodes[node],
                          tv_call_tree_get_self (sorting->tree, node), &before, key);
}

static int
compare_nodes (gconstpointer a, gconstpointer b, gpointer data)
{
  const Sorting *sorting = data;
  guint32 left = get_row (sorting, *(const guint32 *) a);
  guint32 right = get_row (sorting, *(const guint32 *) b);
  TvCallKey a_key, b_key;
  int order;

  get_key (sorting, left, &a_key);
  get_key (sorting, right, &b_key);
  order = tv_call_sorter_compare_keys (sorting->sorter, &a_key, &b_key);
  return order != 0 ? order : (left > right) - (left < right);
}

/* Visits all nodes in the order of the rows, stores their positions and collects the matches. Returns %FALSE if
 * cancelled. */
static gboolean
list_nodes (TvCallFound *self,
            const TvCallComparison *comparison,
            const TvCallOrder *order,
            GCancellable *cancellable)
{
  guint32 n, index = 0;
  const TvCallNode *nodes = tv_call_tree_get_nodes (self->tree, &n);
  g_autoptr (TvCallSorter) sorter = tv_call_sorter_new (self->tree, order);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  Sorting sorting = { self->tree, nodes, comparison, sorter };
  guint32 node = 0;

  self->index_of_node = g_new0 (guint32, n);
  g_array_append_val (stack, node);
  while (stack->len > 0)
    {
      guint first;

      node = g_array_index (stack, guint32, stack->len - 1);
      g_array_set_size (stack, stack->len - 1);
      if (index % NODES_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      self->index_of_node[node] = index++;
      if (node != 0 && tv_call_found_has_name (self, nodes[node].name))
        g_array_append_val (self->nodes, node);
      first = stack->len;
      g_array_set_size (stack, first + nodes[node].n_children);
      for (guint32 i = 0; i < nodes[node].n_children; i++)
        g_array_index (stack, guint32, first + i) = nodes[node].first_child + i;
      g_qsort_with_data (stack->data + first * sizeof (guint32), (int) nodes[node].n_children,
                         sizeof (guint32), compare_nodes, &sorting);
      for (guint32 low = first, high = stack->len; low + 1 < high; low++, high--)
        {
          guint32 swapped = g_array_index (stack, guint32, low);

          g_array_index (stack, guint32, low) = g_array_index (stack, guint32, high - 1);
          g_array_index (stack, guint32, high - 1) = swapped;
        }
    }
  return TRUE;
}

/**
 * tv_call_found_new:
 * @tree: (transfer none): tree to search
 * @comparison: (nullable): comparison of @tree with an earlier run
 * @order: order of nodes with the same parent
 * @match: (transfer full): search text
 *
 * Finds the nodes of a tree whose names match.
 *
 * Returns: (transfer full) (nullable): the matches; %NULL if cancelled
 */
TvCallFound *
tv_call_found_new (TvCallTree *tree,
                   const TvCallComparison *comparison,
                   const TvCallOrder *order,
                   TvTextMatch *match,
                   GCancellable *cancellable)
{
  g_autoptr (TvCallFound) self = g_new0 (TvCallFound, 1);
  TvTrace *trace = tv_call_paths_get_trace (tv_call_tree_get_paths (tree));

  self->tree = tv_call_tree_ref (tree);
  self->match = match;
  self->nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  tv_trace_get_symbols (trace, &self->n_symbols);
  self->symbols = g_malloc0 ((gsize) self->n_symbols + 1);
  for (guint32 symbol = 0; symbol < self->n_symbols; symbol++)
    {
      if (symbol % NODES_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      self->symbols[symbol] = (guint8) tv_symbol_match_test (trace, symbol, match);
    }
  return list_nodes (self, comparison, order, cancellable) ? g_steal_pointer (&self) : NULL;
}

guint
tv_call_found_get_n (const TvCallFound *self)
{
  return self->nodes->len;
}

/* Returns the matching node at an index. */
guint32
tv_call_found_get (const TvCallFound *self, guint index)
{
  return g_array_index (self->nodes, guint32, index);
}

/* Returns the number of matches up to and including a node, in the order of the rows. */
guint
tv_call_found_count_up_to (const TvCallFound *self, guint32 node)
{
  guint low = 0, high = self->nodes->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->index_of_node[g_array_index (self->nodes, guint32, middle)] <=
          self->index_of_node[node])
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}
