/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

/* Held keys, and keys while another widget has the focus */

gboolean tv_timeline_is_key_held  (TvTimeline *self);
void     tv_timeline_release_keys (TvTimeline *self);
void     tv_timeline_follow_root  (TvTimeline *self);
void     tv_timeline_leave_root   (TvTimeline *self);

G_END_DECLS
