/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/system/frame-outcome.h"
#include "core/selection.h"

G_BEGIN_DECLS

/**
 * TvFrameStage:
 * @TV_FRAME_STAGE_NONE: none
 * @TV_FRAME_STAGE_BEGAN_LATE: the app began the frame late
 * @TV_FRAME_STAGE_APP_MAIN: the app's main thread ended after the deadline
 * @TV_FRAME_STAGE_RENDER_THREAD: the app's render thread ended after the deadline
 * @TV_FRAME_STAGE_GPU: the frame was drawn on time, but completed late, because of the GPU or a fence
 * @TV_FRAME_STAGE_BUFFER_STUFFING: the frame waited behind earlier frames
 * @TV_FRAME_STAGE_SURFACE_FLINGER: the app was on time, but SurfaceFlinger was late
 * @TV_FRAME_STAGE_DISPLAY_HAL: the app was on time, but the display was late
 * @TV_FRAME_STAGE_RENDER_SERVICE: the app was on time, but OpenHarmony's render service was late
 *
 * Stage of the pipeline that made a frame late.
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

/* A #TvFramePart for work that was not recorded */
#define TV_FRAME_PART_NONE ((TvFramePart){ TV_NONE, TV_NONE, TV_NO_TIME, -1 })

/**
 * TvFramePart:
 * @slice: slice of a thread that worked on a frame, or %TV_NONE
 * @utid: thread of the slice, or %TV_NONE
 * @ts: start in ns; valid only if @slice is not %TV_NONE
 * @dur: duration in ns; -1 if the slice did not end
 *
 * The work of one thread on a frame.
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
 * @slice: slice of the actual frame; if there is none, slice of the main thread's work
 * @expected: slice of the expected frame, or %TV_NONE
 * @upid: process of the frame, or %TV_NONE
 * @surface: string id of the layer or window; %TV_NONE for frames of the display
 * @ts: start in ns
 * @dur: duration in ns; -1 if the frame did not end
 * @expected_ts: start of the expected frame in ns, or %TV_NO_TIME
 * @expected_dur: time from @expected_ts until the deadline in ns; -1 without a deadline
 * @late_ns: time from the deadline until the end in ns, negative if the frame was early; %TV_NO_TIME if the frame has
 *   no deadline or did not end
 * @outcome: outcome according to the recording; %TV_FRAME_LONG is set by tv_frame_list_new_with_work()
 * @is_recorded: whether @slice is an actual frame; otherwise the frame is known only from the work of its threads
 * @token: if the frame is not @is_recorded, its token, or before Android 12 its number, counted from 1
 * @do_frame: work of the app's main thread
 * @draw: work of the render thread or, on OpenHarmony, of the render service; the first of several slices
 * @draw_end: end of the last of these slices in ns; valid only if @draw has a slice
 * @stage: if the frame was late, the stage that exceeded its share of the time by the largest amount
 * @stages: all stages that made the frame late, as a bit mask of 1 << #TvFrameStage
 *
 * A frame of an app or the display, from the frame timeline of Android or OpenHarmony, or from the frame statistics
 * of a window.
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
  TvFrameOutcome outcome;
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
 * @n: number of frames
 * @n_late: number of late frames, see tv_frame_row_is_late()
 * @n_dropped: number of frames that were never shown
 * @worst_ns: largest delay in ns, or 0
 * @deadline_ns: time until the deadline in ns if it is the same for nearly all frames with a deadline, otherwise 0
 * @has_mixed_deadlines: whether deadlines differ, for example because of several refresh rates
 *
 * Summary of a list of frames.
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

/* Value of tv_frame_row_get_multiple() for a duration that equals the time until the deadline */
#define TV_FRAME_DEADLINE 1000000

gboolean      tv_frame_list_has_any   (TvTrace           *trace);
GArray       *tv_frame_list_new       (TvTrace           *trace,
                                       const TvSelection *selection,
                                       GCancellable      *cancellable,
                                       GError           **error);
const char   *tv_frame_stage_get_name (TvFrameStage       stage);
gboolean      tv_frame_row_is_late    (const TvFrameRow  *self);
GArray       *tv_frame_list_new_with_work   (TvTrace           *trace,
                                       const TvSelection *selection,
                                       GCancellable      *cancellable,
                                       GError           **error);
gint64        tv_frame_row_get_multiple (const TvFrameRow *self);
TvFrameCount  tv_frame_list_count     (const TvFrameRow  *rows,
                                       guint              n);

G_END_DECLS
