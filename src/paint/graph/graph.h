/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-graph.h"
#include "paint/kit/label-cache.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/* A call graph as a drawing: a box for each method in its colour, and arrows from caller to callee, thicker the
 * longer the calls took. */

/**
 * TvGraphBox:
 * @name: what the method is called
 * @numbers: its times, in words
 * @color: its colour
 *
 * What is in the box of a node.
 */
typedef struct
{
  char *name;
  char *numbers;
  TvColor color;
} TvGraphBox;

/**
 * TvGraphPicture:
 * @graph: who called whom
 * @drawing: where they are
 * @boxes: (array): of each node
 * @names: the font of names
 * @numbers: the font of numbers
 * @theme: all other colours
 * @scale: pixels of a point
 * @x: where the drawing's left edge is
 * @y: where its upper edge is
 * @width: of what is seen, in pixels
 * @height: of what is seen
 * @focused: the node with the focus, or %TV_NONE
 * @pointed: the one below the pointer, or %TV_NONE
 *
 * A part of a graph that is looked at.
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
} TvGraphPicture;

TvGraphPoint tv_graph_box_measure  (const TvGraphBox     *box,
                                    TvLabelCache         *names,
                                    TvLabelCache         *numbers);
void         tv_graph_paint        (const TvGraphPicture *self,
                                    cairo_t              *cr);
guint32      tv_graph_hit_test     (const TvGraphPicture *self,
                                    double                x,
                                    double                y);
guint32      tv_graph_find_beside  (const TvGraphPicture *self,
                                    guint32               node,
                                    int                   dx,
                                    int                   dy);

G_END_DECLS
