/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-comparison.h"
#include "paint/flame/frames.h"
#include "paint/timeline/painter.h"

G_BEGIN_DECLS

/**
 * TvFlameView:
 * @layout: positions of all nodes
 * @theme: theme colours
 * @coloring: colours of calls
 * @comparison: (nullable): comparison with an earlier run; if set, colours show the changes of frames
 * @range: part of the layout that fills the width
 * @zoom: zoomed node; frames that enclose it are dimmed
 * @width: width of the image in px
 * @height: height of the image in px
 * @inset: left and right margin in px, so that outlines at the edges are visible
 * @scroll_y: distance from the top of the levels to the top of the image, in px
 * @scale: device pixels per px
 * @is_flipped: whether the root is at the bottom
 * @is_found: (nullable): per node, whether it is a search result; all other nodes are faded
 * @selected: the selected node, or %TV_NONE
 * @is_still: whether the image is static, so that the number of labels is not limited
 * @has_no_labels: whether to omit labels, because tv_flame_painter_append_svg() adds them
 *
 * The visible part of a flame graph, and drawing options.
 */
typedef struct
{
  const TvFlameLayout *layout;
  const TvTheme *theme;
  const TvColoring *coloring;
  const TvCallComparison *comparison;
  TvFlameRange range;
  guint32 zoom;
  double width;
  double height;
  double inset;
  double scroll_y;
  double scale;
  gboolean is_flipped;
  const guint8 *is_found;
  guint32 selected;
  gboolean is_still;
  gboolean has_no_labels;
} TvFlameView;

/**
 * TvFlameHit:
 * @node: node at the position, or %TV_NONE; for a strip, its widest node
 * @n_merged: number of siblings in a strip; 0 for a frame
 * @rect: rectangle of the frame or strip, in px
 *
 * The result of a hit test.
 */
typedef struct
{
  guint32 node;
  guint32 n_merged;
  TvTimelineRect rect;
} TvFlameHit;

/* Draws flame graphs of a trace. The painter caches labels and frames between drawings. Only one thread at a time may
 * use a painter. */
typedef struct _TvFlamePainter TvFlamePainter;

TvFlamePainter *tv_flame_painter_new (void);
void tv_flame_painter_free (TvFlamePainter *self);
void tv_flame_painter_set_font (TvFlamePainter *self,
                                PangoContext *context,
                                const TvTimelineMetrics *metrics);
void tv_flame_painter_paint (TvFlamePainter *self, cairo_t *cr, const TvFlameView *view);
void tv_flame_painter_append_svg (TvFlamePainter *self, const TvFlameView *view, GString *svg);
double tv_flame_painter_get_height (TvFlamePainter *self, const TvFlameView *view);
void tv_flame_painter_hit_test (TvFlamePainter *self,
                                const TvFlameView *view,
                                double x,
                                double y,
                                TvFlameHit *hit);
gboolean tv_flame_painter_find_rect (TvFlamePainter *self,
                                     const TvFlameView *view,
                                     guint32 node,
                                     TvTimelineRect *rect);
guint32 tv_flame_painter_find_beside (TvFlamePainter *self,
                                      const TvFlameView *view,
                                      guint32 node,
                                      int direction);
char *tv_flame_dup_label (TvCallTree *tree, TvCallName name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFlamePainter, tv_flame_painter_free)

G_END_DECLS
