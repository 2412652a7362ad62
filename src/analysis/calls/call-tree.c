/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-tree-private.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/memory/large-block.h"

/* Creates a call tree, with one file for each step:
 *
 *   rows of the selection ─▶ value per path ─▶ forest ─▶ filters, transforms ─▶ sorted nodes
 *   call-sum-rows.c          call-values.c     call-forest.c  call-transforms.c   call-tree-order.c
 *
 * Entry point: tv_call_tree_new(), called by the session, views, tables, comparisons and exports of stacks. A
 * finished tree is immutable, so any thread may read it. */

static void
clear_map (gpointer data)
{
  TvCallNodeMap *map = data;

  tv_call_values_unref (map->values);
  g_free (map->nodes);
  g_free (map->is_merged);
}

/* ---- Creation ---- */

static TvCallMeasure
choose_measure (const TvCallPaths *paths, const TvSelection *selection)
{
  TvTrace *trace = tv_call_paths_get_trace (paths);
  gboolean has_wall = tv_trace_has_clock (trace, TV_CLOCK_WALL);
  gboolean has_cpu = tv_trace_has_clock (trace, TV_CLOCK_CPU);

  if (tv_call_paths_get_source (paths) != TV_CALLS_OF_SLICES || !has_cpu)
    return TV_MEASURE_WALL;
  return tv_selection_get_clock (selection) == TV_CLOCK_CPU || !has_wall ? TV_MEASURE_CPU
                                                                         : TV_MEASURE_WALL;
}

/* Returns: (transfer full): a tree without nodes */
TvCallTree *
tv_call_tree_new_bare (TvCallPaths *paths,
                       const TvSelection *selection,
                       TvCallTreeFlags flags,
                       TvCallMeasure measure)
{
  TvCallTree *self = g_new0 (TvCallTree, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->paths = tv_call_paths_ref (paths);
  self->selection = tv_selection_ref (selection);
  self->flags = flags;
  self->measure = measure;
  self->maps = g_array_new (FALSE, FALSE, sizeof (TvCallNodeMap));
  g_array_set_clear_func (self->maps, clear_map);
  return self;
}

/* ---- Effect of transforms ---- */

/* Values of a forest before its transforms, when each path has its own node or none */
typedef struct
{
  TvCallValue total;
  TvCallValue *own; /* exclusive value per path */
} Before;

static TvCallValue
sum_own (const TvCallForest *forest)
{
  TvCallValue sum = { { 0 } };

  for (guint32 node = 0; node < forest->n; node++)
    for (guint m = 0; m < TV_N_MEASURES; m++)
      tv_add_ns (&sum.of[m], forest->own[node].of[m]);
  return sum;
}

static void
before_init (Before *self, const TvCallForest *forest)
{
  self->total = sum_own (forest);
  self->own = tv_large_block_new (MAX ((gsize) forest->n_paths, 1) * sizeof *self->own);
  for (guint32 i = 0; i < forest->n_paths; i++)
    {
      guint32 node = tv_call_forest_get_node (forest, i);

      self->own[i] = node != TV_NONE ? forest->own[node] : (TvCallValue){ { 0 } };
    }
}

static void
take_moved (TvCallTree *self, const TvCallForest *forest, Before *before)
{
  TvCallValue now = sum_own (forest);

  for (guint32 i = 0; forest->is_merged != NULL && i < forest->n_paths; i++)
    if (forest->is_merged[i] && tv_call_forest_get_node (forest, i) != TV_NONE)
      for (guint m = 0; m < TV_N_MEASURES; m++)
        tv_add_ns (&self->moved.merged.of[m], before->own[i].of[m]);
  for (guint m = 0; m < TV_N_MEASURES; m++)
    self->moved.omitted.of[m] = before->total.of[m] - now.of[m];
  if (tv_call_paths_get_source (self->paths) == TV_CALLS_OF_SLICES)
    self->moved.omitted.of[TV_MEASURE_COUNT] -= self->moved.merged.of[TV_MEASURE_COUNT];
  g_free (before->own);
}

/**
 * tv_call_tree_new:
 * @paths: (transfer none): call paths of a trace
 * @selection: (nullable): range, threads, minimum duration, name filters and transforms, which are applied in this
 *   order; its clock determines the order of siblings
 * @flags: options of the tree
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the call tree of a selection; %NULL if cancelled
 */
TvCallTree *
tv_call_tree_new (TvCallPaths *paths,
                  const TvSelection *selection,
                  TvCallTreeFlags flags,
                  GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (TvCallTree)
      self = tv_call_tree_new_bare (paths, selection, flags, choose_measure (paths, selection));
  gboolean by_thread = (flags & TV_CALL_TREE_BY_THREAD) != 0;
  g_autoptr (GPtrArray) values = NULL;
  Before before;
  TvCallForest forest;
  gboolean is_done = TRUE;
  guint n;

  values = tv_call_values_new (paths, selection, by_thread, cancellable, error);
  if (values == NULL)
    return NULL;
  tv_call_forest_init (&forest, paths, values, by_thread);
  tv_call_forest_filter (&forest, paths, selection);
  tv_selection_get_transforms (selection, &n);
  if (n > 0)
    before_init (&before, &forest);
  for (guint i = 0; i < n && is_done; i++)
    {
      tv_call_forest_transform (&forest, paths, selection, i,
                                (flags & TV_CALL_TREE_KEEPS_ENTRIES) != 0);
      is_done = !g_cancellable_is_cancelled (cancellable);
    }
  if (n > 0)
    take_moved (self, &forest, &before);
  is_done = is_done && tv_call_tree_order (self, &forest, values, cancellable);
  tv_call_forest_clear (&forest);
  if (is_done)
    return g_steal_pointer (&self);
  tv_error_set_cancelled (error);
  return NULL;
}

TvCallTree *
tv_call_tree_ref (TvCallTree *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
tv_call_tree_unref (TvCallTree *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  tv_call_paths_unref (self->paths);
  tv_selection_unref (self->selection);
  g_array_unref (self->maps);
  g_free (self->nodes);
  if (self->own_values == NULL)
    g_free (self->own);
  g_clear_pointer (&self->own_values, tv_call_values_unref);
  g_free (self);
}

TvCallPaths *
tv_call_tree_get_paths (const TvCallTree *self)
{
  return self->paths;
}

const TvSelection *
tv_call_tree_get_selection (const TvCallTree *self)
{
  return self->selection;
}

TvCallTreeFlags
tv_call_tree_get_flags (const TvCallTree *self)
{
  return self->flags;
}

/* Returns: the measure by which siblings are sorted: for calls, CPU time if the selection's clock is CPU or the trace
 * has no other clock, otherwise wall time; for samples, their weight */
TvCallMeasure
tv_call_tree_get_measure (const TvCallTree *self)
{
  return self->measure;
}

/* Returns: (transfer none): effect of the selection's transforms */
const TvCallMoved *
tv_call_tree_get_moved (const TvCallTree *self)
{
  return &self->moved;
}

/* Returns: (array length=n): all nodes, the root first */
const TvCallNode *
tv_call_tree_get_nodes (const TvCallTree *self, guint32 *n)
{
  if (n != NULL)
    *n = self->n;
  return self->nodes;
}

/* Returns: (transfer none): exclusive value of a node; for %TV_MEASURE_COUNT, the number of calls or samples of the
 * node itself */
const TvCallValue *
tv_call_tree_get_self (const TvCallTree *self, guint32 node)
{
  return &self->own[self->nodes[node].own];
}

/* Returns: @value in percent of the total, or 0 if the total is 0 */
double
tv_call_tree_get_percent (const TvCallTree *self, gint64 value, TvCallMeasure measure)
{
  gint64 total = self->nodes[0].total.of[measure];

  return total > 0 ? 100.0 * (double) value / (double) total : 0.0;
}

/* ---- Names ---- */

static char *
dup_unknown (TvTrace *trace, guint32 id)
{
  const char *path, *slash;

  if (id == TV_CALL_NO_ID)
    return g_strdup (_("(unknown)"));
  path = tv_trace_get_string (trace, tv_trace_get_stacks (trace)->mappings[id].path);
  slash = path != NULL ? strrchr (path, '/') : NULL;
  if (slash != NULL && slash[1] != '\0')
    path = slash + 1;
  /* Translators: code without symbols in the library %s */
  return g_strdup_printf (_("%s (no symbols)"), path != NULL ? path : "");
}

/**
 * tv_call_name_dup:
 * @trace: a trace
 * @name: name of a node; its kind must not be %TV_CALL_PACKAGE
 *
 * Returns: (transfer full): `class.method`, the label of a thread, or a placeholder
 */
char *
tv_call_name_dup (TvTrace *trace, TvCallName name)
{
  guint32 id = tv_call_name_get_id (name);

  switch (tv_call_name_get_kind (name))
    {
    case TV_CALL_UNKNOWN:
      return dup_unknown (trace, id);
    case TV_CALL_THREAD:
      return id != TV_CALL_NO_ID ? tv_trace_dup_thread_label (trace, id)
                                 : g_strdup (_("(no thread)"));
    case TV_CALL_EVERYTHING:
      return g_strdup (_("Everything"));
    case TV_CALL_SYMBOL:
      return tv_trace_dup_symbol_name (trace, name);
    case TV_CALL_PACKAGE:
    default:
      g_assert_not_reached ();
    }
}

static char *
dup_other (const TvCallTree *self, TvCallName name)
{
  guint n;

  if (tv_call_name_get_kind (name) != TV_CALL_PACKAGE)
    return tv_call_name_dup (tv_call_paths_get_trace (self->paths), name);
  return g_strdup (
      tv_selection_get_transforms (self->selection, &n)[tv_call_name_get_id (name)].package);
}

/**
 * tv_call_tree_dup_name:
 * @self: a tree
 * @name: name of a node
 *
 * Returns: (transfer full): `class.method`, the label of a thread, the name of a package, or a placeholder
 */
char *
tv_call_tree_dup_name (const TvCallTree *self, TvCallName name)
{
  return dup_other (self, name);
}

/* Returns: (transfer full): the name as tv_call_tree_dup_name(), with the signature of a symbol that has one */
char *
tv_call_tree_dup_label (const TvCallTree *self, TvCallName name)
{
  if (tv_call_name_get_kind (name) == TV_CALL_SYMBOL)
    return tv_trace_dup_symbol_label (tv_call_paths_get_trace (self->paths), name);
  return dup_other (self, name);
}

/* ---- Nodes ---- */

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

/* Returns: (nullable): the map that contains a path. @i: (out): index of the path in the map */
static const TvCallNodeMap *
find_place (const TvCallTree *self, guint32 utid, guint32 path, guint32 *i)
{
  for (guint p = 0; p < self->maps->len; p++)
    {
      const TvCallNodeMap *map = &g_array_index (self->maps, TvCallNodeMap, p);
      const TvCallValues *values = map->values;
      const guint32 *found;

      if ((self->flags & TV_CALL_TREE_BY_THREAD) && values->utid != utid)
        continue;
      *i = path;
      if (values->paths == NULL)
        return path < values->n ? map : NULL;
      found = values->n > 0
                  ? bsearch (&path, values->paths, values->n, sizeof *values->paths, compare_paths)
                  : NULL;
      if (found == NULL)
        return NULL;
      *i = (guint32) (found - values->paths);
      return map;
    }
  return NULL;
}

/**
 * tv_call_tree_find:
 * @self: a tree
 * @utid: thread; ignored if the tree is not grouped by thread
 * @path: a call path
 *
 * Returns: node that contains the value of the path, or %TV_NONE
 */
guint32
tv_call_tree_find (const TvCallTree *self, guint32 utid, guint32 path)
{
  guint32 i;
  const TvCallNodeMap *map = find_place (self, utid, path, &i);

  return map != NULL ? map->nodes[i] : TV_NONE;
}

/* Returns whether the calls of a path are counted as calls of the node that tv_call_tree_find() returns. */
gboolean
tv_call_tree_counts (const TvCallTree *self, guint32 utid, guint32 path)
{
  guint32 i;
  const TvCallNodeMap *map = find_place (self, utid, path, &i);

  return map != NULL && map->nodes[i] != TV_NONE && (map->is_merged == NULL || !map->is_merged[i]);
}

/**
 * tv_call_tree_dup_outermost:
 *
 * Returns: (transfer full): per node, whether no ancestor has the same name; the sum of the totals of such nodes does
 * not count recursive calls twice
 */
guint8 *
tv_call_tree_dup_outermost (const TvCallTree *self)
{
  guint8 *is_outermost = g_new0 (guint8, self->n);
  g_autoptr (GHashTable) open = g_hash_table_new (NULL, NULL);
  guint32 node = 0;

  /* Traverses the tree depth-first. @open contains the names on the current stack. */
  for (;;)
    {
      const TvCallNode *at = &self->nodes[node];

      is_outermost[node] = g_hash_table_add (open, GUINT_TO_POINTER (at->name));
      if (at->n_children > 0)
        {
          node = at->first_child;
          continue;
        }
      for (;;)
        {
          const TvCallNode *parent;

          at = &self->nodes[node];
          if (is_outermost[node])
            g_hash_table_remove (open, GUINT_TO_POINTER (at->name));
          if (at->parent == TV_NONE)
            return is_outermost;
          parent = &self->nodes[at->parent];
          if (node + 1 < parent->first_child + parent->n_children)
            {
              node++;
              break;
            }
          node = at->parent;
        }
    }
}
