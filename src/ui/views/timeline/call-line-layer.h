/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timeline/timeline.h"

G_BEGIN_DECLS

GtkWidget *tv_call_line_layer_new (TvTimeline *before,
                                   TvTimeline *after);

G_END_DECLS
