/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/range/range.h"

G_BEGIN_DECLS

/* CPU usage in a range (see analysis/range/range.h), from recorded runs. The idle thread has no runs, so idle time is
 * not included. Only CPUs with recorded runs are included; if tracks are selected, only the CPUs among these tracks. */

/**
 * TvCpuUse:
 * @id: CPU number, upid, or utid; %TV_NONE for all threads of unknown processes
 * @cpu_ns: total time of the runs in the range in ns
 * @percent: @cpu_ns in percent of the range, relative to one CPU; may exceed 100 for processes with concurrent
 *   threads
 * @runs: number of runs in the range
 * @inferred: inferred part of @cpu_ns
 *
 * CPU usage of a CPU, a process or a thread.
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
