/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-threads.h"
#include "formats/htrace/htrace-file.h"

G_BEGIN_DECLS

/**
 * TvHtraceLog:
 * @builder: gets the lines
 * @file: whose clocks they are timed by
 * @threads: who is who
 * @n_untied: lines that have no time on the timeline
 *
 * What plugins log: lines of HiLog, and events of HiSysEvent, which are lines of JSON.
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
