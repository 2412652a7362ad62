/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/wait-graph/layout.h"

#include <math.h>

/* Positions the nodes: components below each other, waiters above their targets, and each cycle as a column with an
 * edge back to its first thread. Called by painter.c, which measures the labels first. A layout is immutable after
 * tv_wait_layout_new(). Also finds the node at a point or in a direction. */

#define BACK_PX     86.0 /* space to the left of a cycle, for the edge back and its label */
#define BESIDE_PX   96.0 /* space to the right of a cycle, for edges from its waiters */
#define LABEL_PX    6.0  /* distance between an edge and its label */
#define LABEL_HIGH  16.0
#define PART_GAP_PX 36.0 /* distance between unconnected components */
#define BEND_PX                                                                                    \
  30.0 /* horizontal distance of the edges from the centre, if two threads wait for each other */

typedef struct
{
  double x, y;
} Point;

struct _TvWaitLayout
{
  TvWaitGraph *graph;
  const TvWaitNode *nodes;
  guint n;
  TvWaitBox *boxes;
  double *slots; /* per node: width needed by the node and all nodes above it */
  guint *depths; /* per node: number of rows above it */
  guint *rows;
  GArray *curves;       /* (element-type TvWaitCurve): edges */
  GArray *label_points; /* (element-type Point): per cycle: position of the label */
  double width;
  double height;
};

static gboolean
is_in_cycle (const TvWaitLayout *self, guint node)
{
  return self->nodes[node].cycle != TV_NONE;
}

/* Returns whether @node waits for @target, and is not part of a cycle. */
static gboolean
is_waiter_of (const TvWaitLayout *self, guint node, guint target)
{
  return self->nodes[node].target == target && node != target && !is_in_cycle (self, node);
}

/* ---- Sizes ---- */

/* Computes the depth and the required width of each node, starting with waiters. Each node has only one target, so
 * the depths are final after @n rounds. */
static void
measure (TvWaitLayout *self)
{
  for (guint i = 0; i < self->n; i++)
    self->slots[i] = self->boxes[i].width;
  for (guint round = 0; round < self->n; round++)
    for (guint i = 0; i < self->n; i++)
      {
        guint target = self->nodes[i].target;

        if (target != TV_NONE && is_waiter_of (self, i, target))
          self->depths[target] = MAX (self->depths[target], self->depths[i] + 1);
      }
  for (guint depth = 1; depth <= self->n; depth++)
    for (guint target = 0; target < self->n; target++)
      {
        double sum = 0.0;

        if (self->depths[target] != depth)
          continue;
        for (guint i = 0; i < self->n; i++)
          if (is_waiter_of (self, i, target))
            sum += self->slots[i] + (sum > 0.0 ? TV_WAIT_GAP_PX : 0.0);
        self->slots[target] = MAX (self->boxes[target].width, sum);
      }
}

/* ---- Positions ---- */

/* Positions a node, centred in its required width, and the waiters above it. */
static void
place (TvWaitLayout *self, guint node, double left, guint row, double top)
{
  double sum = 0.0, x;

  self->rows[node] = row;
  self->boxes[node].x = left + (self->slots[node] - self->boxes[node].width) / 2.0;
  self->boxes[node].y = top + row * TV_WAIT_ROW_PX;
  for (guint i = 0; i < self->n; i++)
    if (is_waiter_of (self, i, node))
      sum += self->slots[i] + (sum > 0.0 ? TV_WAIT_GAP_PX : 0.0);
  x = left + (self->slots[node] - sum) / 2.0;
  for (guint i = 0; i < self->n; i++)
    if (is_waiter_of (self, i, node))
      {
        place (self, i, x, row - 1, top);
        x += self->slots[i] + TV_WAIT_GAP_PX;
      }
}

/* Positions a node's waiters, but not the node itself. Returns the right edge. */
static double
place_above (TvWaitLayout *self, guint node, double left, guint row, double top)
{
  for (guint i = 0; i < self->n; i++)
    if (is_waiter_of (self, i, node))
      {
        place (self, i, left, row - 1, top);
        left += self->slots[i] + TV_WAIT_GAP_PX;
      }
  return left;
}

/* Returns the threads of a cycle; each is followed by the thread for which it waits. */
static GArray *
list_cycle (const TvWaitLayout *self, guint first)
{
  GArray *members = g_array_new (FALSE, FALSE, sizeof (guint));
  guint at = first;

  do
    {
      g_array_append_val (members, at);
      at = self->nodes[at].target;
    }
  while (at != TV_NONE && at != first && is_in_cycle (self, at) && members->len < self->n);
  return members;
}

/* Returns the required number of rows above the first thread of a cycle. */
static guint
count_rows_above (const TvWaitLayout *self, const GArray *members)
{
  guint rows = 0;

  for (guint i = 0; i < members->len; i++)
    {
      guint depth = self->depths[g_array_index (members, guint, i)];

      rows = MAX (rows, depth > i ? depth - i : 0);
    }
  return rows;
}

static double
find_widest (const TvWaitLayout *self, const GArray *members)
{
  double widest = self->slots[g_array_index (members, guint, 0)];

  for (guint i = 0; i < members->len; i++)
    widest = MAX (widest, self->boxes[g_array_index (members, guint, i)].width);
  return widest;
}

/* Positions a cycle with its waiters. Returns the right edge. */
static double
place_cycle (TvWaitLayout *self, guint first, double top, guint *n_rows)
{
  g_autoptr (GArray) members = list_cycle (self, first);
  guint above = count_rows_above (self, members);
  double left = members->len > 1 ? BACK_PX : 0.0, widest = find_widest (self, members), right;
  guint last = g_array_index (members, guint, members->len - 1);

  place (self, first, left + (widest - self->slots[first]) / 2.0, above, top);
  for (guint i = 1; i < members->len; i++)
    {
      guint node = g_array_index (members, guint, i);

      self->rows[node] = above + i;
      self->boxes[node].x = left + (widest - self->boxes[node].width) / 2.0;
      self->boxes[node].y = top + (above + i) * TV_WAIT_ROW_PX;
    }
  right = left + widest + BESIDE_PX;
  for (guint i = 1; i < members->len; i++)
    right = place_above (self, g_array_index (members, guint, i), right, above + i, top);
  *n_rows = above + members->len;
  if (members->len > 1 && self->nodes[last].target == first)
    {
      const TvWaitBox *box = &self->boxes[first];
      guint cycle = self->nodes[first].cycle;

      if (self->label_points->len <= cycle)
        g_array_set_size (self->label_points, cycle + 1);
      g_array_index (self->label_points, Point,
                     cycle) = (Point){ members->len == 2 ? box->x + box->width / 2.0
                                                         : box->x + box->width / 2.0 - BEND_PX,
                                       box->y + (TV_WAIT_ROW_PX + TV_WAIT_BOX_PX) / 2.0 };
    }
  return right;
}

static gboolean
is_root (const TvWaitLayout *self, guint node)
{
  return self->nodes[node].target == TV_NONE && !is_in_cycle (self, node);
}

/* Positions the components of the graph below each other. The components are in the order of their first nodes, so
 * that the most important is at the top. */
static void
place_parts (TvWaitLayout *self)
{
  g_autofree gboolean *is_done = g_new0 (gboolean, MAX (self->n, 1));
  double top = 0.0;

  for (guint i = 0; i < self->n; i++)
    {
      guint node = i, n_rows = 0;
      double width;

      /* Follow waits to the end, or into a cycle. */
      while (!is_root (self, node) && !is_in_cycle (self, node))
        node = self->nodes[node].target;
      if (is_done[node])
        continue;
      if (is_in_cycle (self, node))
        {
          g_autoptr (GArray) members = list_cycle (self, node);

          for (guint k = 0; k < members->len; k++)
            is_done[g_array_index (members, guint, k)] = TRUE;
          width = place_cycle (self, node, top, &n_rows);
        }
      else
        {
          is_done[node] = TRUE;
          place (self, node, 0.0, self->depths[node], top);
          width = self->slots[node];
          n_rows = self->depths[node] + 1;
        }
      self->width = MAX (self->width, width);
      self->height = top + (n_rows - 1) * TV_WAIT_ROW_PX + TV_WAIT_BOX_PX;
      top = self->height + PART_GAP_PX;
    }
}

/* Computes the total width. */
static void
find_width (TvWaitLayout *self)
{
  self->width = 0.0;
  for (guint i = 0; i < self->n; i++)
    self->width = MAX (self->width, self->boxes[i].x + self->boxes[i].width);
  for (guint i = 0; i < self->curves->len; i++)
    {
      const TvWaitCurve *curve = &g_array_index (self->curves, TvWaitCurve, i);

      for (guint k = 0; k < 8; k += 2)
        self->width = MAX (self->width, curve->points[k]);
      self->width = MAX (self->width,
                         curve->label_x + (1.0 - curve->label_align) * curve->label_width);
    }
}

/* ---- Edges ---- */

static void
set_points (TvWaitCurve *curve, Point start, Point bend, Point other, Point end)
{
  const double points[8] = { start.x, start.y, bend.x, bend.y, other.x, other.y, end.x, end.y };

  for (guint i = 0; i < 8; i++)
    curve->points[i] = points[i];
}

static double
get_middle (const TvWaitBox *box)
{
  return box->x + box->width / 2.0;
}

/* Sets the edge from a waiter down to its target. If the waiter is to the right of a cycle, the edge ends at the
 * right side of the target. */
static void
bend_down (const TvWaitLayout *self, TvWaitCurve *curve, const TvWaitBox *from, const TvWaitBox *to)
{
  Point start = { get_middle (from), from->y + from->height };
  gboolean is_beside = self->nodes[curve->node].cycle == TV_NONE &&
                       from->x > to->x + to->width + BESIDE_PX / 2.0;
  Point end = { CLAMP (start.x, to->x + to->width * 0.25, to->x + to->width * 0.75), to->y };
  double half = (end.y - start.y) / 2.0, lean = end.x - start.x;

  if (is_beside)
    {
      end = (Point){ to->x + to->width, to->y + to->height / 2.0 };
      set_points (curve, start, (Point){ start.x, end.y }, (Point){ start.x, end.y }, end);
    }
  else
    set_points (curve, start, (Point){ start.x, start.y + half }, (Point){ end.x, end.y - half },
                end);
  curve->label_align = !is_beside && lean > 1.0 ? 1.0 : 0.0;
  curve->label_x = start.x + (curve->label_align > 0.0 ? -LABEL_PX : LABEL_PX);
  curve->label_y = start.y + LABEL_HIGH;
  curve->label_width = from->width / 2.0 + TV_WAIT_GAP_PX / 2.0 - LABEL_PX;
}

/* Sets an edge between two threads that wait for each other: on the left if it leads down, on the right if it leads
 * up. */
static void
bend_two (TvWaitCurve *curve, const TvWaitBox *from, const TvWaitBox *to)
{
  gboolean is_down = from->y < to->y;
  double sign = is_down ? -1.0 : 1.0, middle = get_middle (from);
  const TvWaitBox *upper = is_down ? from : to, *lower = is_down ? to : from;
  Point start = { middle + sign * BEND_PX, is_down ? upper->y + upper->height : lower->y };
  Point end = { middle + sign * BEND_PX, is_down ? lower->y : upper->y + upper->height };
  double bend = middle + sign * (BEND_PX + 34.0);
  double lean = (end.y - start.y) * 0.3;

  set_points (curve, start, (Point){ bend, start.y + lean }, (Point){ bend, end.y - lean }, end);
  curve->label_align = is_down ? 1.0 : 0.0;
  curve->label_x = middle + sign * (BEND_PX + 28.0 + LABEL_PX);
  curve->label_y = (start.y + end.y) / 2.0;
  curve->label_width = BACK_PX;
}

static void
bend_on (TvWaitCurve *curve, const TvWaitBox *from, const TvWaitBox *to)
{
  Point start = { get_middle (from), from->y + from->height }, end = { get_middle (to), to->y };
  double half = (end.y - start.y) / 2.0;

  set_points (curve, start, (Point){ start.x, start.y + half }, (Point){ end.x, end.y - half },
              end);
  curve->label_align = 0.0;
  curve->label_x = start.x + LABEL_PX;
  curve->label_y = (start.y + end.y) / 2.0;
  curve->label_width = BESIDE_PX;
}

/* Sets the edge from the last thread of a cycle back to the first, on the left side. */
static void
bend_back (TvWaitCurve *curve, const TvWaitBox *from, const TvWaitBox *to)
{
  Point start = { from->x, from->y + from->height / 2.0 },
        end = { to->x, to->y + to->height / 2.0 };
  double bend = MIN (from->x, to->x) - BACK_PX * 0.8;

  set_points (curve, start, (Point){ bend, start.y }, (Point){ bend, end.y }, end);
  curve->label_align = 1.0;
  curve->label_x = MIN (from->x, to->x) - LABEL_PX;
  curve->label_y = start.y + LABEL_HIGH;
  curve->label_width = BACK_PX - LABEL_PX;
}

static guint
count_cycle (const TvWaitLayout *self, guint cycle)
{
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    n += self->nodes[i].cycle == cycle;
  return n;
}

static void
add_curves (TvWaitLayout *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      const TvWaitNode *node = &self->nodes[i];
      const TvWaitBox *from = &self->boxes[i], *to;
      TvWaitCurve curve = { .node = i };

      if (node->target == TV_NONE)
        continue;
      to = &self->boxes[node->target];
      curve.is_in_cycle = node->cycle != TV_NONE && node->cycle == self->nodes[node->target].cycle;
      curve.is_dashed = node->kind == TV_WAIT_PARK || node->kind == TV_WAIT_JOIN;
      if (!curve.is_in_cycle)
        bend_down (self, &curve, from, to);
      else if (count_cycle (self, node->cycle) == 2)
        bend_two (&curve, from, to);
      else if (self->rows[i] < self->rows[node->target])
        bend_on (&curve, from, to);
      else
        bend_back (&curve, from, to);
      g_array_append_val (self->curves, curve);
    }
}

/* ---- Layout ---- */

/**
 * tv_wait_layout_new:
 * @widths: (array): per node: width of the label in px, including padding
 *
 * Returns: (transfer full): the layout
 */
TvWaitLayout *
tv_wait_layout_new (TvWaitGraph *graph, const double *widths)
{
  TvWaitLayout *self = g_new0 (TvWaitLayout, 1);

  self->graph = tv_wait_graph_ref (graph);
  self->nodes = tv_wait_graph_get_nodes (graph, &self->n);
  self->boxes = g_new0 (TvWaitBox, MAX (self->n, 1));
  self->slots = g_new0 (double, MAX (self->n, 1));
  self->depths = g_new0 (guint, MAX (self->n, 1));
  self->rows = g_new0 (guint, MAX (self->n, 1));
  self->curves = g_array_new (FALSE, FALSE, sizeof (TvWaitCurve));
  self->label_points = g_array_new (FALSE, TRUE, sizeof (Point));
  for (guint i = 0; i < self->n; i++)
    {
      self->boxes[i].width = ceil (CLAMP (widths[i], TV_WAIT_MIN_PX, TV_WAIT_WIDEST_PX));
      self->boxes[i].height = TV_WAIT_BOX_PX;
    }
  measure (self);
  place_parts (self);
  add_curves (self);
  find_width (self);
  return self;
}

void
tv_wait_layout_free (TvWaitLayout *self)
{
  if (self == NULL)
    return;
  tv_wait_graph_unref (self->graph);
  g_free (self->boxes);
  g_free (self->slots);
  g_free (self->depths);
  g_free (self->rows);
  g_array_unref (self->curves);
  g_array_unref (self->label_points);
  g_free (self);
}

/* Returns: (transfer none): the graph */
TvWaitGraph *
tv_wait_layout_get_graph (const TvWaitLayout *self)
{
  return self->graph;
}

/* Gets the size in px. */
void
tv_wait_layout_get_size (const TvWaitLayout *self, double *width, double *height)
{
  *width = self->width;
  *height = self->height;
}

/* Returns: (transfer none): the rectangle of a node */
const TvWaitBox *
tv_wait_layout_get_box (const TvWaitLayout *self, guint node)
{
  g_return_val_if_fail (node < self->n, NULL);
  return &self->boxes[node];
}

/* Returns: (transfer none) (array length=n): all edges */
const TvWaitCurve *
tv_wait_layout_get_curves (const TvWaitLayout *self, guint *n)
{
  *n = self->curves->len;
  return (const TvWaitCurve *) (gconstpointer) self->curves->data;
}

/**
 * tv_wait_layout_get_deadlock:
 * @cycle: a cycle
 * @x: (out): horizontal centre of the label
 * @y: (out): vertical centre of the label
 *
 * Gets the position of a deadlock's label.
 * Returns: whether the graph contains the whole cycle; if not, there is no label
 */
gboolean
tv_wait_layout_get_deadlock (const TvWaitLayout *self, guint cycle, double *x, double *y)
{
  if (cycle >= self->label_points->len || g_array_index (self->label_points, Point, cycle).y <= 0.0)
    return FALSE;
  *x = g_array_index (self->label_points, Point, cycle).x;
  *y = g_array_index (self->label_points, Point, cycle).y;
  return TRUE;
}

/* Returns the node at a point, or %TV_NONE. */
guint
tv_wait_layout_hit (const TvWaitLayout *self, double x, double y)
{
  for (guint i = 0; i < self->n; i++)
    {
      const TvWaitBox *box = &self->boxes[i];

      if (x >= box->x && x < box->x + box->width && y >= box->y && y < box->y + box->height)
        return i;
    }
  return TV_NONE;
}

/**
 * tv_wait_layout_find_beside:
 * @node: a node
 * @dx: 1 to move right, -1 to move left, otherwise 0
 * @dy: 1 to move to the target, -1 to move to a waiter, otherwise 0
 *
 * Returns the node in a direction, or %TV_NONE.
 */
guint
tv_wait_layout_find_beside (const TvWaitLayout *self, guint node, int dx, int dy)
{
  guint best = TV_NONE;

  g_return_val_if_fail (node < self->n, TV_NONE);

  if (dy > 0)
    return self->nodes[node].target;
  for (guint i = 0; i < self->n; i++)
    {
      gboolean fits = dy < 0 ? self->nodes[i].target == node
                             : i != node && self->boxes[i].y == self->boxes[node].y &&
                                   (self->boxes[i].x > self->boxes[node].x) == (dx > 0);

      if (fits &&
          (best == TV_NONE || (dy < 0 ? self->rows[i] > self->rows[best]
                                      : fabs (self->boxes[i].x - self->boxes[node].x) <
                                            fabs (self->boxes[best].x - self->boxes[node].x))))
        best = i;
    }
  return best;
}
