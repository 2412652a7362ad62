/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/selection.h"
#include "tables/sample-table.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

/**
 * TvSamplesFound:
 * @table: the samples that count
 * @source: of which kind they are, or %TV_CALLS_OF_SLICES of all
 * @weight: Σ of their weights, where they are of one kind
 *
 * What a list of samples needs.
 */
typedef struct
{
  TvTable *table;
  guint32 source;
  gint64 weight;
} TvSamplesFound;

void tv_samples_found_free      (TvSamplesFound     *self);
void tv_samples_find_in_worker  (TvTrace            *trace,
                                 guint32             source,
                                 const TvSelection  *selection,
                                 TvWorkDoneFunc      done,
                                 gpointer            owner,
                                 GCancellable      **slot);

G_END_DECLS
