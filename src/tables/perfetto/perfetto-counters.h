/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/perfetto/perfetto-track-list.h"

G_BEGIN_DECLS

/* Perfetto's ids of counter values, in time order. */

typedef struct _TvPerfettoCounters TvPerfettoCounters;

TvPerfettoCounters *tv_perfetto_counters_new (TvTrace *trace, TvPerfettoTrackList *tracks);
void tv_perfetto_counters_free (TvPerfettoCounters *self);
guint32 tv_perfetto_counters_get_n (TvPerfettoCounters *self);
guint32 tv_perfetto_counters_get_row (TvPerfettoCounters *self, guint32 id);
guint32 tv_perfetto_counters_get_track (TvPerfettoCounters *self, guint32 id);
guint32 tv_perfetto_counters_map (TvPerfettoCounters *self, guint32 sample);

G_END_DECLS
