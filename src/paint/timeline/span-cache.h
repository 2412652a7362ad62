/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/spans.h"

G_BEGIN_DECLS

/* A cache of spans for a time range. When rows scroll or the selection changes, known spans are not searched again.
 * When more lines of a track become visible, only these and a few others are searched. When the time range moves,
 * only new columns are searched:
 *
 *   before   | a | a | b | c | d |
 *   now              | b | c | d | ? | ? |
 *
 * This requires that columns have the same duration in whole ns and move by whole columns, see #TvTimeGrid. Memory is
 * reused for the next drawing, because first accessing new memory takes as long as the search. A cache contains at
 * most %TV_SPAN_CACHE_MAX spans, plus the spans of one track per thread. Only one thread at a time may use a cache. */
typedef struct _TvSpanCache TvSpanCache;

#define TV_SPAN_CACHE_MAX (2u << 20)

/**
 * TvSpanRequest:
 * @track: a track
 * @is_strip: whether to find the spans of the strip instead of the nested chart
 * @first_depth: first depth, for the nested chart
 * @end_depth: end of the depths, for the nested chart
 *
 * A request for the spans of a track.
 */
typedef struct
{
  guint32 track;
  gboolean is_strip;
  guint32 first_depth;
  guint32 end_depth;
} TvSpanRequest;

TvSpanCache  *tv_span_cache_new         (TvSpanFinder      *finder);
void          tv_span_cache_free        (TvSpanCache       *self);
gboolean      tv_span_cache_is_for      (const TvSpanCache *self,
                                         const TvTimeScale *scale);
void          tv_span_cache_start       (TvSpanCache       *self,
                                         const TvTimeScale *scale);
void          tv_span_cache_prepare     (TvSpanCache       *self,
                                         const GArray      *requests);
void          tv_span_cache_set_patience (TvSpanCache      *self,
                                         gint64             patience_us);
const GArray *tv_span_cache_find_nested (TvSpanCache       *self,
                                         guint32            track,
                                         guint32            first_depth,
                                         guint32            end_depth);
const GArray *tv_span_cache_find_strip  (TvSpanCache       *self,
                                         guint32            track);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSpanCache, tv_span_cache_free)

G_END_DECLS
