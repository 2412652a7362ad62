/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-graph.h"
#include "paint/kit/label-cache.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/* Draws a call graph: one coloured box per method, and arrows from callers to callees. The width of an arrow is
 * proportional to the time of the calls. */

/**
 * TvGraphBox:
 * @name: name of the method
 * @numbers: formatted time and share
 * @color: fill colour
 *
 * The content of a node's box.
 */
typedef struct
{
  char *name;
  char *numbers;
  TvColor color;
} TvGraphBox;

/**
 * TvGraphImage:
 * @graph: methods and calls
 * @drawing: positions of nodes and edges
 * @boxes: (array): box of each node
 * @names: font of names
 * @numbers: font of numbers
 * @theme: theme colours
 * @scale: pixels per point
 * @x: left edge of the graph in the visible area, in pixels
 * @y: upper edge of the graph in the visible area, in pixels
 * @width: width of the visible area, in pixels
 * @height: height of the visible area, in pixels
 * @focused: focused node, or %TV_NONE
 * @pointed: hovered node, or %TV_NONE
 *
 * The visible part of a graph.
 */
typedef struct
{
  const TvCallGraph *graph;
  const TvGraphDrawing *drawing;
  const TvGraphBox *boxes;
  TvLabelCache *names;
  TvLabelCache *numbers;
  const TvTheme *theme;
  double scale;
  double x;
  double y;
  double width;
  double height;
  guint32 focused;
  guint32 pointed;
} TvGraphImage;

TvGraphPoint tv_graph_box_measure  (const TvGraphBox     *box,
                                    TvLabelCache         *names,
                                    TvLabelCache         *numbers);
void         tv_graph_paint        (const TvGraphImage *self,
                                    cairo_t              *cr);
guint32      tv_graph_hit_test     (const TvGraphImage *self,
                                    double                x,
                                    double                y);
guint32      tv_graph_find_beside  (const TvGraphImage *self,
                                    guint32               node,
                                    int                   dx,
                                    int                   dy);

G_END_DECLS
