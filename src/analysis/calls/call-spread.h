/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Distribution of the times of a symbol's calls: minimum, maximum, average and standard deviation. Each finished call
 * counts with its inclusive time, even if it is recursive. Unfinished calls have no measured time, see
 * tv_slices_is_unfinished(). */

__extension__ typedef unsigned __int128 TvSquares;

/**
 * TvSpreadSums:
 * @not_shortest: bitwise complement of the shortest time, so that 0 means no call
 * @longest: longest time
 * @squares: Σ time²
 * @unfinished: Σ time of the unfinished calls that are not nested in other calls of the symbol
 * @n_unfinished: number of unfinished calls
 *
 * Intermediate sums in ticks, per #TvClock. Adding the sums of several workers is exact and independent of their
 * order.
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
 * @min_ns: shortest time
 * @average_ns: Σ time / n, rounded; n is the number of finished calls
 * @max_ns: longest time
 * @deviation_ns: standard deviation of the population, √ (Σ (time − average)² / n), rounded
 *
 * Statistics of the calls of a symbol, for one clock.
 */
typedef struct
{
  gint64 min_ns;
  gint64 average_ns;
  gint64 max_ns;
  gint64 deviation_ns;
} TvCallSpread;

/* Adds a finished call. @ticks contains its time per #TvClock. */
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

/* Adds an unfinished call. @ticks contains its time per #TvClock. */
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
