/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/spans.h"

G_BEGIN_DECLS

/* A cache of the spans found for a range of time, used as long as pictures show that range: while only
 * rows scroll or the selection changes, nothing is searched again. If a track scrolls into sight, only its
 * new lines are searched, and a few more. If a picture has the columns of the last one at other places,
 * only new columns are searched:
 *
 *   before   | a | a | b | c | d |
 *   now              | b | c | d | ? | ? |
 *
 * That needs columns of the same length, in whole ns, moved by whole columns: those of a #TvTimeGrid.
 *
 * Its memory is used again from picture to picture: touching new memory would take as long as
 * finding what goes there. It is for at most %TV_SPAN_CACHE_MAX spans and those of one track more for
 * every thread. A cache belongs to one thread at a time. */
typedef struct _TvSpanCache TvSpanCache;

#define TV_SPAN_CACHE_MAX (2u << 20)

/**
 * TvSpanRequest:
 * @track: a track
 * @is_strip: its strip is wanted, not its nested chart
 * @first_depth: of that the first depth
 * @end_depth: and the depth after the last
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
