/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Creates the whole reversed tree at once, parents before children. The total of a node is the value that passes
 * through it. Called by `tracedump render` and the flame graph. Expands its own TvCallers, and does not change the
 * given tree. */

#include "analysis/calls/call-tree-private.h"
#include "analysis/calls/callers.h"

/* Trees with more than MAX_FRAMES frames are large, because a reversed tree has a node for nearly every frame. In
 * large trees, nodes with a share of at most 1 / SMALLEST are not expanded. */
#define MAX_FRAMES 4000000
#define SMALLEST   262144

#define NODES_PER_CANCEL_CHECK 4096

typedef struct
{
  TvCallers *callers;
  GArray *nodes;   /* TvCallNode */
  GArray *own;     /* TvCallValue: exclusive value per node */
  GArray *origins; /* guint32: per node, the corresponding node in @callers */
  gboolean is_large;
} Reversal;

static gboolean
is_large (const TvCallTree *tree)
{
  guint64 n_frames = 0;

  for (guint32 node = 0; node < tree->n; node++)
    if (!tv_call_value_is_nothing (tv_call_tree_get_self (tree, node)))
      n_frames += tree->nodes[node].depth;
  return n_frames > MAX_FRAMES;
}

static gboolean
is_worth_opening (const Reversal *self, const TvCallNode *node)
{
  const TvCallNode *all = &g_array_index (self->nodes, TvCallNode, 0);

  for (guint m = 0; m < TV_N_MEASURES; m++)
    if (node->total.of[m] > all->total.of[m] / SMALLEST)
      return TRUE;
  return !self->is_large;
}

/* Adds the callers of a node with the values that pass through them. The node keeps the remainder, which is the value
 * of stacks that start at the node. */
static void
add_callers (Reversal *self, guint32 node)
{
  TvCallNode at = g_array_index (self->nodes, TvCallNode, node);
  guint32 origin = g_array_index (self->origins, guint32, node);
  TvCallNode from;

  if (origin != 0 && !tv_callers_expand (self->callers, origin))
    return;
  from = *tv_callers_get_node (self->callers, origin);
  at.first_child = self->nodes->len;
  for (guint32 i = from.first_child; i < from.first_child + from.n_children; i++)
    {
      TvCallValue own = *tv_callers_get_self (self->callers, i);
      TvCallNode child = { .name = tv_callers_get_node (self->callers, i)->name,
                           .parent = node,
                           .depth = at.depth + 1,
                           .own = self->own->len,
                           .total = own };

      if (tv_call_value_is_nothing (&own))
        continue;
      for (guint m = 0; m < TV_N_MEASURES; m++)
        tv_add_ns (&g_array_index (self->own, TvCallValue, node).of[m], -own.of[m]);
      g_array_append_val (self->nodes, child);
      g_array_append_val (self->own, own);
      g_array_append_val (self->origins, i);
    }
  at.n_children = self->nodes->len - at.first_child;
  g_array_index (self->nodes, TvCallNode, node) = at;
}

static gboolean
add_nodes (Reversal *self, const TvCallTree *tree, GCancellable *cancellable)
{
  const TvCallNode *root = &tree->nodes[0];
  TvCallNode all = { .name = root->name, .parent = TV_NONE, .total = root->total };
  guint32 origin = 0;

  g_array_append_val (self->nodes, all);
  g_array_append_val (self->own, all.total);
  g_array_append_val (self->origins, origin);
  for (guint32 node = 0; node < self->nodes->len; node++)
    {
      if (node % NODES_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (is_worth_opening (self, &g_array_index (self->nodes, TvCallNode, node)))
        add_callers (self, node);
    }
  return TRUE;
}

/**
 * tv_call_tree_new_reversed:
 * @tree: (transfer none): tree to reverse
 * @cancellable: (nullable): a #GCancellable
 *
 * Reverses the stacks. The children of the root are functions with their exclusive values, and the children of a node
 * are its callers. A node's total is the part of the function's exclusive value that passes through the node; its
 * exclusive value is the part from stacks that start there. Threads, if any, are the outermost callers. Siblings are
 * sorted as in @tree. tv_call_tree_find() finds no paths in the result. In very large trees, nodes with at most
 * 1/262144 of the total have no children, but keep their value.
 *
 * Returns: (transfer full) (nullable): the reversed tree; %NULL if cancelled
 */
TvCallTree *
tv_call_tree_new_reversed (TvCallTree *tree, GCancellable *cancellable)
{
  g_autoptr (TvCallers) callers = tv_callers_new (tree, TV_CALLERS_OF_ALL, cancellable);
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (TvCallNode));
  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (TvCallValue));
  g_autoptr (GArray) origins = g_array_new (FALSE, FALSE, sizeof (guint32));
  Reversal self = { callers, nodes, own, origins, is_large (tree) };
  TvCallTree *reversed;

  if (callers == NULL || !add_nodes (&self, tree, cancellable))
    return NULL;
  reversed = tv_call_tree_new_bare (tree->paths, tree->selection,
                                    tree->flags | TV_CALL_TREE_REVERSED, tree->measure);
  reversed->moved = tree->moved;
  reversed->n = nodes->len;
  reversed->nodes = (TvCallNode *) (gpointer) g_array_free (g_steal_pointer (&nodes), FALSE);
  reversed->own = (TvCallValue *) (gpointer) g_array_free (g_steal_pointer (&own), FALSE);
  return reversed;
}
