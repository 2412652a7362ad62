/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/log/strip.h"

G_BEGIN_DECLS

/* Functions that the source files of the log strip share:
 *
 *   strip.c       ruler, bars, frame of the visible lines
 *   event-row.c   log events */

double tv_log_strip_get_x        (const TvLogStrip *self,
                                  gint64            ns);
void   tv_log_strip_paint_events (const TvLogStrip *self,
                                  cairo_t          *cr,
                                  TvLabelCache     *labels);

G_END_DECLS
