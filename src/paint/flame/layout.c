/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/flame/layout.h"

#include <math.h>

#include "core/types.h"

/* Computes the positions of frames: sorts the children of each node by the measure, and adds up their lengths. The
 * Flame Graph view (on a worker) and `tracedump render` create layouts. A layout holds references to the tree and the
 * comparison. */

#define NODES_PER_CANCEL_CHECK 16384

struct _TvFlameLayout
{
  gatomicrefcount ref_count;
  TvCallTree *tree;
  TvCallMeasure measure;
  guint32 n;
  const TvCallNode *nodes;
  gint64 *starts;         /* start of each node */
  guint32 *order;         /* (nullable): nodes in layout order; NULL if the tree is in that order */
  guint32 *index_of_node; /* (nullable): inverse of @order */
  TvCallComparison *comparison; /* (nullable): comparison of @tree */
};

static gint64
get_length (const TvFlameLayout *self, guint32 node)
{
  return MAX (self->nodes[node].total.of[self->measure], 0);
}

static int
compare_lengths (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvFlameLayout *self = user_data;
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;
  gint64 x = get_length (self, left), y = get_length (self, right);

  if (x != y)
    return x > y ? -1 : 1;
  return (left > right) - (left < right);
}

/* Sorts the children of each node by the layout's measure. Used if the tree sorts them by a different measure. */
static gboolean
order_children (TvFlameLayout *self, GCancellable *cancellable)
{
  self->order = g_new (guint32, self->n);
  self->index_of_node = g_new (guint32, self->n);
  for (guint32 i = 0; i < self->n; i++)
    self->order[i] = i;
  for (guint32 node = 0; node < self->n; node++)
    {
      const TvCallNode *at = &self->nodes[node];

      if (node % NODES_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (at->n_children > 1)
        g_qsort_with_data (&self->order[at->first_child], (int) at->n_children, sizeof *self->order,
                           compare_lengths, self);
    }
  for (guint32 i = 0; i < self->n; i++)
    self->index_of_node[self->order[i]] = i;
  return TRUE;
}

static guint32
get_child (const TvFlameLayout *self, guint32 i)
{
  return self->order != NULL ? self->order[i] : i;
}

/**
 * tv_flame_layout_new:
 * @measure: measure that determines the width
 * @cancellable: (nullable)
 *
 * Computes the positions of all nodes. Call this on a worker, because it blocks for large trees.
 *
 * Returns: (transfer full) (nullable): the layout; %NULL if cancelled
 */
TvFlameLayout *
tv_flame_layout_new (TvCallTree *tree, TvCallMeasure measure, GCancellable *cancellable)
{
  g_autoptr (TvFlameLayout) self = g_new0 (TvFlameLayout, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->tree = tv_call_tree_ref (tree);
  self->measure = measure;
  self->nodes = tv_call_tree_get_nodes (tree, &self->n);
  self->starts = g_new0 (gint64, self->n);
  if (measure != tv_call_tree_get_measure (tree) && !order_children (self, cancellable))
    return NULL;
  for (guint32 node = 0; node < self->n; node++)
    {
      const TvCallNode *at = &self->nodes[node];
      gint64 start = self->starts[node];

      if (node % NODES_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      for (guint32 i = at->first_child; i < at->first_child + at->n_children; i++)
        {
          self->starts[get_child (self, i)] = start;
          tv_add_ns (&start, get_length (self, get_child (self, i)));
        }
    }
  return g_steal_pointer (&self);
}

TvFlameLayout *
tv_flame_layout_ref (TvFlameLayout *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
tv_flame_layout_unref (TvFlameLayout *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  tv_call_tree_unref (self->tree);
  tv_call_comparison_unref (self->comparison);
  g_free (self->starts);
  g_free (self->order);
  g_free (self->index_of_node);
  g_free (self);
}

/* Sets the comparison with an earlier run. Must be called before other threads use the layout. @comparison: (transfer
 * full): comparison of the layout's tree */
void
tv_flame_layout_compare (TvFlameLayout *self, TvCallComparison *comparison)
{
  g_return_if_fail (self->comparison == NULL);
  self->comparison = comparison;
}

/* Returns: (transfer none) (nullable): the comparison with an earlier run */
const TvCallComparison *
tv_flame_layout_get_comparison (const TvFlameLayout *self)
{
  return self->comparison;
}

/* Returns: (transfer none): the call tree */
TvCallTree *
tv_flame_layout_get_tree (const TvFlameLayout *self)
{
  return self->tree;
}

/* Returns whether callers are below callees. */
gboolean
tv_flame_layout_is_reversed (const TvFlameLayout *self)
{
  return (tv_call_tree_get_flags (self->tree) & TV_CALL_TREE_REVERSED) != 0;
}

TvCallMeasure
tv_flame_layout_get_measure (const TvFlameLayout *self)
{
  return self->measure;
}

const TvCallNode *
tv_flame_layout_get_node (const TvFlameLayout *self, guint32 node)
{
  return &self->nodes[node];
}

/* Returns the start of a node, in the unit of the measure. The root starts at 0. */
gint64
tv_flame_layout_get_start (const TvFlameLayout *self, guint32 node)
{
  return self->starts[node];
}

/* Returns the width of a node, in the unit of the measure, at least 0. */
gint64
tv_flame_layout_get_length (const TvFlameLayout *self, guint32 node)
{
  return get_length (self, node);
}

/* Returns the end of a node, in the unit of the measure. */
gint64
tv_flame_layout_get_end (const TvFlameLayout *self, guint32 node)
{
  gint64 end = self->starts[node];

  tv_add_ns (&end, get_length (self, node));
  return end;
}

/* Returns the child with an index, counted from the left. @index must be less than TvCallNode.n_children. */
guint32
tv_flame_layout_get_child (const TvFlameLayout *self, guint32 node, guint32 index)
{
  return get_child (self, self->nodes[node].first_child + index);
}

/* Returns the number of siblings to the left of a node. */
guint32
tv_flame_layout_get_index (const TvFlameLayout *self, guint32 node)
{
  guint32 parent = self->nodes[node].parent;

  if (parent == TV_NONE)
    return 0;
  return (self->index_of_node != NULL ? self->index_of_node[node] : node) -
         self->nodes[parent].first_child;
}

/* ---- Search ---- */

/* Returns the number of non-empty children that are at least @min wide. These children come first. */
guint32
tv_flame_layout_count_wide (const TvFlameLayout *self, guint32 node, double min)
{
  guint32 low = 0, high = self->nodes[node].n_children;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;
      gint64 length = get_length (self, tv_flame_layout_get_child (self, node, middle));

      if (length > 0 && (double) length >= min)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Returns the index of the first child that ends after @at; the number of children if there is none. */
guint32
tv_flame_layout_find_child (const TvFlameLayout *self, guint32 node, gint64 at)
{
  guint32 low = 0, high = self->nodes[node].n_children;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;
      guint32 child = tv_flame_layout_get_child (self, node, middle);

      if (tv_flame_layout_get_end (self, child) > at)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* Returns the widest node of a symbol; the outermost if several are equally wide; %TV_NONE if there is none. */
guint32
tv_flame_layout_find_symbol (const TvFlameLayout *self, guint32 symbol)
{
  guint32 widest = TV_NONE;

  for (guint32 node = 0; node < self->n && symbol != TV_NONE; node++)
    if (tv_call_name_get_symbol (self->nodes[node].name) == symbol &&
        (widest == TV_NONE || get_length (self, node) > get_length (self, widest)))
      widest = node;
  return widest;
}

static guint32
find_named_child (const TvFlameLayout *self, guint32 node, TvCallName name)
{
  const TvCallNode *at = &self->nodes[node];

  for (guint32 child = at->first_child; child < at->first_child + at->n_children; child++)
    if (self->nodes[child].name == name)
      return child;
  return TV_NONE;
}

/**
 * tv_flame_layout_find_same:
 * @other: layout of another tree for the same trace
 * @node: a node in @other
 *
 * Finds the node in @self that corresponds to a node in @other.
 *
 * Returns: the node with the same stack, or with the longest common prefix of that stack
 */
guint32
tv_flame_layout_find_same (const TvFlameLayout *self, const TvFlameLayout *other, guint32 node)
{
  g_autofree guint32 *path = g_new (guint32, (gsize) other->nodes[node].depth + 1);
  guint32 depth = other->nodes[node].depth, found = 0;

  for (guint32 at = node; other->nodes[at].parent != TV_NONE; at = other->nodes[at].parent)
    path[other->nodes[at].depth] = at;
  for (guint32 i = 1; i <= depth; i++)
    {
      guint32 child = find_named_child (self, found, other->nodes[path[i]].name);

      if (child == TV_NONE)
        break;
      found = child;
    }
  return found;
}

/* Returns whether a node is @other or one of its descendants. */
gboolean
tv_flame_layout_is_within (const TvFlameLayout *self, guint32 node, guint32 other)
{
  while (self->nodes[node].depth > self->nodes[other].depth)
    node = self->nodes[node].parent;
  return node == other;
}

static int
compare_indexes (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvFlameLayout *self = user_data;
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  if (self->starts[left] != self->starts[right])
    return self->starts[left] < self->starts[right] ? -1 : 1;
  if (self->nodes[left].depth != self->nodes[right].depth)
    return self->nodes[left].depth < self->nodes[right].depth ? -1 : 1;
  return (left > right) - (left < right);
}

/* Sorts node ids in reading order: from left to right, callers before callees. */
void
tv_flame_layout_sort (const TvFlameLayout *self, GArray *nodes)
{
  g_array_sort_with_data (nodes, compare_indexes, (gpointer) self);
}

/* ---- Ranges ---- */

/* Returns the range that a node fills, at least 1 wide. */
TvFlameRange
tv_flame_layout_get_range (const TvFlameLayout *self, guint32 node)
{
  return (TvFlameRange){ self->starts[node], 0.0, MAX ((double) get_length (self, node), 1.0) };
}

/* Interpolates between two ranges. @part is 0 for @from and 1 for @to. */
TvFlameRange
tv_flame_range_mix (const TvFlameRange *from, const TvFlameRange *to, double part)
{
  double way = (double) (to->start - from->start) + to->offset - from->offset;
  double at = from->offset + way * part;
  double whole = floor (at);

  if (part >= 1.0)
    return *to;
  return (TvFlameRange){ from->start + (gint64) whole, at - whole,
                         from->length + (to->length - from->length) * part };
}
