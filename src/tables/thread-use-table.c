/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/system/thread-use.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the table of threads, with their CPU times and contents in the selected part of the trace. Listed in
 * range_tables in tables.c; also opened by the Threads view. Computed by analysis/system/thread-use.c. */

enum
{
  USE_UTID,
  USE_TID,
  USE_NAME,
  USE_PROCESS,
  USE_CALLS,
  USE_WALL_NS,
  USE_WALL_PCT,
  USE_CPU_NS,
  USE_DEPTH,
  USE_SAMPLES,
  USE_WEIGHT,
  USE_FIRST_TS,
  USE_LAST_TS,
  N_USE_COLUMNS,
};

static const TvColumn columns[N_USE_COLUMNS] = {
  [USE_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread"),
  },
  [USE_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("Thread ID on the device"),
  },
  [USE_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the thread"),
  },
  [USE_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process"),
    N_("Name and ID of the thread’s process"),
  },
  [USE_CALLS] = {
    "calls", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls"),
    N_("Number of calls or slices of the thread"),
  },
  [USE_WALL_NS] = {
    "wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("In calls"),
    N_("Wall time for which the thread was in calls"),
  },
  [USE_WALL_PCT] = {
    "wall_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("% of range"),
    N_("Wall time for which the thread was in calls, as a percentage of the range"),
  },
  [USE_CPU_NS] = {
    "cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("In calls CPU"),
    N_("CPU time of the thread in calls"),
  },
  [USE_DEPTH] = {
    "depth", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Depth"),
    N_("Depth of the deepest stack of calls or samples"),
  },
  [USE_SAMPLES] = {
    "samples", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Samples"),
    N_("Number of stack samples; with --samples, only of the selected event"),
  },
  [USE_WEIGHT] = {
    "weight", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Weight"),
    N_("Weight of the samples, in the unit of their event; only with --samples"),
  },
  [USE_FIRST_TS] = {
    "first_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("First"),
    N_("Time when the thread was first in a call or sampled, on the trace’s clock; empty if it "
       "never was"),
  },
  [USE_LAST_TS] = {
    "last_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Last"),
    N_("Time when the thread was last in a call or sampled; empty if it never was"),
  },
};

static void
set_busy (TvCell *cell, TvTrace *trace, const TvThreadUse *use, TvClock clock)
{
  if (tv_trace_has_clock (trace, clock))
    tv_cell_set_integer (cell, use->busy_ns[clock]);
}

static void
set_ts (TvCell *cell, gint64 ts)
{
  if (ts != TV_NO_TIME)
    tv_cell_set_integer (cell, ts);
}

static void
get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvThreadUse *use = row;
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[use->utid];

  switch (column)
    {
    case USE_UTID:
      tv_cell_set_id (cell, use->utid);
      break;
    case USE_TID:
      tv_cell_set_integer (cell, thread->tid);
      break;
    case USE_NAME:
      tv_cell_set_trace_text (cell, trace, thread->name);
      break;
    case USE_PROCESS:
      if (thread->upid != TV_NONE)
        tv_cell_take_text (cell, tv_trace_dup_process_label (trace, thread->upid));
      break;
    case USE_CALLS:
      tv_cell_set_integer (cell, use->calls);
      break;
    case USE_WALL_NS:
      set_busy (cell, trace, use, TV_CLOCK_WALL);
      break;
    case USE_WALL_PCT:
      if (tv_trace_has_clock (trace, TV_CLOCK_WALL))
        tv_cell_set_real (cell, use->busy_percent);
      break;
    case USE_CPU_NS:
      set_busy (cell, trace, use, TV_CLOCK_CPU);
      break;
    case USE_DEPTH:
      tv_cell_set_integer (cell, use->depth);
      break;
    case USE_SAMPLES:
      tv_cell_set_integer (cell, use->samples);
      break;
    case USE_WEIGHT:
      if (use->weight != 0)
        tv_cell_set_weight (cell, use->unit, use->weight);
      break;
    case USE_FIRST_TS:
      set_ts (cell, use->first_ns);
      break;
    case USE_LAST_TS:
      set_ts (cell, use->last_ns);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_thread_use_table = {
  .info = { "thread_use", N_("A thread, with its calls in the range and their times"), columns,
            N_USE_COLUMNS, TRUE },
  .compute = tv_thread_use_new,
  .get_cell = get_cell,
  .ties = { { "wall_ns", TRUE }, { "name", FALSE } },
};
