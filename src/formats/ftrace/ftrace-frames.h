/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-handlers.h"
#include "formats/ftrace/ftrace-mark.h"

G_BEGIN_DECLS

/* Derives frames from atrace marks on OpenHarmony: frames of apps, on the main threads of their processes, and
 * frames of the display server, render_service:
 *
 *   B|600|H:ReceiveVsync dataCount:24bytes now:100000000 expectedEnd:116666666 vsyncId:7
 *   B|600|H:OnVsyncEvent now:100000000
 *   B|600|H:MarshRSTransactionData cmdCount:20 transactionFlag:[600,8]      frame sent to the display server
 *   B|400|H:RSMainThread::ProcessCommandUni [600,8],[601,3]                 frames shown by the display server
 *
 * A frame of an app lasts from the ReceiveVsync mark to the end of OnVsyncEvent. A frame of the display server
 * lasts until the end of the ReceiveVsync mark. The expected interval is from “now” to “expectedEnd”, in ns of
 * the monotonic clock. Some versions print blanks after colons, commas between fields, or a name before the
 * fields.
 *
 * The handlers of marks call tv_ftrace_frames_begin() and tv_ftrace_frames_end() in time order, and
 * tv_ftrace_frames_finish() adds the tracks. */

/**
 * TvFtraceFrameMark:
 * @TV_FTRACE_FRAME_MARK_NONE: no frame data
 * @TV_FTRACE_FRAME_MARK_VSYNC: begin of a frame, with its expected times
 * @TV_FTRACE_FRAME_MARK_SEND: an app sends its frame to the display server
 * @TV_FTRACE_FRAME_MARK_SHOW: the display server shows frames of apps in its frame
 * @TV_FTRACE_FRAME_MARK_WORK: an app works on its frame
 * @TV_FTRACE_FRAME_MARK_DISPLAY: the display server works on its frame
 * @TV_FTRACE_FRAME_MARK_BARE: begin of a frame, without expected times or vsync number
 *
 * Kind of frame data in the name of a slice.
 */
typedef enum
{
  TV_FTRACE_FRAME_MARK_NONE,
  TV_FTRACE_FRAME_MARK_VSYNC,
  TV_FTRACE_FRAME_MARK_SEND,
  TV_FTRACE_FRAME_MARK_SHOW,
  TV_FTRACE_FRAME_MARK_WORK,
  TV_FTRACE_FRAME_MARK_DISPLAY,
  TV_FTRACE_FRAME_MARK_BARE,
} TvFtraceFrameMark;

/**
 * TvFtraceFrameFields:
 * @kind: kind of frame data
 * @token: vsync number, which becomes the name of the frame
 * @numbers: “now” and “expectedEnd” of a vsync, or process and number of a sent frame
 *
 * The frame data in the name of a slice.
 */
typedef struct
{
  TvFtraceFrameMark kind;
  TvSpan token;
  gint64 numbers[2];
} TvFtraceFrameFields;

void             tv_ftrace_frame_mark_parse (TvSpan                   name,
                                             TvFtraceFrameFields       *decoded);

TvFtraceFrames  *tv_ftrace_frames_new       (void);
void             tv_ftrace_frames_free      (TvFtraceFrames          *self);
void             tv_ftrace_frames_begin     (TvFtraceFrames          *self,
                                             TvTraceBuilder          *builder,
                                             const TvFtraceHandlerEvent *event,
                                             TvFtraceFrameMark        kind,
                                             guint32                  token,
                                             const char              *name);
void             tv_ftrace_frames_end       (TvFtraceFrames          *self,
                                             const TvFtraceHandlerEvent *event);
void             tv_ftrace_frames_forget    (TvFtraceFrames          *self,
                                             gint64                   end);
void             tv_ftrace_frames_finish    (TvFtraceFrames          *self,
                                             TvTraceBuilder          *builder,
                                             gint64                   tick_ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFtraceFrames, tv_ftrace_frames_free)

G_END_DECLS
