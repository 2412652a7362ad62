/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/trace-builder-private.h"

/* Objects of heaps, and what refers to what. */

typedef struct
{
  TvHeapObject told;
  guint32 first_reference;
} Object;

void
tv_trace_builder_init_heap_graphs (TvTraceBuilder *self)
{
  self->heap_graphs = g_array_new (FALSE, FALSE, sizeof (TvHeapGraph));
  self->heap_classes = g_array_new (FALSE, FALSE, sizeof (TvHeapClass));
  self->heap_objects = g_array_new (FALSE, FALSE, sizeof (Object));
  self->heap_references = g_array_new (FALSE, FALSE, sizeof (TvHeapReference));
}

void
tv_trace_builder_clear_heap_graphs (TvTraceBuilder *self)
{
  g_array_unref (self->heap_graphs);
  g_array_unref (self->heap_classes);
  g_array_unref (self->heap_objects);
  g_array_unref (self->heap_references);
}

static TvHeapGraph *
get_last (TvTraceBuilder *self)
{
  return &g_array_index (self->heap_graphs, TvHeapGraph, self->heap_graphs->len - 1);
}

/**
 * tv_trace_builder_begin_heap_graph:
 * @self: a builder
 * @graph: when and of which process; what it holds follows
 *
 * Returns: its row
 */
guint32
tv_trace_builder_begin_heap_graph (TvTraceBuilder *self, const TvHeapGraph *graph)
{
  TvHeapGraph row = *graph;

  row.first_class = self->heap_classes->len;
  row.first_object = self->heap_objects->len;
  row.n_classes = row.n_objects = 0;
  g_array_append_val (self->heap_graphs, row);
  return self->heap_graphs->len - 1;
}

void
tv_trace_builder_set_heap_process (TvTraceBuilder *self, guint32 graph, guint32 upid)
{
  g_return_if_fail (graph < self->heap_graphs->len);
  g_array_index (self->heap_graphs, TvHeapGraph, graph).upid = upid;
}

/* A number in the graph that began last as a row of the trace. */
static guint32
get_row (guint32 first, guint32 number)
{
  return number < TV_MAX_SORTED - first ? first + number : TV_NONE;
}

/**
 * tv_trace_builder_add_heap_class:
 * @self: a builder
 * @klass: a class of the graph that began last, in which its superclass is counted
 */
void
tv_trace_builder_add_heap_class (TvTraceBuilder *self, const TvHeapClass *klass)
{
  TvHeapClass row = *klass;

  g_return_if_fail (self->heap_graphs->len > 0);
  if (!tv_trace_builder_has_row (self, self->heap_classes))
    return;
  row.superclass = get_row (get_last (self)->first_class, row.superclass);
  g_array_append_val (self->heap_classes, row);
  get_last (self)->n_classes++;
}

/**
 * tv_trace_builder_add_heap_object:
 * @self: a builder
 * @object: an object of the graph that began last, in which its class is counted
 */
void
tv_trace_builder_add_heap_object (TvTraceBuilder *self, const TvHeapObject *object)
{
  Object row = { *object, self->heap_references->len };

  g_return_if_fail (self->heap_graphs->len > 0);
  if (!tv_trace_builder_has_row (self, self->heap_objects))
    return;
  row.told.klass = get_row (get_last (self)->first_class, row.told.klass);
  g_array_append_val (self->heap_objects, row);
  get_last (self)->n_objects++;
}

/**
 * tv_trace_builder_add_heap_reference:
 * @self: a builder that was told of an object
 * @reference: what that refers to, an object counted in its graph
 */
void
tv_trace_builder_add_heap_reference (TvTraceBuilder *self, const TvHeapReference *reference)
{
  g_return_if_fail (self->heap_objects->len > 0);
  if (tv_trace_builder_has_row (self, self->heap_references))
    {
      TvHeapReference row = *reference;

      row.owned = get_row (get_last (self)->first_object, row.owned);
      g_array_append_val (self->heap_references, row);
    }
}

/* From the roots on, without a stack of calls. */
static void
find_reachable (const TvHeapGraphs *graphs, guint8 *is_reachable)
{
  g_autofree guint32 *waiting = g_new (guint32, MAX (graphs->n_objects, 1));
  guint32 n = 0;

  for (guint32 i = 0; i < graphs->n_objects; i++)
    if (graphs->root[i] != TV_HEAP_ROOT_NONE)
      {
        is_reachable[i] = TRUE;
        waiting[n++] = i;
      }
  while (n > 0)
    {
      guint32 object = waiting[--n];

      for (guint32 i = graphs->first_reference[object]; i < graphs->first_reference[object + 1];
           i++)
        {
          const TvHeapReference *reference = &graphs->references[i];

          if (reference->owned == TV_NONE || reference->is_weak || is_reachable[reference->owned])
            continue;
          is_reachable[reference->owned] = TRUE;
          waiting[n++] = reference->owned;
        }
    }
}

/* Numbers of what was not told in the graph are none. */
static void
forget_beyond (guint32 *row, guint32 end)
{
  if (*row >= end)
    *row = TV_NONE;
}

void
tv_trace_builder_lay_out_heap_graphs (TvTraceBuilder *self)
{
  TvHeapGraphs *graphs = &self->trace->heap_graphs;
  guint32 n = self->heap_objects->len;
  guint32 *klass = g_new (guint32, n), *first = g_new (guint32, (gsize) n + 1);
  gint64 *self_size = g_new (gint64, n), *native_size = g_new (gint64, n);
  guint8 *type = g_new (guint8, n), *root = g_new (guint8, n), *reachable = g_new0 (guint8, n);
  TvHeapReference *references = (TvHeapReference *) (gpointer) self->heap_references->data;

  for (guint32 i = 0; i < n; i++)
    {
      const Object *object = &g_array_index (self->heap_objects, Object, i);

      klass[i] = object->told.klass;
      self_size[i] = object->told.self_size;
      native_size[i] = object->told.native_size;
      type[i] = (guint8) object->told.type;
      root[i] = (guint8) object->told.root;
      first[i] = object->first_reference;
    }
  first[n] = self->heap_references->len;
  for (guint32 g = 0; g < self->heap_graphs->len; g++)
    {
      const TvHeapGraph *graph = &g_array_index (self->heap_graphs, TvHeapGraph, g);
      guint32 end_class = graph->first_class + graph->n_classes;
      guint32 end_object = graph->first_object + graph->n_objects;

      for (guint32 i = graph->first_class; i < end_class; i++)
        forget_beyond (&g_array_index (self->heap_classes, TvHeapClass, i).superclass, end_class);
      for (guint32 i = graph->first_object; i < end_object; i++)
        {
          forget_beyond (&klass[i], end_class);
          for (guint32 r = first[i]; r < first[i + 1]; r++)
            forget_beyond (&references[r].owned, end_object);
        }
    }
  *graphs = (TvHeapGraphs){ .n_objects = n,
                            .klass = klass,
                            .self_size = self_size,
                            .native_size = native_size,
                            .type = type,
                            .root = root,
                            .is_reachable = reachable,
                            .first_reference = first };
  graphs->references = tv_trace_builder_take_rows (self->heap_references, &graphs->n_references);
  graphs->classes = tv_trace_builder_take_rows (self->heap_classes, &graphs->n_classes);
  graphs->graphs = tv_trace_builder_take_rows (self->heap_graphs, &graphs->n_graphs);
  find_reachable (graphs, reachable);
}
