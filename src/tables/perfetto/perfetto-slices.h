/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/perfetto/perfetto-track-list.h"

G_BEGIN_DECLS

/* Perfetto's ids of slices, ordered by start time, and the nesting of slices. */

typedef struct _TvPerfettoSlices TvPerfettoSlices;

TvPerfettoSlices *tv_perfetto_slices_new (TvTrace *trace, TvPerfettoTrackList *tracks);
void tv_perfetto_slices_free (TvPerfettoSlices *self);
guint32 tv_perfetto_slices_get_n (TvPerfettoSlices *self);
guint32 tv_perfetto_slices_get_row (TvPerfettoSlices *self, guint32 id);
guint32 tv_perfetto_slices_map (TvPerfettoSlices *self, guint32 slice);
gint64 tv_perfetto_slices_get_dur (TvPerfettoSlices *self, guint32 slice);
guint32 tv_perfetto_slices_get_track (TvPerfettoSlices *self, guint32 slice);
guint32 tv_perfetto_slices_get_parent (TvPerfettoSlices *self, guint32 slice);
guint32 tv_perfetto_slices_get_depth (TvPerfettoSlices *self, guint32 slice);
void tv_perfetto_slices_find_descendants (TvPerfettoSlices *self, guint32 slice, GArray *out);

G_END_DECLS
