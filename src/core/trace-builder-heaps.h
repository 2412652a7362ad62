/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heap-graphs.h"
#include "core/heaps.h"

G_BEGIN_DECLS

/* Adds allocations and frees as changes, in any order, with times in ns:
 *
 * - If the file lists every allocation, the reader adds a positive change for each allocation, and for each free a
 *   negative change with the allocating callsite.
 * - If the file contains dumps with totals since the start, the reader adds for each callsite the allocations and the
 *   frees since the previous dump, both with the time of the dump.
 *
 * From the changes, the builder derives the kinds of samples: live, allocated and freed, as bytes and counts.
 * core/trace-builder-parts.h adds callsites. */

guint32 tv_trace_builder_add_heap        (TvTraceBuilder     *self,
                                          guint32             name,
                                          gboolean            reports_frees);
void    tv_trace_builder_add_heap_change (TvTraceBuilder     *self,
                                          const TvHeapChange *change);

/* Adds heap dumps: a graph, then its classes and objects in any order, and after each object its references.
 * Superclasses, classes of objects and referenced objects are given as indexes within the graph, from 0, in the order
 * in which rows are added. They may refer to rows that are added later. The builder computes reachability. */

guint32 tv_trace_builder_begin_heap_graph (TvTraceBuilder        *self,
                                           const TvHeapGraph     *graph);
void    tv_trace_builder_set_heap_process (TvTraceBuilder        *self,
                                           guint32                graph,
                                           guint32                upid);
void    tv_trace_builder_add_heap_class   (TvTraceBuilder        *self,
                                           const TvHeapClass     *klass);
void    tv_trace_builder_add_heap_object  (TvTraceBuilder        *self,
                                           const TvHeapObject    *object);
void    tv_trace_builder_add_heap_reference (TvTraceBuilder      *self,
                                           const TvHeapReference *reference);

G_END_DECLS
