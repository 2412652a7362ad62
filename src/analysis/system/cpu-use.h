/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/range/range.h"

G_BEGIN_DECLS

/* CPU use in a range (see analysis/range/range.h), from recorded runs. The idle thread has no runs and is not
 * use. Only CPUs with recorded runs count; if the selection has tracks, only the CPUs of these tracks. */

/**
 * TvCpuUse:
 * @id: CPU number, upid, or utid; %TV_NONE for all threads of unknown processes
 * @cpu_ns: total time of its runs in the range
 * @cpu_ns in percent of the range, relative to one CPU; concurrent threads of a process may exceed 100
 * @runs: number of its runs in the range
 * @inferred: inferred part of @cpu_ns
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
