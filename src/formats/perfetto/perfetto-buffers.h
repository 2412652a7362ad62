/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Surface buffers of Android 10 and 11, from the GraphicsFrameEvent messages that are defined in
 * perfetto/protos/trace/android/graphics_frame_event.proto. The reader passes each event to
 * tv_perfetto_take_graphics_frame(), and calls tv_perfetto_buffers_emit() after the last one. */

TvPerfettoBuffers *tv_perfetto_buffers_new         (TvPerfettoReader        *reader);
void               tv_perfetto_buffers_free        (TvPerfettoBuffers       *self);
void               tv_perfetto_buffers_emit        (TvPerfettoBuffers       *self);
void               tv_perfetto_take_graphics_frame (TvPerfettoReader        *reader,
                                                    const TvPerfettoMessage *message);

G_END_DECLS
