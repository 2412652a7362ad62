/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Maximum supported time in ns (146 years). Sums and differences of two such times fit into 64 bits. */
#define TV_TIME_MAX_NS (G_GINT64_CONSTANT (1) << 62)

/* Maximum frequency of a counter in Hz. The counters of current devices run at 1 GHz or less. */
#define TV_TIME_MAX_FREQUENCY G_GUINT64_CONSTANT (10000000000)

#define TV_NS_PER_SECOND G_GUINT64_CONSTANT (1000000000)

/**
 * TvTimeRange:
 * @min: minimum time; valid if @has_any
 * @max: maximum time; valid if @has_any
 * @divisor: greatest common divisor of all times; 0 if all times are 0
 * @has_any: whether any time has been added
 *
 * Range and resolution of a set of times. Times below 0 or above %TV_TIME_MAX_NS are skipped.
 */
typedef struct
{
  gint64 min;
  gint64 max;
  guint64 divisor;
  gboolean has_any;
} TvTimeRange;

static inline guint64
tv_time_divisor (guint64 a, guint64 b)
{
  while (b != 0)
    {
      guint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

static inline void
tv_time_range_add (TvTimeRange *self, gint64 time)
{
  if (G_UNLIKELY (time < 0 || time > TV_TIME_MAX_NS))
    return;
  self->min = self->has_any ? MIN (self->min, time) : time;
  self->max = MAX (self->max, time);
  self->has_any = TRUE;
  /* With a fine-grained clock, the divisor is 1 after a few times. */
  if (self->divisor != 1)
    self->divisor = tv_time_divisor (time, self->divisor);
}

/**
 * TvWallClock:
 * @frequency: counts per second; 0 if counts are ns
 * @start: count at time 0
 * @max: maximum valid count
 * @exact_below: number of counts after @start for which the fast conversion is exact
 * @ns_per_count: approximate length of a count in ns
 *
 * Conversion of counts in a file to ns.
 */
typedef struct
{
  guint64 frequency;
  guint64 start;
  gint64 max;
  guint64 exact_below;
  double ns_per_count;
} TvWallClock;

void   tv_wall_clock_init            (TvWallClock       *self,
                                      guint64            frequency,
                                      guint64            start);
gint64 tv_wall_clock_tick            (const TvWallClock *self,
                                      guint64            divisor);
gint64 tv_wall_clock_divide          (const TvWallClock *self,
                                      guint64            count);

static inline gboolean
tv_wall_clock_holds (const TvWallClock *self, gint64 count)
{
  return count >= (gint64) self->start && count <= self->max;
}

/* Converts a count to ns, rounded down. The caller must have checked tv_wall_clock_holds(). */
static inline gint64
tv_wall_clock_get_ns (const TvWallClock *self, gint64 count)
{
  guint64 n = (guint64) count - self->start;
  gint64 ns, rest;

  if (self->frequency == 0)
    return (gint64) n;
  if (G_UNLIKELY (n >= self->exact_below))
    return tv_wall_clock_divide (self, n);
  /* The product may be off by one, which the remainder reveals. The low 64 bits of the remainder are sufficient. */
  ns = (gint64) ((double) (gint64) n * self->ns_per_count);
  rest = (gint64) (n * TV_NS_PER_SECOND - (guint64) ns * self->frequency);
  return ns + (rest >= (gint64) self->frequency) - (rest < 0);
}

G_END_DECLS
