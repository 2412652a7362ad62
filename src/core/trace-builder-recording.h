/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/recording.h"

G_BEGIN_DECLS

/* Adds data from the recorder about the device and the recording. */

void    tv_trace_builder_add_cpu           (TvTraceBuilder       *self,
                                            const TvCpu          *cpu);
void    tv_trace_builder_add_clock_reading (TvTraceBuilder       *self,
                                            const TvSnapshotClock *reading);
void    tv_trace_builder_add_stat          (TvTraceBuilder       *self,
                                            const TvStat         *stat);
void    tv_trace_builder_set_stat          (TvTraceBuilder       *self,
                                            const TvStat         *stat);
guint32 tv_trace_builder_add_code_symbols  (TvTraceBuilder       *self,
                                            TvCodeSymbol         *symbols,
                                            guint                 n);

G_END_DECLS
