/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* What belongs to a frame: when it was expected and when it came are two slices of one process with the same
 * name, its token. Of what threads did for it the names end with that token, as far as Android writes it:
 * “Choreographer#doFrame 4711”, “DrawFrames 4711”, and of the display “commit 4711”, “composite 4711”. OpenHarmony
 * has it within: “ReceiveVsync dataCount:24bytes now:… expectedEnd:… vsyncId:4711”. */

guint32   tv_frame_find_counterpart (TvTrace *trace,
                                     guint32  slice);
GArray   *tv_frame_find_slices      (TvTrace *trace,
                                     guint32  slice);
guint32   tv_frame_find_of_slice    (TvTrace *trace,
                                     guint32  slice);

G_END_DECLS
