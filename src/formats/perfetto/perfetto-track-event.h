/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Events of programs become records: slices, points, values and flows, also those of recorders before 2021,
 * which tell phases as Chrome's traces in JSON do. */

void tv_perfetto_take_track_event (TvPerfettoReader        *reader,
                                   const TvPerfettoMessage *message);

G_END_DECLS
