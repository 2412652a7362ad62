/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/system/cpu-use.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the tables of CPU use in a time range, by CPU, process and thread. Listed in range_tables in tables.c.
 * Computed by analysis/system/cpu-use.c. */

/* ---- cpu_use_by_cpu ---- */

enum
{
  CPU_CPU,
  CPU_BUSY_NS,
  CPU_BUSY_PCT,
  CPU_RUNS,
  CPU_INFERRED_NS,
  CPU_BOUND_NS,
  CPU_UCPU,
  CPU_NAME,
  N_CPU_COLUMNS,
};

static const TvColumn cpu_columns[N_CPU_COLUMNS] = {
  [CPU_CPU] = {
    "cpu", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("CPU"),
    N_("Number of the CPU"),
  },
  [CPU_BUSY_NS] = {
    "busy_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Running"),
    N_("Time within the range for which the CPU ran threads, excluding the idle thread"),
  },
  [CPU_BUSY_PCT] = {
    "busy_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("% of one CPU"),
    N_("Time for which the CPU ran threads, as a percentage of the range"),
  },
  [CPU_RUNS] = {
    "runs", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Runs"),
    N_("Number of thread runs in the range, including partial runs"),
  },
  [CPU_INFERRED_NS] = {
    "inferred_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Inferred"),
    N_("CPU time of runs whose start or end is inferred"),
  },
  [CPU_BOUND_NS] = {
    "bound_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Bound"),
    N_("Maximum error of the inferred time"),
  },
  [CPU_UCPU] = TV_UCPU_COLUMN,
  [CPU_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the CPU in the timeline, including the machine if it is a guest’s CPU"),
  },
};

static void
cpu_get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvCpuUse *use = row;

  switch (column)
    {
    case CPU_CPU:
      tv_cell_set_id (cell, tv_trace_get_cpu_number (trace, use->id));
      break;
    case CPU_UCPU:
      tv_cell_set_id (cell, use->id);
      break;
    case CPU_NAME:
      tv_cell_take_text (cell, tv_trace_dup_cpu_label (trace, use->id));
      break;
    case CPU_BUSY_NS:
      tv_cell_set_integer (cell, use->cpu_ns);
      break;
    case CPU_BUSY_PCT:
      tv_cell_set_real (cell, use->percent);
      break;
    case CPU_RUNS:
      tv_cell_set_integer (cell, use->runs);
      break;
    case CPU_INFERRED_NS:
      tv_cell_set_integer (cell, use->inferred.ns);
      break;
    case CPU_BOUND_NS:
      tv_cell_set_integer (cell, use->inferred.bound_ns);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_cpu_use_by_cpu_table = {
  .info = { "cpu_use_by_cpu", N_("A CPU and the time for which it ran threads in the range"),
            cpu_columns, N_CPU_COLUMNS, TRUE },
  .compute = tv_cpu_use_by_cpu,
  .get_cell = cpu_get_cell,
  .ties = { { "busy_ns", TRUE }, { "ucpu", FALSE } },
};

/* ---- cpu_use_by_process ---- */

enum
{
  PROCESS_UPID,
  PROCESS_PID,
  PROCESS_NAME,
  PROCESS_CPU_NS,
  PROCESS_CPU_PCT,
  PROCESS_RUNS,
  PROCESS_INFERRED_NS,
  PROCESS_BOUND_NS,
  N_PROCESS_COLUMNS,
};

static const TvColumn process_columns[N_PROCESS_COLUMNS] = {
  [PROCESS_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the process; empty in the row for threads whose process is not known"),
  },
  [PROCESS_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("Process ID on the device"),
  },
  [PROCESS_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the process"),
  },
  [PROCESS_CPU_NS] = {
    "cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU"),
    N_("CPU time of the process’s threads in the range"),
  },
  [PROCESS_CPU_PCT] = {
    "cpu_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("% of one CPU"),
    N_("CPU time of the process’s threads as a percentage of the range; can exceed 100 if threads "
       "ran at the same time on several CPUs"),
  },
  [PROCESS_RUNS] = {
    "runs", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Runs"),
    N_("Number of runs in the range, including partial runs"),
  },
  [PROCESS_INFERRED_NS] = {
    "inferred_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Inferred"),
    N_("CPU time of runs whose start or end is inferred"),
  },
  [PROCESS_BOUND_NS] = {
    "bound_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Bound"),
    N_("Maximum error of the inferred time"),
  },
};

static void
process_get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvCpuUse *use = row;
  const TvProcess *process = NULL;

  if (use->id != TV_NONE)
    process = &tv_trace_get_processes (trace, NULL)[use->id];
  switch (column)
    {
    case PROCESS_UPID:
      tv_cell_set_id (cell, use->id);
      break;
    case PROCESS_PID:
      if (process != NULL)
        tv_cell_set_integer (cell, process->pid);
      break;
    case PROCESS_NAME:
      if (process != NULL)
        tv_cell_set_trace_text (cell, trace, process->name);
      break;
    case PROCESS_CPU_NS:
      tv_cell_set_integer (cell, use->cpu_ns);
      break;
    case PROCESS_CPU_PCT:
      tv_cell_set_real (cell, use->percent);
      break;
    case PROCESS_RUNS:
      tv_cell_set_integer (cell, use->runs);
      break;
    case PROCESS_INFERRED_NS:
      tv_cell_set_integer (cell, use->inferred.ns);
      break;
    case PROCESS_BOUND_NS:
      tv_cell_set_integer (cell, use->inferred.bound_ns);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_cpu_use_by_process_table = {
  .info = { "cpu_use_by_process", N_("A process and its CPU time in the range"), process_columns,
            N_PROCESS_COLUMNS, TRUE },
  .compute = tv_cpu_use_by_process,
  .get_cell = process_get_cell,
  .ties = { { "cpu_ns", TRUE }, { "name", FALSE } },
};

/* ---- cpu_use_by_thread ---- */

enum
{
  THREAD_UTID,
  THREAD_TID,
  THREAD_NAME,
  THREAD_PROCESS,
  THREAD_CPU_NS,
  THREAD_CPU_PCT,
  THREAD_RUNS,
  THREAD_INFERRED_NS,
  THREAD_BOUND_NS,
  N_THREAD_COLUMNS,
};

static const TvColumn thread_columns[N_THREAD_COLUMNS] = {
  [THREAD_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread"),
  },
  [THREAD_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("Thread ID on the device"),
  },
  [THREAD_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the thread"),
  },
  [THREAD_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process"),
    N_("Name and ID of the thread’s process"),
  },
  [THREAD_CPU_NS] = {
    "cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU"),
    N_("CPU time of the thread in the range"),
  },
  [THREAD_CPU_PCT] = {
    "cpu_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("% of one CPU"),
    N_("CPU time of the thread as a percentage of the range"),
  },
  [THREAD_RUNS] = {
    "runs", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Runs"),
    N_("Number of runs in the range, including partial runs"),
  },
  [THREAD_INFERRED_NS] = {
    "inferred_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Inferred"),
    N_("CPU time of runs whose start or end is inferred"),
  },
  [THREAD_BOUND_NS] = {
    "bound_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Bound"),
    N_("Maximum error of the inferred time"),
  },
};

static void
thread_get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvCpuUse *use = row;
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[use->id];

  switch (column)
    {
    case THREAD_UTID:
      tv_cell_set_id (cell, use->id);
      break;
    case THREAD_TID:
      tv_cell_set_integer (cell, thread->tid);
      break;
    case THREAD_NAME:
      tv_cell_set_trace_text (cell, trace, thread->name);
      break;
    case THREAD_PROCESS:
      if (thread->upid != TV_NONE)
        tv_cell_take_text (cell, tv_trace_dup_process_label (trace, thread->upid));
      break;
    case THREAD_CPU_NS:
      tv_cell_set_integer (cell, use->cpu_ns);
      break;
    case THREAD_CPU_PCT:
      tv_cell_set_real (cell, use->percent);
      break;
    case THREAD_RUNS:
      tv_cell_set_integer (cell, use->runs);
      break;
    case THREAD_INFERRED_NS:
      tv_cell_set_integer (cell, use->inferred.ns);
      break;
    case THREAD_BOUND_NS:
      tv_cell_set_integer (cell, use->inferred.bound_ns);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_cpu_use_by_thread_table = {
  .info = { "cpu_use_by_thread", N_("A thread and its CPU time in the range"), thread_columns,
            N_THREAD_COLUMNS, TRUE },
  .compute = tv_cpu_use_by_thread,
  .get_cell = thread_get_cell,
  .ties = { { "cpu_ns", TRUE }, { "name", FALSE } },
};
