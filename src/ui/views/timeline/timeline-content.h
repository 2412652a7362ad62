/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

void             tv_timeline_invalidate_content (TvTimeline *self);
cairo_surface_t *tv_timeline_get_painted_content (TvTimeline *self);

G_END_DECLS
