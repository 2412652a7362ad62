/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Slices of a file with an inexact clock offset get soft edges as wide as the uncertainty:
 *
 *    ░░▒▒▓▓██████████▓▓▒▒░░
 *    ├─────┤ uncertainty */

#include "paint/timeline/painter-private.h"

#define MIN_EDGE_PX 1.5
#define MOST_EDGES  600
#define EDGE_ALPHA  0.55

/**
 * tv_timeline_add_soft_edges:
 * @picture: a picture
 * @band: a band of slices
 * @span: span of the band
 * @y: top, in px
 *
 * Adds soft edges if the uncertainty is visible.
 */
void
tv_timeline_add_soft_edges (TvTimelinePicture *picture,
                            const TvTimelineBand *band,
                            const TvTimelineSpan *span,
                            double y)
{
  const TvTimelineView *view = picture->view;
  GArray *edges = picture->painter->soft_edges;
  gint64 uncertainty_ns =
      tv_trace_get_tracks (picture->painter->trace, NULL)[band->track].uncertainty_ns;
  double chart = view->width - view->label_width;
  double width = (double) uncertainty_ns / (double) MAX (view->end_ns - view->start_ns, 1) * chart;
  TvSoftEdge edge = { .y = y, .height = band->bar };

  if (width < MIN_EDGE_PX)
    return;
  /* Limits the width; wider edges look the same. */
  edge.width = MIN (width, 4.0 * chart);
  edge.color = tv_timeline_get_bar_color (picture, band, span->slice);
  edge.start_x = view->label_width + span->first / view->scale;
  edge.end_x = view->label_width + span->end / view->scale;
  edge.end_color = edge.color;
  if (edges->len > 0)
    {
      TvSoftEdge *last = &g_array_index (edges, TvSoftEdge, edges->len - 1);

      /* Adjacent slices share the uncertainty, so only their outer edges are soft. */
      if (last->y == edge.y && edge.start_x >= last->start_x &&
          edge.start_x - last->end_x < edge.width)
        {
          last->end_x = MAX (last->end_x, edge.end_x);
          last->end_color = edge.color;
          return;
        }
    }
  if (edges->len < MOST_EDGES || view->is_still)
    g_array_append_val (edges, edge);
}

static void
paint_edge (cairo_t *cr, const TvSoftEdge *edge, const TvColor *color, double from, double to)
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
tv_timeline_paint_soft_edges (TvTimelinePicture *picture)
{
  const GArray *edges = picture->painter->soft_edges;
  TvColor colors[2 * TV_N_BAR_COLORS];

  if (edges->len == 0)
    return;
  tv_timeline_get_bar_colors (picture->view->theme, colors);
  for (guint i = 0; i < edges->len; i++)
    {
      const TvSoftEdge *edge = &g_array_index (edges, TvSoftEdge, i);

      paint_edge (picture->cr, edge, &colors[edge->color], edge->start_x,
                  edge->start_x - edge->width);
      paint_edge (picture->cr, edge, &colors[edge->end_color], edge->end_x,
                  edge->end_x + edge->width);
    }
}
