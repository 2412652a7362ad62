/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

/* The painter of the timeline, created once per session. Painting starts a worker if the deltas or rates of a counter
 * are missing. */

TvTimelinePainter *tv_timeline_get_painter    (TvTimeline           *self);
void               tv_timeline_create_painter (TvTimeline           *self);
void               tv_timeline_paint          (TvTimeline           *self,
                                               cairo_t              *cr,
                                               const TvTimelineView *view);
void               tv_timeline_update_stacks  (TvTimeline           *self);

G_END_DECLS
