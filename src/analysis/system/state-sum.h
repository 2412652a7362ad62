/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/state-use.h"

G_BEGIN_DECLS

/* Time in each state of several threads together, in a range of time: sums of what analysis/system/state-use.h
 * tells of each. */

/**
 * TvStateSum:
 * @upid: the process, or %TV_NONE: of threads whose process is not known, or of all threads
 * @kind: what the state comes to
 * @text: string: "Running", or the kernel's letters
 * @io_wait: as in #TvState
 * @n_threads: how many threads were in it
 * @total_ns: Σ over these
 * @count: how many stays
 * @min_ns: the shortest part of a stay
 * @max_ns: the longest
 * @inferred: how much of @total_ns is inferred
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
