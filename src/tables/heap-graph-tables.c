/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/heap/heap-classes.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the tables of the objects in heap dumps, and of their references. Listed in range_tables (objects) and
 * trace_tables (references) in tables.c. Pure: cells are read from the trace. */

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
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("ID of the object in this trace; each heap dump has its own IDs"),
  },
  [OBJECT_CLASS] = {
    "class", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Class"),
    N_("Class of the object, in the notation of Java source code"),
  },
  [OBJECT_SELF_SIZE] = {
    "self_size", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Shallow"),
    N_("Size of the object itself, in bytes"),
  },
  [OBJECT_NATIVE_SIZE] = {
    "native_size", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Native"),
    N_("Size of native memory that is freed together with the object, in bytes"),
  },
  [OBJECT_RETAINED_SIZE] = {
    "retained_size", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Retained"),
    N_("Size of all memory that is freed together with the object, in bytes, including native "
       "memory"),
  },
  [OBJECT_DOMINATOR_ID] = {
    "dominator_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Dominator"),
    N_("ID of the immediate dominator: the closest object that is on every path from a root to "
       "this object"),
  },
  [OBJECT_REACHABLE] = {
    "reachable", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Reachable"),
    N_("1 if the object is reachable from a root; 0 if the next garbage collection will free it"),
  },
  [OBJECT_HEAP_TYPE] = {
    "heap_type", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Heap"),
    N_("Part of the heap that contains the object"),
  },
  [OBJECT_ROOT_TYPE] = {
    "root_type", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Root"),
    N_("Type of the root; empty if the object is not a root"),
  },
  [OBJECT_TYPE_ID] = {
    "type_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Class ID"),
    N_("ID of the class in the table “heap_graph_class”"),
  },
  [OBJECT_REFERENCE_SET_ID] = {
    "reference_set_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("References"),
    N_("ID of the object’s reference set in the table “heap_graph_reference”; empty if the object "
       "has no references"),
  },
  [OBJECT_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the process"),
  },
  [OBJECT_TS] = {
    "graph_sample_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Time of the heap dump, on the trace’s clock"),
  },
};

static GArray *
compute_objects (TvTrace *trace,
                 const TvSelection *selection,
                 GCancellable *cancellable,
                 GError **error)
{
  guint32 n = tv_trace_get_heap_graphs (trace)->n_objects;
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (guint32), MAX (n, 1));

  for (guint32 object = 0; object < n; object++)
    g_array_append_val (rows, object);
  return rows;
}

static void
object_get_cell (TvTrace *trace, gconstpointer data, guint column, TvCell *cell)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  guint32 object = *(const guint32 *) data;
  const TvHeapGraph *graph;

  switch (column)
    {
    case OBJECT_ID:
      tv_cell_set_id (cell, object);
      break;
    case OBJECT_CLASS:
      tv_cell_set_trace_text (cell, trace, tv_heap_class_name (trace, graphs->klass[object]));
      break;
    case OBJECT_SELF_SIZE:
      tv_cell_set_integer (cell, graphs->self_size[object]);
      break;
    case OBJECT_NATIVE_SIZE:
      tv_cell_set_integer (cell, graphs->native_size[object]);
      break;
    case OBJECT_RETAINED_SIZE:
      tv_cell_set_integer (cell, graphs->retained[object]);
      break;
    case OBJECT_DOMINATOR_ID:
      tv_cell_set_id (cell, graphs->dominator[object]);
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
      graph = &graphs->graphs[tv_heap_find_graph (trace, object)];
      if (column == OBJECT_UPID)
        tv_cell_set_id (cell, graph->upid);
      else if (graph->ts != TV_NO_TIME)
        tv_cell_set_integer (cell, graph->ts);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Gets the class as text id, because all objects of a class have the same text. */
static gboolean
object_get_text_id (TvTrace *trace, gconstpointer data, guint column, guint32 *id)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  guint32 klass = graphs->klass[*(const guint32 *) data];

  if (column != OBJECT_CLASS)
    return FALSE;
  *id = klass != TV_NONE ? graphs->classes[klass].symbol : TV_NONE;
  return TRUE;
}

const TvRangeTableKind tv_heap_graph_object_table = {
  .info = { "heap_graph_object", N_("An object in a heap, with its retained size"), object_columns,
            N_OBJECT_COLUMNS, FALSE },
  .compute = compute_objects,
  .get_cell = object_get_cell,
  .get_text_id = object_get_text_id,
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
  REFERENCE_SOURCE_FIELD,
  N_REFERENCE_COLUMNS,
};

static const TvColumn reference_columns[N_REFERENCE_COLUMNS] = {
  [REFERENCE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("ID of the reference in this trace"),
  },
  [REFERENCE_SET_ID] = {
    "reference_set_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Set"),
    N_("ID of the reference set in the table “heap_graph_object”; all references of an object "
       "belong to one set"),
  },
  [REFERENCE_OWNER_ID] = {
    "owner_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("From"),
    N_("ID of the referring object"),
  },
  [REFERENCE_OWNED_ID] = {
    "owned_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("To"),
    N_("ID of the referenced object"),
  },
  [REFERENCE_FIELD] = {
    "field_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Field"),
    N_("Referring field and its class; empty for array elements"),
  },
  [REFERENCE_FIELD_TYPE] = {
    "field_type_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Field type"),
    N_("Declared class of the field"),
  },
  [REFERENCE_SOURCE_FIELD] = {
    "deobfuscated_field_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Source field"),
    N_("Name of the field in the source code, if the build renamed it"),
  },
};

static guint32
reference_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_heap_graphs (trace)->n_references;
}

/* Returns the object that contains a reference. This is the last object whose references start at or before @row. */
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
    case REFERENCE_SOURCE_FIELD:
      tv_cell_set_trace_text (cell, trace, reference->source_field);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_heap_graph_reference_table = {
  .info = { "heap_graph_reference", N_("A reference from one heap object to another"),
            reference_columns, N_REFERENCE_COLUMNS, FALSE },
  .get_n_rows = reference_get_n_rows,
  .get_cell = reference_get_cell,
};
