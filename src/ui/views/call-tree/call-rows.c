/* SPDX-License-Identifier: GPL-3.0-or-later */

/* List of the visible nodes of a call tree. Created by the Call Tree view, usually in a worker, then owned by a
 * TvCallRowsTable. Side effect: in an inverted tree, listing rows computes the callers of expanded nodes
 * (tv_call_rows_expand()), even in functions with const rows. Therefore only one thread may use an inverted tree.
 * Rows are expanded in call-rows-open.c, and sorted in a worker by call-rows-copy.c. */

#include "ui/views/call-tree/call-rows-private.h"

#include <string.h>

/* A frame can share the row of its callee if its exclusive value is at most 1 / FOLDS_BELOW of its inclusive value. */
#define FOLDS_BELOW 1000

/**
 * tv_call_rows_new:
 * @tree: (transfer none): a call tree
 * @callers: (transfer full) (nullable): inverted tree to show instead of @tree; no other code may use it
 * @order: order of the rows
 *
 * Returns: (transfer full): rows of the outermost nodes, all collapsed
 */
TvCallRows *
tv_call_rows_new (TvCallTree *tree, TvCallers *callers, const TvCallOrder *order)
{
  return tv_call_rows_new_compared (tree, callers, NULL, order);
}

/**
 * tv_call_rows_new_compared:
 * @tree: (transfer none): a call tree
 * @callers: (transfer full) (nullable): inverted tree to show instead of @tree; must contain the earlier run if there
 *   is a @comparison
 * @comparison: (transfer none) (nullable): comparison of @tree with an earlier run
 * @order: order of the rows
 *
 * Returns: (transfer full): rows of the outermost nodes, all collapsed, with their values in the earlier run
 */
TvCallRows *
tv_call_rows_new_compared (TvCallTree *tree,
                           TvCallers *callers,
                           TvCallComparison *comparison,
                           const TvCallOrder *order)
{
  TvCallRows *self = g_new0 (TvCallRows, 1);

  self->tree = tv_call_tree_ref (tree);
  self->callers = callers;
  self->comparison = comparison != NULL ? tv_call_comparison_ref (comparison) : NULL;
  self->flags = g_byte_array_new ();
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  tv_call_rows_set_order (self, order);
  return self;
}

void
tv_call_rows_free (TvCallRows *self)
{
  if (self == NULL)
    return;
  tv_call_sorter_free (self->sorter);
  g_byte_array_unref (self->flags);
  g_array_unref (self->rows);
  tv_callers_free (self->callers);
  tv_call_comparison_unref (self->comparison);
  g_free (self->nodes);
  g_free (self->own);
  g_free (self->before);
  tv_call_tree_unref (self->tree);
  g_free (self);
}

/* Returns: (transfer none): tree of the rows */
TvCallTree *
tv_call_rows_get_tree (const TvCallRows *self)
{
  return self->tree;
}

/* Returns: (transfer none) (nullable): comparison of the tree */
TvCallComparison *
tv_call_rows_get_comparison (const TvCallRows *self)
{
  return self->comparison;
}

/* Sets @before to the value of a node in the earlier run, or to 0. Returns whether the earlier run contains the node;
 * always %FALSE in a copy of an inverted tree. */
gboolean
tv_call_rows_get_before (const TvCallRows *self, guint32 node, TvCallValue *before)
{
  if (self->comparison == NULL)
    *before = (TvCallValue){ { 0 } };
  else if (self->callers != NULL)
    return tv_callers_get_before (self->callers, node, before);
  else if (self->nodes == NULL)
    return tv_call_comparison_get (self->comparison, node, before);
  else
    *before = self->before[node];
  return FALSE;
}

gboolean
tv_call_rows_is_inverted (const TvCallRows *self)
{
  return self->callers != NULL || self->nodes != NULL;
}

/* ---- Nodes ---- */

/* Returns: (transfer none): a node; valid until another node is expanded */
const TvCallNode *
tv_call_rows_get_node (const TvCallRows *self, guint32 node)
{
  if (self->callers != NULL)
    return tv_callers_get_node (self->callers, node);
  return self->nodes != NULL ? &self->nodes[node]
                             : &tv_call_tree_get_nodes (self->tree, NULL)[node];
}

/* Returns: (transfer none): the exclusive value of a node; valid until another node is expanded */
const TvCallValue *
tv_call_rows_get_self (const TvCallRows *self, guint32 node)
{
  if (self->callers != NULL)
    return tv_callers_get_self (self->callers, node);
  return self->own != NULL ? &self->own[node] : tv_call_tree_get_self (self->tree, node);
}

gboolean
tv_call_rows_has_flag (const TvCallRows *self, guint32 node, guint8 flag)
{
  return node < self->flags->len && (self->flags->data[node] & flag) != 0;
}

void
tv_call_rows_set_flag (TvCallRows *self, guint32 node, guint8 flag, gboolean is_set)
{
  guint before = self->flags->len;

  if (node >= before && !is_set)
    return;
  if (node >= before)
    {
      g_byte_array_set_size (self->flags, MAX (node + 1, before + before / 2));
      memset (self->flags->data + before, 0, self->flags->len - before);
    }
  if (is_set)
    self->flags->data[node] |= flag;
  else
    self->flags->data[node] &= (guint8) ~flag;
}

/* Returns a node, after computing its children if the tree is inverted. */
TvCallNode
tv_call_rows_expand (const TvCallRows *self, guint32 node)
{
  if (self->callers != NULL)
    tv_callers_expand (self->callers, node);
  return *tv_call_rows_get_node (self, node);
}

/* Returns the number of nodes; in an inverted tree, the number of nodes that have been computed. */
guint32
tv_call_rows_count_nodes (const TvCallRows *self)
{
  guint32 n;

  if (self->callers != NULL)
    return tv_callers_count_nodes (self->callers);
  if (self->nodes != NULL)
    return self->n_nodes;
  tv_call_tree_get_nodes (self->tree, &n);
  return n;
}

gboolean
tv_call_rows_has_children (const TvCallRows *self, guint32 node)
{
  return tv_call_rows_expand (self, node).n_children > 0;
}

/**
 * tv_call_rows_can_share:
 * @node: node of @tree
 *
 * Returns: whether a node can share a row with its child: the node is not a thread, and has a single child and almost
 * no exclusive value
 */
gboolean
tv_call_rows_can_share (const TvCallTree *tree, guint32 node)
{
  const TvCallNode *at = &tv_call_tree_get_nodes (tree, NULL)[node];
  TvCallMeasure m = tv_call_tree_get_measure (tree);

  return node != 0 && at->n_children == 1 && tv_call_name_get_kind (at->name) != TV_CALL_THREAD &&
         tv_call_tree_get_self (tree, node)->of[m] <= at->total.of[m] / FOLDS_BELOW;
}

gboolean
tv_call_rows_is_passed_through (const TvCallRows *self, guint32 node)
{
  return !tv_call_rows_is_inverted (self) && tv_call_rows_can_share (self->tree, node);
}

gboolean
tv_call_rows_is_folded (const TvCallRows *self, guint32 node)
{
  return !tv_call_rows_has_flag (self, node, IS_UNFOLDED) &&
         tv_call_rows_is_passed_through (self, node);
}

/* Returns the node in whose row @node is shown: the node itself or, if it is folded, the first callee that is not
 * folded. */
guint32
tv_call_rows_get_row (const TvCallRows *self, guint32 node)
{
  while (tv_call_rows_is_folded (self, node))
    node = tv_call_rows_get_node (self, node)->first_child;
  return node;
}

/* Returns the node of the parent row, or %TV_NONE for an outermost row. */
guint32
tv_call_rows_get_parent (const TvCallRows *self, guint32 node)
{
  guint32 parent = tv_call_rows_get_node (self, node)->parent;

  while (parent != TV_NONE && parent != 0 && tv_call_rows_is_folded (self, parent))
    parent = tv_call_rows_get_node (self, parent)->parent;
  return parent != 0 ? parent : TV_NONE;
}

/* Returns the number of ancestors with a row. */
guint
tv_call_rows_get_level (const TvCallRows *self, guint32 node)
{
  guint level = 0;

  for (node = tv_call_rows_get_parent (self, node); node != TV_NONE;
       node = tv_call_rows_get_parent (self, node))
    level++;
  return level;
}

/**
 * tv_call_rows_get_n_folded:
 * @node: node with a row
 * @outermost: (out) (optional): outermost of the counted frames; not set if there are none
 *
 * Returns: number of outer frames that share the row of @node
 */
guint
tv_call_rows_get_n_folded (const TvCallRows *self, guint32 node, guint32 *outermost)
{
  guint32 parent = tv_call_rows_get_node (self, node)->parent;
  guint n = 0;

  for (; parent != TV_NONE && parent != 0 && tv_call_rows_is_folded (self, parent);
       parent = tv_call_rows_get_node (self, parent)->parent)
    {
      n++;
      if (outermost != NULL)
        *outermost = parent;
    }
  return n;
}

gboolean
tv_call_rows_is_open (const TvCallRows *self, guint32 node)
{
  return tv_call_rows_has_flag (self, node, IS_OPEN);
}

/* ---- Rows ---- */

guint32
tv_call_rows_get_n (const TvCallRows *self)
{
  return self->rows->len;
}

/* Returns: (transfer none): nodes of the visible rows, from top to bottom; valid until the rows change */
const guint32 *
tv_call_rows_get (const TvCallRows *self)
{
  return (const guint32 *) (gpointer) self->rows->data;
}

/* Returns the position of a node's row, or %TV_NONE if the node has no visible row. */
guint32
tv_call_rows_find (const TvCallRows *self, guint32 node)
{
  for (guint32 i = 0; i < self->rows->len; i++)
    if (g_array_index (self->rows, guint32, i) == node)
      return i;
  return TV_NONE;
}

/* Returns the innermost of the frames that can share a row with @node. Siblings are sorted by that frame, so that
 * their order stays the same when frames are unfolded. */
static guint32
get_last (const TvCallRows *self, guint32 node)
{
  while (tv_call_rows_is_passed_through (self, node))
    node = tv_call_rows_get_node (self, node)->first_child;
  return node;
}

/* Row with its sort key */
typedef struct
{
  TvCallKey key;
  guint32 last;
  guint32 row;
} Child;

/* Compares rows in reverse order. */
static int
compare_children (gconstpointer a, gconstpointer b, gpointer sorter)
{
  const Child *left = a, *right = b;
  int order = tv_call_sorter_compare_keys (sorter, &right->key, &left->key);

  return order != 0 ? order : (right->last > left->last) - (right->last < left->last);
}

/* Pushes the rows of a node's children onto a stack, the last row first. */
static void
push_children (const TvCallRows *self, GArray *stack, guint32 node)
{
  TvCallNode at = tv_call_rows_expand (self, node);
  g_autofree Child *children = g_new (Child, MAX (at.n_children, 1));

  for (guint32 i = 0; i < at.n_children; i++)
    {
      guint32 last = get_last (self, at.first_child + i);
      TvCallValue before;

      children[i].row = tv_call_rows_get_row (self, at.first_child + i);
      children[i].last = last;
      tv_call_rows_get_before (self, last, &before);
      tv_call_sorter_get_key (self->sorter, tv_call_rows_get_node (self, last),
                              tv_call_rows_get_self (self, last), &before, &children[i].key);
    }
  if (at.n_children > 1)
    g_qsort_with_data (children, (int) at.n_children, sizeof *children, compare_children,
                       self->sorter);
  for (guint32 i = 0; i < at.n_children; i++)
    g_array_append_val (stack, children[i].row);
}

/* Lists the rows below an expanded node, from top to bottom. */
static void
list_below (const TvCallRows *self, guint32 node, GArray *rows)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));

  push_children (self, stack, node);
  while (stack->len > 0)
    {
      guint32 row = g_array_index (stack, guint32, stack->len - 1);

      g_array_set_size (stack, stack->len - 1);
      g_array_append_val (rows, row);
      if (tv_call_rows_has_flag (self, row, IS_OPEN))
        push_children (self, stack, row);
    }
}

void
tv_call_rows_list_all (TvCallRows *self)
{
  self->n_changes++;
  g_array_set_size (self->rows, 0);
  list_below (self, 0, self->rows);
}

/* Returns the number of rows below a row; 0 if the row is collapsed. */
guint
tv_call_rows_count_below (const TvCallRows *self, guint32 node)
{
  g_autoptr (GArray) below = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (tv_call_rows_has_flag (self, node, IS_OPEN))
    list_below (self, node, below);
  return below->len;
}

/* Lists the rows below a position again, after nodes have been expanded or collapsed. @n_before: previous number of
 * rows below that position. */
void
tv_call_rows_relist (TvCallRows *self, guint position, guint n_before, TvRowSplice *splice)
{
  g_autoptr (GArray) below = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 node = g_array_index (self->rows, guint32, position);

  self->n_changes++;
  if (tv_call_rows_has_flag (self, node, IS_OPEN))
    list_below (self, node, below);
  if (n_before > 0)
    g_array_remove_range (self->rows, position + 1, n_before);
  g_array_insert_vals (self->rows, position + 1, below->data, below->len);
  *splice = (TvRowSplice){ position + 1, n_before, below->len };
}

/* Collapses all rows and folds all frames. */
void
tv_call_rows_close_all (TvCallRows *self)
{
  g_byte_array_set_size (self->flags, 0);
  tv_call_rows_list_all (self);
}

/* Sorts all rows. Expanded rows stay expanded. */
void
tv_call_rows_set_order (TvCallRows *self, const TvCallOrder *order)
{
  g_clear_pointer (&self->sorter, tv_call_sorter_free);
  self->sorter = tv_call_sorter_new (self->tree, order);
  self->sort = order->sort;
  tv_call_rows_list_all (self);
}
