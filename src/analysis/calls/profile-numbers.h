/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/profile-walk.h"

G_BEGIN_DECLS

/**
 * TvProfileNumbers:
 * @n_symbols: number of symbols of the trace, plus 1 for "(context switch)", which is last
 * @entries: (array length=n_symbols): times and counts per symbol
 * @spreads: (array length=n_symbols) (nullable): distribution of the calls per symbol; %NULL if calls were not
 *   counted individually
 * @tick_ns: unit of @spreads in ns, per #TvClock
 * @total_ns: time of the top-level calls in ns, per #TvClock
 * @n_edges: number of edges
 * @edges: (array length=n_edges): edges by caller, then callee; the edge of a recursive callee directly follows the
 *   edge of the same callee without recursion
 * @by_callee: (array length=n_edges): indexes of the edges by callee, then caller
 * @from: per key (see tv_edge_key()), index of the caller's first edge; one additional element for the end
 * @to: per key, index in @by_callee of the callee's first edge; one additional element for the end
 *
 * The results of a profile. The edges of a group are contiguous, and edges that are added up are adjacent:
 *
 *   edges       a→b a→c a→c' │ a'→b │ b→c …       x' = recursive calls of x
 *   from        ^            ^      ^             first edge of caller a, of a', of b …
 */
typedef struct
{
  guint32 n_symbols;
  TvProfileEntry *entries;
  TvSpreadSums *spreads;
  gint64 tick_ns[TV_N_CLOCKS];
  gint64 total_ns[TV_N_CLOCKS];

  guint32 n_edges;
  TvProfileEdge *edges;
  guint32 *by_callee;
  guint32 *from;
  guint32 *to;
} TvProfileNumbers;

void tv_profile_numbers_gather (TvProfileNumbers    *self,
                                TvProfileWalk       *walk,
                                guint32              n_symbols);
void tv_profile_numbers_clear  (TvProfileNumbers    *self);

G_END_DECLS
