/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/row-table.h"
#include "formats/perfetto/perfetto-profiles.h"
#include "formats/perfetto/perfetto-stacks.h"

G_BEGIN_DECLS

/* What readers of profiles share: perfetto-profiles.c, perfetto-perf-sample.c,
 * perfetto-stack-sample.c, perfetto-heap-profile.c. */

typedef struct _TvPerfettoHeapState TvPerfettoHeapState;

struct _TvPerfettoProfiles
{
  TvPerfettoReader *reader;
  TvSampleWriter writer;
  TvPerfettoSymbols *symbols;
  GArray *samples;   /* TvStackSample, whose thread is the first that had its id */
  GArray *async_ids; /* TvSparseCell, by row of those */
  guint n_sessions;
  guint faults[TV_N_PERFETTO_STACK_FAULTS];
  GArray *changes; /* TvHeapChange, whose process is the first thread that had its id */
  GArray *counts;  /* of perf's events: what they had counted at last */
  TvRowTable count_rows;
  GArray *kinds; /* (nullable): of weights of stack samples: what they measure */
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
