/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/spans.h"

G_BEGIN_DECLS

/* A cache of spans for a time range: while only rows scroll or the selection changes, nothing is searched again.
 * If a track scrolls into view, only its new lines and a few more are searched. If a picture has the columns of
 * the last one at other positions, only new columns are searched:
 *
 *   before   | a | a | b | c | d |
 *   now              | b | c | d | ? | ? |
 *
 * This requires columns of equal duration in whole ns, moved by whole columns: see #TvTimeGrid.
 *
 * Memory is reused between pictures, because touching new memory takes as long as the search. The limit is
 * %TV_SPAN_CACHE_MAX spans plus those of one track per thread. One thread at a time uses a cache. */
typedef struct _TvSpanCache TvSpanCache;

#define TV_SPAN_CACHE_MAX (2u << 20)

/**
 * TvSpanRequest:
 * @track: a track
 * @is_strip: whether its strip is requested instead of the nested chart
 * @first_depth: first depth of the nested chart
 * @end_depth: end of the depths
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
