/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/format.h"
#include "formats/ftrace/ftrace-event.h"
#include "formats/ftrace/ftrace-threads.h"

G_BEGIN_DECLS

/**
 * TvFtraceGraphResult:
 * @n_lines: how many lines the log has
 * @seen: which events were found
 *
 * What reading a log of function_graph gives beside its events.
 */
typedef struct
{
  guint64 n_lines;
  TvFtraceEventSet seen;
} TvFtraceGraphResult;

gboolean tv_ftrace_graph_read (TvTraceBuilder      *builder,
                               TvFtraceThreads     *threads,
                               TvInput             *source,
                               guint64              place,
                               const TvReadContext *context,
                               TvFtraceGraphResult *result,
                               GError             **error);

G_END_DECLS
