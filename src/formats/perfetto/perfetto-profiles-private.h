/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/row-table.h"
#include "formats/perfetto/perfetto-profiles.h"
#include "formats/perfetto/perfetto-stacks.h"

G_BEGIN_DECLS

/* State that the decoders of stack samples share: perfetto-profiles.c, perfetto-perf-sample.c and
 * perfetto-stack-sample.c. */

struct _TvPerfettoProfiles
{
  TvPerfettoReader *reader;
  TvSampleWriter writer;
  TvPerfettoSymbols *symbols;
  GArray *
      samples; /* TvStackSample; until tv_perfetto_profiles_emit(), @utid is the first thread that used the tid */
  GArray *async_ids; /* TvSparseCell: async id per row of @samples */
  guint n_sessions;
  guint faults[TV_N_PERFETTO_STACK_FAULTS];
  GArray *counts; /* (nullable) Count: last counts of perf events */
  TvRowTable count_rows;
  GArray *kinds; /* (nullable) kinds of sample weights, for perfetto-stack-sample.c */
};

guint32 tv_perfetto_profiles_find_stack (TvPerfettoProfiles      *self,
                                         const TvPerfettoMessage *message,
                                         guint64                  iid);

guint16 tv_perfetto_profiles_get_session (TvPerfettoProfiles     *self,
                                         TvPerfettoSequence      *sequence);

G_END_DECLS
