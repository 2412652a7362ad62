/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/format.h"
#include "formats/ftrace/ftrace-event.h"
#include "formats/ftrace/ftrace-threads.h"

G_BEGIN_DECLS

/* Reader for logs of the kernel's function_graph tracer. */

/**
 * TvFtraceGraphResult:
 * @n_lines: number of lines in the log
 * @seen: event types in the log
 *
 * Statistics of a function_graph log.
 */
typedef struct
{
  guint64 n_lines;
  TvFtraceEventSet seen;
} TvFtraceGraphResult;

gboolean tv_ftrace_graph_read (TvTraceBuilder      *builder,
                               TvFtraceThreads     *threads,
                               TvInput             *source,
                               guint64              base_offset,
                               const TvReadContext *context,
                               TvFtraceGraphResult *result,
                               GError             **error);

G_END_DECLS
