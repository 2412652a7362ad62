/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvThreadUse:
 * @utid: thread
 * @calls: number of calls or slices
 * @busy_ns: sum of the durations of the outermost calls, clipped to the range, in ns, per #TvClock
 * @busy_percent: wall time of @busy_ns in percent of the range
 * @depth: depth of the deepest stack of calls or samples
 * @samples: number of stack samples
 * @weight: total weight of the samples if only one kind is counted, otherwise 0
 * @unit: unit of @weight
 * @first_ns: start of the first call, or time of the first sample, in the range in ns; %TV_NO_TIME if there is
 *   neither
 * @last_ns: end of the last call, or time of the last sample, in the range in ns; %TV_NO_TIME if there is neither
 *
 * Calls and samples of a thread in a part of a trace.
 */
typedef struct
{
  guint32 utid;
  guint32 calls;
  gint64 busy_ns[TV_N_CLOCKS];
  double busy_percent;
  guint32 depth;
  guint32 samples;
  gint64 weight;
  TvWeightUnit unit;
  gint64 first_ns;
  gint64 last_ns;
} TvThreadUse;

GArray *tv_thread_use_new_of (TvTrace         *trace,
                           guint32             source,
                           const TvSelection  *selection,
                           GCancellable       *cancellable,
                           GError            **error);
GArray *tv_thread_use_new (TvTrace            *trace,
                           const TvSelection  *selection,
                           GCancellable       *cancellable,
                           GError            **error);

G_END_DECLS
