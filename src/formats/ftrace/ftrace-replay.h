/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/ftrace/ftrace-event.h"
#include "formats/ftrace/ftrace-threads.h"

G_BEGIN_DECLS

gboolean tv_ftrace_replay (TvTraceBuilder      *builder,
                           TvFtraceThreads     *threads,
                           TvFtraceEventSet     seen,
                           gboolean             was_sorted,
                           guint32              batch_events,
                           const TvReadContext *context,
                           GError             **error);

G_END_DECLS
