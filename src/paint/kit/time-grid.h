/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/time-scale.h"

G_BEGIN_DECLS

/* Minimum column duration for a grid. With shorter columns, a range contains so few slices that searching it again is
 * cheap. */
#define TV_TIME_GRID_SHORTEST_NS 4096

/**
 * TvTimeGrid:
 * @origin_ns: start of a column
 * @column_ns: duration of a column; 0 if there is no grid
 *
 * The alignment of columns while the view is panned. A column has an integer duration in ns, and the view moves by
 * whole columns, so that each column keeps its time range: its content can be cached and does not flicker. Zooming
 * creates a new grid, which begins at the start of the view.
 *
 *   before   |  a  |  b  |  c  |  d  |
 *   now         wanted: ^     |  c  |  d  |  e  |  f  |
 *
 * Initialize the struct with zeros.
 */
typedef struct
{
  gint64 origin_ns;
  gint64 column_ns;
} TvTimeGrid;

TvTimeScale tv_time_grid_place (TvTimeGrid        *self,
                                const TvTimeScale *wanted,
                                gint64             first_ns,
                                gint64             last_ns);

G_END_DECLS
