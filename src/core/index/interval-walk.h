/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/index/gap-index.h"

G_BEGIN_DECLS

/**
 * TvInterval:
 * @slice: the innermost call, or %TV_NONE where there is no interval
 * @start_ns: since when
 * @end_ns: until when; equal to @start_ns for a call without length
 * @is_away: the thread was switched away
 *
 * A range of time with one innermost call, in which the thread is either never or always switched
 * away.
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
 * @row: of a track; the intervals from its start to that of the next row are walked along
 * @interval: the one that the walk is at
 *
 * A walk along the intervals of a track between the starts of two calls: first of the call itself,
 * then of its callers in turn, except those that end at the same time.
 *
 *   calls       ▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆
 *                 ▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆    ▆▆▆▆
 *                   ▆▆▆▆ ▆▆▆
 *   rows        0 1 2    3           4
 *   intervals   |0|1|2  |1|3 |1 |0   |4  |0 |
 *
 * The other members are private. For further walks to the right on the same track it remembers its place
 * among the gaps.
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
