/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* What the gaps of a trace are called where they count as calls; its symbol is the number of
 * symbols of the trace. The original's name, and part of the data: it is not translated. */
#define TV_CONTEXT_SWITCH_NAME "(context switch)"

int tv_symbol_compare (TvTrace *trace,
                       guint32  a,
                       guint32  b);

G_END_DECLS
