/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-lanes.h"
#include "formats/ftrace/ftrace-mark.h"

G_BEGIN_DECLS

/* Frames, from what programs of OpenHarmony mark on the first thread of each process, and the display's
 * render_service on its own:
 *
 *   B|600|H:ReceiveVsync dataCount:24bytes now:100000000 expectedEnd:116666666 vsyncId:7
 *   B|600|H:OnVsyncEvent now:100000000
 *   B|600|H:MarshRSTransactionData cmdCount:20 transactionFlag:[600,8]      what is sent to be shown
 *   B|400|H:RSMainThread::ProcessCommandUni [600,8],[601,3]                 in a frame of the display: what it shows
 *
 * A frame of a program lasts from the mark to the end of OnVsyncEvent, one of the display to the end of the mark. It was
 * expected from “now” to “expectedEnd”, in ns of the monotonic clock.
 * Versions of the system write blanks behind colons, commas between, a name before.
 */

/**
 * TvFtraceFrameMark:
 * @TV_FTRACE_FRAME_MARK_NONE: it tells of no frame
 * @TV_FTRACE_FRAME_MARK_VSYNC: a frame begins, that tells when it was expected
 * @TV_FTRACE_FRAME_MARK_SEND: it is sent to be shown
 * @TV_FTRACE_FRAME_MARK_SHOW: the display's frame shows it
 * @TV_FTRACE_FRAME_MARK_WORK: a program works on its frame
 * @TV_FTRACE_FRAME_MARK_DISPLAY: the display works on its frame
 * @TV_FTRACE_FRAME_MARK_BARE: a frame begins, and more is not told
 *
 * What a mark tells of a frame.
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
 * TvFtraceFrameSaid:
 * @kind: what it tells
 * @token: of a vsync: its number, which names the frame
 * @numbers: of a vsync “now” and “expectedEnd”, of what is sent the process and its number
 */
typedef struct
{
  TvFtraceFrameMark kind;
  TvSpan token;
  gint64 numbers[2];
} TvFtraceFrameSaid;

void             tv_ftrace_frame_mark_parse (TvSpan                   name,
                                             TvFtraceFrameSaid       *said);

TvFtraceFrames  *tv_ftrace_frames_new       (void);
void             tv_ftrace_frames_free      (TvFtraceFrames          *self);
void             tv_ftrace_frames_begin     (TvFtraceFrames          *self,
                                             TvTraceBuilder          *builder,
                                             const TvFtraceLaneEvent *event,
                                             TvFtraceFrameMark        kind,
                                             guint32                  token,
                                             const char              *name);
void             tv_ftrace_frames_end       (TvFtraceFrames          *self,
                                             const TvFtraceLaneEvent *event);
void             tv_ftrace_frames_forget    (TvFtraceFrames          *self,
                                             gint64                   end);
void             tv_ftrace_frames_finish    (TvFtraceFrames          *self,
                                             TvTraceBuilder          *builder,
                                             gint64                   tick_ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFtraceFrames, tv_ftrace_frames_free)

G_END_DECLS
