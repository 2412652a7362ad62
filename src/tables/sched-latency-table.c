/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/sched-latency.h"

#include <glib/gi18n.h>

#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the table of scheduling latencies: how long threads waited for a CPU, and how their runs ended. Listed
 * in range_tables in tables.c. Computed by analysis/system/sched-latency.c. */

enum
{
  LATENCY_UTID,
  LATENCY_TID,
  LATENCY_THREAD,
  LATENCY_PROCESS,
  LATENCY_COUNT,
  LATENCY_TOTAL_NS,
  LATENCY_AVG_NS,
  LATENCY_MAX_NS,
  LATENCY_OVER_1MS,
  LATENCY_OVER_10MS,
  LATENCY_RUNS,
  LATENCY_PREEMPTED,
  LATENCY_YIELDED,
  LATENCY_SLEPT,
  LATENCY_BLOCKED,
  LATENCY_MIGRATIONS,
  LATENCY_MAX_ID,
  N_LATENCY_COLUMNS,
};

static const TvColumn columns[N_LATENCY_COLUMNS] = {
  [LATENCY_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread"),
  },
  [LATENCY_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("Thread ID on the device"),
  },
  [LATENCY_THREAD] = {
    "thread", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the thread"),
  },
  [LATENCY_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process"),
    N_("Name and ID of the thread’s process"),
  },
  [LATENCY_COUNT] = {
    "count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Waits"),
    N_("Number of waits for a CPU that ended with a run"),
  },
  [LATENCY_TOTAL_NS] = {
    "total_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Total"),
    N_("Total duration of the waits for a CPU"),
  },
  [LATENCY_AVG_NS] = {
    "avg_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Average"),
    N_("Average duration"),
  },
  [LATENCY_MAX_NS] = {
    "max_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Maximum"),
    N_("Longest wait for a CPU"),
  },
  [LATENCY_OVER_1MS] = {
    "over_1ms", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Over 1 ms"),
    N_("Number of waits longer than 1 ms"),
  },
  [LATENCY_OVER_10MS] = {
    "over_10ms", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Over 10 ms"),
    N_("Number of waits longer than 10 ms"),
  },
  [LATENCY_RUNS] = {
    "runs", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Runs"),
    N_("Number of runs that begin in the range"),
  },
  [LATENCY_PREEMPTED] = {
    "preempted", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Preempted"),
    N_("Number of runs that ended because another thread got the CPU while the thread was still "
       "runnable (R+)"),
  },
  [LATENCY_YIELDED] = {
    "runnable_end", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Ended runnable"),
    N_("Number of runs after which the thread was runnable for another reason (R)"),
  },
  [LATENCY_SLEPT] = {
    "slept", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Slept"),
    N_("Number of runs that ended with a sleep (S)"),
  },
  [LATENCY_BLOCKED] = {
    "blocked", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Blocked"),
    N_("Number of runs that ended with an uninterruptible sleep (D)"),
  },
  [LATENCY_MIGRATIONS] = {
    "migrations", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Migrations"),
    N_("Number of runs on a CPU other than that of the previous run"),
  },
  [LATENCY_MAX_ID] = {
    "max_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Longest"),
    N_("ID of the running state after the longest wait, in the table “thread_state”"),
  },
};

static void
get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvSchedLatency *sum = row;
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[sum->utid];

  switch (column)
    {
    case LATENCY_UTID:
      tv_cell_set_id (cell, sum->utid);
      break;
    case LATENCY_TID:
      tv_cell_set_integer (cell, thread->tid);
      break;
    case LATENCY_THREAD:
      tv_cell_set_trace_text (cell, trace, thread->name);
      break;
    case LATENCY_PROCESS:
      if (thread->upid != TV_NONE)
        tv_cell_take_text (cell, tv_trace_dup_process_label (trace, thread->upid));
      break;
    case LATENCY_COUNT:
      tv_cell_set_integer (cell, sum->n_latencies);
      break;
    case LATENCY_TOTAL_NS:
      tv_cell_set_integer (cell, sum->total_ns);
      break;
    case LATENCY_AVG_NS:
      tv_cell_set_integer (cell, tv_range_average (sum->total_ns, sum->n_latencies));
      break;
    case LATENCY_MAX_NS:
      tv_cell_set_integer (cell, sum->max_ns);
      break;
    case LATENCY_OVER_1MS:
      tv_cell_set_integer (cell, sum->n_over_1ms);
      break;
    case LATENCY_OVER_10MS:
      tv_cell_set_integer (cell, sum->n_over_10ms);
      break;
    case LATENCY_RUNS:
      tv_cell_set_integer (cell, sum->n_runs);
      break;
    case LATENCY_PREEMPTED:
      tv_cell_set_integer (cell, sum->n_preempted);
      break;
    case LATENCY_YIELDED:
      tv_cell_set_integer (cell, sum->n_yielded);
      break;
    case LATENCY_SLEPT:
      tv_cell_set_integer (cell, sum->n_slept);
      break;
    case LATENCY_BLOCKED:
      tv_cell_set_integer (cell, sum->n_blocked);
      break;
    case LATENCY_MIGRATIONS:
      tv_cell_set_integer (cell, sum->n_migrations);
      break;
    case LATENCY_MAX_ID:
      tv_cell_set_id (cell, sum->max_run);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_sched_latency_table = {
  .info = { "sched_latency",
            N_("A thread, with its waits for a CPU and the reasons why its runs "
               "ended"),
            columns, N_LATENCY_COLUMNS, TRUE },
  .compute = tv_sched_latency_new,
  .get_cell = get_cell,
  .ties = { { "total_ns", TRUE }, { "thread", FALSE } },
};
