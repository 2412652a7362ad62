/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The lanes of a session, a row each: name, button that removes it, slices. It is hidden without lanes.
 *
 * Properties:
 *   session      TvSession (nullable)
 *   label-width  int  px left of the slices, as the timeline has it
 */

#define TV_TYPE_LANE_ROWS (tv_lane_rows_get_type ())
G_DECLARE_FINAL_TYPE (TvLaneRows, tv_lane_rows, TV, LANE_ROWS, GtkWidget)

G_END_DECLS
