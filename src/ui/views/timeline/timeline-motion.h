/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

/* Visible range and scroll position. tv_timeline_set_position() changes them immediately, tv_timeline_move_to() with
 * an animation. Steps, such as zooming with a key, start at tv_timeline_get_destination(), because an animation may
 * be running. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  double scroll_y;
} TvTimelinePosition;

TvTimelinePosition tv_timeline_get_position       (TvTimeline            *self);
void            tv_timeline_set_position       (TvTimeline            *self,
                                             const TvTimelinePosition *position);

double          tv_timeline_get_scroll      (TvTimeline            *self);
void            tv_timeline_set_scroll      (TvTimeline            *self,
                                             double                 scroll_y);
void            tv_timeline_restore_scroll  (TvTimeline            *self,
                                             double                 scroll_y);
double          tv_timeline_get_max_scroll  (TvTimeline            *self);
double          tv_timeline_get_page_height (TvTimeline            *self);
double          tv_timeline_find_scroll     (TvTimeline            *self,
                                             guint32                slice,
                                             double                 scroll_y);
void            tv_timeline_scroll_to_slice (TvTimeline            *self,
                                             guint32                slice);

void            tv_timeline_update_bars     (TvTimeline            *self);
void            tv_timeline_allocate_bars   (TvTimeline            *self,
                                             int                    width,
                                             int                    height);
void            tv_timeline_widen_bars      (TvTimeline            *self,
                                             gboolean               is_vertical_wide,
                                             gboolean               is_horizontal_wide);

gboolean        tv_timeline_has_animations  (TvTimeline            *self);
gboolean        tv_timeline_is_moving       (TvTimeline            *self);
gboolean        tv_timeline_is_in_step      (TvTimeline            *self);
void            tv_timeline_move_to         (TvTimeline            *self,
                                             const TvTimelinePosition *position);
TvTimelinePosition tv_timeline_get_destination (TvTimeline            *self);
void            tv_timeline_stop_motion     (TvTimeline            *self);

void            tv_timeline_shift_position     (TvTimeline            *self,
                                             TvTimelinePosition       *position,
                                             gint64                 by_ns);
gint64          tv_timeline_get_zoom_center (TvTimeline            *self,
                                             const TvTimelinePosition *position);
TvTimelinePosition tv_timeline_zoom_position      (TvTimeline            *self,
                                             const TvTimelinePosition *position,
                                             double                 factor,
                                             gint64                 about_ns);
void            tv_timeline_step_zoom       (TvTimeline            *self,
                                             double                 factor,
                                             gint64                 about_ns);
void            tv_timeline_reveal_time     (TvTimeline            *self,
                                             gint64                 ns);
void            tv_timeline_fit_time        (TvTimeline            *self,
                                             gint64                 start_ns,
                                             gint64                 end_ns);
void            tv_timeline_fit_slice       (TvTimeline            *self,
                                             guint32                slice);
void            tv_timeline_fit_all         (TvTimeline            *self);
void            tv_timeline_fit_selection   (TvTimeline            *self);

G_END_DECLS
