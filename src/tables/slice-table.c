/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* Implements the table of slices: method calls, and other slices on the tracks of threads, processes and CPUs. Listed
 * in trace_tables in tables.c. Cells are read from the trace. trace-table.c computes all numbers of some columns when
 * they are first needed. */

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
  SLICE_IS_FAILED,
  SLICE_THREAD_INSTRUCTION_COUNT,
  SLICE_THREAD_INSTRUCTION_DELTA,
  N_SLICE_COLUMNS,
};

static const TvColumn slice_columns[N_SLICE_COLUMNS] = {
  [SLICE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice"),
    N_("ID of the slice in this trace"),
  },
  [SLICE_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Start"),
    N_("Start of the slice, on the trace’s clock"),
  },
  [SLICE_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Duration"),
    N_("Duration; -1 if the slice did not end"),
  },
  [SLICE_TRACK_ID] = {
    "track_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Track"),
    N_("ID of the slice’s track"),
  },
  [SLICE_DEPTH] = {
    "depth", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Depth"),
    N_("Number of enclosing slices on the same track"),
  },
  [SLICE_PARENT_ID] = {
    "parent_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Caller"),
    N_("ID of the calling or enclosing slice"),
  },
  [SLICE_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Class and method of a call, or the name of a slice"),
  },
  [SLICE_CATEGORY] = {
    "category", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Category"),
    N_("Category in the file. If there is none, the kind of the slice: method, mark (written by a "
       "program), async, or the kind of its track, such as binder or irq"),
  },
  [SLICE_THREAD_TS] = {
    "thread_ts", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU start"),
    N_("Value of the thread’s CPU clock at the start, as recorded; if it was not recorded, CPU "
       "time since the start of the trace"),
  },
  [SLICE_THREAD_DUR] = {
    "thread_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU"),
    N_("CPU time of the thread from the start to the end; -1 if the slice did not end"),
  },
  [SLICE_ARG_SET_ID] = {
    "arg_set_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Arguments"),
    N_("ID of the slice’s argument set; empty if the slice has no arguments"),
  },
  [SLICE_SYMBOL_ID] = {
    "symbol_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Symbol"),
    N_("ID of the method or slice name in the table “symbol”"),
  },
  [SLICE_SELF_DUR] = {
    "self_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall"),
    N_("Wall time without child slices"),
  },
  [SLICE_SELF_THREAD_DUR] = {
    "self_thread_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU"),
    N_("CPU time without child slices"),
  },
  [SLICE_IS_OPEN] = {
    "is_open", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Open"),
    N_("1 if the slice had not ended at the end of the trace, else 0"),
  },
  [SLICE_IS_FORCED] = {
    "is_forced", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Forced"),
    N_("1 if the exit of the call is missing, so that the call ends with its caller; else 0"),
  },
  [SLICE_IS_UNWOUND] = {
    "is_unwound", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Exception"),
    N_("1 if an exception ended the call, else 0"),
  },
  [SLICE_IS_FAILED] = {
    "is_failed", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Failed"),
    N_("1 if the call ended with an error, such as a binder error, else 0"),
  },
  [SLICE_THREAD_INSTRUCTION_COUNT] = {
    "thread_instruction_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Instructions before"),
    N_("Number of instructions that the thread had executed at the start, if recorded"),
  },
  [SLICE_THREAD_INSTRUCTION_DELTA] = {
    "thread_instruction_delta", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Instructions"),
    N_("Number of instructions that the thread executed during the slice, if recorded"),
  },
};

/* Returns whether the table includes the slices of a track. Runs, states and log events are also stored as slices,
 * but have their own tables. */
static gboolean
slice_is_track (const TvTrack *track)
{
  return track->kind != TV_TRACK_CPU && track->kind != TV_TRACK_THREAD_STATE &&
         !tv_track_role_is_of_log (track->role);
}

static const TvTrack *
get_track (TvTrace *trace, guint32 row)
{
  return &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, row)];
}

static gboolean
has_thread_clock (TvTrace *trace, guint32 row)
{
  return tv_trace_has_clock (trace, TV_CLOCK_CPU) && get_track (trace, row)->utid != TV_NONE;
}

/* ---- Categories ---- */

static guint32
find_category_arg (TvTrace *trace, guint32 row)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvArg *args;
  guint32 n;

  if (slices->arg_set == NULL)
    return TV_NONE;
  args = tv_trace_get_args (trace, slices->arg_set[row], &n);
  for (guint32 i = 0; i < n; i++)
    if (tv_arg_is_category (&args[i]))
      return tv_arg_get_string (&args[i]);
  return TV_NONE;
}

/* Categories for slices without a category in the trace. */
static const char *const own_categories[] = { "method", "mark", "async" };

/* Returns the category as a string of the trace. If the trace contains none, returns TV_NONE; the category is then
 * own_categories[*own]. */
static guint32
find_category (TvTrace *trace, guint32 row, guint *own)
{
  const TvTrack *track = get_track (trace, row);
  guint32 string = TV_NONE;

  *own = 0;
  if (track->role == TV_ROLE_CALLS)
    return TV_NONE;
  string = find_category_arg (trace, row);
  if (string == TV_NONE && track->kind != TV_TRACK_THREAD && track->kind != TV_TRACK_ASYNC)
    string = track->name;
  *own = track->kind == TV_TRACK_ASYNC ? 2 : 1;
  return string;
}

static void
set_category (TvCell *cell, TvTrace *trace, guint32 row)
{
  guint own;
  guint32 string = find_category (trace, row, &own);

  if (string != TV_NONE)
    tv_cell_set_trace_text (cell, trace, string);
  else
    tv_cell_set_text (cell, own_categories[own]);
}

/* ---- Cells ---- */

static void
set_duration (TvCell *cell, const TvSlices *slices, const TvTimeColumn *column, guint32 row)
{
  if (slices->flags[row] & (TV_SLICE_OPEN | TV_SLICE_LOST))
    tv_cell_set_integer (cell, -1);
  else
    tv_cell_set_integer (cell, tv_time_column_get (column, row));
}

static void
set_flag (TvCell *cell, const TvSlices *slices, guint32 row, TvSliceFlags flag)
{
  tv_cell_set_integer (cell, (slices->flags[row] & flag) != 0);
}

/* Sets a cell to a clock value that the program reported. Returns whether there is such a value. */
static gboolean
set_reported_clock (TvCell *cell, TvTrace *trace, guint32 row, TvThreadClock clock)
{
  gint64 value;

  if (!tv_trace_find_thread_clock (trace, row, clock, &value))
    return FALSE;
  tv_cell_set_integer (cell, value);
  return TRUE;
}

/* Sets the thread time at the start of a slice. A value that the program reported takes precedence over a value
 * inferred from runs. */
static void
set_thread_start (TvCell *cell, TvTrace *trace, guint32 row)
{
  if (!set_reported_clock (cell, trace, row, TV_THREAD_CLOCK_TS) && has_thread_clock (trace, row))
    tv_cell_set_integer (cell, tv_time_column_get (&tv_trace_get_slices (trace)->cpu_ts, row));
}

static void
set_thread_duration (TvCell *cell, TvTrace *trace, guint32 row)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  gint64 start;

  if (!set_reported_clock (cell, trace, row, TV_THREAD_CLOCK_DUR) &&
      !tv_trace_find_thread_clock (trace, row, TV_THREAD_CLOCK_TS, &start) &&
      has_thread_clock (trace, row))
    set_duration (cell, slices, &slices->cpu_dur, row);
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
      tv_cell_set_integer (cell, tv_slices_depth (slices, row));
      break;
    case SLICE_PARENT_ID:
      tv_cell_set_id (cell, tv_slices_parent (slices, row));
      break;
    case SLICE_NAME:
      tv_cell_take_text (cell, tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, row)));
      break;
    case SLICE_CATEGORY:
      set_category (cell, trace, row);
      break;
    case SLICE_THREAD_TS:
      set_thread_start (cell, trace, row);
      break;
    case SLICE_THREAD_DUR:
      set_thread_duration (cell, trace, row);
      break;
    case SLICE_ARG_SET_ID:
      if (slices->arg_set != NULL)
        tv_cell_set_id (cell, slices->arg_set[row]);
      break;
    case SLICE_SYMBOL_ID:
      tv_cell_set_id (cell, tv_slices_symbol (slices, row));
      break;
    case SLICE_SELF_DUR:
    case SLICE_SELF_THREAD_DUR:
      break; /* the trace lacks the clock */
    case SLICE_IS_OPEN:
      set_flag (cell, slices, row, TV_SLICE_OPEN);
      break;
    case SLICE_IS_FORCED:
      set_flag (cell, slices, row, TV_SLICE_FORCED);
      break;
    case SLICE_IS_UNWOUND:
      set_flag (cell, slices, row, TV_SLICE_UNWOUND);
      break;
    case SLICE_IS_FAILED:
      set_flag (cell, slices, row, TV_SLICE_FAILED);
      break;
    case SLICE_THREAD_INSTRUCTION_COUNT:
      set_reported_clock (cell, trace, row, TV_THREAD_CLOCK_INSTRUCTIONS);
      break;
    case SLICE_THREAD_INSTRUCTION_DELTA:
      set_reported_clock (cell, trace, row, TV_THREAD_CLOCK_INSTRUCTION_DELTA);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Returns the exclusive CPU time of each slice in ns; null for slices that do not belong to a thread. */
static gint64 *
dup_self_thread_ns (TvTrace *trace)
{
  gint64 *ns = tv_trace_dup_self_ns (trace, TV_CLOCK_CPU);
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 t = 0; t < n_tracks; t++)
    for (guint32 i = 0; tracks[t].utid == TV_NONE && i < tracks[t].n_slices; i++)
      ns[tracks[t].first_slice + i] = TV_TRACE_TABLE_NULL;
  return ns;
}

static gint64 *
slice_dup_numbers (TvTrace *trace, guint column)
{
  if (column == SLICE_SELF_DUR && tv_trace_has_clock (trace, TV_CLOCK_WALL))
    return tv_trace_dup_self_ns (trace, TV_CLOCK_WALL);
  if (column == SLICE_SELF_THREAD_DUR && tv_trace_has_clock (trace, TV_CLOCK_CPU))
    return dup_self_thread_ns (trace);
  return NULL;
}

static gboolean
slice_get_text_id (TvTrace *trace, guint32 row, guint column, guint32 *id)
{
  guint32 string;
  guint own;

  if (column == SLICE_NAME)
    {
      *id = tv_slices_symbol (tv_trace_get_slices (trace), row);
      return TRUE;
    }
  string = find_category (trace, row, &own);
  *id = string != TV_NONE ? string + (guint32) G_N_ELEMENTS (own_categories) : own;
  return TRUE;
}

const TvTraceTableKind tv_slice_table = {
  .info = { "slice", N_("A call of a method, or another slice"), slice_columns, N_SLICE_COLUMNS,
            FALSE },
  .is_track = slice_is_track,
  .get_cell = slice_get_cell,
  .dup_numbers = slice_dup_numbers,
  .get_text_id = slice_get_text_id,
};
