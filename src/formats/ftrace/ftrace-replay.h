/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/ftrace/ftrace-origin.h"
#include "formats/ftrace/ftrace-reuse.h"
#include "formats/ftrace/ftrace-threads.h"

G_BEGIN_DECLS

/**
 * TvFtraceBreak:
 * @end: when recording ended, in the builder's ticks
 * @start: when another began, later than that
 *
 * A time of which nothing is known: what an event means does not hang on those before it.
 */
typedef struct
{
  gint64 end;
  gint64 start;
} TvFtraceBreak;

/**
 * TvFtraceReplay:
 * @was_sorted: the events were in order before they were sorted
 * @tick_ns: ns of which all times are whole multiples, the builder's unit
 * @batch_events: how many events are told at a time; makes no difference to what comes out
 * @origins: (array length=n_origins): the files that the events are from, in the order of their places
 * @n_origins: how many, at least 1
 * @breaks: (nullable) (array length=n_breaks): in the order of time; of what is no scheduling, @tell_rest tells
 *   the builder
 * @n_breaks: how many
 * @splits: (nullable) (array length=n_splits): in the order of time; of what is no scheduling, @tell_rest has
 *   tv_ftrace_threads_get_now() follow them
 * @n_splits: how many
 * @tell_rest: (nullable): tells the builder whatever else there is up to a time, in ticks: what happens at one
 *   time is told before an event of that time. It may add tracks, but neither strings nor threads
 * @data: for @tell_rest
 *
 * How events are told.
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
  void (*tell_rest) (gpointer data, gint64 until);
  gpointer data;
} TvFtraceReplay;

gboolean tv_ftrace_replay (TvTraceBuilder       *builder,
                           TvFtraceThreads      *threads,
                           const TvFtraceReplay *how,
                           const TvReadContext  *context,
                           GError              **error);

G_END_DECLS
