/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-spread.h"
#include "analysis/calls/edge-table.h"
#include "analysis/calls/profile.h"

G_BEGIN_DECLS

/**
 * TvProfileWalk:
 * @n_tables: number of workers; each has its own table
 * @tables: (array length=n_tables): edges. The keys are those of the trace's symbols, followed by those of "(context
 *   switch)"; the last caller key means no caller, for top-level calls
 * @spreads: (array length=n_tables) (nullable): distribution of the calls per symbol, for each table; %NULL if calls
 *   were not counted individually
 * @tick_ns: unit of all times in ns, per #TvClock
 *
 * Result of the walk that counts edges. #TvProfileNumbers computes the values of symbols from the edges.
 */
typedef struct
{
  guint n_tables;
  TvEdgeTable *tables;
  TvSpreadSums **spreads;
  gint64 tick_ns[TV_N_CLOCKS];
} TvProfileWalk;

gboolean tv_profile_walk       (TvProfileWalk      *self,
                                TvTrace            *trace,
                                const TvSelection  *selection,
                                TvProfileFlags      flags,
                                GCancellable       *cancellable,
                                GError            **error);
void     tv_profile_walk_clear (TvProfileWalk      *self);

G_END_DECLS
