/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* How the calls of a symbol differ: the shortest, the longest, and how far they lie from their average. Each
 * finished call counts by itself with its inclusive time, also one inside another of its symbol. The time of an
 * unfinished call is no measurement, see tv_slices_is_unfinished(). */

__extension__ typedef unsigned __int128 TvSquares;

/**
 * TvSpreadSums:
 * @not_shortest: bits of the shortest time inverted, so that cleared memory tells of no call
 * @longest: the longest time
 * @squares: Σ time²
 * @unfinished: Σ time of the unfinished calls, which none of the others includes
 * @n_unfinished: number of unfinished calls
 *
 * What is counted on the way, in ticks, per #TvClock. Sums of several threads come to the same in any order,
 * to the last bit.
 */
typedef struct
{
  guint64 not_shortest[TV_N_CLOCKS];
  guint64 longest[TV_N_CLOCKS];
  TvSquares squares[TV_N_CLOCKS];
  guint64 unfinished[TV_N_CLOCKS];
  guint32 n_unfinished;
} TvSpreadSums;

/**
 * TvCallSpread:
 * @min_ns: the shortest call
 * @average_ns: Σ time / finished calls, rounded
 * @max_ns: the longest call
 * @deviation_ns: √ (Σ (time − average)² / calls), rounded: the standard deviation of all calls, which are no
 *   sample of others
 *
 * The same in the end, of one clock.
 */
typedef struct
{
  gint64 min_ns;
  gint64 average_ns;
  gint64 max_ns;
  gint64 deviation_ns;
} TvCallSpread;

/* Counts a finished call; ticks per #TvClock. */
static inline void
tv_spread_sums_add (TvSpreadSums *self, const guint64 ticks[TV_N_CLOCKS])
{
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    {
      self->not_shortest[c] = MAX (self->not_shortest[c], ~ticks[c]);
      self->longest[c] = MAX (self->longest[c], ticks[c]);
      self->squares[c] += (TvSquares) ticks[c] * ticks[c];
    }
}

/* Counts an unfinished call; ticks per #TvClock. */
static inline void
tv_spread_sums_add_unfinished (TvSpreadSums *self, const guint64 ticks[TV_N_CLOCKS])
{
  self->n_unfinished++;
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    self->unfinished[c] += ticks[c];
}

void         tv_spread_sums_join   (TvSpreadSums       *self,
                                    const TvSpreadSums *other);
TvCallSpread tv_spread_sums_finish (const TvSpreadSums *self,
                                    TvClock             clock,
                                    guint64             n_calls,
                                    gint64              total_ns,
                                    gint64              tick_ns);

G_END_DECLS
