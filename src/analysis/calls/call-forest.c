/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-forest-private.h"

#include <string.h>

#include "core/memory/large-block.h"

/* Changes a call tree in two passes over the nodes, parents first. The first pass determines the fate of each node:
 *
 *   stays           becomes a child of its parent's image
 *   is merged       becomes part of an ancestor, which receives its exclusive value and its children
 *   is passed over  is merged, but its exclusive value is dropped
 *   goes            is removed with all its descendants
 *
 * The second pass creates the new nodes, parent by parent. Most nodes keep their children, so no lookups are
 * necessary. Only the children of nodes that were merged, or whose children were renamed, are sorted by name;
 * children with the same name are joined.
 *
 * Called by call-tree.c for each new tree. The fates are determined by call-transforms.c, which calls the functions
 * of call-forest-private.h. Changes only the forest; paths and shared values are read-only. */

#define ROOT 0u

/* A node that becomes a child of a new node */
typedef struct
{
  TvCallName name;
  guint32 node;
} Child;

static const TvCallPath *
get_node (const TvCallPass *self, guint32 node)
{
  return &self->forest->nodes[node];
}

static guint32 *
new_nones (guint32 n)
{
  guint32 *nones = tv_large_block_new ((gsize) n * sizeof *nones);

  memset (nones, 0xff, (gsize) n * sizeof *nones);
  return nones;
}

static void
free_nodes (TvCallForest *self)
{
  if (self->values == NULL)
    g_free (self->own);
  if (self->owns_nodes)
    g_free ((gpointer) self->nodes);
  g_clear_pointer (&self->values, tv_call_values_unref);
  self->own = NULL;
  self->nodes = NULL;
}

/* Copies values that are shared with other trees before they are modified. */
static void
own_values (TvCallForest *self)
{
  TvCallValue *own;

  if (self->values == NULL)
    return;
  own = tv_large_block_new ((gsize) self->n * sizeof *own);
  memcpy (own, self->own, (gsize) self->n * sizeof *own);
  g_clear_pointer (&self->values, tv_call_values_unref);
  self->own = own;
}

static guint32 *
find_first_children (const TvCallForest *self)
{
  guint32 *first = tv_large_block_new (((gsize) self->n + 1) * sizeof *first);
  guint32 child = 1;

  for (guint32 node = 0; node < self->n; node++)
    {
      first[node] = child;
      while (child < self->n && self->nodes[child].parent == node)
        child++;
    }
  first[self->n] = child;
  return first;
}

void
tv_call_pass_begin (TvCallPass *self, TvCallForest *forest, const TvCallPaths *paths)
{
  guint32 n_symbols;

  own_values (forest);
  tv_trace_get_symbols (tv_call_paths_get_trace (paths), &n_symbols);
  *self = (TvCallPass){
    .forest = forest,
    .first_child = find_first_children (forest),
    .paths = paths,
    .matches = g_new0 (guint8, MAX (n_symbols, 1)),
    .fates = tv_large_block_new_cleared (forest->n),
    .has_calls = tv_call_paths_get_source (paths) == TV_CALLS_OF_SLICES,
  };
}

/* ---- Fates ---- */

/* Merges @node into @target, an ancestor that stays. @fate determines whether the exclusive value of @node is kept or
 * dropped. */
void
tv_call_pass_merge_into (TvCallPass *self, guint32 node, guint8 fate, guint32 target)
{
  guint32 n = self->forest->n;

  if (self->targets == NULL)
    {
      self->targets = tv_large_block_new ((gsize) n * sizeof *self->targets);
      self->more = new_nones (n);
      if (self->next == NULL)
        self->next = new_nones (n);
    }
  self->fates[node] = fate;
  self->targets[node] = target;
  self->next[node] = self->more[target];
  self->more[target] = node;
}

/* Returns the node itself, or the node into which it is merged. */
guint32
tv_call_pass_get_target (const TvCallPass *self, guint32 node)
{
  guint8 fate = self->fates[node] & TV_CALL_FATES;

  return fate == TV_CALL_MERGES || fate == TV_CALL_IS_PASSED_OVER ? self->targets[node] : node;
}

void
tv_call_pass_rename (TvCallPass *self, guint32 node, TvCallName name)
{
  if (self->new_names == NULL)
    self->new_names = tv_large_block_new ((gsize) self->forest->n * sizeof *self->new_names);
  self->new_names[node] = name;
  self->fates[node] |= TV_CALL_IS_RENAMED;
  self->fates[get_node (self, node)->parent] |= TV_CALL_HAS_RENAMED;
  if (self->next == NULL)
    self->next = new_nones (self->forest->n);
}

/* ---- New nodes ---- */

static void
add_own (TvCallPass *self, guint32 image, guint32 node)
{
  const TvCallValue *own = &self->forest->own[node];
  TvCallValue *sum = &self->out_own[image];

  tv_add_ns (&sum->of[TV_MEASURE_WALL], own->of[TV_MEASURE_WALL]);
  tv_add_ns (&sum->of[TV_MEASURE_CPU], own->of[TV_MEASURE_CPU]);
  if ((self->fates[node] & TV_CALL_FATES) != TV_CALL_MERGES || !self->has_calls)
    sum->of[TV_MEASURE_COUNT] += own->of[TV_MEASURE_COUNT];
}

static void
emit (TvCallPass *self, guint32 parent, TvCallName name, guint32 node)
{
  guint32 image = self->n_out++;

  self->out_nodes[image] = (TvCallPath){ parent, name };
  self->out_own[image] = self->forest->own[node];
  self->images[node] = image;
  self->heads[image] = node;
}

static void
collect_children (TvCallPass *self, guint32 node)
{
  for (guint32 i = self->first_child[node]; i < self->first_child[node + 1]; i++)
    if ((self->fates[i] & TV_CALL_FATES) == TV_CALL_STAYS)
      {
        Child child = { self->fates[i] & TV_CALL_IS_RENAMED ? self->new_names[i]
                                                            : self->forest->nodes[i].name,
                        i };

        g_array_append_val (self->children, child);
      }
}

static int
compare_children (gconstpointer a, gconstpointer b)
{
  const Child *left = a, *right = b;

  if (left->name != right->name)
    return left->name > right->name ? 1 : -1;
  return (left->node > right->node) - (left->node < right->node);
}

/* Emits the children of all nodes that are joined into @image. Joins children with the same name. */
static void
emit_grouped (TvCallPass *self, guint32 image)
{
  g_array_set_size (self->children, 0);
  for (guint32 node = self->heads[image]; node != TV_NONE;
       node = self->next != NULL ? self->next[node] : TV_NONE)
    {
      collect_children (self, node);
      for (guint32 merged = self->more != NULL ? self->more[node] : TV_NONE; merged != TV_NONE;
           merged = self->next[merged])
        {
          collect_children (self, merged);
          if ((self->fates[merged] & TV_CALL_FATES) != TV_CALL_MERGES)
            continue;
          self->images[merged] = image;
          add_own (self, image, merged);
        }
    }
  g_array_sort (self->children, compare_children);
  for (guint i = 0; i < self->children->len; i++)
    {
      const Child *child = &g_array_index (self->children, Child, i);

      if (i == 0 || child->name != child[-1].name)
        {
          emit (self, image, child->name, child->node);
          continue;
        }
      self->images[child->node] = self->n_out - 1;
      self->next[child->node] = self->heads[self->n_out - 1];
      self->heads[self->n_out - 1] = child->node;
      add_own (self, self->n_out - 1, child->node);
    }
}

/* Returns whether neither a node nor its remaining children are joined with other nodes. */
static gboolean
is_plain (const TvCallPass *self, guint32 node)
{
  return (self->next == NULL || self->next[node] == TV_NONE) &&
         (self->more == NULL || self->more[node] == TV_NONE) &&
         (self->fates[node] & TV_CALL_HAS_RENAMED) == 0;
}

static void
emit_plain (TvCallPass *self, guint32 image)
{
  const TvCallForest *forest = self->forest;
  guint32 node = self->heads[image];

  for (guint32 i = self->first_child[node]; i < self->first_child[node + 1]; i++)
    if ((self->fates[i] & TV_CALL_FATES) == TV_CALL_STAYS)
      emit (self, image, forest->nodes[i].name, i);
}

void
tv_call_pass_regroup (TvCallPass *self)
{
  guint32 n = self->forest->n;

  self->out_nodes = tv_large_block_new ((gsize) n * sizeof *self->out_nodes);
  self->out_own = tv_large_block_new ((gsize) n * sizeof *self->out_own);
  self->images = new_nones (n);
  self->heads = tv_large_block_new ((gsize) n * sizeof *self->heads);
  self->children = g_array_new (FALSE, FALSE, sizeof (Child));
  emit (self, TV_NONE, get_node (self, ROOT)->name, ROOT);
  for (guint32 image = 0; image < self->n_out; image++)
    if (is_plain (self, self->heads[image]))
      emit_plain (self, image);
    else
      emit_grouped (self, image);
  g_array_unref (self->children);
}

static void
follow_paths (TvCallPass *self)
{
  TvCallForest *forest = self->forest;
  gboolean has_merged = self->targets != NULL;
  guint32 *node_of_path = forest->node_of_path;

  if (node_of_path == NULL)
    node_of_path = tv_large_block_new (MAX ((gsize) forest->n_paths, 1) * sizeof *node_of_path);
  if (has_merged && forest->is_merged == NULL)
    forest->is_merged = tv_large_block_new_cleared (MAX (forest->n_paths, 1));
  for (guint32 i = 0; i < forest->n_paths; i++)
    {
      guint32 node = tv_call_forest_get_node (forest, i);

      if (node == TV_NONE)
        continue;
      if (has_merged && (self->fates[node] & TV_CALL_FATES) == TV_CALL_MERGES)
        forest->is_merged[i] = TRUE;
      node_of_path[i] = self->images[node];
    }
  forest->node_of_path = node_of_path;
}

void
tv_call_pass_finish (TvCallPass *self)
{
  follow_paths (self);
  free_nodes (self->forest);
  self->forest->n = self->n_out;
  self->forest->nodes = self->out_nodes;
  self->forest->owns_nodes = TRUE;
  self->forest->own = self->out_own;
  g_free (self->first_child);
  g_free (self->images);
  g_free (self->heads);
  g_free (self->targets);
  g_free (self->more);
  g_free (self->next);
  g_free (self->new_names);
  g_free (self->fates);
  g_free (self->matches);
}

/* ---- Building ---- */

/* Position in the values of one thread, or of all threads if the tree is not grouped by thread, while their paths are
 * added to a forest */
typedef struct
{
  const TvCallValues *values;
  guint32 *node_of_path; /* node per path */
  guint32 next;          /* index of the first path without a node */
  guint32 parent;        /* index of the parent of the next path */
} PathCursor;

static guint32
add_node (TvCallForest *self, guint32 parent, TvCallName name, TvCallValue own)
{
  TvCallPath *nodes = (TvCallPath *) self->nodes;

  nodes[self->n] = (TvCallPath){ parent, name };
  self->own[self->n] = own;
  return self->n++;
}

/* Adds the paths whose parents were added by the previous call. Paths are sorted by parent, so the next parent is
 * found by advancing. */
static void
add_level (TvCallForest *self, const TvCallPath *paths, PathCursor *cursor)
{
  const TvCallValues *values = cursor->values;
  guint32 end = cursor->next;

  for (; cursor->next < values->n; cursor->next++)
    {
      const TvCallPath *at = &paths[tv_call_values_get_path (values, cursor->next)];

      while (tv_call_values_get_path (values, cursor->parent) != at->parent)
        cursor->parent++;
      if (cursor->parent >= end)
        return;
      cursor->node_of_path[cursor->next] = add_node (self, cursor->node_of_path[cursor->parent],
                                                     at->name, values->own[cursor->next]);
    }
}

static void
plant_all (TvCallForest *self, const TvCallPath *paths, const GPtrArray *values, gboolean by_thread)
{
  g_autofree PathCursor *cursors = g_new0 (PathCursor, MAX (values->len, 1));
  guint32 n_tops = by_thread ? values->len : 0, n_before = 0;

  self->nodes = tv_large_block_new (((gsize) self->n_paths + n_tops + 1) * sizeof *self->nodes);
  self->own = tv_large_block_new (((gsize) self->n_paths + n_tops + 1) * sizeof *self->own);
  self->owns_nodes = TRUE;
  self->node_of_path = tv_large_block_new (MAX ((gsize) self->n_paths, 1) *
                                           sizeof *self->node_of_path);
  add_node (self, TV_NONE, paths[TV_CALL_PATH_ROOT].name, (TvCallValue){ { 0 } });
  for (guint i = 0, first = 0; i < values->len; i++)
    {
      const TvCallValues *v = values->pdata[i];

      cursors[i] = (PathCursor){ .values = v,
                                 .node_of_path = self->node_of_path + first,
                                 .next = 1 };
      cursors[i].node_of_path[0] = by_thread ? add_node (self, ROOT,
                                                         tv_call_name (TV_CALL_THREAD, v->utid),
                                                         v->own[0])
                                             : ROOT;
      first += v->n;
    }
  while (self->n > n_before)
    {
      n_before = self->n;
      for (guint i = 0; i < values->len; i++)
        add_level (self, paths, &cursors[i]);
    }
}

void
tv_call_forest_init (TvCallForest *self,
                     const TvCallPaths *paths,
                     const GPtrArray *values,
                     gboolean by_thread)
{
  guint32 n_paths;
  const TvCallPath *at = tv_call_paths_get (paths, &n_paths);

  *self = (TvCallForest){ 0 };
  for (guint i = 0; i < values->len; i++)
    self->n_paths += ((const TvCallValues *) values->pdata[i])->n;
  if (by_thread || self->n_paths != n_paths)
    {
      plant_all (self, at, values, by_thread);
      return;
    }
  self->n = n_paths;
  self->nodes = at;
  self->values = tv_call_values_ref (values->pdata[0]);
  self->own = self->values->own;
}

void
tv_call_forest_clear (TvCallForest *self)
{
  free_nodes (self);
  g_clear_pointer (&self->node_of_path, g_free);
  g_clear_pointer (&self->is_merged, g_free);
}
