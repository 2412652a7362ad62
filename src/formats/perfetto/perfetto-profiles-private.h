/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/row-table.h"
#include "formats/perfetto/perfetto-profiles.h"
#include "formats/perfetto/perfetto-stacks.h"

G_BEGIN_DECLS

/* State that the decoders of profiles share: perfetto-profiles.c, perfetto-perf-sample.c,
 * perfetto-stack-sample.c and perfetto-heap-profile.c. */

typedef struct _TvPerfettoHeapState TvPerfettoHeapState;

struct _TvPerfettoProfiles
{
  TvPerfettoReader *reader;
  TvSampleWriter writer;
  TvPerfettoSymbols *symbols;
  GArray *samples;   /* TvStackSample; @utid is the first thread with the thread id until the end */
  GArray *async_ids; /* TvSparseCell: async id per row of @samples */
  guint n_sessions;
  guint faults[TV_N_PERFETTO_STACK_FAULTS];
  GArray *changes; /* TvHeapChange; @upid is the first thread with the process id until the end */
  GArray *counts;  /* (nullable) last counts of perf events */
  TvRowTable count_rows;
  GArray *kinds; /* (nullable): kinds of weights that stack samples use */
  TvPerfettoHeapState *heaps;
};

guint32 tv_perfetto_profiles_find_stack (TvPerfettoProfiles      *self,
                                         const TvPerfettoMessage *message,
                                         guint64                  iid);

guint16 tv_perfetto_profiles_get_session (TvPerfettoProfiles     *self,
                                         TvPerfettoSequence      *sequence);

TvPerfettoHeapState *tv_perfetto_heap_state_new  (void);
void                 tv_perfetto_heap_state_free (TvPerfettoHeapState *self);

G_END_DECLS
