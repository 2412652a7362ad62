/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <time.h>

#include "paint/timeline-painter.h"

/* How long each painting of the timeline's content takes. For programs that are linked with
 * --wrap=tv_timeline_painter_paint. */

static GArray *paint_times; /* (nullable): double: ms of the processor that each took */

void
__real_tv_timeline_painter_paint (TvTimelinePainter *self, cairo_t *cr, const TvTimelineView *view);
void
__wrap_tv_timeline_painter_paint (TvTimelinePainter *self, cairo_t *cr, const TvTimelineView *view);

/* Of the main thread. */
static double
get_used_ms (void)
{
  struct timespec used;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &used);
  return (double) used.tv_sec * 1e3 + (double) used.tv_nsec / 1e6;
}

/* The linker puts it in the way of the painter. */
void
__wrap_tv_timeline_painter_paint (TvTimelinePainter *self, cairo_t *cr, const TvTimelineView *view)
{
  double start_ms = get_used_ms (), ms;

  __real_tv_timeline_painter_paint (self, cr, view);
  ms = get_used_ms () - start_ms;
  if (paint_times != NULL)
    g_array_append_val (paint_times, ms);
}
