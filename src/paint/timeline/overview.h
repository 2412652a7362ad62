/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/activity.h"
#include "analysis/range/bookmarks.h"
#include "paint/kit/label-cache.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/**
 * TvOverview:
 * @activity: (nullable): activity of the trace over time
 * @occurrences: (nullable): occurrences of the selected method
 * @hits: (nullable): search hits
 * @theme: theme colours
 * @title: (nullable): first line of the label
 * @detail: (nullable): second line of the label, dimmed
 * @start_ns: start of the trace
 * @end_ns: end of the trace, after @start_ns
 * @visible_start_ns: start of the timeline's visible range
 * @visible_end_ns: end of the timeline's visible range
 * @selection_start_ns: start of the selected range
 * @selection_end_ns: end of the selected range; equal to @selection_start_ns if no range is selected
 * @cursor_ns: time of a highlighted event, or %G_MININT64
 * @marks: (nullable) (element-type TvBookmark): bookmarks
 * @width: width of the overview in px
 * @height: height of the overview in px
 * @label_width: width of the label in px
 * @scale: device pixels per px
 *
 * The whole trace in a strip, with a window that marks the timeline's visible range. Activity is an area chart,
 * scaled to its maximum. CPUs have one row each, with a stronger colour for more activity.
 *
 *             label_width           width
 *   ┌───────────┬─────┬───────┬───────┐
 *   │ title     │  ▂▃▂│▆▇▃▁▂▅▃│▁▂     │ activity
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
 * @TV_OVERVIEW_NOWHERE: outside of the chart
 * @TV_OVERVIEW_OUTSIDE: on the chart, but not on the window; also on the window if it covers the whole trace
 * @TV_OVERVIEW_WINDOW: between the edges of the window
 * @TV_OVERVIEW_WINDOW_START: left edge of the window
 * @TV_OVERVIEW_WINDOW_END: right edge of the window
 *
 * Parts of the overview, which react differently to the pointer.
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
