/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-threads.h"
#include "formats/htrace/htrace-file.h"

G_BEGIN_DECLS

/* Counters from polling plugins: CPU load and frequency, memory of processes and of the system, network and
 * disk. tv_htrace_counters_take() collects samples, which are then sorted and emitted in time order. */
typedef struct _TvHtraceCounters TvHtraceCounters;

TvHtraceCounters *tv_htrace_counters_new  (TvTraceBuilder         *builder,
                                           TvFtraceThreads        *threads);
void              tv_htrace_counters_free (TvHtraceCounters       *self);
gboolean          tv_htrace_counters_has  (const TvHtraceMessage  *message);
void              tv_htrace_counters_take (TvHtraceCounters       *self,
                                           const TvHtraceMessage  *message,
                                           gint64                  ts);
void              tv_htrace_counters_sort (TvHtraceCounters       *self);
gint64            tv_htrace_counters_get_next (const TvHtraceCounters *self);
gint64            tv_htrace_counters_get_last (const TvHtraceCounters *self);
void              tv_htrace_counters_emit (gpointer                counters,
                                           gint64                  until);

G_END_DECLS
