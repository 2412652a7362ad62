/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/packets/method-trace-times.h"

/* Converts readings of a device's counter to ns without overflow. Called by packet-reader.c and packet-slices.c.
 * Pure. */

/* Maximum time in ns for which a product computed in double precision has an error below one. */
#define EXACT_NS (G_GINT64_CONSTANT (1) << 50)

/* Returns the number of counts in the whole seconds of @ns, at most TV_TIME_MAX_NS. */
static guint64
count_of (const TvWallClock *self, guint64 ns)
{
  guint64 seconds = ns / TV_NS_PER_SECOND;

  if (seconds > (guint64) TV_TIME_MAX_NS / self->frequency)
    return TV_TIME_MAX_NS;
  return seconds * self->frequency;
}

/**
 * tv_wall_clock_init:
 * @self: a clock
 * @frequency: counts per second, up to %TV_TIME_MAX_FREQUENCY; 0 if counts are ns
 * @start: count at time 0
 *
 * Initializes the conversion of counts.
 */
void
tv_wall_clock_init (TvWallClock *self, guint64 frequency, guint64 start)
{
  guint64 max = TV_TIME_MAX_NS;

  g_return_if_fail (frequency <= TV_TIME_MAX_FREQUENCY);
  *self = (TvWallClock){ .frequency = frequency, .start = start };
  if (frequency > 0)
    {
      self->ns_per_count = (double) TV_NS_PER_SECOND / (double) frequency;
      self->exact_below = count_of (self, EXACT_NS);
      max = count_of (self, TV_TIME_MAX_NS);
    }
  self->max = (gint64) (max > (guint64) G_MAXINT64 - start ? (guint64) G_MAXINT64 : start + max);
}

/**
 * tv_wall_clock_divide:
 * @self: a clock with a frequency
 * @count: number of counts since the start of the clock
 *
 * Converts a count to ns exactly. Never overflows, but is slow.
 *
 * Returns: ns, rounded down
 */
gint64
tv_wall_clock_divide (const TvWallClock *self, guint64 count)
{
  /* The remainder is below 10^10, so the product fits into 64 bits. */
  return (gint64) (count / self->frequency * TV_NS_PER_SECOND +
                   count % self->frequency * TV_NS_PER_SECOND / self->frequency);
}

/**
 * tv_wall_clock_tick:
 * @self: a clock
 * @divisor: greatest common divisor of all counts; 0 if all counts are 0
 *
 * Returns: a common divisor of all times, in ns; 1 if unknown
 */
gint64
tv_wall_clock_tick (const TvWallClock *self, guint64 divisor)
{
  divisor = tv_time_divisor (divisor, self->start);
  if (divisor == 0 || self->frequency == 0)
    return (gint64) MAX (divisor, 1);
  if (divisor > TV_TIME_MAX_FREQUENCY || divisor * TV_NS_PER_SECOND % self->frequency != 0)
    return 1;
  return (gint64) (divisor * TV_NS_PER_SECOND / self->frequency);
}
