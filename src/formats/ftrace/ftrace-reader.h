/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/ftrace/ftrace-event.h"
#include "formats/ftrace/ftrace-threads.h"

G_BEGIN_DECLS

/**
 * TvFtraceReader:
 * @builder: where the events go
 * @threads: who is who in all files
 * @context: to report to
 * @part_bytes: how many bytes of a file are one task at first, or 0 for as many as is good
 * @place: of the next file's first byte, where several fill the builder
 * @seen: the events that were found
 * @tick_ns: ns of which all times are whole multiples
 * @has_counter_clock: whether some times are no seconds
 * @is_unsorted: whether a file's events are not in order
 *
 * The first step: all events of a file, or of one after the other. Before, @builder, @threads and
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
  gboolean is_stopped; /* atomic, set under the lock: no more parts need to be read */
  GMutex lock;         /* guards the next four */
  GCond changed;
  guint turn; /* whose turn it is */
  guint n_placing;
  GPtrArray *free_parts; /* Part */

  /* Of whose turn it is. */
  GError *error; /* what failed first */
  guint64 n_lines;
  guint64 n_foreign[TV_N_FTRACE_FOREIGN];
  TvSpan tracer; /* which of the kernel's tracers wrote the log; empty for none but events */
  gint64 last_time;
};

gboolean tv_ftrace_reader_read (TvFtraceReader     *self,
                                const TvTimedInput *input,
                                GError            **error);

G_END_DECLS
