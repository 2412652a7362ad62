/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/heap/heap-classes.h"

#include <stdlib.h>

#include "core/error.h"

/* Counts the objects of a heap by class, adds up their sizes, and finds paths from roots to objects. Called by the
 * heap view, the heap tables and the heap rules. Retained sizes are computed from the dominator tree, which the
 * builder stored. Pure: only reads the trace. */

#define STEPS_PER_CANCEL_CHECK 65536
#define IS_OPEN                (TV_NONE - 1)

/* ---- Classes ---- */

/* The dominator tree of a heap. Indexes of objects and classes are relative to the first ones of the heap. */
typedef struct
{
  const TvHeapGraphs *graphs;
  const TvHeapGraph *graph;
  guint32 *child; /* per object, its last child, or TV_NONE; IS_OPEN once the object was entered */
  guint32 *sibling; /* per object, the previous child of the same parent, or TV_NONE */
  guint32 *stack;
  guint32 *
      n_open; /* per class, number of its objects that are open: the current object and its ancestors */
  TvHeapClassUse *uses;
} Tree;

static void
link_children (Tree *self)
{
  guint32 n = self->graph->n_objects;

  for (guint32 i = 0; i < n; i++)
    self->child[i] = self->sibling[i] = TV_NONE;
  for (guint32 i = 0; i < n; i++)
    {
      guint32 above = self->graphs->dominator[self->graph->first_object + i];

      if (above == TV_NONE)
        continue;
      above -= self->graph->first_object;
      self->sibling[i] = self->child[above];
      self->child[above] = i;
    }
}

/* Adds the retained size of each object to its class, unless the object is dominated by another object of the same
 * class. Each object is visited twice, before and after its children, so that the open objects of each class can be
 * counted. */
static void
add_retained (Tree *self, guint32 top)
{
  guint32 n = 0;

  self->stack[n++] = top;
  while (n > 0)
    {
      guint32 object = self->stack[n - 1], row = self->graph->first_object + object;
      guint32 klass = self->graphs->klass[row], next = self->child[object];
      gboolean has_class = klass != TV_NONE;

      if (has_class)
        klass -= self->graph->first_class;
      if (next == IS_OPEN)
        {
          if (has_class)
            self->n_open[klass]--;
          n--;
          continue;
        }
      if (has_class && self->n_open[klass]++ == 0)
        tv_add_ns (&self->uses[klass].retained, self->graphs->retained[row]);
      self->child[object] = IS_OPEN;
      for (; next != TV_NONE; next = self->sibling[next])
        self->stack[n++] = next;
    }
}

static void
add_objects (Tree *self)
{
  const TvHeapGraphs *graphs = self->graphs;
  guint32 first = self->graph->first_object;

  for (guint32 row = first; row < first + self->graph->n_objects; row++)
    {
      TvHeapClassUse *use;

      if (graphs->klass[row] == TV_NONE)
        continue;
      use = &self->uses[graphs->klass[row] - self->graph->first_class];
      if (!graphs->is_reachable[row])
        {
          use->n_unreachable++;
          continue;
        }
      use->n_objects++;
      tv_add_ns (&use->shallow, graphs->self_size[row]);
      tv_add_ns (&use->native, graphs->native_size[row]);
    }
}

/**
 * tv_heap_find_class_uses:
 * @trace: a trace
 * @graph: index of the heap
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Counts the objects of each class of a heap, and adds up their shallow, native and retained sizes. Takes about a
 * second per million objects, so call it on a worker.
 *
 * Returns: (transfer full) (element-type TvHeapClassUse) (nullable): one element per class, in the order of
 * #TvHeapGraphs.classes; %NULL if cancelled
 */
GArray *
tv_heap_find_class_uses (TvTrace *trace, guint32 graph, GCancellable *cancellable, GError **error)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  const TvHeapGraph *info = &graphs->graphs[graph];
  g_autoptr (GArray) uses = g_array_new (FALSE, TRUE, sizeof (TvHeapClassUse));
  gsize n = MAX (info->n_objects, 1);
  g_autofree guint32 *child = g_new (guint32, n);
  g_autofree guint32 *sibling = g_new (guint32, n);
  g_autofree guint32 *stack = g_new (guint32, n);
  g_autofree guint32 *n_open = g_new0 (guint32, MAX (info->n_classes, 1));
  Tree tree = { graphs, info, child, sibling, stack, n_open, NULL };

  g_array_set_size (uses, info->n_classes);
  tree.uses = (TvHeapClassUse *) (gpointer) uses->data;
  for (guint32 i = 0; i < info->n_classes; i++)
    tree.uses[i].klass = info->first_class + i;
  add_objects (&tree);
  link_children (&tree);
  for (guint32 i = 0; i < info->n_objects; i++)
    {
      guint32 row = info->first_object + i;

      if (i % STEPS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        {
          tv_error_set_cancelled (error);
          return NULL;
        }
      if (graphs->is_reachable[row] && graphs->dominator[row] == TV_NONE)
        add_retained (&tree, i);
    }
  return g_steal_pointer (&uses);
}

/* ---- Changes ---- */

/* Sort key of a class. Classes with the same name, from several class loaders, are matched in order. */
typedef struct
{
  guint32 symbol;
  guint32 index;
} Key;

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  const Key *left = a, *right = b;

  if (left->symbol != right->symbol)
    return left->symbol < right->symbol ? -1 : 1;
  return (left->index > right->index) - (left->index < right->index);
}

static Key *
sort_by_name (const TvHeapGraphs *graphs, const GArray *uses)
{
  Key *keys = g_new (Key, MAX (uses->len, 1));

  for (guint i = 0; i < uses->len; i++)
    keys[i] = (Key){ graphs->classes[g_array_index (uses, TvHeapClassUse, i).klass].symbol, i };
  qsort (keys, uses->len, sizeof *keys, compare_keys);
  return keys;
}

/**
 * tv_heap_find_class_changes:
 * @trace: a trace
 * @graph_before: index of the earlier heap
 * @graph: index of the later heap
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Compares the counts and sizes of the objects of each class in two heaps.
 *
 * Returns: (transfer full) (element-type TvHeapClassChange) (nullable): one element per class that either heap
 * contains, sorted by symbol; %NULL if cancelled
 */
GArray *
tv_heap_find_class_changes (TvTrace *trace,
                            guint32 graph_before,
                            guint32 graph,
                            GCancellable *cancellable,
                            GError **error)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  g_autoptr (GArray) before = tv_heap_find_class_uses (trace, graph_before, cancellable, error);
  g_autoptr (GArray)
      after = before != NULL ? tv_heap_find_class_uses (trace, graph, cancellable, error) : NULL;
  GArray *changes = NULL;
  g_autofree Key *of_before = NULL;
  g_autofree Key *of_after = NULL;
  guint b = 0, a = 0;

  if (after == NULL)
    return NULL;
  changes = g_array_new (FALSE, FALSE, sizeof (TvHeapClassChange));
  of_before = sort_by_name (graphs, before);
  of_after = sort_by_name (graphs, after);
  while (b < before->len || a < after->len)
    {
      TvHeapClassChange change = { .graph_before = graph_before,
                                   .graph = graph,
                                   .before.klass = TV_NONE,
                                   .after.klass = TV_NONE };
      guint32 old = b < before->len ? of_before[b].symbol : TV_NONE;
      guint32 new = a < after->len ? of_after[a].symbol : TV_NONE;

      if (old <= new)
        change.before = g_array_index (before, TvHeapClassUse, of_before[b++].index);
      if (new <= old)
        change.after = g_array_index (after, TvHeapClassUse, of_after[a++].index);
      g_array_append_val (changes, change);
    }
  return changes;
}

/* Returns the previous heap of the same process, or %TV_NONE. */
guint32
tv_heap_find_graph_before (TvTrace *trace, guint32 graph)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  const TvHeapGraph *of = &graphs->graphs[graph];
  guint32 found = TV_NONE;

  for (guint32 i = 0; i < graphs->n_graphs; i++)
    if (graphs->graphs[i].upid == of->upid && graphs->graphs[i].ts < of->ts &&
        (found == TV_NONE || graphs->graphs[i].ts > graphs->graphs[found].ts))
      found = i;
  return found;
}

/* Returns the heap that contains a class. */
guint32
tv_heap_find_class_graph (TvTrace *trace, guint32 klass)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  guint32 graph = 0;

  g_return_val_if_fail (klass < graphs->n_classes, TV_NONE);
  while (klass - graphs->graphs[graph].first_class >= graphs->graphs[graph].n_classes)
    graph++;
  return graph;
}

/* ---- Objects ---- */

/**
 * tv_heap_find_objects:
 * @trace: a trace
 * @graph: index of the heap
 * @klass: class, or %TV_NONE for all objects
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type guint32) (nullable): objects of the class, in file order; %NULL if
 *   cancelled
 */
GArray *
tv_heap_find_objects (TvTrace *trace,
                      guint32 graph,
                      guint32 klass,
                      GCancellable *cancellable,
                      GError **error)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  const TvHeapGraph *info = &graphs->graphs[graph];
  g_autoptr (GArray) objects = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < info->n_objects; i++)
    {
      guint32 row = info->first_object + i;

      if (i % STEPS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        {
          tv_error_set_cancelled (error);
          return NULL;
        }
      if (klass == TV_NONE || graphs->klass[row] == klass)
        g_array_append_val (objects, row);
    }
  return g_steal_pointer (&objects);
}

/* Returns the heap that contains an object. */
guint32
tv_heap_find_graph (TvTrace *trace, guint32 object)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  guint32 graph = 0;

  g_return_val_if_fail (object < graphs->n_objects, TV_NONE);
  while (object - graphs->graphs[graph].first_object >= graphs->graphs[graph].n_objects)
    graph++;
  return graph;
}

/* Returns: string id of the class's original name if known, otherwise of its name in the file; %TV_NONE if it has
 * none */
guint32
tv_heap_class_name (TvTrace *trace, guint32 klass)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);

  return klass != TV_NONE
             ? tv_trace_get_symbols (trace, NULL)[graphs->classes[klass].symbol].class_name
             : TV_NONE;
}

/* Returns: string id of the original name of the field that holds the reference if known, otherwise of its name in
 * the file; %TV_NONE if it has none */
guint32
tv_heap_field_name (TvTrace *trace, guint32 reference)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  const TvHeapReference *row;

  g_return_val_if_fail (reference < graphs->n_references, TV_NONE);
  row = &graphs->references[reference];
  return row->source_field != TV_NONE ? row->source_field : row->field;
}

/* ---- Path to a root ---- */

/* State of a breadth-first search from the roots to an object */
typedef struct
{
  const TvHeapGraphs *graphs;
  guint32 first;
  guint32 n;
  guint32 *
      from; /* per object, the object that refers to it; for a root, the object itself; TV_NONE if not reached */
  guint32 *by; /* per object, the reference through which it was reached; TV_NONE for roots */
  guint32 *queue;
  guint32 n_queued;
} Search;

static void
put_roots (Search *self)
{
  for (guint32 i = 0; i < self->n; i++)
    {
      gboolean is_root = self->graphs->root[self->first + i] != TV_HEAP_ROOT_NONE;

      self->from[i] = is_root ? i : TV_NONE;
      self->by[i] = TV_NONE;
      if (is_root)
        self->queue[self->n_queued++] = i;
    }
}

static void
follow (Search *self, guint32 object)
{
  const guint32 *begin = self->graphs->first_reference + self->first + object;

  for (guint32 i = begin[0]; i < begin[1]; i++)
    {
      const TvHeapReference *reference = &self->graphs->references[i];
      guint32 owned = reference->owned - self->first;

      if (reference->is_weak || reference->owned == TV_NONE || self->from[owned] != TV_NONE)
        continue;
      self->from[owned] = object;
      self->by[owned] = i;
      self->queue[self->n_queued++] = owned;
    }
}

static GArray *
take_steps (const Search *self, guint32 object)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (TvHeapStep));

  for (guint32 at = object; self->from[at] != TV_NONE; at = self->from[at])
    {
      TvHeapStep step = { self->first + at, self->by[at] };

      g_array_append_val (steps, step);
      if (self->from[at] == at)
        break;
    }
  for (guint i = 0; i < steps->len / 2; i++)
    {
      TvHeapStep *a = &g_array_index (steps, TvHeapStep, i);
      TvHeapStep *b = &g_array_index (steps, TvHeapStep, steps->len - 1 - i);
      TvHeapStep step = *a;

      *a = *b;
      *b = step;
    }
  return steps;
}

/**
 * tv_heap_find_root_path:
 * @trace: a trace
 * @object: object of any heap
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Finds a shortest path of strong references from a root to an object.
 *
 * Returns: (transfer full) (element-type TvHeapStep) (nullable): steps from the root to the object, including both;
 * empty if the object is unreachable; %NULL if cancelled
 */
GArray *
tv_heap_find_root_path (TvTrace *trace, guint32 object, GCancellable *cancellable, GError **error)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  const TvHeapGraph *info = &graphs->graphs[tv_heap_find_graph (trace, object)];
  guint32 n = info->n_objects;
  g_autofree guint32 *from = g_new (guint32, n);
  g_autofree guint32 *by = g_new (guint32, n);
  g_autofree guint32 *queue = g_new (guint32, n);
  Search search = { graphs, info->first_object, n, from, by, queue, 0 };

  object -= info->first_object;
  put_roots (&search);
  for (guint32 at = 0; at < search.n_queued && from[object] == TV_NONE; at++)
    {
      if (at % STEPS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        {
          tv_error_set_cancelled (error);
          return NULL;
        }
      follow (&search, queue[at]);
    }
  return take_steps (&search, object);
}
