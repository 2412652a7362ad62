/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

void   tv_timeline_update_row_notes     (TvTimeline *self);
double tv_timeline_get_row_notes_height (TvTimeline *self);
void   tv_timeline_allocate_row_notes   (TvTimeline *self,
                                         int         width,
                                         int         height);
void   tv_timeline_open_row_filter      (TvTimeline *self);

G_END_DECLS
