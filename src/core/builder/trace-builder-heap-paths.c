/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/heap-graphs-part.h"

#include "core/builder/heaps-part.h"
#include "core/builder/stacks-part.h"

/* Stores the dominator trees of heap dumps as stacks of classes: the dominator of an object is its caller. Objects of
 * one class with the same path of dominating classes share a node. A chain of objects of one class, such as the nodes
 * of a list, is also one node:
 *
 *   Activity ▸ LinkedList ▸ Node ▸ Node ▸ Node ▸ String
 *   Activity ▸ LinkedList ▸ Node (3 objects) ▸ String
 *
 * Therefore call trees, flame graphs, exports and comparisons also work for heaps. Each dump is stored as changes
 * from the previous dump of its process, so that the sum of all changes up to a dump is the content of that dump.
 * Called by the stage "heap graphs". Writes the dominator columns of the heap dumps, and adds rows to the symbols,
 * stacks and heaps parts. */

#define HEAP_NAME "Java heap"

/* Maximum number of levels; deeper objects are counted in the node on the last level. */
#define MAX_LEVELS 500

typedef struct
{
  guint32 callsite;
  gint64 size;
  gint64 count;
} Node;

typedef struct
{
  TvTraceBuilder *builder;
  guint32 heap;
  guint32 *frames;    /* frame of each class in the trace */
  guint32 no_frame;   /* frame of objects without a class */
  guint32 *callsites; /* callsite of each object in the trace */
} Paths;

static guint32
add_frame (TvTraceBuilder *self, guint32 symbol)
{
  return tv_trace_builder_add_frame (
      self, &(TvFrame){ .symbol = symbol, .mapping = TV_NONE, .source_file = TV_NONE });
}

/* Adds a symbol and a frame for each class. Classes with the same name share a symbol, even in different dumps. */
static void
name_classes (Paths *self)
{
  TvTraceBuilder *builder = self->builder;

  guint n_classes;
  TvHeapClass *classes = tv_trace_builder_get_heap_classes (builder, &n_classes);

  self->frames = g_new (guint32, MAX (n_classes, 1));
  self->no_frame = add_frame (builder, TV_NONE);
  for (guint32 i = 0; i < n_classes; i++)
    {
      TvHeapClass *klass = &classes[i];
      TvSymbol symbol = { .class_name = klass->source_name != TV_NONE ? klass->source_name
                                                                      : klass->name,
                          .name = TV_NONE,
                          .signature = TV_NONE,
                          .source_file = TV_NONE };

      klass->symbol = tv_trace_builder_add_symbol (builder, &symbol);
      self->frames[i] = add_frame (builder, klass->symbol);
    }
}

static void
find_callsite (Paths *self, guint32 object)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (self->builder->trace);
  guint32 klass = graphs->klass[object], above = graphs->dominator[object];
  guint32 frame = klass != TV_NONE ? self->frames[klass] : self->no_frame;
  guint32 parent = above != TV_NONE ? self->callsites[above] : TV_NONE;
  const TvCallsite *around = parent != TV_NONE
                                 ? tv_trace_builder_get_callsite (self->builder, parent)
                                 : NULL;

  if (around != NULL && (around->frame == frame || around->depth + 1 >= MAX_LEVELS))
    self->callsites[object] = parent;
  else
    self->callsites[object] = tv_trace_builder_add_callsite (self->builder, parent, frame);
}

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  guint32 left = ((const Node *) a)->callsite, right = ((const Node *) b)->callsite;

  return (left > right) - (left < right);
}

/* Returns: (transfer full): Node per callsite, sorted by callsite; total size and number of the graph's objects */
static GArray *
sum_nodes (Paths *self, const guint32 *order, guint32 n)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (self->builder->trace);
  guint32 n_callsites = tv_trace_builder_get_n_callsites (self->builder);
  g_autofree guint32 *node_of = g_new (guint32, MAX (n_callsites, 1));
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (Node));

  for (guint32 i = 0; i < n_callsites; i++)
    node_of[i] = TV_NONE;
  for (guint32 i = 0; i < n; i++)
    {
      guint32 callsite = self->callsites[order[i]];
      Node *node;

      if (node_of[callsite] == TV_NONE)
        {
          Node added = { callsite, 0, 0 };

          node_of[callsite] = nodes->len;
          g_array_append_val (nodes, added);
        }
      node = &g_array_index (nodes, Node, node_of[callsite]);
      tv_add_ns (&node->size, graphs->self_size[order[i]]);
      tv_add_ns (&node->size, graphs->native_size[order[i]]);
      node->count++;
    }
  g_array_sort (nodes, compare_nodes);
  return nodes;
}

static void
emit_change (Paths *self, const TvHeapGraph *graph, const Node *before, const Node *after)
{
  TvHeapChange change = { .ts = graph->ts,
                          .heap = self->heap,
                          .upid = graph->upid,
                          .utid = TV_NONE,
                          .callsite = after != NULL ? after->callsite : before->callsite,
                          .size = after != NULL ? after->size : 0,
                          .count = after != NULL ? after->count : 0 };

  if (before != NULL)
    {
      change.size = (gint64) ((guint64) change.size - (guint64) before->size);
      change.count -= before->count;
    }
  if (change.size != 0 || change.count != 0)
    tv_trace_builder_add_heap_change (self->builder, &change);
}

/* Adds the changes from one dump to the next. @before and @after are sorted by callsite. */
static void
emit_changes (Paths *self, const TvHeapGraph *graph, const GArray *before, const GArray *after)
{
  guint b = 0, a = 0, n_before = before != NULL ? before->len : 0;

  while (b < n_before || a < after->len)
    {
      const Node *old = b < n_before ? &g_array_index (before, Node, b) : NULL;
      const Node *new = a < after->len ? &g_array_index (after, Node, a) : NULL;
      int order = old == NULL ? 1 : new == NULL ? -1 : compare_nodes (old, new);

      emit_change (self, graph, order <= 0 ? old : NULL, order >= 0 ? new : NULL);
      b += order <= 0;
      a += order >= 0;
    }
}

/* Sorts graphs by process, then by time. */
static int
compare_graphs (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvHeapGraph *graphs = data;
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  if (graphs[left].upid != graphs[right].upid)
    return graphs[left].upid < graphs[right].upid ? -1 : 1;
  if (graphs[left].ts != graphs[right].ts)
    return graphs[left].ts < graphs[right].ts ? -1 : 1;
  return (left > right) - (left < right);
}

static guint32 *
order_graphs (const TvHeapGraphs *graphs)
{
  guint32 *order = g_new (guint32, graphs->n_graphs);

  for (guint32 i = 0; i < graphs->n_graphs; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) graphs->n_graphs, sizeof *order, compare_graphs,
                     (gpointer) graphs->graphs);
  return order;
}

/**
 * tv_trace_builder_find_heap_paths:
 * @self: a builder whose heap graphs have been moved to the trace
 * @found: (inout): columns for the dominators, allocated by the caller
 * @cancellable: (nullable)
 *
 * Computes the dominators of all heap dumps, and adds the reachable objects as changes of a heap.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
tv_trace_builder_find_heap_paths (TvTraceBuilder *self,
                                  TvHeapDominators *found,
                                  GCancellable *cancellable)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (self->trace);
  g_autofree guint32 *order = order_graphs (graphs);
  g_autoptr (GArray) before = NULL;
  Paths paths = { .builder = self };
  gboolean is_done = TRUE;

  paths.heap = tv_trace_builder_add_graph_heap (self,
                                                tv_trace_builder_intern (self, HEAP_NAME, -1));
  paths.callsites = g_new (guint32, MAX (graphs->n_objects, 1));
  name_classes (&paths);
  for (guint32 i = 0; is_done && i < graphs->n_graphs; i++)
    {
      const TvHeapGraph *graph = &graphs->graphs[order[i]];
      guint32 n = 0;
      g_autofree guint32 *objects = tv_heap_dominators_find (found, graphs, order[i], &n,
                                                             cancellable);
      GArray *nodes;

      is_done = objects != NULL;
      if (!is_done)
        break;
      for (guint32 k = 0; k < n; k++)
        find_callsite (&paths, objects[k]);
      nodes = sum_nodes (&paths, objects, n);
      if (i > 0 && graphs->graphs[order[i - 1]].upid != graph->upid)
        g_clear_pointer (&before, g_array_unref);
      emit_changes (&paths, graph, before, nodes);
      g_clear_pointer (&before, g_array_unref);
      before = nodes;
    }
  g_free (paths.frames);
  g_free (paths.callsites);
  return is_done;
}
