/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/canvas.h"

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Strip that shows the whole trace. A frame in the strip shows and sets the visible range of the timeline.
 *
 * Properties:
 *   session      TvSession  nullable
 *   label-width  int        width of the row labels of the timeline, in px */

#define TV_TYPE_OVERVIEW_VIEW (tv_overview_view_get_type ())
G_DECLARE_FINAL_TYPE (TvOverviewView, tv_overview_view, TV, OVERVIEW_VIEW, TvCanvas)

G_END_DECLS
