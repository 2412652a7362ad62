/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/painter.h"

G_BEGIN_DECLS

/**
 * TvTimelineArrow:
 * @from_track: where it starts
 * @from_depth: on which line of that
 * @from_ns: when
 * @to_track: where it ends
 * @to_depth: on which line of that
 * @to_ns: when
 *
 * An arrow from one thread to another that it woke, or sent something.
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

/* A thread in the light: all else is dimmed. */
guint32 tv_timeline_find_running (TvTrace              *trace,
                                  guint32               slice);
void    tv_timeline_paint_light  (TvTimelinePainter    *self,
                                  cairo_t              *cr,
                                  const TvTimelineView *view,
                                  guint32               utid);

G_END_DECLS
