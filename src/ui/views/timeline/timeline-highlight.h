/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

void tv_timeline_update_highlight (TvTimeline          *self);
void tv_timeline_update_arrows    (TvTimeline          *self);
void tv_timeline_flash_row        (TvTimeline          *self,
                                   const TvTimelineRow *row);
void tv_timeline_show_cursor_time (TvTimeline          *self);

G_END_DECLS
