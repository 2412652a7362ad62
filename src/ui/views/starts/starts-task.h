/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/app-start-slices.h"
#include "tables/table.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

/**
 * TvStartsFound:
 * @starts: (element-type TvAppStart): starts in the trace
 * @phases: (element-type TvAppStartPhase): phases of all starts
 * @reasons: (element-type TvAppStartReason): main thread's time during each start, by reason and state
 * @slices: (element-type TvAppStartSlice): longest slices of the main thread during each start
 * @table: table of @starts
 * @missing: (nullable): advice on what to record, if the trace contains no starts
 *
 * Result of %tv_starts_work. The job is a #TvTrace.
 */
typedef struct
{
  GArray *starts;
  GArray *phases;
  GArray *reasons;
  GArray *slices;
  TvTable *table;
  char *missing;
} TvStartsFound;

extern const TvWork tv_starts_work;

void tv_starts_found_free (TvStartsFound *self);
guint32 tv_starts_found_get_longest (const TvStartsFound *self);
TvTable *tv_starts_found_new_phases (const TvStartsFound *self, TvTrace *trace, guint32 row);
TvTable *tv_starts_found_new_reasons (const TvStartsFound *self, TvTrace *trace, guint32 row);
TvTable *tv_starts_found_new_slices (const TvStartsFound *self, TvTrace *trace, guint32 row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvStartsFound, tv_starts_found_free)

G_END_DECLS
