/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* Implements the tables of the frame timeline. They have the same columns as in Perfetto. The values are arguments of
 * the frame's slice, with the same keys as in Perfetto. Listed in trace_tables in tables.c. Pure: cells are read from
 * the trace. frame-table.c implements a table of all frames and their outcomes. */

enum
{
  FRAME_ID,
  FRAME_TS,
  FRAME_DUR,
  FRAME_TRACK_ID,
  FRAME_NAME,
  FRAME_DEPTH,
  FRAME_UPID,
  FRAME_DISPLAY_TOKEN,
  FRAME_SURFACE_TOKEN,
  FRAME_LAYER,
  N_EXPECTED_COLUMNS,
  FRAME_PRESENT = N_EXPECTED_COLUMNS,
  FRAME_ON_TIME,
  FRAME_GPU,
  FRAME_JANK,
  FRAME_SEVERITY,
  FRAME_PREDICTION,
  FRAME_TAG,
  N_ACTUAL_COLUMNS,
};

static const TvColumn columns[N_ACTUAL_COLUMNS] = {
  [FRAME_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice"),
    N_("ID of the slice in this trace"),
  },
  [FRAME_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Start"),
    N_("Start of the slice, on the trace’s clock"),
  },
  [FRAME_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Duration"),
    N_("Duration; -1 if the slice did not end"),
  },
  [FRAME_TRACK_ID] = {
    "track_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Track"),
    N_("ID of the slice’s track"),
  },
  [FRAME_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Token of the frame"),
  },
  [FRAME_DEPTH] = {
    "depth", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Depth"),
    N_("Number of enclosing slices on the same track"),
  },
  [FRAME_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the process"),
  },
  [FRAME_DISPLAY_TOKEN] = {
    "display_frame_token", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Display frame"),
    N_("Token of the display’s frame that shows this frame"),
  },
  [FRAME_SURFACE_TOKEN] = {
    "surface_frame_token", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Surface frame"),
    N_("Token of the program’s frame; empty for frames of the display"),
  },
  [FRAME_LAYER] = {
    "layer_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Layer"),
    N_("Layer that the frame belongs to"),
  },
  [FRAME_PRESENT] = {
    "present_type", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Presented"),
    N_("Whether the frame was shown on time, late, early or not at all"),
  },
  [FRAME_ON_TIME] = {
    "on_time_finish", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("On time"),
    N_("1 if the program finished on time, else 0"),
  },
  [FRAME_GPU] = {
    "gpu_composition", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("GPU"),
    N_("1 if the GPU composed the frame, else 0"),
  },
  [FRAME_JANK] = {
    "jank_type", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Jank"),
    N_("Reason for the delay, or None"),
  },
  [FRAME_SEVERITY] = {
    "jank_severity_type", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Severity"),
    N_("Severity of the jank"),
  },
  [FRAME_PREDICTION] = {
    "prediction_type", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Prediction"),
    N_("Whether the prediction was still valid when the frame was ready"),
  },
  [FRAME_TAG] = {
    "jank_tag", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Jank tag"),
    N_("Whether the program itself or something else caused the jank"),
  },
};

/* Key of the argument for each column. */
static const char *const keys[N_ACTUAL_COLUMNS] = {
  [FRAME_DISPLAY_TOKEN] = "Display frame token",
  [FRAME_SURFACE_TOKEN] = "Surface frame token",
  [FRAME_LAYER] = "Layer name",
  [FRAME_PRESENT] = "Present type",
  [FRAME_ON_TIME] = "On time finish",
  [FRAME_GPU] = "GPU composition",
  [FRAME_JANK] = "Jank type",
  [FRAME_SEVERITY] = "Jank severity type",
  [FRAME_PREDICTION] = "Prediction type",
  [FRAME_TAG] = "Jank tag",
};

static void
get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 track = tv_trace_find_track_at (trace, row);
  const TvArg *arg;

  switch (column)
    {
    case FRAME_ID:
      tv_cell_set_id (cell, row);
      break;
    case FRAME_TS:
      tv_cell_set_integer (cell, tv_slices_start (slices, row));
      break;
    case FRAME_DUR:
      tv_cell_set_integer (cell, slices->flags[row] & (TV_SLICE_OPEN | TV_SLICE_LOST)
                                     ? -1
                                     : tv_time_column_get (&slices->dur, row));
      break;
    case FRAME_TRACK_ID:
      tv_cell_set_id (cell, track);
      break;
    case FRAME_NAME:
      tv_cell_take_text (cell, tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, row)));
      break;
    case FRAME_DEPTH:
      tv_cell_set_integer (cell, tv_slices_depth (slices, row));
      break;
    case FRAME_UPID:
      tv_cell_set_id (cell, tv_trace_get_tracks (trace, NULL)[track].upid);
      break;
    default:
      arg = tv_trace_find_arg (trace, row, keys[column]);
      if (arg != NULL && columns[column].type == TV_COLUMN_INTEGER)
        tv_cell_set_integer (cell, tv_trace_get_arg_int (trace, arg));
      else if (arg != NULL)
        tv_cell_set_trace_text (cell, trace, tv_arg_get_string (arg));
    }
}

static gboolean
is_expected (const TvTrack *track)
{
  return track->role == TV_ROLE_EXPECTED_FRAMES;
}

static gboolean
is_actual (const TvTrack *track)
{
  return track->role == TV_ROLE_ACTUAL_FRAMES;
}

const TvTraceTableKind tv_expected_frame_table = {
  .info = { "expected_frame_timeline_slice",
            N_("Expected timing of a frame of a program or of the display"), columns,
            N_EXPECTED_COLUMNS, FALSE },
  .is_track = is_expected,
  .get_cell = get_cell,
};

const TvTraceTableKind tv_actual_frame_table = {
  .info = { "actual_frame_timeline_slice",
            N_("Actual timing of a frame of a program or of the display"), columns,
            N_ACTUAL_COLUMNS, FALSE },
  .is_track = is_actual,
  .get_cell = get_cell,
};
