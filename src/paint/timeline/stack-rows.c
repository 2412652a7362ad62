/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws sampled stacks over time, like nested calls: a function that is on consecutive stacks is one bar. Colours and
 * labels are the same as in the flame graph. A part of the painter. The stacks are set by the widget or the sheet. */

#include "paint/timeline/painter-part.h"

#include <math.h>
#include <string.h>

#include "analysis/calls/call-tree.h"
#include "analysis/calls/stack-chart.h"
#include "analysis/symbols/short-name.h"

typedef struct
{
  const TvStackChart *stacks; /* (nullable): stacks to draw */
  GArray *
      stack_bars; /* (element-type TvStackBar): bars of the band that is being drawn; a reused buffer */
  GHashTable *label_of_name; /* TvCallName → label */
} StacksPart;

static StacksPart *
get_part (const TvTimelinePainter *self)
{
  return tv_timeline_painter_get_part (self, TV_PAINTER_PART_STACKS);
}

/**
 * tv_timeline_painter_set_stacks:
 * @stacks: (nullable): stacks in the painter's trace; must outlive the painter
 *
 * Sets the stacks to draw. If their kind is not the kind of samples to show, bands with stacks are empty.
 */
void
tv_timeline_painter_set_stacks (TvTimelinePainter *self, const TvStackChart *stacks)
{
  get_part (self)->stacks = stacks;
}

static const TvStackChart *
get_stacks (const TvTimelinePainter *self, const TvTimelineView *view)
{
  StacksPart *part = get_part (self);

  return part->stacks != NULL && tv_stack_chart_get_kind (part->stacks) == view->sample_kind
             ? part->stacks
             : NULL;
}

/* Returns the label of a function; created when first used. Native names are shortened, as in the flame graph. */
static const char *
get_label (TvTimelinePainter *self, TvCallName name)
{
  StacksPart *part = get_part (self);
  char *text = g_hash_table_lookup (part->label_of_name, GUINT_TO_POINTER (name));
  guint32 symbol = tv_call_name_get_symbol (name);

  if (text != NULL)
    return text;
  text = symbol != TV_NONE
             ? tv_timeline_dup_call_label (tv_timeline_painter_get_trace (self), symbol)
             : tv_call_name_dup (tv_timeline_painter_get_trace (self), name);
  if (symbol != TV_NONE && strstr (text, "::") != NULL)
    {
      char *whole = text;

      text = tv_short_name_dup (whole);
      g_free (whole);
    }
  g_hash_table_insert (part->label_of_name, GUINT_TO_POINTER (name), text);
  return text;
}

static void
add_wide_bar (TvTimelineImage *image,
              const TvTimelineBand *band,
              const TvStackBar *bar,
              guint color,
              double y)
{
  TvTimelinePainter *self = image->painter;
  const TvTimelineView *view = image->view;
  double scale = view->scale, width = (bar->end - bar->first) / scale;
  int left = (int) round (view->label_width * scale);
  int radius = width > TV_CALL_MIN_ROUND_PX
                   ? (int) round (MIN (TV_CALL_RADIUS_PX, band->bar / 4.0) * scale)
                   : 0;
  TvCallLabel label = {
    .labels = tv_timeline_painter_get_labels (self, TV_LABELS_CALLS),
    .color = tv_palette_get_text (),
    .x = view->label_width + bar->first / scale,
    .middle_y = y + band->bar / 2.0,
    .width = width,
  };

  tv_bars_add (image->bars, color, left + (int) bar->first, (int) round (y * scale),
               (int) (bar->end - bar->first) - (int) round (scale), (int) round (band->bar * scale),
               radius);
  if (width < TV_CALL_MIN_LABEL_PX || tv_timeline_has_low_lines (view, band))
    return;
  label.text = get_label (self, bar->name);
  tv_timeline_painter_add_label (self, &label);
}

static void
add_stacks (TvTimelineImage *image, const TvTimelineRow *row, const TvTimelineBand *band, double y)
{
  TvTimelinePainter *self = image->painter;
  StacksPart *part = get_part (self);
  const TvTimelineView *view = image->view;
  const TvStackChart *stacks = get_stacks (self, view);
  double row_y = tv_timeline_view_get_row_y (view, row), scale = view->scale;
  guint32 narrow = (guint32) ceil (TV_CALL_MIN_SPACED_PX * scale), first, end;
  guint8 *pixels;

  tv_timeline_find_lines (view, band, row, &first, &end);
  if (stacks == NULL || first == end)
    return;
  g_array_set_size (part->stack_bars, 0);
  tv_stack_chart_find (stacks, row->utid, &image->scale, first, end, part->stack_bars);
  pixels = tv_bars_add_lines (image->bars, (int) round (view->label_width * scale),
                              (row_y + (double) tv_timeline_band_get_y (band, first)) * scale,
                              band->step * scale, (int) round (band->bar * scale),
                              image->scale.n_columns, end - first);
  for (guint i = 0; i < part->stack_bars->len; i++)
    {
      const TvStackBar *bar = &g_array_index (part->stack_bars, TvStackBar, i);
      guint color = tv_coloring_get_symbol (tv_timeline_painter_get_coloring (self),
                                            tv_call_name_get_symbol (bar->name));

      if (pixels != NULL && bar->end - bar->first < narrow)
        memset (pixels + (gsize) (bar->level - first) * image->scale.n_columns + bar->first,
                (int) color, bar->end - bar->first);
      else
        add_wide_bar (image, band, bar, color,
                      row_y + (double) tv_timeline_band_get_y (band, bar->level));
    }
}

/* ---- Hits and marks ---- */

/* Finds the function whose bar is at @x. If there is none, finds the nearest function within reach. */
static void
hit_stack (TvTimelinePainter *self,
           const TvTimelineView *view,
           const TvTimelineBand *band,
           guint32 depth,
           double x,
           TvTimelineHit *hit)
{
  guint32 column = tv_timeline_view_find_column (view, x);
  guint32 reach = (guint32) ceil (TV_TIMELINE_REACH_PX * view->scale);
  const TvStackChart *stacks = get_stacks (self, view);
  TvTimeScale scale = tv_timeline_view_get_scale (view);
  guint32 utid = tv_timeline_layout_get_band_row (view->layout, band)->utid, row = TV_NONE;

  if (stacks == NULL)
    return;
  for (guint32 i = 0; i <= reach && row == TV_NONE; i++)
    {
      if (column >= i)
        row = tv_stack_chart_find_at (stacks, utid, &scale, column - i);
      if (row == TV_NONE && column + i < scale.n_columns)
        row = tv_stack_chart_find_at (stacks, utid, &scale, column + i);
    }
  if (row == TV_NONE || depth >= tv_stack_chart_get_n_levels (stacks, row))
    return;
  hit->item = TV_ITEM_STACK;
  hit->stack_sample = tv_stack_chart_get_samples (stacks)->rows[row];
  tv_stack_chart_measure (stacks, utid, row, depth, &hit->stack);
}

/* Appends the bar of a run to the path if the bar is visible. */
static void
append_run (const TvTimelineImage *image,
            const TvTimelineBand *band,
            const TvStackRun *run,
            double y)
{
  gint64 first = tv_time_scale_find_column (&image->scale, run->start_ns);
  gint64 last = tv_time_scale_find_last (&image->scale, run->start_ns, run->end_ns);
  const TvTimelineView *view = image->view;

  if (last < 0 || first >= image->scale.n_columns)
    return;
  first = MAX (first, 0);
  last = MIN (last, (gint64) image->scale.n_columns - 1);
  cairo_rectangle (image->cr, view->label_width + (double) first / view->scale - 0.25, y - 0.25,
                   MAX ((double) (last + 1 - first) / view->scale - 0.5, 2.0), band->bar + 0.5);
}

/* Outlines the selected function at the selected sample. */
static void
paint_over (TvTimelineImage *image, const TvTimelineRow *row, const TvTimelineBand *band, double y)
{
  const TvTimelineView *view = image->view;
  const TvStackChart *stacks = get_stacks (image->painter, view);
  double row_y = tv_timeline_view_get_row_y (view, row);
  guint32 first, end, at;

  if (stacks == NULL || !tv_timeline_has_selected_sample (image, row))
    return;
  at = tv_stack_chart_find_row (stacks, row->utid, view->selected_sample);
  if (at == TV_NONE)
    return;
  tv_timeline_find_lines (view, band, row, &first, &end);
  end = MIN (end, tv_stack_chart_get_n_levels (stacks, at));
  for (guint32 level = first; level < end; level++)
    {
      TvStackRun run;

      if (tv_call_name_get_symbol (tv_stack_chart_get_name (stacks, at, level)) !=
          view->selected_symbol)
        continue;
      tv_stack_chart_measure (stacks, row->utid, at, level, &run);
      append_run (image, band, &run, row_y + (double) tv_timeline_band_get_y (band, level));
    }
  cairo_set_line_width (image->cr, 1.75);
  tv_color_set_source (&view->theme->outline, image->cr);
  cairo_stroke (image->cr);
}

const TvBandClass tv_band_stacks = {
  .bar = offsetof (TvTimelineMetrics, bar),
  .step = offsetof (TvTimelineMetrics, step),
  .shrinks = TRUE,
  .offers = TV_ROW_STACKS,
  .is_optional = TRUE,
  .add = add_stacks,
  .hit = hit_stack,
  .paint_over = paint_over,
};

/* ---- Painter part ---- */

static void
init (TvTimelinePainter *self)
{
  StacksPart *part = get_part (self);

  part->label_of_name = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  part->stack_bars = g_array_new (FALSE, FALSE, sizeof (TvStackBar));
}

static void
clear (TvTimelinePainter *self)
{
  StacksPart *part = get_part (self);

  g_array_unref (part->stack_bars);
  g_hash_table_unref (part->label_of_name);
}

const TvPainterPart tv_painter_part_stacks = {
  .size = sizeof (StacksPart),
  .init = init,
  .clear = clear,
};
