/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/chart/chart.h"

#include <math.h>

/* Draws charts of numbers: axes, lines, bars and histograms. Called by the chart of query results
 * (ui/views/query/query-chart.c). Pure: reads only the #TvChart. */

#define GAP_PX 6.0
#define TICK_DISTANCE                                                                              \
  2.5 /* distance between ticks, as a multiple of the height or width of a label */
#define MAX_TICKS  12
#define BAR_LABEL  0.3  /* maximum share of the chart's width for the names of bars */
#define BAR_PX     22.0 /* height of a bar, including the gap below it */
#define BAR_GAP_PX 4.0
#define LINE_COLOR 0 /* palette index */
#define MIN_BAR_PX 1.0
#define POINT_PX   2.0
#define MAX_DOTS   60 /* maximum number of points of a line with dots */

typedef struct
{
  const TvChart *chart;
  cairo_t *cr;
  const TvTheme *theme;
  TvLabelCache *labels;
  double left, top, right, bottom; /* edges of the area with the values */
  double x_min, x_max;
  double y_min, y_max;
} Painter;

static double
get_x (const Painter *self, double x)
{
  return self->left + (x - self->x_min) / (self->x_max - self->x_min) * (self->right - self->left);
}

static double
get_y (const Painter *self, double y)
{
  return self->bottom -
         (y - self->y_min) / (self->y_max - self->y_min) * (self->bottom - self->top);
}

static const TvChartPoint *
get_point (const Painter *self, guint i)
{
  return &g_array_index (self->chart->points, TvChartPoint, i);
}

/* ---- Axes ---- */

/* Returns the distance between ticks that needs at most @n ticks: 1, 2 or 5 times a power of ten. */
static double
find_step (double range, double n)
{
  double step = pow (10.0, floor (log10 (range / n)));
  static const double factors[] = { 1.0, 2.0, 5.0 };

  for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
    if (range / (step * factors[i]) <= n)
      return step * factors[i];
  return step * 10.0;
}

/* Widens an empty range, because it cannot be drawn. */
static void
widen (double *min, double *max)
{
  double by = MAX (fabs (*min) * 0.1, 1.0);

  if (*max > *min)
    return;
  *min -= by;
  *max += by;
}

static void
find_ranges (Painter *self)
{
  guint n = self->chart->points->len;

  self->x_min = get_point (self, 0)->x;
  self->x_max = get_point (self, n - 1)->x + self->chart->bin;
  self->y_min = self->chart->kind == TV_CHART_HISTOGRAM ? 0.0 : G_MAXDOUBLE;
  self->y_max = -G_MAXDOUBLE;
  for (guint i = 0; i < n; i++)
    {
      self->y_min = MIN (self->y_min, get_point (self, i)->low);
      self->y_max = MAX (self->y_max, get_point (self, i)->high);
    }
  /* The axis starts at 0 if the smallest value is less than half of the largest. */
  if (self->y_min > 0.0 && self->y_min < self->y_max / 2.0)
    self->y_min = 0.0;
  widen (&self->x_min, &self->x_max);
  widen (&self->y_min, &self->y_max);
}

static void
paint_y_axis (Painter *self, double height)
{
  double n = CLAMP (floor ((self->bottom - self->top) / (height * TICK_DISTANCE)), 1.0, MAX_TICKS);
  double step = find_step (self->y_max - self->y_min, n);
  double space = 0.0;

  for (int pass = 0; pass < 2; pass++)
    {
      double first = ceil (self->y_min / step) * step;

      for (guint i = 0; i <= MAX_TICKS && first + i * step <= self->y_max; i++)
        {
          double y = first + i * step;
          g_autofree char *text = self->chart->dup_y (fabs (y) < step / 2.0 ? 0.0 : y,
                                                      self->chart->data);
          double width = tv_label_cache_measure (self->labels, text);
          double at = floor (get_y (self, y)) + 0.5;

          space = MAX (space, width);
          if (pass == 0)
            continue;
          tv_color_set_source (&self->theme->dim_text, self->cr);
          tv_label_cache_draw (self->labels, self->cr, text, self->left - GAP_PX - width, at,
                               width);
          tv_color_set_source (&self->theme->faint_separator, self->cr);
          cairo_move_to (self->cr, self->left, at);
          cairo_line_to (self->cr, self->right, at);
          cairo_stroke (self->cr);
        }
      self->left = space + 2.0 * GAP_PX;
    }
}

static void
paint_x_axis (Painter *self, double height)
{
  g_autofree char *widest = self->chart->dup_x (self->x_max, self->chart->data);
  double space = tv_label_cache_measure (self->labels, widest) * TICK_DISTANCE;
  double n = CLAMP (floor ((self->right - self->left) / MAX (space, 1.0)), 1.0, MAX_TICKS);
  double step = find_step (self->x_max - self->x_min, n);
  double first = ceil (self->x_min / step) * step;

  for (guint i = 0; i <= MAX_TICKS && first + i * step <= self->x_max; i++)
    {
      double x = first + i * step;
      g_autofree char *text = self->chart->dup_x (fabs (x) < step / 2.0 ? 0.0 : x,
                                                  self->chart->data);
      double width = tv_label_cache_measure (self->labels, text);
      double at = floor (get_x (self, x)) + 0.5;

      tv_color_set_source (&self->theme->tick, self->cr);
      cairo_move_to (self->cr, at, self->bottom);
      cairo_line_to (self->cr, at, self->bottom + GAP_PX / 2.0);
      cairo_stroke (self->cr);
      tv_color_set_source (&self->theme->dim_text, self->cr);
      if (at + width / 2.0 <= self->right + GAP_PX)
        tv_label_cache_draw (self->labels, self->cr, text, at - width / 2.0,
                             self->bottom + GAP_PX + height / 2.0, width);
    }
  tv_color_set_source (&self->theme->tick, self->cr);
  cairo_rectangle (self->cr, self->left, self->bottom, self->right - self->left, 1.0);
  cairo_fill (self->cr);
}

/* ---- Values ---- */

/* Draws a line through the values. A point that represents several values is a vertical line from the lowest to the
 * highest. */
static void
paint_line (Painter *self)
{
  guint n = self->chart->points->len;

  tv_color_set_source (tv_palette_get_color (LINE_COLOR), self->cr);
  cairo_set_line_width (self->cr, 1.5);
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < n; i++)
    {
      const TvChartPoint *point = get_point (self, i);

      cairo_line_to (self->cr, get_x (self, point->x), get_y (self, point->low));
      cairo_line_to (self->cr, get_x (self, point->x), get_y (self, point->high));
    }
  cairo_stroke (self->cr);
  for (guint i = 0; i < n && n <= MAX_DOTS; i++)
    {
      const TvChartPoint *point = get_point (self, i);

      cairo_new_path (self->cr);
      cairo_arc (self->cr, get_x (self, point->x), get_y (self, point->high), POINT_PX, 0.0,
                 2.0 * G_PI);
      cairo_fill (self->cr);
    }
}

static void
paint_bins (Painter *self)
{
  tv_color_set_source (tv_palette_get_color (LINE_COLOR), self->cr);
  for (guint i = 0; i < self->chart->points->len; i++)
    {
      const TvChartPoint *point = get_point (self, i);
      double start = floor (get_x (self, point->x));
      double end = floor (get_x (self, point->x + self->chart->bin)) - 1.0;
      double height = MAX (self->bottom - get_y (self, point->high), MIN_BAR_PX);

      if (point->high > 0.0)
        cairo_rectangle (self->cr, start, self->bottom - height, MAX (end - start, 1.0), height);
    }
  cairo_fill (self->cr);
}

/* Draws one bar per name. Bars of negative values extend to the left of the zero line. */
static void
paint_bars (Painter *self)
{
  const GArray *bars = self->chart->bars;
  double name_px = floor (self->right * BAR_LABEL), value_px = 0.0, low = 0.0, high = 0.0, zero;
  double height = MIN (BAR_PX, (self->bottom - self->top) / bars->len);

  for (guint i = 0; i < bars->len; i++)
    {
      const TvChartBar *bar = &g_array_index (bars, TvChartBar, i);
      g_autofree char *text = self->chart->dup_y (bar->value, self->chart->data);

      value_px = MAX (value_px, tv_label_cache_measure (self->labels, text));
      low = MIN (low, bar->value);
      high = MAX (high, bar->value);
    }
  self->left = name_px + GAP_PX;
  self->right -= value_px + GAP_PX;
  self->x_min = low;
  self->x_max = high;
  widen (&self->x_min, &self->x_max);
  zero = get_x (self, 0.0);
  for (guint i = 0; i < bars->len; i++)
    {
      const TvChartBar *bar = &g_array_index (bars, TvChartBar, i);
      g_autofree char *text = self->chart->dup_y (bar->value, self->chart->data);
      double y = self->top + i * height, end = get_x (self, bar->value);
      double width = MIN (tv_label_cache_measure (self->labels, bar->label), name_px);

      tv_color_set_source (bar->is_rest ? &self->theme->dim_text : &self->theme->text, self->cr);
      tv_label_cache_draw (self->labels, self->cr, bar->label, name_px - width, y + height / 2.0,
                           name_px);
      tv_color_set_source (tv_palette_get_color (bar->is_rest ? TV_PALETTE_NEUTRAL : LINE_COLOR),
                           self->cr);
      cairo_rectangle (self->cr, floor (MIN (zero, end)), floor (y),
                       MAX (fabs (end - zero), MIN_BAR_PX),
                       MAX (floor (height - BAR_GAP_PX), MIN_BAR_PX));
      cairo_fill (self->cr);
      tv_color_set_source (&self->theme->dim_text, self->cr);
      tv_label_cache_draw (self->labels, self->cr, text, MAX (zero, end) + GAP_PX, y + height / 2.0,
                           value_px);
    }
}

/**
 * tv_chart_paint:
 * @self: a chart with at least one point or bar
 * @cr: target; the origin is the upper left corner
 * @labels: cache for the chart's labels
 * @width: width in px
 * @height: height in px
 *
 * Draws the chart with its axes and labels.
 */
void
tv_chart_paint (const TvChart *self,
                cairo_t *cr,
                const TvTheme *theme,
                TvLabelCache *labels,
                int width,
                int height)
{
  double label = ceil (tv_label_cache_get_height (labels));
  Painter painter = { .chart = self, .cr = cr, .theme = theme, .labels = labels };

  painter.top = ceil (label / 2.0) + GAP_PX;
  painter.right = width - 2.0 * GAP_PX;
  painter.bottom = height - label - 2.0 * GAP_PX;
  if (painter.bottom <= painter.top + label || painter.right <= 4.0 * label)
    return;
  cairo_save (cr);
  cairo_set_line_width (cr, 1.0);
  if (self->kind == TV_CHART_BARS)
    {
      painter.bottom = height - GAP_PX;
      paint_bars (&painter);
    }
  else
    {
      find_ranges (&painter);
      paint_y_axis (&painter, label);
      paint_x_axis (&painter, label);
      if (self->kind == TV_CHART_LINE)
        paint_line (&painter);
      else
        paint_bins (&painter);
    }
  cairo_restore (cr);
}
