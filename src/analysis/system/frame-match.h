/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Relates the slices of a frame. Its expected and its actual slice have the same process and the same name, which is
 * the token. Names of Android's slices that work on frames end with the token: “Choreographer#doFrame 4711”,
 * “DrawFrames 4711” and, for the display, “commit 4711”, “composite 4711”. Names of OpenHarmony's slices contain the
 * token: “ReceiveVsync dataCount:24bytes now:… expectedEnd:… vsyncId:4711”. */

guint32   tv_frame_find_counterpart (TvTrace *trace,
                                     guint32  slice);
GArray   *tv_frame_find_slices      (TvTrace *trace,
                                     guint32  slice);
guint32   tv_frame_find_of_slice    (TvTrace *trace,
                                     guint32  slice);

G_END_DECLS
