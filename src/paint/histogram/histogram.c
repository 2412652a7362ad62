/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/histogram/histogram.h"

#include <glib/gi18n.h>
#include <math.h>

#include "core/time-format.h"

/* Assigns durations to bins on a logarithmic scale, and paints bars, percentiles and the selected band. Called by
 * ui/views/histogram-view.c for drawing and for finding the bin below the pointer. Pure: each call counts the
 * durations in the bins again. */

#define BIN_PX      12.0
#define BIN_GAP_PX  1.0
#define LABEL_GAP   3.0  /* distance from a row of labels to the ticks or bars */
#define NAME_GAP    10.0 /* minimum distance between the labels in a row */
#define MIN_BAR     2.0  /* minimum height of a non-empty bar */
#define TICK_HEIGHT 24.0

/* Palette indexes of bars that meet or miss the deadline. */
#define IN_TIME_COLOR 2
#define LATE_COLOR    1

/* If the longest value is at least FEW_TENS times the shortest, only the first N_WIDE_STEPS steps are labelled on the
 * scale: 1, 2 and 5. */
#define FEW_TENS     10.0
#define N_WIDE_STEPS 3

/* Minimum ratio between the ends of the scale, used if all values are nearly equal. */
#define MIN_RATIO 2.0

/* ---- Scale ---- */

typedef struct
{
  double low_ns, high_ns; /* durations at the left and the right edge */
  int n_bins;
} Scale;

/* Returns the scale. Clamps a duration of 0 to 1 ns, because a logarithmic scale has no 0. */
static Scale
get_scale (const TvHistogram *self)
{
  double low = (double) MAX (tv_durations_get_shortest (self->durations), 1);
  double high = (double) MAX (tv_durations_get_percentile (self->durations, 100), 1);
  Scale scale = { .n_bins = MAX ((int) (self->width / BIN_PX), 1) };

  if (self->deadline_ns > 0)
    {
      low = MIN (low, (double) self->deadline_ns);
      high = MAX (high, (double) self->deadline_ns);
    }
  /* Add a margin, so that the extremes are not at the edges. */
  scale.low_ns = low / pow (MAX (high / low, MIN_RATIO), 0.02);
  scale.high_ns = high * pow (MAX (high / low, MIN_RATIO), 0.02);
  if (high / low < MIN_RATIO)
    {
      scale.low_ns = low / MIN_RATIO;
      scale.high_ns = high * MIN_RATIO;
    }
  return scale;
}

static double
get_edge_ns (const Scale *scale, int bin)
{
  return scale->low_ns *
         pow (scale->high_ns / scale->low_ns, (double) bin / (double) scale->n_bins);
}

/* Returns the first whole nanosecond at or after the left edge of a bin. */
static gint64
get_first_ns (const Scale *scale, int bin)
{
  double ns = ceil (get_edge_ns (scale, bin));

  return ns < (double) G_MAXINT64 ? (gint64) ns : G_MAXINT64;
}

/* Returns the number of bars that fit into the width. */
int
tv_histogram_count_bins (const TvHistogram *self)
{
  return get_scale (self).n_bins;
}

/* Returns the index of the bar at a position, clamped to the first and the last bar. */
int
tv_histogram_find_bin (const TvHistogram *self, double x)
{
  int n = tv_histogram_count_bins (self);

  return CLAMP ((int) floor (x * n / MAX (self->width, 1)), 0, n - 1);
}

/**
 * tv_histogram_get_bin:
 * @bin: index of a bar
 * @from_ns: (out): shortest duration in the bar
 * @to_ns: (out): longest duration in the bar; less than @from_ns if the bar contains no whole nanosecond
 *
 * Gets the range of durations that a bar counts. Each duration belongs to exactly one bar.
 */
void
tv_histogram_get_bin (const TvHistogram *self, int bin, gint64 *from_ns, gint64 *to_ns)
{
  Scale scale = get_scale (self);

  *from_ns = bin > 0 ? get_first_ns (&scale, bin) : 0;
  *to_ns = bin + 1 < scale.n_bins
               ? get_first_ns (&scale, bin + 1) - 1
               : MAX (tv_durations_get_percentile (self->durations, 100), self->deadline_ns);
}

/* Returns the x position of a duration on the logarithmic scale, clamped to the width. */
double
tv_histogram_get_x (const TvHistogram *self, gint64 ns)
{
  Scale scale = get_scale (self);
  double part = log (MAX ((double) ns, 1.0) / scale.low_ns) / log (scale.high_ns / scale.low_ns);

  return CLAMP (part, 0.0, 1.0) * self->width;
}

/* Returns: (transfer full): text of a duration, such as `8.3 ms`, or for multiples of a deadline, `1.25×` */
char *
tv_histogram_dup_value (const TvHistogram *self, gint64 value)
{
  if (self->has_multiples)
    /* Translators: a multiple of a deadline */
    return g_strdup_printf (_("%.3g×"), (double) value / (double) self->deadline_ns);
  return tv_time_format (value);
}

/* ---- Labels of the scale ---- */

typedef struct
{
  double start, end; /* occupied part of a row of labels */
} Interval;

/* Draws a label near a position, unless it would overlap another label. Returns whether it was drawn. */
static gboolean
place_name (const TvHistogram *self,
            cairo_t *cr,
            TvLabelCache *labels,
            GArray *taken,
            const char *text,
            double x,
            double middle_y)
{
  double width = ceil (tv_label_cache_measure (labels, text));
  double start = CLAMP (x - width / 2.0, 0.0, MAX (self->width - width, 0.0));
  Interval interval = { start - NAME_GAP / 2.0, start + width + NAME_GAP / 2.0 };

  for (guint i = 0; i < taken->len; i++)
    if (interval.start < g_array_index (taken, Interval, i).end &&
        interval.end > g_array_index (taken, Interval, i).start)
      return FALSE;
  g_array_append_val (taken, interval);
  tv_label_cache_draw (labels, cr, text, start, middle_y, width + 1.0);
  return TRUE;
}

/* Labels as many values of the scale as fit, the roundest first. Values that do not begin with 1, 2 or 5 are labelled
 * only if the ratio between the ends of the scale is small. */
static void
paint_scale (const TvHistogram *self, cairo_t *cr, TvLabelCache *labels, double bottom)
{
  static const gint64 steps[] = { 10, 20, 50, 30, 15, 40, 70, 25, 60, 80, 35, 90 };
  double middle_y = self->height - tv_label_cache_get_height (labels) / 2.0;
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (Interval));
  Scale scale = get_scale (self);
  guint n_steps = scale.high_ns / scale.low_ns < FEW_TENS ? G_N_ELEMENTS (steps) : N_WIDE_STEPS;

  for (guint step = 0; step < n_steps; step++)
    for (gint64 ten = 1; ten <= G_MAXINT64 / 1000; ten *= 10)
      {
        gint64 ns = ten * steps[step] / 10;
        double x;
        g_autofree char *text = NULL;

        if (ten * steps[step] % 10 != 0 || (double) ns < scale.low_ns ||
            (double) ns > scale.high_ns)
          continue;
        x = floor (tv_histogram_get_x (self, ns)) + 0.5;
        text = tv_histogram_dup_value (self, ns);
        tv_color_set_source (&self->theme->dim_text, cr);
        if (!place_name (self, cr, labels, taken, text, x, middle_y))
          continue;
        tv_color_set_source (&self->theme->tick, cr);
        cairo_move_to (cr, x, bottom);
        cairo_line_to (cr, x, bottom + LABEL_GAP);
        cairo_stroke (cr);
      }
}

static void
paint_deadline (const TvHistogram *self,
                cairo_t *cr,
                TvLabelCache *labels,
                GArray *taken,
                double top,
                double bottom)
{
  double middle_y = tv_label_cache_get_height (labels) / 2.0;
  double x = floor (tv_histogram_get_x (self, self->deadline_ns)) + 0.5;
  g_autofree char *time = tv_histogram_dup_value (self, self->deadline_ns);
  /* Translators: %s is the maximum duration of frames */
  g_autofree char *text = g_strdup_printf (_("deadline %s"), time);
  double width = tv_label_cache_measure (labels, text);

  tv_color_set_source (&self->theme->text, cr);
  place_name (self, cr, labels, taken, text, x, middle_y);
  if (self->in_time != NULL)
    {
      double space = tv_label_cache_measure (labels, self->in_time);
      double left_x = x - (width + space) / 2.0 - 2.0 * NAME_GAP;

      tv_color_set_source (&self->theme->dim_text, cr);
      if (left_x - space / 2.0 >= 0.0)
        place_name (self, cr, labels, taken, self->in_time, left_x, middle_y);
    }
  tv_color_set_source (&self->theme->text, cr);
  cairo_move_to (cr, x, top - LABEL_GAP);
  cairo_line_to (cr, x, bottom);
  cairo_stroke (cr);
}

/* Draws the deadline, then as many percentile labels as fit, the most important first. */
static void
paint_marks (const TvHistogram *self, cairo_t *cr, TvLabelCache *labels, double top, double bottom)
{
  static const struct
  {
    guint percent;
    const char *name;
  } marks[] = {
    { 100, N_("max") },
    { 50, N_("p50") },
    { 99, N_("p99") },
    { 90, N_("p90") },
  };
  static const double dashes[] = { 2.0, 2.0 };
  double middle_y = tv_label_cache_get_height (labels) / 2.0;
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (Interval));

  if (self->deadline_ns > 0)
    paint_deadline (self, cr, labels, taken, top, bottom);
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      gint64 ns = tv_durations_get_percentile (self->durations, marks[i].percent);
      double x = floor (tv_histogram_get_x (self, ns)) + 0.5;

      tv_color_set_source (&self->theme->text, cr);
      if (!place_name (self, cr, labels, taken, _ (marks[i].name), x, middle_y))
        continue;
      cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0.0);
      cairo_move_to (cr, x, top);
      cairo_line_to (cr, x, bottom);
      cairo_stroke (cr);
      cairo_set_dash (cr, NULL, 0, 0.0);
    }
}

/* ---- Counts ---- */

static guint32
count_bin (const TvHistogram *self, int bin)
{
  gint64 from_ns, to_ns;

  tv_histogram_get_bin (self, bin, &from_ns, &to_ns);
  return tv_durations_count_between (self->durations, from_ns, to_ns, NULL);
}

static gboolean
is_in_band (const TvHistogram *self, gint64 from_ns, gint64 to_ns)
{
  return self->band_from_ns >= 0 && from_ns <= self->band_to_ns && to_ns >= self->band_from_ns;
}

static TvColor
get_bar_color (const TvHistogram *self, gint64 from_ns, gboolean is_pointed)
{
  TvColor plain = tv_color_mix (&self->theme->background, &self->theme->text, 0.25);

  if (self->deadline_ns > 0)
    plain = *tv_palette_get_color (from_ns > self->deadline_ns ? LATE_COLOR : IN_TIME_COLOR);
  return is_pointed ? tv_color_mix (&plain, &self->theme->text, 0.3) : plain;
}

/* Returns the height of a bar relative to the highest bar: the ratio of their counts, or with a deadline, the square
 * root of this ratio. */
static double
get_bar_part (const TvHistogram *self, guint32 count, guint32 max)
{
  double part = (double) count / max;

  return self->deadline_ns > 0 ? sqrt (part) : part;
}

static void
paint_bars (const TvHistogram *self, cairo_t *cr, double top, double bottom)
{
  int n_bins = tv_histogram_count_bins (self);
  guint32 max = 1;

  for (int bin = 0; bin < n_bins; bin++)
    max = MAX (max, count_bin (self, bin));
  for (int bin = 0; bin < n_bins; bin++)
    {
      guint32 count = count_bin (self, bin);
      double x = floor ((double) bin * self->width / n_bins);
      double end = floor ((double) (bin + 1) * self->width / n_bins) - BIN_GAP_PX;
      double height = MAX (round ((bottom - top) * get_bar_part (self, count, max)), MIN_BAR);
      gint64 from_ns, to_ns;
      TvColor color;

      if (count == 0)
        continue;
      tv_histogram_get_bin (self, bin, &from_ns, &to_ns);
      color = get_bar_color (self, from_ns, bin == self->pointed_bin);
      tv_color_set_source (is_in_band (self, from_ns, to_ns) ? &self->chosen : &color, cr);
      cairo_rectangle (cr, x, bottom - height, MAX (end - x, 1.0), height);
      cairo_fill (cr);
    }
}

static void
paint_ticks (const TvHistogram *self, cairo_t *cr, double top, double bottom)
{
  TvColor plain = tv_color_mix (&self->theme->background, &self->theme->text, 0.5);
  double height = MIN (TICK_HEIGHT, bottom - top);

  for (guint32 i = 0; i < tv_durations_count (self->durations); i++)
    {
      gint64 ns = tv_durations_get_nth (self->durations, i);
      double x = floor (tv_histogram_get_x (self, ns));

      if (self->deadline_ns > 0)
        plain = get_bar_color (self, ns, FALSE);
      tv_color_set_source (is_in_band (self, ns, ns) ? &self->chosen : &plain, cr);
      cairo_rectangle (cr, x - 1.0, bottom - height, 3.0, height);
      cairo_fill (cr);
    }
}

static void
paint_band (const TvHistogram *self, cairo_t *cr, double top, double bottom)
{
  double start = floor (tv_histogram_get_x (self, self->band_from_ns));
  double end = MAX (ceil (tv_histogram_get_x (self, self->band_to_ns)), start + 1.0);

  tv_color_set_source (&self->theme->selection, cr);
  cairo_rectangle (cr, start, top, end - start, bottom - top);
  cairo_fill (cr);
  tv_color_set_source (&self->theme->selection_edge, cr);
  cairo_rectangle (cr, start, top, 1.0, bottom - top);
  cairo_rectangle (cr, end - 1.0, top, 1.0, bottom - top);
  cairo_fill (cr);
}

/* Draws a triangle on the axis that points up at the selected duration. */
static void
paint_selected (const TvHistogram *self, cairo_t *cr, double bottom)
{
  double x = floor (tv_histogram_get_x (self, self->selected_ns)) + 0.5;

  tv_color_set_source (&self->theme->outline, cr);
  cairo_move_to (cr, x, bottom - 7.0);
  cairo_line_to (cr, x - 5.0, bottom + 1.0);
  cairo_line_to (cr, x + 5.0, bottom + 1.0);
  cairo_close_path (cr);
  cairo_fill (cr);
}

/**
 * tv_histogram_paint:
 * @self: a histogram with at least one duration
 * @cr: target; the origin is the upper left corner
 * @labels: cache for the histogram's labels
 *
 * Draws the bars or ticks, the scale and the percentiles.
 */
void
tv_histogram_paint (const TvHistogram *self, cairo_t *cr, TvLabelCache *labels)
{
  double label_height = ceil (tv_label_cache_get_height (labels));
  double top = label_height + LABEL_GAP, bottom = self->height - label_height - LABEL_GAP - 1.0;

  if (tv_durations_count (self->durations) == 0 || bottom <= top)
    return;
  cairo_save (cr);
  cairo_set_line_width (cr, 1.0);
  if (self->band_from_ns >= 0)
    paint_band (self, cr, top, bottom);
  if (tv_durations_count (self->durations) < TV_HISTOGRAM_MIN_BARS)
    paint_ticks (self, cr, top, bottom);
  else
    paint_bars (self, cr, top, bottom);
  tv_color_set_source (&self->theme->tick, cr);
  cairo_rectangle (cr, 0.0, bottom, self->width, 1.0);
  cairo_fill (cr);
  paint_marks (self, cr, labels, top, bottom);
  paint_scale (self, cr, labels, bottom);
  if (self->selected_ns >= 0)
    paint_selected (self, cr, bottom);
  cairo_restore (cr);
}
