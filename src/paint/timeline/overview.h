/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/activity.h"
#include "analysis/range/time-marks.h"
#include "paint/kit/label-cache.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/**
 * TvOverview:
 * @activity: (nullable): how much goes on in the trace
 * @occurrences: (nullable): where the selected method's calls are
 * @hits: (nullable): where a search found something
 * @theme: colours
 * @title: (nullable): the first line left of the chart
 * @detail: (nullable): the second, dim
 * @start_ns: start of the trace
 * @end_ns: its end; after the start
 * @visible_start_ns: start of what the timeline shows
 * @visible_end_ns: its end
 * @selection_start_ns: start of the selected range of time
 * @selection_end_ns: its end; equal to the start if none is selected
 * @cursor_ns: a point in time, such as that of an event, or %G_MININT64
 * @marks: (nullable) (element-type TvTimeMark): times that were marked
 * @width: of the whole picture, in px
 * @height: of the whole picture, in px
 * @label_width: of what is left of the chart, in px
 * @scale: device pixels in a px
 *
 * A whole trace on a strip, and on it a window: what the timeline shows. How much goes on is an area
 * as high as what is seen of it is busy; of CPUs, a lane each, whose colour is stronger where it is
 * busier.
 *
 *             label_width           width
 *   ┌───────────┬─────┬───────┬───────┐
 *   │ title     │  ▂▃▂│▆▇▃▁▂▅▃│▁▂     │ how much goes on
 *   │ detail    │     │ ▪  ▪▪ │   ▪   │ occurrences
 *   └───────────┴─────┴───────┴───────┘ height
 */
typedef struct
{
  const TvActivity *activity;
  const TvActivity *occurrences;
  const TvActivity *hits;
  const TvTheme *theme;
  const char *title;
  const char *detail;
  gint64 start_ns;
  gint64 end_ns;
  gint64 visible_start_ns;
  gint64 visible_end_ns;
  gint64 selection_start_ns;
  gint64 selection_end_ns;
  gint64 cursor_ns;
  const GArray *marks;
  double width;
  double height;
  double label_width;
  double scale;
} TvOverview;

/**
 * TvOverviewPart:
 * @TV_OVERVIEW_NOWHERE: beside the chart
 * @TV_OVERVIEW_OUTSIDE: on the chart, but not on the window; everywhere while that is all of it
 * @TV_OVERVIEW_WINDOW: inside of the window
 * @TV_OVERVIEW_WINDOW_START: at the window's left edge
 * @TV_OVERVIEW_WINDOW_END: at its right edge
 */
typedef enum
{
  TV_OVERVIEW_NOWHERE,
  TV_OVERVIEW_OUTSIDE,
  TV_OVERVIEW_WINDOW,
  TV_OVERVIEW_WINDOW_START,
  TV_OVERVIEW_WINDOW_END,
} TvOverviewPart;

double         tv_overview_get_x        (const TvOverview *self,
                                         gint64            ns);
gint64         tv_overview_get_ns       (const TvOverview *self,
                                         double            x);
void           tv_overview_get_window   (const TvOverview *self,
                                         double           *x0,
                                         double           *x1);
gboolean       tv_overview_shows_all    (const TvOverview *self);
TvOverviewPart tv_overview_hit_test     (const TvOverview *self,
                                         double            x);
void           tv_overview_paint        (const TvOverview *self,
                                         cairo_t          *cr,
                                         TvLabelCache     *titles,
                                         TvLabelCache     *details);
void           tv_overview_paint_window (const TvOverview *self,
                                         cairo_t          *cr);

G_END_DECLS
