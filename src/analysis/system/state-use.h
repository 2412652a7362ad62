/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/range/range.h"

G_BEGIN_DECLS

/* Time in each state, by thread, in a range of time (see analysis/range/range.h). States differ by the
 * kernel's letters, so that a thread that was preempted ("R+") is not mixed with one that was woken
 * ("R"), and by whether a blocked thread waited for input or output. */

/**
 * TvStateUse:
 * @utid: the thread
 * @kind: what the state comes to
 * @text: string: "Running", or the kernel's letters
 * @io_wait: as in #TvState
 * @total_ns: Σ of the parts of its stays that are in the range
 * @percent: @total_ns in percent of the range's length
 * @count: how many stays are in the range
 * @min_ns: the shortest part of a stay
 * @max_ns: the longest
 * @inferred: how much of @total_ns is inferred
 */
typedef struct
{
  guint32 utid;
  TvStateKind kind;
  guint32 text;
  int io_wait;
  gint64 total_ns;
  double percent;
  guint32 count;
  gint64 min_ns;
  gint64 max_ns;
  TvInferred inferred;
} TvStateUse;

GArray *tv_state_use_new (TvTrace            *trace,
                          const TvSelection  *selection,
                          GCancellable       *cancellable,
                          GError            **error);

G_END_DECLS
