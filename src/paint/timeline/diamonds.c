/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws instant events: as diamonds if they have enough space, otherwise as lines. A part of the painter, called by
 * slice-bands.c (add) and painter.c (paint). The list of diamonds is cleared before each area; buffers are reused. */

#include "paint/timeline/painter-part.h"

#include <math.h>
#include <string.h>

#define DIAMOND_PART   0.38 /* half the height of a diamond, relative to the height of a line */
#define MIN_DIAMOND_PX 7.0 /* minimum distance between diamonds; closer events are drawn as lines */
#define MAX_DIAMONDS   3000

#define LABEL_MARGIN_PX 11.0 /* margin added to the width of a label's text */

/* Initial capacity for spans and lines. */
#define SOME 256

typedef struct
{
  GArray *diamonds; /* (element-type TvDiamond): diamonds of the current area */
  guint8 *lonely; /* per span of a band: whether its neighbours are far enough away for a diamond */
  guint n_lonely;
  guint32 *last_of_line; /* per line of the band: index of the last span so far */
  guint n_last_of_line;
} DiamondsPart;

static DiamondsPart *
get_part (const TvTimelinePainter *self)
{
  return tv_timeline_painter_get_part (self, TV_PAINTER_PART_DIAMONDS);
}

static void
reserve_lines (TvTimelinePainter *self, guint n_spans, guint n_lines)
{
  DiamondsPart *part = get_part (self);

  if (n_spans > part->n_lonely)
    {
      part->n_lonely = MAX (MAX (n_spans, 2 * part->n_lonely), SOME);
      part->lonely = g_renew (guint8, part->lonely, part->n_lonely);
    }
  if (n_lines > part->n_last_of_line)
    {
      part->n_last_of_line = MAX (MAX (n_lines, 2 * part->n_last_of_line), SOME);
      part->last_of_line = g_renew (guint32, part->last_of_line, part->n_last_of_line);
    }
}

/**
 * tv_timeline_find_lonely:
 * @image: the current drawing
 * @band: a band of the drawing
 * @found: (element-type TvTimelineSpan): spans of the band
 * @first: first visible line
 * @end: end of the visible lines
 *
 * Finds the spans that have enough space for a diamond.
 * Returns: (transfer none) (nullable) (array): for each span, whether it is one pixel wide and far enough from its
 * neighbours on the line. Valid until the next call. %NULL for bands without instant events
 */
const guint8 *
tv_timeline_find_lonely (TvTimelineImage *image,
                         const TvTimelineBand *band,
                         const GArray *found,
                         guint32 first,
                         guint32 end)
{
  TvTimelinePainter *self = image->painter;
  DiamondsPart *part = get_part (self);
  const TvTimelineSpan *spans = (const TvTimelineSpan *) (gconstpointer) found->data;
  double space = MIN_DIAMOND_PX * image->view->scale;

  if (!tv_timeline_has_groups (image->trace) || !band->class->has_labels)
    return NULL;
  reserve_lines (self, found->len, end - first);
  for (guint32 line = 0; line < end - first; line++)
    part->last_of_line[line] = TV_NONE;
  for (guint i = 0; i < found->len; i++)
    {
      guint32 *last;

      part->lonely[i] = FALSE;
      if (spans[i].depth < first || spans[i].depth >= end)
        continue;
      last = &part->last_of_line[spans[i].depth - first];
      if (*last != TV_NONE && spans[i].first - spans[*last].end < space)
        part->lonely[*last] = FALSE;
      else
        part->lonely[i] = spans[i].end - spans[i].first == 1;
      *last = i;
    }
  return part->lonely;
}

static double
get_radius (const TvTimelineBand *band)
{
  return band->bar * DIAMOND_PART;
}

/**
 * tv_timeline_find_point_middle:
 * @band: band with an instant event
 * @column: column of the event, in device pixels
 *
 * Returns the horizontal centre of a diamond, in px from the left edge of the chart. This is usually the centre of
 * the column. At the start and end of the trace, diamonds are moved into the chart, because they could not be
 * scrolled into view.
 */
double
tv_timeline_find_point_middle (TvTimelinePainter *self,
                               const TvTimelineView *view,
                               const TvTimelineBand *band,
                               guint32 column)
{
  double middle = (column + 0.5) / view->scale, radius = get_radius (band);
  double start_x = tv_timeline_view_get_x (
      view, tv_trace_get_start_ns (tv_timeline_painter_get_trace (self)));
  double end_x = tv_timeline_view_get_x (
      view, tv_trace_get_end_ns (tv_timeline_painter_get_trace (self)));

  if (end_x < view->width + 1.0)
    middle = MIN (middle, view->width - view->label_width - radius);
  if (start_x > view->label_width - 1.0)
    middle = MAX (middle, radius);
  return middle;
}

/* Adds a diamond for an instant event. Returns FALSE if the slice is not an instant event, or if there are already
 * too many diamonds. Exported images have no limit. */
gboolean
tv_timeline_add_diamond (TvTimelineImage *image,
                         const TvTimelineBand *band,
                         guint32 slice,
                         guint32 column,
                         double y)
{
  TvTimelinePainter *self = image->painter;
  DiamondsPart *part = get_part (self);
  TvDiamond diamond;

  if (!(tv_trace_get_slices (image->trace)->flags[slice] & TV_SLICE_INSTANT) ||
      (part->diamonds->len >= MAX_DIAMONDS && !image->view->is_still))
    return FALSE;
  diamond.color = tv_timeline_get_bar_color (image, band, slice);
  diamond.x = image->view->label_width +
              tv_timeline_find_point_middle (self, image->view, band, column);
  diamond.middle_y = y + band->bar / 2.0;
  diamond.radius = get_radius (band);
  g_array_append_val (part->diamonds, diamond);
  return TRUE;
}

/* Draws the label of an instant event to its right, up to half of the distance to the next event. If there is too
 * little space, as at the end of a trace, draws the label to the left, up to half of the distance to the previous
 * event. */
void
tv_timeline_add_point_label (TvTimelineImage *image,
                             const TvTimelineBand *band,
                             const GArray *found,
                             guint span,
                             double y)
{
  TvTimelinePainter *self = image->painter;
  const TvTimelineView *view = image->view;
  const TvTimelineSpan *at = &g_array_index (found, TvTimelineSpan, span);
  double radius = get_radius (band);
  double middle = tv_timeline_find_point_middle (self, view, band, at->first);
  double before = 0.0, behind = view->width - view->label_width, width;
  TvCallLabel label = {
    .labels = tv_timeline_painter_get_labels (self, TV_LABELS_SMALL),
    .text = tv_timeline_painter_get_label (
        self, tv_slices_symbol (tv_trace_get_slices (image->trace), at->slice)),
    .color = &view->theme->text,
    .middle_y = y + band->bar / 2.0,
  };

  if (span > 0)
    before = (middle + (at[-1].end / view->scale)) / 2.0;
  if (span + 1 < found->len)
    behind = (middle + at[1].first / view->scale) / 2.0;
  width = tv_label_cache_measure (tv_timeline_painter_get_labels (self, TV_LABELS_SMALL),
                                  label.text) +
          LABEL_MARGIN_PX;
  label.width = behind - middle - radius;
  label.x = view->label_width + middle + radius;
  if (label.width < width && middle - radius - before > label.width)
    {
      label.width = MIN (width, middle - radius - before);
      label.x = view->label_width + middle - radius - label.width;
    }
  if (label.width >= TV_CALL_MIN_LABEL_PX)
    tv_timeline_painter_add_label (self, &label);
}

static void
append_path (cairo_t *cr, const TvDiamond *diamond)
{
  cairo_move_to (cr, diamond->x - diamond->radius, diamond->middle_y);
  cairo_rel_line_to (cr, diamond->radius, -diamond->radius);
  cairo_rel_line_to (cr, diamond->radius, diamond->radius);
  cairo_rel_line_to (cr, -diamond->radius, diamond->radius);
  cairo_close_path (cr);
}

/**
 * tv_timeline_append_diamond:
 * @cr: target
 * @rect: rectangle of a slice in the last drawn area
 *
 * Appends the outline of a diamond to the path, if the slice is drawn as a diamond.
 * Returns: whether an outline was appended
 */
gboolean
tv_timeline_append_diamond (TvTimelinePainter *self, cairo_t *cr, const TvTimelineRect *rect)
{
  const GArray *diamonds = get_part (self)->diamonds;
  double x = rect->x + rect->width / 2.0, y = rect->y + rect->height / 2.0;

  for (guint i = 0; i < diamonds->len; i++)
    {
      const TvDiamond *diamond = &g_array_index (diamonds, TvDiamond, i);

      if (fabs (diamond->x - x) >= 0.5 || fabs (diamond->middle_y - y) >= 0.5)
        continue;
      append_path (cr, diamond);
      return TRUE;
    }
  return FALSE;
}

void
tv_timeline_paint_diamonds (TvTimelineImage *image)
{
  DiamondsPart *part = get_part (image->painter);
  const GArray *diamonds = part->diamonds;
  TvColor colors[2 * TV_N_BAR_COLORS];
  cairo_t *cr = image->cr;

  if (diamonds->len == 0)
    return;
  tv_timeline_get_bar_colors (image->view->theme, colors);
  for (guint color = 0; color < G_N_ELEMENTS (colors); color++)
    {
      gboolean has_any = FALSE;

      for (guint i = 0; i < diamonds->len; i++)
        {
          const TvDiamond *diamond = &g_array_index (diamonds, TvDiamond, i);

          if (diamond->color != color)
            continue;
          append_path (cr, diamond);
          has_any = TRUE;
        }
      if (!has_any)
        continue;
      tv_color_set_source (&colors[color], cr);
      cairo_fill (cr);
    }
}

/* Returns: (transfer none) (element-type TvDiamond): the diamonds of the last drawn area */
const GArray *
tv_timeline_painter_get_diamonds (const TvTimelinePainter *self)
{
  return get_part (self)->diamonds;
}

/* ---- Painter part ---- */

static void
init (TvTimelinePainter *self)
{
  get_part (self)->diamonds = g_array_new (FALSE, FALSE, sizeof (TvDiamond));
}

static void
start (TvTimelinePainter *self)
{
  g_array_set_size (get_part (self)->diamonds, 0);
}

static void
clear (TvTimelinePainter *self)
{
  DiamondsPart *part = get_part (self);

  g_array_unref (part->diamonds);
  g_free (part->lonely);
  g_free (part->last_of_line);
}

const TvPainterPart tv_painter_part_diamonds = {
  .size = sizeof (DiamondsPart),
  .init = init,
  .start = start,
  .clear = clear,
};
