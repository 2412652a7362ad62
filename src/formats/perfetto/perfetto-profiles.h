/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"
#include "formats/perfetto/perfetto-stacks.h"
#include "formats/perfetto/perfetto-symbols.h"

G_BEGIN_DECLS

/* Stack samples. Stacks are added to the builder in file order. Samples are added after the last packet, because only
 * then all threads that used a tid are known. */

TvPerfettoProfiles *tv_perfetto_profiles_new       (TvPerfettoReader        *reader);
void                tv_perfetto_profiles_free      (TvPerfettoProfiles      *self);
TvPerfettoSymbols  *tv_perfetto_profiles_get_symbols (TvPerfettoProfiles    *self);
gboolean            tv_perfetto_profiles_find_in (TvPerfettoProfiles       *self,
                                                  TvPerfettoStacks         *stacks,
                                                  guint64                   iid,
                                                  guint32                  *callsite);
void                tv_perfetto_profiles_get_span (const TvPerfettoProfiles *self,
                                                   gint64                   *first,
                                                   gint64                   *last);
void                tv_perfetto_profiles_count_faults (TvPerfettoProfiles   *self);
void                tv_perfetto_profiles_emit      (TvPerfettoProfiles      *self);

guint32 tv_perfetto_find_thread      (const TvFtraceThreads   *threads,
                                      guint32                  first,
                                      gint64                   ts);
void tv_perfetto_take_perf_sample    (TvPerfettoReader        *reader,
                                      const TvPerfettoMessage *message);
void tv_perfetto_take_stack_sample   (TvPerfettoReader        *reader,
                                      const TvPerfettoMessage *message);
void tv_perfetto_take_streaming_profile (TvPerfettoReader     *reader,
                                      const TvPerfettoMessage *message);

G_END_DECLS
