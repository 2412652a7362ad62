/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/samples/perf-data/perf-file.h"
#include "core/clocks.h"

G_BEGIN_DECLS

/* Name of the kernel's default clock for samples, which counts from boot. Programs cannot read this clock. */
#define TV_PERF_CLOCK "perf"

const char *tv_perf_file_get_clock  (const TvPerfFile *self);
gboolean    tv_perf_data_read_clock (TvInput          *input,
                                     TvClocks         *clocks,
                                     TvClockReading   *first,
                                     GError          **error);

G_END_DECLS
