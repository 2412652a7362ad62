/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/perfetto/perfetto-slice-track.h"

G_BEGIN_DECLS

/* Ids of the tracks for one table of slices, ordered by their first events. As in Perfetto's track table, tracks of
 * slices and of counters share one range of ids. */

typedef struct _TvPerfettoTrackList TvPerfettoTrackList;

TvPerfettoTrackList *tv_perfetto_track_list_new (TvTrace *trace,
                                                 TvPerfettoModel *model,
                                                 TvPerfettoMarks *marks,
                                                 TvPerfettoSliceTable table);
void tv_perfetto_track_list_free (TvPerfettoTrackList *self);
guint32 tv_perfetto_track_list_get_n (TvPerfettoTrackList *self);
const TvPerfettoTrack *tv_perfetto_track_list_get (TvPerfettoTrackList *self, guint32 id);
guint32 tv_perfetto_track_list_map_track (TvPerfettoTrackList *self, guint32 track);
guint32 tv_perfetto_track_list_map_counter (TvPerfettoTrackList *self, guint32 counter);
gboolean tv_perfetto_track_list_has_merged (TvPerfettoTrackList *self);
gboolean tv_perfetto_track_list_has_frames (TvPerfettoTrackList *self);

G_END_DECLS
