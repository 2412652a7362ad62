/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/heap-graphs-part.h"

#include "core/builder/rows.h"
#include "core/builder/symbols-part.h"
#include "core/error.h"
#include "core/trace-edit.h"

/* Heap dumps: classes, objects and references. Called by the Perfetto reader. The first stage of finishing moves the
 * rows to the trace, and computes dominators and retained sizes; this adds symbols and stacks to other parts. */

typedef struct
{
  TvHeapObject reported;
  guint32 first_reference;
} Object;

struct _TvHeapGraphsPart
{
  GArray *graphs;      /* TvHeapGraph */
  GArray *classes;     /* TvHeapClass */
  GArray *objects;     /* Object */
  GArray *references;  /* TvHeapReference */
  guint first_of_file; /* first graph of the file that is being read */
};

static void
init (TvTraceBuilder *self)
{
  TvHeapGraphsPart *part = self->heap_graphs = g_new0 (TvHeapGraphsPart, 1);

  part->graphs = g_array_new (FALSE, FALSE, sizeof (TvHeapGraph));
  part->classes = g_array_new (FALSE, FALSE, sizeof (TvHeapClass));
  part->objects = g_array_new (FALSE, FALSE, sizeof (Object));
  part->references = g_array_new (FALSE, FALSE, sizeof (TvHeapReference));
}

static void
clear (TvTraceBuilder *self)
{
  g_array_unref (self->heap_graphs->graphs);
  g_array_unref (self->heap_graphs->classes);
  g_array_unref (self->heap_graphs->objects);
  g_array_unref (self->heap_graphs->references);
  g_clear_pointer (&self->heap_graphs, g_free);
}

static void
begin_file (TvTraceBuilder *self)
{
  self->heap_graphs->first_of_file = self->heap_graphs->graphs->len;
}

static void
end_file (TvTraceBuilder *self, gint64 offset_ns, gint64 uncertainty_ns)
{
  tv_rows_shift (self->heap_graphs->graphs, self->heap_graphs->first_of_file,
                 G_STRUCT_OFFSET (TvHeapGraph, ts), offset_ns);
}

const TvBuilderPart tv_builder_heap_graphs = { init, clear, begin_file, end_file };

/* Returns: (transfer none) (array length=n): the classes of all graphs added so far; the caller may change their
 * members */
TvHeapClass *
tv_trace_builder_get_heap_classes (TvTraceBuilder *self, guint *n)
{
  *n = self->heap_graphs->classes->len;
  return (TvHeapClass *) (gpointer) self->heap_graphs->classes->data;
}

static TvHeapGraph *
get_last (TvTraceBuilder *self)
{
  return &g_array_index (self->heap_graphs->graphs, TvHeapGraph,
                         self->heap_graphs->graphs->len - 1);
}

/**
 * tv_trace_builder_begin_heap_graph:
 * @graph: time and process of a heap dump; the builder sets its ranges of classes and objects
 *
 * Begins a heap dump. The classes and objects that are added next belong to this dump.
 *
 * Returns: row of the graph
 */
guint32
tv_trace_builder_begin_heap_graph (TvTraceBuilder *self, const TvHeapGraph *graph)
{
  TvHeapGraph row = *graph;

  row.first_class = self->heap_graphs->classes->len;
  row.first_object = self->heap_graphs->objects->len;
  row.n_classes = row.n_objects = 0;
  g_array_append_val (self->heap_graphs->graphs, row);
  return self->heap_graphs->graphs->len - 1;
}

void
tv_trace_builder_set_heap_process (TvTraceBuilder *self, guint32 graph, guint32 upid)
{
  g_return_if_fail (graph < self->heap_graphs->graphs->len);
  g_array_index (self->heap_graphs->graphs, TvHeapGraph, graph).upid = upid;
}

/* Converts an index within the last graph to a row in the trace; @first is the row of index 0. Returns TV_NONE if the
 * row would be too large. */
static guint32
get_row (guint32 first, guint32 number)
{
  return number < TV_MAX_SORTED - first ? first + number : TV_NONE;
}

/**
 * tv_trace_builder_add_heap_class:
 * @self: a builder
 * @klass: a class; its superclass is given as an index within the last graph
 *
 * Adds a class to the last graph.
 */
void
tv_trace_builder_add_heap_class (TvTraceBuilder *self, const TvHeapClass *klass)
{
  TvHeapClass row = *klass;

  g_return_if_fail (self->heap_graphs->graphs->len > 0);
  if (!tv_trace_builder_has_row (self, self->heap_graphs->classes))
    return;
  row.superclass = get_row (get_last (self)->first_class, row.superclass);
  g_array_append_val (self->heap_graphs->classes, row);
  get_last (self)->n_classes++;
}

/**
 * tv_trace_builder_add_heap_object:
 * @self: a builder
 * @object: an object; its class is given as an index within the last graph
 *
 * Adds an object to the last graph.
 */
void
tv_trace_builder_add_heap_object (TvTraceBuilder *self, const TvHeapObject *object)
{
  Object row = { *object, self->heap_graphs->references->len };

  g_return_if_fail (self->heap_graphs->graphs->len > 0);
  if (!tv_trace_builder_has_row (self, self->heap_graphs->objects))
    return;
  row.reported.klass = get_row (get_last (self)->first_class, row.reported.klass);
  g_array_append_val (self->heap_graphs->objects, row);
  get_last (self)->n_objects++;
}

/**
 * tv_trace_builder_add_heap_reference:
 * @self: a builder with an object
 * @reference: a reference; the referenced object is given as an index within the last graph
 *
 * Adds a reference to the references of the last object.
 */
void
tv_trace_builder_add_heap_reference (TvTraceBuilder *self, const TvHeapReference *reference)
{
  g_return_if_fail (self->heap_graphs->objects->len > 0);
  if (tv_trace_builder_has_row (self, self->heap_graphs->references))
    {
      TvHeapReference row = *reference;

      row.owned = get_row (get_last (self)->first_object, row.owned);
      g_array_append_val (self->heap_graphs->references, row);
    }
}

/* Sets @row to TV_NONE if it is at or after @end. */
static void
clear_out_of_range (guint32 *row, guint32 end)
{
  if (*row >= end)
    *row = TV_NONE;
}

/* Replaces rows outside the graph by TV_NONE: superclasses, classes of objects, and referenced objects. */
static void
clear_foreign_rows (TvTraceBuilder *self,
                    const TvHeapGraph *graph,
                    guint32 *klass,
                    const guint32 *first)
{
  guint32 end_class = graph->first_class + graph->n_classes;
  guint32 end_object = graph->first_object + graph->n_objects;

  for (guint32 i = graph->first_class; i < end_class; i++)
    clear_out_of_range (&g_array_index (self->heap_graphs->classes, TvHeapClass, i).superclass,
                        end_class);
  for (guint32 i = graph->first_object; i < end_object; i++)
    {
      clear_out_of_range (&klass[i], end_class);
      for (guint32 r = first[i]; r < first[i + 1]; r++)
        clear_out_of_range (
            &g_array_index (self->heap_graphs->references, TvHeapReference, r).owned, end_object);
    }
}

static void
lay_out (TvTraceBuilder *self)
{
  TvHeapGraphs *graphs = tv_trace_edit_heap_graphs (self->trace);
  guint32 n = self->heap_graphs->objects->len;
  guint32 *klass = g_new (guint32, n), *first = g_new (guint32, (gsize) n + 1);
  gint64 *self_size = g_new (gint64, n), *native_size = g_new (gint64, n);
  guint8 *type = g_new (guint8, n), *root = g_new (guint8, n);

  for (guint32 i = 0; i < n; i++)
    {
      const Object *object = &g_array_index (self->heap_graphs->objects, Object, i);

      klass[i] = object->reported.klass;
      self_size[i] = object->reported.self_size;
      native_size[i] = object->reported.native_size;
      type[i] = (guint8) object->reported.type;
      root[i] = (guint8) object->reported.root;
      first[i] = object->first_reference;
    }
  first[n] = self->heap_graphs->references->len;
  for (guint32 g = 0; g < self->heap_graphs->graphs->len; g++)
    clear_foreign_rows (self, &g_array_index (self->heap_graphs->graphs, TvHeapGraph, g), klass,
                        first);
  *graphs = (TvHeapGraphs){ .n_objects = n,
                            .klass = klass,
                            .self_size = self_size,
                            .native_size = native_size,
                            .type = type,
                            .root = root,
                            .first_reference = first };
  g_array_set_size (self->heap_graphs->objects, 0);
  graphs->references = tv_rows_take (self->heap_graphs->references, &graphs->n_references);
  graphs->graphs = tv_rows_take (self->heap_graphs->graphs, &graphs->n_graphs);
}

/**
 * tv_trace_builder_lay_out_heap_graphs:
 * @cancellable: (nullable)
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Moves heap dumps to the trace and computes dominators. This adds symbols, stacks and heap changes, so it runs
 * before their stages. Later, tv_trace_builder_name_heap_classes() sets the final symbols of classes.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
tv_trace_builder_lay_out_heap_graphs (TvTraceBuilder *self,
                                      GCancellable *cancellable,
                                      GError **error)
{
  TvHeapGraphs *graphs = tv_trace_edit_heap_graphs (self->trace);
  TvHeapDominators found;

  if (self->heap_graphs->graphs->len == 0)
    return TRUE;
  lay_out (self);
  found.dominator = g_new (guint32, graphs->n_objects);
  found.retained = g_new0 (gint64, graphs->n_objects);
  found.is_reachable = g_new0 (guint8, graphs->n_objects);
  graphs->dominator = found.dominator;
  graphs->retained = found.retained;
  graphs->is_reachable = found.is_reachable;
  if (tv_trace_builder_find_heap_paths (self, &found, cancellable))
    return TRUE;
  tv_error_set_cancelled (error);
  return FALSE;
}

void
tv_trace_builder_name_heap_classes (TvTraceBuilder *self)
{
  TvHeapGraphs *graphs = tv_trace_edit_heap_graphs (self->trace);
  const guint32 *final = tv_trace_builder_get_final_symbols (self);

  for (guint32 i = 0; final != NULL && i < self->heap_graphs->classes->len; i++)
    {
      TvHeapClass *klass = &g_array_index (self->heap_graphs->classes, TvHeapClass, i);

      klass->symbol = final[klass->symbol];
    }
  graphs->classes = tv_rows_take (self->heap_graphs->classes, &graphs->n_classes);
}
