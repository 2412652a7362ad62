/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/index/slice-index.h"
#include "analysis/range/time-scale.h"

G_BEGIN_DECLS

/**
 * TvTimelineSpan:
 * @slice: slice
 * @depth: depth; 0 in strips
 * @first: first pixel column
 * @end: end of the pixel columns
 * @is_away: in strips: whether the thread was switched out
 *
 * A drawn part of a line.
 */
typedef struct
{
  guint32 slice;
  guint32 depth : 31;
  guint32 is_away : 1;
  guint32 first;
  guint32 end;
} TvTimelineSpan;

/* Finds the spans of a track: the content of each pixel column. In a nested chart, that is the longest call of
 * each depth that touches the column, so that a rare long call never vanishes among short ones. The cost depends
 * on the columns, not on their calls.
 *
 *   columns          |     |     |     |     |
 *   calls of a depth  ▂ ▂ ▂ ▂▆▆▆▆▆▆▆▆▆ ▂ ▂
 *   shown              a  |  b     b  |  c
 *
 * A finder keeps working memory between calls; one thread at a time uses it. */
typedef struct _TvSpanFinder TvSpanFinder;

TvSpanFinder *tv_span_finder_new        (TvTrace            *trace,
                                         const TvSliceIndex *index);
void          tv_span_finder_free       (TvSpanFinder       *self);
void          tv_span_finder_find_nested (TvSpanFinder      *self,
                                          guint32            track,
                                          const TvTimeScale *scale,
                                          guint32            first_column,
                                          guint32            end_column,
                                          guint32            first_depth,
                                          guint32            end_depth,
                                          GArray            *spans);

TvTrace      *tv_span_finder_get_trace  (TvSpanFinder       *self);
const TvSliceIndex *tv_span_finder_get_index (TvSpanFinder  *self);
const guint32 *tv_span_finder_find_rows (TvSpanFinder       *self,
                                         guint32             track,
                                         const TvTimeScale  *scale,
                                         guint32             first_column,
                                         guint32             end_column);

/* Spans of a strip: each column shows the longest interval with one innermost call that touches it.
 *
 *   columns            |     |     |     |
 *   innermost calls     a|b|a|b|b|  cccccccc|d
 *   shown               a    |  c     c  |  c */
void          tv_span_finder_find_strip (TvSpanFinder       *self,
                                         guint32             track,
                                         const TvTimeScale  *scale,
                                         guint32             first_column,
                                         guint32             end_column,
                                         GArray             *spans);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSpanFinder, tv_span_finder_free)

G_END_DECLS
