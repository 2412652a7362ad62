/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/system/gpu-process.h"
#include "tables/trace-table.h"

/* Implements the table of GPU work. It has the same columns as in Perfetto. The values of a stage are arguments of
 * its slice, with the same keys as in Perfetto. Listed in trace_tables in tables.c. Pure: cells are read from the
 * trace. */

enum
{
  GPU_ID,
  GPU_TS,
  GPU_DUR,
  GPU_TRACK_ID,
  GPU_NAME,
  GPU_DEPTH,
  GPU_CONTEXT,
  GPU_TARGET,
  GPU_TARGET_NAME,
  GPU_PASS,
  GPU_PASS_NAME,
  GPU_BUFFER,
  GPU_BUFFER_NAME,
  GPU_SUBMISSION,
  GPU_QUEUE,
  GPU_UPID,
  GPU_SUBPASSES,
  N_GPU_COLUMNS,
};

/* The names of the columns after "depth" are keys of arguments, except for "upid". */
static const TvColumn columns[N_GPU_COLUMNS] = {
  [GPU_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice"),
    N_("ID of the slice in this trace"),
  },
  [GPU_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Start"),
    N_("Start of the slice, on the trace’s clock"),
  },
  [GPU_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Duration"),
    N_("Duration; -1 if the slice did not end"),
  },
  [GPU_TRACK_ID] = {
    "track_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Track"),
    N_("ID of the slice’s track"),
  },
  [GPU_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Render stage, or another GPU event or message"),
  },
  [GPU_DEPTH] = {
    "depth", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Depth"),
    N_("Number of enclosing slices on the same track"),
  },
  [GPU_CONTEXT] = {
    "context_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Context"),
    N_("ID of the program’s GPU context"),
  },
  [GPU_TARGET] = {
    "render_target", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Target"),
    N_("Handle of the render target"),
  },
  [GPU_TARGET_NAME] = {
    "render_target_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Target name"),
    N_("Name of the render target, set by the program"),
  },
  [GPU_PASS] = {
    "render_pass", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Pass"),
    N_("Handle of the render pass"),
  },
  [GPU_PASS_NAME] = {
    "render_pass_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Pass name"),
    N_("Name of the render pass, set by the program"),
  },
  [GPU_BUFFER] = {
    "command_buffer", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Command buffer"),
    N_("Handle of the command buffer"),
  },
  [GPU_BUFFER_NAME] = {
    "command_buffer_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Buffer name"),
    N_("Name of the command buffer, set by the program"),
  },
  [GPU_SUBMISSION] = {
    "submission_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Submission"),
    N_("ID of the submission of the commands to the GPU"),
  },
  [GPU_QUEUE] = {
    "hw_queue_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Queue"),
    N_("ID of the GPU queue in the recording"),
  },
  [GPU_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the process that the GPU worked for"),
  },
  [GPU_SUBPASSES] = {
    "render_subpasses", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Subpasses"),
    N_("Comma-separated indexes of the subpasses in the render pass"),
  },
};

static void
get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvArg *arg;

  switch (column)
    {
    case GPU_ID:
      tv_cell_set_id (cell, row);
      break;
    case GPU_TS:
      tv_cell_set_integer (cell, tv_slices_start (slices, row));
      break;
    case GPU_DUR:
      tv_cell_set_integer (cell, slices->flags[row] & (TV_SLICE_OPEN | TV_SLICE_LOST)
                                     ? -1
                                     : tv_time_column_get (&slices->dur, row));
      break;
    case GPU_TRACK_ID:
      tv_cell_set_id (cell, tv_trace_find_track_at (trace, row));
      break;
    case GPU_NAME:
      tv_cell_take_text (cell, tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, row)));
      break;
    case GPU_DEPTH:
      tv_cell_set_integer (cell, tv_slices_depth (slices, row));
      break;
    case GPU_UPID:
      tv_cell_set_id (cell, tv_gpu_find_process (trace, row));
      break;
    default:
      arg = tv_trace_find_arg (trace, row, columns[column].name);
      if (arg != NULL && columns[column].type == TV_COLUMN_TEXT)
        tv_cell_set_trace_text (cell, trace, tv_arg_get_string (arg));
      else if (arg != NULL && tv_arg_get_type (arg) == TV_ARG_INT)
        tv_cell_set_integer (cell, tv_trace_get_arg_int (trace, arg));
    }
}

static gboolean
is_of_gpu (const TvTrack *track)
{
  return track->role == TV_ROLE_GPU;
}

const TvTraceTableKind tv_gpu_slice_table = {
  .info = { "gpu_slice", N_("A stage, submission or message of a GPU"), columns, N_GPU_COLUMNS,
            FALSE },
  .is_track = is_of_gpu,
  .get_cell = get_cell,
};
