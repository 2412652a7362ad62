/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/samples/perf-data/perf-file.h"
#include "core/clocks.h"

G_BEGIN_DECLS

/* The clock that the kernel times samples by where nothing else is asked for: it runs since the device booted,
 * but is none that programs can read. */
#define TV_PERF_CLOCK "perf"

const char *tv_perf_file_get_clock  (const TvPerfFile *self);
gboolean    tv_perf_data_read_clock (TvInput          *input,
                                     TvClocks         *clocks,
                                     TvClockReading   *first,
                                     GError          **error);

G_END_DECLS
