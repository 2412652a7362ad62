/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/range/range.h"

G_BEGIN_DECLS

/* Time in each state in a range, by thread (see analysis/range/range.h). States are distinguished by the kernel's
 * state letters, so preempted ("R+") and woken ("R") are different states, and by whether a blocked thread waited for
 * I/O. */

/**
 * TvStateUse:
 * @utid: thread
 * @kind: kind of the state
 * @text: string id of the state's name: "Running", or kernel state letters such as "S" or "R+"
 * @io_wait: whether the state is a wait for I/O, see #TvState
 * @total_ns: total time in the range in ns
 * @percent: @total_ns in percent of the range
 * @count: number of intervals in the range
 * @min_ns: shortest interval in ns, clipped to the range
 * @max_ns: longest interval in ns, clipped to the range
 * @inferred: inferred part of @total_ns
 *
 * Time of a thread in a state.
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
