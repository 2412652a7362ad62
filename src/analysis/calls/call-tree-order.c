/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-tree-private.h"

#include <string.h>

#include "core/memory/large-block.h"

/* Nodes of a tree, in the order in which they are shown. */

/* What a node is sorted by among its siblings. */
typedef struct
{
  gint64 total;
  gint64 count;
} Rank;

/* A forest on its way to a tree. */
typedef struct
{
  const TvCallForest *forest;
  Rank *ranks;
  guint8 *is_in;
  guint32 *node_of; /* by node of the forest: its place in the tree, or TV_NONE */
  guint32 *sorted;  /* children of a node, on their way */
  guint32 n_allocated;
  TvCallMeasure measure;
} Order;

/* Adds up what nodes are sorted by. What comes to nothing is left out, but the root. */
static void
add_up (Order *self)
{
  const TvCallForest *forest = self->forest;
  const TvCallPath *nodes = forest->nodes;

  self->ranks = tv_large_block_new ((gsize) forest->n * sizeof *self->ranks);
  self->is_in = tv_large_block_new_cleared (forest->n);
  for (guint32 node = 0; node < forest->n; node++)
    self->ranks[node] = (Rank){ forest->own[node].of[self->measure],
                                forest->own[node].of[TV_MEASURE_COUNT] };
  self->is_in[0] = TRUE;
  for (guint32 node = forest->n; node-- > 1;)
    {
      Rank *rank = &self->ranks[nodes[node].parent];

      self->is_in[node] |= !tv_call_value_is_nothing (&forest->own[node]);
      if (!self->is_in[node])
        continue;
      self->is_in[nodes[node].parent] = TRUE;
      tv_add_ns (&rank->total, self->ranks[node].total);
      tv_add_ns (&rank->count, self->ranks[node].count);
    }
}

/* Those with the most first. */
static inline int
compare_two (const Order *order, guint32 left, guint32 right)
{
  const Rank *x = &order->ranks[left], *y = &order->ranks[right];
  const TvCallPath *nodes = order->forest->nodes;

  if (x->total != y->total)
    return x->total > y->total ? -1 : 1;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return (nodes[left].name > nodes[right].name) - (nodes[left].name < nodes[right].name);
}

static int
compare_children (gconstpointer a, gconstpointer b, gpointer order)
{
  return compare_two (order, *(const guint32 *) a, *(const guint32 *) b);
}

/* Most nodes have few children. */
#define MOST_INSERTED 12

/* Lists the children of a node of the forest that are in, in their order. Returns: how many */
static guint32
sort_children (Order *self, guint32 node)
{
  const TvCallForest *forest = self->forest;
  guint32 first = forest->first_child[node], end = first + forest->n_children[node], n = 0;

  if (forest->n_children[node] > self->n_allocated)
    {
      self->n_allocated = MAX (64, forest->n_children[node]);
      self->sorted = g_renew (guint32, self->sorted, self->n_allocated);
    }
  for (guint32 child = first; child < end; child++)
    {
      guint32 at = n;

      if (!self->is_in[child])
        continue;
      for (; end - first <= MOST_INSERTED && at > 0 &&
             compare_two (self, self->sorted[at - 1], child) > 0;
           at--)
        self->sorted[at] = self->sorted[at - 1];
      self->sorted[at] = child;
      n++;
    }
  if (end - first > MOST_INSERTED && n > 1)
    g_qsort_with_data (self->sorted, (int) n, sizeof *self->sorted, compare_children, self);
  return n;
}

/* Nodes stay in the order of the forest, but for children of one. */
static gboolean
lay_out (TvCallTree *self, Order *order, GCancellable *cancellable)
{
  const TvCallForest *forest = order->forest;

  self->nodes = tv_large_block_new ((gsize) forest->n * sizeof *self->nodes);
  self->nodes[0] = (TvCallNode){ .name = forest->nodes[0].name,
                                 .parent = TV_NONE,
                                 .total = forest->own[0],
                                 .self = forest->own[0] };
  self->n = 1;
  order->node_of = tv_large_block_new ((gsize) forest->n * sizeof *order->node_of);
  memset (order->node_of, 0xff, (gsize) forest->n * sizeof *order->node_of);
  order->node_of[0] = 0;
  for (guint32 at = 0; at < forest->n; at++)
    {
      guint32 node = order->node_of[at];

      if (at % 65536 == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (node == TV_NONE)
        continue;
      self->nodes[node].first_child = self->n;
      self->nodes[node].n_children = sort_children (order, at);
      for (guint32 i = 0; i < self->nodes[node].n_children; i++)
        {
          guint32 child = order->sorted[i];

          order->node_of[child] = self->n;
          self->nodes[self->n++] = (TvCallNode){ .name = forest->nodes[child].name,
                                                 .parent = node,
                                                 .depth = self->nodes[node].depth + 1,
                                                 .total = forest->own[child],
                                                 .self = forest->own[child] };
        }
    }
  return TRUE;
}

static void
add_totals (TvCallTree *self)
{
  for (guint32 node = self->n; node-- > 1;)
    {
      TvCallValue *total = &self->nodes[self->nodes[node].parent].total;

      for (guint m = 0; m < TV_N_MEASURES; m++)
        tv_add_ns (&total->of[m], self->nodes[node].total.of[m]);
    }
}

static void
keep_places (TvCallTree *self,
             const TvCallForest *forest,
             const Order *order,
             const GPtrArray *values)
{
  guint32 k = 0;

  for (guint i = 0; i < values->len; i++)
    {
      TvCallValues *v = values->pdata[i];
      TvCallPlace place = { tv_call_values_ref (v),
                            tv_large_block_new (MAX ((gsize) v->n, 1) * sizeof *place.nodes),
                            NULL };

      if (forest->is_merged != NULL && v->n > 0)
        place.is_merged = g_memdup2 (&forest->is_merged[k], v->n);
      for (guint32 s = 0; s < v->n; s++, k++)
        {
          guint32 node = tv_call_forest_get_place (forest, k);

          place.nodes[s] = node != TV_NONE ? order->node_of[node] : TV_NONE;
        }
      g_array_append_val (self->places, place);
    }
}

/* Makes the nodes of a forest those of the tree, with the most first; FALSE if it was cancelled. */
gboolean
tv_call_tree_order (TvCallTree *self,
                    const TvCallForest *forest,
                    const GPtrArray *values,
                    GCancellable *cancellable)
{
  Order order = { .forest = forest, .measure = self->measure };
  gboolean is_done;

  add_up (&order);
  is_done = lay_out (self, &order, cancellable);
  g_free (order.ranks);
  if (is_done)
    {
      add_totals (self);
      keep_places (self, forest, &order, values);
    }
  g_free (order.is_in);
  g_free (order.node_of);
  g_free (order.sorted);
  return is_done;
}
