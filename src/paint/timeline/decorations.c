/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws hatches, icons and soft edges, which do not depend on the colour of a slice. They are collected while bars
 * are added, and painted above the bars. A part of the painter. Called by slice-bands.c and state-bands.c (add), and by
 * painter.c (paint). The lists are cleared before each area; their length is limited, so that drawing remains fast. */

#include "paint/timeline/painter-part.h"

#include <math.h>

#include "paint/kit/frame-sign.h"

#define PERIOD_PX    6.0
#define HATCH_PX     1.25
#define LINE_ALPHA   0.45
#define MIN_HATCH_PX 8.0 /* minimum width of hatched spans, so that the lines are recognizable */
#define MAX_HATCHES  2000

#define INSET_PX    3.0
#define MIN_SIGN_PX 0.5 /* minimum margin at both sides of an icon in a narrow frame */
#define MAX_SIGNS   2000

#define MIN_EDGE_PX 1.5
#define MAX_EDGES   600
#define EDGE_ALPHA  0.55

/* A hatched area, in px. */
typedef struct
{
  TvTimelineRect rect;
  double start_x; /* start of the slice; may be outside of the chart */
} Hatch;

/* Icon for the outcome of a frame; coordinates in px. */
typedef struct
{
  TvFrameOutcome outcome;
  double x, middle_y;
} FrameSign;

/* Soft edges at both ends of a slice, in px. */
typedef struct
{
  guint color, end_color;
  double start_x, end_x; /* start and end of the slice, or of several adjacent slices */
  double width;
  double y, height;
} SoftEdge;

typedef struct
{
  GArray *hatches;
  GArray *frame_signs;
  GArray *soft_edges;
} DecorationsPart;

static DecorationsPart *
get_part (const TvTimelinePainter *self)
{
  return tv_timeline_painter_get_part (self, TV_PAINTER_PART_DECORATIONS);
}

/* ---- Hatches ---- */

/* Inferred runs and states are hatched, so that they can be distinguished from recorded ones by more than colour.
 * Slices that were unfinished when their state was dumped are also hatched. The lines have the background colour, so
 * that the slice keeps its colour between them. */

/**
 * tv_timeline_add_hatch:
 * @image: the current drawing
 * @span: span of a band
 * @y: upper edge in px
 * @height: height in px
 *
 * Adds a hatch if the slice is inferred or unfinished, and wide enough. The number of hatches is limited, except for
 * exported images.
 */
void
tv_timeline_add_hatch (TvTimelineImage *image, const TvTimelineSpan *span, double y, double height)
{
  DecorationsPart *part = get_part (image->painter);
  const TvTimelineView *view = image->view;
  const TvSlices *slices = tv_trace_get_slices (image->trace);
  GArray *hatches = part->hatches;
  Hatch hatch = {
    .rect = { .x = view->label_width + span->first / view->scale,
              .y = y,
              .width = (span->end - span->first) / view->scale,
              .height = height },
    .start_x = tv_timeline_view_get_x (view, tv_slices_start (slices, span->slice)),
  };

  if (hatch.rect.width >= MIN_HATCH_PX && (hatches->len < MAX_HATCHES || view->is_still) &&
      slices->flags[span->slice] & (TV_SLICE_INFERRED | TV_SLICE_UNFINISHED))
    g_array_append_val (hatches, hatch);
}

/* Appends ascending lines, clipped to the rectangle. The lines start at the slice's start, so that they move with the
 * slice. */
static void
append_lines (cairo_t *cr, const Hatch *hatch)
{
  const TvTimelineRect *rect = &hatch->rect;
  double right = rect->x + rect->width, bottom = rect->y + rect->height;
  /* x + y is constant along a line. */
  double sum = rect->x + rect->y + fmod (hatch->start_x - rect->x, PERIOD_PX);

  if (sum < rect->x + rect->y)
    sum += PERIOD_PX;
  for (; sum < right + bottom; sum += PERIOD_PX)
    {
      double x0 = MAX (rect->x, sum - bottom), x1 = MIN (right, sum - rect->y);

      cairo_move_to (cr, x0, sum - x0);
      cairo_line_to (cr, x1, sum - x1);
    }
}

void
tv_timeline_paint_hatches (TvTimelineImage *image)
{
  DecorationsPart *part = get_part (image->painter);
  const GArray *hatches = part->hatches;
  TvColor color = image->view->theme->background;

  if (hatches->len == 0)
    return;
  for (guint i = 0; i < hatches->len; i++)
    append_lines (image->cr, &g_array_index (hatches, Hatch, i));
  color.alpha = LINE_ALPHA;
  tv_color_set_source (&color, image->cr);
  cairo_set_line_width (image->cr, HATCH_PX);
  cairo_stroke (image->cr);
}

/* ---- Icons of frames ---- */

/**
 * tv_timeline_add_frame_sign:
 * @image: the current drawing
 * @slice: slice of the frame
 * @x: left edge of the bar in px
 * @width: width of the bar in px
 * @middle_y: vertical centre of the bar in px
 *
 * Adds the icon of a frame at the left of its bar, if the outcome has an icon and the bar is wide enough.
 * Returns: width occupied by the icon in px; 0 without an icon
 */
double
tv_timeline_add_frame_sign (TvTimelineImage *image,
                            guint32 slice,
                            double x,
                            double width,
                            double middle_y)
{
  DecorationsPart *part = get_part (image->painter);
  GArray *signs = part->frame_signs;
  TvFrameOutcome outcome = tv_track_coloring_get_outcome (&image->coloring, slice);
  double inset = MIN (INSET_PX, (width - TV_FRAME_SIGN_PX) / 2.0);
  FrameSign sign = { outcome, x + inset, middle_y };

  if (outcome <= TV_FRAME_ON_TIME || inset < MIN_SIGN_PX ||
      (signs->len >= MAX_SIGNS && !image->view->is_still))
    return 0.0;
  g_array_append_val (signs, sign);
  return TV_FRAME_SIGN_PX + INSET_PX;
}

void
tv_timeline_paint_frame_signs (TvTimelineImage *image)
{
  DecorationsPart *part = get_part (image->painter);
  const GArray *signs = part->frame_signs;

  for (guint i = 0; i < signs->len; i++)
    {
      const FrameSign *sign = &g_array_index (signs, FrameSign, i);

      tv_frame_sign_draw (image->cr, sign->outcome, sign->x,
                          sign->middle_y - TV_FRAME_SIGN_PX / 2.0, TV_FRAME_SIGN_PX);
    }
}

/* ---- Soft edges ---- */

/* Slices from a file with an inexact clock offset have soft edges, which are as wide as the uncertainty:
 *
 *    ░░▒▒▓▓██████████▓▓▒▒░░
 *    ├─────┤ uncertainty */

/**
 * tv_timeline_add_soft_edges:
 * @image: the current drawing
 * @band: a band of slices
 * @span: span of the band
 * @y: upper edge in px
 *
 * Adds soft edges if the uncertainty is wide enough to be visible.
 */
void
tv_timeline_add_soft_edges (TvTimelineImage *image,
                            const TvTimelineBand *band,
                            const TvTimelineSpan *span,
                            double y)
{
  DecorationsPart *part = get_part (image->painter);
  const TvTimelineView *view = image->view;
  GArray *edges = part->soft_edges;
  gint64 uncertainty_ns = tv_trace_get_tracks (image->trace, NULL)[band->track].uncertainty_ns;
  double chart = view->width - view->label_width;
  double width = (double) uncertainty_ns / (double) MAX (view->end_ns - view->start_ns, 1) * chart;
  SoftEdge edge = { .y = y, .height = band->bar };

  if (width < MIN_EDGE_PX)
    return;
  /* Limit the width, because wider edges would look the same. */
  edge.width = MIN (width, 4.0 * chart);
  edge.color = tv_timeline_get_bar_color (image, band, span->slice);
  edge.start_x = view->label_width + span->first / view->scale;
  edge.end_x = view->label_width + span->end / view->scale;
  edge.end_color = edge.color;
  if (edges->len > 0)
    {
      SoftEdge *last = &g_array_index (edges, SoftEdge, edges->len - 1);

      /* Slices of a band have the same uncertainty. If they are adjacent, only the first and the last edge are soft. */
      if (last->y == edge.y && edge.start_x >= last->start_x &&
          edge.start_x - last->end_x < edge.width)
        {
          last->end_x = MAX (last->end_x, edge.end_x);
          last->end_color = edge.color;
          return;
        }
    }
  if (edges->len < MAX_EDGES || view->is_still)
    g_array_append_val (edges, edge);
}

static void
paint_edge (cairo_t *cr, const SoftEdge *edge, const TvColor *color, double from, double to)
{
  cairo_pattern_t *fade = cairo_pattern_create_linear (from, 0.0, to, 0.0);

  cairo_pattern_add_color_stop_rgba (fade, 0.0, color->red, color->green, color->blue, EDGE_ALPHA);
  cairo_pattern_add_color_stop_rgba (fade, 1.0, color->red, color->green, color->blue, 0.0);
  cairo_set_source (cr, fade);
  cairo_pattern_destroy (fade);
  cairo_rectangle (cr, MIN (from, to), edge->y, edge->width, edge->height);
  cairo_fill (cr);
}

void
tv_timeline_paint_soft_edges (TvTimelineImage *image)
{
  DecorationsPart *part = get_part (image->painter);
  const GArray *edges = part->soft_edges;
  TvColor colors[2 * TV_N_BAR_COLORS];

  if (edges->len == 0)
    return;
  tv_timeline_get_bar_colors (image->view->theme, colors);
  for (guint i = 0; i < edges->len; i++)
    {
      const SoftEdge *edge = &g_array_index (edges, SoftEdge, i);

      paint_edge (image->cr, edge, &colors[edge->color], edge->start_x,
                  edge->start_x - edge->width);
      paint_edge (image->cr, edge, &colors[edge->end_color], edge->end_x,
                  edge->end_x + edge->width);
    }
}

/* Returns the number of slices, or groups of adjacent slices, with soft edges in the last drawn area. */
guint
tv_timeline_painter_get_n_soft_edges (const TvTimelinePainter *self)
{
  return get_part (self)->soft_edges->len;
}

/* ---- Painter part ---- */

static void
init (TvTimelinePainter *self)
{
  DecorationsPart *part = get_part (self);

  part->hatches = g_array_new (FALSE, FALSE, sizeof (Hatch));
  part->frame_signs = g_array_new (FALSE, FALSE, sizeof (FrameSign));
  part->soft_edges = g_array_new (FALSE, FALSE, sizeof (SoftEdge));
}

static void
start (TvTimelinePainter *self)
{
  DecorationsPart *part = get_part (self);

  g_array_set_size (part->hatches, 0);
  g_array_set_size (part->frame_signs, 0);
  g_array_set_size (part->soft_edges, 0);
}

static void
clear (TvTimelinePainter *self)
{
  DecorationsPart *part = get_part (self);

  g_array_unref (part->hatches);
  g_array_unref (part->frame_signs);
  g_array_unref (part->soft_edges);
}

const TvPainterPart tv_painter_part_decorations = {
  .size = sizeof (DecorationsPart),
  .init = init,
  .start = start,
  .clear = clear,
};
