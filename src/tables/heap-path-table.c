/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/heap/heap-classes.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the table of the path from a root to an object, see tv_heap_find_root_path(). Opened only by the Heap
 * view. Not listed in tables.c, because it needs an object, which the user selects. */

enum
{
  PATH_OBJECT,
  PATH_FIELD,
  PATH_CLASS,
  PATH_ROOT,
  PATH_SELF_SIZE,
  PATH_RETAINED_SIZE,
  N_PATH_COLUMNS,
};

static const TvColumn path_columns[N_PATH_COLUMNS] = {
  [PATH_OBJECT] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Object"),
    N_("ID of the object in the table “heap_graph_object”"),
  },
  [PATH_FIELD] = {
    "field_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Field"),
    N_("Field of the previous object that refers to this object, with its class, as named in the "
       "source code; empty for array elements"),
  },
  [PATH_CLASS] = {
    "class", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Class"),
    N_("Class of the object, in the notation of Java source code"),
  },
  [PATH_ROOT] = {
    "root_type", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Root"),
    N_("Type of the root; empty if the object is not a root"),
  },
  [PATH_SELF_SIZE] = {
    "self_size", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Shallow"),
    N_("Size of the object itself, in bytes"),
  },
  [PATH_RETAINED_SIZE] = {
    "retained_size", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Retained"),
    N_("Size of all memory that is freed together with the object, in bytes, including native "
       "memory"),
  },
};

static void
path_get_cell (TvTrace *trace, gconstpointer data, guint column, TvCell *cell)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  const TvHeapStep *row = data;

  switch (column)
    {
    case PATH_OBJECT:
      tv_cell_set_id (cell, row->object);
      break;
    case PATH_FIELD:
      if (row->reference != TV_NONE)
        tv_cell_set_trace_text (cell, trace, tv_heap_field_name (trace, row->reference));
      break;
    case PATH_CLASS:
      tv_cell_set_trace_text (cell, trace, tv_heap_class_name (trace, graphs->klass[row->object]));
      break;
    case PATH_ROOT:
      tv_cell_set_text (cell, tv_heap_root_name ((TvHeapRoot) graphs->root[row->object]));
      break;
    case PATH_SELF_SIZE:
      tv_cell_set_integer (cell, graphs->self_size[row->object]);
      break;
    case PATH_RETAINED_SIZE:
      tv_cell_set_integer (cell, graphs->retained[row->object]);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_heap_path_table = {
  .info = { "heap_path", N_("A step on the path from a root to an object in a heap"), path_columns,
            N_PATH_COLUMNS, FALSE },
  .get_cell = path_get_cell,
};
