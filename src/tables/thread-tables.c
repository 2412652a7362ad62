/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* Who was running. */

/* ---- process ---- */

enum
{
  PROCESS_UPID,
  PROCESS_PID,
  PROCESS_NAME,
  N_PROCESS_COLUMNS,
};

static const TvColumn process_columns[N_PROCESS_COLUMNS] = {
  [PROCESS_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("The process's number in this trace"),
  },
  [PROCESS_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("The process's id on the device"),
  },
  [PROCESS_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("The process's name"),
  },
};

static guint32
process_get_n_rows (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_processes (trace, &n);
  return n;
}

static void
process_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvProcess *process = &tv_trace_get_processes (trace, NULL)[row];

  switch (column)
    {
    case PROCESS_UPID:
      tv_cell_set_id (cell, row);
      break;
    case PROCESS_PID:
      tv_cell_set_integer (cell, process->pid);
      break;
    case PROCESS_NAME:
      tv_cell_set_trace_text (cell, trace, process->name);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_process_table = {
  .info = { "process", N_("A process"), process_columns, N_PROCESS_COLUMNS, FALSE },
  .get_n_rows = process_get_n_rows,
  .get_cell = process_get_cell,
};

/* ---- thread ---- */

enum
{
  THREAD_UTID,
  THREAD_TID,
  THREAD_NAME,
  THREAD_UPID,
  THREAD_IS_MAIN_THREAD,
  N_THREAD_COLUMNS,
};

static const TvColumn thread_columns[N_THREAD_COLUMNS] = {
  [THREAD_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("The thread's number in this trace"),
  },
  [THREAD_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("The thread's id on the device"),
  },
  [THREAD_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("The thread's name"),
  },
  [THREAD_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("The number of its process in this trace"),
  },
  [THREAD_IS_MAIN_THREAD] = {
    "is_main_thread", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Main thread"),
    N_("1 for the thread whose id is its process's id, else 0"),
  },
};

static guint32
thread_get_n_rows (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_threads (trace, &n);
  return n;
}

static void
thread_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[row];

  switch (column)
    {
    case THREAD_UTID:
      tv_cell_set_id (cell, row);
      break;
    case THREAD_TID:
      tv_cell_set_integer (cell, thread->tid);
      break;
    case THREAD_NAME:
      tv_cell_set_trace_text (cell, trace, thread->name);
      break;
    case THREAD_UPID:
      tv_cell_set_id (cell, thread->upid);
      break;
    case THREAD_IS_MAIN_THREAD:
      if (thread->upid != TV_NONE)
        tv_cell_set_integer (cell,
                             tv_trace_get_processes (trace, NULL)[thread->upid].pid == thread->tid);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_thread_table = {
  .info = { "thread", N_("A thread"), thread_columns, N_THREAD_COLUMNS, FALSE },
  .get_n_rows = thread_get_n_rows,
  .get_cell = thread_get_cell,
};

/* ---- thread_track ---- */

enum
{
  TRACK_ID,
  TRACK_NAME,
  TRACK_UTID,
  TRACK_SLICE_COUNT,
  TRACK_DEPTH,
  TRACK_START,
  TRACK_END,
  TRACK_COVERED_WALL,
  TRACK_COVERED_CPU,
  N_TRACK_COLUMNS,
};

static const TvColumn track_columns[N_TRACK_COLUMNS] = {
  [TRACK_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Track"),
    N_("The track's number in this trace"),
  },
  [TRACK_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("The id and name of its thread"),
  },
  [TRACK_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("The number of its thread in this trace"),
  },
  [TRACK_SLICE_COUNT] = {
    "slice_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls"),
    N_("How many calls it shows"),
  },
  [TRACK_DEPTH] = {
    "depth", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Depth"),
    N_("How many calls are nested where they are most"),
  },
  [TRACK_START] = {
    "start_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Start"),
    N_("Time of the thread's first record"),
  },
  [TRACK_END] = {
    "end_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("End"),
    N_("Time of the thread's last record"),
  },
  [TRACK_COVERED_WALL] = {
    "covered_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Wall"),
    N_("Wall time from start to end of its top-level calls"),
  },
  [TRACK_COVERED_CPU] = {
    "covered_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU"),
    N_("CPU time of its top-level calls"),
  },
};

static guint32
track_get_n_rows (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_tracks (trace, &n);
  return n;
}

static gboolean
track_is_row (TvTrace *trace, guint32 row)
{
  return tv_trace_get_tracks (trace, NULL)[row].kind == TV_TRACK_THREAD;
}

static void
track_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[row];
  TvClock clock = column == TRACK_COVERED_CPU ? TV_CLOCK_CPU : TV_CLOCK_WALL;

  switch (column)
    {
    case TRACK_ID:
      tv_cell_set_id (cell, row);
      break;
    case TRACK_NAME:
      tv_cell_take_text (cell, tv_trace_dup_thread_label (trace, track->utid));
      break;
    case TRACK_UTID:
      tv_cell_set_id (cell, track->utid);
      break;
    case TRACK_SLICE_COUNT:
      tv_cell_set_integer (cell, track->n_slices);
      break;
    case TRACK_DEPTH:
      tv_cell_set_integer (cell, track->n_levels);
      break;
    case TRACK_START:
      tv_cell_set_integer (cell, track->start_ns);
      break;
    case TRACK_END:
      tv_cell_set_integer (cell, track->end_ns);
      break;
    case TRACK_COVERED_WALL:
    case TRACK_COVERED_CPU:
      if (tv_trace_has_clock (trace, clock))
        tv_cell_set_integer (cell, track->covered_ns[clock]);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_thread_track_table = {
  .info = { "thread_track", N_("The calls of one thread, as a row of the timeline"), track_columns,
            N_TRACK_COLUMNS, FALSE },
  .get_n_rows = track_get_n_rows,
  .is_row = track_is_row,
  .get_cell = track_get_cell,
};
