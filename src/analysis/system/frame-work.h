/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/* The work of Android apps on their frames, from slices of their threads:
 *
 *   main thread    [Choreographer#doFrame 7      ]
 *   RenderThread                        [DrawFrames 7       ]
 *
 * From Android 12 on, both names contain the token of the frame. Slices of earlier versions are matched by
 * time: the draws of a frame begin before the next doFrame of the process. */

/* Token of frames on Android 11 and earlier, which do not have tokens */
#define TV_FRAME_WORK_NO_TOKEN (-1)

/**
 * TvFrameWork:
 * @upid: process
 * @ui_utid: main thread of the process
 * @render_utid: thread that drew the frame, or %TV_NONE
 * @token: token of the frame timeline, or %TV_FRAME_WORK_NO_TOKEN
 * @do_frame: slice on the main thread
 * @draw: first slice that drew the frame, or %TV_NONE
 * @last_draw: slice that drew the frame and ended last, or %TV_NONE
 * @n_draws: number of slices that drew the frame
 * @ts: start of @do_frame in ns
 * @draw_end: end of @last_draw in ns; valid only if @draw is not %TV_NONE
 * @end: @draw_end, or the end of @do_frame if nothing was drawn
 *
 * A frame of an app.
 */
typedef struct
{
  guint32 upid;
  guint32 ui_utid;
  guint32 render_utid;
  gint64 token;
  guint32 do_frame;
  guint32 draw;
  guint32 last_draw;
  guint32 n_draws;
  gint64 ts;
  gint64 draw_end;
  gint64 end;
} TvFrameWork;

/**
 * TvFrameWorkKey:
 * @upid: process
 * @token: token of the frame
 * @ts: start in ns
 * @row: row of the frame
 *
 * Sort key of a frame.
 */
typedef struct
{
  guint32 upid;
  gint64 token;
  gint64 ts;
  guint32 row;
} TvFrameWorkKey;

GArray *tv_frame_work_new         (TvTrace       *trace,
                                   GCancellable  *cancellable,
                                   GError       **error);
guint   tv_frame_work_find        (const GArray  *works,
                                   guint32        upid,
                                   gint64         ts);
GArray *tv_frame_work_list_keys (const GArray  *works);
guint32 tv_frame_work_find_token  (const GArray  *keys,
                                   guint32        upid,
                                   gint64         token,
                                   gint64         ts);

G_END_DECLS
