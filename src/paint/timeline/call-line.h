/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/painter.h"

G_BEGIN_DECLS

/**
 * TvCallLine:
 * @left: left edge of the charts, where the line is clipped
 * @right: right edge of the charts, where the line is clipped
 * @before_ns: duration of the call in the first run
 * @after_ns: duration of the call in the second run
 *
 * A line that connects the ends of corresponding calls in two runs. The timeline of the second run is below that of
 * the first run. All coordinates are in px.
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
