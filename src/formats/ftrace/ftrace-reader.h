/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/ftrace/ftrace-event.h"
#include "formats/ftrace/ftrace-threads.h"

G_BEGIN_DECLS

/**
 * TvFtraceReader:
 * @builder: builder that receives the events
 * @threads: threads of all files
 * @context: progress and cancellation
 * @part_bytes: size in bytes of the part of a file that a task reads; 0 for the default
 * @base_offset: offset of the next file in the builder's concatenated input; 0 if there is only one file
 * @seen: event types in the files
 * @tick_ns: resolution of timestamps, in ns
 * @has_counter_clock: whether any timestamp counts ticks of a clock instead of seconds
 * @is_unsorted: whether the events of any file are not in time order
 *
 * Reads all events of one or several logs. Before the first file, the caller sets @builder, @threads and @context,
 * and @tick_ns to 1000.
 */
typedef struct _TvFtraceReader TvFtraceReader;

struct _TvFtraceReader
{
  TvTraceBuilder *builder;
  TvFtraceThreads *threads;
  const TvReadContext *context;
  gsize part_bytes;
  guint64 base_offset;
  TvFtraceEventSet seen;
  gint64 tick_ns;
  gboolean has_counter_clock;
  gboolean is_unsorted;

  /* Private. */
  TvInput *source;
  gboolean is_stopped; /* whether reading has been stopped; atomic, set under the lock */
  GMutex lock;         /* protects the following four members */
  GCond changed;
  guint turn; /* index of the task that may take its turn */
  guint n_placing;
  GPtrArray *free_parts; /* Part: finished chunks whose memory can be reused */

  /* Only the task whose turn it is may access the following members. */
  GError *error; /* first error */
  guint64 n_lines;
  guint64 n_unsupported[TV_N_FTRACE_UNSUPPORTED];
  TvSpan tracer; /* tracer named in the header; empty if the log contains only events */
  gint64 last_time;
};

gboolean tv_ftrace_reader_read (TvFtraceReader     *self,
                                const TvTimedInput *input,
                                GError            **error);

G_END_DECLS
