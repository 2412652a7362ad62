/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/heap-dominators.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

/* The objects of heaps, their classes and what refers to what. */

/* ---- heap_graph_class ---- */

enum
{
  CLASS_ID,
  CLASS_NAME,
  CLASS_SOURCE_NAME,
  CLASS_COUNT,
  CLASS_SELF_SIZE,
  CLASS_NATIVE_SIZE,
  CLASS_RETAINED_SIZE,
  CLASS_UNREACHABLE,
  CLASS_KIND,
  CLASS_LOCATION,
  CLASS_SUPERCLASS_ID,
  CLASS_LOADER_ID,
  CLASS_UPID,
  CLASS_TS,
  N_CLASS_COLUMNS,
};

static const TvColumn class_columns[N_CLASS_COLUMNS] = {
  [CLASS_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Id"),
    N_("The number of the class in this trace; each heap has its own"),
  },
  [CLASS_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Class"),
    N_("Its name in the file"),
  },
  [CLASS_SOURCE_NAME] = {
    "deobfuscated_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Source class"),
    N_("Its name in the source, where the trace tells another"),
  },
  [CLASS_COUNT] = {
    "object_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Objects"),
    N_("How many of its objects are reachable"),
  },
  [CLASS_SELF_SIZE] = {
    "self_size", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Shallow bytes"),
    N_("Bytes of these objects alone"),
  },
  [CLASS_NATIVE_SIZE] = {
    "native_size", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Native bytes"),
    N_("Bytes beside the heap that are freed with them"),
  },
  [CLASS_RETAINED_SIZE] = {
    "retained_size", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Retained bytes"),
    N_("Bytes that its objects retain, also beside the heap; what one retains of another counts once"),
  },
  [CLASS_UNREACHABLE] = {
    "unreachable_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Garbage"),
    N_("How many objects more there are that nothing reaches"),
  },
  [CLASS_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("What its objects are"),
  },
  [CLASS_LOCATION] = {
    "location", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Location"),
    N_("The file that it is from"),
  },
  [CLASS_SUPERCLASS_ID] = {
    "superclass_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Superclass"),
    N_("The number of the class that it extends"),
  },
  [CLASS_LOADER_ID] = {
    "classloader_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Loader"),
    N_("The number of its class loader in the file"),
  },
  [CLASS_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("The number of the process in this trace"),
  },
  [CLASS_TS] = {
    "graph_sample_ts", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Time"),
    N_("When the heap was dumped, in the file's own clock"),
  },
};

/* What a row of the tables is, and of which heap. */
typedef struct
{
  guint32 graph;
  TvHeapClassUse use;
} ClassRow;

static GArray *
compute_classes (TvTrace *trace,
                 const TvSelection *selection,
                 GCancellable *cancellable,
                 GError **error)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (ClassRow));

  for (guint32 graph = 0; graph < graphs->n_graphs; graph++)
    {
      g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (TvHeapClassUse));
      g_autoptr (TvHeapDominators)
          dominators = tv_heap_dominators_new (trace, graph, cancellable, error);

      if (dominators == NULL)
        return NULL;
      tv_heap_dominators_add_classes (dominators, trace, graph, uses);
      for (guint i = 0; i < uses->len; i++)
        {
          ClassRow row = { graph, g_array_index (uses, TvHeapClassUse, i) };

          g_array_append_val (rows, row);
        }
    }
  return g_steal_pointer (&rows);
}

static void
set_moment (TvCell *cell, const TvHeapGraph *graph, gboolean is_time)
{
  if (!is_time)
    tv_cell_set_id (cell, graph->upid);
  else if (graph->ts != TV_NO_TIME)
    tv_cell_set_integer (cell, graph->ts);
}

static void
class_get_cell (TvTrace *trace, gconstpointer data, guint column, TvCell *cell)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  const ClassRow *row = data;
  const TvHeapClass *klass = &graphs->classes[row->use.klass];

  switch (column)
    {
    case CLASS_ID:
      tv_cell_set_id (cell, row->use.klass);
      break;
    case CLASS_NAME:
      tv_cell_set_trace_text (cell, trace, klass->name);
      break;
    case CLASS_SOURCE_NAME:
      tv_cell_set_trace_text (cell, trace, klass->source_name);
      break;
    case CLASS_COUNT:
      tv_cell_set_integer (cell, row->use.n_objects);
      break;
    case CLASS_SELF_SIZE:
      tv_cell_set_integer (cell, row->use.shallow);
      break;
    case CLASS_NATIVE_SIZE:
      tv_cell_set_integer (cell, row->use.native);
      break;
    case CLASS_RETAINED_SIZE:
      tv_cell_set_integer (cell, row->use.retained);
      break;
    case CLASS_UNREACHABLE:
      tv_cell_set_integer (cell, row->use.n_unreachable);
      break;
    case CLASS_KIND:
      tv_cell_set_text (cell, tv_heap_class_kind_name (klass->kind));
      break;
    case CLASS_LOCATION:
      tv_cell_set_trace_text (cell, trace, klass->location);
      break;
    case CLASS_SUPERCLASS_ID:
      tv_cell_set_id (cell, klass->superclass);
      break;
    case CLASS_LOADER_ID:
      if (klass->classloader != 0)
        tv_cell_set_integer (cell, (gint64) klass->classloader);
      break;
    case CLASS_UPID:
    case CLASS_TS:
      set_moment (cell, &graphs->graphs[row->graph], column == CLASS_TS);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_heap_graph_class_table = {
  .info = { "heap_graph_class", N_("A class of a heap, with what its objects come to"),
            class_columns, N_CLASS_COLUMNS, FALSE },
  .compute = compute_classes,
  .get_cell = class_get_cell,
  .ties = { { "retained_size", TRUE }, { "name", FALSE } },
};

/* ---- heap_graph_object ---- */

enum
{
  OBJECT_ID,
  OBJECT_CLASS,
  OBJECT_SELF_SIZE,
  OBJECT_NATIVE_SIZE,
  OBJECT_RETAINED_SIZE,
  OBJECT_DOMINATOR_ID,
  OBJECT_REACHABLE,
  OBJECT_HEAP_TYPE,
  OBJECT_ROOT_TYPE,
  OBJECT_TYPE_ID,
  OBJECT_REFERENCE_SET_ID,
  OBJECT_UPID,
  OBJECT_TS,
  N_OBJECT_COLUMNS,
};

static const TvColumn object_columns[N_OBJECT_COLUMNS] = {
  [OBJECT_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Id"),
    N_("The number of the object in this trace; it is another one in each dump"),
  },
  [OBJECT_CLASS] = {
    "class", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Class"),
    N_("What it is one of, as the source has it"),
  },
  [OBJECT_SELF_SIZE] = {
    "self_size", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Shallow bytes"),
    N_("Bytes of it alone"),
  },
  [OBJECT_NATIVE_SIZE] = {
    "native_size", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Native bytes"),
    N_("Bytes beside the heap that are freed with it"),
  },
  [OBJECT_RETAINED_SIZE] = {
    "retained_size", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Retained bytes"),
    N_("Bytes that would be free without it, also beside the heap"),
  },
  [OBJECT_DOMINATOR_ID] = {
    "dominator_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Dominator"),
    N_("The object that every way from a root to it leads through"),
  },
  [OBJECT_REACHABLE] = {
    "reachable", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Reachable"),
    N_("1 if a way from a root leads to it, else 0: the next collection frees it"),
  },
  [OBJECT_HEAP_TYPE] = {
    "heap_type", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Heap"),
    N_("Whose part of the heap it lies in"),
  },
  [OBJECT_ROOT_TYPE] = {
    "root_type", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Root"),
    N_("Why it is kept though nothing refers to it"),
  },
  [OBJECT_TYPE_ID] = {
    "type_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Class id"),
    N_("The number of its class, as in heap_graph_class"),
  },
  [OBJECT_REFERENCE_SET_ID] = {
    "reference_set_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("References"),
    N_("What its references have in heap_graph_reference; null without references"),
  },
  [OBJECT_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("The number of the process in this trace"),
  },
  [OBJECT_TS] = {
    "graph_sample_ts", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Time"),
    N_("When the heap was dumped, in the file's own clock"),
  },
};

typedef struct
{
  guint32 object;
  guint32 graph;
  guint32 dominator;
  gint64 retained;
} ObjectRow;

static GArray *
compute_objects (TvTrace *trace,
                 const TvSelection *selection,
                 GCancellable *cancellable,
                 GError **error)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (ObjectRow));

  for (guint32 graph = 0; graph < graphs->n_graphs; graph++)
    {
      g_autoptr (TvHeapDominators)
          dominators = tv_heap_dominators_new (trace, graph, cancellable, error);

      if (dominators == NULL)
        return NULL;
      for (guint32 i = 0; i < dominators->n; i++)
        {
          ObjectRow row = { dominators->first + i, graph, dominators->dominator[i],
                            dominators->retained[i] };

          if (row.dominator != TV_NONE)
            row.dominator += dominators->first;
          g_array_append_val (rows, row);
        }
    }
  return g_steal_pointer (&rows);
}

static guint32
get_class_name (const TvHeapGraphs *graphs, guint32 object)
{
  const TvHeapClass *klass;

  if (graphs->klass[object] == TV_NONE)
    return TV_NONE;
  klass = &graphs->classes[graphs->klass[object]];
  return klass->source_name != TV_NONE ? klass->source_name : klass->name;
}

static void
object_get_cell (TvTrace *trace, gconstpointer data, guint column, TvCell *cell)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  const ObjectRow *row = data;
  guint32 object = row->object;

  switch (column)
    {
    case OBJECT_ID:
      tv_cell_set_id (cell, object);
      break;
    case OBJECT_CLASS:
      tv_cell_set_trace_text (cell, trace, get_class_name (graphs, object));
      break;
    case OBJECT_SELF_SIZE:
      tv_cell_set_integer (cell, graphs->self_size[object]);
      break;
    case OBJECT_NATIVE_SIZE:
      tv_cell_set_integer (cell, graphs->native_size[object]);
      break;
    case OBJECT_RETAINED_SIZE:
      tv_cell_set_integer (cell, row->retained);
      break;
    case OBJECT_DOMINATOR_ID:
      tv_cell_set_id (cell, row->dominator);
      break;
    case OBJECT_REACHABLE:
      tv_cell_set_integer (cell, graphs->is_reachable[object]);
      break;
    case OBJECT_HEAP_TYPE:
      tv_cell_set_text (cell, tv_heap_type_name ((TvHeapType) graphs->type[object]));
      break;
    case OBJECT_ROOT_TYPE:
      tv_cell_set_text (cell, tv_heap_root_name ((TvHeapRoot) graphs->root[object]));
      break;
    case OBJECT_TYPE_ID:
      tv_cell_set_id (cell, graphs->klass[object]);
      break;
    case OBJECT_REFERENCE_SET_ID:
      if (graphs->first_reference[object] < graphs->first_reference[object + 1])
        tv_cell_set_id (cell, graphs->first_reference[object]);
      break;
    case OBJECT_UPID:
    case OBJECT_TS:
      set_moment (cell, &graphs->graphs[row->graph], column == OBJECT_TS);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_heap_graph_object_table = {
  .info = { "heap_graph_object", N_("An object of a heap, with what it keeps"), object_columns,
            N_OBJECT_COLUMNS, FALSE },
  .compute = compute_objects,
  .get_cell = object_get_cell,
  .ties = { { "retained_size", TRUE }, { "id", FALSE } },
};

/* ---- heap_graph_reference ---- */

enum
{
  REFERENCE_ID,
  REFERENCE_SET_ID,
  REFERENCE_OWNER_ID,
  REFERENCE_OWNED_ID,
  REFERENCE_FIELD,
  REFERENCE_FIELD_TYPE,
  N_REFERENCE_COLUMNS,
};

static const TvColumn reference_columns[N_REFERENCE_COLUMNS] = {
  [REFERENCE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Id"),
    N_("The number of the reference in this trace"),
  },
  [REFERENCE_SET_ID] = {
    "reference_set_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Set"),
    N_("The same for all references of an object, as in heap_graph_object"),
  },
  [REFERENCE_OWNER_ID] = {
    "owner_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("From"),
    N_("The number of the object that refers"),
  },
  [REFERENCE_OWNED_ID] = {
    "owned_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("To"),
    N_("The number of the object that is referred to"),
  },
  [REFERENCE_FIELD] = {
    "field_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Field"),
    N_("The field that refers, with its class; elements of arrays have none"),
  },
  [REFERENCE_FIELD_TYPE] = {
    "field_type_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Field type"),
    N_("The class that the field is declared to be of"),
  },
};

static guint32
reference_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_heap_graphs (trace)->n_references;
}

/* The last object whose references begin at or before a row. */
static guint32
find_owner (const TvHeapGraphs *graphs, guint32 row)
{
  guint32 first = 0, end = graphs->n_objects;

  while (end - first > 1)
    {
      guint32 middle = first + (end - first) / 2;

      if (graphs->first_reference[middle] <= row)
        first = middle;
      else
        end = middle;
    }
  return first;
}

static void
reference_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  const TvHeapReference *reference = &graphs->references[row];

  switch (column)
    {
    case REFERENCE_ID:
      tv_cell_set_id (cell, row);
      break;
    case REFERENCE_SET_ID:
      tv_cell_set_id (cell, graphs->first_reference[find_owner (graphs, row)]);
      break;
    case REFERENCE_OWNER_ID:
      tv_cell_set_id (cell, find_owner (graphs, row));
      break;
    case REFERENCE_OWNED_ID:
      tv_cell_set_id (cell, reference->owned);
      break;
    case REFERENCE_FIELD:
      tv_cell_set_trace_text (cell, trace, reference->field);
      break;
    case REFERENCE_FIELD_TYPE:
      tv_cell_set_trace_text (cell, trace, reference->field_type);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_heap_graph_reference_table = {
  .info = { "heap_graph_reference", N_("A reference of an object of a heap to another"),
            reference_columns, N_REFERENCE_COLUMNS, FALSE },
  .get_n_rows = reference_get_n_rows,
  .get_cell = reference_get_cell,
};
