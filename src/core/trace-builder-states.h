/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/scheduling.h"

G_BEGIN_DECLS

/* Adds states of threads that were recorded as such, in addition to those that are derived from context switches. */

void tv_trace_builder_enter_state (TvTraceBuilder *self,
                                   guint32         utid,
                                   TvStateKind     kind,
                                   guint32         text,
                                   gint64          ts);

G_END_DECLS
