/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* A thread's CPU clock at the time where a selection cuts its calls. In a method trace, the thread's
 * records (starts and ends of slices) have it; between two records it is interpolated. In a log, the
 * runs of the thread give it at any time. */

gint64 tv_cpu_clock_at_start (TvTrace *trace,
                              guint32  track,
                              gint64   ts_ns);
gint64 tv_cpu_clock_at_end   (TvTrace *trace,
                              guint32  track,
                              gint64   ts_ns);

G_END_DECLS
