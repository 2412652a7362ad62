/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/system/wake.h"
#include "tables/trace-table.h"

/* Implements the tables of runs and of thread states. Runs and states are stored as slices on separate tracks, so
 * their ids are slice ids. Listed in trace_tables in tables.c. Pure: cells are read from the trace. */

static const TvTrack *
get_track (TvTrace *trace, guint32 slice)
{
  return &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
}

static void
set_duration (TvCell *cell, const TvSlices *slices, guint32 slice)
{
  if (slices->flags[slice] & (TV_SLICE_OPEN | TV_SLICE_LOST))
    tv_cell_set_integer (cell, -1);
  else
    tv_cell_set_integer (cell, tv_time_column_get (&slices->dur, slice));
}

static void
set_inferred (TvCell *cell, const TvSlices *slices, guint32 slice)
{
  tv_cell_set_integer (cell, (slices->flags[slice] & TV_SLICE_INFERRED) != 0);
}

static void
set_bound (TvCell *cell, TvTrace *trace, guint32 slice)
{
  gint64 ns = tv_trace_get_bound_ns (trace, slice);

  if (ns >= 0)
    tv_cell_set_integer (cell, ns);
}

/* ---- sched_slice ---- */

enum
{
  RUN_ID,
  RUN_TS,
  RUN_DUR,
  RUN_CPU,
  RUN_UTID,
  RUN_END_STATE,
  RUN_PRIORITY,
  RUN_INFERRED,
  RUN_BOUND_NS,
  RUN_UCPU,
  N_RUN_COLUMNS,
};

static const TvColumn run_columns[N_RUN_COLUMNS] = {
  [RUN_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice"),
    N_("ID of the slice in this trace"),
  },
  [RUN_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Start"),
    N_("Time when the thread got the CPU, on the trace’s clock"),
  },
  [RUN_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Duration"),
    N_("Duration of the run; -1 if not known"),
  },
  [RUN_CPU] = {
    "cpu", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("CPU"),
    N_("Number of the CPU"),
  },
  [RUN_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread"),
  },
  [RUN_END_STATE] = {
    "end_state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("End state"),
    N_("State in which the thread left the CPU, as a kernel state letter"),
  },
  [RUN_PRIORITY] = {
    "priority", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Priority"),
    N_("Kernel priority of the thread; lower values are more urgent"),
  },
  [RUN_INFERRED] = {
    "inferred", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Inferred"),
    N_("1 if the start or end is inferred, else 0"),
  },
  [RUN_BOUND_NS] = {
    "bound_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Bound"),
    N_("Maximum error of the inferred start and end together"),
  },
  [RUN_UCPU] = TV_UCPU_COLUMN,
};

static gboolean
run_is_track (const TvTrack *track)
{
  return track->kind == TV_TRACK_CPU;
}

static TvRun
get_run (TvTrace *trace, guint32 slice)
{
  return tv_runs_get (tv_trace_get_runs (trace),
                      tv_track_get_side (get_track (trace, slice), slice));
}

static void
run_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvSlices *slices = tv_trace_get_slices (trace);

  switch (column)
    {
    case RUN_ID:
      tv_cell_set_id (cell, row);
      break;
    case RUN_TS:
      tv_cell_set_integer (cell, tv_slices_start (slices, row));
      break;
    case RUN_DUR:
      set_duration (cell, slices, row);
      break;
    case RUN_CPU:
      tv_cell_set_id (cell, tv_trace_get_cpu_number (trace, get_track (trace, row)->cpu));
      break;
    case RUN_UCPU:
      tv_cell_set_id (cell, get_track (trace, row)->cpu);
      break;
    case RUN_UTID:
      tv_cell_set_id (cell, get_run (trace, row).utid);
      break;
    case RUN_END_STATE:
      tv_cell_set_trace_text (cell, trace, get_run (trace, row).end_state);
      break;
    case RUN_PRIORITY:
      tv_cell_set_integer (cell, get_run (trace, row).priority);
      break;
    case RUN_INFERRED:
      set_inferred (cell, slices, row);
      break;
    case RUN_BOUND_NS:
      set_bound (cell, trace, row);
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
run_get_text_id (TvTrace *trace, guint32 row, guint column, guint32 *id)
{
  *id = get_run (trace, row).end_state;
  return TRUE;
}

const TvTraceTableKind tv_sched_slice_table = {
  .info = { "sched_slice", N_("A run of a thread on a CPU"), run_columns, N_RUN_COLUMNS, FALSE },
  .is_track = run_is_track,
  .get_cell = run_get_cell,
  .get_text_id = run_get_text_id,
};

/* ---- thread_state ---- */

enum
{
  STATE_ID,
  STATE_TS,
  STATE_DUR,
  STATE_CPU,
  STATE_UTID,
  STATE_STATE,
  STATE_IO_WAIT,
  STATE_BLOCKED_FUNCTION,
  STATE_WAKER_UTID,
  STATE_INFERRED,
  STATE_BOUND_NS,
  STATE_WAKER_ID,
  STATE_UCPU,
  STATE_IRQ_CONTEXT,
  N_STATE_COLUMNS,
};

static const TvColumn state_columns[N_STATE_COLUMNS] = {
  [STATE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice"),
    N_("ID of the slice in this trace"),
  },
  [STATE_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Start"),
    N_("Time when the thread entered the state, on the trace’s clock"),
  },
  [STATE_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Duration"),
    N_("Duration of the state; -1 if not known"),
  },
  [STATE_CPU] = {
    "cpu", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("CPU"),
    N_("Number of the CPU on which the thread ran"),
  },
  [STATE_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread"),
  },
  [STATE_STATE] = {
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),
    N_("Running, or a kernel state letter: R runnable, R+ preempted by another thread, S sleeping, "
       "D blocked"),
  },
  [STATE_IO_WAIT] = {
    "io_wait", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("I/O wait"),
    N_("1 if a blocked thread waited for I/O, 0 if not; empty if not known"),
  },
  [STATE_BLOCKED_FUNCTION] = {
    "blocked_function", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Blocked in"),
    N_("Kernel function in which a blocked thread waited"),
  },
  [STATE_WAKER_UTID] = {
    "waker_utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Woken by"),
    N_("Unique ID of the waker"),
  },
  [STATE_WAKER_ID] = {
    "waker_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Waker’s state"),
    N_("ID of the waker’s state at the time of the wakeup, in this table"),
  },
  [STATE_INFERRED] = {
    "inferred", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Inferred"),
    N_("1 if the start or end is inferred, else 0"),
  },
  [STATE_BOUND_NS] = {
    "bound_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Bound"),
    N_("Maximum error of the inferred start and end together"),
  },
  [STATE_UCPU] = TV_UCPU_COLUMN,
  [STATE_IRQ_CONTEXT] = {
    "irq_context", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("In interrupt"),
    N_("1 if the waker was handling an interrupt when it woke the thread, 0 if not; empty if "
       "not known"),
  },
};

static gboolean
state_is_track (const TvTrack *track)
{
  return track->kind == TV_TRACK_THREAD_STATE;
}

static TvState
get_state (TvTrace *trace, guint32 slice)
{
  return tv_states_get (tv_trace_get_states (trace),
                        tv_track_get_side (get_track (trace, slice), slice));
}

static void
state_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  TvState state = get_state (trace, row);

  switch (column)
    {
    case STATE_ID:
      tv_cell_set_id (cell, row);
      break;
    case STATE_TS:
      tv_cell_set_integer (cell, tv_slices_start (slices, row));
      break;
    case STATE_DUR:
      set_duration (cell, slices, row);
      break;
    case STATE_CPU:
      tv_cell_set_id (cell, tv_trace_get_cpu_number (trace, state.cpu));
      break;
    case STATE_UCPU:
      tv_cell_set_id (cell, state.cpu);
      break;
    case STATE_UTID:
      tv_cell_set_id (cell, get_track (trace, row)->utid);
      break;
    case STATE_STATE:
      tv_cell_set_trace_text (cell, trace, state.text);
      break;
    case STATE_IO_WAIT:
      if (state.io_wait >= 0)
        tv_cell_set_integer (cell, state.io_wait);
      break;
    case STATE_IRQ_CONTEXT:
      if (state.irq_context >= 0)
        tv_cell_set_integer (cell, state.irq_context);
      break;
    case STATE_BLOCKED_FUNCTION:
      tv_cell_set_trace_text (cell, trace, state.blocked_function);
      break;
    case STATE_WAKER_UTID:
      tv_cell_set_id (cell, state.waker);
      break;
    case STATE_WAKER_ID:
      if (state.waker != TV_NONE)
        tv_cell_set_id (cell,
                        tv_wake_find_state (trace, state.waker, tv_slices_start (slices, row)));
      break;
    case STATE_INFERRED:
      set_inferred (cell, slices, row);
      break;
    case STATE_BOUND_NS:
      set_bound (cell, trace, row);
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
state_get_text_id (TvTrace *trace, guint32 row, guint column, guint32 *id)
{
  TvState state = get_state (trace, row);

  *id = column == STATE_STATE ? state.text : state.blocked_function;
  return TRUE;
}

const TvTraceTableKind tv_thread_state_table = {
  .info = { "thread_state", N_("A state of a thread"), state_columns, N_STATE_COLUMNS, FALSE },
  .is_track = state_is_track,
  .get_cell = state_get_cell,
  .get_text_id = state_get_text_id,
};
