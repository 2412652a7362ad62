/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_heaps;

/* Heaps with their allocations and frees. */

/* Returns the heap with this name for the objects of heap dumps, which are stored as heap changes; creates it on
 * first use. */
guint32 tv_trace_builder_add_graph_heap (TvTraceBuilder *self,
                                         guint32         name);

/* Stage: moves heap changes to the trace. */
void    tv_trace_builder_lay_out_heaps  (TvTraceBuilder *self);

G_END_DECLS
