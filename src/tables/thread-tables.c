/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* Implements the tables of processes and threads. Listed in trace_tables in tables.c. Pure: cells are read
 * from the trace. */

/* Number of uids for each user of a device (AID_USER_OFFSET in Android's android_filesystem_config.h). */
#define UIDS_PER_USER 100000

/* ---- process ---- */

enum
{
  PROCESS_UPID,
  PROCESS_PID,
  PROCESS_NAME,
  PROCESS_START_TS,
  PROCESS_END_TS,
  PROCESS_PARENT_UPID,
  PROCESS_UID,
  PROCESS_ANDROID_APPID,
  PROCESS_ANDROID_USER_ID,
  PROCESS_CMDLINE,
  PROCESS_MACHINE_ID,
  N_PROCESS_COLUMNS,
};

static const TvColumn process_columns[N_PROCESS_COLUMNS] = {
  [PROCESS_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the process in this trace"),
  },
  [PROCESS_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("Process ID on the device"),
  },
  [PROCESS_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the process"),
  },
  [PROCESS_START_TS] = {
    "start_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Created"),
    N_("Time when the process was created, if known"),
  },
  [PROCESS_END_TS] = {
    "end_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Ended"),
    N_("Time when the last thread of the process ended, if known"),
  },
  [PROCESS_PARENT_UPID] = {
    "parent_upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Created by"),
    N_("Unique ID of the parent process"),
  },
  [PROCESS_UID] = {
    "uid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("UID"),
    N_("ID of the user that the process runs as"),
  },
  [PROCESS_ANDROID_APPID] = {
    "android_appid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("App"),
    N_("Android app ID, the same for all users of the device"),
  },
  [PROCESS_ANDROID_USER_ID] = {
    "android_user_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("User"),
    N_("ID of the Android user that the process runs for"),
  },
  [PROCESS_CMDLINE] = {
    "cmdline", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Command line"),
    N_("Command line"),
  },
  [PROCESS_MACHINE_ID] = TV_MACHINE_ID_COLUMN,
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
    case PROCESS_START_TS:
      if (process->start_ns != G_MININT64)
        tv_cell_set_integer (cell, process->start_ns);
      break;
    case PROCESS_END_TS:
      if (process->end_ns != G_MAXINT64)
        tv_cell_set_integer (cell, process->end_ns);
      break;
    case PROCESS_PARENT_UPID:
      tv_cell_set_id (cell, process->parent);
      break;
    case PROCESS_UID:
      tv_cell_set_id (cell, process->uid);
      break;
    case PROCESS_ANDROID_APPID:
      if (process->uid != TV_NONE)
        tv_cell_set_id (cell, process->uid % UIDS_PER_USER);
      break;
    case PROCESS_ANDROID_USER_ID:
      if (process->uid != TV_NONE)
        tv_cell_set_id (cell, process->uid / UIDS_PER_USER);
      break;
    case PROCESS_CMDLINE:
      tv_cell_set_trace_text (cell, trace, process->cmdline);
      break;
    case PROCESS_MACHINE_ID:
      tv_cell_set_id (cell, process->machine);
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
  THREAD_START_TS,
  THREAD_END_TS,
  THREAD_PARENT_UTID,
  THREAD_IS_IDLE,
  THREAD_MACHINE_ID,
  N_THREAD_COLUMNS,
};

static const TvColumn thread_columns[N_THREAD_COLUMNS] = {
  [THREAD_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread in this trace"),
  },
  [THREAD_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("Thread ID on the device"),
  },
  [THREAD_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the thread"),
  },
  [THREAD_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the thread’s process"),
  },
  [THREAD_IS_MAIN_THREAD] = {
    "is_main_thread", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Main thread"),
    N_("1 if the thread ID equals the process ID, else 0"),
  },
  [THREAD_START_TS] = {
    "start_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Created"),
    N_("Time when the thread was created, if known"),
  },
  [THREAD_END_TS] = {
    "end_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Ended"),
    N_("Time when the thread ended, if known"),
  },
  [THREAD_PARENT_UTID] = {
    "parent_utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Created by"),
    N_("Unique ID of the thread that created this thread"),
  },
  [THREAD_IS_IDLE] = {
    "is_idle", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Idle"),
    N_("1 for the idle thread of a CPU, else 0"),
  },
  [THREAD_MACHINE_ID] = TV_MACHINE_ID_COLUMN,
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
    case THREAD_START_TS:
      if (thread->start_ns != G_MININT64)
        tv_cell_set_integer (cell, thread->start_ns);
      break;
    case THREAD_END_TS:
      if (thread->end_ns != G_MAXINT64)
        tv_cell_set_integer (cell, thread->end_ns);
      break;
    case THREAD_PARENT_UTID:
      tv_cell_set_id (cell, thread->parent);
      break;
    case THREAD_IS_IDLE:
      tv_cell_set_integer (cell, thread->is_idle != FALSE);
      break;
    case THREAD_MACHINE_ID:
      tv_cell_set_id (cell, thread->machine);
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
