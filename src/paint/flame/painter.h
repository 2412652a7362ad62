/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-comparison.h"
#include "paint/flame/frames.h"
#include "paint/timeline/painter.h"

G_BEGIN_DECLS

/**
 * TvFlameView:
 * @layout: where all nodes lie
 * @theme: colours
 * @coloring: of the calls
 * @comparison: (nullable): with it colours tell how much a frame came to more or less than before
 * @range: what part of the layout is as wide as the picture
 * @zoom: the node that it is zoomed to: those above are only the way there
 * @width: of the picture in px
 * @height: of the picture in px
 * @inset: what stays empty at the left and at the right, in px, so that the ends are seen
 * @scroll_y: how many px of the levels are above the picture
 * @scale: device pixels in a px
 * @is_flipped: the root is below, as flames burn, and not above
 * @is_found: (nullable): by node: whether it keeps its colour while all else is faded
 * @selected: the selected node, or %TV_NONE
 * @is_still: the picture may take its time, so that every label is drawn
 * @has_no_labels: labels are not drawn, but are elements of tv_flame_painter_append_svg()
 *
 * What part of a flame graph a picture shows, and how.
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
 * @node: the node that is drawn there, or %TV_NONE; of a strip the widest that is in it
 * @n_merged: of a strip: how many siblings it stands for; else 0
 * @rect: where it is drawn, in px
 */
typedef struct
{
  guint32 node;
  guint32 n_merged;
  TvTimelineRect rect;
} TvFlameHit;

/* Draws flame graphs of a trace. The painter keeps labels and what it found between pictures; it belongs to
 * one thread at a time. */
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
