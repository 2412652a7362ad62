/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/time-scale.h"

G_BEGIN_DECLS

/* Shorter columns have no grid: there, so little is seen that all of it is looked for in no time. */
#define TV_TIME_GRID_SHORTEST_NS 4096

/**
 * TvTimeGrid:
 * @origin_ns: where a column begins
 * @column_ns: how long columns are; 0 if there were none yet, or short ones
 *
 * What the columns of a picture that is moved sideways keep to. They are a whole number of ns long,
 * and are moved by whole columns, so that the next picture has the same columns at other places:
 * what they show was found before, and does not flicker. A picture that shows more or less time has
 * a grid of its own, which begins where it does.
 *
 *   before   |  a  |  b  |  c  |  d  |
 *   now         wanted: ^     |  c  |  d  |  e  |  f  |
 *
 * All zero at first.
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
