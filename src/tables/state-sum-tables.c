/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/state-sum.h"

#include <glib/gi18n.h>

#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the tables of thread states, with times summed by process and by state. Listed in range_tables in
 * tables.c. Computed by analysis/system/state-sum.c. */

/* Columns of the table by process. The table by state only has SUM_STATE and the columns after it. */
enum
{
  SUM_UPID,
  SUM_PID,
  SUM_PROCESS,
  SUM_STATE,
  SUM_IO_WAIT,
  SUM_THREADS,
  SUM_TOTAL_NS,
  SUM_COUNT,
  SUM_MIN_NS,
  SUM_AVG_NS,
  SUM_MAX_NS,
  SUM_INFERRED_NS,
  SUM_BOUND_NS,
  N_SUM_COLUMNS,
};

static const TvColumn columns[N_SUM_COLUMNS] = {
  [SUM_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the process"),
  },
  [SUM_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("Process ID on the device"),
  },
  [SUM_PROCESS] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the process"),
  },
  [SUM_STATE] = {
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),
    N_("Running, or a kernel state letter: R runnable, R+ preempted by another thread, S sleeping, "
       "D blocked"),
  },
  [SUM_IO_WAIT] = {
    "io_wait", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("I/O wait"),
    N_("1 if a blocked thread waited for I/O, 0 if not; empty if not known"),
  },
  [SUM_THREADS] = {
    "threads", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Threads"),
    N_("Number of threads that were in the state within the range"),
  },
  [SUM_TOTAL_NS] = {
    "total_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Total"),
    N_("Time of all threads in the state, within the range"),
  },
  [SUM_COUNT] = {
    "count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Count"),
    N_("Number of intervals in the range, including partial intervals"),
  },
  [SUM_MIN_NS] = {
    "min_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Minimum"),
    N_("Shortest interval, clipped to the range"),
  },
  [SUM_AVG_NS] = {
    "avg_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Average"),
    N_("Average duration"),
  },
  [SUM_MAX_NS] = {
    "max_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Maximum"),
    N_("Longest interval, clipped to the range"),
  },
  [SUM_INFERRED_NS] = {
    "inferred_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Inferred"),
    N_("Time in intervals whose start or end is inferred"),
  },
  [SUM_BOUND_NS] = {
    "bound_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Bound"),
    N_("Maximum error of the inferred time"),
  },
};

static void
get_process_cell (TvTrace *trace, guint32 upid, guint column, TvCell *cell)
{
  const TvProcess *process;

  if (upid == TV_NONE)
    return;
  process = &tv_trace_get_processes (trace, NULL)[upid];
  if (column == SUM_UPID)
    tv_cell_set_id (cell, upid);
  else if (column == SUM_PID)
    tv_cell_set_integer (cell, process->pid);
  else
    tv_cell_set_trace_text (cell, trace, process->name);
}

static void
get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvStateSum *sum = row;

  switch (column)
    {
    case SUM_UPID:
    case SUM_PID:
    case SUM_PROCESS:
      get_process_cell (trace, sum->upid, column, cell);
      break;
    case SUM_STATE:
      tv_cell_set_trace_text (cell, trace, sum->text);
      break;
    case SUM_IO_WAIT:
      if (sum->io_wait >= 0)
        tv_cell_set_integer (cell, sum->io_wait);
      break;
    case SUM_THREADS:
      tv_cell_set_integer (cell, sum->n_threads);
      break;
    case SUM_TOTAL_NS:
      tv_cell_set_integer (cell, sum->total_ns);
      break;
    case SUM_COUNT:
      tv_cell_set_integer (cell, sum->count);
      break;
    case SUM_MIN_NS:
      tv_cell_set_integer (cell, sum->min_ns);
      break;
    case SUM_AVG_NS:
      tv_cell_set_integer (cell, tv_range_average (sum->total_ns, sum->count));
      break;
    case SUM_MAX_NS:
      tv_cell_set_integer (cell, sum->max_ns);
      break;
    case SUM_INFERRED_NS:
      tv_cell_set_integer (cell, sum->inferred.ns);
      break;
    case SUM_BOUND_NS:
      tv_cell_set_integer (cell, sum->inferred.bound_ns);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
get_cell_of_state (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  get_cell (trace, row, column + SUM_STATE, cell);
}

const TvRangeTableKind tv_state_use_by_process_table = {
  .info = { "state_use_by_process",
            N_("A state of the threads of a process, with its time in the "
               "range"),
            columns, N_SUM_COLUMNS, TRUE },
  .compute = tv_state_sum_by_process,
  .get_cell = get_cell,
  .ties = { { "total_ns", TRUE }, { "name", FALSE } },
};

const TvRangeTableKind tv_state_use_by_state_table = {
  .info = { "state_use_by_state", N_("A state of all threads, with its time in the range"),
            columns + SUM_STATE, N_SUM_COLUMNS - SUM_STATE, TRUE },
  .compute = tv_state_sum_by_state,
  .get_cell = get_cell_of_state,
  .ties = { { "total_ns", TRUE }, { "state", FALSE } },
};
