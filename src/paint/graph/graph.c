/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/graph/graph.h"

#include <math.h>

/* Paints nodes and edges at positions from Graphviz, and finds the node at a point or in a direction. Called by
 * ui/views/call-graph/graph-canvas.c and by sheet.c. Pure: all state is in the caller's #TvGraphImage. */

#define PADDING_X        10.0
#define PADDING_Y        5.0
#define RADIUS           4.0
#define MIN_WIDTH        72.0
#define MAX_WIDTH        300.0
#define THINNEST         0.8
#define THICKEST         6.0
#define ARROWHEAD_LENGTH 8.0
#define ARROWHEAD_WIDTH  6.0
#define NUMBERS_PART     0.72 /* opacity of the numbers, relative to the names */

/**
 * tv_graph_box_measure:
 * @box: content of a box
 * @names: font of names
 * @numbers: font of numbers
 *
 * Returns: the size of the box in points, at scale 1
 */
TvGraphPoint
tv_graph_box_measure (const TvGraphBox *box, TvLabelCache *names, TvLabelCache *numbers)
{
  double width = MAX (tv_label_cache_measure (names, box->name),
                      tv_label_cache_measure (numbers, box->numbers));

  return (TvGraphPoint){ CLAMP (ceil (width) + 1.0, MIN_WIDTH, MAX_WIDTH) + 2.0 * PADDING_X,
                         ceil (tv_label_cache_get_height (names) +
                               tv_label_cache_get_height (numbers) + 2.0 * PADDING_Y) };
}

/* ---- Nodes ---- */

typedef struct
{
  double x;
  double y;
  double width;
  double height;
} Rect;

static Rect
get_rect (const TvGraphImage *self, guint32 node)
{
  TvGraphPoint center = g_array_index (self->drawing->centers, TvGraphPoint, node);
  TvGraphPoint size = tv_graph_box_measure (&self->boxes[node], self->names, self->numbers);

  return (Rect){ center.x - size.x / 2.0, center.y - size.y / 2.0, size.x, size.y };
}

static void
trace_box (cairo_t *cr, const Rect *rect, double by)
{
  double left = rect->x - by, top = rect->y - by, radius = RADIUS + by;
  double right = rect->x + rect->width + by, bottom = rect->y + rect->height + by;

  cairo_new_sub_path (cr);
  cairo_arc (cr, right - radius, top + radius, radius, -G_PI_2, 0.0);
  cairo_arc (cr, right - radius, bottom - radius, radius, 0.0, G_PI_2);
  cairo_arc (cr, left + radius, bottom - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, left + radius, top + radius, radius, G_PI, 3.0 * G_PI_2);
  cairo_close_path (cr);
}

static void
outline (cairo_t *cr, const Rect *rect, double by, double width, const TvColor *color)
{
  trace_box (cr, rect, by);
  tv_color_set_source (color, cr);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}

static void
paint_labels (const TvGraphImage *self, cairo_t *cr, guint32 node, const Rect *rect)
{
  const TvGraphBox *box = &self->boxes[node];
  double names = tv_label_cache_get_height (self->names);
  double numbers = tv_label_cache_get_height (self->numbers), space = rect->width - 2.0 * PADDING_X;
  double name_width = MIN (tv_label_cache_measure (self->names, box->name), space);
  double numbers_width = MIN (tv_label_cache_measure (self->numbers, box->numbers), space);
  TvColor dim = *tv_palette_get_text ();

  tv_color_set_source (tv_palette_get_text (), cr);
  tv_label_cache_draw (self->names, cr, box->name, rect->x + (rect->width - name_width) / 2.0,
                       rect->y + PADDING_Y + names / 2.0, space);
  dim.alpha = NUMBERS_PART;
  tv_color_set_source (&dim, cr);
  tv_label_cache_draw (self->numbers, cr, box->numbers,
                       rect->x + (rect->width - numbers_width) / 2.0,
                       rect->y + PADDING_Y + names + numbers / 2.0, space);
}

static void
paint_node (const TvGraphImage *self, cairo_t *cr, guint32 node)
{
  Rect rect = get_rect (self, node);

  trace_box (cr, &rect, 0.0);
  tv_color_set_source (&self->boxes[node].color, cr);
  cairo_fill (cr);
  if (node == 0)
    outline (cr, &rect, 2.0, 2.0, &self->theme->accent);
  if (node == self->pointed)
    outline (cr, &rect, 0.5, 1.0, &self->theme->hover);
  if (node == self->focused && node != 0)
    outline (cr, &rect, 2.0, 1.5, &self->theme->outline);
  paint_labels (self, cr, node, &rect);
}

/* ---- Edges ---- */

static double
get_line_width (const TvGraphImage *self, const TvCallGraphEdge *edge)
{
  gint64 whole_ns = tv_method_ranks_get_total_ns (self->graph->ranks);
  double share = whole_ns > 0 ? (double) edge->inclusive_ns / (double) whole_ns : 0.0;

  return THINNEST + CLAMP (share, 0.0, 1.0) * (THICKEST - THINNEST);
}

/* Draws an arrowhead at the end of a line. */
static void
paint_arrowhead (cairo_t *cr, TvGraphPoint from, TvGraphPoint tip, double width)
{
  double length = hypot (tip.x - from.x, tip.y - from.y);
  double half = (ARROWHEAD_WIDTH + width) / 2.0, long_part = ARROWHEAD_LENGTH + width;
  TvGraphPoint along;

  if (length < 0.01)
    return;
  along = (TvGraphPoint){ (tip.x - from.x) / length, (tip.y - from.y) / length };
  cairo_move_to (cr, tip.x, tip.y);
  cairo_line_to (cr, tip.x - long_part * along.x - half * along.y,
                 tip.y - long_part * along.y + half * along.x);
  cairo_line_to (cr, tip.x - long_part * along.x + half * along.y,
                 tip.y - long_part * along.y - half * along.x);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
paint_edge (const TvGraphImage *self, cairo_t *cr, guint i)
{
  const TvCallGraphEdge *edge = &g_array_index (self->graph->edges, TvCallGraphEdge, i);
  const TvGraphCurve *curve = &g_array_index (self->drawing->curves, TvGraphCurve, i);
  const TvGraphPoint *points = &g_array_index (self->drawing->points, TvGraphPoint, curve->first);
  double width = get_line_width (self, edge);
  gboolean is_near = edge->caller == self->pointed || edge->callee == self->pointed;

  if (curve->n < 4)
    return;
  tv_color_set_source (is_near ? &self->theme->text : &self->theme->dim_text, cr);
  cairo_set_line_width (cr, width);
  cairo_move_to (cr, points[0].x, points[0].y);
  for (guint32 p = 1; p + 2 < curve->n; p += 3)
    cairo_curve_to (cr, points[p].x, points[p].y, points[p + 1].x, points[p + 1].y, points[p + 2].x,
                    points[p + 2].y);
  cairo_stroke (cr);
  paint_arrowhead (cr, points[curve->n - 2], points[curve->n - 1], width);
}

/* ---- Drawing ---- */

static void
begin (const TvGraphImage *self, cairo_t *cr)
{
  cairo_save (cr);
  cairo_rectangle (cr, 0.0, 0.0, self->width, self->height);
  cairo_clip (cr);
  cairo_translate (cr, self->x, self->y);
  cairo_scale (cr, self->scale, self->scale);
}

/**
 * tv_graph_paint:
 * @self: a graph and its view
 * @cr: target, in pixels of the visible area
 *
 * Paints nodes above edges, and highlights the first node.
 */
void
tv_graph_paint (const TvGraphImage *self, cairo_t *cr)
{
  begin (self, cr);
  for (guint i = 0; i < self->graph->edges->len; i++)
    paint_edge (self, cr, i);
  for (guint32 node = 0; node < self->graph->nodes->len; node++)
    paint_node (self, cr, node);
  cairo_restore (cr);
}

/**
 * tv_graph_hit_test:
 * @self: a graph and its view
 * @x: position in pixels of the visible area
 * @y: position in pixels of the visible area
 *
 * Returns: the node at the position, or %TV_NONE
 */
guint32
tv_graph_hit_test (const TvGraphImage *self, double x, double y)
{
  double at_x = (x - self->x) / self->scale, at_y = (y - self->y) / self->scale;

  for (guint32 node = 0; node < self->graph->nodes->len; node++)
    {
      Rect rect = get_rect (self, node);

      if (at_x >= rect.x && at_x < rect.x + rect.width && at_y >= rect.y &&
          at_y < rect.y + rect.height)
        return node;
    }
  return TV_NONE;
}

/**
 * tv_graph_find_beside:
 * @self: a graph and its view
 * @node: a node of the graph
 * @dx: -1 for the left, 1 for the right, or 0
 * @dy: -1 for up, 1 for down, or 0
 *
 * Returns: the nearest node in this direction, or %TV_NONE
 */
guint32
tv_graph_find_beside (const TvGraphImage *self, guint32 node, int dx, int dy)
{
  TvGraphPoint from = g_array_index (self->drawing->centers, TvGraphPoint, node);
  guint32 found = TV_NONE;
  double min = G_MAXDOUBLE;

  for (guint32 other = 0; other < self->graph->nodes->len; other++)
    {
      TvGraphPoint to = g_array_index (self->drawing->centers, TvGraphPoint, other);
      double along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      double across = fabs ((to.x - from.x) * dy) + fabs ((to.y - from.y) * dx);

      /* Distances perpendicular to the direction count twice. */
      if (other == node || along < 1.0 || along + 2.0 * across >= min)
        continue;
      min = along + 2.0 * across;
      found = other;
    }
  return found;
}
