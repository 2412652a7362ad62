/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/painter.h"

G_BEGIN_DECLS

gboolean tv_timeline_find_snap (TvTimelinePainter    *self,
                                const TvTimelineView *view,
                                double                x,
                                double                y,
                                double                reach_px,
                                gint64               *ns);

G_END_DECLS
