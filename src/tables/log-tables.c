/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>
#include <math.h>

#include "tables/trace-table.h"

/* Implements the tables of ftrace events, and of the arguments and flows of slices. Listed in trace_tables in
 * tables.c. Pure: cells are read from the trace. */

/* ---- ftrace_event ---- */

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

/* ---- args ---- */

enum
{
  ARG_ID,
  ARG_ARG_SET_ID,
  ARG_FLAT_KEY,
  ARG_KEY,
  ARG_STRING_VALUE,
  ARG_INT_VALUE,
  ARG_REAL_VALUE,
  N_ARG_COLUMNS,
};

static const TvColumn arg_columns[N_ARG_COLUMNS] = {
  [ARG_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [ARG_ARG_SET_ID] = {
    "arg_set_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Set"),
    N_("ID of the set that contains the argument; slices with equal arguments share a set"),
  },
  [ARG_FLAT_KEY] = {
    "flat_key", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Flat key"),
    N_("Key of the argument without array indexes"),
  },
  [ARG_KEY] = {
    "key", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Key"),
    N_("Key of the argument"),
  },
  [ARG_STRING_VALUE] = {
    "string_value", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Value"),
    N_("Value as text"),
  },
  [ARG_INT_VALUE] = {
    "int_value", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Number"),
    N_("Value as an integer; empty if the value is not a decimal number"),
  },
  [ARG_REAL_VALUE] = {
    "real_value", TV_COLUMN_REAL, TV_UNIT_NONE, N_("Real number"),
    N_("Value as a floating-point number; empty for other types"),
  },
};

/* Returns the index after the last argument of a set. The sets are contiguous in one array. */
static guint32
get_end_of_set (TvTrace *trace, guint32 set)
{
  guint32 n;
  const TvArg *first = tv_trace_get_args (trace, 0, &n);
  const TvArg *args = tv_trace_get_args (trace, set, &n);

  return (guint32) (args - first) + n;
}

static guint32
arg_get_n_rows (TvTrace *trace)
{
  guint32 n_sets = tv_trace_get_n_arg_sets (trace);

  return n_sets > 0 ? get_end_of_set (trace, n_sets - 1) : 0;
}

/* Returns the set that contains an argument: the first set that ends after it. */
static guint32
find_set_at (TvTrace *trace, guint32 arg)
{
  guint32 low = 0, high = tv_trace_get_n_arg_sets (trace) - 1;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (get_end_of_set (trace, middle) <= arg)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Sets the key without indexes in brackets: `a.b[2].c` becomes `a.b.c`. */
static void
set_flat_key (TvCell *cell, const char *key)
{
  const char *at = key, *open, *end;
  GString *flat;

  if (strchr (key, '[') == NULL)
    {
      tv_cell_set_text (cell, key);
      return;
    }
  flat = g_string_new (NULL);
  while ((open = strchr (at, '[')) != NULL && (end = strchr (open, ']')) != NULL)
    {
      g_string_append_len (flat, at, open - at);
      at = end + 1;
    }
  g_string_append (flat, at);
  tv_cell_take_text (cell, g_string_free (flat, FALSE));
}

static void
set_arg_text (TvCell *cell, TvTrace *trace, const TvArg *arg)
{
  char buffer[TV_ARG_TEXT_BYTES];

  if (tv_arg_get_type (arg) == TV_ARG_STRING)
    {
      tv_cell_set_trace_text (cell, trace, tv_arg_get_string (arg));
      return;
    }
  tv_cell_take_text (cell, g_strdup (tv_trace_get_arg_text (trace, arg, buffer)));
  cell->is_literal = tv_arg_get_type (arg) == TV_ARG_DOUBLE
                         ? isfinite (tv_trace_get_arg_double (trace, arg))
                         : tv_arg_get_type (arg) != TV_ARG_POINTER;
}

static void
arg_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  guint32 n;
  const TvArg *arg = &tv_trace_get_args (trace, 0, &n)[row];

  switch (column)
    {
    case ARG_ID:
      tv_cell_set_id (cell, row);
      break;
    case ARG_ARG_SET_ID:
      tv_cell_set_id (cell, find_set_at (trace, row));
      break;
    case ARG_FLAT_KEY:
      set_flat_key (cell, tv_trace_get_string (trace, tv_arg_get_key (arg)));
      break;
    case ARG_KEY:
      tv_cell_set_trace_text (cell, trace, tv_arg_get_key (arg));
      break;
    case ARG_STRING_VALUE:
      set_arg_text (cell, trace, arg);
      break;
    case ARG_INT_VALUE:
      if (tv_arg_get_type (arg) == TV_ARG_STRING)
        tv_cell_set_number_of (cell, tv_trace_get_string (trace, tv_arg_get_string (arg)));
      else if (tv_arg_get_type (arg) != TV_ARG_DOUBLE)
        tv_cell_set_integer (cell, tv_trace_get_arg_int (trace, arg));
      break;
    case ARG_REAL_VALUE:
      if (tv_arg_get_type (arg) == TV_ARG_DOUBLE)
        tv_cell_set_real (cell, tv_trace_get_arg_double (trace, arg));
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
arg_get_text_id (TvTrace *trace, guint32 row, guint column, guint32 *id)
{
  guint32 n;
  const TvArg *arg = &tv_trace_get_args (trace, 0, &n)[row];

  if (column == ARG_KEY || column == ARG_FLAT_KEY)
    *id = tv_arg_get_key (arg);
  else if (tv_arg_get_type (arg) == TV_ARG_STRING)
    *id = arg_get_n_rows (trace) + tv_arg_get_string (arg);
  else
    *id = row;
  return TRUE;
}

const TvTraceTableKind tv_args_table = {
  .info = { "args", N_("An argument of a slice"), arg_columns, N_ARG_COLUMNS, FALSE },
  .get_n_rows = arg_get_n_rows,
  .get_cell = arg_get_cell,
  .get_text_id = arg_get_text_id,
};

/* ---- flow ---- */

enum
{
  FLOW_ID,
  FLOW_SLICE_OUT,
  FLOW_SLICE_IN,
  FLOW_TRACE_ID,
  N_FLOW_COLUMNS,
};

static const TvColumn flow_columns[N_FLOW_COLUMNS] = {
  [FLOW_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [FLOW_SLICE_OUT] = {
    "slice_out", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("From"),
    N_("ID of the sending slice"),
  },
  [FLOW_SLICE_IN] = {
    "slice_in", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("To"),
    N_("ID of the receiving slice"),
  },
  [FLOW_TRACE_ID] = {
    "trace_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID in trace"),
    N_("Cookie that the program assigned to the flow, if known; a signed number, as in Perfetto"),
  },
};

static guint32
flow_get_n_rows (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_flows (trace, &n);
  return n;
}

static void
flow_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvFlow *flow = &tv_trace_get_flows (trace, NULL)[row];
  guint64 id;

  switch (column)
    {
    case FLOW_ID:
      tv_cell_set_id (cell, row);
      break;
    case FLOW_SLICE_OUT:
      tv_cell_set_id (cell, flow->from);
      break;
    case FLOW_SLICE_IN:
      tv_cell_set_id (cell, flow->to);
      break;
    case FLOW_TRACE_ID:
      if (tv_trace_find_flow_id (trace, row, &id))
        tv_cell_set_integer (cell, (gint64) id);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_flow_table = {
  .info = { "flow",
            N_("A flow from one slice to another, such as a call to another process; drawn "
               "as an arrow"),
            flow_columns, N_FLOW_COLUMNS, FALSE },
  .get_n_rows = flow_get_n_rows,
  .get_cell = flow_get_cell,
};
