/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lanes of a session, one row each: name, button to remove it, slices. The widget is hidden without lanes.
 *
 * Properties:
 *   session      TvSession  nullable
 *   label-width  int        width of the row labels of the timeline, in px
 */

#define TV_TYPE_LANE_ROWS (tv_lane_rows_get_type ())
G_DECLARE_FINAL_TYPE (TvLaneRows, tv_lane_rows, TV, LANE_ROWS, GtkWidget)

G_END_DECLS
