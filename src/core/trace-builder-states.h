/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/scheduling.h"

G_BEGIN_DECLS

/* Adds recorded states of threads, in addition to the states that are derived from context switches. */

void tv_trace_builder_enter_state (TvTraceBuilder *self,
                                   guint32         utid,
                                   TvStateKind     kind,
                                   guint32         text,
                                   gint64          ts);

G_END_DECLS
