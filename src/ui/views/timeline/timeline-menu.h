/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

void tv_timeline_open_slice_menu        (TvTimeline     *self,
                                         guint32         slice,
                                         double          x,
                                         double          y);
void tv_timeline_place_menu             (TvTimeline     *self);
void tv_timeline_class_add_menu_actions (GtkWidgetClass *widget_class);

G_END_DECLS
