/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"

G_BEGIN_DECLS

gsize    tv_long_method_trace_measure (const guint8         *data,
                                       gsize                 size);
gboolean tv_long_method_trace_read    (TvInput              *input,
                                       TvTraceBuilder       *builder,
                                       const TvReadContext  *context,
                                       GError              **error);
gboolean tv_long_method_trace_read_clock (TvInput           *input,
                                       TvClocks             *clocks,
                                       TvClockReading       *first,
                                       GError              **error);
GBytes  *tv_long_method_dump_find     (GBytes               *dump,
                                       guint64               limit,
                                       GCancellable         *cancellable,
                                       GError              **error);

G_END_DECLS
