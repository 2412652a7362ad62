/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/index/slice-index.h"
#include "analysis/range/time-scale.h"

G_BEGIN_DECLS

/**
 * TvTimelineSpan:
 * @slice: the call that is shown
 * @depth: its depth; 0 in strips
 * @first: first pixel column
 * @end: column after the last
 * @is_away: in strips: the thread was switched away
 *
 * What is drawn in a line of the timeline.
 */
typedef struct
{
  guint32 slice;
  guint32 depth : 31;
  guint32 is_away : 1;
  guint32 first;
  guint32 end;
} TvTimelineSpan;

/* The finder of a track's spans: what each column of pixels shows. In a nested chart, that is the longest
 * of all calls of a depth that touch the column, so that a rare long call never vanishes among short ones.
 * The cost follows the columns, not the calls in them.
 *
 *   columns          |     |     |     |     |
 *   calls of a depth  ▂ ▂ ▂ ▂▆▆▆▆▆▆▆▆▆ ▂ ▂
 *   shown              a  |  b     b  |  c
 *
 * A finder keeps working memory between calls; it belongs to one thread at a time.
 */
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

/* Spans of a strip: each column shows the longest stretch, a time with one innermost call, that touches
 * it.
 *
 *   columns            |     |     |     |
 *   innermost calls     a|b|a|b|b|  cccccccc|d
 *   shown               a    |  c     c  |  c
 */
void          tv_span_finder_find_strip (TvSpanFinder       *self,
                                         guint32             track,
                                         const TvTimeScale  *scale,
                                         guint32             first_column,
                                         guint32             end_column,
                                         GArray             *spans);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSpanFinder, tv_span_finder_free)

G_END_DECLS
