/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/profile-walk.h"

G_BEGIN_DECLS

/**
 * TvProfileNumbers:
 * @n_symbols: number of symbols of the trace, plus "(context switch)" as the last
 * @entries: (array length=n_symbols): values by symbol
 * @spreads: (array length=n_symbols) (nullable): distribution of the calls by symbol; %NULL if calls were not
 *   counted one by one
 * @tick_ns: unit of @spreads, per #TvClock
 * @total_ns: time of the top-level calls, per #TvClock
 * @n_edges: number of edges
 * @edges: (array length=n_edges): by caller, then callee, each directly followed by its recursive half
 * @by_callee: (array length=n_edges): the same edges as indices, by callee, then caller
 * @from: per key (see tv_edge_key()): first edge of that caller, plus the end
 * @to: the same for @by_callee
 *
 * All values of a profile. The rows of a group are a contiguous run of edges, in which edges to be added up are
 * adjacent:
 *
 *   edges       a→b a→c a→c' │ a'→b │ b→c …       x' = while x is recursive
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
