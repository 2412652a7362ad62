/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "paint/kit/palette.h"

G_BEGIN_DECLS

/* Colour of a column without a bar. */
#define TV_BARS_NOTHING 0xff

/* Batches the coloured rectangles of a chart: the timeline of a whole trace has a hundred thousand rectangles, most
 * of them one pixel wide. On an image surface, pixels are written directly (30 times as fast as cairo_fill()). On
 * other surfaces, all rectangles of a colour become one path. All sizes are in device pixels. */
typedef struct _TvBars TvBars;

TvBars *tv_bars_new   (void);
void    tv_bars_free  (TvBars                      *self);
void    tv_bars_clear (TvBars                      *self);
void    tv_bars_add   (TvBars                      *self,
                       guint                        color,
                       int                          x,
                       int                          y,
                       int                          width,
                       int                          height,
                       int                          radius);
guint8 *tv_bars_add_lines (TvBars                  *self,
                       int                          x,
                       double                       y,
                       double                       step,
                       int                          height,
                       guint32                      n_columns,
                       guint32                      n_lines);
void    tv_bars_paint (const TvBars                *self,
                       cairo_t                     *cr,
                       double                       scale,
                       const TvColor               *colors,
                       guint                        n_colors,
                       const cairo_rectangle_int_t *clip);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvBars, tv_bars_free)

G_END_DECLS
