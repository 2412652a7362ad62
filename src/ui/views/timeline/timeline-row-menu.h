/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

/* Buttons and menus of rows. Call tv_timeline_update_row_buttons() when the hit has changed, and
 * tv_timeline_allocate_row_menu() during the allocation of the timeline. */

const char *tv_timeline_get_menu_row          (TvTimeline *self);
gboolean    tv_timeline_is_on_row_handle      (TvTimeline *self,
                                               double      x,
                                               double      y);
void        tv_timeline_open_row_menu         (TvTimeline *self);
void        tv_timeline_open_row_menu_at      (TvTimeline *self,
                                               guint       row,
                                               double      x,
                                               double      y);
void        tv_timeline_update_row_buttons    (TvTimeline *self);
int         tv_timeline_get_rows_button_width (TvTimeline *self);
void        tv_timeline_allocate_row_menu     (TvTimeline *self);

G_END_DECLS
