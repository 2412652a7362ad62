/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/range/range.h"

G_BEGIN_DECLS

/* The use of CPUs in a range of time (see analysis/range/range.h), from the runs in the log. The idle thread,
 * which a CPU runs when it has nothing else, has no runs and is not use. Only CPUs with runs in the log
 * count; if the selection has tracks, only the CPUs of these tracks. */

/**
 * TvCpuUse:
 * @id: the number of the CPU, the upid, or the utid; %TV_NONE stands for all threads together
 *   whose process is not known
 * @cpu_ns: Σ of the parts of its runs that are in the range
 * @percent: @cpu_ns in percent of the range's length, as of one CPU; threads of a process that run at the same time
 *   make it more than 100
 * @runs: how many of its runs are in the range
 * @inferred: how much of @cpu_ns is inferred
 */
typedef struct
{
  guint32 id;
  gint64 cpu_ns;
  double percent;
  guint32 runs;
  TvInferred inferred;
} TvCpuUse;

GArray *tv_cpu_use_by_cpu     (TvTrace            *trace,
                               const TvSelection  *selection,
                               GCancellable       *cancellable,
                               GError            **error);
GArray *tv_cpu_use_by_process (TvTrace            *trace,
                               const TvSelection  *selection,
                               GCancellable       *cancellable,
                               GError            **error);
GArray *tv_cpu_use_by_thread  (TvTrace            *trace,
                               const TvSelection  *selection,
                               GCancellable       *cancellable,
                               GError            **error);

G_END_DECLS
