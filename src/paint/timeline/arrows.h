/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/painter.h"

G_BEGIN_DECLS

/**
 * TvTimelineArrow:
 * @from_track: track of the start
 * @from_depth: depth of the line at the start
 * @from_ns: time of the start
 * @to_track: track of the end
 * @to_depth: depth of the line at the end
 * @to_ns: time of the end
 *
 * An arrow for a wakeup or a flow.
 */
typedef struct
{
  guint32 from_track;
  guint32 from_depth;
  gint64 from_ns;
  guint32 to_track;
  guint32 to_depth;
  gint64 to_ns;
} TvTimelineArrow;

GArray *tv_timeline_find_arrows  (TvTrace              *trace,
                                  guint32               slice);
gboolean tv_timeline_find_bounds (const TvTimelineView *view,
                                  const GArray         *arrows,
                                  TvTimelineRect       *bounds);
void    tv_timeline_paint_arrows (const TvTimelineView *view,
                                  cairo_t              *cr,
                                  const GArray         *arrows);

/* Highlights one thread and dims the rest. */
guint32 tv_timeline_find_running (TvTrace              *trace,
                                  guint32               slice);
void    tv_timeline_paint_highlight  (TvTimelinePainter    *self,
                                  cairo_t              *cr,
                                  const TvTimelineView *view,
                                  guint32               utid);

G_END_DECLS
