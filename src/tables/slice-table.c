/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "tables/trace-table.h"

enum
{
  SLICE_ID,
  SLICE_TS,
  SLICE_DUR,
  SLICE_TRACK_ID,
  SLICE_DEPTH,
  SLICE_PARENT_ID,
  SLICE_NAME,
  SLICE_CATEGORY,
  SLICE_THREAD_TS,
  SLICE_THREAD_DUR,
  SLICE_ARG_SET_ID,
  SLICE_SYMBOL_ID,
  SLICE_SELF_DUR,
  SLICE_SELF_THREAD_DUR,
  SLICE_IS_OPEN,
  SLICE_IS_FORCED,
  SLICE_IS_UNWOUND,
  N_SLICE_COLUMNS,
};

static const TvColumn slice_columns[N_SLICE_COLUMNS] = {
  [SLICE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice"),
    N_("The call's number in this trace"),
  },
  [SLICE_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Start"),
    N_("When the call began, in the file's own clock"),
  },
  [SLICE_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Duration"),
    N_("How long the call took; -1 where it did not end"),
  },
  [SLICE_TRACK_ID] = {
    "track_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Track"),
    N_("The number of the track it lies in"),
  },
  [SLICE_DEPTH] = {
    "depth", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Depth"),
    N_("How many calls of its thread are around it"),
  },
  [SLICE_PARENT_ID] = {
    "parent_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Caller"),
    N_("The number of the call it was called from"),
  },
  [SLICE_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Class and method"),
  },
  [SLICE_CATEGORY] = {
    "category", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Category"),
    N_("What kind of slice it is"),
  },
  [SLICE_THREAD_TS] = {
    "thread_ts", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU start"),
    N_("The thread's CPU clock when the call began"),
  },
  [SLICE_THREAD_DUR] = {
    "thread_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU"),
    N_("CPU time from the call's start to its end; -1 where it did not end"),
  },
  [SLICE_ARG_SET_ID] = {
    "arg_set_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Arguments"),
    N_("The number of its set of arguments; calls of method traces have none"),
  },
  [SLICE_SYMBOL_ID] = {
    "symbol_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Symbol"),
    N_("The number of its method"),
  },
  [SLICE_SELF_DUR] = {
    "self_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Self wall"),
    N_("Wall time of the call without the calls it made"),
  },
  [SLICE_SELF_THREAD_DUR] = {
    "self_thread_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Self CPU"),
    N_("CPU time of the call without the calls it made"),
  },
  [SLICE_IS_OPEN] = {
    "is_open", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Open"),
    N_("1 if the trace ended before the call did, else 0"),
  },
  [SLICE_IS_FORCED] = {
    "is_forced", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Forced"),
    N_("1 if the call's exit is missing and its caller's ended it, else 0"),
  },
  [SLICE_IS_UNWOUND] = {
    "is_unwound", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Exception"),
    N_("1 if an exception ended the call, else 0"),
  },
};

static guint32
slice_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_slices (trace)->n;
}

/* Runs and states are slices of the core, but in tables of their own. */
static gboolean
slice_is_row (TvTrace *trace, guint32 row)
{
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);
  TvTrackKind kind = tracks[tv_trace_find_track_at (trace, row)].kind;

  return kind != TV_TRACK_CPU && kind != TV_TRACK_THREAD_STATE;
}

static void
set_duration (TvCell *cell, const TvSlices *slices, const TvTimeColumn *column, guint32 row)
{
  if (!tv_time_column_is_present (column))
    return;
  if (slices->flags[row] & (TV_SLICE_OPEN | TV_SLICE_LOST))
    tv_cell_set_integer (cell, -1);
  else
    tv_cell_set_integer (cell, tv_time_column_get (column, row));
}

static void
set_self (TvCell *cell, TvTrace *trace, guint32 row, TvClock clock)
{
  if (tv_trace_has_clock (trace, clock))
    tv_cell_set_integer (cell, tv_trace_get_self_ns (trace, row, clock));
}

static void
set_flag (TvCell *cell, const TvSlices *slices, guint32 row, TvSliceFlags flag)
{
  tv_cell_set_integer (cell, (slices->flags[row] & flag) != 0);
}

static void
slice_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvSlices *slices = tv_trace_get_slices (trace);

  switch (column)
    {
    case SLICE_ID:
      tv_cell_set_id (cell, row);
      break;
    case SLICE_TS:
      tv_cell_set_integer (cell, tv_slices_start (slices, row));
      break;
    case SLICE_DUR:
      set_duration (cell, slices, &slices->dur, row);
      break;
    case SLICE_TRACK_ID:
      tv_cell_set_id (cell, tv_trace_find_track_at (trace, row));
      break;
    case SLICE_DEPTH:
      tv_cell_set_integer (cell, slices->depth[row]);
      break;
    case SLICE_PARENT_ID:
      tv_cell_set_id (cell, slices->parent[row]);
      break;
    case SLICE_NAME:
      tv_cell_take_text (cell, tv_trace_dup_symbol_name (trace, slices->symbol[row]));
      break;
    case SLICE_CATEGORY:
      if (!tv_trace_is_log (trace))
        tv_cell_set_text (cell, "method");
      break;
    case SLICE_THREAD_TS:
      if (tv_time_column_is_present (&slices->cpu_ts))
        tv_cell_set_integer (cell, tv_time_column_get (&slices->cpu_ts, row));
      break;
    case SLICE_THREAD_DUR:
      set_duration (cell, slices, &slices->cpu_dur, row);
      break;
    case SLICE_ARG_SET_ID:
      if (slices->arg_set != NULL)
        tv_cell_set_id (cell, slices->arg_set[row]);
      break;
    case SLICE_SYMBOL_ID:
      tv_cell_set_id (cell, slices->symbol[row]);
      break;
    case SLICE_SELF_DUR:
      set_self (cell, trace, row, TV_CLOCK_WALL);
      break;
    case SLICE_SELF_THREAD_DUR:
      set_self (cell, trace, row, TV_CLOCK_CPU);
      break;
    case SLICE_IS_OPEN:
      set_flag (cell, slices, row, TV_SLICE_OPEN);
      break;
    case SLICE_IS_FORCED:
      set_flag (cell, slices, row, TV_SLICE_FORCED);
      break;
    case SLICE_IS_UNWOUND:
      set_flag (cell, slices, row, TV_SLICE_UNWOUND);
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
slice_get_text_id (TvTrace *trace, guint32 row, guint column, guint32 *id)
{
  *id = column == SLICE_NAME ? tv_trace_get_slices (trace)->symbol[row] : 0;
  return TRUE;
}

const TvTraceTableKind tv_slice_table = {
  .info = { "slice", N_("A call of a method"), slice_columns, N_SLICE_COLUMNS, FALSE },
  .get_n_rows = slice_get_n_rows,
  .is_row = slice_is_row,
  .get_cell = slice_get_cell,
  .get_text_id = slice_get_text_id,
};
