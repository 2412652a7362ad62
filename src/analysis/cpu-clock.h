/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* A thread's CPU clock where a selection cuts its calls. In a method trace its records, the starts
 * and ends of its slices, tell it; between two of them it is taken to run evenly. A log tells
 * when the thread ran, and so the clock at any time. */

gint64 tv_cpu_clock_at_start (TvTrace *trace,
                              guint32  track,
                              gint64   ts_ns);
gint64 tv_cpu_clock_at_end   (TvTrace *trace,
                              guint32  track,
                              gint64   ts_ns);

G_END_DECLS
