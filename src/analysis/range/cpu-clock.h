/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* CPU clock of a thread at the bounds of a selection. In a method trace, the records of the thread (starts and ends
 * of slices) contain its value, which is interpolated between two records. In a system trace, its value at any time
 * follows from the runs of the thread. */

gint64 tv_cpu_clock_at_start (TvTrace *trace,
                              guint32  track,
                              gint64   ts_ns);
gint64 tv_cpu_clock_at_end   (TvTrace *trace,
                              guint32  track,
                              gint64   ts_ns);

G_END_DECLS
