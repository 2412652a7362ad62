/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/perfetto/perfetto-marks.h"
#include "tables/perfetto/perfetto-track.h"

G_BEGIN_DECLS

/* Perfetto's types, names and dimensions of tracks of slices. */

gboolean tv_perfetto_slice_track_is_known (const TvTrack *track);
gboolean tv_perfetto_slice_track_is_merged (const TvTrack *track);
TvPerfettoTrack tv_perfetto_slice_track_new (TvTrace *trace,
                                             TvPerfettoModel *model,
                                             TvPerfettoMarks *marks,
                                             guint32 row);

G_END_DECLS
