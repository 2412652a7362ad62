/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

/* Actions of rows, for menus and keys. They apply to the row that tv_timeline_find_current_row() returns. */

void     tv_timeline_toggle_row           (TvTimeline          *self,
                                           const TvTimelineRow *row);
gboolean tv_timeline_can_do_with_row      (TvTimeline          *self,
                                           const TvTimelineRow *row,
                                           const char          *name,
                                           gboolean            *is_on);
void     tv_timeline_class_add_row_actions (GtkWidgetClass     *widget_class);
void     tv_timeline_update_row_actions   (TvTimeline          *self);

G_END_DECLS
