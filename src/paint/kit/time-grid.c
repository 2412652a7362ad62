/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/kit/time-grid.h"

/* Aligns the visible time range to the columns of the previous drawing. Called by tv_timeline_view_keep_to_grid()
 * (timeline/view-geometry.c) before the timeline is drawn. Changes only the grid, and returns the aligned range. */

/* Returns the signed distance from the nearest grid line to a time; negative if the time is before the line. */
static gint64
get_distance (const TvTimeGrid *self, gint64 ns)
{
  gint64 by_ns = (ns - self->origin_ns) % self->column_ns;

  if (by_ns > self->column_ns / 2)
    return by_ns - self->column_ns;
  return by_ns < -(self->column_ns / 2) ? by_ns + self->column_ns : by_ns;
}

/**
 * tv_time_grid_place:
 * @self: (inout): grid of the previous drawing, or zeros; replaced by the new grid
 * @wanted: requested range
 * @first_ns: start of the content
 * @last_ns: end of the content
 *
 * Aligns a range to the grid. If the column duration has changed, or if the range reaches the start or the end of the
 * content, the range is not moved, and a new grid begins at the start of the range. If columns are very short, the
 * range is not changed, and there is no grid.
 *
 * Returns: the aligned range: moved by at most half a column, and longer by less than 1 ns per column
 */
TvTimeScale
tv_time_grid_place (TvTimeGrid *self, const TvTimeScale *wanted, gint64 first_ns, gint64 last_ns)
{
  gint64 n = wanted->n_columns, column_ns = (wanted->end_ns - wanted->start_ns - 1) / n + 1;
  TvTimeScale placed = *wanted;
  gint64 length_ns;

  if (column_ns < TV_TIME_GRID_SHORTEST_NS || __builtin_mul_overflow (n, column_ns, &length_ns))
    {
      self->column_ns = 0;
      return *wanted;
    }
  if (column_ns == self->column_ns && wanted->start_ns > first_ns && wanted->end_ns < last_ns)
    placed.start_ns -= get_distance (self, wanted->start_ns);
  if (__builtin_add_overflow (placed.start_ns, length_ns, &placed.end_ns))
    placed = *wanted;
  *self = (TvTimeGrid){ placed.start_ns, column_ns };
  return placed;
}
