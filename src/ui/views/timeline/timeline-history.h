/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

/* History of views. tv_timeline_start_history() creates it with the initial view, after the first allocation. */

gboolean tv_timeline_has_history    (TvTimeline *self);
void     tv_timeline_start_history  (TvTimeline *self);
void     tv_timeline_update_history (TvTimeline *self);
void     tv_timeline_go_in_history  (TvTimeline *self,
                                     int         direction);

G_END_DECLS
