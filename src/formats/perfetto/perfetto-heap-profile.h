/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Memory that was allocated and freed per stack, as recorded by heapprofd. Changes are added to the builder after the
 * last packet, because only then all threads that used a pid are known. */

TvPerfettoHeapProfiles *tv_perfetto_heap_profiles_new (TvPerfettoReader *reader);
void tv_perfetto_heap_profiles_free (TvPerfettoHeapProfiles *self);
void tv_perfetto_take_profile_packet (TvPerfettoReader *reader, const TvPerfettoMessage *message);
void tv_perfetto_heap_profiles_get_span (const TvPerfettoHeapProfiles *self, gint64 *first, gint64 *last);
void tv_perfetto_heap_profiles_emit (TvPerfettoHeapProfiles *self);

G_END_DECLS
