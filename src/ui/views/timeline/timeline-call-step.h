/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline.h"

G_BEGIN_DECLS

void tv_timeline_step_call (TvTimeline *self,
                            int         direction);

G_END_DECLS
