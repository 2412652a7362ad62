/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Activity and counters of GPUs, from the messages in perfetto/protos/trace/gpu. The reader calls
 * tv_perfetto_gpu_survey() and tv_perfetto_gpu_intern() before it decodes the packets that depend on them, and
 * tv_perfetto_gpu_finish() after the last packet. */

TvPerfettoGpu *tv_perfetto_gpu_new             (TvPerfettoReader        *reader);
void           tv_perfetto_gpu_free            (TvPerfettoGpu           *self);
void           tv_perfetto_gpu_survey          (TvPerfettoGpu           *self,
                                                const TvPerfettoPacket  *packet);
void           tv_perfetto_gpu_intern          (TvPerfettoGpu           *self,
                                                guint32                  sequence,
                                                TvSpan                   interned);
void           tv_perfetto_gpu_finish          (TvPerfettoGpu           *self);
void           tv_perfetto_take_gpu_counters   (TvPerfettoReader        *reader,
                                                const TvPerfettoMessage *message);
void           tv_perfetto_take_gpu_stage      (TvPerfettoReader        *reader,
                                                const TvPerfettoMessage *message);
void           tv_perfetto_take_gpu_memory     (TvPerfettoReader        *reader,
                                                const TvPerfettoMessage *message);
void           tv_perfetto_take_gpu_log       (TvPerfettoReader        *reader,
                                                const TvPerfettoMessage *message);
void           tv_perfetto_take_vulkan         (TvPerfettoReader        *reader,
                                                const TvPerfettoMessage *message);

G_END_DECLS
