/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Name of gaps that are counted as calls. The symbol id of gaps is the trace's number of symbols. The name comes from
 * the original Traceview and is not translated, because tables and exports contain it. */
#define TV_CONTEXT_SWITCH_NAME "(context switch)"

int tv_symbol_compare (TvTrace *trace,
                       guint32  a,
                       guint32  b);

G_END_DECLS
