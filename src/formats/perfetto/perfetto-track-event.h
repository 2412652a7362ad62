/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Track events become records: slices, instants, values and flows. Recorders before 2021 use phases like Chrome's
 * JSON traces. */

void tv_perfetto_take_track_event (TvPerfettoReader        *reader,
                                   const TvPerfettoMessage *message);

G_END_DECLS
