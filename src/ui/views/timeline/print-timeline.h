/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-shot.h"

G_BEGIN_DECLS

/* Prints the timeline on as many pages as its rows need. */

void tv_print_timeline        (TvTimeline     *timeline);
void tv_print_timeline_to_pdf (TvTimeline     *timeline,
                               TvTimelineExtent  part,
                               GFile          *file);

G_END_DECLS
