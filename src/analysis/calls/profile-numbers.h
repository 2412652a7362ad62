/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/profile-walk.h"

G_BEGIN_DECLS

/**
 * TvProfileNumbers:
 * @n_symbols: those of the trace, and "(context switch)" as the last
 * @entries: (array length=n_symbols): what each comes to
 * @spreads: (array length=n_symbols) (nullable): how its calls differ; %NULL where calls were not counted one
 *   by one, or there are none
 * @tick_ns: what these are counted in, per #TvClock
 * @total_ns: time of the top-level calls, per #TvClock
 * @n_edges: how many edges there are
 * @edges: (array length=n_edges): by caller, then callee, each with its recursive half after the
 *   other
 * @by_callee: (array length=n_edges): the same edges as indices, by callee, then caller
 * @from: per key (see tv_edge_key()) the first edge of that caller, and one past the last
 * @to: the same for @by_callee
 *
 * All numbers of a profile. The rows of a group are one run of edges, in which edges that it adds up are
 * neighbours:
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
