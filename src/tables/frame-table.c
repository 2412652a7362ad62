/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/frame-list.h"

#include <glib/gi18n.h>

#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the table of frames: recorded frames with deadlines, and frames that are derived from slices of UI and
 * render threads. Listed in range_tables in tables.c; also opened by the Frames view. Computed by
 * analysis/system/frame-list.c. */

enum
{
  FRAME_ID,
  FRAME_TS,
  FRAME_DUR,
  FRAME_UPID,
  FRAME_PID,
  FRAME_UI_TID,
  FRAME_RENDER_TID,
  FRAME_DO_FRAME_TS,
  FRAME_DO_FRAME_DUR,
  FRAME_DRAW_FRAME_TS,
  FRAME_DRAW_FRAME_DUR,
  FRAME_EXPECTED_TS,
  FRAME_EXPECTED_DUR,
  FRAME_LATE,
  FRAME_LATE_STAGE,
  FRAME_STATE,
  FRAME_JANK_TYPE,
  FRAME_LAYER,
  FRAME_PROCESS,
  FRAME_LATE_STAGES,
  FRAME_IS_RECORDED,
  FRAME_IS_LATE,
  FRAME_IS_DROPPED,
  FRAME_SLICE_ID,
  FRAME_EXPECTED_ID,
  N_FRAME_COLUMNS,
};

static const TvColumn columns[N_FRAME_COLUMNS] = {
  [FRAME_ID] = {
    "frame_id", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Frame"),
    N_("Token of the frame, shared by the app’s and the display’s slices; empty in frame "
       "statistics"),
  },
  [FRAME_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Start"),
    N_("Start of the frame, on the trace’s clock"),
  },
  [FRAME_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Took"),
    N_("Duration of the frame; -1 if it did not end"),
  },
  [FRAME_UI_TID] = {
    "ui_tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("UI thread"),
    N_("Thread ID of the app’s main thread"),
  },
  [FRAME_RENDER_TID] = {
    "render_tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Render thread"),
    N_("ID of the app’s render thread; on OpenHarmony, of the render service’s main thread"),
  },
  [FRAME_DO_FRAME_TS] = {
    "do_frame_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("App start"),
    N_("Time when the main thread began to work on the frame"),
  },
  [FRAME_DO_FRAME_DUR] = {
    "do_frame_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("App took"),
    N_("Time for which the main thread worked on the frame; -1 if the work did not end"),
  },
  [FRAME_DRAW_FRAME_TS] = {
    "draw_frame_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Draw start"),
    N_("Start of the first draw; on OpenHarmony, start of the render service’s frame that shows "
       "the app’s frame"),
  },
  [FRAME_DRAW_FRAME_DUR] = {
    "draw_frame_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Draw took"),
    N_("Duration of the first draw; on OpenHarmony, of the render service’s frame; -1 if it did "
       "not end"),
  },
  [FRAME_EXPECTED_TS] = {
    "expected_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Expected start"),
    N_("Expected start of the frame"),
  },
  [FRAME_EXPECTED_DUR] = {
    "expected_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Expected"),
    N_("Time from the expected start to the deadline"),
  },
  [FRAME_LATE] = {
    "late", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Late by"),
    N_("Time from the deadline to the end of the frame; negative if the frame ended on time"),
  },
  [FRAME_LATE_STAGE] = {
    "late_stage", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Late stage"),
    N_("If the frame was late, the stage that exceeded its share of the time the most, such as "
       "app_main or render_thread"),
  },
  [FRAME_STATE] = {
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),
    N_("State as recorded: on time, late, delayed by others, queued after late frames, dropped, or "
       "late but not visible. A frame without a deadline is long if it took longer than the median "
       "interval between changes of VSYNC-app; if that is not known, longer than 16.7 ms"),
  },
  [FRAME_JANK_TYPE] = {
    "jank_type", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Jank type"),
    N_("Comma-separated reasons for the delay, as named in the frame timeline"),
  },
  [FRAME_LAYER] = {
    "layer", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Surface"),
    N_("Layer or window that the frame belongs to; empty for frames of the display"),
  },
  [FRAME_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process"),
    N_("Process that drew the frame"),
  },
  [FRAME_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Unique process ID"),
    N_("Unique ID of the process"),
  },
  [FRAME_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("Process ID"),
  },
  [FRAME_LATE_STAGES] = {
    "late_stages", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Late stages"),
    N_("Comma-separated stages that made the frame late"),
  },
  [FRAME_IS_RECORDED] = {
    "is_recorded", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Recorded"),
    N_("1 if the frame itself was recorded; 0 if it was derived from the work of its threads"),
  },
  [FRAME_IS_LATE] = {
    "is_late", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Late"),
    N_("1 if the frame was shown late according to the recording, else 0"),
  },
  [FRAME_IS_DROPPED] = {
    "is_dropped", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Dropped"),
    N_("1 if the frame was never shown, else 0"),
  },
  [FRAME_SLICE_ID] = {
    "slice_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice"),
    N_("ID of the frame’s slice"),
  },
  [FRAME_EXPECTED_ID] = {
    "expected_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Expected slice"),
    N_("ID of the expected frame’s slice"),
  },
};

static const TvTrack *
get_track (TvTrace *trace, guint32 slice)
{
  return &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
}

/* Sets the token of a frame as text. Null for frames from gfxinfo statistics, which have no tokens. */
static void
set_token (TvTrace *trace, const TvFrameRow *frame, TvCell *cell)
{
  if (!frame->is_recorded)
    tv_cell_take_text (cell, g_strdup_printf ("%" G_GINT64_FORMAT, frame->token));
  else if (get_track (trace, frame->slice)->role == TV_ROLE_ACTUAL_FRAMES)
    tv_cell_take_text (cell,
                       tv_trace_dup_symbol_name (
                           trace, tv_slices_symbol (tv_trace_get_slices (trace), frame->slice)));
}

static void
set_process (TvTrace *trace, const TvFrameRow *frame, guint column, TvCell *cell)
{
  const TvProcess *process;

  if (frame->upid == TV_NONE)
    return;
  process = &tv_trace_get_processes (trace, NULL)[frame->upid];
  if (column == FRAME_PID)
    tv_cell_set_integer (cell, process->pid);
  else
    tv_cell_set_trace_text (cell, trace, process->name);
}

static void
set_expected (const TvFrameRow *frame, guint column, TvCell *cell)
{
  if (frame->expected_ts != TV_NO_TIME)
    tv_cell_set_integer (cell,
                         column == FRAME_EXPECTED_TS ? frame->expected_ts : frame->expected_dur);
}

static void
set_tid (TvTrace *trace, const TvFramePart *part, TvCell *cell)
{
  if (part->utid != TV_NONE)
    tv_cell_set_integer (cell, tv_trace_get_threads (trace, NULL)[part->utid].tid);
}

static void
set_part (const TvFramePart *part, gboolean is_dur, TvCell *cell)
{
  if (part->slice != TV_NONE)
    tv_cell_set_integer (cell, is_dur ? part->dur : part->ts);
}

static void
set_stages (guint stages, TvCell *cell)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (TvFrameStage stage = 0; stage < TV_N_FRAME_STAGES; stage++)
    if (stages & (1u << stage))
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "",
                              tv_frame_stage_get_name (stage));
  if (text->len > 0)
    tv_cell_take_text (cell, g_strdup (text->str));
}

static void
get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvFrameRow *frame = row;

  switch (column)
    {
    case FRAME_ID:
      set_token (trace, frame, cell);
      break;
    case FRAME_TS:
      tv_cell_set_integer (cell, frame->ts);
      break;
    case FRAME_DUR:
      tv_cell_set_integer (cell, frame->dur);
      break;
    case FRAME_UI_TID:
      set_tid (trace, &frame->do_frame, cell);
      break;
    case FRAME_RENDER_TID:
      set_tid (trace, &frame->draw, cell);
      break;
    case FRAME_DO_FRAME_TS:
    case FRAME_DO_FRAME_DUR:
      set_part (&frame->do_frame, column == FRAME_DO_FRAME_DUR, cell);
      break;
    case FRAME_DRAW_FRAME_TS:
    case FRAME_DRAW_FRAME_DUR:
      set_part (&frame->draw, column == FRAME_DRAW_FRAME_DUR, cell);
      break;
    case FRAME_LATE_STAGE:
      tv_cell_set_text (cell, tv_frame_stage_get_name (frame->stage));
      break;
    case FRAME_LATE_STAGES:
      set_stages (frame->stages, cell);
      break;
    case FRAME_IS_RECORDED:
      tv_cell_set_integer (cell, frame->is_recorded);
      break;
    case FRAME_EXPECTED_TS:
    case FRAME_EXPECTED_DUR:
      set_expected (frame, column, cell);
      break;
    case FRAME_LATE:
      if (frame->late_ns != TV_NO_TIME)
        tv_cell_set_integer (cell, frame->late_ns);
      break;
    case FRAME_STATE:
      if (frame->outcome != TV_FRAME_UNKNOWN)
        tv_cell_set_text (cell, tv_frame_outcome_get_name (frame->outcome));
      break;
    case FRAME_JANK_TYPE:
      tv_cell_set_text (cell,
                        tv_frame_get_causes (trace, get_track (trace, frame->slice), frame->slice));
      break;
    case FRAME_LAYER:
      tv_cell_set_trace_text (cell, trace, frame->surface);
      break;
    case FRAME_PROCESS:
    case FRAME_PID:
      set_process (trace, frame, column, cell);
      break;
    case FRAME_UPID:
      tv_cell_set_id (cell, frame->upid);
      break;
    case FRAME_IS_LATE:
      tv_cell_set_integer (cell, tv_frame_row_is_late (frame));
      break;
    case FRAME_IS_DROPPED:
      tv_cell_set_integer (cell, frame->outcome == TV_FRAME_DROPPED);
      break;
    case FRAME_SLICE_ID:
      tv_cell_set_id (cell, frame->slice);
      break;
    case FRAME_EXPECTED_ID:
      tv_cell_set_id (cell, frame->expected);
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
get_text_id (TvTrace *trace, gconstpointer row, guint column, guint32 *id)
{
  const TvFrameRow *frame = row;

  *id = column == FRAME_LAYER                ? frame->surface
        : frame->outcome != TV_FRAME_UNKNOWN ? frame->outcome
                                             : TV_NONE;
  return column == FRAME_LAYER || column == FRAME_STATE;
}

const TvRangeTableKind tv_frame_table = {
  .info = { "frame", N_("A frame and its deadline"), columns, N_FRAME_COLUMNS, TRUE },
  .compute = tv_frame_list_new_with_work,
  .get_cell = get_cell,
  .get_text_id = get_text_id,
  .ties = { { "ts", FALSE }, { "slice_id", FALSE } },
};
