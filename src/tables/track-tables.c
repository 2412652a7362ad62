/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* Implements the tables of the timeline's tracks: all tracks, and those of threads, processes and CPUs. The id of a
 * track is the same in all tables. Listed in trace_tables in tables.c. Pure: cells are read from the trace. */

static guint32
get_n_tracks (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_tracks (trace, &n);
  return n;
}

/* ---- track ---- */

enum
{
  TRACK_ID,
  TRACK_NAME,
  TRACK_TYPE,
  TRACK_PARENT_ID,
  TRACK_UTID,
  TRACK_UPID,
  TRACK_CPU,
  TRACK_SLICE_COUNT,
  TRACK_MACHINE_ID,
  N_TRACK_COLUMNS,
};

static const TvColumn track_columns[N_TRACK_COLUMNS] = {
  [TRACK_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Track"),
    N_("ID of the track in this trace; IDs of counters and of other tracks are independent"),
  },
  [TRACK_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the track, unique among the tracks of its owner"),
  },
  [TRACK_TYPE] = {
    "type", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Type"),
    N_("Owner of the track: thread, process, cpu or global"),
  },
  [TRACK_PARENT_ID] = {
    "parent_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Parent"),
    N_("ID of the parent track"),
  },
  [TRACK_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread"),
  },
  [TRACK_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the track’s process"),
  },
  [TRACK_CPU] = {
    "cpu", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("CPU"),
    N_("Number of the CPU"),
  },
  [TRACK_SLICE_COUNT] = {
    "slice_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Slices"),
    N_("Number of slices"),
  },
  [TRACK_MACHINE_ID] = TV_MACHINE_ID_COLUMN,
};

static const char *
get_type (const TvTrack *track)
{
  if (track->utid != TV_NONE)
    return "thread";
  if (track->cpu != TV_NONE)
    return "cpu";
  return track->upid != TV_NONE ? "process" : "global";
}

static void
track_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[row];

  switch (column)
    {
    case TRACK_ID:
      tv_cell_set_id (cell, row);
      break;
    case TRACK_NAME:
      tv_cell_set_trace_text (cell, trace, track->name);
      break;
    case TRACK_TYPE:
      tv_cell_set_text (cell, get_type (track));
      break;
    case TRACK_PARENT_ID:
      tv_cell_set_id (cell, track->parent);
      break;
    case TRACK_UTID:
      tv_cell_set_id (cell, track->utid);
      break;
    case TRACK_UPID:
      tv_cell_set_id (cell, track->upid);
      break;
    case TRACK_CPU:
      tv_cell_set_id (cell, tv_trace_get_cpu_number (trace, track->cpu));
      break;
    case TRACK_SLICE_COUNT:
      tv_cell_set_integer (cell, track->n_slices);
      break;
    case TRACK_MACHINE_ID:
      tv_cell_set_id (cell, track->machine);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_track_table = {
  .info = { "track", N_("A track of the timeline"), track_columns, N_TRACK_COLUMNS, FALSE },
  .get_n_rows = get_n_tracks,
  .get_cell = track_get_cell,
};

/* ---- thread_track ---- */

enum
{
  THREAD_TRACK_ID,
  THREAD_TRACK_NAME,
  THREAD_TRACK_UTID,
  THREAD_TRACK_KIND,
  THREAD_TRACK_SLICE_COUNT,
  THREAD_TRACK_DEPTH,
  THREAD_TRACK_START,
  THREAD_TRACK_END,
  THREAD_TRACK_COVERED_WALL,
  THREAD_TRACK_COVERED_CPU,
  THREAD_TRACK_TYPE,
  THREAD_TRACK_PARENT_ID,
  N_THREAD_TRACK_COLUMNS,
};

static const TvColumn thread_track_columns[N_THREAD_TRACK_COLUMNS] = {
  [THREAD_TRACK_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Track"),
    N_("ID of the track in this trace"),
  },
  [THREAD_TRACK_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("ID and name of the thread"),
  },
  [THREAD_TRACK_TYPE] = {
    "type", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Type"),
    N_("Owner of the track: thread, process, cpu or global"),
  },
  [THREAD_TRACK_PARENT_ID] = {
    "parent_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Parent"),
    N_("ID of the parent track"),
  },
  [THREAD_TRACK_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread"),
  },
  [THREAD_TRACK_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("thread if the track contains the calls or slices of the thread; otherwise, the name of the "
       "track, such as binder"),
  },
  [THREAD_TRACK_SLICE_COUNT] = {
    "slice_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Slices"),
    N_("Number of slices"),
  },
  [THREAD_TRACK_DEPTH] = {
    "depth", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Depth"),
    N_("Maximum depth of the slices"),
  },
  [THREAD_TRACK_START] = {
    "start_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Start"),
    N_("Time of the first record"),
  },
  [THREAD_TRACK_END] = {
    "end_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("End"),
    N_("Time of the last record"),
  },
  [THREAD_TRACK_COVERED_WALL] = {
    "covered_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Wall"),
    N_("Wall time covered by the top-level slices"),
  },
  [THREAD_TRACK_COVERED_CPU] = {
    "covered_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU"),
    N_("CPU time in the top-level slices"),
  },
};

static gboolean
thread_track_is_row (TvTrace *trace, guint32 row)
{
  TvTrackKind kind = tv_trace_get_tracks (trace, NULL)[row].kind;

  return kind == TV_TRACK_THREAD || kind == TV_TRACK_THREAD_EXTRA;
}

static void
thread_track_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[row];
  TvClock clock = column == THREAD_TRACK_COVERED_CPU ? TV_CLOCK_CPU : TV_CLOCK_WALL;

  switch (column)
    {
    case THREAD_TRACK_ID:
      tv_cell_set_id (cell, row);
      break;
    case THREAD_TRACK_NAME:
      tv_cell_take_text (cell, tv_trace_dup_thread_label (trace, track->utid));
      break;
    case THREAD_TRACK_TYPE:
      tv_cell_set_text (cell, get_type (track));
      break;
    case THREAD_TRACK_PARENT_ID:
      tv_cell_set_id (cell, track->parent);
      break;
    case THREAD_TRACK_UTID:
      tv_cell_set_id (cell, track->utid);
      break;
    case THREAD_TRACK_KIND:
      if (track->kind == TV_TRACK_THREAD)
        tv_cell_set_text (cell, "thread");
      else
        tv_cell_set_trace_text (cell, trace, track->name);
      break;
    case THREAD_TRACK_SLICE_COUNT:
      tv_cell_set_integer (cell, track->n_slices);
      break;
    case THREAD_TRACK_DEPTH:
      tv_cell_set_integer (cell, track->n_levels);
      break;
    case THREAD_TRACK_START:
      tv_cell_set_integer (cell, track->start_ns);
      break;
    case THREAD_TRACK_END:
      tv_cell_set_integer (cell, track->end_ns);
      break;
    case THREAD_TRACK_COVERED_WALL:
    case THREAD_TRACK_COVERED_CPU:
      if (tv_trace_has_clock (trace, clock))
        tv_cell_set_integer (cell, track->covered_ns[clock]);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_thread_track_table = {
  .info = { "thread_track", N_("A track of the timeline that belongs to a thread"),
            thread_track_columns, N_THREAD_TRACK_COLUMNS, FALSE },
  .get_n_rows = get_n_tracks,
  .is_row = thread_track_is_row,
  .get_cell = thread_track_get_cell,
};

/* ---- process_track ---- */

enum
{
  PROCESS_TRACK_ID,
  PROCESS_TRACK_NAME,
  PROCESS_TRACK_UPID,
  PROCESS_TRACK_PARENT_ID,
  PROCESS_TRACK_LAYER,
  PROCESS_TRACK_SLICE_COUNT,
  PROCESS_TRACK_TYPE,
  N_PROCESS_TRACK_COLUMNS,
};

static const TvColumn process_track_columns[N_PROCESS_TRACK_COLUMNS] = {
  [PROCESS_TRACK_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Track"),
    N_("ID of the track in this trace"),
  },
  [PROCESS_TRACK_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the category, the track or the slices"),
  },
  [PROCESS_TRACK_TYPE] = {
    "type", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Type"),
    N_("Owner of the track: thread, process, cpu or global"),
  },
  [PROCESS_TRACK_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the track’s process"),
  },
  [PROCESS_TRACK_PARENT_ID] = {
    "parent_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Parent"),
    N_("ID of the parent track"),
  },
  [PROCESS_TRACK_LAYER] = {
    "layer", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Layer"),
    N_("Index of the layer, from 0; overlapping slices are on different layers"),
  },
  [PROCESS_TRACK_SLICE_COUNT] = {
    "slice_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Slices"),
    N_("Number of slices"),
  },
};

static gboolean
process_track_is_row (TvTrace *trace, guint32 row)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[row];

  return track->kind == TV_TRACK_ASYNC && !tv_track_role_is_of_log (track->role);
}

static void
process_track_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[row];

  switch (column)
    {
    case PROCESS_TRACK_ID:
      tv_cell_set_id (cell, row);
      break;
    case PROCESS_TRACK_NAME:
      tv_cell_set_trace_text (cell, trace, track->name);
      break;
    case PROCESS_TRACK_TYPE:
      tv_cell_set_text (cell, get_type (track));
      break;
    case PROCESS_TRACK_UPID:
      tv_cell_set_id (cell, track->upid);
      break;
    case PROCESS_TRACK_PARENT_ID:
      tv_cell_set_id (cell, track->parent);
      break;
    case PROCESS_TRACK_LAYER:
      tv_cell_set_integer (cell, track->layer);
      break;
    case PROCESS_TRACK_SLICE_COUNT:
      tv_cell_set_integer (cell, track->n_slices);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_process_track_table = {
  .info = { "process_track",
            N_("A track of the timeline for asynchronous slices of a process, which can begin and "
               "end on different threads"),
            process_track_columns, N_PROCESS_TRACK_COLUMNS, FALSE },
  .get_n_rows = get_n_tracks,
  .is_row = process_track_is_row,
  .get_cell = process_track_get_cell,
};

/* ---- cpu_track ---- */

enum
{
  CPU_TRACK_ID,
  CPU_TRACK_NAME,
  CPU_TRACK_CPU,
  CPU_TRACK_SLICE_COUNT,
  CPU_TRACK_UCPU,
  CPU_TRACK_MACHINE_ID,
  N_CPU_TRACK_COLUMNS,
};

static const TvColumn cpu_track_columns[N_CPU_TRACK_COLUMNS] = {
  [CPU_TRACK_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Track"),
    N_("ID of the track in this trace"),
  },
  [CPU_TRACK_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Kind of interrupt: irq, softirq or ipi"),
  },
  [CPU_TRACK_CPU] = {
    "cpu", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("CPU"),
    N_("Number of the CPU"),
  },
  [CPU_TRACK_SLICE_COUNT] = {
    "slice_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Slices"),
    N_("Number of slices"),
  },
  [CPU_TRACK_UCPU] = TV_UCPU_COLUMN,
  [CPU_TRACK_MACHINE_ID] = TV_MACHINE_ID_COLUMN,
};

static gboolean
cpu_track_is_row (TvTrace *trace, guint32 row)
{
  return tv_trace_get_tracks (trace, NULL)[row].kind == TV_TRACK_CPU_EXTRA;
}

static void
cpu_track_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[row];

  switch (column)
    {
    case CPU_TRACK_ID:
      tv_cell_set_id (cell, row);
      break;
    case CPU_TRACK_NAME:
      tv_cell_set_trace_text (cell, trace, track->name);
      break;
    case CPU_TRACK_CPU:
      tv_cell_set_id (cell, tv_trace_get_cpu_number (trace, track->cpu));
      break;
    case CPU_TRACK_UCPU:
      tv_cell_set_id (cell, track->cpu);
      break;
    case CPU_TRACK_MACHINE_ID:
      tv_cell_set_id (cell, track->machine);
      break;
    case CPU_TRACK_SLICE_COUNT:
      tv_cell_set_integer (cell, track->n_slices);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_cpu_track_table = {
  .info = { "cpu_track", N_("A track of the timeline for the interrupts of a CPU"),
            cpu_track_columns, N_CPU_TRACK_COLUMNS, FALSE },
  .get_n_rows = get_n_tracks,
  .is_row = cpu_track_is_row,
  .get_cell = cpu_track_get_cell,
};
