/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* Implements the tables of sample kinds, and of allocations and frees in native heaps. Listed in trace_tables in
 * tables.c. Pure: cells are read from the trace. */

/* ---- sample_event ---- */

enum
{
  EVENT_ID,
  EVENT_NAME,
  EVENT_UNIT,
  EVENT_HEAP_NAME,
  EVENT_MEASURE,
  N_EVENT_COLUMNS,
};

static const TvColumn event_columns[N_EVENT_COLUMNS] = {
  [EVENT_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Event"),
    N_("ID of the sample event in this trace"),
  },
  [EVENT_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the event; only weights of the same event can be added up"),
  },
  [EVENT_UNIT] = {
    "unit", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Unit"),
    N_("Unit of the weights: count, ns or bytes"),
  },
  [EVENT_HEAP_NAME] = {
    "heap_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Heap"),
    N_("Name of the heap that the samples belong to, as in the table “heap_profile_allocation”"),
  },
  [EVENT_MEASURE] = {
    "measure", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Measure"),
    N_("Quantity that is counted in the heap"),
  },
};

static guint32
event_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_stacks (trace)->n_kinds;
}

static void
event_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  const TvSampleKind *kind = &stacks->kinds[row];

  switch (column)
    {
    case EVENT_ID:
      tv_cell_set_id (cell, row);
      break;
    case EVENT_NAME:
      tv_cell_set_trace_text (cell, trace, kind->name);
      break;
    case EVENT_UNIT:
      tv_cell_set_text (cell, tv_weight_unit_name (kind->unit));
      break;
    case EVENT_HEAP_NAME:
      if (kind->heap != TV_NONE)
        tv_cell_set_trace_text (cell, trace, stacks->heaps[kind->heap].name);
      break;
    case EVENT_MEASURE:
      if (kind->heap != TV_NONE)
        tv_cell_set_text (cell, tv_heap_measure_name (kind->measure));
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_sample_event_table = {
  .info = { "sample_event",
            N_("An event at which stacks were sampled, with the unit of its "
               "samples"),
            event_columns, N_EVENT_COLUMNS, FALSE },
  .get_n_rows = event_get_n_rows,
  .get_cell = event_get_cell,
};

/* ---- heap_profile_allocation ---- */

enum
{
  CHANGE_ID,
  CHANGE_TS,
  CHANGE_UPID,
  CHANGE_UTID,
  CHANGE_HEAP_NAME,
  CHANGE_CALLSITE_ID,
  CHANGE_COUNT,
  CHANGE_SIZE,
  N_CHANGE_COLUMNS,
};

static const TvColumn change_columns[N_CHANGE_COLUMNS] = {
  [CHANGE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Change"),
    N_("ID of the change in this trace, in chronological order"),
  },
  [CHANGE_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Time of the change, or of the dump that contains it, on the trace’s clock"),
  },
  [CHANGE_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the process"),
  },
  [CHANGE_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread, if known"),
  },
  [CHANGE_HEAP_NAME] = {
    "heap_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Heap"),
    N_("Name of the allocator"),
  },
  [CHANGE_CALLSITE_ID] = {
    "callsite_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Callsite"),
    N_("ID of the stack that allocated the memory, in the table “stack_profile_callsite”"),
  },
  [CHANGE_COUNT] = {
    "count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Count"),
    N_("Number of allocations; negative if memory was freed"),
  },
  [CHANGE_SIZE] = {
    "size", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Size"),
    N_("Number of allocated bytes; negative if memory was freed"),
  },
};

static guint32
change_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_stacks (trace)->changes.n;
}

/* Returns whether a heap change has a stack. Changes between heap graphs have no stacks. */
static gboolean
change_is_row (TvTrace *trace, guint32 row)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  return !stacks->heaps[stacks->changes.heap[row]].is_graph;
}

static void
change_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  const TvHeapChanges *changes = &stacks->changes;

  switch (column)
    {
    case CHANGE_ID:
      tv_cell_set_id (cell, row);
      break;
    case CHANGE_TS:
      if (changes->ts[row] != TV_NO_TIME)
        tv_cell_set_integer (cell, changes->ts[row]);
      break;
    case CHANGE_UPID:
      tv_cell_set_id (cell, changes->upid[row]);
      break;
    case CHANGE_UTID:
      tv_cell_set_id (cell, changes->utid[row]);
      break;
    case CHANGE_HEAP_NAME:
      tv_cell_set_trace_text (cell, trace, stacks->heaps[changes->heap[row]].name);
      break;
    case CHANGE_CALLSITE_ID:
      tv_cell_set_id (cell, changes->callsite[row]);
      break;
    case CHANGE_COUNT:
      tv_cell_set_integer (cell, changes->count[row]);
      break;
    case CHANGE_SIZE:
      tv_cell_set_integer (cell, changes->size[row]);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_heap_profile_allocation_table = {
  .info = { "heap_profile_allocation", N_("Memory that one stack allocated or freed in a heap"),
            change_columns, N_CHANGE_COLUMNS, FALSE },
  .get_n_rows = change_get_n_rows,
  .is_row = change_is_row,
  .get_cell = change_get_cell,
  .is_in_order = TRUE,
};
