/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

/* Drags over row labels. tv_timeline_press_row_handle() determines whether a drag moves a row. Any other drag over
 * labels starts with tv_timeline_begin_thread_drag() and filters to threads. */

gboolean tv_timeline_press_row_handle   (TvTimeline           *self,
                                         double                x,
                                         double                y);
void     tv_timeline_drag_row           (TvTimeline           *self,
                                         double                y);
void     tv_timeline_end_row_drag       (TvTimeline           *self,
                                         gboolean              is_cancelled);
void     tv_timeline_draw_row_drag      (TvTimeline           *self,
                                         GtkSnapshot          *snapshot,
                                         const TvTimelineView *view);

void     tv_timeline_begin_thread_drag  (TvTimeline           *self,
                                         double                y,
                                         gboolean              adds);
void     tv_timeline_drag_threads       (TvTimeline           *self,
                                         double                y);
void     tv_timeline_end_thread_drag    (TvTimeline           *self,
                                         gboolean              is_cancelled);

G_END_DECLS
