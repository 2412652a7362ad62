/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/painter.h"

G_BEGIN_DECLS

/**
 * TvCallLine:
 * @x: x coordinates of both ends
 * @y: y coordinates of both ends
 * @left: left edge of the charts, where the line is clipped
 * @right: right edge of the charts
 * @before_ns: duration of the call at the start
 * @after_ns: duration of the call at the end
 *
 * A line that connects the ends of corresponding calls in two runs. The timeline of the second run is below that of the
 * first run. All coordinates are in px.
 */
typedef struct
{
  double x[2];
  double y[2];
  double left;
  double right;
  gint64 before_ns;
  gint64 after_ns;
} TvCallLine;

gboolean tv_call_line_find_end (TvTimelinePainter    *painter,
                                const TvTimelineView *view,
                                guint32               slice,
                                gboolean              is_above,
                                double               *x,
                                double               *y);
void     tv_call_line_paint    (const TvCallLine     *self,
                                cairo_t              *cr,
                                TvTimelinePainter    *painter,
                                const TvTheme        *theme);

G_END_DECLS
