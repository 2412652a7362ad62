/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/time-format.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* When something is, as the ruler above it counts: from the trace's start, or with a sign from what two runs are
 * aligned at. */

gint64 tv_moment_get_ns    (TvTrace    *trace,
                            gint64      zero_ns,
                            gint64      ns);
char  *tv_moment_format    (TvTrace    *trace,
                            gint64      zero_ns,
                            gint64      ns);
char  *tv_moment_format_in (TvTrace    *trace,
                            gint64      zero_ns,
                            gint64      ns,
                            TvTimeUnit  unit,
                            int         digits);

G_END_DECLS
