/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"

G_BEGIN_DECLS

gboolean tv_packet_trace_recognize (const guint8         *data,
                                    gsize                 size);
gboolean tv_packet_trace_read      (TvInput              *input,
                                    TvTraceBuilder       *builder,
                                    const TvReadContext  *context,
                                    GError              **error);

gboolean tv_packet_trace_read_clock (TvInput              *input,
                                     TvClocks             *clocks,
                                     TvClockReading       *first,
                                     GError              **error);

G_END_DECLS
