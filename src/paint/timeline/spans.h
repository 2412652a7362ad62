/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/index/slice-index.h"
#include "analysis/range/time-scale.h"

G_BEGIN_DECLS

/**
 * TvTimelineSpan:
 * @slice: the slice
 * @depth: depth; 0 in strips
 * @first: first pixel column
 * @end: end of the pixel columns
 * @is_away: whether the thread was off the CPU; only set in strips
 *
 * Consecutive columns on one line that show the same slice.
 */
typedef struct
{
  guint32 slice;
  guint32 depth : 31;
  guint32 is_away : 1;
  guint32 first;
  guint32 end;
} TvTimelineSpan;

/* Finds the spans of a track: which slice each pixel column shows. In a nested chart, a column shows at each depth
 * the longest call that overlaps the column, so that a rare long call is never hidden by short calls. The run time
 * depends on the number of columns, not on the number of calls.
 *
 *   columns          |     |     |     |     |
 *   calls of a depth  ▂ ▂ ▂ ▂▆▆▆▆▆▆▆▆▆ ▂ ▂
 *   shown              a  |  b     b  |  c
 *
 * A finder reuses its buffers. Only one thread at a time may use a finder. */
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

/* Finds the spans of a strip. Each column shows the call with the longest interval, among those during which a call
 * is innermost without interruption and that overlap the column.
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
