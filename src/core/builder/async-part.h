/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_async;

/* Spans of a process that belong to no thread. */

/* Cuts the spans that are open when a recording ends, at @end ticks from the base. */
void tv_trace_builder_cut_spans     (TvTraceBuilder *self,
                                     gint64          end);

/* Stage: puts spans on tracks. Scheduling is joined, so these tracks follow its own. */
void tv_trace_builder_lay_out_async (TvTraceBuilder *self);

G_END_DECLS
