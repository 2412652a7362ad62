/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

GPtrArray *tv_timeline_get_paths    (TvTimeline *self);
void       tv_timeline_update_paths (TvTimeline *self);

G_END_DECLS
