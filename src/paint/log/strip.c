/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/log/strip-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "analysis/log/log-timestamp.h"
#include "analysis/log/timed-rows.h"
#include "core/time-format.h"

/* Draws the chart above the Log view: ruler, number of lines over time by level, and decoded events. Called by
 * ui/views/log/strip-view.c for drawing and hit tests. Pure: all state is in the caller's #TvLogStrip. */

#define BAR_MIN_PX     8.0
#define BAR_GAP_PX     1.0
#define TICK_MIN_PX    86.0
#define TICK_PX        5.0
#define LABEL_INSET_PX 12.0
#define LABEL_LEFT_PX  4.0
#define SPOT_PX        9.0
#define SPOT_GAP_PX    6.0
#define BARS_TOP_PX    4.0 /* distance from the upper edge to the highest bar */
#define FRAME_MIN_PX   6.0
#define FRAME_EDGE_PX  1.5

/* Palette indexes for log levels, as in the list; verbose and debug are grey. */
#define INFO_COLOR    2
#define WARNING_COLOR 4
#define ERROR_COLOR   1

const TvColor *
tv_log_share_get_color (TvLogShare share, const TvTheme *theme)
{
  switch (share)
    {
    case TV_LOG_SHARE_ERROR:
      return tv_palette_get_color (ERROR_COLOR);
    case TV_LOG_SHARE_WARNING:
      return tv_palette_get_color (WARNING_COLOR);
    case TV_LOG_SHARE_INFO:
      return tv_palette_get_color (INFO_COLOR);
    case TV_LOG_SHARE_DEBUG:
      return tv_palette_get_color (TV_PALETTE_NEUTRAL);
    case TV_LOG_SHARE_EXCLUDED:
    case TV_N_LOG_SHARES:
    default:
      return &theme->faint_separator;
    }
}

const char *
tv_log_share_get_name (TvLogShare share)
{
  static const char *const names[TV_N_LOG_SHARES] = {
    [TV_LOG_SHARE_EXCLUDED] = N_("Filtered out"),
    [TV_LOG_SHARE_DEBUG] = N_("Debug"),
    [TV_LOG_SHARE_INFO] = N_("Info"),
    [TV_LOG_SHARE_WARNING] = N_("Warning"),
    [TV_LOG_SHARE_ERROR] = N_("Error"),
  };

  g_return_val_if_fail (share < TV_N_LOG_SHARES, NULL);
  return _ (names[share]);
}

/* ---- Time steps ---- */

#define S G_GINT64_CONSTANT (1000000000)

static double
get_px_per_ns (const TvLogStrip *self)
{
  return self->scale.n_columns / (double) (self->scale.end_ns - self->scale.start_ns);
}

/**
 * tv_log_strip_get_step:
 *
 * Returns: the duration of a bar in ns: the shortest round duration for which bars are wide enough
 */
gint64
tv_log_strip_get_step (const TvLogStrip *self)
{
  return tv_log_timestamp_round_step ((gint64) ceil (BAR_MIN_PX / get_px_per_ns (self)));
}

/**
 * tv_log_strip_find_bar:
 * @x: x coordinate in the strip, in px
 * @start_ns: (out): start of the bar
 * @end_ns: (out): end of the bar
 *
 * Gets the time range of the bar at a position.
 */
void
tv_log_strip_find_bar (const TvLogStrip *self, double x, gint64 *start_ns, gint64 *end_ns)
{
  gint64 step = tv_log_strip_get_step (self);

  *start_ns = tv_time_base_find_step (
      self->base, tv_time_scale_get_ns (&self->scale, x - self->label_width), step);
  *end_ns = *start_ns + step;
}

double
tv_log_strip_get_x (const TvLogStrip *self, gint64 ns)
{
  return self->label_width + tv_time_scale_get_x (&self->scale, ns);
}

/* ---- Labels ---- */

static char *
dup_step_label (gint64 step)
{
  gint64 s = step / S;
  g_autofree char *time = NULL;

  if (step == S)
    return g_strdup (_("per second"));
  if (s > 0 && s % 86400 == 0)
    return s == 86400 ? g_strdup (_("per day"))
                      : g_strdup_printf (_("per %d days"), (int) (s / 86400));
  if (s > 0 && s % 3600 == 0)
    return s == 3600 ? g_strdup (_("per hour"))
                     : g_strdup_printf (_("per %d hours"), (int) (s / 3600));
  if (s > 0 && s % 60 == 0)
    return s == 60 ? g_strdup (_("per minute"))
                   : g_strdup_printf (_("per %d minutes"), (int) (s / 60));
  time = tv_time_format (step);
  /* Translators: duration of a bar, such as “per 10 s” */
  return g_strdup_printf (_("per %s"), time);
}

/* Draws the legend of the colours if the strip is high enough. Draws the duration of a bar next to the ruler, or
 * without a ruler, in place of the legend. */
static void
paint_names (const TvLogStrip *self, cairo_t *cr, TvLabelCache *labels)
{
  double row = (self->bars_height - 2.0) / TV_N_LOG_SHARES;
  double y = self->ruler_height + row / 2.0;
  g_autofree char *label = dup_step_label (tv_log_strip_get_step (self));

  gboolean has_names = row >= SPOT_PX + 2.0;

  tv_color_set_source (&self->theme->dim_text, cr);
  if (self->ruler_height > 0 || !has_names)
    tv_label_cache_draw (labels, cr, label, LABEL_INSET_PX,
                         (self->ruler_height > 0 ? self->ruler_height : self->bars_height) / 2.0,
                         self->label_width - LABEL_INSET_PX);
  if (!has_names)
    return;
  for (guint share = TV_N_LOG_SHARES; share-- > 0; y += row)
    {
      tv_color_set_source (tv_log_share_get_color ((TvLogShare) share, self->theme), cr);
      cairo_rectangle (cr, LABEL_INSET_PX, floor (y - SPOT_PX / 2.0), SPOT_PX, SPOT_PX);
      cairo_fill (cr);
      tv_color_set_source (&self->theme->dim_text, cr);
      tv_label_cache_draw (labels, cr, tv_log_share_get_name ((TvLogShare) share),
                           LABEL_INSET_PX + SPOT_PX + SPOT_GAP_PX, y,
                           self->label_width - LABEL_INSET_PX - SPOT_PX - SPOT_GAP_PX);
    }
}

/* ---- Ruler ---- */

static void
paint_ruler (const TvLogStrip *self, cairo_t *cr, TvLabelCache *labels)
{
  gint64 step = tv_log_timestamp_round_step ((gint64) ceil (TICK_MIN_PX / get_px_per_ns (self)));
  double width = self->label_width + self->scale.n_columns;

  for (gint64 ns = tv_time_base_find_step (self->base, self->scale.start_ns, step);
       ns <= self->scale.end_ns; ns += step)
    {
      double x = floor (tv_log_strip_get_x (self, ns)) + 0.5;
      g_autofree char *text = tv_time_base_format_parts (self->base, ns,
                                                         tv_log_timestamp_get_parts (step));

      if (x < self->label_width)
        continue;
      tv_color_set_source (&self->theme->tick, cr);
      cairo_move_to (cr, x, self->ruler_height - TICK_PX);
      cairo_line_to (cr, x, self->ruler_height);
      cairo_stroke (cr);
      tv_color_set_source (&self->theme->dim_text, cr);
      if (text != NULL)
        tv_label_cache_draw (labels, cr, text, x + LABEL_LEFT_PX, self->ruler_height / 2.0,
                             width - x - LABEL_LEFT_PX);
    }
}

/* ---- Bars ---- */

typedef struct
{
  guint32 counts[TV_N_LOG_SHARES];
  double x, width;
} Bar;

static guint32
get_sum (const Bar *bar)
{
  guint32 sum = 0;

  for (guint i = 0; i < TV_N_LOG_SHARES; i++)
    sum += bar->counts[i];
  return sum;
}

static GArray *
find_bars (const TvLogStrip *self, guint32 *max)
{
  GArray *bars = g_array_new (FALSE, FALSE, sizeof (Bar));
  gint64 step = tv_log_strip_get_step (self);

  *max = 1;
  for (gint64 ns = tv_time_base_find_step (self->base, self->scale.start_ns, step);
       ns < self->scale.end_ns; ns += step)
    {
      double x = tv_log_strip_get_x (self, ns), end = tv_log_strip_get_x (self, ns + step);
      Bar bar = { .x = round (x), .width = round (end) - round (x) };

      tv_log_density_count (self->density, ns, ns + step, bar.counts);
      *max = MAX (*max, get_sum (&bar));
      g_array_append_val (bars, bar);
    }
  return bars;
}

/* Appends the bar segments of one share to the path. A segment is at least one pixel high. */
static void
append_share (const TvLogStrip *self, cairo_t *cr, const GArray *bars, guint share, guint32 max)
{
  double bottom = self->ruler_height + self->bars_height;
  double space = self->bars_height - BARS_TOP_PX;

  for (guint i = 0; i < bars->len; i++)
    {
      const Bar *bar = &g_array_index (bars, Bar, i);
      guint32 below = 0;
      double from, to;

      for (guint other = 0; other < share; other++)
        below += bar->counts[other];
      if (bar->counts[share] == 0)
        continue;
      from = ceil (space * below / max);
      to = MAX (ceil (space * ((double) below + bar->counts[share]) / max), from + 1.0);
      cairo_rectangle (cr, bar->x, bottom - to, MAX (bar->width - BAR_GAP_PX, 1.0), to - from);
    }
}

static void
paint_bars (const TvLogStrip *self, cairo_t *cr)
{
  guint32 max;
  g_autoptr (GArray) bars = find_bars (self, &max);

  cairo_save (cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  cairo_rectangle (cr, self->label_width, self->ruler_height, self->scale.n_columns,
                   self->bars_height);
  cairo_clip (cr);
  for (guint share = 0; share < TV_N_LOG_SHARES; share++)
    {
      append_share (self, cr, bars, share, max);
      tv_color_set_source (tv_log_share_get_color ((TvLogShare) share, self->theme), cr);
      cairo_fill (cr);
    }
  cairo_restore (cr);
}

/* ---- Frame and cursor ---- */

/**
 * tv_log_strip_get_frame:
 * @x: (out): left edge in the strip, in px
 * @width: (out): width in px; 0 if there is no frame
 *
 * Gets the position of the frame around the lines that the list shows. A narrow frame is widened so that it can be
 * dragged.
 */
void
tv_log_strip_get_frame (const TvLogStrip *self, double *x, double *width)
{
  double from, to;

  *x = *width = 0.0;
  if (self->frame_end_ns < self->frame_start_ns)
    return;
  from = tv_log_strip_get_x (self, self->frame_start_ns);
  to = tv_log_strip_get_x (self, self->frame_end_ns);
  *width = MAX (to - from, FRAME_MIN_PX);
  *x = from - (*width - (to - from)) / 2.0;
}

/* Paints the background of the frame below the bars (@is_ground), or its border above them. */
static void
paint_frame (const TvLogStrip *self, cairo_t *cr, gboolean is_ground)
{
  double x, width;

  tv_log_strip_get_frame (self, &x, &width);
  if (width <= 0.0)
    return;
  cairo_save (cr);
  cairo_rectangle (cr, self->label_width - FRAME_EDGE_PX, self->ruler_height,
                   self->scale.n_columns + 2.0 * FRAME_EDGE_PX, self->bars_height);
  cairo_clip (cr);
  cairo_rectangle (cr, round (x) + 0.75, self->ruler_height + 0.75, round (width) - 1.5,
                   self->bars_height - 1.5);
  tv_color_set_source (is_ground ? &self->theme->selection : &self->theme->hover, cr);
  if (is_ground)
    cairo_fill (cr);
  cairo_set_line_width (cr, FRAME_EDGE_PX);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
paint_cursor (const TvLogStrip *self, cairo_t *cr)
{
  double x;

  if (self->cursor_ns == G_MININT64)
    return;
  x = floor (tv_log_strip_get_x (self, self->cursor_ns)) + 0.5;
  if (x < self->label_width)
    return;
  tv_color_set_source (&self->theme->accent, cr);
  cairo_move_to (cr, x, self->ruler_height);
  cairo_line_to (cr, x, self->ruler_height + self->bars_height + self->events_height);
  cairo_stroke (cr);
}

static void
paint_line (const TvLogStrip *self, cairo_t *cr, double y)
{
  tv_color_set_source (&self->theme->faint_separator, cr);
  cairo_move_to (cr, 0.0, y - 0.5);
  cairo_line_to (cr, self->label_width + self->scale.n_columns, y - 0.5);
  cairo_stroke (cr);
}

/**
 * tv_log_strip_paint:
 * @cr: target; the origin is the upper left corner of the strip
 * @labels: label cache of the font
 *
 * Paints the strip. The run time depends on the width, not on the length of the log.
 */
void
tv_log_strip_paint (const TvLogStrip *self, cairo_t *cr, TvLabelCache *labels)
{
  double bottom = self->ruler_height + self->bars_height;

  cairo_set_line_width (cr, 1.0);
  paint_names (self, cr, labels);
  if (self->ruler_height > 0)
    {
      paint_ruler (self, cr, labels);
      paint_line (self, cr, self->ruler_height);
    }
  paint_frame (self, cr, TRUE);
  if (self->density != NULL)
    paint_bars (self, cr);
  cairo_set_line_width (cr, 1.0);
  paint_line (self, cr, bottom);
  if (self->events_height > 0)
    {
      tv_log_strip_paint_events (self, cr, labels);
      paint_line (self, cr, bottom + self->events_height);
    }
  paint_frame (self, cr, FALSE);
  cairo_set_line_width (cr, 1.0);
  paint_cursor (self, cr);
}
