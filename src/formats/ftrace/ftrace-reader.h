/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/ftrace/ftrace-event.h"
#include "formats/ftrace/ftrace-threads.h"

G_BEGIN_DECLS

/**
 * TvFtraceReader:
 * @builder: receives the events
 * @threads: the threads of all files
 * @context: for progress and cancellation
 * @part_bytes: bytes of a file per task, or 0 for the default
 * @place: offset of the next file, if several fill the builder
 * @seen: event types found
 * @tick_ns: resolution of timestamps, in ns
 * @has_counter_clock: whether some timestamps are not in seconds
 * @is_unsorted: whether events of a file are not in time order
 *
 * Reads all events of one or several files. Set @builder, @threads and @context first, and @tick_ns to 1000.
 * @context are set, and @tick_ns is 1000.
 */
typedef struct _TvFtraceReader TvFtraceReader;

struct _TvFtraceReader
{
  TvTraceBuilder *builder;
  TvFtraceThreads *threads;
  const TvReadContext *context;
  gsize part_bytes;
  guint64 place;
  TvFtraceEventSet seen;
  gint64 tick_ns;
  gboolean has_counter_clock;
  gboolean is_unsorted;

  /* Private. */
  TvInput *source;
  gboolean is_stopped; /* atomic, set under the lock: no further parts are read */
  GMutex lock;         /* guards the next four */
  GCond changed;
  guint turn; /* task that may add its events */
  guint n_placing;
  GPtrArray *free_parts; /* Part */

  /* For the task whose turn it is. */
  GError *error; /* first error */
  guint64 n_lines;
  guint64 n_unsupported[TV_N_FTRACE_UNSUPPORTED];
  TvSpan tracer; /* tracer of the log; empty for events only */
  gint64 last_time;
};

gboolean tv_ftrace_reader_read (TvFtraceReader     *self,
                                const TvTimedInput *input,
                                GError            **error);

G_END_DECLS
