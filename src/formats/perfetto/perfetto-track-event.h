/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Decodes track events to records: slices, instants, counter values and flows. In recordings from before 2021, the
 * kind of an event may be a phase, as in Chrome's JSON traces. */

void tv_perfetto_take_track_event (TvPerfettoReader        *reader,
                                   const TvPerfettoMessage *message);

G_END_DECLS
