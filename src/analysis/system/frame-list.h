/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/system/frame-outcome.h"
#include "core/selection.h"

G_BEGIN_DECLS

/**
 * TvFrameStage:
 * @TV_FRAME_STAGE_BEGAN_LATE: the app began it late
 * @TV_FRAME_STAGE_APP_MAIN: the main thread of the app ended after the deadline
 * @TV_FRAME_STAGE_RENDER_THREAD: the thread that draws ended after the deadline
 * @TV_FRAME_STAGE_GPU: it was drawn in time, but completed late: the GPU, or a fence
 * @TV_FRAME_STAGE_BUFFER_STUFFING: it waited behind earlier frames
 * @TV_FRAME_STAGE_SURFACE_FLINGER: the app was in time; SurfaceFlinger was late
 * @TV_FRAME_STAGE_DISPLAY_HAL: likewise, the display was late
 * @TV_FRAME_STAGE_RENDER_SERVICE: the app was in time; OpenHarmony's render service was late
 *
 * The part of the pipeline that made a frame late.
 */
typedef enum
{
  TV_FRAME_STAGE_NONE,
  TV_FRAME_STAGE_BEGAN_LATE,
  TV_FRAME_STAGE_APP_MAIN,
  TV_FRAME_STAGE_RENDER_THREAD,
  TV_FRAME_STAGE_GPU,
  TV_FRAME_STAGE_BUFFER_STUFFING,
  TV_FRAME_STAGE_SURFACE_FLINGER,
  TV_FRAME_STAGE_DISPLAY_HAL,
  TV_FRAME_STAGE_RENDER_SERVICE,
  TV_N_FRAME_STAGES,
} TvFrameStage;

/* A part that was not recorded. */
#define TV_FRAME_PART_NONE ((TvFramePart){ TV_NONE, TV_NONE, TV_NO_TIME, -1 })

/**
 * TvFramePart:
 * @slice: slice of a thread that worked for a frame, or %TV_NONE
 * @utid: its thread, or %TV_NONE
 * @ts: its start; only with @slice
 * @dur: ns, -1 if it did not end
 *
 * The work of one thread for a frame.
 */
typedef struct
{
  guint32 slice;
  guint32 utid;
  gint64 ts;
  gint64 dur;
} TvFramePart;

/**
 * TvFrameRow:
 * @slice: slice of the actual frame; without one, that of the main thread's work
 * @expected: slice of the expected frame, or %TV_NONE
 * @upid: its process, or %TV_NONE
 * @surface: string: layer or window; %TV_NONE for frames of the display
 * @ts: start
 * @dur: ns; -1 if it did not end
 * @expected_ts: start of the expected frame, or %TV_NO_TIME
 * @expected_dur: ns until the deadline, from @expected_ts, or else from @ts
 * @late_ns: time from the deadline to the end, negative if early; %TV_NO_TIME without a deadline or an end
 * @verdict: verdict of the recording; %TV_FRAME_LONG of tv_frame_list_new_all()
 * @is_recorded: whether @slice is an actual frame; else the frame is known from the work of its threads
 * @token: without @is_recorded: token of the frame; before Android 12 its number, from 1
 * @do_frame: work of the app's main thread
 * @draw: work of the thread that draws, on OpenHarmony of the render service; the first of several
 * @draw_end: end of the last of these; only with @draw
 * @stage: the stage with the most time over its share, if the frame was late
 * @stages: all stages that made it late, as bits (1 << #TvFrameStage)
 *
 * A frame of a program or the display, from the frame timeline of Android or OpenHarmony, or from the frame
 * statistics of a window.
 */
typedef struct
{
  guint32 slice;
  guint32 expected;
  guint32 upid;
  guint32 surface;
  gint64 ts;
  gint64 dur;
  gint64 expected_ts;
  gint64 expected_dur;
  gint64 late_ns;
  TvFrameOutcome verdict;
  gboolean is_recorded;
  gint64 token;
  TvFramePart do_frame;
  TvFramePart draw;
  gint64 draw_end;
  TvFrameStage stage;
  guint stages;
} TvFrameRow;

/**
 * TvFrameCount:
 * @n: all frames
 * @n_late: late ones, see tv_frame_row_is_late()
 * @n_dropped: frames that were never shown
 * @worst_ns: delay of the latest frame, or 0
 * @deadline_ns: time to the deadline if nearly all frames with a deadline share it, else 0
 * @has_mixed_deadlines: whether deadlines differ, as with several refresh rates
 */
typedef struct
{
  guint32 n;
  guint32 n_late;
  guint32 n_dropped;
  gint64 worst_ns;
  gint64 deadline_ns;
  gboolean has_mixed_deadlines;
} TvFrameCount;

/* The deadline itself, as a multiple of the deadline; see tv_frame_row_get_multiple(). */
#define TV_FRAME_DEADLINE 1000000

gboolean      tv_frame_list_has_any   (TvTrace           *trace);
GArray       *tv_frame_list_new       (TvTrace           *trace,
                                       const TvSelection *selection,
                                       GCancellable      *cancellable,
                                       GError           **error);
const char   *tv_frame_stage_get_name (TvFrameStage       stage);
gboolean      tv_frame_row_is_late    (const TvFrameRow  *self);
GArray       *tv_frame_list_new_all   (TvTrace           *trace,
                                       const TvSelection *selection,
                                       GCancellable      *cancellable,
                                       GError           **error);
gint64        tv_frame_row_get_multiple (const TvFrameRow *self);
TvFrameCount  tv_frame_list_count     (const TvFrameRow  *rows,
                                       guint              n);

G_END_DECLS
