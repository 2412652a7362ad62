/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Converts times to pixel columns and back. Called by the painters of the timeline and of the log chart. Pure: a
 * scale is a plain value. */

#include "analysis/range/time-scale.h"

#include <math.h>

/**
 * tv_time_scale_get_x:
 * @self: a scale
 * @ns: time in ns
 *
 * Returns: position in columns from the left edge; may be outside the visible range
 */
double
tv_time_scale_get_x (const TvTimeScale *self, gint64 ns)
{
  return (double) (ns - self->start_ns) * self->n_columns /
         (double) (self->end_ns - self->start_ns);
}

/**
 * tv_time_scale_get_ns:
 * @self: a scale
 * @x: position in columns from the left edge
 *
 * Returns: time at the position, in ns
 */
gint64
tv_time_scale_get_ns (const TvTimeScale *self, double x)
{
  return self->start_ns +
         (gint64) floor (x * (double) (self->end_ns - self->start_ns) / self->n_columns);
}

/**
 * tv_time_scale_find_column:
 * @self: a scale
 * @ns: time in ns
 *
 * Returns: column that contains @ns; -1 for times before the first column, and the number of columns for times after
 * the last column
 */
gint64
tv_time_scale_find_column (const TvTimeScale *self, gint64 ns)
{
  gint64 column;

  if (ns < self->start_ns)
    return -1;
  if (ns >= self->end_ns)
    return self->n_columns;

  /* The computed position is rounded, but column edges are exact. */
  column = (gint64) tv_time_scale_get_x (self, ns);
  column = CLAMP (column, 0, (gint64) self->n_columns - 1);
  while (column > 0 && tv_time_scale_ceil (self, column) > ns)
    column--;
  while (column + 1 < self->n_columns && tv_time_scale_ceil (self, column + 1) <= ns)
    column++;
  return column;
}

/**
 * tv_time_scale_find_last:
 * @self: a scale
 * @start_ns: start of a time range
 * @end_ns: end of the range, exclusive
 *
 * Returns: last column that the range touches, or the column of its start if its duration is 0; -1 if the range ends
 * before the first column, and the number of columns if it extends past the last column
 */
gint64
tv_time_scale_find_last (const TvTimeScale *self, gint64 start_ns, gint64 end_ns)
{
  gint64 column;

  if (end_ns <= start_ns)
    return tv_time_scale_find_column (self, start_ns);
  if (end_ns <= self->start_ns)
    return -1;
  if (end_ns > self->end_ns)
    return self->n_columns;

  column = (gint64) tv_time_scale_get_x (self, end_ns);
  column = CLAMP (column, 0, (gint64) self->n_columns - 1);
  while (column > 0 && tv_time_scale_floor (self, column) >= end_ns)
    column--;
  while (column + 1 < self->n_columns && tv_time_scale_floor (self, column + 1) < end_ns)
    column++;
  return column;
}
