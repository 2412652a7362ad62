/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

/* Bookmarks of the session: the popover that asks for a name, the menu, and clicks on flags. */

void tv_timeline_add_mark            (TvTimeline *self);
void tv_timeline_rename_mark         (TvTimeline *self);
void tv_timeline_click_mark          (TvTimeline *self,
                                      guint       id,
                                      guint       n_presses);
void tv_timeline_open_mark_menu      (TvTimeline *self,
                                      guint       id);
void tv_timeline_place_mark_popovers (TvTimeline *self);

G_END_DECLS
