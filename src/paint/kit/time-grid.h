/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/time-scale.h"

G_BEGIN_DECLS

/* Shorter columns have no grid: so little is visible that it is quickly computed again. */
#define TV_TIME_GRID_SHORTEST_NS 4096

/**
 * TvTimeGrid:
 * @origin_ns: start of a column
 * @column_ns: duration of a column; 0 without a grid
 *
 * Alignment of the columns of panned pictures. Columns have a whole number of ns, and the grid moves by whole
 * columns, so the next picture has the same columns at other positions: their content is cached and does not
 * flicker. A zoomed picture gets a new grid that starts with it.
 *
 *   before   |  a  |  b  |  c  |  d  |
 *   now         wanted: ^     |  c  |  d  |  e  |  f  |
 *
 * All zeros initially.
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
