/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* Implements the table of flows between slices. Listed in trace_tables in tables.c. Pure: cells are read from the
 * trace. */

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
