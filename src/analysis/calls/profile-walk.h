/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-spread.h"
#include "analysis/calls/edge-table.h"
#include "analysis/calls/profile.h"

G_BEGIN_DECLS

/**
 * TvProfileWalk:
 * @n_tables: how many processors took part, each with a table of its own
 * @tables: (array length=n_tables): who called whom. Keys are those of the trace's symbols and of
 *   "(context switch)", which comes after them; the last caller is none, from which the top-level
 *   calls come
 * @spreads: (array length=n_tables) (nullable): how the calls of each symbol differ that were counted in each
 *   table; %NULL where calls were not counted one by one
 * @tick_ns: what all times are counted in, per #TvClock
 *
 * The walk through the slices of a selection that counts edges. The numbers of single symbols follow
 * from the edges: see #TvProfileNumbers.
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
