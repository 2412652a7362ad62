/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* Implements the table of ftrace events. Listed in trace_tables in tables.c. Pure: cells are read from the trace. */

enum
{
  EVENT_ID,
  EVENT_TS,
  EVENT_CPU,
  EVENT_UTID,
  EVENT_NAME,
  EVENT_ARGS,
  EVENT_UCPU,
  N_EVENT_COLUMNS,
};

static const TvColumn event_columns[N_EVENT_COLUMNS] = {
  [EVENT_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Event"),
    N_("ID of the event in this trace, in chronological order"),
  },
  [EVENT_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Time of the event, on the trace’s clock"),
  },
  [EVENT_CPU] = {
    "cpu", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("CPU"),
    N_("Number of the CPU on which the event occurred"),
  },
  [EVENT_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread on which the event occurred"),
  },
  [EVENT_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the event in the kernel"),
  },
  [EVENT_ARGS] = {
    "args", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Arguments"),
    N_("Arguments, as text"),
  },
  [EVENT_UCPU] = TV_UCPU_COLUMN,
};

static guint32
event_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_events (trace)->n;
}

static void
event_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvEvents *events = tv_trace_get_events (trace);

  switch (column)
    {
    case EVENT_ID:
      tv_cell_set_id (cell, row);
      break;
    case EVENT_TS:
      tv_cell_set_integer (cell, tv_time_column_get (&events->ts, row));
      break;
    case EVENT_CPU:
      tv_cell_set_id (cell, tv_trace_get_cpu_number (trace, tv_id_column_get (&events->cpu, row)));
      break;
    case EVENT_UCPU:
      tv_cell_set_id (cell, tv_id_column_get (&events->cpu, row));
      break;
    case EVENT_UTID:
      tv_cell_set_id (cell, tv_id_column_get (&events->utid, row));
      break;
    case EVENT_NAME:
      tv_cell_set_trace_text (cell, trace, tv_events_get_name (events, row));
      break;
    case EVENT_ARGS:
      tv_cell_take_text (cell, tv_trace_dup_event_args (trace, row));
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
event_get_text_id (TvTrace *trace, guint32 row, guint column, guint32 *id)
{
  if (column != EVENT_NAME)
    return FALSE;
  *id = tv_events_get_name (tv_trace_get_events (trace), row);
  return TRUE;
}

const TvTraceTableKind tv_ftrace_event_table = {
  .info = { "ftrace_event", N_("A kernel event in a log"), event_columns, N_EVENT_COLUMNS, FALSE },
  .get_n_rows = event_get_n_rows,
  .get_cell = event_get_cell,
  .get_text_id = event_get_text_id,
  .is_in_order = TRUE,
};
