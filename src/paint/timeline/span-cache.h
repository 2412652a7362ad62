/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/spans.h"

G_BEGIN_DECLS

/* A cache of spans for a time range. While rows scroll or the selection changes, known spans are not searched again.
 * When a track scrolls into view, only its new lines and a few more are searched. If the new scale has some of the
 * previous columns at other positions, only new columns are searched:
 *
 *   before   | a | a | b | c | d |
 *   now              | b | c | d | ? | ? |
 *
 * This requires columns of equal duration in whole ns that move by whole columns, see #TvTimeGrid.
 *
 * Memory is reused between drawings, because touching new memory takes as long as the search. The limit is
 * %TV_SPAN_CACHE_MAX spans plus the spans of one track per thread. A cache may only be used by one thread at a time. */
typedef struct _TvSpanCache TvSpanCache;

#define TV_SPAN_CACHE_MAX (2u << 20)

/**
 * TvSpanRequest:
 * @track: a track
 * @is_strip: whether to find spans of the strip instead of the nested chart
 * @first_depth: first depth in the nested chart
 * @end_depth: end of the depths in the nested chart
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
