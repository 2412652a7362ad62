/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/ftrace/ftrace-origin.h"
#include "formats/ftrace/ftrace-reuse.h"
#include "formats/ftrace/ftrace-threads.h"

G_BEGIN_DECLS

/**
 * TvFtraceBreak:
 * @end: end of a recording, in ticks of the builder
 * @start: start of the next recording, later than @end
 *
 * A gap between recordings. Events after the gap do not depend on events before it.
 */
typedef struct
{
  gint64 end;
  gint64 start;
} TvFtraceBreak;

/**
 * TvFtraceReplay:
 * @was_sorted: whether the events were in time order before sorting
 * @tick_ns: resolution of timestamps in ns, which is the unit of the builder
 * @batch_events: number of events per round; does not affect the result
 * @origins: (array length=n_origins): origins of the events, in file order
 * @n_origins: number of @origins, at least 1
 * @breaks: (nullable) (array length=n_breaks): gaps between recordings, in time order; @emit_rest must apply them to
 *   other data
 * @splits: (nullable) (array length=n_splits): reuses of tids, in time order; for other data, @emit_rest must update
 *   the result of tv_ftrace_threads_get_now()
 * @emit_rest: (nullable): emits all other data up to a timestamp in ticks, before the events with that timestamp; may
 *   add tracks, but neither strings nor threads
 * @data: user data of @emit_rest
 *
 * Parameters of a replay.
 */
typedef struct
{
  gboolean was_sorted;
  gint64 tick_ns;
  guint32 batch_events;
  const TvFtraceOrigin *origins;
  guint n_origins;
  const TvFtraceBreak *breaks;
  guint n_breaks;
  const TvFtraceSplit *splits;
  guint n_splits;
  void (*emit_rest) (gpointer data, gint64 until);
  gpointer data;
} TvFtraceReplay;

gboolean tv_ftrace_replay (TvTraceBuilder       *builder,
                           TvFtraceThreads      *threads,
                           const TvFtraceReplay *how,
                           const TvReadContext  *context,
                           GError              **error);

G_END_DECLS
