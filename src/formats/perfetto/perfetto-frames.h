/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Frame timeline: the expected and actual frames of SurfaceFlinger and of apps, on two tracks per process, with the
 * causes of jank. */

TvPerfettoFrames *tv_perfetto_frames_new    (void);
void              tv_perfetto_frames_free   (TvPerfettoFrames        *self);
void              tv_perfetto_take_frame    (TvPerfettoReader        *reader,
                                             const TvPerfettoMessage *message);
void              tv_perfetto_frames_finish (TvPerfettoReader        *reader);

G_END_DECLS
