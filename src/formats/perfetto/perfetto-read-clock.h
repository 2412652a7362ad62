/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/clocks.h"
#include "formats/format.h"

G_BEGIN_DECLS

/* Reads the clocks of a Perfetto trace, for sessions with several files. */

gboolean tv_perfetto_read_clock (TvInput         *input,
                                 TvClocks        *clocks,
                                 TvClockReading  *first,
                                 GError         **error);

G_END_DECLS
