/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/system/frame-verdict.h"
#include "core/selection.h"

G_BEGIN_DECLS

/**
 * TvFrameRow:
 * @slice: slice of the actual frame
 * @expected: slice of the expected frame, or %TV_NONE
 * @upid: its process, or %TV_NONE
 * @surface: string: layer or window; %TV_NONE for frames of the display
 * @ts: start
 * @dur: ns; -1 if it did not end
 * @expected_ts: start of the expected frame, or %TV_NO_TIME
 * @expected_dur: ns until the deadline, from @expected_ts, or else from @ts
 * @late_ns: time from the deadline to the end, negative if early; %TV_NO_TIME without a deadline or an end
 * @verdict: verdict of the recording
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
  TvFrameVerdict verdict;
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
gboolean      tv_frame_row_is_late    (const TvFrameRow  *self);
gint64        tv_frame_row_get_multiple (const TvFrameRow *self);
TvFrameCount  tv_frame_list_count     (const TvFrameRow  *rows,
                                       guint              n);

G_END_DECLS
