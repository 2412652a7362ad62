/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/clocks.h"
#include "formats/input/input.h"

G_BEGIN_DECLS

gboolean tv_method_trace_read_clock    (TvInput        *input,
                                        TvClocks       *clocks,
                                        TvClockReading *first,
                                        GError        **error);
gboolean tv_method_trace_sync_start     (TvClocks       *clocks,
                                        guint64         start_ns,
                                        TvClockReading *first,
                                        GError        **error);
void     tv_method_trace_set_no_clock  (GError        **error);

G_END_DECLS
