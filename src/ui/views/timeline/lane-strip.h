/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/canvas.h"
#include "ui/session/session-lanes.h"

G_BEGIN_DECLS

/* Slices of a lane as pills, in the visible range of the timeline. A click selects the time of a slice. */

#define TV_TYPE_LANE_STRIP (tv_lane_strip_get_type ())
G_DECLARE_FINAL_TYPE (TvLaneStrip, tv_lane_strip, TV, LANE_STRIP, TvCanvas)

GtkWidget *tv_lane_strip_new (TvSession *session,
                              TvLane    *lane);

G_END_DECLS
