/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <time.h>

#include "paint/timeline/painter.h"

/* Measures each painting of the timeline's content. Programs that use it must be linked with
 * --wrap=tv_timeline_painter_paint. */

/* double: CPU time of the main thread per painting, in ms; paintings are measured only while the array exists */
static GArray *paint_times;      /* wall time per painting */
static GArray *paint_wall_times; /* wall time */

void
__real_tv_timeline_painter_paint (TvTimelinePainter *self, cairo_t *cr, const TvTimelineView *view);
void
__wrap_tv_timeline_painter_paint (TvTimelinePainter *self, cairo_t *cr, const TvTimelineView *view);

static double
get_clock_ms (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

/* Returns the CPU time of the main thread in ms. */
static double
get_used_ms (void)
{
  return get_clock_ms (CLOCK_THREAD_CPUTIME_ID);
}

static double
get_wall_ms (void)
{
  return get_clock_ms (CLOCK_MONOTONIC);
}

/* Replaces the painter's function, see the linker option --wrap. */
void
__wrap_tv_timeline_painter_paint (TvTimelinePainter *self, cairo_t *cr, const TvTimelineView *view)
{
  double start_ms = get_used_ms (), start_wall_ms = get_wall_ms (), ms;

  __real_tv_timeline_painter_paint (self, cr, view);
  ms = get_used_ms () - start_ms;
  if (paint_times != NULL)
    g_array_append_val (paint_times, ms);
  ms = get_wall_ms () - start_wall_ms;
  if (paint_wall_times != NULL)
    g_array_append_val (paint_wall_times, ms);
}
