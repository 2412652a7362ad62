/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/perfetto/perfetto-marks.h"
#include "tables/perfetto/perfetto-track.h"

G_BEGIN_DECLS

/* Perfetto's types, names, units and dimensions of counters. */

TvPerfettoTrack tv_perfetto_counter_track_new (TvTrace *trace,
                                               TvPerfettoModel *model,
                                               TvPerfettoMarks *marks,
                                               guint32 row);

G_END_DECLS
