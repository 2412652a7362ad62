/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/state-use.h"

G_BEGIN_DECLS

/* Time in each state in a range, summed over several threads, see analysis/system/state-use.h. */

/**
 * TvStateSum:
 * @upid: process, or %TV_NONE for threads of unknown processes or for all threads
 * @kind: kind of the state
 * @text: string id of the state's name: "Running", or kernel state letters such as "S" or "R+"
 * @io_wait: whether the state is a wait for I/O, see #TvState
 * @n_threads: number of threads
 * @total_ns: total time in ns
 * @count: number of intervals
 * @min_ns: shortest interval in ns, clipped to the range
 * @max_ns: longest interval in ns, clipped to the range
 * @inferred: inferred part of @total_ns
 *
 * Total time of threads in a state.
 */
typedef struct
{
  guint32 upid;
  TvStateKind kind;
  guint32 text;
  int io_wait;
  guint32 n_threads;
  gint64 total_ns;
  guint32 count;
  gint64 min_ns;
  gint64 max_ns;
  TvInferred inferred;
} TvStateSum;

GArray *tv_state_sum_by_process (TvTrace            *trace,
                                 const TvSelection  *selection,
                                 GCancellable       *cancellable,
                                 GError            **error);
GArray *tv_state_sum_by_state   (TvTrace            *trace,
                                 const TvSelection  *selection,
                                 GCancellable       *cancellable,
                                 GError            **error);

G_END_DECLS
