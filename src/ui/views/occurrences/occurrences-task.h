/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/durations.h"
#include "tables/occurrence-table.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

/**
 * TvOccurrences:
 * @table: all calls
 * @durations: durations of all finished calls
 * @band_from_ns: minimum duration of listed calls, or -1 for all calls
 * @band_to_ns: maximum duration of listed calls
 * @filter: (nullable): one byte per row of @table, nonzero if the call is in the band; %NULL without a band
 * @n_left: number of listed calls
 * @left_ns: total duration of the listed calls, without unfinished ones
 *
 * Calls of a symbol, and the filter that selects the listed ones.
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
