/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-tree-private.h"

#include <string.h>

#include "core/memory/large-block.h"

/* Converts a forest to the nodes of a tree. Nodes are copied in forest order, and totals are added up from the last
 * node to the first. Then one pass removes omitted nodes and sorts siblings; one pass suffices because siblings are
 * in the order of their parents.
 *
 * Called only by tv_call_tree_new() in call-tree.c, as its last step. Changes only the new tree. */

/* Maximum number of siblings that are sorted by insertion; most nodes have few children */
#define MAX_INSERTED 12

#define NODES_PER_CANCEL_CHECK 65536

/* Copies all nodes and adds up their totals.
 *
 * Returns: (transfer full): per node, whether it is included: the root, nodes with a value, and their ancestors */
static guint8 *
add_up (TvCallNode *nodes, const TvCallForest *forest)
{
  guint8 *is_included = tv_large_block_new_cleared (forest->n);

  for (guint32 i = 0; i < forest->n; i++)
    nodes[i] = (TvCallNode){ .name = forest->nodes[i].name,
                             .parent = forest->nodes[i].parent,
                             .own = i,
                             .total = forest->own[i] };
  is_included[0] = TRUE;
  for (guint32 i = forest->n; i-- > 1;)
    {
      TvCallValue *total = &nodes[nodes[i].parent].total;

      is_included[i] |= !tv_call_value_is_nothing (&forest->own[i]);
      if (!is_included[i])
        continue;
      is_included[nodes[i].parent] = TRUE;
      for (guint m = 0; m < TV_N_MEASURES; m++)
        tv_add_ns (&total->of[m], nodes[i].total.of[m]);
    }
  return is_included;
}

/* Compares totals, in descending order, then counts and names. */
static inline int
compare_two (const TvCallNode *left, const TvCallNode *right, TvCallMeasure measure)
{
  const gint64 *x = left->total.of, *y = right->total.of;

  if (x[measure] != y[measure])
    return x[measure] > y[measure] ? -1 : 1;
  if (x[TV_MEASURE_COUNT] != y[TV_MEASURE_COUNT])
    return x[TV_MEASURE_COUNT] > y[TV_MEASURE_COUNT] ? -1 : 1;
  return (left->name > right->name) - (left->name < right->name);
}

static int
compare_nodes (gconstpointer a, gconstpointer b, gpointer measure)
{
  return compare_two (a, b, *(const TvCallMeasure *) measure);
}

static void
sort_children (TvCallNode *children, guint32 n, TvCallMeasure measure)
{
  if (n > MAX_INSERTED)
    {
      g_qsort_with_data (children, (int) n, sizeof *children, compare_nodes, &measure);
      return;
    }
  for (guint32 i = 1; i < n; i++)
    {
      TvCallNode child = children[i];
      guint32 at = i;

      for (; at > 0 && compare_two (&children[at - 1], &child, measure) > 0; at--)
        children[at] = children[at - 1];
      children[at] = child;
    }
}

/* Removes omitted nodes and sorts siblings.
 *
 * Returns: (transfer full) (nullable): per node of the forest, its index in the tree, or %TV_NONE if omitted; %NULL
 * if cancelled */
static guint32 *
lay_out (TvCallTree *self,
         const TvCallForest *forest,
         const guint8 *is_included,
         GCancellable *cancellable)
{
  TvCallNode *nodes = self->nodes;
  g_autofree guint32 *node_of = tv_large_block_new ((gsize) forest->n * sizeof *node_of);
  guint32 child = 1;

  memset (node_of, 0xff, (gsize) forest->n * sizeof *node_of);
  node_of[0] = 0;
  self->n = 1;
  for (guint32 at = 0; at < forest->n; at++)
    {
      guint32 node = node_of[at], first = self->n;

      if (at % NODES_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      for (; child < forest->n && forest->nodes[child].parent == at; child++)
        if (is_included[child])
          nodes[self->n++] = nodes[child];
      if (node == TV_NONE)
        continue;
      sort_children (nodes + first, self->n - first, self->measure);
      nodes[node].first_child = first;
      nodes[node].n_children = self->n - first;
      for (guint32 i = first; i < self->n; i++)
        {
          node_of[nodes[i].own] = i;
          nodes[i].parent = node;
          nodes[i].depth = nodes[node].depth + 1;
        }
    }
  return g_steal_pointer (&node_of);
}

/* Stores the node of each path: in one map per thread if the tree is grouped by thread, otherwise in one map.
 * @node_of: (transfer full): result of lay_out() */
static void
keep_maps (TvCallTree *self, const TvCallForest *forest, guint32 *node_of, const GPtrArray *values)
{
  guint32 k = 0;

  for (guint i = 0; i < values->len; i++)
    {
      TvCallValues *v = values->pdata[i];
      TvCallNodeMap map = { .values = tv_call_values_ref (v) };

      if (forest->is_merged != NULL)
        map.is_merged = g_memdup2 (&forest->is_merged[k], v->n);
      if (forest->node_of_path == NULL)
        map.nodes = g_steal_pointer (&node_of);
      else
        map.nodes = tv_large_block_new ((gsize) v->n * sizeof *map.nodes);
      for (guint32 s = 0; forest->node_of_path != NULL && s < v->n; s++)
        {
          guint32 node = forest->node_of_path[k + s];

          map.nodes[s] = node != TV_NONE ? node_of[node] : TV_NONE;
        }
      k += v->n;
      g_array_append_val (self->maps, map);
    }
  g_free (node_of);
}

/* Moves the nodes and values of a forest to the tree. Returns FALSE if cancelled. */
gboolean
tv_call_tree_order (TvCallTree *self,
                    TvCallForest *forest,
                    const GPtrArray *values,
                    GCancellable *cancellable)
{
  g_autofree guint8 *is_included = NULL;
  guint32 *node_of;

  self->nodes = tv_large_block_new ((gsize) forest->n * sizeof *self->nodes);
  is_included = add_up (self->nodes, forest);
  node_of = lay_out (self, forest, is_included, cancellable);
  if (node_of == NULL)
    return FALSE;
  if (self->n < forest->n)
    self->nodes = tv_large_block_resize (self->nodes, (gsize) self->n * sizeof *self->nodes);
  keep_maps (self, forest, node_of, values);
  self->own = g_steal_pointer (&forest->own);
  self->own_values = g_steal_pointer (&forest->values);
  return TRUE;
}
