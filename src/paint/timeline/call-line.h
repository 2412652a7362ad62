/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/painter.h"

G_BEGIN_DECLS

/**
 * TvCallLine:
 * @x: where it begins and ends
 * @y: where it begins and ends
 * @left: left edge of the charts that it may be seen on
 * @right: their right edge
 * @before_ns: duration of the call that it begins at
 * @after_ns: duration of the call that it ends at
 *
 * A line from the end of a call to that of the same call in another run, one timeline below the other; in px.
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
