/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"

G_BEGIN_DECLS

gboolean tv_dump_read_clock (TvInput         *input,
                             TvClocks        *clocks,
                             TvClockReading  *first,
                             GError         **error);

G_END_DECLS
