/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/ftrace/ftrace-event.h"
#include "formats/ftrace/ftrace-threads.h"

G_BEGIN_DECLS

/**
 * TvFtraceReplay:
 * @was_sorted: the events were in order before they were sorted
 * @batch_events: how many events are told at a time; makes no difference to what comes out
 * @valid_from: events before this time, in the builder's ticks, are listed and mean nothing
 * @trusts_marks: the process that a mark names is one of the device, also where it is not the thread's own;
 *   else a program may be in a container, and know only its own numbers
 * @tell_rest: (nullable): tells the builder whatever else there is up to a time, in ticks: what happens at one
 *   time is told before an event of that time. It may add tracks, but neither strings nor threads
 * @data: for @tell_rest
 *
 * How events are told.
 */
typedef struct
{
  gboolean was_sorted;
  guint32 batch_events;
  gint64 valid_from;
  gboolean trusts_marks;
  void (*tell_rest) (gpointer data, gint64 until);
  gpointer data;
} TvFtraceReplay;

gboolean tv_ftrace_replay (TvTraceBuilder       *builder,
                           TvFtraceThreads      *threads,
                           TvFtraceEventSet      seen,
                           const TvFtraceReplay *how,
                           const TvReadContext  *context,
                           GError              **error);

G_END_DECLS
