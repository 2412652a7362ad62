/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws counters as steps, with a caption that shows the range of values. The painter calls these functions through
 * the band class. A part of the painter. Owns the deltas and rates of counters that have been drawn. If deltas or
 * rates are missing and the painter does not wait, the part records the last such counter, and the widget computes
 * them on a worker. */

#include "paint/timeline/painter-part.h"

#include <glib/gi18n.h>
#include <math.h>

#include "paint/timeline/counter-spans.h"

#define SCALE_INSET_PX 5.0
#define VALUE_PX       3.5

typedef struct
{
  GHashTable *changes; /* counter and mode → TvCounterChanges: available deltas and rates */
  GArray *
      counter_spans; /* (element-type TvCounterSpan): spans of the counter that is being drawn; a reused buffer */
  guint32
      missing_counter; /* a counter whose deltas or rates were missing in the last drawing, or TV_NONE */
  TvCounterMode missing_mode;
} CountersPart;

static CountersPart *
get_part (const TvTimelinePainter *self)
{
  return tv_timeline_painter_get_part (self, TV_PAINTER_PART_COUNTERS);
}

/* ---- Counters ---- */

static TvCounterStyle
get_style (const TvCounterTrack *counter)
{
  if (counter->role == TV_COUNTER_ROLE_CPU_FREQUENCY ||
      counter->role == TV_COUNTER_ROLE_CPU_FREQUENCY_LIMIT)
    return TV_COUNTER_FREQUENCY;
  return counter->role == TV_COUNTER_ROLE_CPU_IDLE ? TV_COUNTER_IDLE : TV_COUNTER_OTHER;
}

static gpointer
make_key (guint32 counter, TvCounterMode mode)
{
  return GUINT_TO_POINTER (1 + counter * TV_N_COUNTER_MODES + mode);
}

/**
 * tv_timeline_painter_take_changes:
 * @changes: (transfer full): deltas or rates of a counter in the painter's trace
 *
 * Adds deltas or rates that tv_timeline_painter_find_missing() has reported as missing.
 */
void
tv_timeline_painter_take_changes (TvTimelinePainter *self, TvCounterChanges *changes)
{
  g_hash_table_insert (
      get_part (self)->changes,
      make_key (tv_counter_changes_get_counter (changes), tv_counter_changes_get_mode (changes)),
      changes);
}

/**
 * tv_timeline_painter_find_missing:
 * @counter: (out): index of the #TvCounterTrack, or %TV_NONE
 * @mode: (out): display mode of the counter
 *
 * Returns whether the last drawing omitted a counter because its deltas or rates were missing. Always %FALSE if the
 * painter waits.
 */
gboolean
tv_timeline_painter_find_missing (const TvTimelinePainter *self,
                                  guint32 *counter,
                                  TvCounterMode *mode)
{
  const CountersPart *part = get_part (self);

  *counter = part->missing_counter;
  *mode = part->missing_mode;
  return part->missing_counter != TV_NONE;
}

/* Gets the values to draw. Computes them if the painter waits; otherwise returns FALSE if they are not available
 * yet. */
static gboolean
get_source (TvTimelinePainter *self, const TvTimelineBand *band, TvCounterSource *source)
{
  CountersPart *part = get_part (self);
  TvTrace *trace = tv_timeline_painter_get_trace (self);
  const TvCounterChanges *changes;

  if (band->mode == TV_COUNTER_VALUE)
    {
      *source = (TvCounterSource){
        tv_trace_get_samples (trace)->value,
        tv_slice_index_get_samples (tv_timeline_painter_get_index (self)), 0
      };
      return TRUE;
    }
  changes = g_hash_table_lookup (part->changes, make_key (band->counter, band->mode));
  if (changes == NULL && !tv_timeline_painter_get_waits (self))
    {
      part->missing_counter = band->counter;
      part->missing_mode = band->mode;
      return FALSE;
    }
  if (changes == NULL)
    {
      TvCounterChanges *made = tv_counter_changes_new (trace, band->counter, band->mode);

      tv_timeline_painter_take_changes (self, made);
      changes = made;
    }
  *source = tv_counter_changes_get_source (changes);
  return TRUE;
}

/* Range of a counter's values. */
typedef struct
{
  double min,
      max; /* extremes of the visible values, or of all values for the frequency or idle state of a CPU */
  double low, high;
  double zero; /* value at which the filled area starts, 0 if possible */
  gboolean is_empty;
} Range;

/* Returns the range of a counter. The range for frequencies and idle states of CPUs is fixed and includes 0, so that
 * CPUs can be compared. The range of other counters depends on the visible values; for deltas and rates, it includes
 * 0. */
static Range
find_range (TvTimelineImage *image, const TvTimelineBand *band, const TvCounterSource *source)
{
  TvTrace *trace = tv_timeline_painter_get_trace (image->painter);
  const TvTimelineView *view = image->view;
  const TvCounterTrack *track = &tv_trace_get_counter_tracks (trace, NULL)[band->counter];
  Range range = { .min = track->min, .max = track->max };

  if (band->mode != TV_COUNTER_VALUE || get_style (track) == TV_COUNTER_OTHER)
    range.is_empty = !tv_counter_find_extremes (trace, source, band->counter, view->start_ns,
                                                view->end_ns, &range.min, &range.max);
  if (range.is_empty)
    range.min = range.max = 0.0;
  range.low = range.min;
  range.high = range.max;
  if (band->mode != TV_COUNTER_VALUE || get_style (track) != TV_COUNTER_OTHER ||
      range.low == range.high)
    {
      range.low = MIN (range.low, 0.0);
      range.high = MAX (range.high, 0.0);
    }
  range.zero = CLAMP (0.0, range.low, range.high);
  return range;
}

static double
get_fraction (const Range *range, double value)
{
  if (range->high <= range->low)
    return 0.0;
  return CLAMP ((value - range->low) / (range->high - range->low), 0.0, 1.0);
}

static void
add_counter (TvTimelineImage *image, const TvTimelineRow *row, const TvTimelineBand *band, double y)
{
  CountersPart *part = get_part (image->painter);
  const TvCounterTrack *counter = &tv_trace_get_counter_tracks (image->trace, NULL)[band->counter];
  guint color = TV_BAR_COUNTER + 2 * get_style (counter);
  double scale = image->view->scale;
  int left = (int) round (image->view->label_width * scale);
  int line = (int) round (scale);
  int bottom = (int) round ((y + band->bar) * scale);
  double height = band->bar * scale - line;
  TvCounterSource source;
  Range range;
  int zero;

  if (y + band->bar <= image->top || !get_source (image->painter, band, &source))
    return;
  range = find_range (image, band, &source);
  zero = bottom - (int) round (get_fraction (&range, range.zero) * height);
  g_array_set_size (part->counter_spans, 0);
  tv_counter_find_spans (image->trace, &source, band->counter, &image->scale, part->counter_spans);
  for (guint i = 0; i < part->counter_spans->len; i++)
    {
      const TvCounterSpan *span = &g_array_index (part->counter_spans, TvCounterSpan, i);
      int top = bottom - line - (int) round (get_fraction (&range, span->max) * height);
      int floor = bottom - line - (int) round (get_fraction (&range, span->min) * height);
      int last = bottom - line - (int) round (get_fraction (&range, span->last) * height);
      int x = left + (int) span->first, width = (int) (span->end - span->first);

      /* The line of a step extends from the previous value to the current value. */
      tv_bars_add (image->bars, color, x, MIN (last, zero), width, ABS (zero - last), 0);
      tv_bars_add (image->bars, color + 1, x, top, width, floor - top + line, 0);
    }
}

/* Returns the caption of a counter: the range of values, preceded by the mode for deltas and rates. */
static char *
dup_scale (TvTimelineImage *image, const TvTimelineBand *band)
{
  TvTrace *trace = image->trace;
  const TvCounterTrack *track = &tv_trace_get_counter_tracks (trace, NULL)[band->counter];
  gboolean is_value = band->mode == TV_COUNTER_VALUE;
  TvCounterSource source;
  Range range = { .is_empty = TRUE };
  g_autofree char *max = NULL, *min = NULL, *text = NULL;

  if (get_source (image->painter, band, &source))
    range = find_range (image, band, &source);
  if (range.is_empty)
    text = g_strdup ("\342\200\223");
  else
    {
      max = tv_counter_format_shown (trace, band->counter, band->mode,
                                     is_value ? range.max : range.high);
      min = tv_counter_format_shown (trace, band->counter, band->mode,
                                     is_value ? range.min : range.low);
    }
  if (max != NULL &&
      ((is_value && get_style (track) != TV_COUNTER_OTHER) || range.min == range.max))
    text = g_steal_pointer (&max);
  else if (max != NULL)
    /* Translators: minimum and maximum of a counter */
    text = g_strdup_printf (_("%s – %s"), min, max);
  if (is_value)
    return g_steal_pointer (&text);
  /* Translators: mode of a counter, minimum and maximum change */
  return g_strdup_printf (band->mode == TV_COUNTER_DELTA ? _("Delta: %s") : _("Rate: %s"), text);
}

/* Draws the caption of a counter, with the background colour behind it, so that it is legible in front of the steps. */
static void
paint_scale (TvTimelineImage *image, const TvTimelineBand *band, double y)
{
  const TvTimelineView *view = image->view;
  TvLabelCache *labels = tv_timeline_painter_get_labels (image->painter, TV_LABELS_SMALL);
  double height = tv_label_cache_get_height (labels);
  g_autofree char *text = dup_scale (image, band);
  TvColor chip = view->theme->background;

  chip.alpha = 0.85;
  tv_color_set_source (&chip, image->cr);
  cairo_rectangle (image->cr, view->label_width + SCALE_INSET_PX - 2.0, y + 1.0,
                   ceil (tv_label_cache_measure (labels, text)) + 4.0, ceil (height));
  cairo_fill (image->cr);
  tv_color_set_source (&view->theme->dim_text, image->cr);
  tv_label_cache_draw (labels, image->cr, text, view->label_width + SCALE_INSET_PX,
                       y + 1.0 + height / 2.0, view->width - view->label_width);
}

/* Finds the value at @x. If the column contains several samples, this is the last of them. */
static void
hit_counter (TvTimelinePainter *self,
             const TvTimelineView *view,
             const TvTimelineBand *band,
             guint32 depth,
             double x,
             TvTimelineHit *hit)
{
  TvTrace *trace = tv_timeline_painter_get_trace (self);
  TvTimeScale scale = tv_timeline_view_get_scale (view);
  guint32 column = tv_timeline_view_find_column (view, x);
  gint64 end_ns = MAX (tv_time_scale_ceil (&scale, column + 1) - 1,
                       tv_time_scale_floor (&scale, column));

  hit->item = TV_ITEM_COUNTER;
  hit->counter = band->counter;
  hit->mode = band->mode;
  hit->sample = tv_trace_find_sample (trace, band->counter,
                                      MIN (tv_time_scale_ceil (&scale, column), end_ns), end_ns);
  if (hit->sample == TV_NONE)
    hit->gap = tv_trace_find_counter_gap (trace, band->counter, end_ns);
}

/* Draws a dot at the selected value. */
static void
paint_value (TvTimelineImage *image,
             const TvTimelineBand *band,
             const TvCounterPosition *position,
             double y)
{
  TvTrace *trace = image->trace;
  const TvTimelineView *view = image->view;
  guint32 sample = tv_trace_find_sample (trace, position->counter, position->ns, position->ns);
  double x = tv_timeline_view_get_x (view, position->ns), value, fraction;
  TvCounterSource source;
  Range range;

  if (sample == TV_NONE || x < view->label_width || x > view->width)
    return;
  if (!get_source (image->painter, band, &source))
    return;
  value = source.values[sample - source.first];
  if (isnan (value))
    return;
  range = find_range (image, band, &source);
  fraction = get_fraction (&range, value);
  cairo_arc (image->cr, x, y + (band->bar - 1.0) * (1.0 - fraction), VALUE_PX, 0.0, 2.0 * G_PI);
  tv_color_set_source (&view->theme->accent, image->cr);
  cairo_fill_preserve (image->cr);
  tv_color_set_source (&view->theme->background, image->cr);
  cairo_set_line_width (image->cr, 1.0);
  cairo_stroke (image->cr);
}

/* Draws the caption, and an outline around the selected counter. */
static void
paint_over (TvTimelineImage *image, const TvTimelineRow *row, const TvTimelineBand *band, double y)
{
  const TvTimelineView *view = image->view;

  paint_scale (image, band, y);
  if (view->counter == NULL || view->counter->counter != band->counter)
    return;
  cairo_rectangle (image->cr, view->label_width + 1.0, y - 1.5,
                   view->width - view->label_width - 2.0, band->bar + 3.0);
  cairo_set_line_width (image->cr, 1.5);
  tv_color_set_source (&view->theme->outline, image->cr);
  cairo_stroke (image->cr);
  if (view->counter->ns != G_MININT64)
    paint_value (image, band, view->counter, y);
}

const TvBandClass tv_band_counter = {
  .bar = offsetof (TvTimelineMetrics, counter),
  .add = add_counter,
  .hit = hit_counter,
  .paint_over = paint_over,
};

/* ---- Painter part ---- */

static void
init (TvTimelinePainter *self)
{
  CountersPart *part = get_part (self);

  part->counter_spans = g_array_new (FALSE, FALSE, sizeof (TvCounterSpan));
  part->changes = g_hash_table_new_full (NULL, NULL, NULL,
                                         (GDestroyNotify) tv_counter_changes_free);
  part->missing_counter = TV_NONE;
}

static void
begin (TvTimelineImage *image)
{
  get_part (image->painter)->missing_counter = TV_NONE;
}

static void
clear (TvTimelinePainter *self)
{
  CountersPart *part = get_part (self);

  g_array_unref (part->counter_spans);
  g_hash_table_unref (part->changes);
}

const TvPainterPart tv_painter_part_counters = {
  .size = sizeof (CountersPart),
  .init = init,
  .begin = begin,
  .clear = clear,
};
