/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws the ruler. The distance between ticks is 1, 2 or 5 times a power of ten, at least 1 ns:
 *
 *   |1.00 s  '    '    '    '   |1.05 s  '    '    '    '   |1.10 s
 *
 * Called by row-labels.c with a #TvRuler for each drawing. Pure; ticks are computed for each drawing. */

#include "paint/timeline/ruler.h"

#include <math.h>

#include "core/time-format.h"

/* Distances between a tick and its label, and between the label and the next tick. */
#define LABEL_INSET_PX 4.0
#define LABEL_GAP_PX   14.0
#define MIN_MAJOR_PX   72.0
#define MIN_MINOR_PX   7.0

#define MAJOR_TICK_PX 9.0
#define MINOR_TICK_PX 4.0

/**
 * tv_ruler_round_step:
 * @ns: a duration, at least 1
 *
 * Returns the smallest of the numbers 1, 2, 5, 10, 20, 50 … that is not less than @ns.
 */
gint64
tv_ruler_round_step (gint64 ns)
{
  gint64 power = 1;

  while (power <= G_MAXINT64 / 10 && power * 10 <= ns)
    power *= 10;
  if (ns <= power)
    return power;
  if (ns <= 2 * power)
    return 2 * power;
  if (power > G_MAXINT64 / 10)
    return power; /* 31 years */
  return ns <= 5 * power ? 5 * power : 10 * power;
}

/* Returns the distance between minor ticks, which is also 1, 2 or 5 times a power of ten. */
static gint64
find_minor_step (gint64 step)
{
  gint64 leading = step;

  while (leading >= 10)
    leading /= 10;
  if (leading == 2)
    return step >= 20 ? step / 4 : step / 2;
  return step / 5;
}

static gint64
divide_up (gint64 value, gint64 by)
{
  gint64 quotient = value / by;

  return quotient + (value % by > 0);
}

/* Formats a time, with a plus sign for positive times if the zero point is not the start of the trace. */
static char *
format_time (const TvRuler *self, gint64 ns, TvTimeUnit unit, int digits)
{
  g_autofree char *time = tv_time_format_in (ns, unit, digits);

  return g_strconcat (self->base->is_signed && ns > 0 ? "+" : "", time, NULL);
}

static double
measure_time (const TvRuler *self, TvLabelCache *labels, gint64 ns, TvTimeUnit unit, int digits)
{
  g_autofree char *label = format_time (self, ns, unit, digits);

  return tv_label_cache_measure (labels, label);
}

static void
clear_tick (gpointer tick)
{
  g_free (((TvRulerTick *) tick)->label);
}

/* ---- Wall clock ---- */

/* Minimum distance between ticks of wall clock times, because they are formatted with at most millisecond precision. */
#define MIN_WALL_STEP_NS G_GINT64_CONSTANT (1000000)

/* Returns the distance between minor ticks. Minutes and hours are not divided decimally. */
static gint64
find_minor_wall_step (gint64 step)
{
  const gint64 s = G_GINT64_CONSTANT (1000000000);

  if (step < 15 * s)
    return find_minor_step (step);
  if (step == 15 * s || step == 30 * s || step == 900 * s || step == 1800 * s)
    return step / 3;
  return step == 60 * s || step >= 3600 * s ? step / 6 : step / 5;
}

/* Formats the label of a tick. Returns: (transfer full) (nullable): the label; %NULL if the time cannot be converted
 * to wall clock time */
static char *
format_wall_tick (const TvRuler *self, gint64 ns, gint64 step)
{
  return step < MIN_WALL_STEP_NS
             ? tv_time_base_format_at (self->base, ns, step)
             : tv_time_base_format_parts (self->base, ns, tv_log_timestamp_get_parts (step));
}

/* Finds ticks at round wall clock times. Returns: (transfer full) (nullable): the ticks; %NULL if times cannot be
 * converted */
static GArray *
find_wall_ticks (const TvRuler *self, TvLabelCache *labels)
{
  double px_per_ns = self->scale.n_columns / (double) (self->scale.end_ns - self->scale.start_ns);
  gint64 step = (gint64) ceil (MIN_MAJOR_PX / px_per_ns), minor;
  GArray *ticks;

  for (;;)
    {
      g_autofree char *text = NULL;

      step = tv_log_timestamp_round_step (step);
      text = format_wall_tick (self, self->scale.end_ns, step);
      if (text == NULL || step > G_MAXINT64 / 8)
        return NULL;
      if (LABEL_INSET_PX + tv_label_cache_measure (labels, text) + LABEL_GAP_PX <=
          (double) step * px_per_ns)
        break;
      step++;
    }
  minor = MAX (find_minor_wall_step (step), 1);
  ticks = g_array_new (FALSE, FALSE, sizeof (TvRulerTick));
  g_array_set_clear_func (ticks, clear_tick);
  for (gint64 ns = tv_time_base_find_step (self->base, self->scale.start_ns, step);
       ns <= self->scale.end_ns; ns += minor)
    {
      TvRulerTick tick = { .ns = ns - self->base->zero_ns,
                           .x = tv_time_scale_get_x (&self->scale, ns) };

      if (tv_time_base_find_step (self->base, ns, step) == ns)
        tick.label = format_wall_tick (self, ns, step);
      else if (tick.x < 0.0)
        continue;
      g_array_append_val (ticks, tick);
    }
  return ticks;
}

/**
 * tv_ruler_find_ticks:
 * @labels: label cache with the font of the ticks
 *
 * Finds the ticks of the visible range. All labels have the same unit, which is suitable for the largest visible
 * time, and as many digits as necessary. The first tick may be to the left of the ruler, because its label may extend
 * into the ruler.
 * Returns: (transfer full) (element-type TvRulerTick): major and minor ticks, from left to right
 */
GArray *
tv_ruler_find_ticks (const TvRuler *self, TvLabelCache *labels)
{
  GArray *wall = tv_time_base_is_wall (self->base) ? find_wall_ticks (self, labels) : NULL;
  GArray *ticks = wall != NULL ? wall : g_array_new (FALSE, FALSE, sizeof (TvRulerTick));
  gint64 origin_ns = self->base->zero_ns;
  gint64 start = self->scale.start_ns - origin_ns;
  gint64 end = self->scale.end_ns - origin_ns;
  double px_per_ns = self->scale.n_columns / (double) (end - start);
  TvTimeUnit unit = tv_time_unit_for (MAX (ABS (start), ABS (end)));
  gint64 step = tv_ruler_round_step (MAX ((gint64) ceil (MIN_MAJOR_PX / px_per_ns), 1));
  gint64 minor_step;
  int digits;

  if (wall != NULL)
    return wall;
  g_array_set_clear_func (ticks, clear_tick);
  for (;;)
    {
      double width;

      digits = tv_time_unit_get_digits (unit, step);
      width = MAX (measure_time (self, labels, start, unit, digits),
                   measure_time (self, labels, end, unit, digits));
      if (LABEL_INSET_PX + width + LABEL_GAP_PX <= (double) step * px_per_ns ||
          step > G_MAXINT64 / 100)
        break;
      step = tv_ruler_round_step (step + 1);
    }

  minor_step = find_minor_step (step);
  if (minor_step < 1 || (double) minor_step * px_per_ns < MIN_MINOR_PX)
    minor_step = step;

  for (gint64 ns = (divide_up (start, step) - 1) * step; ns <= end; ns += minor_step)
    {
      TvRulerTick tick = { .ns = ns };

      tick.x = tv_time_scale_get_x (&self->scale, ns + origin_ns);
      if (ns % step == 0)
        tick.label = format_time (self, ns, unit, digits);
      else if (tick.x < 0.0)
        continue;
      g_array_append_val (ticks, tick);
    }
  return ticks;
}

/* Horizontal space occupied by a label, in px. */
typedef struct
{
  double start;
  double end;
} Taken;

static void
take (GArray *taken, double start, double width)
{
  Taken extent = { start - LABEL_INSET_PX, start + width + LABEL_INSET_PX };

  g_array_append_val (taken, extent);
}

static gboolean
is_free (const GArray *taken, double start, double width)
{
  for (guint i = 0; i < taken->len; i++)
    {
      const Taken *extent = &g_array_index (taken, Taken, i);

      if (start < extent->end && start + width > extent->start)
        return FALSE;
    }
  return TRUE;
}

/* Tints the selected range. Returns FALSE if the range is empty or not visible. */
static gboolean
paint_selection (const TvRuler *self, cairo_t *cr, const TvTheme *theme, double *x0, double *x1)
{
  double width = self->scale.n_columns;

  *x0 = tv_time_scale_get_x (&self->scale, self->selection_start_ns);
  *x1 = tv_time_scale_get_x (&self->scale, self->selection_end_ns);
  if (self->selection_start_ns == self->selection_end_ns || *x1 < 0.0 || *x0 > width)
    return FALSE;
  *x0 = CLAMP (round (*x0), 0.0, width);
  *x1 = CLAMP (round (*x1), 0.0, width);
  tv_color_set_source (&theme->selection, cr);
  cairo_rectangle (cr, *x0, 0.0, *x1 - *x0, self->height);
  cairo_fill (cr);
  return TRUE;
}

/* Draws the duration of the selected range, in front of flags. @x is the left edge of the text. */
static void
paint_length (const TvRuler *self,
              cairo_t *cr,
              TvLabelCache *labels,
              const TvTheme *theme,
              const char *length,
              double x)
{
  double width = tv_label_cache_measure (labels, length);

  tv_color_set_source (&theme->background, cr);
  cairo_rectangle (cr, x - 3.0, 1.0, width + 6.0, self->height - MAJOR_TICK_PX);
  cairo_fill_preserve (cr);
  tv_color_set_source (&theme->selection, cr);
  cairo_fill (cr);
  tv_color_set_source (&theme->accent, cr);
  tv_label_cache_draw (labels, cr, length, x, self->height / 2.0 - 2.0, width);
}

static void
paint_ticks (const TvRuler *self,
             cairo_t *cr,
             TvLabelCache *labels,
             const TvTheme *theme,
             const GArray *taken)
{
  g_autoptr (GArray) ticks = tv_ruler_find_ticks (self, labels);

  tv_color_set_source (&theme->tick, cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  for (guint i = 0; i < ticks->len; i++)
    {
      const TvRulerTick *tick = &g_array_index (ticks, TvRulerTick, i);
      double height = tick->label != NULL ? MAJOR_TICK_PX : MINOR_TICK_PX;

      cairo_rectangle (cr, floor (tick->x), self->height - height, 1.0, height);
    }
  cairo_fill (cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_DEFAULT);

  tv_color_set_source (&theme->dim_text, cr);
  for (guint i = 0; i < ticks->len; i++)
    {
      const TvRulerTick *tick = &g_array_index (ticks, TvRulerTick, i);
      double x = floor (tick->x) + LABEL_INSET_PX;
      double width;

      if (tick->label == NULL)
        continue;
      width = tv_label_cache_measure (labels, tick->label);
      if (is_free (taken, x, width))
        tv_label_cache_draw (labels, cr, tick->label, x, self->height / 2.0 - 2.0, width);
    }
}

/* Returns the flags of bookmarks, and marks the space of the flags and of the durations between them as occupied. */
static GArray *
place_flags (const TvRuler *self, TvLabelCache *labels, GArray *taken, GArray **gaps)
{
  GArray *flags = tv_time_flags_place (self->marks, self->selected_mark, &self->scale, labels);

  *gaps = tv_time_flags_find_gaps (flags, self->marks, &self->scale, labels);
  for (guint i = (*gaps)->len; i-- > 0;)
    {
      const TvTimeGap *gap = &g_array_index (*gaps, TvTimeGap, i);

      if (is_free (taken, gap->x, gap->width))
        take (taken, gap->x, gap->width);
      else
        g_array_remove_index (*gaps, i);
    }
  for (guint i = 0; i < flags->len; i++)
    {
      const TvTimeFlag *flag = &g_array_index (flags, TvTimeFlag, i);

      take (taken, flag->x, flag->width);
    }
  return flags;
}

/* Marks the space of the zero point's flag as occupied. Returns: (transfer full): an array with the flag; empty if
 * there is no flag or it is not visible */
static GArray *
place_zero (const TvRuler *self, TvLabelCache *labels, GArray *taken)
{
  g_autofree char *text = g_strdup_printf ("0 = %s", self->zero_name);
  TvBookmark zero = { .start_ns = self->base->zero_ns,
                      .end_ns = self->base->zero_ns,
                      .name = text };
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof zero);
  GArray *flags;

  if (self->zero_name != NULL)
    g_array_append_val (marks, zero);
  flags = tv_time_flags_place (marks, 0, &self->scale, labels);
  for (guint i = 0; i < flags->len; i++)
    take (taken, g_array_index (flags, TvTimeFlag, i).x,
          g_array_index (flags, TvTimeFlag, i).width);
  return flags;
}

/* Moves the duration of the selection to the right of flags that would overlap it, if there is enough space. In
 * particular, a bookmark that was created from the selection has such a flag. Returns the new position. */
static double
step_aside (const TvRuler *self,
            TvLabelCache *labels,
            double length_x,
            double length_width,
            double end_x)
{
  g_autoptr (GArray)
      flags = tv_time_flags_place (self->marks, self->selected_mark, &self->scale, labels);

  for (guint i = 0; i < flags->len; i++)
    {
      const TvTimeFlag *flag = &g_array_index (flags, TvTimeFlag, i);
      double right = ceil (flag->x + flag->width + LABEL_INSET_PX);

      if (flag->x < length_x + length_width && right > length_x && right + length_width <= end_x)
        length_x = right;
    }
  return length_x;
}

/**
 * tv_ruler_paint:
 * @cr: target; the origin is the upper left corner of the ruler
 * @labels: label cache with the font of times
 * @strong_labels: label cache with the font of the selection's duration
 *
 * Paints the ruler. If labels would overlap, these have precedence, in this order: the selection's duration, the flag
 * of the zero point, the flags of bookmarks, the durations between them, and the labels of ticks.
 */
void
tv_ruler_paint (const TvRuler *self,
                cairo_t *cr,
                TvLabelCache *labels,
                TvLabelCache *strong_labels,
                const TvTheme *theme)
{
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (Taken));
  g_autoptr (GArray) flags = NULL, gaps = NULL, zero = NULL;
  g_autofree char *length = NULL;
  double width = self->scale.n_columns, length_x = 0.0, x0, x1;

  cairo_save (cr);
  cairo_rectangle (cr, 0.0, 0.0, width, self->height);
  cairo_clip (cr);
  if (paint_selection (self, cr, theme, &x0, &x1))
    {
      double length_width;

      length = tv_time_format (self->selection_end_ns - self->selection_start_ns);
      length_width = tv_label_cache_measure (strong_labels, length);
      length_x = round (CLAMP ((x0 + x1 - length_width) / 2.0, LABEL_INSET_PX,
                               MAX (width - length_width - LABEL_INSET_PX, LABEL_INSET_PX)));
      length_x = step_aside (self, labels, length_x, length_width, x1);
      take (taken, length_x, length_width);
    }
  zero = place_zero (self, labels, taken);
  flags = place_flags (self, labels, taken, &gaps);
  paint_ticks (self, cr, labels, theme, taken);
  tv_color_set_source (&theme->text, cr);
  for (guint i = 0; i < gaps->len; i++)
    {
      const TvTimeGap *gap = &g_array_index (gaps, TvTimeGap, i);

      tv_label_cache_draw (labels, cr, gap->text, gap->x, self->height / 2.0 - 2.0, gap->width);
    }
  tv_time_flags_paint (zero, G_MAXUINT, cr, self->height, labels, theme);
  tv_time_flags_paint (flags, self->selected_mark, cr, self->height, labels, theme);
  if (length != NULL)
    paint_length (self, cr, strong_labels, theme, length, length_x);
  cairo_restore (cr);
}
