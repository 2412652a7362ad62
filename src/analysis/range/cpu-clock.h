/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* A thread's CPU clock at the bounds of a selection. In a method trace, the thread's records (starts and ends of
 * slices) contain it; between two records it is interpolated. In a system trace, the runs of the thread give it
 * at any time. */

gint64 tv_cpu_clock_at_start (TvTrace *trace,
                              guint32  track,
                              gint64   ts_ns);
gint64 tv_cpu_clock_at_end   (TvTrace *trace,
                              guint32  track,
                              gint64   ts_ns);

G_END_DECLS
