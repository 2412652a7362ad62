/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

/* The item below the pointer, and the card that describes it */

gboolean             tv_timeline_get_pointer  (TvTimeline           *self,
                                               double               *x,
                                               double               *y);
const TvTimelineHit *tv_timeline_get_hit      (TvTimeline           *self);
const TvTimelineRow *tv_timeline_get_hit_row  (TvTimeline           *self);
void                 tv_timeline_update_hover (TvTimeline           *self);

gboolean             tv_timeline_has_card     (TvTimeline           *self);
void                 tv_timeline_drop_card    (TvTimeline           *self);
gboolean             tv_timeline_query_tooltip (GtkWidget           *widget,
                                               int                   x,
                                               int                   y,
                                               gboolean              is_keyboard,
                                               GtkTooltip           *tooltip);

void                 tv_timeline_draw_note    (TvTimeline           *self,
                                               GtkSnapshot          *snapshot,
                                               const TvTimelineView *view,
                                               const char           *text,
                                               double                middle_x,
                                               double                y);
void                 tv_timeline_draw_line    (GtkSnapshot          *snapshot,
                                               const TvTimelineView *view,
                                               double                x,
                                               const GdkRGBA        *color);

G_END_DECLS
