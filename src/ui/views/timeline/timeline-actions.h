/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

void tv_timeline_class_add_actions (GtkWidgetClass *widget_class);
void tv_timeline_update_actions    (TvTimeline     *self);

G_END_DECLS
