/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/clocks.h"
#include "formats/input/input.h"

G_BEGIN_DECLS

guint tv_ftrace_read_clock (TvInput  *input,
                            TvClocks *clocks,
                            gint64   *ts);

G_END_DECLS
