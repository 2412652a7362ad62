/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/canvas.h"

#include "ui/session/session.h"

G_BEGIN_DECLS

/* The whole trace on a strip, with a window that shows and sets the visible time of the timeline.
 *
 * Properties:
 *   session      TvSession (nullable)
 *   label-width  int  px left of the chart, as the timeline has it
 */

#define TV_TYPE_OVERVIEW_VIEW (tv_overview_view_get_type ())
G_DECLARE_FINAL_TYPE (TvOverviewView, tv_overview_view, TV, OVERVIEW_VIEW, TvCanvas)

G_END_DECLS
