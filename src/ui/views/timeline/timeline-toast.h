/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

void tv_timeline_show_toast (TvTimeline     *self,
                             const char     *text);
void tv_timeline_show_undo  (TvTimeline     *self,
                             const char     *text,
                             GCallback       undo,
                             gpointer        data,
                             GDestroyNotify  free_data);

G_END_DECLS
