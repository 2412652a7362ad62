/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/kit/label-cache.h"
#include "paint/kit/palette.h"
#include "paint/wait-graph/layout.h"

G_BEGIN_DECLS

/**
 * TvWaitFonts:
 * @names: label cache with the font of node labels
 * @asides: label cache with the font of edge labels and of lines below node labels
 *
 * Fonts of a wait graph.
 */
typedef struct
{
  TvLabelCache *names;
  TvLabelCache *asides;
} TvWaitFonts;

void          tv_wait_fonts_init        (TvWaitFonts        *self,
                                         PangoContext       *context,
                                         double              font_px);
void          tv_wait_fonts_clear       (TvWaitFonts        *self);

TvWaitLayout *tv_wait_graph_lay_out     (TvWaitGraph        *graph,
                                         const TvWaitFonts  *fonts);
void          tv_wait_graph_paint       (const TvWaitLayout *layout,
                                         const TvWaitFonts  *fonts,
                                         gboolean            is_dark,
                                         guint               selected,
                                         guint               hovered,
                                         cairo_t            *cr);

G_END_DECLS
