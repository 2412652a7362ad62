/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline-spans.h"

G_BEGIN_DECLS

/* The spans of pictures that show the same stretch of time as the one before: while only rows
 * scroll, or something is selected, nothing is looked for again. Nothing is kept of the first
 * picture of a stretch, so that panning and zooming, which never come back, pay nothing.
 *
 * Holds at most %TV_SPAN_CACHE_MAX spans; belongs to one thread at a time. */
typedef struct _TvSpanCache TvSpanCache;

#define TV_SPAN_CACHE_MAX (2u << 20)

TvSpanCache *tv_span_cache_new      (void);
void         tv_span_cache_free     (TvSpanCache       *self);
void         tv_span_cache_start    (TvSpanCache       *self,
                                     const TvTimeScale *scale);
gboolean     tv_span_cache_is_for   (const TvSpanCache *self,
                                     const TvTimeScale *scale);
gboolean     tv_span_cache_find     (const TvSpanCache *self,
                                     guint32            track,
                                     gboolean           is_strip,
                                     guint32            first_depth,
                                     guint32            end_depth,
                                     GArray            *spans);
void         tv_span_cache_add      (TvSpanCache       *self,
                                     guint32            track,
                                     gboolean           is_strip,
                                     guint32            first_depth,
                                     guint32            end_depth,
                                     const GArray      *spans);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSpanCache, tv_span_cache_free)

G_END_DECLS
