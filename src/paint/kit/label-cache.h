/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/* A cache of label layouts. Each string is laid out once, then drawn often and truncated to the available width.
 * Layout takes ten times as long as drawing, and zooming changes the width of every label with each frame. Therefore
 * the untruncated layout is cached, and truncated between glyphs.
 *
 * Only one thread at a time may use a cache, because of its #PangoContext. */
typedef struct _TvLabelCache TvLabelCache;

double        tv_label_get_font_px   (PangoContext *context);

TvLabelCache *tv_label_cache_new     (PangoContext *context,
                                      double        font_px,
                                      PangoWeight   weight);
void          tv_label_cache_free    (TvLabelCache *self);
double        tv_label_cache_measure (TvLabelCache *self,
                                      const char   *text);
double        tv_label_cache_get_height (TvLabelCache *self);
void          tv_label_cache_draw    (TvLabelCache *self,
                                      cairo_t      *cr,
                                      const char   *text,
                                      double        x,
                                      double        middle_y,
                                      double        max_width);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvLabelCache, tv_label_cache_free)

G_END_DECLS
