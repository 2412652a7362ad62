/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-threads.h"
#include "formats/htrace/htrace-file.h"

G_BEGIN_DECLS

/**
 * TvHtraceLog:
 * @builder: receives the lines
 * @file: file with the clocks of the lines
 * @threads: the threads of the trace
 * @n_untied: lines without a valid timestamp
 *
 * Logs of plugins: lines of HiLog, and JSON lines of HiSysEvent.
 */
typedef struct
{
  TvTraceBuilder *builder;
  const TvHtraceFile *file;
  TvFtraceThreads *threads;
  guint64 n_untied;
} TvHtraceLog;

gboolean tv_htrace_log_take (TvHtraceLog           *self,
                             const TvHtraceMessage *message);

G_END_DECLS
