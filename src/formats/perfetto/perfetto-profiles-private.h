/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/row-table.h"
#include "formats/perfetto/perfetto-profiles.h"
#include "formats/perfetto/perfetto-stacks.h"

G_BEGIN_DECLS

/* State that the decoders of profiles share: perfetto-profiles.c, perfetto-perf-sample.c, perfetto-stack-sample.c,
 * perfetto-heap-profile.c. */

typedef struct _TvPerfettoHeapState TvPerfettoHeapState;

struct _TvPerfettoProfiles
{
  TvPerfettoReader *reader;
  TvSampleWriter writer;
  TvPerfettoSymbols *symbols;
  GArray *samples;   /* TvStackSample, with the first thread of its id */
  GArray *async_ids; /* TvSparseCell, by row of @samples */
  guint n_sessions;
  guint faults[TV_N_PERFETTO_STACK_FAULTS];
  GArray *changes; /* TvHeapChange, with the first thread of the process's id */
  GArray *counts;  /* last counts of perf events */
  TvRowTable count_rows;
  GArray *kinds; /* (nullable): kinds of weights of stack samples */
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
