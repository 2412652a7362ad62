/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/keyboard-steps.h"
#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

/* The keyboard cursor: selection of slices with the arrow keys, and its accessible description. */

void tv_timeline_select_slice       (TvTimeline     *self,
                                     guint32         slice);
void tv_timeline_step_cursor        (TvTimeline     *self,
                                     TvTimelineStep  step);
void tv_timeline_update_description (TvTimeline     *self);

G_END_DECLS
