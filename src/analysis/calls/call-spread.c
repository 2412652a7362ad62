/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-spread.h"

#include <math.h>

/* Computes the minimum, maximum, average and standard deviation of the durations of a symbol's calls. Called only by
 * the profile: profile-numbers.c joins the sums of the workers, and profile.c converts them to ns. Has no state of
 * its own. */

/* Adds the sums of another worker. */
void
tv_spread_sums_join (TvSpreadSums *self, const TvSpreadSums *other)
{
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    {
      self->not_shortest[c] = MAX (self->not_shortest[c], other->not_shortest[c]);
      self->longest[c] = MAX (self->longest[c], other->longest[c]);
      self->squares[c] += other->squares[c];
      self->unfinished[c] += other->unfinished[c];
    }
  self->n_unfinished += other->n_unfinished;
}

/* Returns the standard deviation. Uses integers, because the difference of two large sums of squares would lose its
 * digits in floating point. With the average q + r / n:
 *
 *   Σ (t − q)² = Σ t² − q (Σ t + r)        an integer
 *   Σ (t − average)² = Σ (t − q)² − r² / n */
static double
find_deviation (TvSquares squares, guint64 total, guint64 n)
{
  guint64 q = total / n, r = total % n;
  TvSquares around_q = squares - (TvSquares) q * ((TvSquares) total + r);
  double rest = (double) r / (double) n, variance = (double) around_q / (double) n - rest * rest;

  return sqrt (MAX (variance, 0.0));
}

/**
 * tv_spread_sums_finish:
 * @self: sums of a symbol's calls
 * @clock: clock of the statistics
 * @n_calls: number of calls, including unfinished ones
 * @total_ns: sum of the times of these calls
 * @tick_ns: duration of a tick in ns
 *
 * Returns: statistics of the finished calls; all 0 if there are none
 */
TvCallSpread
tv_spread_sums_finish (const TvSpreadSums *self,
                       TvClock clock,
                       guint64 n_calls,
                       gint64 total_ns,
                       gint64 tick_ns)
{
  TvCallSpread spread = { 0, 0, 0, 0 };
  guint64 total = (guint64) total_ns / (guint64) tick_ns - self->unfinished[clock];
  double deviation;

  n_calls -= self->n_unfinished;
  if (n_calls == 0)
    return spread;
  total_ns = (gint64) (total * (guint64) tick_ns);
  deviation = find_deviation (self->squares[clock], total, n_calls) * (double) tick_ns;
  spread.min_ns = (gint64) (~self->not_shortest[clock] * (guint64) tick_ns);
  spread.max_ns = (gint64) (self->longest[clock] * (guint64) tick_ns);
  spread.average_ns = (gint64) (((guint64) total_ns + n_calls / 2) / n_calls);
  /* If the sums overflowed, the deviation is meaningless, but it must be finite. */
  spread.deviation_ns = (gint64) MIN (round (deviation), (double) (G_MAXINT64 / 2));
  return spread;
}
