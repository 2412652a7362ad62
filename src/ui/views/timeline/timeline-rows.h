/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

/* Rows of the timeline. Actions change the row choices of the session; the notification about the change updates the
 * layout that tv_timeline_get_layout() returns. The layout exists only while there is a session. It owns the rows,
 * which are valid until the layout is recreated.
 *
 * Call tv_timeline_follow_rows() for a new session, and tv_timeline_update_layout() after the session, the font or
 * the style of the chart has changed. Call tv_timeline_limit_rows() and tv_timeline_restore_top_row() after the
 * height has changed. */

void     tv_timeline_update_layout        (TvTimeline          *self);
void     tv_timeline_follow_rows          (TvTimeline          *self);
void     tv_timeline_restore_top_row      (TvTimeline          *self);
void     tv_timeline_save_top_row         (TvTimeline          *self);

void     tv_timeline_toggle_group         (TvTimeline          *self,
                                           guint                group);
void     tv_timeline_toggle_current_group (TvTimeline          *self);
void     tv_timeline_fold_all             (TvTimeline          *self,
                                           gboolean             is_folded);
void     tv_timeline_scroll_to_app        (TvTimeline          *self);

void     tv_timeline_unfold_track         (TvTimeline          *self,
                                           guint32              track);
void     tv_timeline_reveal_track         (TvTimeline          *self,
                                           guint                track);
void     tv_timeline_reveal_counter       (TvTimeline          *self,
                                           guint                counter);
void     tv_timeline_reveal_samples       (TvTimeline          *self,
                                           guint32              utid);

void     tv_timeline_limit_rows           (TvTimeline          *self);
void     tv_timeline_show_level           (TvTimeline          *self,
                                           guint32              slice,
                                           gboolean             folds_callers);
gboolean tv_timeline_scroll_levels        (TvTimeline          *self,
                                           double               by);
void     tv_timeline_page_levels          (TvTimeline          *self,
                                           guint                row,
                                           int                  direction);

const TvTimelineRow *tv_timeline_find_current_row (TvTimeline  *self);
const TvTimelineRow *tv_timeline_find_thread_row (TvTimeline   *self,
                                           guint32              utid);
void     tv_timeline_forget_moved_row     (TvTimeline          *self);
gboolean tv_timeline_move_row_to          (TvTimeline          *self,
                                           const TvTimelineRow *row,
                                           guint                gap);
void     tv_timeline_move_row             (TvTimeline          *self,
                                           const TvTimelineRow *row,
                                           int                  direction);
void     tv_timeline_add_row_threads      (TvTimeline          *self,
                                           const TvTimelineRow *row,
                                           GHashTable          *utids);
GHashTable *tv_timeline_dup_chosen_threads (TvTimeline         *self);
void     tv_timeline_choose_threads       (TvTimeline          *self,
                                           GHashTable          *utids);
void     tv_timeline_toggle_threads       (TvTimeline          *self,
                                           const TvTimelineRow *row);
gboolean tv_timeline_row_has_threads      (TvTimeline          *self,
                                           const TvTimelineRow *row,
                                           gboolean            *are_counted);
gboolean tv_timeline_has_counter_modes    (TvTimeline          *self,
                                           const TvTimelineRow *row);
TvCounterMode tv_timeline_get_counter_mode (TvTimeline         *self,
                                           const TvTimelineRow *row);
void     tv_timeline_set_counter_mode     (TvTimeline          *self,
                                           const TvTimelineRow *row,
                                           TvCounterMode        mode);

G_END_DECLS
