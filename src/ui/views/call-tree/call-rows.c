/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/call-tree/call-rows.h"

#include <string.h>

/* Frames whose own time is a smaller part of all of theirs than 1 / this are shown with their callee. */
#define FOLDS_BELOW 1000

struct _TvCallRows
{
  TvCallTree *tree;
  TvCallers *callers; /* (nullable): of an inverted tree */
  TvCallSorter *sorter;
  TvCallSort sort;
  GByteArray *flags; /* by node; beyond its end nodes have none */
  GArray *rows;      /* guint32: nodes */
};

enum
{
  IS_OPEN = 1 << 0,
  IS_UNFOLDED = 1 << 1,
};

/**
 * tv_call_rows_new:
 * @tree: (transfer none): a tree
 * @callers: (transfer full) (nullable): its inverted tree, if that is to be shown; nobody else may use it
 * @order: what rows are sorted by
 *
 * Returns: (transfer full): the outermost nodes, all closed
 */
TvCallRows *
tv_call_rows_new (TvCallTree *tree, TvCallers *callers, const TvCallOrder *order)
{
  TvCallRows *self = g_new0 (TvCallRows, 1);

  self->tree = tv_call_tree_ref (tree);
  self->callers = callers;
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
  tv_call_tree_unref (self->tree);
  g_free (self);
}

/* Returns: (transfer none) */
TvCallTree *
tv_call_rows_get_tree (const TvCallRows *self)
{
  return self->tree;
}

gboolean
tv_call_rows_is_inverted (const TvCallRows *self)
{
  return self->callers != NULL;
}

/* ---- Nodes ---- */

/* Returns: (transfer none): a node, until another one is opened */
const TvCallNode *
tv_call_rows_get_node (const TvCallRows *self, guint32 node)
{
  return self->callers != NULL ? tv_callers_get_node (self->callers, node)
                               : &tv_call_tree_get_nodes (self->tree, NULL)[node];
}

static gboolean
has_flag (const TvCallRows *self, guint32 node, guint8 flag)
{
  return node < self->flags->len && (self->flags->data[node] & flag) != 0;
}

static void
set_flag (TvCallRows *self, guint32 node, guint8 flag, gboolean is_set)
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

/* What is called is known of all nodes of a tree; of an inverted one once it was asked for. */
static TvCallNode
expand (const TvCallRows *self, guint32 node)
{
  if (self->callers != NULL)
    tv_callers_expand (self->callers, node);
  return *tv_call_rows_get_node (self, node);
}

/* How many nodes there are, of an inverted tree as far as known. */
guint32
tv_call_rows_count_nodes (const TvCallRows *self)
{
  guint32 n;

  if (self->callers != NULL)
    return tv_callers_count_nodes (self->callers);
  tv_call_tree_get_nodes (self->tree, &n);
  return n;
}

gboolean
tv_call_rows_has_children (const TvCallRows *self, guint32 node)
{
  return expand (self, node).n_children > 0;
}

/**
 * tv_call_rows_can_share:
 * @tree: a tree
 * @node: a node of it
 *
 * Returns: whether it could share a row with what it calls: that is one, and it has next to no time of its
 *   own
 */
gboolean
tv_call_rows_can_share (const TvCallTree *tree, guint32 node)
{
  const TvCallNode *at = &tv_call_tree_get_nodes (tree, NULL)[node];
  TvCallMeasure m = tv_call_tree_get_measure (tree);

  return node != 0 && at->n_children == 1 && tv_call_name_get_kind (at->name) != TV_CALL_THREAD &&
         at->self.of[m] <= at->total.of[m] / FOLDS_BELOW;
}

static gboolean
is_passed_through (const TvCallRows *self, guint32 node)
{
  return self->callers == NULL && tv_call_rows_can_share (self->tree, node);
}

static gboolean
is_folded (const TvCallRows *self, guint32 node)
{
  return !has_flag (self, node, IS_UNFOLDED) && is_passed_through (self, node);
}

/* The node in whose row a node is shown: mostly its own. */
guint32
tv_call_rows_get_row (const TvCallRows *self, guint32 node)
{
  while (is_folded (self, node))
    node = tv_call_rows_get_node (self, node)->first_child;
  return node;
}

/* The node of the row above in the tree, or %TV_NONE. */
guint32
tv_call_rows_get_parent (const TvCallRows *self, guint32 node)
{
  guint32 parent = tv_call_rows_get_node (self, node)->parent;

  while (parent != TV_NONE && parent != 0 && is_folded (self, parent))
    parent = tv_call_rows_get_node (self, parent)->parent;
  return parent != 0 ? parent : TV_NONE;
}

/* How many rows are above one in the tree. */
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
 * @node: a node that has a row
 * @outermost: (out) (optional): the outermost of them, if there is any
 *
 * Returns: how many frames around it are shown in its row
 */
guint
tv_call_rows_get_n_folded (const TvCallRows *self, guint32 node, guint32 *outermost)
{
  guint32 parent = tv_call_rows_get_node (self, node)->parent;
  guint n = 0;

  for (; parent != TV_NONE && parent != 0 && is_folded (self, parent);
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
  return has_flag (self, node, IS_OPEN);
}

/* ---- Rows ---- */

guint32
tv_call_rows_get_n (const TvCallRows *self)
{
  return self->rows->len;
}

/* Returns: (transfer none): the nodes that are shown, from top to bottom, until something changes */
const guint32 *
tv_call_rows_get (const TvCallRows *self)
{
  return (const guint32 *) (gpointer) self->rows->data;
}

/* The position of a node's row, or %TV_NONE if it is not shown. */
guint32
tv_call_rows_find (const TvCallRows *self, guint32 node)
{
  for (guint32 i = 0; i < self->rows->len; i++)
    if (g_array_index (self->rows, guint32, i) == node)
      return i;
  return TV_NONE;
}

/* The last of the frames that can share a row: by that siblings are sorted, so that they stay where they are
 * when it unfolds. */
static guint32
get_last (const TvCallRows *self, guint32 node)
{
  while (is_passed_through (self, node))
    node = tv_call_rows_get_node (self, node)->first_child;
  return node;
}

static int
compare_nodes (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvCallRows *self = data;
  guint32 left = get_last (self, *(const guint32 *) a);
  guint32 right = get_last (self, *(const guint32 *) b);
  int order = tv_call_sorter_compare (self->sorter, tv_call_rows_get_node (self, left),
                                      tv_call_rows_get_node (self, right));

  return order != 0 ? order : (left > right) - (left < right);
}

/* Adds the rows of what a node calls, in their order; the last one first for a stack. */
static void
push_children (const TvCallRows *self, GArray *stack, guint32 node)
{
  TvCallNode at = expand (self, node);
  guint first = stack->len;

  for (guint32 child = at.first_child; child < at.first_child + at.n_children; child++)
    {
      guint32 row = tv_call_rows_get_row (self, child);

      g_array_append_val (stack, row);
    }
  g_qsort_with_data (stack->data + first * sizeof (guint32), (int) (stack->len - first),
                     sizeof (guint32), compare_nodes, (gpointer) self);
  for (guint i = 0; i < at.n_children / 2; i++)
    {
      guint32 *low = &g_array_index (stack, guint32, first + i);
      guint32 *high = &g_array_index (stack, guint32, stack->len - 1 - i);
      guint32 node_low = *low;

      *low = *high;
      *high = node_low;
    }
}

/* Adds what is shown below a node that is open, from top to bottom. */
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
      if (has_flag (self, row, IS_OPEN))
        push_children (self, stack, row);
    }
}

static void
list_all (TvCallRows *self)
{
  g_array_set_size (self->rows, 0);
  list_below (self, 0, self->rows);
}

/* How many rows are below the one of a node that is open. */
static guint
count_below (const TvCallRows *self, guint32 node)
{
  g_autoptr (GArray) below = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (has_flag (self, node, IS_OPEN))
    list_below (self, node, below);
  return below->len;
}

/* Shows anew what is below the row at a position. */
static void
relist (TvCallRows *self, guint position, guint n_before, TvRowSplice *splice)
{
  g_autoptr (GArray) below = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 node = g_array_index (self->rows, guint32, position);

  if (has_flag (self, node, IS_OPEN))
    list_below (self, node, below);
  if (n_before > 0)
    g_array_remove_range (self->rows, position + 1, n_before);
  g_array_insert_vals (self->rows, position + 1, below->data, below->len);
  *splice = (TvRowSplice){ position + 1, n_before, below->len };
}

/* ---- Opening ---- */

/* The frames that were unfolded share a row again, with those that already share the row of the last of them.
 * Returns: the node that has it */
static guint32
fold (TvCallRows *self, guint32 node)
{
  while (has_flag (self, node, IS_UNFOLDED))
    {
      set_flag (self, node, IS_UNFOLDED | IS_OPEN, FALSE);
      node = tv_call_rows_get_node (self, node)->first_child;
    }
  node = tv_call_rows_get_row (self, node);
  set_flag (self, node, IS_OPEN, FALSE);
  return node;
}

/**
 * tv_call_rows_set_open:
 * @self: rows
 * @node: a node that has a row
 * @is_open: whether what it calls is to be shown
 * @splice: (out): how rows changed, if they did
 *
 * A frame that was unfolded folds again with those below it when it is closed.
 *
 * Returns: whether anything changed
 */
gboolean
tv_call_rows_set_open (TvCallRows *self, guint32 node, gboolean is_open, TvRowSplice *splice)
{
  guint32 position = tv_call_rows_find (self, node);
  guint n_before;

  if (position == TV_NONE || has_flag (self, node, IS_OPEN) == is_open ||
      (is_open && !tv_call_rows_has_children (self, node)))
    return FALSE;
  n_before = count_below (self, node);
  if (is_open)
    set_flag (self, node, IS_OPEN, TRUE);
  else
    g_array_index (self->rows, guint32, position) = fold (self, node);
  relist (self, position, n_before, splice);
  return TRUE;
}

/**
 * tv_call_rows_unfold:
 * @self: rows
 * @node: a node that has a row
 * @splice: (out): how rows changed, if they did
 *
 * Gives each of the frames in its row one of its own.
 *
 * Returns: whether there were any
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
      set_flag (self, at, IS_UNFOLDED | IS_OPEN, TRUE);
      g_array_insert_val (self->rows, position, at);
      position++;
    }
  *splice = (TvRowSplice){ position - n, 0, n };
  return TRUE;
}

/**
 * tv_call_rows_open_below:
 * @self: rows
 * @node: a node that has a row
 * @splice: (out): how rows changed, if they did
 *
 * Opens it and all below it, level by level, until there are %TV_CALL_ROWS_MOST_OPENED rows more.
 *
 * Returns: whether anything changed
 */
gboolean
tv_call_rows_open_below (TvCallRows *self, guint32 node, TvRowSplice *splice)
{
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 position = tv_call_rows_find (self, node);
  guint n_before;

  if (position == TV_NONE || !tv_call_rows_has_children (self, node))
    return FALSE;
  n_before = count_below (self, node);
  g_array_append_val (queue, node);
  for (guint i = 0; i < queue->len; i++)
    {
      guint32 row = g_array_index (queue, guint32, i);
      TvCallNode at = expand (self, row);

      if (at.n_children == 0)
        continue;
      if (queue->len + at.n_children > TV_CALL_ROWS_MOST_OPENED && i > 0)
        break;
      set_flag (self, row, IS_OPEN, TRUE);
      for (guint32 child = at.first_child; child < at.first_child + at.n_children; child++)
        {
          guint32 next = tv_call_rows_get_row (self, child);

          g_array_append_val (queue, next);
        }
    }
  relist (self, position, n_before, splice);
  return TRUE;
}

/* Opens all around a node, without listing anything. */
static void
open_around (TvCallRows *self, guint32 node)
{
  for (guint32 parent = tv_call_rows_get_parent (self, node); parent != TV_NONE;
       parent = tv_call_rows_get_parent (self, parent))
    set_flag (self, parent, IS_OPEN, TRUE);
}

/* What the hottest path goes by: of an inverted tree that is about own time, that. */
static gint64
get_heat (const TvCallRows *self, guint32 node, TvCallMeasure measure)
{
  const TvCallNode *at = tv_call_rows_get_node (self, node);

  return self->callers != NULL && self->sort == TV_CALL_SORT_SELF ? at->self.of[measure]
                                                                  : at->total.of[measure];
}

/* The child with the most, or TV_NONE. */
static guint32
find_largest (const TvCallRows *self, guint32 node, TvCallMeasure measure)
{
  TvCallNode at = expand (self, node);
  guint32 largest = TV_NONE;

  for (guint32 child = at.first_child; child < at.first_child + at.n_children; child++)
    if (largest == TV_NONE || get_heat (self, child, measure) > get_heat (self, largest, measure))
      largest = child;
  return largest;
}

/**
 * tv_call_rows_open_hottest:
 * @self: rows
 * @node: a node that has a row, or 0 for all
 * @measure: by what
 * @splice: (out): how rows changed, if they did
 *
 * Opens down to the first node whose largest child has less than half of it, as
 * tv_call_tree_find_hottest() does; of all, from the largest one on.
 *
 * Returns: the node of the row where the path ends, or %TV_NONE if there is nothing
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
 * @self: rows
 * @node: a node
 * @splice: (out): how rows changed, if they did
 *
 * Opens all above it, so that it has a row, or shares one.
 *
 * Returns: whether anything changed
 */
gboolean
tv_call_rows_open_above (TvCallRows *self, guint32 node, TvRowSplice *splice)
{
  guint32 closed = TV_NONE, position;

  node = tv_call_rows_get_row (self, node);
  for (guint32 parent = tv_call_rows_get_parent (self, node); parent != TV_NONE;
       parent = tv_call_rows_get_parent (self, parent))
    if (!has_flag (self, parent, IS_OPEN))
      closed = parent;
  if (closed == TV_NONE)
    return FALSE;
  open_around (self, node);
  position = tv_call_rows_find (self, closed);
  g_return_val_if_fail (position != TV_NONE, FALSE);
  relist (self, position, 0, splice);
  return TRUE;
}

/* Shows the outermost nodes only, with their frames folded. */
void
tv_call_rows_close_all (TvCallRows *self)
{
  g_byte_array_set_size (self->flags, 0);
  list_all (self);
}

/* Sorts all anew; what is open stays so. */
void
tv_call_rows_set_order (TvCallRows *self, const TvCallOrder *order)
{
  g_clear_pointer (&self->sorter, tv_call_sorter_free);
  self->sorter = tv_call_sorter_new (self->tree, order);
  self->sort = order->sort;
  list_all (self);
}

/* ---- Another tree ---- */

typedef struct
{
  guint32 before;
  guint32 now;
} Pair;

/* The child of a node that has a name, or TV_NONE. */
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
  return has_flag (before, node, IS_OPEN | IS_UNFOLDED) || is_folded (before, node);
}

/**
 * tv_call_rows_open_as:
 * @self: rows of another tree of the same trace
 * @before: rows
 *
 * Opens whatever has the same stack as what is open in @before.
 */
void
tv_call_rows_open_as (TvCallRows *self, const TvCallRows *before)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Pair));
  Pair pair = { 0, 0 };

  g_return_if_fail ((self->callers != NULL) == (before->callers != NULL));

  g_array_append_val (stack, pair);
  while (stack->len > 0)
    {
      TvCallNode at, now;

      pair = g_array_index (stack, Pair, stack->len - 1);
      g_array_set_size (stack, stack->len - 1);
      at = expand (before, pair.before);
      now = expand (self, pair.now);
      set_flag (self, pair.now, IS_OPEN,
                has_flag (before, pair.before, IS_OPEN) && now.n_children > 0);
      if (has_flag (before, pair.before, IS_UNFOLDED) && is_passed_through (self, pair.now))
        set_flag (self, pair.now, IS_UNFOLDED, TRUE);
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
  list_all (self);
}
