/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/callers.h"

#include <stdlib.h>

/* Builds the inverted call tree, in which the children of a function are its callers. Created by the call tree view
 * and table, by `tracedump tree` and by call-tree-reversed.c. tv_callers_expand() appends nodes. After
 * tv_callers_compare(), it also expands the callers of the earlier run. */

/* Each node has entries, which are the nodes of the call tree that it represents. An entry is a pair: the tree node
 * that provides the value, and the ancestor of that node at the current level.
 *
 *   root measure       (7, 7) (9, 9)
 *   └ draw             (7, 3)              7 was called from 3, and 9 from 4
 *   └ layout           (9, 4)
 *
 * To create the children of a node, its entries are moved one level up and grouped by name. */
typedef struct
{
  guint32 from;
  guint32 at;
  TvCallName name; /* name of @at */
} Entry;

typedef struct
{
  guint32 first;
  guint32 n;
  gboolean is_expanded;
} Entries;

struct _TvCallers
{
  TvCallTree *tree;
  guint8 *is_outermost; /* per node of @tree, whether no ancestor has the same name */
  GArray *nodes;        /* TvCallNode; the first one is the parent of all roots */
  GArray *own;          /* TvCallValue: exclusive value per node */
  GArray *ranges;       /* Entries: range of entries per node */
  GArray *entries;      /* Entry */
  TvCallMeasure measure;

  TvCallComparison *comparison; /* (nullable): comparison of @tree with an earlier run */
  TvCallers *baseline;          /* (nullable): callers of the earlier run */
  GArray *same; /* (nullable) guint32: per node, its counterpart in @baseline, or TV_NONE */
};

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *left = a, *right = b;

  if (left->name != right->name)
    return left->name > right->name ? 1 : -1;
  return (left->from > right->from) - (left->from < right->from);
}

/* A node under construction */
typedef struct
{
  TvCallNode node;
  TvCallValue own;
  Entries entries;
} Found;

static void
add_entry (TvCallers *self, Found *found, const Entry *entry)
{
  const TvCallNode *from = &tv_call_tree_get_nodes (self->tree, NULL)[entry->from];
  const TvCallValue *own = tv_call_tree_get_self (self->tree, entry->from);

  for (guint m = 0; m < TV_N_MEASURES; m++)
    {
      tv_add_ns (&found->own.of[m], own->of[m]);
      if (self->is_outermost[entry->from])
        tv_add_ns (&found->node.total.of[m], from->total.of[m]);
    }
}

static int
compare_found (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvCallers *self = user_data;
  const Found *left = a, *right = b;
  TvCallMeasure m = self->measure;

  if (left->own.of[m] != right->own.of[m])
    return left->own.of[m] > right->own.of[m] ? -1 : 1;
  if (left->node.total.of[m] != right->node.total.of[m])
    return left->node.total.of[m] > right->node.total.of[m] ? -1 : 1;
  return (left->node.name > right->node.name) - (left->node.name < right->node.name);
}

/* Creates the children of a node from the entries at index @first and above. */
static void
add_children (TvCallers *self, guint32 parent, guint32 first)
{
  g_autoptr (GArray) found = g_array_new (FALSE, TRUE, sizeof (Found));
  guint32 depth = g_array_index (self->nodes, TvCallNode, parent).depth + 1;
  guint n = self->entries->len - first;
  Entry *entries = n > 0 ? &g_array_index (self->entries, Entry, first) : NULL;

  if (n > 0)
    qsort (entries, n, sizeof *entries, compare_entries);
  for (guint i = 0; i < n; i++)
    {
      if (i == 0 || entries[i].name != entries[i - 1].name)
        {
          Found next = { .node = { .name = entries[i].name, .parent = parent, .depth = depth },
                         .entries = { first + i, 0, FALSE } };

          g_array_append_val (found, next);
        }
      g_array_index (found, Found, found->len - 1).entries.n++;
      add_entry (self, &g_array_index (found, Found, found->len - 1), &entries[i]);
    }
  g_array_sort_with_data (found, compare_found, self);
  g_array_index (self->nodes, TvCallNode, parent).first_child = self->nodes->len;
  g_array_index (self->nodes, TvCallNode, parent).n_children = found->len;
  for (guint i = 0; i < found->len; i++)
    {
      g_array_index (found, Found, i).node.own = self->own->len;
      g_array_append_val (self->nodes, g_array_index (found, Found, i).node);
      g_array_append_val (self->own, g_array_index (found, Found, i).own);
      g_array_append_val (self->ranges, g_array_index (found, Found, i).entries);
    }
}

/**
 * tv_callers_new:
 * @tree: (transfer none): a call tree
 * @name: name of the only root; %TV_CALLERS_OF_ALL for all functions as roots
 * @cancellable: (nullable): a #GCancellable
 *
 * Returns: (transfer full) (nullable): callers whose node 0 has the roots as children; %NULL if cancelled
 */
TvCallers *
tv_callers_new (TvCallTree *tree, TvCallName name, GCancellable *cancellable)
{
  g_autoptr (TvCallers) self = g_new0 (TvCallers, 1);
  guint32 n;
  const TvCallNode *nodes = tv_call_tree_get_nodes (tree, &n);
  TvCallNode top = { .name = nodes[0].name, .parent = TV_NONE, .total = nodes[0].total };
  Entries none = { 0, 0, TRUE };

  self->tree = tv_call_tree_ref (tree);
  self->measure = tv_call_tree_get_measure (tree);
  self->nodes = g_array_new (FALSE, FALSE, sizeof (TvCallNode));
  self->ranges = g_array_new (FALSE, FALSE, sizeof (Entries));
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->is_outermost = tv_call_tree_dup_outermost (tree);
  self->own = g_array_new (FALSE, FALSE, sizeof (TvCallValue));
  g_array_append_val (self->nodes, top);
  g_array_append_vals (self->own, tv_call_tree_get_self (tree, 0), 1);
  g_array_append_val (self->ranges, none);
  for (guint32 node = 1; node < n; node++)
    {
      Entry entry = { node, node, nodes[node].name };

      if (node % 65536 == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      if (name == TV_CALLERS_OF_ALL ? tv_call_name_get_kind (entry.name) != TV_CALL_THREAD
                                    : entry.name == name)
        g_array_append_val (self->entries, entry);
    }
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  add_children (self, 0, 0);
  return g_steal_pointer (&self);
}

void
tv_callers_free (TvCallers *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->tree, tv_call_tree_unref);
  g_clear_pointer (&self->comparison, tv_call_comparison_unref);
  g_clear_pointer (&self->baseline, tv_callers_free);
  g_clear_pointer (&self->same, g_array_unref);
  g_free (self->is_outermost);
  g_array_unref (self->nodes);
  g_array_unref (self->own);
  g_array_unref (self->ranges);
  g_array_unref (self->entries);
  g_free (self);
}

/**
 * tv_callers_get_node:
 * @self: callers
 * @node: 0, or a child of an expanded node
 *
 * Returns: (transfer none): the node, which is valid until the next expansion; its children are set only if it has
 * been expanded
 */
const TvCallNode *
tv_callers_get_node (const TvCallers *self, guint32 node)
{
  g_return_val_if_fail (node < self->nodes->len, NULL);
  return &g_array_index (self->nodes, TvCallNode, node);
}

/* Returns: (transfer none): sum of the exclusive values that a node represents, valid until the next expansion */
const TvCallValue *
tv_callers_get_self (const TvCallers *self, guint32 node)
{
  g_return_val_if_fail (node < self->own->len, NULL);
  return &g_array_index (self->own, TvCallValue, node);
}

/* Returns the number of nodes created so far: node 0, and the children of all expanded nodes. */
guint32
tv_callers_count_nodes (const TvCallers *self)
{
  return self->nodes->len;
}

/* ---- Comparison ---- */

/* Expands a node of the baseline. Returns its children by name. */
static GHashTable *
index_children (TvCallers *baseline, guint32 node)
{
  GHashTable *children = g_hash_table_new (NULL, NULL);
  TvCallNode at;

  tv_callers_expand (baseline, node);
  at = *tv_callers_get_node (baseline, node);
  for (guint32 i = at.first_child; i < at.first_child + at.n_children; i++)
    g_hash_table_insert (children, GUINT_TO_POINTER (tv_callers_get_node (baseline, i)->name),
                         GUINT_TO_POINTER (i));
  return children;
}

/* Finds the counterparts of a node's new children in the baseline. */
static void
pair_children (TvCallers *self, guint32 parent)
{
  guint first = self->same->len;
  guint32 same_parent = g_array_index (self->same, guint32, parent);
  g_autoptr (GHashTable) children = NULL;

  g_array_set_size (self->same, self->nodes->len);
  if (same_parent != TV_NONE)
    children = index_children (self->baseline, same_parent);
  for (guint i = first; i < self->same->len; i++)
    {
      TvCallName name = tv_call_comparison_find_name (
          self->comparison, g_array_index (self->nodes, TvCallNode, i).name);
      gpointer found;

      g_array_index (self->same, guint32,
                     i) = children != NULL && name != TV_NONE &&
                                  g_hash_table_lookup_extended (children, GUINT_TO_POINTER (name),
                                                                NULL, &found)
                              ? GPOINTER_TO_UINT (found)
                              : TV_NONE;
    }
}

/**
 * tv_callers_compare:
 * @self: callers; none of its nodes may have been expanded
 * @name: the same name that was passed to tv_callers_new()
 * @comparison: (transfer none): comparison of the callers' tree with an earlier run
 * @cancellable: (nullable): a #GCancellable
 *
 * Compares each node with the node that has the same name and the same ancestors in the earlier run.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
tv_callers_compare (TvCallers *self,
                    TvCallName name,
                    TvCallComparison *comparison,
                    GCancellable *cancellable)
{
  TvCallTree *tree = tv_call_comparison_get_baseline (comparison);
  TvCallName other = name == TV_CALLERS_OF_ALL ? name
                                               : tv_call_comparison_find_name (comparison, name);
  guint32 root = TV_NONE;

  g_return_val_if_fail (self->comparison == NULL, FALSE);

  if (tree != NULL && (name == TV_CALLERS_OF_ALL || other != TV_NONE))
    {
      self->baseline = tv_callers_new (tree, other, cancellable);
      if (self->baseline == NULL)
        return FALSE;
      root = 0;
    }
  self->comparison = tv_call_comparison_ref (comparison);
  self->same = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (self->same, root);
  pair_children (self, 0);
  return TRUE;
}

/* Sets @before to the node's total in the earlier run. Returns whether the node existed in the earlier run. */
gboolean
tv_callers_get_before (const TvCallers *self, guint32 node, TvCallValue *before)
{
  guint32 same = self->same != NULL ? g_array_index (self->same, guint32, node) : TV_NONE;

  *before = same != TV_NONE ? tv_callers_get_node (self->baseline, same)->total
                            : (TvCallValue){ { 0 } };
  return same != TV_NONE;
}

/* ---- Expansion ---- */

/**
 * tv_callers_expand:
 * @self: callers
 * @node: a node
 *
 * Creates the children of a node if they do not exist yet. The cost is proportional to the number of tree nodes that
 * the node represents.
 *
 * Returns: whether the node has any children
 */
gboolean
tv_callers_expand (TvCallers *self, guint32 node)
{
  const TvCallNode *nodes = tv_call_tree_get_nodes (self->tree, NULL);
  Entries range;
  guint32 first = self->entries->len;

  g_return_val_if_fail (node < self->nodes->len, FALSE);

  range = g_array_index (self->ranges, Entries, node);
  if (!range.is_expanded)
    {
      g_array_index (self->ranges, Entries, node).is_expanded = TRUE;
      for (guint32 i = range.first; i < range.first + range.n; i++)
        {
          Entry entry = g_array_index (self->entries, Entry, i);

          entry.at = nodes[entry.at].parent;
          entry.name = nodes[entry.at].name;
          if (entry.at != 0)
            g_array_append_val (self->entries, entry);
        }
      add_children (self, node, first);
      if (self->same != NULL)
        pair_children (self, node);
    }
  return g_array_index (self->nodes, TvCallNode, node).n_children > 0;
}
