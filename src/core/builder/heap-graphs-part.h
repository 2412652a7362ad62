/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"
#include "core/builder/heap-dominators.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_heap_graphs;

/* Objects of heap dumps. */

/* Returns: (transfer none) (array length=n): the classes of all dumps added so far; the caller may change their
 * members */
TvHeapClass *tv_trace_builder_get_heap_classes  (TvTraceBuilder   *self,
                                                 guint            *n);

/* Computes the dominators of all heap dumps, and adds the objects as changes of a heap (trace-builder-heap-paths.c).
 * The dumps must have been laid out. The caller allocates the columns of @found. Returns FALSE if cancelled. */
gboolean     tv_trace_builder_find_heap_paths   (TvTraceBuilder   *self,
                                                 TvHeapDominators *found,
                                                 GCancellable     *cancellable);

/* Stages. The first adds symbols, stacks and heap changes, so it runs before their stages. The second sets the final
 * symbols of classes. */
gboolean     tv_trace_builder_lay_out_heap_graphs (TvTraceBuilder *self,
                                                 GCancellable     *cancellable,
                                                 GError          **error);
void         tv_trace_builder_name_heap_classes (TvTraceBuilder   *self);

G_END_DECLS
