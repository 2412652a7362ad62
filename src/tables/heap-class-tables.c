/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/heap/heap-classes.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the tables of heap dumps, their classes with counts and sizes, and the changes of classes between dumps.
 * Listed in trace_tables (heap_graph) and range_tables in tables.c; also opened by the Heap view. Computed by
 * analysis/heap/heap-classes.c. */

/* ---- heap_graph ---- */

enum
{
  GRAPH_ID,
  GRAPH_TS,
  GRAPH_UPID,
  GRAPH_HEAP_SIZE,
  GRAPH_TRUNCATED,
  GRAPH_CLASSES,
  GRAPH_OBJECTS,
  N_GRAPH_COLUMNS,
};

static const TvColumn graph_columns[N_GRAPH_COLUMNS] = {
  [GRAPH_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("ID of the dump in this trace"),
  },
  [GRAPH_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Time of the heap dump, on the trace’s clock"),
  },
  [GRAPH_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the process"),
  },
  [GRAPH_HEAP_SIZE] = {
    "heap_size", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Heap"),
    N_("Size of the allocated memory in bytes, as reported by the virtual machine"),
  },
  [GRAPH_TRUNCATED] = {
    "truncated", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Truncated"),
    N_("1 if parts of the dump are missing, else 0"),
  },
  [GRAPH_CLASSES] = {
    "class_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Classes"),
    N_("Number of listed classes"),
  },
  [GRAPH_OBJECTS] = {
    "object_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Objects"),
    N_("Number of listed objects, including unreachable ones"),
  },
};

static guint32
graph_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_heap_graphs (trace)->n_graphs;
}

static void
graph_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvHeapGraph *graph = &tv_trace_get_heap_graphs (trace)->graphs[row];

  switch (column)
    {
    case GRAPH_ID:
      tv_cell_set_id (cell, row);
      break;
    case GRAPH_TS:
      if (graph->ts != TV_NO_TIME)
        tv_cell_set_integer (cell, graph->ts);
      break;
    case GRAPH_UPID:
      tv_cell_set_id (cell, graph->upid);
      break;
    case GRAPH_HEAP_SIZE:
      if (graph->heap_size > 0)
        tv_cell_set_integer (cell, graph->heap_size);
      break;
    case GRAPH_TRUNCATED:
      tv_cell_set_integer (cell, graph->is_truncated);
      break;
    case GRAPH_CLASSES:
      tv_cell_set_integer (cell, graph->n_classes);
      break;
    case GRAPH_OBJECTS:
      tv_cell_set_integer (cell, graph->n_objects);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_heap_graph_table = {
  .info = { "heap_graph", N_("A dump of the objects in a heap"), graph_columns, N_GRAPH_COLUMNS,
            FALSE },
  .get_n_rows = graph_get_n_rows,
  .get_cell = graph_get_cell,
};

/* ---- heap_graph_class ---- */

enum
{
  CLASS_ID,
  CLASS_CLASS,
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
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("ID of the class in this trace; each heap dump has its own IDs"),
  },
  [CLASS_CLASS] = {
    "class", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Class"),
    N_("Name of the class, in the notation of Java source code"),
  },
  [CLASS_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Raw name"),
    N_("Name of the class in the file"),
  },
  [CLASS_SOURCE_NAME] = {
    "deobfuscated_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Source class"),
    N_("Name of the class in the source code, if the name in the file differs"),
  },
  [CLASS_COUNT] = {
    "object_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Objects"),
    N_("Number of reachable objects"),
  },
  [CLASS_SELF_SIZE] = {
    "self_size", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Shallow"),
    N_("Size of the reachable objects themselves, in bytes"),
  },
  [CLASS_NATIVE_SIZE] = {
    "native_size", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Native"),
    N_("Size of native memory that is freed together with the reachable objects, in bytes"),
  },
  [CLASS_RETAINED_SIZE] = {
    "retained_size", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Retained"),
    N_("Size of all memory that the objects retain, in bytes, including native memory; nested "
       "objects are counted once"),
  },
  [CLASS_UNREACHABLE] = {
    "unreachable_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Garbage"),
    N_("Number of unreachable objects"),
  },
  [CLASS_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("Kind of the class"),
  },
  [CLASS_LOCATION] = {
    "location", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Location"),
    N_("File that contains the class"),
  },
  [CLASS_SUPERCLASS_ID] = {
    "superclass_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Superclass"),
    N_("ID of the superclass"),
  },
  [CLASS_LOADER_ID] = {
    "classloader_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Loader"),
    N_("ID of the class loader, as in the file"),
  },
  [CLASS_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the process"),
  },
  [CLASS_TS] = {
    "graph_sample_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Time of the heap dump, on the trace’s clock"),
  },
};

static GArray *
compute_classes (TvTrace *trace,
                 const TvSelection *selection,
                 GCancellable *cancellable,
                 GError **error)
{
  guint32 n = tv_trace_get_heap_graphs (trace)->n_graphs;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TvHeapClassUse));

  for (guint32 graph = 0; graph < n; graph++)
    {
      g_autoptr (GArray) uses = tv_heap_find_class_uses (trace, graph, cancellable, error);

      if (uses == NULL)
        return NULL;
      g_array_append_vals (rows, uses->data, uses->len);
    }
  return g_steal_pointer (&rows);
}

static void
set_time (TvCell *cell, TvTrace *trace, guint32 graph, gboolean is_time)
{
  const TvHeapGraph *row = &tv_trace_get_heap_graphs (trace)->graphs[graph];

  if (!is_time)
    tv_cell_set_id (cell, row->upid);
  else if (row->ts != TV_NO_TIME)
    tv_cell_set_integer (cell, row->ts);
}

static void
class_get_cell (TvTrace *trace, gconstpointer data, guint column, TvCell *cell)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  const TvHeapClassUse *row = data;
  const TvHeapClass *klass = &graphs->classes[row->klass];

  switch (column)
    {
    case CLASS_ID:
      tv_cell_set_id (cell, row->klass);
      break;
    case CLASS_CLASS:
      tv_cell_set_trace_text (cell, trace, tv_heap_class_name (trace, row->klass));
      break;
    case CLASS_NAME:
      tv_cell_set_trace_text (cell, trace, klass->name);
      break;
    case CLASS_SOURCE_NAME:
      tv_cell_set_trace_text (cell, trace, klass->source_name);
      break;
    case CLASS_COUNT:
      tv_cell_set_integer (cell, row->n_objects);
      break;
    case CLASS_SELF_SIZE:
      tv_cell_set_integer (cell, row->shallow);
      break;
    case CLASS_NATIVE_SIZE:
      tv_cell_set_integer (cell, row->native);
      break;
    case CLASS_RETAINED_SIZE:
      tv_cell_set_integer (cell, row->retained);
      break;
    case CLASS_UNREACHABLE:
      tv_cell_set_integer (cell, row->n_unreachable);
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
      set_time (cell, trace, tv_heap_find_class_graph (trace, row->klass), column == CLASS_TS);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_heap_graph_class_table = {
  .info = { "heap_graph_class", N_("A class in a heap, with the number and size of its objects"),
            class_columns, N_CLASS_COLUMNS, FALSE },
  .compute = compute_classes,
  .get_cell = class_get_cell,
  .ties = { { "retained_size", TRUE }, { "class", FALSE } },
};

/* ---- heap_graph_class_change ---- */

enum
{
  CHANGE_NAME,
  CHANGE_COUNT_BEFORE,
  CHANGE_COUNT,
  CHANGE_COUNT_CHANGE,
  CHANGE_SELF_BEFORE,
  CHANGE_SELF,
  CHANGE_SELF_CHANGE,
  CHANGE_RETAINED_BEFORE,
  CHANGE_RETAINED,
  CHANGE_RETAINED_CHANGE,
  CHANGE_CLASS_BEFORE,
  CHANGE_CLASS,
  CHANGE_UPID,
  CHANGE_TS_BEFORE,
  CHANGE_TS,
  N_CHANGE_COLUMNS,
};

static const TvColumn change_columns[N_CHANGE_COLUMNS] = {
  [CHANGE_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Class"),
    N_("Name of the class, in the notation of Java source code"),
  },
  [CHANGE_COUNT_BEFORE] = {
    "object_count_before", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Objects before"),
    N_("Number of reachable objects in the earlier dump"),
  },
  [CHANGE_COUNT] = {
    "object_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Objects"),
    N_("Number of reachable objects in the later dump"),
  },
  [CHANGE_COUNT_CHANGE] = {
    "object_count_change", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Objects change"),
    N_("Change in the number of reachable objects"),
  },
  [CHANGE_SELF_BEFORE] = {
    "self_size_before", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Shallow before"),
    N_("Size of the reachable objects themselves, including native memory, in the earlier dump, in "
       "bytes"),
  },
  [CHANGE_SELF] = {
    "self_size", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Shallow"),
    N_("Size of the reachable objects themselves, including native memory, in the later dump, in "
       "bytes"),
  },
  [CHANGE_SELF_CHANGE] = {
    "self_size_change", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Shallow change"),
    N_("Change in the size of the reachable objects themselves, in bytes"),
  },
  [CHANGE_RETAINED_BEFORE] = {
    "retained_size_before", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Retained before"),
    N_("Size of the memory that the objects retain in the earlier dump, in bytes"),
  },
  [CHANGE_RETAINED] = {
    "retained_size", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Retained"),
    N_("Size of the memory that the objects retain in the later dump, in bytes"),
  },
  [CHANGE_RETAINED_CHANGE] = {
    "retained_size_change", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Retained change"),
    N_("Change in the size of the retained memory, in bytes"),
  },
  [CHANGE_CLASS_BEFORE] = {
    "class_id_before", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Class ID before"),
    N_("ID of the class in the earlier dump, in the table “heap_graph_class”"),
  },
  [CHANGE_CLASS] = {
    "class_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Class ID"),
    N_("ID of the class in the later dump, in the table “heap_graph_class”"),
  },
  [CHANGE_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the process"),
  },
  [CHANGE_TS_BEFORE] = {
    "graph_sample_ts_before", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time before"),
    N_("Time of the earlier dump, on the trace’s clock"),
  },
  [CHANGE_TS] = {
    "graph_sample_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Time of the later dump, on the trace’s clock"),
  },
};

/* Computes the changes in classes between consecutive dumps of each process. Returns NULL if cancelled. */
static GArray *
compute_changes (TvTrace *trace,
                 const TvSelection *selection,
                 GCancellable *cancellable,
                 GError **error)
{
  guint32 n = tv_trace_get_heap_graphs (trace)->n_graphs;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TvHeapClassChange));

  for (guint32 graph = 0; graph < n; graph++)
    {
      guint32 before = tv_heap_find_graph_before (trace, graph);
      g_autoptr (GArray) changes = NULL;

      if (before == TV_NONE)
        continue;
      changes = tv_heap_find_class_changes (trace, before, graph, cancellable, error);
      if (changes == NULL)
        return NULL;
      g_array_append_vals (rows, changes->data, changes->len);
    }
  return g_steal_pointer (&rows);
}

static gint64
get_size (const TvHeapClassUse *use, guint column)
{
  gint64 size = use->shallow;

  switch (column)
    {
    case CHANGE_COUNT_BEFORE:
      return use->n_objects;
    case CHANGE_SELF_BEFORE:
      tv_add_ns (&size, use->native);
      return size;
    case CHANGE_RETAINED_BEFORE:
    default:
      return use->retained;
    }
}

/* Sets a cell in one of the three columns of a number: before, after, or change. */
static void
set_change (TvCell *cell, const TvHeapClassChange *row, guint column, guint first)
{
  gint64 before = get_size (&row->before, first), after = get_size (&row->after, first);

  if (column == first)
    tv_cell_set_integer (cell, before);
  else if (column == first + 1)
    tv_cell_set_integer (cell, after);
  else
    tv_cell_set_integer (cell, (gint64) ((guint64) after - (guint64) before));
}

static void
change_get_cell (TvTrace *trace, gconstpointer data, guint column, TvCell *cell)
{
  const TvHeapClassChange *row = data;
  guint32 klass = row->after.klass != TV_NONE ? row->after.klass : row->before.klass;

  switch (column)
    {
    case CHANGE_NAME:
      tv_cell_set_trace_text (cell, trace, tv_heap_class_name (trace, klass));
      break;
    case CHANGE_COUNT_BEFORE:
    case CHANGE_COUNT:
    case CHANGE_COUNT_CHANGE:
      set_change (cell, row, column, CHANGE_COUNT_BEFORE);
      break;
    case CHANGE_SELF_BEFORE:
    case CHANGE_SELF:
    case CHANGE_SELF_CHANGE:
      set_change (cell, row, column, CHANGE_SELF_BEFORE);
      break;
    case CHANGE_RETAINED_BEFORE:
    case CHANGE_RETAINED:
    case CHANGE_RETAINED_CHANGE:
      set_change (cell, row, column, CHANGE_RETAINED_BEFORE);
      break;
    case CHANGE_CLASS_BEFORE:
      tv_cell_set_id (cell, row->before.klass);
      break;
    case CHANGE_CLASS:
      tv_cell_set_id (cell, row->after.klass);
      break;
    case CHANGE_UPID:
      set_time (cell, trace, row->graph, FALSE);
      break;
    case CHANGE_TS_BEFORE:
      set_time (cell, trace, row->graph_before, TRUE);
      break;
    case CHANGE_TS:
      set_time (cell, trace, row->graph, TRUE);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_heap_graph_class_change_table = {
  .info = { "heap_graph_class_change",
            N_("A change in a class between two successive heap dumps of a process"),
            change_columns, N_CHANGE_COLUMNS, FALSE },
  .compute = compute_changes,
  .get_cell = change_get_cell,
  .ties = { { "retained_size_change", TRUE }, { "name", FALSE } },
};
