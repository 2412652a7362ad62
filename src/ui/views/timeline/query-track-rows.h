/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Query tracks of a session, one per row. A row contains the track's name, a button to remove the track, and its
 * slices. The widget is hidden if there are no query tracks.
 *
 * Properties:
 *   session      TvSession  nullable
 *   label-width  int        width of the row labels of the timeline, in px */

#define TV_TYPE_QUERY_TRACK_ROWS (tv_query_track_rows_get_type ())
G_DECLARE_FINAL_TYPE (TvQueryTrackRows, tv_query_track_rows, TV, QUERY_TRACK_ROWS, GtkWidget)

G_END_DECLS
