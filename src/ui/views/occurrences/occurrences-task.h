/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/durations.h"
#include "tables/occurrence-table.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

/**
 * TvOccurrences:
 * @table: (nullable): the calls; %NULL = none are known
 * @durations: (nullable): their durations
 * @band_from_ns: the shortest that are listed, or -1 for all
 * @band_to_ns: the longest that are listed
 * @filter: (nullable): a byte for each row of @table: whether it is in the band; %NULL without one
 * @n_left: how many are listed
 * @left_ns: Σ of how long the finished ones of these take
 *
 * The calls of a symbol, and which of them are listed.
 */
typedef struct
{
  TvTable *table;
  TvDurations *durations;
  gint64 band_from_ns;
  gint64 band_to_ns;
  GBytes *filter;
  guint32 n_left;
  gint64 left_ns;
} TvOccurrences;

void tv_occurrences_free           (TvOccurrences        *self);
void tv_occurrences_list_in_worker (TvTrace              *trace,
                                    GArray               *slices,
                                    const TvOccurrences  *before,
                                    gint64                band_from_ns,
                                    gint64                band_to_ns,
                                    TvWorkDoneFunc        done,
                                    gpointer              owner,
                                    GCancellable        **slot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvOccurrences, tv_occurrences_free)

G_END_DECLS
