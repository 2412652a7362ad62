/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/clocks.h"
#include "formats/input/input.h"

G_BEGIN_DECLS

/* Reads the clock of a log, for sessions with several files. */

gboolean tv_ftrace_read_clock (TvInput        *input,
                               TvClocks       *clocks,
                               TvClockReading *first,
                               GError        **error);

G_END_DECLS
