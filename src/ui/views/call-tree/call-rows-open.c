/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Expands and collapses rows, shows the frames that share a row in separate rows, and updates the list of visible
 * rows. Called by TvCallPane and the Call Tree view. Part of TvCallRows: each function changes flags of nodes and the
 * list of visible rows (call-rows-private.h); most report the changed rows in a TvRowSplice. */

#include "ui/views/call-tree/call-rows-private.h"

/* Collapses the row of @node. If the node was unfolded, folds it and the frames below it into the row of their
 * innermost callee again. Returns the node of the collapsed row. */
static guint32
fold (TvCallRows *self, guint32 node)
{
  while (tv_call_rows_has_flag (self, node, IS_UNFOLDED))
    {
      tv_call_rows_set_flag (self, node, IS_UNFOLDED | IS_OPEN, FALSE);
      node = tv_call_rows_get_node (self, node)->first_child;
    }
  node = tv_call_rows_get_row (self, node);
  tv_call_rows_set_flag (self, node, IS_OPEN, FALSE);
  return node;
}

/**
 * tv_call_rows_set_open:
 * @node: node with a row
 * @is_open: whether to expand the row
 * @splice: (out): changed rows; not set if nothing changed
 *
 * Expands or collapses a row. Collapsing an unfolded frame folds it again.
 *
 * Returns: whether anything changed
 */
gboolean
tv_call_rows_set_open (TvCallRows *self, guint32 node, gboolean is_open, TvRowSplice *splice)
{
  guint32 position = tv_call_rows_find (self, node);
  guint n_before;

  if (position == TV_NONE || tv_call_rows_has_flag (self, node, IS_OPEN) == is_open ||
      (is_open && !tv_call_rows_has_children (self, node)))
    return FALSE;
  n_before = tv_call_rows_count_below (self, node);
  if (is_open)
    tv_call_rows_set_flag (self, node, IS_OPEN, TRUE);
  else
    g_array_index (self->rows, guint32, position) = fold (self, node);
  tv_call_rows_relist (self, position, n_before, splice);
  return TRUE;
}

/**
 * tv_call_rows_unfold:
 * @node: node with a row
 * @splice: (out): changed rows; not set if nothing changed
 *
 * Creates a separate row for each of the outer frames that share the row of @node.
 *
 * Returns: whether any frames shared the row
 */
gboolean
tv_call_rows_unfold (TvCallRows *self, guint32 node, TvRowSplice *splice)
{
  guint32 position = tv_call_rows_find (self, node);
  guint32 outermost = TV_NONE;
  guint n = position != TV_NONE ? tv_call_rows_get_n_folded (self, node, &outermost) : 0;

  if (n == 0)
    return FALSE;
  for (guint32 at = outermost; at != node; at = tv_call_rows_get_node (self, at)->first_child)
    {
      tv_call_rows_set_flag (self, at, IS_UNFOLDED | IS_OPEN, TRUE);
      g_array_insert_val (self->rows, position, at);
      position++;
    }
  self->n_changes++;
  *splice = (TvRowSplice){ position - n, 0, n };
  return TRUE;
}

/**
 * tv_call_rows_open_below:
 * @node: node with a row
 * @splice: (out): changed rows; not set if nothing changed
 *
 * Expands a row and all rows below it, level by level, up to about %TV_CALL_ROWS_MAX_OPENED rows.
 *
 * Returns: %FALSE if the row is not visible or has no children
 */
gboolean
tv_call_rows_open_below (TvCallRows *self, guint32 node, TvRowSplice *splice)
{
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 position = tv_call_rows_find (self, node);
  guint n_before;

  if (position == TV_NONE || !tv_call_rows_has_children (self, node))
    return FALSE;
  n_before = tv_call_rows_count_below (self, node);
  g_array_append_val (queue, node);
  for (guint i = 0; i < queue->len; i++)
    {
      guint32 row = g_array_index (queue, guint32, i);
      TvCallNode at = tv_call_rows_expand (self, row);

      if (at.n_children == 0)
        continue;
      if (queue->len + at.n_children > TV_CALL_ROWS_MAX_OPENED && i > 0)
        break;
      tv_call_rows_set_flag (self, row, IS_OPEN, TRUE);
      for (guint32 child = at.first_child; child < at.first_child + at.n_children; child++)
        {
          guint32 next = tv_call_rows_get_row (self, child);

          g_array_append_val (queue, next);
        }
    }
  tv_call_rows_relist (self, position, n_before, splice);
  return TRUE;
}

/* Marks all parents of a node as expanded. Does not update the list of rows. */
static void
mark_parents_open (TvCallRows *self, guint32 node)
{
  for (guint32 parent = tv_call_rows_get_parent (self, node); parent != TV_NONE;
       parent = tv_call_rows_get_parent (self, parent))
    tv_call_rows_set_flag (self, parent, IS_OPEN, TRUE);
}

/* Returns the value by which the hottest path is chosen: the exclusive value in an inverted tree that is sorted by
 * it, otherwise the inclusive value. */
static gint64
get_heat (const TvCallRows *self, guint32 node, TvCallMeasure measure)
{
  if (tv_call_rows_is_inverted (self) && self->sort == TV_CALL_SORT_SELF)
    return tv_call_rows_get_self (self, node)->of[measure];
  return tv_call_rows_get_node (self, node)->total.of[measure];
}

/* Returns the child with the largest value, or %TV_NONE if there are no children. */
static guint32
find_largest (const TvCallRows *self, guint32 node, TvCallMeasure measure)
{
  TvCallNode at = tv_call_rows_expand (self, node);
  guint32 largest = TV_NONE;

  for (guint32 child = at.first_child; child < at.first_child + at.n_children; child++)
    if (largest == TV_NONE || get_heat (self, child, measure) > get_heat (self, largest, measure))
      largest = child;
  return largest;
}

/**
 * tv_call_rows_open_hottest:
 * @node: node with a row at which the path starts; 0 for the outermost node with the largest value
 * @measure: measure of the values
 * @splice: (out): changed rows; all 0 if nothing changed
 *
 * Expands the hottest path: from each node to the child with the largest value, as long as that child has at least
 * half of the node's value. Values are inclusive, or exclusive in an inverted tree that is sorted by exclusive
 * values.
 *
 * Returns: node of the row at the end of the path; %TV_NONE if the tree is empty
 */
guint32
tv_call_rows_open_hottest (TvCallRows *self,
                           guint32 node,
                           TvCallMeasure measure,
                           TvRowSplice *splice)
{
  guint32 at = node == 0 ? find_largest (self, 0, measure) : node, largest;

  *splice = (TvRowSplice){ 0, 0, 0 };
  if (at == TV_NONE)
    return TV_NONE;
  while ((largest = find_largest (self, at, measure)) != TV_NONE &&
         get_heat (self, largest, measure) >=
             get_heat (self, at, measure) - get_heat (self, largest, measure))
    at = largest;
  at = tv_call_rows_get_row (self, at);
  tv_call_rows_open_above (self, at, splice);
  return at;
}

/**
 * tv_call_rows_open_above:
 * @splice: (out): changed rows; not set if nothing changed
 *
 * Expands the parents of a node, so that the node has a row or shares one.
 *
 * Returns: whether any row was expanded
 */
gboolean
tv_call_rows_open_above (TvCallRows *self, guint32 node, TvRowSplice *splice)
{
  guint32 closed = TV_NONE, position;

  node = tv_call_rows_get_row (self, node);
  for (guint32 parent = tv_call_rows_get_parent (self, node); parent != TV_NONE;
       parent = tv_call_rows_get_parent (self, parent))
    if (!tv_call_rows_has_flag (self, parent, IS_OPEN))
      closed = parent;
  if (closed == TV_NONE)
    return FALSE;
  mark_parents_open (self, node);
  position = tv_call_rows_find (self, closed);
  g_return_val_if_fail (position != TV_NONE, FALSE);
  tv_call_rows_relist (self, position, 0, splice);
  return TRUE;
}

/* ---- Another tree ---- */

typedef struct
{
  guint32 before;
  guint32 now;
} Pair;

/* Returns the child of @at with a name, or %TV_NONE. */
static guint32
find_child (const TvCallRows *self, const TvCallNode *at, TvCallName name)
{
  for (guint32 child = at->first_child; child < at->first_child + at->n_children; child++)
    if (tv_call_rows_get_node (self, child)->name == name)
      return child;
  return TV_NONE;
}

static gboolean
matters (const TvCallRows *before, guint32 node)
{
  return tv_call_rows_has_flag (before, node, IS_OPEN | IS_UNFOLDED) ||
         tv_call_rows_is_folded (before, node);
}

/**
 * tv_call_rows_open_as:
 * @self: rows of a new tree of the same trace
 * @before: rows of the previous tree
 *
 * Expands all rows whose stack is that of an expanded row of @before, and unfolds the frames that are unfolded there.
 */
void
tv_call_rows_open_as (TvCallRows *self, const TvCallRows *before)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Pair));
  Pair pair = { 0, 0 };

  g_return_if_fail (tv_call_rows_is_inverted (self) == tv_call_rows_is_inverted (before));

  g_array_append_val (stack, pair);
  while (stack->len > 0)
    {
      TvCallNode at, now;

      pair = g_array_index (stack, Pair, stack->len - 1);
      g_array_set_size (stack, stack->len - 1);
      at = tv_call_rows_expand (before, pair.before);
      now = tv_call_rows_expand (self, pair.now);
      tv_call_rows_set_flag (self, pair.now, IS_OPEN,
                             tv_call_rows_has_flag (before, pair.before, IS_OPEN) &&
                                 now.n_children > 0);
      if (tv_call_rows_has_flag (before, pair.before, IS_UNFOLDED) &&
          tv_call_rows_is_passed_through (self, pair.now))
        tv_call_rows_set_flag (self, pair.now, IS_UNFOLDED, TRUE);
      for (guint32 child = at.first_child; child < at.first_child + at.n_children; child++)
        {
          Pair next = { child, TV_NONE };

          if (!matters (before, child))
            continue;
          next.now = find_child (self, &now, tv_call_rows_get_node (before, child)->name);
          if (next.now != TV_NONE)
            g_array_append_val (stack, next);
        }
    }
  tv_call_rows_list_all (self);
}
