/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/index/gap-index.h"

G_BEGIN_DECLS

/**
 * TvInterval:
 * @slice: the innermost call; %TV_NONE if there is no interval
 * @start_ns: start in ns
 * @end_ns: end in ns; equal to @start_ns for a call without duration
 * @is_away: whether the thread was off the CPU
 *
 * A time range with one innermost call, in which the thread is off the CPU either all the time or never.
 */
typedef struct
{
  guint32 slice;
  gint64 start_ns;
  gint64 end_ns;
  gboolean is_away;
} TvInterval;

/**
 * TvIntervalWalk:
 * @row: a row of the track; the walk visits the intervals from the start of this row to the start of the next row
 * @interval: the current interval
 *
 * A walk along the intervals of a track between the starts of two calls: first the interval of the call itself, then
 * the intervals of its callers, except callers that end at the same time.
 *
 *   calls       ▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆
 *                 ▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆    ▆▆▆▆
 *                   ▆▆▆▆ ▆▆▆
 *   rows        0 1 2    3           4
 *   intervals   |0|1|2  |1|3 |1 |0   |4  |0 |
 *
 * The other members are private. The walk stores its position among the gaps, for later rows of the same track.
 */
typedef struct
{
  guint32 row;
  TvInterval interval;

  const TvSlices *slices;
  const TvGap *gaps;
  guint32 end_row;
  guint32 slice;
  gint64 ns;
  gint64 limit_ns;
  const TvGapIndex *gap_index;
  guint32 first_gap;
  guint32 gap;
  guint32 end_gap;
  gboolean may_have_gap;
  gint64 gap_start_ns;
  gint64 gap_end_ns;
} TvIntervalWalk;

void     tv_interval_walk_init  (TvIntervalWalk *self,
                                TvTrace       *trace,
                                const TvGapIndex *index,
                                guint32        track);
gint64   tv_interval_walk_measure (TvIntervalWalk *self,
                                  guint32        row,
                                  gint64         start_ns,
                                  gint64         end_ns);
gboolean tv_interval_walk_start (TvIntervalWalk *self,
                                guint32        row);
void     tv_interval_walk_rewind (TvIntervalWalk *self);
gboolean tv_interval_walk_next  (TvIntervalWalk *self);

G_END_DECLS
