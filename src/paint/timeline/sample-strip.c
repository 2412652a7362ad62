/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws the number of a thread's samples per pixel column, coloured by function. If the thread is always running, the
 * columns have the full height. The run time depends on the number of pixels, because each column needs two searches.
 * The painter calls these functions through the band class. A part of the painter. Its state consists of the samples
 * of the current kind. */

#include "paint/timeline/painter-part.h"

#include <math.h>

#include "analysis/samples/thread-samples.h"

#define MIN_PX       2.0
#define UNDERLINE_PX 2.0
#define SELECTED_PX  2.0

typedef struct
{
  TvThreadSamples *
      thread_samples; /* (nullable): samples of the current kind; %NULL until they are first used */
} SamplesPart;

static SamplesPart *
get_part (const TvTimelinePainter *self)
{
  return tv_timeline_painter_get_part (self, TV_PAINTER_PART_SAMPLES);
}

static guint32
get_leaf (const TvTimelinePainter *self, guint32 sample)
{
  const TvStacks *stacks = tv_trace_get_stacks (tv_timeline_painter_get_trace (self));
  guint32 callsite = get_part (self)->thread_samples->samples.callsite[sample];

  return callsite != TV_NONE ? stacks->frames[stacks->callsites[callsite].frame].symbol : TV_NONE;
}

/* Adds a column whose height is proportional to the number of samples. If the thread is running during the whole
 * column, the column has the full height. @sample determines the colour. */
static void
add_column (TvTimelineImage *image,
            const TvTimelineBand *band,
            double y,
            guint32 column,
            guint32 n,
            guint32 sample)
{
  TvTimelinePainter *self = image->painter;
  const TvTimelineView *view = image->view;
  double column_ns = (double) (view->end_ns - view->start_ns) / image->scale.n_columns;
  double space = MAX (column_ns / (double) get_part (self)->thread_samples->interval_ns, 1.0);
  int left = (int) round (view->label_width * view->scale);
  int bottom = (int) round ((y + band->bar) * view->scale);
  int full = (int) round (band->bar * view->scale), min = (int) ceil (MIN_PX * view->scale);
  int height = CLAMP ((int) lround (full * n / space), min, full);
  guint color = tv_coloring_get_symbol (tv_timeline_painter_get_coloring (self),
                                        get_leaf (self, sample));

  tv_bars_add (image->bars, color, left + (int) column, bottom - height, 1, height, 0);
}

/* Returns the samples of the current kind; NULL if the trace contains no such samples. */
static const TvThreadSamples *
get_samples (TvTimelinePainter *self, const TvTimelineView *view)
{
  SamplesPart *part = get_part (self);

  if (view->sample_kind >= tv_trace_get_stacks (tv_timeline_painter_get_trace (self))->n_kinds)
    return NULL;
  if (part->thread_samples != NULL && part->thread_samples->kind != view->sample_kind)
    g_clear_pointer (&part->thread_samples, tv_thread_samples_free);
  if (part->thread_samples == NULL)
    part->thread_samples = tv_thread_samples_new (tv_timeline_painter_get_trace (self),
                                                  view->sample_kind);
  return part->thread_samples;
}

static void
add_samples (TvTimelineImage *image, const TvTimelineRow *row, const TvTimelineBand *band, double y)
{
  const TvTimelineView *view = image->view;
  guint32 utid = row->utid;
  const TvThreadSamples *samples = get_samples (image->painter, view);
  guint32 at;

  if (samples == NULL || y + band->bar <= image->top)
    return;
  at = tv_thread_samples_find (samples, utid, 0, view->start_ns);
  for (guint32 column = 0; column < image->scale.n_columns; column++)
    {
      gint64 end_ns = tv_time_scale_ceil (&image->scale, column + 1);
      guint32 next = tv_thread_samples_find (samples, utid, at, end_ns);

      if (next > at)
        add_column (image, band, y, column, next - at, samples->rows[at + (next - at) / 2]);
      else if (at > samples->first[utid] && tv_thread_samples_get_end_ns (samples, utid, at - 1) >
                                                tv_time_scale_floor (&image->scale, column))
        add_column (image, band, y, column, 1, samples->rows[at - 1]);
      at = next;
    }
}

/* ---- Hit testing ---- */

static guint32
find_in_column (const TvThreadSamples *samples,
                const TvTimeScale *scale,
                guint32 utid,
                guint32 column)
{
  guint32 at = tv_thread_samples_find (samples, utid, 0, tv_time_scale_ceil (scale, column));
  guint32 next = tv_thread_samples_find (samples, utid, at, tv_time_scale_ceil (scale, column + 1));

  return next > at ? samples->rows[at + (next - at) / 2] : TV_NONE;
}

/* Finds the sample for a column. Returns the sample that determines the colour of the column, the previous sample if
 * it extends to the column, the nearest sample within reach, or TV_NONE. */
static guint32
find_sample (TvTimelinePainter *self,
             const TvTimelineView *view,
             const TvTimelineBand *band,
             guint32 column,
             guint32 reach)
{
  TvTimeScale scale = tv_timeline_view_get_scale (view);
  guint32 utid = tv_timeline_layout_get_band_row (view->layout, band)->utid;
  const TvThreadSamples *samples = get_samples (self, view);
  guint32 found, at;

  if (samples == NULL || utid >= samples->n_threads ||
      tv_trace_get_stacks (tv_timeline_painter_get_trace (self))->kinds[samples->kind].heap !=
          TV_NONE)
    return TV_NONE; /* heap changes cannot be selected as samples */
  found = find_in_column (samples, &scale, utid, column);
  at = tv_thread_samples_find (samples, utid, 0, tv_time_scale_ceil (&scale, column));
  if (found == TV_NONE && at > samples->first[utid] &&
      tv_thread_samples_get_end_ns (samples, utid, at - 1) > tv_time_scale_floor (&scale, column))
    return samples->rows[at - 1];
  for (guint32 i = 1; i <= reach && found == TV_NONE; i++)
    {
      if (column >= i)
        found = find_in_column (samples, &scale, utid, column - i);
      if (found == TV_NONE && column + i < scale.n_columns)
        found = find_in_column (samples, &scale, utid, column + i);
    }
  return found;
}

/* Finds the sample at @x. */
static void
hit_sample (TvTimelinePainter *self,
            const TvTimelineView *view,
            const TvTimelineBand *band,
            guint32 depth,
            double x,
            TvTimelineHit *hit)
{
  hit->stack_sample = find_sample (self, view, band, tv_timeline_view_find_column (view, x),
                                   (guint32) ceil (TV_TIMELINE_REACH_PX * view->scale));
  hit->item = hit->stack_sample != TV_NONE ? TV_ITEM_SAMPLE : TV_ITEM_NONE;
}

/* ---- Marks ---- */

/* Appends lines below the columns with samples that contain the selected symbol. Needs one search per column. */
static void
append_underline (const TvTimelineImage *image, guint32 utid, double y)
{
  const TvTimelineView *view = image->view;
  const TvThreadSamples *marks = view->sample_marks;
  guint32 at = tv_thread_samples_find (marks, utid, 0, view->start_ns);
  double px = 1.0 / view->scale;

  for (guint32 column = 0; column < image->scale.n_columns && at < marks->first[utid + 1]; column++)
    {
      guint32 first = column, next;

      for (; column < image->scale.n_columns; column++, at = next)
        {
          next = tv_thread_samples_find (marks, utid, at,
                                         tv_time_scale_ceil (&image->scale, column + 1));
          if (next == at && (at == marks->first[utid] || at == marks->first[utid + 1] ||
                             !tv_thread_samples_is_joined (marks, at - 1)))
            break;
        }
      if (column > first)
        cairo_rectangle (image->cr, view->label_width + first * px, y,
                         MAX ((column - first) * px, 1.0), UNDERLINE_PX);
    }
}

/* Outlines the column of the selected sample. */
static void
paint_selected (const TvTimelineImage *image, const TvTimelineBand *band, double y)
{
  const TvTimelineView *view = image->view;
  const TvStackSamples *samples = &tv_trace_get_stacks (image->trace)->samples;
  gint64 column = tv_time_scale_find_column (&image->scale, samples->ts[view->selected_sample]);
  double x = floor (view->label_width + (double) column / view->scale);

  if (column < 0 || column >= image->scale.n_columns)
    return;
  tv_color_set_source (&view->theme->accent, image->cr);
  cairo_rectangle (image->cr, x - SELECTED_PX, y - SELECTED_PX, 1.0 + 2.0 * SELECTED_PX,
                   band->bar + 2.0 * SELECTED_PX);
  cairo_rectangle (image->cr, x, y, 1.0, band->bar);
  cairo_set_fill_rule (image->cr, CAIRO_FILL_RULE_EVEN_ODD);
  cairo_fill (image->cr);
  cairo_set_fill_rule (image->cr, CAIRO_FILL_RULE_WINDING);
}

/* Underlines samples with the selected symbol, and outlines the selected sample. */
static void
paint_over (TvTimelineImage *image, const TvTimelineRow *row, const TvTimelineBand *band, double y)
{
  const TvTimelineView *view = image->view;

  if (view->sample_marks != NULL && row->utid < view->sample_marks->n_threads)
    {
      append_underline (image, row->utid, y + band->bar + 1.0);
      tv_color_set_source (&view->theme->accent, image->cr);
      cairo_fill (image->cr);
    }
  if (tv_timeline_has_selected_sample (image, row))
    paint_selected (image, band, y);
}

/* Returns whether the selected sample has a time and belongs to the thread of a row. */
gboolean
tv_timeline_has_selected_sample (const TvTimelineImage *image, const TvTimelineRow *row)
{
  const TvStackSamples *samples = &tv_trace_get_stacks (image->trace)->samples;
  guint32 sample = image->view->selected_sample;

  return sample < samples->n && samples->utid[sample] == row->utid &&
         samples->ts[sample] != TV_NO_TIME;
}

const TvBandClass tv_band_samples = {
  .bar = offsetof (TvTimelineMetrics, counter),
  .add = add_samples,
  .hit = hit_sample,
  .paint_over = paint_over,
};

/* ---- Painter part ---- */

static void
clear (TvTimelinePainter *self)
{
  tv_thread_samples_free (get_part (self)->thread_samples);
}

const TvPainterPart tv_painter_part_samples = {
  .size = sizeof (SamplesPart),
  .clear = clear,
};
