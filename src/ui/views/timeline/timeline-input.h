/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/pointer-input.h"
#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

typedef enum
{
  TV_TIMELINE_DRAG_NONE,
  TV_TIMELINE_DRAG_PAN,
  TV_TIMELINE_DRAG_SELECT, /* selects a time range */
  TV_TIMELINE_DRAG_ZOOM,   /* zooms to a time range */
  TV_TIMELINE_DRAG_LABELS, /* changes the width of the row labels */
  TV_TIMELINE_DRAG_ROWS,   /* selects rows to filter to their threads */
  TV_TIMELINE_DRAG_MOVE,   /* moves a row by the handle on its label */
} TvTimelineDrag;

TvPointerInput *tv_timeline_get_input  (TvTimeline           *self);
TvTimelineDrag tv_timeline_get_drag    (TvTimeline           *self);
void           tv_timeline_draw_drag   (TvTimeline           *self,
                                        GtkSnapshot          *snapshot,
                                        const TvTimelineView *view);

G_END_DECLS
