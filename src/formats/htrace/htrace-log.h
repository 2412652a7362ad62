/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-threads.h"
#include "formats/htrace/htrace-file.h"

G_BEGIN_DECLS

/**
 * TvHtraceLog:
 * @builder: builder that receives the lines
 * @file: file whose clocks convert the timestamps of lines
 * @threads: threads of the trace
 * @n_unsynchronized: number of lines without a valid timestamp
 *
 * Logs that plugins record: HiLog lines and HiSysEvent's JSON objects. The caller initializes the struct.
 */
typedef struct
{
  TvTraceBuilder *builder;
  const TvHtraceFile *file;
  TvFtraceThreads *threads;
  guint64 n_unsynchronized;
} TvHtraceLog;

gboolean tv_htrace_log_take (TvHtraceLog           *self,
                             const TvHtraceMessage *message);

G_END_DECLS
