/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/kit/label-cache.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/* Charts of numbers:
 *
 *   LINE        ▲    ╱╲     BARS   inflate ▉▉▉▉▉▉▉▉ 98 ms     HISTOGRAM  ▲ ▂█▅
 *               │ ╱╲╱  ╲           draw    ▉▉▉ 31 ms                     │▃███▂▁
 *               └───────▶          2 more  ▉ 12 ms                       └──────▶ */

typedef enum
{
  TV_CHART_LINE,
  TV_CHART_BARS,
  TV_CHART_HISTOGRAM,
} TvChartKind;

/**
 * TvChartPoint:
 * @x: start of a histogram bin; for a line, mean x position of the values
 * @low: lowest value
 * @high: highest value; in a histogram, the number of values in the bin
 *
 * A point of a line, or a bin of a histogram.
 */
typedef struct
{
  double x;
  double low;
  double high;
} TvChartPoint;

/**
 * TvChartBar:
 * @label: (owned): name
 * @is_rest: whether the bar represents all names without a separate bar
 *
 * A bar of a bar chart.
 */
typedef struct
{
  char *label;
  double value;
  gboolean is_rest;
} TvChartBar;

/**
 * TvChart:
 * @points: (element-type TvChartPoint): points of a line or a histogram, sorted by @x
 * @bin: width of the bins in a histogram
 * @bars: (element-type TvChartBar): bars from top to bottom
 * @dup_x: (transfer full): formats an x value
 * @dup_y: (transfer full): formats a y value
 * @data: user data of @dup_x and @dup_y
 *
 * The content of a chart. The caller keeps the ownership of all arrays.
 */
typedef struct
{
  TvChartKind kind;
  const GArray *points;
  double bin;
  const GArray *bars;
  char *(*dup_x) (double x, gconstpointer data);
  char *(*dup_y) (double y, gconstpointer data);
  gconstpointer data;
} TvChart;

void tv_chart_paint (const TvChart *self,
                     cairo_t       *cr,
                     const TvTheme *theme,
                     TvLabelCache  *labels,
                     int            width,
                     int            height);

G_END_DECLS
