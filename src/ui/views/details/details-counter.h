/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/counter-use.h"
#include "ui/views/details/fact-list.h"

G_BEGIN_DECLS

/* What is known of a counter: whose it is, its value at a time and the samples beside that, and what
 * it did in the whole trace and in the selected stretch of time, which a worker finds. */

/**
 * TvCounterFacts:
 * @counter: row of its #TvCounterTrack
 * @has_whole: it has a value anywhere
 * @whole: what it did in the whole trace
 * @has_range: it has a value in the selected stretch of time
 * @range: what it did there
 * @range_ns: how long that is; 0 if none is selected
 */
typedef struct
{
  guint32 counter;
  gboolean has_whole;
  TvCounterUse whole;
  gboolean has_range;
  TvCounterUse range;
  gint64 range_ns;
} TvCounterFacts;

char    *tv_details_counter_dup_owner   (TvSession            *session,
                                         guint32               counter);
void     tv_details_counter_find_async  (GObject              *source,
                                         TvSession            *session,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback);
gboolean tv_details_counter_find_finish (GAsyncResult         *result,
                                         TvCounterFacts       *found);
void     tv_details_counter_fill        (TvFactList           *facts,
                                         TvSession            *session,
                                         const TvCounterFacts *found);

G_END_DECLS
