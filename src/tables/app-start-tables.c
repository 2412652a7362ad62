/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/app-start-slices.h"

#include <glib/gi18n.h>

#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the tables of app starts: the starts, their phases, the main thread's time in pieces and by reason, and
 * its longest slices. Listed in range_tables in tables.c; also opened by the Starts view. Computed by
 * analysis/system/app-start*.c. */

#define START_ID_COLUMN                                                                            \
  {                                                                                                \
    "start_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Start ID"),                                   \
        N_("ID of the app start; the recorded ID if it is unique")                                 \
  }

#define REASON_DESCRIPTION                                                                         \
  N_ ("First reason that applies: io, the reason of the innermost slice, irq, the state of the "   \
      "main thread, launch_delay before its first state, or unknown")

/* ---- Starts ---- */

enum
{
  START_ID,
  START_TS,
  START_DUR,
  START_UPID,
  START_PID,
  START_PACKAGE,
  START_TYPE,
  START_INITIAL_DISPLAY,
  START_FULL_DISPLAY,
  START_INNER_DUR,
  START_STATE,
  START_SYSTEM,
  START_UTID,
  START_INITIAL_FRAME,
  START_FULL_FRAME,
  START_SLICE,
  N_START_COLUMNS,
};

static const TvColumn start_columns[N_START_COLUMNS] = {
  [START_ID] = START_ID_COLUMN,
  [START_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Start"),
    N_("Time when the app start began; the start of the trace if it began earlier"),
  },
  [START_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Took"),
    N_("Duration of the app start; -1 if it did not end"),
  },
  [START_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Unique process ID"),
    N_("Unique ID of the app’s process"),
  },
  [START_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("Process ID of the app"),
  },
  [START_PACKAGE] = {
    "package", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Package"),
    N_("Package of the app"),
  },
  [START_TYPE] = {
    "type", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Type"),
    N_("cold, warm or hot"),
  },
  [START_INITIAL_DISPLAY] = {
    "time_to_initial_display", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Initial display"),
    N_("Time from the app start until the app’s first frame has been drawn; empty if not known"),
  },
  [START_FULL_DISPLAY] = {
    "time_to_full_display", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Full display"),
    N_("Time from the app start to the first frame drawn after the app reported that it is fully "
       "drawn; empty if not known"),
  },
  [START_INNER_DUR] = {
    "dur_without_trampoline", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Without trampoline"),
    N_("Duration of the package’s own launch if other packages forwarded the start to it; "
       "otherwise, duration of the whole start"),
  },
  [START_STATE] = {
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),
    N_("ended, not reported (the launch result is missing), open (the start did not end) or began "
       "before (the start began before the recording)"),
  },
  [START_SYSTEM] = {
    "system", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("System"),
    N_("Version of the operating system, derived from the slices of the start"),
  },
  [START_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Main thread"),
    N_("Unique ID of the app’s main thread"),
  },
  [START_INITIAL_FRAME] = {
    "initial_frame_slice_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("First frame"),
    N_("ID of the slice of the app’s first frame"),
  },
  [START_FULL_FRAME] = {
    "full_frame_slice_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Frame fully drawn"),
    N_("ID of the slice of the first frame that ends after the app reported that it is fully "
       "drawn"),
  },
  [START_SLICE] = {
    "slice_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice"),
    N_("ID of the slice that defines the start"),
  },
};

static void
set_known (TvCell *cell, gint64 ns)
{
  if (ns >= 0)
    tv_cell_set_integer (cell, ns);
}

static void
get_start_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvAppStart *start = row;

  switch (column)
    {
    case START_ID:
      tv_cell_set_integer (cell, start->id);
      break;
    case START_TS:
      tv_cell_set_integer (cell, start->ts);
      break;
    case START_DUR:
      tv_cell_set_integer (cell, start->dur);
      break;
    case START_UPID:
      tv_cell_set_id (cell, start->upid);
      break;
    case START_PID:
      if (start->upid != TV_NONE)
        tv_cell_set_integer (cell, tv_trace_get_processes (trace, NULL)[start->upid].pid);
      break;
    case START_PACKAGE:
      tv_cell_set_text (cell, start->package);
      break;
    case START_TYPE:
      tv_cell_set_text (cell, tv_app_start_type_get_name (start->type));
      break;
    case START_INITIAL_DISPLAY:
      set_known (cell, start->initial_display_ns);
      break;
    case START_FULL_DISPLAY:
      set_known (cell, start->full_display_ns);
      break;
    case START_INNER_DUR:
      set_known (cell, start->inner_dur);
      break;
    case START_STATE:
      tv_cell_set_text (cell, tv_app_start_state_get_name (start->state));
      break;
    case START_SYSTEM:
      tv_cell_set_text (cell, tv_app_start_kind_get_name (start->kind));
      break;
    case START_UTID:
      tv_cell_set_id (cell, start->utid);
      break;
    case START_INITIAL_FRAME:
      tv_cell_set_id (cell, start->initial_frame);
      break;
    case START_FULL_FRAME:
      tv_cell_set_id (cell, start->full_frame);
      break;
    case START_SLICE:
      tv_cell_set_id (cell, start->slice);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_app_start_table = {
  .info = { "app_start", N_("A start of an app"), start_columns, N_START_COLUMNS, TRUE },
  .compute = tv_app_starts_new,
  .get_cell = get_start_cell,
  .ties = { { "ts", FALSE }, { "start_id", FALSE } },
};

/* ---- Phases ---- */

enum
{
  PHASE_START_ID,
  PHASE_NAME,
  PHASE_TS,
  PHASE_DUR,
  PHASE_MARK_DUR,
  PHASE_TID,
  PHASE_UTID,
  PHASE_SLICE,
  N_PHASE_COLUMNS,
};

static const TvColumn phase_columns[N_PHASE_COLUMNS] = {
  [PHASE_START_ID] = START_ID_COLUMN,
  [PHASE_NAME] = {
    "phase", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Phase"),
    N_("Name of the phase; “gap” for the time between OpenHarmony phases that are not contiguous"),
  },
  [PHASE_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Start"),
    N_("Start of the phase"),
  },
  [PHASE_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Took"),
    N_("Duration of the phase; on OpenHarmony, until the next phase; -1 if the phase did not end"),
  },
  [PHASE_MARK_DUR] = {
    "mark_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Slice took"),
    N_("Duration of the phase’s own slice; -1 if the slice did not end, empty if there is no "
       "slice"),
  },
  [PHASE_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("ID of the thread that contains the phase’s slice"),
  },
  [PHASE_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Unique thread ID"),
    N_("Unique ID of the thread that contains the phase’s slice"),
  },
  [PHASE_SLICE] = {
    "slice_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice"),
    N_("ID of the phase’s slice"),
  },
};

static void
get_phase_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvAppStartPhase *phase = row;

  switch (column)
    {
    case PHASE_START_ID:
      tv_cell_set_integer (cell, phase->start);
      break;
    case PHASE_NAME:
      tv_cell_set_text (cell, phase->name);
      break;
    case PHASE_TS:
      tv_cell_set_integer (cell, phase->ts);
      break;
    case PHASE_DUR:
      tv_cell_set_integer (cell, phase->dur);
      break;
    case PHASE_MARK_DUR:
      if (phase->slice != TV_NONE)
        tv_cell_set_integer (cell, phase->mark_dur);
      break;
    case PHASE_TID:
      if (phase->utid != TV_NONE)
        tv_cell_set_integer (cell, tv_trace_get_threads (trace, NULL)[phase->utid].tid);
      break;
    case PHASE_UTID:
      tv_cell_set_id (cell, phase->utid);
      break;
    case PHASE_SLICE:
      tv_cell_set_id (cell, phase->slice);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_app_start_phase_table = {
  .info = { "app_start_phase", N_("A phase of an app start"), phase_columns, N_PHASE_COLUMNS,
            TRUE },
  .compute = tv_app_start_phases_new,
  .get_cell = get_phase_cell,
  .ties = { { "start_id", FALSE }, { "ts", FALSE } },
};

/* ---- Breakdown ---- */

enum
{
  PIECE_START_ID,
  PIECE_TS,
  PIECE_DUR,
  PIECE_REASON,
  PIECE_STATE,
  PIECE_SLICE,
  PIECE_STATE_ID,
  PIECE_SLICE_NAME,
  N_PIECE_COLUMNS,
};

static const TvColumn piece_columns[N_PIECE_COLUMNS] = {
  [PIECE_START_ID] = START_ID_COLUMN,
  [PIECE_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Start"),
    N_("Start of the piece"),
  },
  [PIECE_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Took"),
    N_("Duration of the piece; the durations of all pieces add up to the duration of the start"),
  },
  [PIECE_REASON] = {
    "reason", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Reason"),
    REASON_DESCRIPTION,
  },
  [PIECE_STATE] = {
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),
    N_("State of the main thread; empty if it was not recorded"),
  },
  [PIECE_SLICE] = {
    "slice_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice"),
    N_("ID of the slice that determines the reason"),
  },
  [PIECE_STATE_ID] = {
    "thread_state_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("State ID"),
    N_("ID of the main thread’s state"),
  },
  [PIECE_SLICE_NAME] = {
    "slice_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Slice name"),
    N_("Name of the slice that determines the reason"),
  },
};

static void
get_piece_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvAppStartPiece *piece = row;
  TvState state;

  switch (column)
    {
    case PIECE_START_ID:
      tv_cell_set_integer (cell, piece->start);
      break;
    case PIECE_TS:
      tv_cell_set_integer (cell, piece->ts);
      break;
    case PIECE_DUR:
      tv_cell_set_integer (cell, piece->dur);
      break;
    case PIECE_REASON:
      tv_cell_set_text (cell, piece->reason);
      break;
    case PIECE_STATE:
      if (piece->state != TV_NONE && tv_trace_get_state (trace, piece->state, &state))
        tv_cell_set_trace_text (cell, trace, state.text);
      break;
    case PIECE_SLICE:
      tv_cell_set_id (cell, piece->slice);
      break;
    case PIECE_STATE_ID:
      tv_cell_set_id (cell, piece->state);
      break;
    case PIECE_SLICE_NAME:
      if (piece->slice != TV_NONE)
        tv_cell_take_text (
            cell, tv_trace_dup_symbol_name (
                      trace, tv_slices_symbol (tv_trace_get_slices (trace), piece->slice)));
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_app_start_breakdown_table = {
  .info = { "app_start_breakdown", N_("A piece of the main thread’s time during an app start"),
            piece_columns, N_PIECE_COLUMNS, TRUE },
  .compute = tv_app_start_pieces_new,
  .get_cell = get_piece_cell,
  .ties = { { "start_id", FALSE }, { "ts", FALSE } },
};

/* ---- Reasons ---- */

enum
{
  REASON_START_ID,
  REASON_NAME,
  REASON_STATE,
  REASON_DUR,
  REASON_PERCENT,
  REASON_PIECES,
  REASON_LONGEST_TS,
  REASON_LONGEST_DUR,
  REASON_SLICE,
  REASON_STATE_ID,
  N_REASON_COLUMNS,
};

static const TvColumn reason_columns[N_REASON_COLUMNS] = {
  [REASON_START_ID] = START_ID_COLUMN,
  [REASON_NAME] = {
    "reason", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Reason"),
    REASON_DESCRIPTION,
  },
  [REASON_STATE] = {
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),
    N_("State of the main thread; empty if it was not recorded"),
  },
  [REASON_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Took"),
    N_("Total duration of the pieces with this reason and state; all rows of a start add up to its "
       "duration"),
  },
  [REASON_PERCENT] = {
    "percent", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("% of start"),
    N_("Total duration of the pieces with this reason and state, as a percentage of the start"),
  },
  [REASON_PIECES] = {
    "pieces", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Pieces"),
    N_("Number of pieces with this reason and state"),
  },
  [REASON_LONGEST_TS] = {
    "longest_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Longest start"),
    N_("Start of the longest piece with this reason and state"),
  },
  [REASON_LONGEST_DUR] = {
    "longest_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Longest"),
    N_("Duration of the longest piece with this reason and state"),
  },
  [REASON_SLICE] = {
    "slice_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice"),
    N_("ID of the slice that determines the reason of the longest piece"),
  },
  [REASON_STATE_ID] = {
    "thread_state_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("State ID"),
    N_("ID of the main thread’s state in the longest piece"),
  },
};

static void
get_reason_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvAppStartReason *reason = row;

  switch (column)
    {
    case REASON_START_ID:
      tv_cell_set_integer (cell, reason->start);
      break;
    case REASON_NAME:
      tv_cell_set_text (cell, reason->reason);
      break;
    case REASON_STATE:
      tv_cell_set_trace_text (cell, trace, reason->state);
      break;
    case REASON_DUR:
      tv_cell_set_integer (cell, reason->dur);
      break;
    case REASON_PERCENT:
      tv_cell_set_real (cell, reason->percent);
      break;
    case REASON_PIECES:
      tv_cell_set_integer (cell, reason->n_pieces);
      break;
    case REASON_LONGEST_TS:
      tv_cell_set_integer (cell, reason->longest.ts);
      break;
    case REASON_LONGEST_DUR:
      tv_cell_set_integer (cell, reason->longest.dur);
      break;
    case REASON_SLICE:
      tv_cell_set_id (cell, reason->longest.slice);
      break;
    case REASON_STATE_ID:
      tv_cell_set_id (cell, reason->longest.state);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_app_start_reason_table = {
  .info = { "app_start_reason",
            N_("The main thread’s time during an app start, by reason and state"), reason_columns,
            N_REASON_COLUMNS, TRUE },
  .compute = tv_app_start_reasons_new,
  .get_cell = get_reason_cell,
  .ties = { { "start_id", FALSE }, { "longest_ts", FALSE } },
};

/* ---- Longest slices ---- */

enum
{
  SLICE_START_ID,
  SLICE_ID,
  SLICE_NAME,
  SLICE_PHASE,
  SLICE_TS,
  SLICE_DUR,
  SLICE_EXCLUSIVE_DUR,
  SLICE_PERCENT,
  N_SLICE_COLUMNS,
};

static const TvColumn slice_columns[N_SLICE_COLUMNS] = {
  [SLICE_START_ID] = START_ID_COLUMN,
  [SLICE_ID] = {
    "slice_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice ID"),
    N_("ID of the slice"),
  },
  [SLICE_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Slice"),
    N_("Name of the slice"),
  },
  [SLICE_PHASE] = {
    "phase", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Phase"),
    N_("Phase in which the slice begins; empty if it begins outside all phases"),
  },
  [SLICE_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Start"),
    N_("Start of the slice"),
  },
  [SLICE_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Inclusive"),
    N_("Duration of the slice within the start"),
  },
  [SLICE_EXCLUSIVE_DUR] = {
    "exclusive_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Exclusive"),
    N_("Duration of the slice within the start, without its child slices"),
  },
  [SLICE_PERCENT] = {
    "percent", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("% of main"),
    N_("Exclusive time as a percentage of the main thread’s lifetime during the start"),
  },
};

static void
get_slice_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvAppStartSlice *slice = row;
  const TvSlices *slices = tv_trace_get_slices (trace);

  switch (column)
    {
    case SLICE_START_ID:
      tv_cell_set_integer (cell, slice->start);
      break;
    case SLICE_ID:
      tv_cell_set_id (cell, slice->slice);
      break;
    case SLICE_NAME:
      tv_cell_take_text (cell,
                         tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, slice->slice)));
      break;
    case SLICE_PHASE:
      tv_cell_set_text (cell, slice->phase);
      break;
    case SLICE_TS:
      tv_cell_set_integer (cell, tv_slices_start (slices, slice->slice));
      break;
    case SLICE_DUR:
      tv_cell_set_integer (cell, slice->dur);
      break;
    case SLICE_EXCLUSIVE_DUR:
      tv_cell_set_integer (cell, slice->exclusive_dur);
      break;
    case SLICE_PERCENT:
      tv_cell_set_real (cell, slice->percent);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_app_start_slice_table = {
  .info = { "app_start_slice",
            N_("One of the ten slices of the main thread with the longest exclusive time during an "
               "app start"),
            slice_columns, N_SLICE_COLUMNS, TRUE },
  .compute = tv_app_start_slices_new,
  .get_cell = get_slice_cell,
  .ties = { { "start_id", FALSE }, { "ts", FALSE } },
};
