/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/canvas.h"
#include "ui/session/session-query-tracks.h"

G_BEGIN_DECLS

/* Slices of a query track in the visible range of the timeline, drawn as pills. A click selects the time range of a
 * slice. */

#define TV_TYPE_QUERY_TRACK_STRIP (tv_query_track_strip_get_type ())
G_DECLARE_FINAL_TYPE (TvQueryTrackStrip, tv_query_track_strip, TV, QUERY_TRACK_STRIP, TvCanvas)

GtkWidget *tv_query_track_strip_new (TvSession    *session,
                                     TvQueryTrack *track);

G_END_DECLS
