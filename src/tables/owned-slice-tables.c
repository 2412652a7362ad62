/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* Implements the tables of slices with the names of their threads and processes, like the views thread_slice and
 * process_slice in Perfetto. Listed in trace_tables in tables.c. Pure: cells are read from the trace. */

enum
{
  OWNED_ID,
  OWNED_TS,
  OWNED_DUR,
  OWNED_NAME,
  OWNED_DEPTH,
  OWNED_PARENT_ID,
  OWNED_TRACK_ID,
  OWNED_TRACK_NAME,
  OWNED_UPID,
  OWNED_PID,
  OWNED_PROCESS_NAME,
  N_PROCESS_COLUMNS,
  OWNED_UTID = N_PROCESS_COLUMNS,
  OWNED_TID,
  OWNED_THREAD_NAME,
  N_THREAD_COLUMNS,
};

static const TvColumn columns[N_THREAD_COLUMNS] = {
  [OWNED_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice"),
    N_("ID of the slice in this trace"),
  },
  [OWNED_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Start"),
    N_("Start of the slice, on the trace’s clock"),
  },
  [OWNED_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Duration"),
    N_("Duration; -1 if the slice did not end"),
  },
  [OWNED_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Class and method of a call, or the name of a slice"),
  },
  [OWNED_DEPTH] = {
    "depth", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Depth"),
    N_("Number of enclosing slices on the same track"),
  },
  [OWNED_PARENT_ID] = {
    "parent_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Caller"),
    N_("ID of the calling or enclosing slice"),
  },
  [OWNED_TRACK_ID] = {
    "track_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Track"),
    N_("ID of the slice’s track"),
  },
  [OWNED_TRACK_NAME] = {
    "track_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Track name"),
    N_("Name of the track, unique among the tracks of its thread or process"),
  },
  [OWNED_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the process"),
  },
  [OWNED_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("Process ID on the device"),
  },
  [OWNED_PROCESS_NAME] = {
    "process_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process name"),
    N_("Name of the process"),
  },
  [OWNED_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread"),
  },
  [OWNED_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("Thread ID on the device"),
  },
  [OWNED_THREAD_NAME] = {
    "thread_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Thread name"),
    N_("Name of the thread"),
  },
};

static void
get_owner_cell (TvTrace *trace, const TvTrack *track, guint column, TvCell *cell)
{
  const TvThread *thread = track->utid != TV_NONE ? &tv_trace_get_threads (trace, NULL)[track->utid]
                                                  : NULL;
  guint32 upid = thread != NULL ? thread->upid : track->upid;
  const TvProcess *process = upid != TV_NONE ? &tv_trace_get_processes (trace, NULL)[upid] : NULL;

  switch (column)
    {
    case OWNED_UPID:
      tv_cell_set_id (cell, upid);
      break;
    case OWNED_PID:
      if (process != NULL)
        tv_cell_set_integer (cell, process->pid);
      break;
    case OWNED_PROCESS_NAME:
      if (process != NULL)
        tv_cell_set_trace_text (cell, trace, process->name);
      break;
    case OWNED_UTID:
      tv_cell_set_id (cell, track->utid);
      break;
    case OWNED_TID:
      if (thread != NULL)
        tv_cell_set_integer (cell, thread->tid);
      break;
    case OWNED_THREAD_NAME:
      if (thread != NULL)
        tv_cell_set_trace_text (cell, trace, thread->name);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 id = tv_trace_find_track_at (trace, row);
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[id];

  switch (column)
    {
    case OWNED_ID:
      tv_cell_set_id (cell, row);
      break;
    case OWNED_TS:
      tv_cell_set_integer (cell, tv_slices_start (slices, row));
      break;
    case OWNED_DUR:
      tv_cell_set_integer (cell, slices->flags[row] & (TV_SLICE_OPEN | TV_SLICE_LOST)
                                     ? -1
                                     : tv_time_column_get (&slices->dur, row));
      break;
    case OWNED_NAME:
      tv_cell_take_text (cell, tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, row)));
      break;
    case OWNED_DEPTH:
      tv_cell_set_integer (cell, tv_slices_depth (slices, row));
      break;
    case OWNED_PARENT_ID:
      tv_cell_set_id (cell, tv_slices_parent (slices, row));
      break;
    case OWNED_TRACK_ID:
      tv_cell_set_id (cell, id);
      break;
    case OWNED_TRACK_NAME:
      tv_cell_set_trace_text (cell, trace, track->name);
      break;
    default:
      get_owner_cell (trace, track, column, cell);
    }
}

static gboolean
get_text_id (TvTrace *trace, guint32 row, guint column, guint32 *id)
{
  *id = tv_slices_symbol (tv_trace_get_slices (trace), row);
  return column == OWNED_NAME;
}

static gboolean
is_of_thread (const TvTrack *track)
{
  return track->kind == TV_TRACK_THREAD || track->kind == TV_TRACK_THREAD_EXTRA;
}

static gboolean
is_of_process (const TvTrack *track)
{
  return track->kind == TV_TRACK_ASYNC && track->upid != TV_NONE &&
         !tv_track_role_is_of_log (track->role);
}

const TvTraceTableKind tv_thread_slice_table = {
  .info = { "thread_slice",
            N_("A call or slice of a thread, with the names of the thread and process"), columns,
            N_THREAD_COLUMNS, FALSE },
  .is_track = is_of_thread,
  .get_cell = get_cell,
  .get_text_id = get_text_id,
};

const TvTraceTableKind tv_process_slice_table = {
  .info = { "process_slice", N_("An asynchronous slice of a process, with the name of the process"),
            columns, N_PROCESS_COLUMNS, FALSE },
  .is_track = is_of_process,
  .get_cell = get_cell,
  .get_text_id = get_text_id,
};
